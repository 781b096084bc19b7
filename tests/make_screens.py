"""Make the pictures of README and docs from the shipped recordings: `make screens`."""

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path

from core.recording.file import Recording
from tests.make_recordings import FOLDER
from themes.palettes import DARK, LIGHT, Palette
from tui.testing import standing

DOCS = Path(__file__).parent.parent / "docs"
SECONDS = 1.8
"""Seconds for which a moving picture shows a moment."""


def at_home(svg: str) -> str:
    """The picture without the fonts that it would fetch from elsewhere."""
    return re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", "DejaVu Sans Mono, Menlo")


async def shoot(
    name: str, run: str, at: int, *, palette: Palette = DARK, keys: Sequence[str] = "", wide: bool = False
) -> None:
    app = standing(Recording.read(FOLDER / f"{run}.jsonl"), at, palette=palette)
    async with app.run_test(size=(120, 40) if wide else (80, 24)) as pilot:
        await pilot.pause(0.2)
        for key in keys:
            await pilot.press(key)
        await pilot.pause(0.3)
        (DOCS / f"{name}.svg").write_text(at_home(app.export_screenshot(title="Playbill")))
    print(DOCS.name, f"{name}.svg")


async def film(name: str, run: str, moments: int) -> None:
    """Draw a recording as one moving picture, of moments at even distances."""
    recording = Recording.read(FOLDER / f"{run}.jsonl")
    steps = [event.n for event in recording.events if event.end]
    frames = []
    for at in [steps[(len(steps) - 1) * i // (moments - 1)] for i in range(moments)]:
        app = standing(recording, at, palette=DARK)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause(0.2)
            frames.append(at_home(app.export_screenshot(title="Playbill")))
    box = re.search(r'viewBox="[^"]*"', frames[0])
    assert box is not None
    share = 100 / moments
    style = (
        f"@keyframes show {{ 0% {{ opacity: 1 }} {share:g}% {{ opacity: 0 }} }}"
        f" .frame {{ opacity: 0; animation: show {moments * SECONDS:g}s step-end infinite }}"
        " @media (prefers-reduced-motion: reduce) { .frame { animation: none } .frame:last-of-type { opacity: 1 } }"
    )
    body = "".join(
        f'<g class="frame" style="animation-delay: {i * SECONDS:g}s">{frame}</g>' for i, frame in enumerate(frames)
    )
    picture = f'<svg {box[0]} xmlns="http://www.w3.org/2000/svg"><style>{style}</style>{body}</svg>'
    (DOCS / f"{name}.svg").write_text(picture)
    print(DOCS.name, f"{name}.svg")


async def main() -> None:
    DOCS.mkdir(exist_ok=True)
    await film("moving", "coloring-sample", 10)
    await shoot("stage-wide", "coloring-bots", 150, wide=True)
    await shoot("why", "coloring-bots", 150, keys="i")
    await shoot("model", "coloring-model", 107, keys="i", wide=True)
    await shoot("feed", "feed-sample", 700)
    await shoot("feed-wide", "feed-sample", 700, wide=True)
    await shoot("council", "council-sample", 388)
    await shoot("council-wide", "council-sample", 388, wide=True)
    await shoot("coup", "coup-sample", 121)
    await shoot("coup-wide", "coup-sample", 209, wide=True)
    await shoot("hanabi", "hanabi-sample", 90)
    await shoot("hanabi-wide", "hanabi-sample", 90, wide=True)
    await shoot("werewolf", "werewolf-sample", 130)
    await shoot("werewolf-wide", "werewolf-sample", 154, wide=True)
    await shoot("chat", "chat-sample", 60)
    await shoot("village-wide", "village-sample", 640, keys=("tab", "tab", "tab"), wide=True)
    await shoot("light", "coloring-bots", 150, palette=LIGHT)


if __name__ == "__main__":
    asyncio.run(main())
