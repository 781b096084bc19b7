"""Lists of rows: rows that the cursor skips, page keys, clicks, and text that looks like markup."""

from collections.abc import Sequence
from typing import Any

from textual.app import ComposeResult
from textual.pilot import Pilot

from tui.app import Playbill
from tui.widgets.rows import KeyCells, Row, Rows

TITLE = "[/nope] [@click=app.quit]title"


class ListApp(Playbill):
    """An app with a title and a number of rows; the cursor is at `at`."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.at, self.count = 0, count
        self.clicked: list[tuple[int, str]] = []

    def compose(self) -> ComposeResult:
        yield Rows(self.rows, self.go, id="rows")

    def rows(self, width: int, height: int) -> Sequence[Row]:
        listed = (Row(((f"row {i}", "fg"),), ("rows", i), i == self.at) for i in range(self.count))
        return [Row(((TITLE, "mid"),), keys=(KeyCells(0, 5, "x"),)), *listed]

    def go(self, pane: str, index: int) -> None:
        self.at = index
        self.query_one(Rows).show()

    def on_rows_clicked(self, event: Rows.Clicked) -> None:
        self.clicked.append((event.x, event.key))


def drawn(pilot: Pilot[Any]) -> list[str]:
    rows = pilot.app.query_one(Rows)
    return ["".join(s.text for s in rows.render_line(y)).rstrip() for y in range(rows.size.height)]


async def test_page_keys_move_the_cursor_and_the_title_comes_back() -> None:
    app = ListApp(40)
    async with app.run_test(size=(80, 12)) as pilot:
        await pilot.pause()
        assert drawn(pilot)[:2] == [TITLE, "row 0"]
        await pilot.press("pagedown")
        assert app.at > 5
        await pilot.press("end")
        assert app.at == 39
        assert drawn(pilot)[-1] == "row 39"
        await pilot.press("home")
        assert app.at == 0
        assert drawn(pilot)[0] == TITLE


async def test_rows_that_are_added_or_changed_are_drawn() -> None:
    app = ListApp(3)
    async with app.run_test(size=(80, 12)) as pilot:
        await pilot.pause()
        app.count, app.at = 5, 4
        app.query_one(Rows).show()
        await pilot.pause()
        assert drawn(pilot)[1:6] == [f"row {i}" for i in range(5)]
        assert app.query_one(Rows).highlighted == 5
        app.count = 0
        app.query_one(Rows).show()
        await pilot.pause()
        assert drawn(pilot) == [TITLE]
        assert app.query_one(Rows).highlighted is None


async def test_a_click_says_where_it_was_and_selects_nothing() -> None:
    app = ListApp(3)
    async with app.run_test(size=(80, 12)) as pilot:
        await pilot.pause()
        await pilot.click("#rows", offset=(2, 0))
        await pilot.click("#rows", offset=(9, 2))
        await pilot.click("#rows", offset=(1, 9))
        assert app.clicked == [(2, "x"), (9, "")]
        assert app.at == 0
