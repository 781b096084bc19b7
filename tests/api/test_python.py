"""Playbill from Python: in a script, in a running event loop, with scenes and agents defined three lines above."""

import ast
import asyncio
import doctest
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from msgspec.structs import replace

import playbill as pb
from core.engine.casting import prepare
from playbill import types
from playbill.types import Player
from tests.toy import Greedy, ToyScene

ROOT = Path(__file__).parents[2]


class First(pb.Agent):
    """The first legal action, and after `turns` of its own turns the last one."""

    def __init__(self, turns: int = 10**6) -> None:
        self.turns = turns

    def act(self, turn: pb.Turn) -> pb.Action:
        self.turns -= 1
        return turn.legal[0] if self.turns >= 0 else turn.legal[-1]


class Mine(ToyScene):
    name = "mine"
    summary = "a scene of a test"


# -- the names


def test_every_name_is_there_and_documented() -> None:
    assert not {*pb.__all__} & {*types.__all__}, "a name has one place"
    assert dir(pb) == pb.__all__
    for name in pb.__all__:
        value = getattr(pb, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__doc__, name
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = getattr(pb, "Nothing")  # noqa: B009


def test_what_types_are_checked_with_is_what_is_loaded() -> None:
    tree = ast.parse((ROOT / "playbill/__init__.py").read_text("utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If) and isinstance(node.test, ast.Name))
    imported = {alias.asname: n.module for n in block.body if isinstance(n, ast.ImportFrom) for alias in n.names}
    assert imported == pb._MODULES


EXAMPLES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for folder in ("core", "playbill", "scenes", "tui")
    for path in (ROOT / folder).rglob("*.py")
    if ">>> " in path.read_text("utf-8")
)
"""Modules with examples in docstrings."""


@pytest.mark.parametrize("module", EXAMPLES)
def test_the_examples_in_docstrings_run(module: str) -> None:
    result = doctest.testmod(import_module(module.removesuffix(".__init__")), optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0
    assert result.failed == 0


def test_every_public_function_and_class_has_an_example_and_documents_its_arguments() -> None:
    for value in (getattr(pb, name) for name in pb.__all__):
        doc = inspect.getdoc(value) or ""
        if inspect.isclass(value) or inspect.isfunction(value):
            assert ">>> " in doc, value
        if inspect.isfunction(value) and value is not pb.aplay:  # `aplay` refers to `play`
            assert all(f"    {name}: " in doc for name in inspect.signature(value).parameters if name != "options"), doc


def test_types_are_for_everybody() -> None:
    assert all((ROOT / folder / "py.typed").is_file() for folder in ("playbill", "core", "scenes", "tui", "themes"))


# -- play, verify, branch


def test_agents_as_class_instance_and_factory() -> None:
    cast: dict[str, Player] = {"Ann": First, "Bob": First(3), "Cat": lambda: First(2)}
    game = pb.play("coup", {"players": 3}, cast, seed=4)
    here = f"py:{__name__}:"
    assert game.header.cast["Ann"] == f"{here}First"
    assert game.header.cast["Bob"].startswith(f"{here}First#")
    assert "<lambda>#" in game.header.cast["Cat"]
    assert pb.play("coup", {"players": 3}, cast, seed=4).events[-1].data == game.events[-1].data
    assert pb.verify(game) == len(game.events)
    assert game.reason == "won"
    assert game.board() == game.scene.board()


def test_a_scene_defined_above_is_played_recorded_and_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    game = pb.play(Mine, {"players": 2}, {"A": First}, record=path)
    assert (game.header.scene, game.path) == ("mine", path)
    again = pb.load(path)
    assert (again.outcome, again.board("A"), again.path) == (game.outcome, game.board("A"), path)
    assert pb.verify(path) == len(game.events)
    other = pb.branch(path, 5, cast={"*": "random"}, seed=9, record=tmp_path / "branch.jsonl")
    assert other.events[:3] == again.events[:3]
    assert other.header.parent is not None
    assert pb.load(tmp_path / "branch.jsonl").events == other.events
    assert pb.verify(tmp_path / "branch.jsonl") == len(other.events)


def test_one_thing_is_changed_and_the_rest_is_held(tmp_path: Path) -> None:
    game = pb.play("coloring", seed=3)
    at, colored = next((e.n, e.data.colors) for e in game.events if e.kind == "colored")  # type: ignore[attr-defined]
    node, was = next(iter(colored.items()))
    color = next(color for color in game.scene.observe("").problem.colors if color != was)
    other = pb.branch(game, at, change=f"{node}={color}", record=tmp_path / "branch.jsonl")
    assert next(e.data.sentence() for e in other.events if e.kind == "changed").endswith(f"{node}={color}")
    assert pb.verify(tmp_path / "branch.jsonl") == len(other.events)
    said = next(event.n for event in game.events if event.kind == "said" and event.turn)
    quiet = pb.branch(game, withhold=said)
    assert quiet.path is None
    assert quiet.events[said - 1].kind == "withheld"
    with pytest.raises(pb.UserError, match="leave out all but one"):
        pb.branch(game, withhold=said, reply="no")


def test_a_name_stands_for_one_scene() -> None:
    assert pb.register(Mine) is Mine
    newer = pb.register(type("Mine", (ToyScene,), {"name": "mine", "summary": "the cell was run again"}))
    assert pb.play("mine").scene.__class__ is newer
    with pytest.raises(pb.UserError, match="A scene called 'coup' is installed; give Other another name"):
        pb.register(type("Other", (ToyScene,), {"name": "coup", "summary": ""}))
    with pytest.raises(pb.UserError, match=r"Half cannot be registered: it lacks decide, .*observe"):
        pb.register(type("Half", (pb.Scene,), {"name": "half"}))
    mute = type("Mute", (ToyScene,), {"name": "mute", "legal": lambda self, name: ()})
    with pytest.raises(pb.SceneError, match="legal should list the actions of A, who was picked"):
        pb.play(mute, cast={"*": "random"})
    with pytest.raises(pb.UserError, match="it is not a Scene"):
        pb.register(First)  # type: ignore[type-var]


def test_a_row_a_game() -> None:
    rows = pb.batch(Mine, 4, {"players": 2}, {"A": First}, seed=3, rotate=True)
    assert [(row.seed, list(row.cast.values()).index("rules")) for row in rows] == [(3, 1), (3, 0), (4, 1), (4, 0)]
    assert all(
        row.error == "" and row.outcome.metrics["taken"] is not None and row.turns and row.events for row in rows
    )
    assert rows[0].flat()["plays A"] == f"py:{__name__}:First"


@pytest.mark.slow
def test_a_batch_over_processes_takes_what_they_can_import() -> None:
    alone = pb.batch(Mine, 2, cast={"A": First})
    assert pb.batch(Mine, 2, cast={"A": First}, workers=2) == alone

    class Local(First):
        pass

    for player in (Local, First()):
        with pytest.raises(pb.UserError, match="Workers cannot import"):
            pb.batch(Mine, 2, cast={"A": player}, workers=2)


async def test_in_a_running_loop_as_in_a_notebook(tmp_path: Path) -> None:
    class Waits(First):
        async def act(self, turn: pb.Turn) -> pb.Action:  # type: ignore[override]
            await asyncio.sleep(0)
            return super().act(turn)

    game = pb.play(Mine, cast={"A": Waits}, record=tmp_path / "game.jsonl")
    assert pb.verify(game) == len(game.events)
    assert (await pb.aplay(Mine, cast={"A": Waits})).outcome == game.outcome
    assert pb.batch(Mine, 1, cast={"A": Waits})[0].outcome == game.outcome
    assert pb.branch(game, "t2").outcome == game.outcome


async def test_a_branch_asks_no_server_that_a_foreign_recording_names(tmp_path: Path) -> None:
    server = {"openai/far": {"base": "http://models.example:8000/v1"}}
    game = pb.play("coup", {"players": 2, "max_turns": 4}, {"Ann": "llm:mock", "Bob": "random"})
    header = replace(game.header, cast={"Ann": "llm:openai/far", "Bob": "random"}, models=server)
    with pytest.raises(pb.UserError, match=r"send prompts to openai/far at http://models\.example"):
        pb.branch(pb.Played(header, game.events), "t2")


# -- what goes wrong


@pytest.mark.parametrize(
    ("player", "says"),
    [
        (3, "3 cannot play"),
        (int, "int is not an Agent"),
        (lambda: 3, "returned 3, which is not an Agent"),
        (lambda: First(no=1), r"cannot be made without arguments: TypeError: .*'no'.*test_python.py, line \d+"),  # type: ignore[call-arg]
        ("ruls", "did you mean rules"),
        ("human", "A human at Ann needs the screen"),
    ],
)
def test_who_cannot_be_seated_is_refused_in_one_line(player: Player, says: str) -> None:
    with pytest.raises(pb.UserError, match=says) as caught:
        pb.play("coup", cast={"Ann": player})
    assert "\n" not in str(caught.value)


def test_an_error_in_an_agent_is_told_as_its_own_and_the_run_goes_on_later(tmp_path: Path) -> None:
    class Trips(Greedy):
        broken = True

        def act(self, turn: pb.Turn) -> pb.Action:
            if self.broken and turn.number > 3:
                raise KeyError("lost\nit")
            return super().act(turn)

    path = tmp_path / "game.jsonl"
    says = r"^B \(py:.*Trips\) failed: KeyError: 'lost\\nit' \(test_python.py, line \d+\)$"
    with pytest.raises(pb.AgentError, match=says):
        pb.play(Mine, {"tokens": 9}, {"B": Trips}, record=path)
    stopped = pb.load(path)
    assert stopped.reason == ""
    assert pb.verify(stopped) == len(stopped.events) > 3
    Trips.broken = False
    assert pb.branch(path, len(stopped.events)).reason == "empty"


@pytest.mark.parametrize("nonsense", [None, 42, ["pass"]])
@pytest.mark.parametrize("ordering", ["sequential", "asynchronous"])
def test_what_is_no_action_is_told(nonsense: object, ordering: str) -> None:
    class Dreams(pb.Agent):
        def act(self, turn: pb.Turn) -> pb.Action:
            return nonsense  # type: ignore[return-value]

    with pytest.raises(pb.AgentError, match=r"A \(py:.*Dreams\) returned .*, which is not an action of this scene"):
        pb.play(Mine, {"ordering": ordering}, {"A": Dreams})


def test_watch_wants_a_terminal() -> None:
    with pytest.raises(pb.UserError, match="needs a terminal"):
        pb.watch(pb.play(Mine))


def test_the_seed_decides_what_the_command_line_plays() -> None:
    assert pb.play(Mine, seed=11).header.stable() == prepare("mine", {}, {}, 11).stable()


# -- in a program of its own

SCRIPT = """
import playbill as pb

class Mild(pb.Agent):
    def act(self, turn: pb.Turn) -> pb.Action:
        return turn.legal[-1]

game = pb.play("coup", cast={"*": "random", "Ann": Mild}, record="game.jsonl")
rows = pb.batch("coup", 2, cast={"*": Mild})
print(game.header.cast["Ann"], pb.verify("game.jsonl") == len(game.events), [row.error for row in rows])
"""


def test_a_script_and_what_its_recording_says_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "py:__main__:Mild True ['', '']\n"
    with pytest.raises(pb.UserError, match="py:__main__:Mild: it was defined in a script, a notebook or a function"):
        pb.verify(tmp_path / "game.jsonl", allow=["py:__main__"])


# -- what hides what


@pytest.mark.parametrize("name", ["core"])
@pytest.mark.parametrize("kind", ["folder", "package", "module"])
def test_something_that_hides_a_package_of_ours_is_found(tmp_path: Path, name: str, kind: str) -> None:
    folder = tmp_path / name
    if kind == "module":
        folder.with_suffix(".py").touch()
    else:
        folder.mkdir()
    if kind == "package":
        (folder / "__init__.py").touch()
    code = "import sys; sys.path.insert(0, '.'); import playbill"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    if kind == "folder":  # a folder that is no package hides none
        assert (done.returncode, done.stderr) == (0, "")
        return
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert last.endswith(f"hides Playbill's own package {name!r}: rename it, or run from another folder.")


def test_the_command_says_what_hides_what_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "scenes.py").touch()
    done = subprocess.run([sys.executable, "-m", "playbill", "scenes"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("playbill: ")
    assert done.stderr.count("\n") == 1


def test_the_readme_does_what_it_says(site: Path) -> None:
    section = (ROOT / "README.md").read_text("utf-8").partition("\n## From Python\n")[2]
    code = section.partition("```python\n")[2].partition("```")[0]
    names: dict[str, object] = {"__name__": "readme"}
    exec(code, names)
    assert isinstance(names["game"], pb.Played)
    assert isinstance(names["rows"], list)
    assert {row.error for row in names["rows"]} == {""}
    assert (site / "game.jsonl").is_file()
