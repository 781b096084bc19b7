"""The coloring board: layout, drawing, clicks and movement by keys."""

from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App, ComposeResult

from core.engine.chance import Draw
from scenes.coloring.problem.generation import default_problem
from scenes.coloring.problem.graph import Problem
from tests.examples import examples
from themes.palettes import DARK, LIGHT, PLAIN, Palette
from tui.lines import Lines
from tui.panes.coloring.board import GraphBoard
from tui.panes.coloring.canvas import GraphLook, NodeLook, draw
from tui.panes.coloring.frame import DOT, NAMED, NUMBERED, SUMMED, Frame, cluster_frame, graph_frame
from tui.panes.coloring.layout import Embedding, blocks, embed, search_points


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


def grown(clusters: int, size: int, links: int = 3, density: float = 0.4) -> Problem:
    """Return a problem whose clusters form a ring, with edges drawn at random."""
    owners = "ABCDEFGHIJKL"[:clusters]
    nodes = {owner: tuple(f"{owner.lower()}{i}" for i in range(1, size + 1)) for owner in owners}
    draw = Draw(clusters * size)
    edges: list[tuple[str, str]] = []
    for members in nodes.values():
        pairs = list(combinations(members, 2))
        edges += draw.sample(pairs, round(density * len(pairs)))
    for a, b in pairwise([*owners, owners[0]]):
        edges += draw.sample(list(product(nodes[a], nodes[b])), links)
    return make(nodes, edges)


SIZES = [(60, 7), (80, 10), (63, 21), (77, 21), (100, 13), (157, 31), (200, 50)]
"""Sizes of the board: at 60x20, 80x24, at 120x40 with and without the inspector, and in larger terminals."""


def _named(problem: Problem) -> str:
    return f"{len(problem.clusters)}x{len(problem.nodes) // len(problem.clusters)}"


@examples(25)
@given(problems(), st.sampled_from(SIZES))
@pytest.mark.slow
def test_every_node_has_a_place_of_its_own(problem: Problem, size: tuple[int, int]) -> None:
    embedding = embed(problem)
    assert embedding == embed(problem)
    assert len(set(embedding.points.values())) == len(problem.nodes)
    frames = [
        graph_frame(embedding, *size),
        *(cluster_frame(problem, embedding, owner, *size) for owner in problem.clusters),
    ]
    for frame in frames:
        for node, (x, y) in frame.places.items():
            assert 0 < x <= frame.width - frame.chip_of(node) - (frame.chip != DOT)
            assert frame.extra_rows <= y < frame.height - frame.extra_rows
        for (u, (x, y)), (v, (a, b)) in combinations(frame.places.items(), 2):
            least = frame.chip_of(u if x <= a else v)
            assert abs(x - a) >= least or abs(y - b) > 2 * frame.extra_rows
        cells = draw(look_at(problem), frame, DARK, None)
        assert [len(row) for row in cells] == [frame.width] * frame.height
        for node, (x, y) in frame.places.items():
            text = "".join(char for char, _ in cells[y][x : x + frame.chip_of(node)]).strip(" []")
            assert text.startswith("R" if frame.chip_of(node) == DOT else node[-2:])
            assert all(frame.node_at(x + i, y) == node for i in range(frame.chip_of(node)))


@pytest.mark.parametrize("problem", [small(), grown(8, 5), grown(3, 10), grown(8, 20), grown(12, 20)], ids=_named)
@pytest.mark.few(1)
def test_the_places_are_the_same_at_every_size(problem: Problem) -> None:
    """Each node keeps its place relative to the drawing's width and height, up to 1.5 cells of rounding."""
    embedding = embed(problem)
    columns, rows = embedding.columns - 1, embedding.rows - 1
    shown = 0
    for size in SIZES:
        frame = graph_frame(embedding, *size)
        if frame.chip == SUMMED:
            continue
        shown += 1
        left, right = min(x for x, _ in frame.places.values()), max(x for x, _ in frame.places.values())
        top, below = min(y for _, y in frame.places.values()), max(y for _, y in frame.places.values())
        first, last = min(x for x, _ in embedding.points.values()), max(x for x, _ in embedding.points.values())
        high, low = min(y for _, y in embedding.points.values()), max(y for _, y in embedding.points.values())
        for node, (x, y) in embedding.points.items():
            at = frame.places[node]
            assert abs(at[0] - (left + (x - first) * (right - left) / (last - first))) <= 1.5
            assert abs(at[1] - (top + (y - high) * (below - top) / (low - high))) <= 1.5
        for u, v in combinations(problem.nodes, 2):
            for axis in (0, 1):
                before = embedding.points[u][axis] - embedding.points[v][axis]
                now = frame.places[u][axis] - frame.places[v][axis]
                assert (before > 0) == (now > 0)
                assert (before == 0) == (now == 0)
    assert columns
    assert rows
    assert shown >= 4


