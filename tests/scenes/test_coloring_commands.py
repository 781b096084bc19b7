"""What may be done in the coloring scene, how it is written, and what a refusal says."""

from typing import Any

import pytest

from core.engine.casting import configure
from core.engine.events import Rejected
from core.errors import IllegalAction, UserError
from scenes.coloring.actions import Color, Impossible, Message, Move, Pass, Satisfied, Say
from scenes.coloring.events import Cleared, Colored, Flagged
from scenes.coloring.scene import ColoringScene
from scenes.coloring.talk.speech import Requested
from tests.core.table import Does, play
from tests.scenes.test_coloring_scene import VALID, game, lines, of, own, scene_of, whole


async def table(**options: Any) -> ColoringScene:
    """The scene after A's first turn, in which nothing happens."""
    run = game(max_turns=1, **options)
    await play(run)
    return scene_of(run)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("color h2 red", Color("h2", "red")),
        ("colour H2 RED", Color("h2", "red")),
        ("h2 g", Color("h2", "green")),
        ("h2=blue", Color("h2", "blue")),
        ("h2 to b", Color("h2", "blue")),
        ("say @B b2 red", Say("@B b2 red")),
        ("PASS", Pass()),
        (" satisfied ", Satisfied()),
        ("impossible", Impossible()),
        ("move h1=red h2=g satisfied", Move(colors={"h1": "red", "h2": "green"}, satisfied=True)),
        ("move", Move(colors={}, satisfied=False)),
    ],
)
async def test_commands(text: str, action: object) -> None:
    scene = await table()
    assert scene.parse("H", text) == action
    assert scene.parse("H", scene.describe(action)) == action


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "commands are: color NODE COLOR, say TEXT"),
        ("hello", "I can't read 'hello'"),
        ("say", "TEXT is missing; write say TEXT"),
        ("pass now", "'now' is too much; write pass"),
        ("color h9 red", "there is no node h9; nodes are a1, a2"),
        ("color h1 pink", "'pink' is not a color here; known: red, green, blue"),
        ("move h1=pink", "'pink' is not a color here"),
        ("move h1=", "'' is not a color here"),
    ],
)
async def test_what_cannot_be_read_says_what_could(text: str, why: str) -> None:
    scene = await table()
    with pytest.raises(IllegalAction) as caught:
        scene.parse("H", text)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("name", "action", "why"),
    [
        ("H", Color("x9", "red"), "there is no node x9; yours are h1, h2, h3, h4, h5"),
        ("H", Color("b2", "red"), 'b2 is B\'s; ask for it: "@B make b2 red"'),
        ("H", Color("h2", "pink"), "'pink' is not a color here; known: red, green, blue"),
        ("H", Satisfied(), "color h1, h2, h3, h4, h5 first, then you can be satisfied"),
        ("A", Impossible(), "only the human can declare it impossible; you can pass"),
        ("H", Say("@B"), "there is nothing to say"),
        ("H", Say("@Zoe hi"), "nobody is called Zoe here: @A, @B"),
        ("H", Say("@H hi"), "you are H: write @A or @B"),
        ("H", "nonsense", "commands are:"),
        ("H", Move(colors={"a1": "red"}, satisfied=False), "a1 is A's"),
        ("A", Move(colors={}, satisfied=False, messages=(Message(to="Z"),)), "A can't write to Z"),
        ("A", Move(colors={}, satisfied=False, messages=(Message(to=""),)), "others are H, B"),
        ("A", Move(colors={}, satisfied=False, messages=(Message(to="H", request={"b2": "red"}),)), "its own nodes"),
        ("A", Move(colors={}, satisfied=False, messages=(Message(to="H", report={"h1": "red"}),)), "its own nodes"),
    ],
)
async def test_what_may_not_be_done_says_why(name: str, action: Any, why: str) -> None:
    scene = await table()
    with pytest.raises(IllegalAction) as caught:
        scene.check(name, action)
    assert why in str(caught.value)


@pytest.mark.parametrize("color", ["pink", "RED"])
@pytest.mark.parametrize("part", ["request", "report"])
async def test_a_message_names_colors_of_the_problem_only(part: str, color: str) -> None:
    scene = await table()
    message = Message(to="H", request={"h1": color}) if part == "request" else Message(to="H", report={"a2": color})
    with pytest.raises(IllegalAction, match="is not a color here"):
        scene.check("A", Move(colors={}, satisfied=False, messages=(message,)))


