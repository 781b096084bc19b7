"""Problems that have to be negotiated: grades, private points, message budgets, tempers."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.engine.agents import Scripted
from core.engine.audience import may_know
from core.engine.casting import prepare, set_up
from core.engine.chance import Draw
from core.engine.events import Event, Said
from core.errors import IllegalAction, UserError
from core.lab.batch import play_batch
from scenes.coloring.actions import Message, Move, Propose, Say, is_report, within
from scenes.coloring.config import ColoringConfig, make_problem, read_tempers
from scenes.coloring.events import Graded, Posed, Valued
from scenes.coloring.negotiation.bargaining import bargain, drop_resisted
from scenes.coloring.negotiation.offers import Offer, Proposed
from scenes.coloring.problem.difficulty import alone
from scenes.coloring.problem.graph import Coloring
from scenes.coloring.rules.legality import admit
from scenes.coloring.rules.observation import Asked
from scenes.coloring.scene import ColoringScene
from scenes.coloring.talk.speech import Bounded, Compatible, Offered, Requested
from tests.core.table import play, run_of
from tests.examples import counts, examples
from tests.scenes.test_coloring_decision import sees
from tests.scenes.test_coloring_rules import tiny

TALK = (Requested, Proposed, Offered, Compatible, Bounded, Said)


async def played(seed: int = 2, agents: Any = None, **options: Any) -> tuple[ColoringScene, list[Event]]:
    run = run_of(prepare("coloring", options, {}, seed), agents)
    events = await play(run)
    assert isinstance(run.scene, ColoringScene)
    return run.scene, events


# -- grades


def test_a_problem_that_owners_solve_by_themselves_is_graded_so() -> None:
    easy, chained = tiny("a1-h1"), tiny("a1-h1 h1-b1", colors=2)
    assert alone(easy, {}, Draw(1)) == 1
    assert alone(chained, {"a1": "red", "b1": "red"}, Draw(1)) == 1, "the one in the middle has a color left"


@pytest.mark.parametrize(("level", "most"), [("medium", 0.75), ("hard", 0.4), ("expert", 0.0)])
@counts(1, 4)
@pytest.mark.few(1)
def test_a_level_makes_problems_of_its_grade(level: Any, most: float, count: int) -> None:
    shares = []
    for seed in range(count):
        posed = make_problem(ColoringConfig(difficulty=level), seed)
        assert posed.grade
        assert posed.witness
        assert not posed.problem.conflicts(posed.witness)
        assert posed.witness.items() >= posed.fixed.items()
        shares.append(posed.grade.alone)
    assert sum(share <= most for share in shares) >= count - 1, "now and then only a nearest one is found"


@examples(12)
@given(
    st.sampled_from(["medium", "hard", "expert"]),
    st.integers(2, 4),
    st.integers(1, 4),
    st.integers(2, 6),
    st.integers(0, 3),
)
@pytest.mark.slow
def test_every_size_has_a_nearest_problem(level: Any, clusters: int, size: int, colors: int, fixed: int) -> None:
    config = ColoringConfig(difficulty=level, clusters=clusters, size=size, colors=colors, fixed=fixed)
    try:
        posed = make_problem(config, 1)
    except UserError as error:
        assert "No such problem" in str(error)  # noqa: PT017  sizes that leave no room
        return
    assert posed.private
    assert posed.grade


@pytest.mark.parametrize(
    "options", [{"solvable": False}, {"problem": {"owners": {"A": ["a1"], "H": ["h1"]}, "edges": [["a1", "h1"]]}}]
)
def test_only_a_solvable_generated_problem_has_a_difficulty(options: dict[str, Any]) -> None:
    with pytest.raises(UserError, match="-o difficulty=easy"):
        prepare("coloring", {**options, "difficulty": "hard"}, {}, 1)


@pytest.mark.slow
def test_bots_that_do_not_talk_fail_more_often() -> None:
    def agreed(messages: str) -> int:
        options = {"difficulty": "expert", "messages": messages, "max_turns": 24}
        headers = [prepare("coloring", options, {}, seed) for seed in (2, 6, 8)]
        games = [play_batch(header, 1, workers=1).games[0] for header in headers]
        return sum(game.reason == "consensus" and bool(game.metrics["solved"]) for game in games)

    assert agreed("any") == 3
    assert agreed("0") <= 1


async def test_the_default_game_is_graded_by_nobody() -> None:
    _, events = await played()
    assert not any(isinstance(event.data, Graded | Valued) for event in events)


# -- private points


async def test_points_are_known_to_their_owner_alone() -> None:
    scene, events = await played(difficulty="hard")
    for name in scene.names:
        points = scene.observe(name).problem.preferences
        for node, owner in scene.world.problem.owner.items():
            assert (points[node] == scene.world.problem.preferences[node]) == (owner == name) or not any(
                scene.world.problem.preferences[node].values()
            )
    posed = next(event.data for event in events if isinstance(event.data, Posed))
    assert not any(value for row in posed.problem.preferences.values() for value in row.values())
    for event in events:
        if isinstance(event.data, Valued):
            assert [name for name in scene.names if may_know(event, name, scene)] == [event.agent]
    scores = scene.outcome().scores
    assert sum(scores.values()) == scene.world.problem.score(scene.world.colors)
    assert scores.keys() == {*scene.names}


def test_forged_points_are_refused() -> None:
    for odd in ({"z9": {"red": 1.0, "green": 1.0, "blue": 1.0}}, {"a1": {"red": 1.0}}):
        with pytest.raises(ValueError, match="points are for other nodes or colors"):
            admit(tiny("a1-h1"), Valued(odd))


async def test_points_from_a_file_are_private_too() -> None:
    problem = {
        "owners": {"A": ["a1"], "H": ["h1"]},
        "edges": [["a1", "h1"]],
        "preferences": {"a1": {"red": 1, "green": 7, "blue": 0}},
    }
    scene, _ = await played(problem=problem)
    assert scene.observe("A").problem.preferences["a1"]["green"] == 7
    assert scene.observe("H").problem.preferences["a1"] == {"red": 0, "green": 0, "blue": 0}
    assert scene.world.colors["a1"] == "green"


# -- message budgets


async def test_without_messages_only_colors_are_told() -> None:
    _, events = await played(difficulty="medium", messages=0, max_turns=20)
    assert not [event.kind for event in events if isinstance(event.data, TALK)]
    assert any(event.kind == "reported" for event in events)


@pytest.mark.parametrize("budget", [1, 3])
async def test_nobody_says_more_than_its_budget(budget: int) -> None:
    scene, events = await played(difficulty="hard", messages=budget, max_turns=30)
    for name in scene.names:
        said = sum(event.agent == name and isinstance(event.data, Said) for event in events)
        assert said <= budget
        assert scene.observe(name).left == budget - said
    assert any(isinstance(event.data, Said) for event in events)


@pytest.mark.parametrize("mode", ["rb", "llm_u", "llm_c", "llm_f"])
def test_models_keep_to_their_budget(mode: str) -> None:
    header = prepare("coloring", {"messages": 2, "mode": mode}, {"*": "llm:mock"}, 4)
    game = play_batch(header, 1, workers=1).games[0]
    assert (game.reason, game.metrics["solved"]) == ("consensus", True)
    assert int(game.metrics["messages"] or 0) <= 6


async def test_a_person_without_messages_colors_and_passes() -> None:
    header = prepare("coloring", {"messages": 0}, {"H": "human"}, 1)
    scene, _ = set_up(header)
    assert isinstance(scene, ColoringScene)
    lines = Scripted(["color h1 red", "say @B make b2 blue", "pass"])
    played_on, events = await played(agents={"H": lines}, messages=0, max_turns=2)
    assert [event.data.why for event in events if event.kind == "rejected"] == [  # type: ignore[attr-defined]
        "you have no message left: your colors are reported when you pass or are satisfied"
    ]
    for action in (Say("hi"), Propose({"h1": "red", "a2": "blue"})):
        with pytest.raises(IllegalAction, match="no message left"):
            played_on.check("H", action)
    talk = Message(to="A", reply="hello", report={"h1": "red"})
    with pytest.raises(IllegalAction, match="1 messages say more than colors, and 0 are left"):
        played_on.check("H", Move(colors={}, satisfied=False, messages=(talk,)))


def test_what_exceeds_the_budget_becomes_a_report() -> None:
    words, silent = Message(to="A", reply="hello", report={"h1": "red"}), Message(to="B", report={"h2": "red"})
    assert within([words, silent], None) == [words, silent]
    assert [is_report(message) for message in within([words, silent, words], 1)] == [False, True, True]
    assert within([words], 0)[0].report == words.report


# -- tempers


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("nice", "there is no temper 'nice'"),
        ("Z=fair", "not 'Z'"),
        ("A=fair; A=stubborn", "not 'A'"),
        ("A=", "there is no temper ''"),
        ("fair; stubborn", "not '\\*'"),
    ],
)
def test_odd_tempers_are_refused(text: str, error: str) -> None:
    with pytest.raises(UserError, match=error):
        prepare("coloring", {"temper": text}, {}, 1)
    assert read_tempers("A=stubborn; *=accommodating", ("A", "H")) == {"A": "stubborn", "H": "accommodating"}


@pytest.mark.parametrize(
    ("temper", "known", "want", "answer"),
    [
        ("fair", {"a1": "red"}, {"h1": "green"}, "accepted"),
        ("stubborn", {"a1": "red"}, {"h1": "green"}, "accepted"),
        ("fair", {"a1": "blue"}, {"h1": "green"}, "accepted"),
        ("stubborn", {"a1": "blue"}, {"h1": "green"}, "refused"),
        ("fair", {"a1": "red"}, {"h1": "red"}, "refused"),
        ("accommodating", {"a1": "red"}, {"h1": "red"}, "accepted"),
    ],
)
def test_what_a_temper_agrees_to(temper: Any, known: Coloring, want: Coloring, answer: str) -> None:
    seen = replace(sees(tiny("a1-h1"), "H", known, colors={"h1": "green"}), temper=temper)
    offer = Offer(1, "A", "H", {}, want, {}, lasting=False, turn=1)
    told = bargain(replace(seen, offers=(offer,))).answers[0]
    assert getattr(told, "state", None) == answer


def test_who_is_stubborn_declines_what_costs_a_point() -> None:
    seen = sees(tiny("a1-h1"), "H", {"a1": "blue"}, colors={"h1": "red"})
    asked = replace(seen, asked={"h1": Asked("A", "green")})
    assert drop_resisted(asked) == (asked, {})
    stubborn = replace(asked, temper="stubborn")
    assert drop_resisted(stubborn)[0].asked == {}
    assert drop_resisted(stubborn)[1] == {"A": "No, I keep h1: anything else costs me."}
    glad = replace(stubborn, colors={"h1": "green"}, asked={"h1": Asked("A", "red")})
    assert drop_resisted(glad) == (glad, {})


async def test_a_temper_sits_on_a_seat() -> None:
    colors = ("color h1 red", "color h2 green", "color h3 blue", "color h4 red", "color h5 blue")
    had = {}
    for temper in ("B=stubborn", "A=stubborn"):
        lines = Scripted([*colors, "pass", "say @B make b2 green", "pass"])
        scene, events = await played(3, {"H": lines}, temper=temper, fixed=0, max_turns=6)
        had[temper] = scene.world.colors["b2"]
        answer = [event.data.text for event in events if event.turn == 6 and isinstance(event.data, Said)]
        assert any("No, I keep b2: anything else costs me." in text for text in answer) == (temper == "B=stubborn")
    assert had["A=stubborn"] == "green" != had["B=stubborn"]


@pytest.mark.parametrize("messages", ["-1", "many", "1e3", 10_001, -5])
def test_a_budget_that_is_none_is_refused_in_a_line(messages: object) -> None:
    with pytest.raises(UserError, match=r"option messages = .*: write any, or a number from 0 to 10000\.$"):
        prepare("coloring", {"messages": messages}, {}, 1)
