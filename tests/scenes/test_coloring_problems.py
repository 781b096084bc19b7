"""Problem files: reading, writing, round trips, and errors with their line."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.casting import prepare
from core.engine.events import Event
from core.errors import UserError
from core.lab.batch import play_batch
from core.recording.checked_reader import read_run
from core.recording.file import Recording
from core.recording.header import Header
from scenes.coloring.files.dimacs import read_dimacs, write_dimacs
from scenes.coloring.files.problem_file import MAX_BYTES, read_json, read_problem, write_json
from scenes.coloring.files.problem_spec import ProblemSpec
from scenes.coloring.files.pydcop import read_pydcop, write_pydcop
from scenes.coloring.problem.graph import COLORS, SEATS
from scenes.coloring.reports.tables import EXPORTS
from scenes.coloring.scene import ColoringScene
from tests.core.table import play, run_of
from tests.corpora import corpus

SMALL = """{
  "owners": {
    "A": ["a1", "a2"],
    "H": ["h1"]
  },
  "edges": [
    ["a1", "a2"],
    ["a2", "h1"]
  ],
  "locks": {"a1": "red"},
  "preferences": {
    "h1": {"red": 0, "green": 2.5, "blue": -1}
  }
}
"""

TRIANGLES = "p edge 6 7\ne 1 2\ne 2 3\ne 1 3\ne 4 5\ne 5 6\ne 4 6\ne 3 4\n"

DCOP = """objective: min
domains:
  colors: {values: [R, G, B], type: color}
variables:
  v1: {domain: colors}
  v2: {domain: colors}
  v3: {domain: colors, initial_value: R}
constraints:
  c1: {type: intention, function: 10 if v1 == v2 else 0}
  c2: {type: extensional, variables: [v2, v3], values: {10: R R | G G | B B}}
  c3: {type: extensional, variables: v3, values: {-0.5: R, 0.5: G}}
  c4: {type: intention, function: '0 if v1 == "G" else 10000'}
agents: [left, right]
distribution_hints:
  must_host:
    left: [v1, v2]
    right: [v3]
