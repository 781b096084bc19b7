"""The address where a remote agent is awaited: on the screen until it arrives, and in the help."""

import re

import pytest
from aiohttp import ClientSession

from tests.tui.conftest import playing, screen_of, stage_of, until
from tui.screens.help import HelpScreen
from tui.stages import StageApp


async def test_the_address_of_an_agent_from_outside_is_found_until_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYBILL_TOKEN", "word")
    app: StageApp = playing(A="http:")
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        told = re.compile(r"waiting for A at (http://127.0.0.1:\d+), token word")
        await until(pilot, lambda: stage.view.waiting == ("A",))
        for key in ("tab", "shift+tab", "left"):
            await pilot.press(key)
            assert told.search(screen_of(app)), key
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        found = told.search(screen_of(app))
        assert found
        await pilot.press("escape")
        async with ClientSession() as http:
            async with http.get(f"{found[1]}/observe?wait=0", headers={"Authorization": "Bearer word"}) as answer:
                assert (await answer.json())["your_turn"]
            await pilot.press("tab")
            assert not told.search(screen_of(app))
        await pilot.press("ctrl+q")
