"""Owners and humans that speak in words: sentences are true, read as meant, and together tell all that is known."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from core.engine.agents import Agent
from core.engine.casting import prepare, set_up
from core.engine.chance import Draw
from core.engine.events import Event, Said
from core.engine.turn import Turn
from scenes.coloring.actions import Action, Color, Message, Pass, Satisfied, Say
from scenes.coloring.bots.decision import why_constrained
from scenes.coloring.bots.rule_based import plan
from scenes.coloring.events import Colored, Flagged, Posed
from scenes.coloring.negotiation.offers import Offer, OfferChanged, Proposed, find_mentioned
from scenes.coloring.negotiation.requests import least_conflicting
from scenes.coloring.problem.generation import default_problem
from scenes.coloring.rules.observation import Asked, Observation
from scenes.coloring.scene import ColoringScene
from scenes.coloring.solvers.bound import Bound, nothing_known
from scenes.coloring.talk import phrases
from scenes.coloring.talk.language import Understood, understand
from scenes.coloring.talk.phrases import express_in_words, polite_answer, varied_words
from scenes.coloring.talk.speech import (
    Bounded,
    Compatible,
    Deal,
    Gathered,
    Intended,
    Misread,
    Offered,
    Reported,
    Requested,
)
from tests.core.table import ended, play, run_of
from tests.corpora import corpus
from tests.scenes.coloring_checker import Rules, Words, false_offers, false_sentences, spoken
from tests.scenes.coloring_games import DEFAULT, person, played, sees
from tests.scenes.test_coloring_language import summary

SPOKEN = ("llm_u", "llm_c", "llm_f")


def test_costs_are_read_from_sentences() -> None:
    """None are read where the node or color does not exist, is the speaker's own, or depends on a condition."""
    for words, costs in corpus("coloring_words")["costs"]:
        read = [cost for meaning in understand(DEFAULT, "A", words).meanings for cost in meaning.costs]
        assert {cost.colors_text: cost.conflicts for cost in read} == costs


@pytest.mark.parametrize("seed", range(6))
def test_a_bound_is_the_same_in_few_costs(seed: int) -> None:
    draw = Random(seed)
    nodes = ("h1", "h4", "h5")[: draw.randint(1, 3)]
    spread = draw.choice(["01", "0012", "0123456789"])
    bound = Bound(nodes, "".join(draw.choice(spread) for _ in range(3 ** len(nodes))))
    costs = bound.costs(DEFAULT)
    assert nothing_known(DEFAULT, nodes).with_costs(DEFAULT, costs) == bound
    known = nothing_known(DEFAULT, nodes)
    for cost in costs:
        before, known = known, known.with_costs(DEFAULT, [cost])
        assert known != before


async def games(mode: str, seeds: Sequence[int], bot: str = "chatty", **options: Any) -> list[list[Event]]:
    return [(await played(seed, cast={"*": bot}, mode=mode, **options)).events for seed in seeds]


@pytest.mark.parametrize("mode", SPOKEN)
async def test_who_speaks_is_known_by_its_words_alone(mode: str) -> None:
    for events in await games(mode, range(40, 42)):
        assert not [e for e in events if isinstance(e.data, Reported | Requested | Bounded)]
        assert all(e.audience == (e.agent,) for e in events if isinstance(e.data, Intended | Gathered))
        assert all(e.audience == () for e in events if isinstance(e.data, Misread))
        read = [e for e in events if isinstance(e.data, Gathered)]
        assert len(read) == len([e for e in events if isinstance(e.data, Said)])
        result = ended(events).result
        misread = [e.data for e in events if isinstance(e.data, Misread)]
        assert result["statements"] == sum(each.meant for each in misread)
        assert result["missed"] == sum(len(each.missed) for each in misread)
        assert result["mistaken"] == sum(len(each.mistaken) for each in misread)