@pytest.mark.slow
def test_a_large_graph_is_an_overview_and_its_clusters_are_read_one_by_one() -> None:
    for problem in (grown(8, 20), grown(12, 20)):
        embedding = embed(problem)
        assert graph_frame(embedding, 80, 10).chip == DOT
        assert graph_frame(embedding, 60, 7).chip == SUMMED
        for owner, size in product(problem.clusters, [(80, 10), (120, 21), (157, 31)]):
            frame = cluster_frame(problem, embedding, owner, *size)
            assert frame.chip >= NUMBERED
            assert set(frame.places) == {*problem.clusters[owner], *problem.outside(owner)}
            text = drawn(look_at(problem), frame, DARK)
            for node in problem.outside(owner):
                assert f"{node} R" in text or f"{node}R" in text
    assert graph_frame(embed(grown(8, 20)), 157, 31).chip == NUMBERED
    assert graph_frame(embed(small()), 80, 11).chip == NAMED


@pytest.mark.slow
def test_clusters_stand_apart_and_linked_ones_side_by_side() -> None:
    for problem in (small(), grown(8, 5), grown(12, 5)):
        embedding = embed(problem)
        for owner, nodes in problem.clusters.items():
            block = embedding.blocks[owner]
            for node in nodes:
                x, y = embedding.points[node]
                assert block.left <= x < block.left + block.columns
                assert block.top <= y < block.top + block.rows
        for owner, others in problem.neighbors.items():
            here = embedding.blocks[owner]
            for other in others:
                there = embedding.blocks[other]
                assert abs(here.left - there.left) <= here.columns + 2
    lanes = [embed(small()).blocks[owner].left for owner in "AHB"]
    assert lanes == sorted(lanes), "the person sits in the middle"


@pytest.mark.parametrize("size", SIZES)
def test_no_edge_of_the_built_in_problem_passes_through_a_node(size: tuple[int, int]) -> None:
    problem, frame = small(), placed(size)
    first = drawn(look_at(problem), frame, DARK).splitlines()[0]
    assert first.split() == ["A", "H", "B"]
    for owner, nodes in problem.clusters.items():
        columns = [frame.center(node)[0] for node in nodes]
        assert min(columns) - 3 <= first.index(owner) <= max(columns) + 3, "owners stand over their clusters"
    straight = 0
    for u, v in problem.edges:
        (x1, y1), (x2, y2) = (frame.center(node) for node in (u, v))
        straight += x1 == x2 or y1 == y2
        for i in range(201):
            node = frame.node_at(round(x1 + (x2 - x1) * i / 200), round(y1 + (y2 - y1) * i / 200))
            assert node in (None, u, v)
    assert straight >= 14


EMBEDDING: Embedding = embed(small())


def placed(size: tuple[int, int]) -> Frame:
    return graph_frame(EMBEDDING, *size)


def drawn(look: GraphLook, frame: Frame, palette: Palette, selected: str | None = None) -> str:
    return "\n".join("".join(char for char, _ in row) for row in draw(look, frame, palette, selected))


def text_of(look: GraphLook, palette: Palette, selected: str | None = None, height: int = 11) -> str:
    return drawn(look, placed((80, height)), palette, selected)


def test_chips() -> None:
    problem = small()
    seen = {"b1": NodeLook(None, known=False), "a1": NodeLook(None), "b2": NodeLook("blue", age=3)}
    seen |= {node: NodeLook("red", age=12) for node in ("a4", "a5", "b3")}
    filled = text_of(look_at(problem, seen), DARK, "h2")
    for chip in (
        "[a3 R]",
        " a2 B ",
        " b1 ? ",
        " a1 · ",
        "▐▸h2 B◂▌",
        " b2 B  3t",
        *(f" {n} R  12t" for n in ("a4", "a5", "b3")),
    ):
        assert chip in filled
    plain = text_of(look_at(problem, seen), PLAIN)
    for chip in ("[a3 R]", "(a2 B)", "(b1 ?)", "(a1 ·)"):
        assert chip in plain
    assert "(h1 W)" in text_of(look_at(problem, {"h1": NodeLook("white")}), LIGHT)
    assert "▐ a2 B ▌" in text_of(look_at(problem, {"a2": NodeLook("blue", changed=True)}), DARK)
    assert "▗▄▄▄▄▄▄▖" in text_of(look_at(problem), DARK, "h2", height=21)
    assert "a2 B▸G" in text_of(look_at(problem, {"a2": NodeLook("blue", ghost="green")}), DARK)
    large = drawn(look_at(problem, {"h2": NodeLook("red")}), placed((157, 31)), DARK, "h2").splitlines()
    at = next(i for i, line in enumerate(large) if "▐  ▸h2 R◂  ▌" in line)
    column = large[at].index("▐  ▸h2")
    box = [line[column : column + 12] for line in large[at - 2 : at + 3]]
    assert (box[0], box[1], box[3], box[4]) == ("▗▄▄▄▄▄▄▄▄▄▄▖", "▐          ▌", "▐          ▌", "▝▀▀▀▀▀▀▀▀▀▀▘")


