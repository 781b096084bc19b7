"""Makes the shipped sample runs in recordings/: `make recordings`."""

import asyncio
from pathlib import Path

from core.agents import Scripted
from core.casting import agent_for, open_run, prepare
from core.recording import Recorder
from core.scene import find_scene

FOLDER = Path(__file__).parent.parent / "recordings"

PERSON = """
color h1 red
color h2 green
say hello, shall we start with the boundary?
color h1 blue
color h3 blue
color h4 green
say @A please make a4 red, h4 is green
say @B h2 is green and h5 is red. Don't make b2 green
pass
say @B is everything fine with you?
pass
satisfied
"""


async def play(name: str, options: dict[str, object], seed: int, person: str = "") -> None:
    header = prepare("coloring", options, {}, seed, human=bool(person))
    kind = find_scene("coloring")
    agents = {
        who: Scripted(person.strip().splitlines()) if policy == "human" else agent_for(kind, policy)
        for who, policy in header.cast.items()
    }
    path = FOLDER / f"{name}.jsonl"
    path.unlink(missing_ok=True)
    recorder = Recorder.create(path, header)
    async for event in open_run(header, write=recorder.write, agents=agents):
        last = event
    recorder.close()
    print(path.name, last.n, "events,", last.data.sentence())


async def main() -> None:
    await play("coloring-sample", {"fixed": 1}, 7, PERSON)
    await play("coloring-bots", {"fixed": 1}, 304)


if __name__ == "__main__":
    asyncio.run(main())
