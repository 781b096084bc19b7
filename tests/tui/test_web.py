"""A human's web lookup: the request, its progress on the screen, and the result in a tab."""

from pathlib import Path

import pytest

from core.engine.casting import prepare
from core.errors import UserError
from core.user_config import read_config
from tests.tui.conftest import my_turn, row, type_in, until
from tests.web_server import site
from tui.stages import StageApp
from tui.state.opening import live_stage


def tab(app: StageApp) -> str:
    return "\n".join(row(app, "dock", y) for y in range(app.screen.query_one("#dock").size.height))


def preview(app: StageApp) -> str:
    return row(app, "preview")


async def test_a_person_searches_and_reads_what_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own.toml"
    monkeypatch.setenv("PLAYBILL_CONFIG", str(own))
    async with site() as there:
        own.write_text(f'[web]\npages = true\nsearch = "{there.url("/search?q={query}")}"')
        stage = live_stage(prepare("chat", {"web": "search"}, {}, 3, human=True), tmp_path / "run.jsonl")
        app = StageApp(stage, pace=0.0, motion=False)
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await my_turn(pilot)
            there.held.clear()
            await type_in(pilot, "search foxes")
            await pilot.press("enter")
            await until(pilot, lambda: "waiting for the web, for Ann" in preview(app))
            screen.view.perspective = "Bob"
            await until(pilot, lambda: "the web" not in preview(app))
            screen.view.perspective = "Ann"
            there.held.set()
            await until(pilot, lambda: screen.view.seat in screen.view.waiting)
            screen.state.tab = [each.name for each in screen.view.pane.tabs(False)].index("Found")
            await until(pilot, lambda: "https://fox.example/0" in tab(app))
    assert there.asked == ["/search?q=foxes"]


def test_the_web_is_allowed_by_the_users_own_config_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, other = tmp_path / "own.toml", tmp_path / "other.toml"
    monkeypatch.setenv("PLAYBILL_CONFIG", str(own))
    for path in (own, other):
        path.write_text("[web]\npages = true")
    assert read_config(own) == {"web": {"pages": True}}
    with pytest.raises(UserError, match=r"\[web\] is read only from your own config, .*own\.toml"):
        read_config(other)
