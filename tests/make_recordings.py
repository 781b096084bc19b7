"""Makes the shipped sample runs in recordings/: `make recordings`."""

import asyncio
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from core.engine.agents import Scripted
from core.engine.casting import agent_for, open_run, prepare
from core.engine.registry import find_scene
from core.llm.routes import Routes
from core.recording.file import Recorder

FOLDER = Path(__file__).resolve().parent.parent / "recordings"

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


REPLIES = (
    "Starting with the boundary suits me. I kept b2 green for now, but I have no conflicts.",
    "Starting with the boundary suits me. b2 is blue now, not green, as you asked, and I have no conflicts.",
    "Yes, everything is fine on my side: penalty 0. I recolored b3 to green to be safe.",
    "Yes, everything is fine on my side: penalty 0. I recolored b3 to green to be safe.",
)
"""What a model might have written: a false draft that it corrects, and one that it does not."""


ONLINE = (
    """
scroll
like
reply how long did that take?
scroll
reshare
post food: first strawberries of the year, from a window box
like
scroll
reply same here
reshare
"""
    + 8 * "scroll\nscroll\nlike\nscroll\nscroll\nreshare\n"
)
"""What a guest does on the feed."""
PLAN = (
    "40 inject mira space: A comet, tonight, low in the west. Look up.; "
    "70 boost garden 4; 100 mute rosa; 110 add creator"
)


TABLE = {"Ann": "strong", "Bob": "bluffer", "Cat": "llm:mock", "Dan": "bluffer"}
"""Who plays Coup: the model is one that needs no key."""


TALK = (
    """
say I think it can: mine listens better than my brother does.
yield
say Dan, would you miss yours?
tell Cat between us, I would miss mine.
yield
yield
say What do you all mean by a friend?
yield
tell Bob you always say that.
yield
say Then let us agree that a friend is who asks back.
"""
    + 20 * "yield\n"
)
"""What a guest says in a chat."""


async def play(
    name: str, options: dict[str, object], seed: int, person: str = "", cast: Mapping[str, str] = {}
) -> None:
    scene = name.partition("-")[0]
    header = prepare(scene, options, cast, seed, human=bool(person))
    kind = find_scene(scene)
    agents = {
        who: Scripted(person.strip().splitlines()) if policy == "human" else agent_for(kind, policy)
        for who, policy in header.cast.items()
    }
    path = FOLDER / f"{name}.jsonl"
    path.unlink(missing_ok=True)
    recorder = Recorder.create(path, header)
    async for event in open_run(header, write=recorder.write, agents=agents, routes=Routes()):
        last = event
    recorder.close()
    print(path.name, last.n, "events,", last.data.sentence())


async def main() -> None:
    await play("coloring-sample", {"fixed": 1}, 7, PERSON)
    await play("coloring-bots", {"fixed": 1, "ordering": "random"}, 36)
    await play("council-sample", {}, 81, cast={"Dan": "llm:mock"})
    await play("coup-sample", {"players": 4, "bluff": 0.5, "suspicion": 0.9}, 8, cast=TABLE)
    await play("feed-sample", {"agents": 300, "ticks": 160, "world": "lively", "plan": PLAN}, 3, ONLINE)
    await play("hanabi-sample", {"players": 4}, 2)
    await play("chat-sample", {"ordering": "moderated", "max_turns": 40}, 3, TALK)
    await play("werewolf-sample", {"players": 9, "roles": "werewolf 3, seer, doctor, witch"}, 31)
    await play("village-sample", {"days": 1}, 4)
    with TemporaryDirectory() as folder, chdir(folder):
        Path("replies.txt").write_text("\n".join(REPLIES))
        await play("coloring-model", {"fixed": 1}, 7, PERSON, {"B": "llm:script:replies.txt"})


if __name__ == "__main__":
    asyncio.run(main())