async def test_a_locked_node_keeps_its_color() -> None:
    scene = await table(fixed=1)
    ((node, color),) = scene.observe("H").fixed.items()
    other = next(c for c in scene.world.problem.colors if c != color)
    with pytest.raises(IllegalAction, match=f"{node} is locked to {color}"):
        scene.check("H", Color(node, other))
    with pytest.raises(IllegalAction, match=f"{node} is locked to {color}"):
        scene.check("H", Move(colors={node: other}, satisfied=False))
    scene.check("H", Move(colors={node: color}, satisfied=False))


@pytest.mark.parametrize("seed", range(5))
async def test_what_is_legal_passes_and_can_be_written(seed: int) -> None:
    scene = await table(fixed=seed % 4, seed=seed)
    for name in scene.names:
        actions = scene.legal(name)
        assert (Impossible() in actions) is (name == "H")
        assert Satisfied() not in actions
        for action in actions:
            scene.check(name, action)
            assert scene.parse(name, scene.describe(action)) == action


async def test_legal_is_all_that_changes_an_own_free_node() -> None:
    scene = await table(fixed=1)
    fixed = scene.observe("H").fixed
    for node in scene.world.problem.nodes:
        for color in scene.world.problem.colors:
            may = scene.world.problem.owner[node] == "H" and node not in fixed
            assert (Color(node, color) in scene.legal("H")) is may


async def test_satisfied_is_legal_once_all_is_colored() -> None:
    run = game({"A": Does(whole("A"))}, max_turns=1)
    await play(run)
    assert Satisfied() in run.scene.legal("A")
    run.scene.check("A", Satisfied())


async def test_a_refused_command_costs_no_turn() -> None:
    events = await play(game({"H": lines("color b2 red", "satisfied", "h1 red", "pass")}, max_turns=2))
    why = [event.data.why for event in events if isinstance(event.data, Rejected)]
    assert why == [
        'b2 is B\'s; ask for it: "@B make b2 red"',
        "color h1, h2, h3, h4, h5 first, then you can be satisfied",
    ]
    assert of(events, Colored, "H") == [Colored({"h1": "red"}, {})]
    assert len(of(events, Flagged, "H")) == 1


async def test_requests_that_were_not_met_are_not_granted() -> None:
    """A's turn ends without a change to what H asked for."""
    agents = {"A": Does(whole("A"), Move(colors={}, satisfied=False)), "H": lines("say @A a2 red, a4 green", "pass")}
    run = game(agents, max_turns=4)
    events = await play(run)
    assert of(events, Cleared, "A") == [Cleared({"a2": "red", "a4": "green"}, {}, ("H",))]
    assert own("A")["a4"] == VALID["a4"] == "green"
    assert list(run.scene.observe("A").granted) == ["a4"]
    assert run.scene.observe("A").asked == {}


async def test_a_whole_move_asks_as_words_do() -> None:
    ask = Move(colors={}, satisfied=False, messages=(Message(to="H", request={"h1": "red"}),))
    run = game({"A": Does(ask)}, max_turns=1)
    events = await play(run)
    assert of(events, Requested) == [Requested("H", {"h1": "red"})]
    assert run.scene.observe("H").asked["h1"].by == "A"
    assert run.scene.observe("A").requests == {"h1 = red": 1}


@pytest.mark.parametrize("option", ["penalty", "snap"])
def test_a_cost_is_a_finite_number(option: str) -> None:
    for value in ("inf", "nan", "-1"):
        with pytest.raises(UserError, match=option):
            configure(ColoringScene, {option: value})


def test_sizes_of_its_own_mean_a_generated_problem() -> None:
    assert configure(ColoringScene, {"clusters": 8}).problem == "generate"
    assert configure(ColoringScene, {"clusters": 3, "density": "0.4"}).problem == "default"
    assert configure(ColoringScene, {"colors": 4, "difficulty": "hard"}).problem == "default", "hard ones are generated"
    with pytest.raises(UserError, match=r"topology = ring: the built-in graph .* -o problem=generate"):
        configure(ColoringScene, {"problem": "default", "topology": "ring"})