def test_what_a_slanted_edge_crosses_is_not_broken() -> None:
    problem = small()
    for size in SIZES:
        frame = placed(size)
        rows = drawn(look_at(problem), frame, DARK).splitlines()
        chips = {(x, y) for x in range(size[0]) for y in range(size[1]) if frame.node_at(x, y)}
        clash = {(x, y) for y, line in enumerate(rows) for x, char in enumerate(line) if char == "╳"}
        clash |= {(x + side, y) for x, y in clash for side in (-1, 1)}
        for u, v in problem.edges:
            (x1, y1), (x2, y2) = sorted(frame.center(node) for node in (u, v))
            if x1 == x2:
                along = {(x1, y) for y in range(min(y1, y2), max(y1, y2))} - chips - clash
                assert all(rows[y][x] in "│┃┼┿╂╋" for x, y in along)
            elif y1 == y2:
                along = {(x, y1) for x in range(x1, x2)} - chips - clash
                beside = {(x + 1, y) for x, y in chips} | {(x - 1, y) for x, y in chips}
                assert all(rows[y][x] in "─━┼┿╂╋" for x, y in along - beside)


@pytest.mark.parametrize("height", [11, 21])
def test_a_clash_has_one_badge_and_thick_lines(height: int) -> None:
    look = look_at(small())
    assert look.clashes == {("h2", "b2")}
    frame = placed((80, height))
    cells = [cell for row in draw(look, frame, DARK, None) for cell in row]
    assert [char for char, ink in cells if ink.reverse] == [" ", "╳", " "]
    assert len([ink for _, ink in cells if ink.fg == DARK.bad]) > 5


class Small(App[None]):
    CSS = "GraphBoard { width: 80; height: 11; }"
    palette = DARK

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[bool] = []

    def compose(self) -> ComposeResult:
        yield GraphBoard()

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        self.taken.append(self.query_one(GraphBoard).click(event.x, event.y))


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
        await pilot.click(board, offset=(x + 1, y))
        assert board.selected == "a2"
        board.move("right")
        assert board.selected is not None
        assert board.selected.startswith("h")
        await pilot.pause()
        empty = next(x for x in range(80) if board.frame.owner_at(x, 0) is None)
        await pilot.click(board, offset=(empty, 0))
        assert app.taken == [True, True, False]
        board.show(look_at(small()))
        reached, todo = {"a1"}, ["a1"]
        while todo:
            node = todo.pop()
            for way in ("left", "right", "up", "down"):
                board.selected = node
                board.move(way)
                if board.selected not in reached:
                    reached.add(board.selected)
                    todo.append(board.selected)
        assert reached == set(small().nodes), "arrows reach every node"


async def test_lines_are_kept_until_something_changes() -> None:
    app = Small()
    async with app.run_test(size=(80, 24)) as pilot:
        board = app.query_one(GraphBoard)
        board.show(look_at(small()))
        await pilot.pause()
        lines = [board.render_line(y) for y in range(11)]
        board.show(look_at(small()))
        assert all(board.render_line(y) is lines[y] for y in range(11))
        assert "[a3 R]" in "\n".join(line.text for line in lines)
        app.palette = PLAIN
        assert "(a2 B)" in "\n".join(board.render_line(y).text for y in range(11))


async def test_a_cluster_is_seen_by_itself_by_key_and_click() -> None:
    problem = grown(8, 20)
    app = Small()
    async with app.run_test(size=(80, 24)) as pilot:
        board = app.query_one(GraphBoard)
        board.show(look_at(problem))
        board.focus()
        await pilot.pause()
        assert board.frame.chip == DOT
        x, y = board.frame.names["C"]
        await pilot.click(board, offset=(x, y))
        assert board.zoomed == "C"
        x, y = board.frame.places["c7"]
        await pilot.click(board, offset=(x + 1, y))
        assert board.selected == "c7"
        await pilot.press("minus")
        assert board.zoomed == ""
        board.selected = "f1"
        await pilot.press("plus")
        assert board.zoomed == "F"
        assert "▐▸f1R▌" in "\n".join(board.render_line(y).text for y in range(11))
        await pilot.press("minus")
        assert board.zoomed == ""


async def test_a_person_at_a_large_graph_begins_at_their_own_cluster() -> None:
    app = Small()
    async with app.run_test(size=(80, 24)) as pilot:
        board = app.query_one(GraphBoard)
        board.show(look_at(grown(8, 20), mine="D"))
        await pilot.pause()
        assert board.zoomed == "D"
        board.move("right")
        assert board.selected is not None
        assert board.selected.startswith("d")
        board.show(look_at(small(), mine="H"))
        assert board.zoomed == ""


def test_the_built_in_graph_stands_where_the_search_has_it() -> None:
    problem = default_problem()
    columns, rows = embed(problem).columns, embed(problem).rows
    assert embed(problem).points == search_points(problem, blocks(problem), columns, rows)