"""


@st.composite
def stated(draw: st.DrawFn) -> ProblemSpec:
    """Draw a problem of any valid shape, with something in every part."""
    owners = draw(st.integers(2, 8))
    own = {seat: [f"{seat.lower()}{i}" for i in range(1, draw(st.integers(1, 5)) + 1)] for seat in SEATS[:owners]}
    nodes = [node for each in own.values() for node in each]
    colors = draw(st.permutations(COLORS))[: draw(st.integers(2, 6))]
    pairs = st.tuples(st.sampled_from(nodes), st.sampled_from(nodes)).filter(lambda pair: pair[0] != pair[1])
    edges = draw(st.lists(pairs, min_size=1, max_size=12, unique_by=frozenset))
    points = st.floats(-5000, 5000, allow_nan=False).map(lambda value: value + 0.0)
    rows = st.fixed_dictionaries(dict.fromkeys(colors, points))
    return ProblemSpec(
        owners=own,
        edges=[[*edge] for edge in edges],
        colors=[*colors],
        penalty=draw(st.floats(0.01, 9000)),
        locks=draw(st.dictionaries(st.sampled_from(nodes), st.sampled_from(colors), max_size=4)),
        preferences=draw(st.dictionaries(st.sampled_from(nodes), rows, max_size=4)),
    )


async def played(header: Header) -> tuple[ColoringScene, list[Event]]:
    run = run_of(header)
    events = await play(run)
    assert isinstance(run.scene, ColoringScene)
    return run.scene, events


def bare(problem: ProblemSpec) -> dict[str, object]:
    return problem.model_copy(update={"names": {}}).model_dump()


@given(stated())
def test_what_is_written_is_read_back(problem: ProblemSpec) -> None:
    assert bare(read_json(write_json(problem))) == bare(problem)
    assert bare(read_dimacs(write_dimacs(problem), 5, 5)) == bare(problem)
    assert bare(read_pydcop(write_pydcop(problem), 5)) == bare(problem)


@pytest.mark.parametrize("form", ["problem", "dimacs", "pydcop"])
@pytest.mark.parametrize("options", [{}, {"problem": "generate", "clusters": 8, "size": 7, "colors": 4, "fixed": 2}])
@pytest.mark.few(1)
async def test_an_exported_problem_is_the_one_it_came_from(
    form: str, options: dict[str, object], tmp_path: Path
) -> None:
    header = prepare("coloring", options, {}, 5)
    scene, events = await played(header)
    told = EXPORTS[form](header, events)
    file = tmp_path / f"again.{ {'problem': 'json', 'dimacs': 'col', 'pydcop': 'yaml'}[form] }"
    file.write_text(told)
    anew = prepare("coloring", {"problem": str(file)}, {}, 5)
    again, log = await played(anew)
    assert again.state.problem == scene.state.problem
    assert again.observe("").fixed == scene.observe("").fixed != {}
    assert EXPORTS[form](anew, log) == told


def test_dimacs_is_split_into_communities_the_same_way_every_time() -> None:
    problem = read_dimacs(TRIANGLES, 2, 4)
    assert problem.owners == {"A": ["a1", "a2", "a3"], "H": ["h1", "h2", "h3"]}
    assert problem.edges[-1] == ["a3", "h1"]
    assert problem.colors == ["red", "green", "blue", "yellow"]
    assert problem.names["h3"] == "6"
    mirrored = "p col 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n"
    assert len(read_dimacs(mirrored, 2, 3).edges) == 2, "many files have each edge both ways"
    scattered = "p edge 9 2\ne 1 2\ne 3 4\n"
    assert sorted(len(own) for own in read_dimacs(scattered, 3, 3).owners.values()) == [2, 3, 4]


def test_pydcop_agents_own_variables() -> None:
    problem = read_pydcop(DCOP, 3)
    assert problem.owners == {"A": ["v1", "v2"], "H": ["v3"]}
    assert problem.edges == [["v1", "v2"], ["v2", "v3"]]
    assert problem.penalty == 10
    assert problem.locks == {"v1": "green"}
    assert problem.preferences == {"v3": {"red": 0.5, "green": -0.5, "blue": 0.0}}
    assert problem.names == {"A": "left", "H": "right", "red": "R", "green": "G", "blue": "B"}
    alone = DCOP.partition("agents")[0]
    assert [*read_pydcop(alone + "agents: {x: {capacity: 5}, y: {}, z: {}}", 3).owners] == ["A", "H", "B"]
    assert len(read_pydcop(alone, 2).owners) == 2, "nobody's variables are split into communities"
    named = read_pydcop(DCOP.replace("v1", "var_one"), 3)
    assert named.owners["A"] == ["a1", "a2"]
    assert named.names["a1"] == "var_one"


async def test_a_recording_holds_the_whole_problem(tmp_path: Path) -> None:
    file = tmp_path / "small.json"
    file.write_text(SMALL)
    header = prepare("coloring", {"problem": str(file)}, {}, 1)
    file.unlink()
    scene, _ = await played(header)
    assert header.cast.keys() == {"A", "H"}
    assert scene.observe("").fixed == {"a1": "red"}
    assert scene.outcome().metrics["solved"]
    assert Header(**json.loads(header.encode())) == header


def test_no_recording_makes_playbill_read_a_file(tmp_path: Path) -> None:
    file = tmp_path / "small.json"
    file.write_text(SMALL)
    header = prepare("coloring", {"problem": str(file)}, {}, 1)
    forged = tmp_path / "forged.jsonl"
    unknown = {"owners": {"A": ["a1"], "H": ["h1"]}, "edges": [["a1", "z9"]]}
    odd: tuple[object, ...] = (str(file), {"owners": {}}, ["x"], 5, unknown)
    for value in odd:
        told = json.loads(header.encode())
        told["config"]["problem"] = value
        forged.write_text(json.dumps(told) + "\n")
        with pytest.raises(UserError, match="option problem"):
            read_run(forged)
    assert Recording.read(forged).header.scene == "coloring"


@pytest.mark.parametrize(("old", "new", "error"), corpus("refusals")["problem_json"])
def test_json_is_refused_by_line(old: str, new: str, error: str) -> None:
    assert read_json(SMALL).locks == {"a1": "red"}
    with pytest.raises(UserError) as found:
        read_json(SMALL.replace(old, new, 1))
    assert str(found.value).startswith(error)


DIMACS_SLIPS = [
    ("p edge 6 7", "p edge 6 8", "line 1: it declares 8 edges, but 7 follow"),
    ("p edge 6 7", "p edge 1000000000 7", "line 1: 1000000000 nodes; a problem has 2 to 240"),
    ("p edge 6 7", "p edge -6 7", "line 1: '-6' is not a count"),
    ("p edge 6 7", "p edge 6 NaN", "line 1: 'NaN' is not a count"),
    ("p edge 6 7", f"p edge 6 {'9' * 5000}", "line 1: '9999"),
    ("p edge 6 7\n", "", "line 1: an edge comes before the p line"),
    ("e 5 6", "e 5 9", "line 6: there is no node 9; nodes are 1 to 6"),
    ("e 5 6", "e 0 6", "line 6: there is no node 0; nodes are 1 to 6"),
    ("e 5 6", "e 5 5", "line 6: node 5 cannot touch itself"),
    ("e 5 6", "e 5 6 7", "line 6: 'e 5 6 7' is not supported"),
    ("e 5 6", "n 5 6", "line 6: 'n 5 6' is not supported"),
    ("e 5 6", "e 5 ٣", "line 6: '٣' is not a count"),
    ("e 5 6", "p edge 6 7", "line 6: there is a p line already"),
    ("e 5 6", "e 5 6\nc playbill nod 1 a1 A", "line 7: after c playbill comes node NUMBER NAME OWNER"),
    ("e 5 6", "e 5 6\nc playbill node 1 a1 A", "no line says who owns node 2"),
]


@pytest.mark.parametrize(("old", "new", "error"), DIMACS_SLIPS)
def test_dimacs_is_refused_by_line(old: str, new: str, error: str) -> None:
    with pytest.raises(UserError) as found:
        read_dimacs(TRIANGLES.replace(old, new, 1), 2, 3)
    assert str(found.value).startswith(error)


def test_comments_of_ours_are_refused_by_line() -> None:
    told = write_dimacs(read_json(SMALL))
    for old, new, error in [
        ("node 3 h1 H", "node 3 h1 Zoe", "line 4: owners.Zoe: owners are called"),
        ("node 3 h1 H", "node 2 h1 H", "line 4: node 2 has an owner already"),
        ("lock a1 red", "lock a1 pink", "line 6: locks.a1: 'pink' is none of the colors"),
        ("points h1 0.0", "points h1 nan", "line 7: preferences.h1.red: input should be a finite number"),
        ("points h1 0.0", "points h1 x", "line 7: 'x' is not a number"),
    ]:
        assert old in told
        with pytest.raises(UserError) as found:
            read_dimacs(told.replace(old, new, 1), 2, 3)
        assert str(found.value).startswith(error)


C1 = "{type: intention, function: 10 if v1 == v2 else 0}"
DCOP_SLIPS = [
    ("objective: min", "objective: max", "line 1: only objective: min is supported"),
    ("objective: min", "extra: 1", "line 1: the file: extra is not supported; supported: name"),
    ("[R, G, B]", "[R]", "line 3: colors: a problem has 2 to 6 different colors"),
    ("[R, G, B]", "[0 ... 999999999]", "line 3: colors: a problem has 2 to 6 different colors"),
    ("[R, G, B]", "{R: 1}", "line 3: colors: this has to be a list"),
    ("v1: {domain: colors}", "v1: {domain: shades}", "line 5: v1: there is no domain 'shades'"),
    ("v1: {domain: colors}", "v1: {domain: colors, cost_function: v1}", "line 5: v1: cost_function is not supported"),
    ("  v2: {", "  v1: {", "line 6: variables: v1 appears twice"),
    (C1, "{type: intention, function: 10 if v1 == v9 else 0}", "line 9: c1: there is no variable v9"),
    (C1, "{type: intention, function: abs(v1 - v2)}", "line 9: c1: a constraint is on one or two variables"),
    (C1, "{type: intention, function: 'v1 ** v2'}", "line 9: c1: 'v1 ** v2': only numbers"),
    (C1, "{type: intention, function: '(v1 == v2).real'}", "line 9: c1: '(v1 == v2).real': only numbers"),
    (C1, "{type: intention, function: '__import__(\"os\")'}", 'line 9: c1: "__import__'),
    (C1, "{type: intention, function: 10 if v1 != v2 else 0}", "line 9: c1: only an inequality is supported"),
    (C1, "{type: intention, function: 1 if v1 == v2 else 0}", "line 10: c2: every conflict has to cost the same"),
    (
        C1,
        "{type: intention, function: 10 if v1 == v2 and v2 == v3 else 0}",
        "line 9: c1: a constraint is on one or two",
    ),
    (C1, "{type: intention, function: 10 if v1 == else 0}", "line 9: c1: '10 if v1 == else 0' is not an expression"),
    (C1, f"{{type: intention, function: '{'(' * 300}'}}", "line 9: c1: '((("),
    (C1, f"{{type: intention, function: '{'9' * 370} if v1 == v2 else 0'}}", "line 9: c1: a cost is too large"),
    (C1, "{type: magic}", "line 9: c1: a constraint is type: intention"),
    ("10: R R", ".nan: R R", "line 10: c2: '.nan' is not a number"),
    ("10: R R", "10: R X", "line 10: c2: 'R X' is not a choice of values for v2 v3"),
    ("G G | B B", "G G | G G", "line 10: c2: G G has a cost already"),
    ("[v2, v3]", "[v1, v2]", "line 10: c2: there is a constraint on v1 and v2 already"),
    ("[v2, v3]", "[v2, v2]", "line 10: c2: a constraint is on one or two variables"),
    (
        "'0 if v1 == \"G\" else 10000'",
        "'10000 if v1 == \"G\" else 0'",
        "line 12: c4: costs of 10,000 have to leave one",
    ),
    ("    right: [v3]", "    wrong: [v3]", "line 17: must_host: there is no agent wrong"),
    ("    right: [v3]", "    right: [v1]", "line 17: right: v1 is hosted by left already"),
    ("    right: [v3]", "    right: []", "line 16: must_host: nobody hosts v3"),
    ("agents: [left, right]", "agents: [left, right", "line 14: that is not YAML"),
    ("agents: [left, right]", f"agents: {'[' * 100000}", "line 13: it is nested too deeply"),
    ("agents: [left, right]", "agents: 5", "line 13: agents: this has to be a mapping"),
]


@pytest.mark.parametrize(("old", "new", "error"), DCOP_SLIPS)
def test_pydcop_is_refused_by_line(old: str, new: str, error: str) -> None:
    assert old in DCOP
    with pytest.raises(UserError) as found:
        read_pydcop(DCOP.replace(old, new, 1), 3)
    assert str(found.value).startswith(error)


@pytest.mark.parametrize("suffix", [".json", ".col", ".yaml"])
@pytest.mark.parametrize(
    ("told", "error"),
    [
        (b"", "it is empty; a problem is .json"),
        (b" \n\n", "it is empty"),
        (b"\xff\xfe\x00", "it is not UTF-8 text (byte 0)"),
        (b" " * (MAX_BYTES + 1), "it is empty"),
        (b"x" * (MAX_BYTES + 1), "it is larger than 512 KiB"),
    ],
)
def test_files_that_hold_no_text_are_refused(suffix: str, told: bytes, error: str, tmp_path: Path) -> None:
    file = tmp_path / f"odd{suffix}"
    file.write_bytes(told)
    with pytest.raises(UserError) as found:
        read_problem(file, 3, 3)
    assert str(found.value).startswith(error) or "larger" in str(found.value)


@given(st.text(st.sampled_from('{}[]",: \n-abch123pe.|&*!#%\x00\x85é'), max_size=60))
def test_random_text_is_refused_in_a_line(text: str) -> None:
    for read in (read_json, lambda t: read_dimacs(t, 2, 3), lambda t: read_pydcop(t, 2)):
        with pytest.raises(UserError) as found:
            read(text)
        assert "\n" not in str(found.value)


@given(st.data())
def test_files_with_a_damaged_place_are_read_or_refused(data: st.DataObject) -> None:
    for text, read in (
        (SMALL, read_json),
        (TRIANGLES, lambda t: read_dimacs(t, 2, 3)),
        (DCOP, lambda t: read_pydcop(t, 2)),
    ):
        at = data.draw(st.integers(0, len(text)))
        damaged = (
            text[:at] + data.draw(st.sampled_from(["", "9", '"', "{", "]", "\t", "\n", "x", "-", ":"])) + text[at + 1 :]
        )
        with suppress(UserError):
            read(damaged)


def test_a_problem_without_a_coloring_is_played_only_on_demand(tmp_path: Path) -> None:
    file = tmp_path / "clique.col"
    file.write_text("p edge 4 6\n" + "".join(f"e {u} {v}\n" for u in range(1, 5) for v in range(u + 1, 5)))
    with pytest.raises(UserError, match="With 3 colors this problem has no valid coloring: add a color"):
        prepare("coloring", {"problem": str(file), "clusters": 2}, {}, 1)
    header = prepare("coloring", {"problem": str(file), "clusters": 2, "solvable": False}, {}, 1)
    assert play_batch(header, 1, workers=1).games[0].reason == "impossible"
    assert prepare("coloring", {"problem": str(file), "clusters": 2, "colors": 4}, {}, 1)
    with pytest.raises(UserError, match="4 nodes cannot have 5 owners: -o clusters=4"):
        prepare("coloring", {"problem": str(file), "clusters": 5}, {}, 1)
    with pytest.raises(UserError, match="option clusters = 'x'"):
        prepare("coloring", {"problem": str(file), "clusters": "x"}, {}, 1)


@pytest.mark.parametrize(
    ("option", "has"), [("size=7", "its own"), ("clusters=5", "3 owners"), ("colors=4", "3 colors")]
)
def test_a_problem_from_a_file_has_the_sizes_that_it_has(tmp_path: Path, option: str, has: str) -> None:
    file, (name, value) = tmp_path / "three.json", option.split("=")
    file.write_text('{"owners": {"A": ["a1"], "H": ["h1"], "B": ["b1"]}, "edges": [["a1", "h1"], ["h1", "b1"]]}')
    with pytest.raises(
        UserError, match=rf"option {name} = {value}: .*three\.json is a complete problem and has {has};"
    ):
        prepare("coloring", {"problem": str(file), name: value}, {}, 1)
    assert prepare("coloring", {"problem": str(file), "clusters": "3", "size": "5"}, {}, 1)
