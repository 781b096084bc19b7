"""A large coloring problem on the stage: its first picture, and response to keys while agents think."""

import asyncio
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from core.engine.casting import prepare
from core.engine.session import Session
from core.recording.file import Recording
from core.recording.verification import verify
from scenes.coloring.bots import rule_based
from scenes.coloring.rules import outcomes
from scenes.coloring.solvers.exact import Best, best
from tests.terminal import PATIENCE
from tests.tui.conftest import screen_of, stage_of, until
from tests.tui.test_graph_board import grown
from tui.panes.coloring import layout
from tui.screens.help import HelpScreen
from tui.stages import StageApp
from tui.state.opening import live_stage

LARGE = {"problem": "generate", "clusters": 8, "size": 20, "colors": 6, "topology": "ring", "max_turns": 1}


def large(**options: object) -> StageApp:
    header = prepare("coloring", {**LARGE, **options}, {}, 7, human=True)
    return StageApp(live_stage(header, None), pace=0.0, motion=False)


@pytest.mark.parametrize(
    ("module", "name", "size"), [(rule_based, "plan", 12), (outcomes, "best", rule_based.LARGE_CLUSTER)], ids=str
)
async def test_keys_are_answered_while_an_owner_searches(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str, size: int
) -> None:
    """A's plan, and the optimum after its turn, are computed only after pending keys are handled."""
    begun, answered = threading.Event(), threading.Event()
    search = getattr(module, name)

    def held(*args: Any, **more: Any) -> Any:
        begun.set()
        assert answered.wait(PATIENCE), "the keys were not answered before the search was over"
        return search(*args, **more)

    monkeypatch.setattr(module, name, held)
    app = large(size=size, clusters=2)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        await until(pilot, begun.is_set)
        if name == "plan":
            assert stage.view.waiting == ("A",)
            assert "A decides" in screen_of(app)
        await pilot.press("tab", "z", "question_mark")
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape")
        answered.set()
        await until(pilot, lambda: stage.view.turn == 1)
        await pilot.press("ctrl+q")


async def test_who_leaves_while_a_turn_is_judged_has_it_recorded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun, left = threading.Event(), threading.Event()

    def held(*told: Any, **more: Any) -> Best:
        begun.set()
        assert left.wait(PATIENCE)
        return best(*told, **more)

    monkeypatch.setattr(outcomes, "best", held)
    options = {**LARGE, "clusters": 2, "size": rule_based.LARGE_CLUSTER}
    session = Session(
        prepare("coloring", options, {}, 3), path := tmp_path / "run.jsonl", on_signal=lambda signal: None
    )

    async def play() -> None:
        async for _ in session:
            pass

    playing = asyncio.ensure_future(play())
    while not begun.is_set():
        await asyncio.sleep(0.001)
    playing.cancel()
    asyncio.get_running_loop().call_soon(left.set)
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert await verify(Recording.read(path))


@pytest.mark.parametrize(("clusters", "size"), [(12, 20), (2, 30)])
def test_the_places_of_a_large_graph_take_few_steps(monkeypatch: pytest.MonkeyPatch, clusters: int, size: int) -> None:
    """The first picture waits for these steps, and each takes some 30 microseconds."""
    steps = 0
    once = layout._Search._try

    def counted(search: layout._Search, node: int, point: layout.Point, allowed: float) -> None:
        nonlocal steps
        steps += 1
        once(search, node, point, allowed)

    monkeypatch.setattr(layout._Search, "_try", counted)
    layout.embed(grown(clusters, size))
    assert steps < 15_000


@pytest.mark.parametrize("ordering", ["asynchronous", pytest.param("sequential", marks=pytest.mark.slow)])
async def test_a_search_in_a_thread_decides_what_it_decides_without_one(
    monkeypatch: pytest.MonkeyPatch, ordering: str
) -> None:
    async def digest() -> str:
        options = {**LARGE, "clusters": 3, "size": 11, "max_turns": 3, "ordering": ordering}
        header = prepare("coloring", options, {}, 3)
        events = [event async for event in Session(header, None)]
        return str(events[-1].data.digest)  # type: ignore[attr-defined]

    threaded = await digest()
    monkeypatch.setattr(rule_based, "LARGE_CLUSTER", 1000)
    assert await digest() == threaded