async def test_typed_bots_and_typed_modes_are_as_they_were() -> None:
    (typed,) = await games("llm_u", [4], bot="rules")
    (other,) = await games("rb", [4], bot="rules")
    (spoken,) = await games("rb", [4])
    bodies = [[e.data for e in events][1:-1] for events in (typed, other, spoken)]
    assert bodies[0] == bodies[1] == bodies[2]


@pytest.mark.parametrize(("mode", "told"), [("llm_u", "cost"), ("llm_c", "never"), ("llm_f", "")])
async def test_each_mode_tells_what_it_is_for(mode: str, told: str) -> None:
    counted = 0
    for events in await games(mode, range(4)):
        for event in events:
            match event.data:
                case Intended(meant=meant):
                    counted += len(meant.costs)
                    assert len(meant.costs) <= phrases.MOST_COSTS
                    assert mode == "llm_u" or all(cost.conflicts == 1 for cost in meant.costs)
                case Offered() | Compatible() if mode == "llm_f":
                    assert event.audience == (event.agent,)
    assert bool(counted) == bool(told)


@pytest.mark.parametrize("mode", SPOKEN)
@pytest.mark.few(1)
async def test_owners_that_speak_come_to_agree(mode: str) -> None:
    """They nearly always agree: a missed message is repeated."""
    results = [ended(events).result for events in await games(mode, range(60, 70))]
    assert sum(bool(result["solved"]) for result in results) >= 9


async def test_what_a_person_says_of_costs_is_known() -> None:
    _, scene, _ = await person("say @A a4 green never works for me", "pass", max_turns=2)
    known = scene.observe("A").bounds["H"].bound
    assert known.of(DEFAULT, dict.fromkeys(known.nodes, "green")) >= 1
    assert known.of(DEFAULT, dict.fromkeys(known.nodes, "red")) == 0


def test_what_is_offered_for_nothing_is_said_without_a_condition() -> None:
    seen = sees(DEFAULT, mode="llm_u")
    gift = Message(to="H", deal=Deal({"a4": "red"}, {}))
    words = {phrases.varied_words(seen, gift, Draw(seed)) for seed in range(20)}
    assert len(words) == 2
    assert all("a4 red" in each and "If you" not in each for each in words)
    assert gift.meant.sentence() == "a4 red"


class Talker(Agent):
    """An owner that colors by exact search and talks in sentences of its own.

    It reads nothing but its observation, and sends no typed part.
    """

    def __init__(self) -> None:
        self.todo: list[Action] = []

    def act(self, turn: Turn) -> Action:
        if not self.todo:
            self.todo = self.turn(turn.observation, turn)
        return self.todo.pop(0)

    def turn(self, seen: Observation, turn: Turn) -> list[Action]:
        made = plan(seen, turn.chance)
        out: list[Action] = [Color(n, c) for n, c in made.move(seen).colors.items()]
        for message in made.messages:
            words = varied_words(seen, express_in_words(seen, message), Draw(turn.number))
            out += [Say(f"@{message.to} {words}")] if words else []
        return [*out, Satisfied() if made.verdict.satisfied else Pass()]


@pytest.mark.parametrize("seed", [21, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(22, 26))])
async def test_a_person_agrees_by_words_alone(seed: int) -> None:
    options = {"difficulty": "hard", "mode": "llm_u"}
    cast = {"A": "chatty", "B": "chatty"}
    events = await play(run_of(prepare("coloring", options, cast, seed), {"H": Talker()}))
    spoken = [event for event in events if isinstance(event.data, Gathered) and event.agent == "H"]
    assert spoken
    assert ended(events).result["solved"], ended(events).reason


OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"penalty": 1},
    {"snap": 15, "max_turns": 15},
    {"difficulty": "hard"},
    {"difficulty": "medium", "fixed": 2},
)


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(100, 110))
async def test_no_sentence_of_an_agent_is_false(seed: int) -> None:
    options = OPTIONS[seed % len(OPTIONS)]
    said, events = await spoken(seed, Words if seed % 2 else Rules, **options)
    assert said
    assert [found for each in said for found in false_sentences(each)] == []
    problem = next(event.data.problem for event in events if isinstance(event.data, Posed))
    assert [*false_offers([event for event in events if event.agent != "H"], problem)] == []


