"""The coloring board: where nodes stand, what is drawn, and how it is clicked and walked."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.app import App, ComposeResult

from scenes.coloring.problem import Problem
from themes.palettes import DARK, LIGHT, PLAIN, Palette
from tui.panes.coloring.board import GraphBoard, GraphLook, NodeLook
from tui.panes.coloring.canvas import Frame, draw
from tui.panes.coloring.layout import center, layout, room


def make(clusters: dict[str, tuple[str, ...]], edges: list[tuple[str, str]]) -> Problem:
    points = {"red": 3.0, "green": 2.0, "blue": 1.0}
    preferences = {node: points for nodes in clusters.values() for node in nodes}
    return Problem(clusters, tuple(edges), tuple(points), 10.0, preferences)


def small() -> Problem:
    inside = [f"{o}{a} {o}{b}" for o in "ahb" for a, b in ("12", "15", "23", "25", "34", "45")]
    across = ["h1 a2", "h4 a4", "h4 a5", "h2 b2", "h5 b2"]
    edges = [(u, v) for u, v in map(str.split, inside + across)]
    return make({o: tuple(f"{o.lower()}{i}" for i in range(1, 6)) for o in "AHB"}, edges)


COLORS = dict(
    zip(small().nodes, ["green", "blue", "red", "green", "red", "red", "blue", "green", "blue", "green"], strict=False)
) | {"b1": "red", "b2": "blue", "b3": "red", "b4": "blue", "b5": "green"}


def look_at(problem: Problem, other: dict[str, NodeLook] | None = None, mine: str | None = None) -> GraphLook:
    colors = COLORS if problem == small() else dict.fromkeys(problem.nodes, "red")
    nodes = {node: NodeLook(color, locked=node == "a3") for node, color in colors.items()} | (other or {})
    return GraphLook(problem, nodes, frozenset(problem.conflicts(colors)), mine)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    sizes = draw(st.lists(st.integers(1, 9), min_size=2, max_size=8))
    clusters = {"ABCDEFGH"[i]: tuple(f"{'abcdefgh'[i]}{n}" for n in range(1, size + 1)) for i, size in enumerate(sizes)}
    pairs = list(combinations([node for nodes in clusters.values() for node in nodes], 2))
    return make(clusters, draw(st.lists(st.sampled_from(pairs), unique=True, max_size=30)))


def placed(problem: Problem, width: int, height: int, rows: int) -> Frame:
    chip = 6 if len(problem.nodes) <= 20 else 4
    width, height = room(problem, width, height, chip, rows)
    return Frame(width, height, layout(problem, width, height, chip, rows), chip, rows == 3)


@settings(max_examples=25)
@given(problems(), st.integers(60, 200), st.integers(8, 40), st.sampled_from([1, 3]))
def test_every_node_has_a_place_of_its_own(problem: Problem, width: int, height: int, rows: int) -> None:
    frame = placed(problem, width, height, rows)
    assert set(frame.places) == set(problem.nodes)
    assert frame.width >= width
    assert frame.height >= height
    for x, y in frame.places.values():
        assert 1 <= x <= frame.width - frame.chip - 1
        assert rows // 2 <= y < frame.height - rows // 2
    for (x, y), (a, b) in combinations(frame.places.values(), 2):
        assert abs(x - a) >= frame.chip + 2 or abs(y - b) > rows
    assert frame == placed(problem, width, height, rows)
    cells = draw(look_at(problem), frame, DARK, None)
    assert [len(row) for row in cells] == [frame.width] * frame.height
    for node in problem.nodes:
        x, y = frame.places[node]
        assert "".join(char for char, _ in cells[y][x : x + frame.chip]).strip(" []").startswith(node[-2:])
        assert all(frame.node_at(x + i, y) == node for i in range(frame.chip))


@settings(max_examples=25)
@given(problems())
def test_clusters_are_columns_in_seat_order(problem: Problem) -> None:
    places = placed(problem, 80, 10, 1).places
    lanes = [[places[node][0] for node in nodes] for nodes in problem.clusters.values()]
    assert all(max(left) < min(right) for left, right in pairwise(lanes))


@pytest.mark.parametrize(("width", "height", "rows"), [(80, 10, 1), (77, 18, 3)])
def test_no_edge_of_the_built_in_problem_passes_through_a_node(width: int, height: int, rows: int) -> None:
    problem, frame = small(), placed(small(), width, height, rows)
    straight = 0
    for u, v in problem.edges:
        (x1, y1), (x2, y2) = (center(frame.places[node], 6) for node in (u, v))
        straight += x1 == x2 or y1 == y2
        for i in range(201):
            node = frame.node_at(round(x1 + (x2 - x1) * i / 200), round(y1 + (y2 - y1) * i / 200))
            assert node in (None, u, v)
    assert straight >= 14


def text_of(look: GraphLook, palette: Palette, selected: str | None = None, height: int = 10) -> str:
    frame = placed(look.problem, 80, height, 3 if height > 15 else 1)
    return "\n".join("".join(char for char, _ in row) for row in draw(look, frame, palette, selected))


def test_chips() -> None:
    problem = small()
    seen = {"b1": NodeLook(None, known=False), "a1": NodeLook(None), "b2": NodeLook("blue", age=3)}
    filled = text_of(look_at(problem, seen), DARK, "h2")
    for chip in ("[a3 R]", " a2 B ", " b1 ? ", " a1 · ", "▐▸h2 B◂▌", " b2 B ", "3t"):
        assert chip in filled
    plain = text_of(look_at(problem, seen), PLAIN)
    for chip in ("[a3 R]", "(a2 B)", "(b1 ?)", "(a1 ·)"):
        assert chip in plain
    assert "(h1 W)" in text_of(look_at(problem, {"h1": NodeLook("white")}), LIGHT)
    assert "▐ a2 B ▌" in text_of(look_at(problem, {"a2": NodeLook("blue", changed=True)}), DARK)
    assert "▗▄▄▄▄▄▄▖" in text_of(look_at(problem), DARK, "h2", height=18)


@pytest.mark.parametrize("height", [10, 18])
def test_a_clash_has_one_badge_and_thick_lines(height: int) -> None:
    look = look_at(small())
    assert look.clashes == {("h2", "b2")}
    frame = placed(look.problem, 80, height, 3 if height > 15 else 1)
    cells = [cell for row in draw(look, frame, DARK, None) for cell in row]
    assert [char for char, ink in cells if ink.reverse] == [" ", "╳", " "]
    assert len([ink for _, ink in cells if ink.fg == DARK.bad]) > 5


class Small(App[None]):
    CSS = "GraphBoard { width: 80; height: 10; }"
    palette = DARK

    def __init__(self) -> None:
        super().__init__()
        self.chosen: list[str] = []

    def compose(self) -> ComposeResult:
        yield GraphBoard()

    def on_graph_board_selected(self, message: GraphBoard.Selected) -> None:
        self.chosen.append(message.node)


async def test_clicks_and_moves() -> None:
    app = Small()
    async with app.run_test(size=(80, 24)) as pilot:
        board = app.query_one(GraphBoard)
        board.show(look_at(small(), mine="H"))
        x, y = board.frame.places["h2"]
        await pilot.click(board, offset=(x + 5, y))
        assert board.selected == "h2"
        seen = {"h2"}
        for way in ("left", "up", "left", "down", "right", "up", "down", "down"):
            board.move(way)
            assert board.selected is not None
            seen.add(board.selected)
        assert len(seen) >= 3
        assert all(node.startswith("h") for node in seen)
        x, y = board.frame.places["a2"]
        await pilot.click(board, offset=(x, y))
        assert app.chosen[-1] == "a2"
        board.move("right")
        assert board.selected is not None
        assert board.selected.startswith("h")
        await pilot.pause()
        empty = next(x for x in range(80) if board.frame.node_at(x, 0) is None)
        count = len(app.chosen)
        await pilot.click(board, offset=(empty, 0))
        assert len(app.chosen) == count


async def test_every_node_is_reached_by_arrows() -> None:
    app = Small()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.query_one(GraphBoard)
        board.show(look_at(small()))
        board.move("right")
        reached, todo = {"a1"}, ["a1"]
        while todo:
            node = todo.pop()
            for way in ("left", "right", "up", "down"):
                board.selected = node
                board.move(way)
                assert board.selected is not None
                if board.selected not in reached:
                    reached.add(board.selected)
                    todo.append(board.selected)
        assert reached == set(small().nodes)


async def test_lines_are_kept_until_something_changes() -> None:
    app = Small()
    async with app.run_test(size=(80, 24)) as pilot:
        board = app.query_one(GraphBoard)
        board.show(look_at(small()))
        await pilot.pause()
        lines = [board.render_line(y) for y in range(10)]
        board.show(look_at(small()))
        assert all(board.render_line(y) is lines[y] for y in range(10))
        assert "[a3 R]" in "\n".join(line.text for line in lines)
        app.palette = PLAIN
        assert "(a2 B)" in "\n".join(board.render_line(y).text for y in range(10))


async def test_a_large_graph_scrolls_with_the_selection_and_zooms() -> None:
    owners = "ABCDEFGH"
    clusters = {owner: tuple(f"{owner.lower()}{i}" for i in range(1, 31)) for owner in owners}
    problem = make(clusters, [(f"{a.lower()}1", f"{b.lower()}2") for a, b in pairwise(owners)])
    app = Small()
    async with app.run_test(size=(80, 24)) as pilot:
        board = app.query_one(GraphBoard)
        board.show(look_at(problem))
        board.focus()
        assert board.frame.width > 80
        board.selected = "h30"
        await pilot.press("plus", "minus", "shift+left", "shift+down")
        board.move("left")
        text = "\n".join(board.render_line(y).text for y in range(10))
        assert board.selected is not None
        assert f"▐▸{board.selected[-2:]}R▌" in text