async def test_the_checker_finds_lies() -> None:
    """The lies are a figure off by one conflict, and a lock that does not exist."""
    found: Counter[str] = Counter()
    for seed in (100, 103):
        said, _ = await spoken(seed, Rules)
        for each in said:
            own = next(iter(each.seen.colors), "")
            lies = f"{each.text} With h2 red it could be 990. {own} is locked to red. Please make h2 red and h5 red."
            found.update(each.rule for each in false_sentences(each._replace(text=lies, to="H")))
    assert min(found[rule] for rule in ("reach", "locked", "ask clashes")) > 0


def test_nobody_is_asked_for_one_color_on_joined_nodes() -> None:
    problem = default_problem()
    every = [{"a4": a, "a5": b} for a in problem.colors for b in problem.colors]
    assert least_conflicting(problem, every, {}) == [each for each in every if each["a4"] != each["a5"]]
    one = [{"a4": color} for color in problem.colors]
    assert {"a4": "red"} not in least_conflicting(problem, one, {"a5": "red"})
    assert least_conflicting(problem, [{"a4": "red"}], {"a5": "red"}) == [{"a4": "red"}], "the best that there is"


def test_a_promise_is_no_lock() -> None:
    own = {"h1": "red"}
    kept = sees(default_problem(), "H", {}, colors=own, fixed=own, held=own)
    assert why_constrained(kept, "h1") == "kept by a promise"
    assert kept.locked == {}
    assert why_constrained(sees(default_problem(), "H", {}, colors=own, fixed=own), "h1") == "locked"


# -- sentences of humans


def _read(text: str) -> Understood:
    return understand(default_problem(), "H", text)


RETRACTIONS = corpus("coloring_retractions")


def test_retractions_and_wishes_of_others_are_no_requests() -> None:
    for text, taken in RETRACTIONS["tuned"] + RETRACTIONS["held_out"]:
        assert summary(_read(text)) == taken


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("my friend thinks a2 should be red, and I agree", "ask A: a2 = red"),
        ("I don't want a2 red", "ask A: a2 not red"),
        ("my side needs a2 red", "ask A: a2 = red"),
    ],
)
def test_own_wishes_are_still_taken(text: str, taken: str) -> None:
    assert summary(_read(text)) == taken


def test_thanks_and_apologies_are_answered_as_such() -> None:
    for text, answer in RETRACTIONS["courtesies_tuned"] + RETRACTIONS["courtesies_held_out"]:
        assert all(meaning.greets for meaning in _read(text).meanings)
        assert polite_answer(text) == answer


def test_words_on_an_offer_mean_one_with_who_is_spoken_to() -> None:
    offer = Offer(1, "B", "H", {"b2": "red"}, {"h2": "blue"}, {}, False, 1)
    assert find_mentioned([offer], "H", "A", "accept", 0) is None
    assert find_mentioned([offer], "H", "B", "accept", 0) is offer
    assert find_mentioned([offer], "H", None, "accept", 0) is offer


@pytest.mark.parametrize(("breaker", "held"), [("H", {}), ("A", {"a2": Asked("H", "blue")})])
def test_who_ends_an_agreement_holds_nobody_to_it(breaker: str, held: dict[str, Asked]) -> None:
    """An agent does not say that it broke a promise if the human withdrew from the agreement."""
    scene, chance = set_up(prepare("coloring", {"fixed": 0}, {}, 1))
    assert isinstance(scene, ColoringScene)
    for event in scene.start(chance):
        scene.apply(event)
    for body, name in (
        (Proposed(1, "A", {"h1": "red"}, {"a2": "blue"}), "H"),
        (OfferChanged(1, "accepted"), "A"),
        (Colored({"a2": "blue"}, {}), "A"),
        (Flagged(True, True), "A"),
        (OfferChanged(1, "broken", f"{breaker} takes it back"), breaker),
    ):
        scene.apply(body.by(name))
    assert scene.observe("A").granted == held
