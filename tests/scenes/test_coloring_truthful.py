"""What agents of coloring say is true of what they know: recomputed by brute force, over whole games with a person."""

from collections import Counter
from typing import Any

import pytest

from core.engine.casting import prepare, set_up
from scenes.coloring.bots.decision import why_constrained
from scenes.coloring.events import Colored, Flagged, Posed
from scenes.coloring.negotiation.offers import Offer, OfferChanged, Proposed, spoken_of
from scenes.coloring.negotiation.requests import possible
from scenes.coloring.problem.generation import default_problem
from scenes.coloring.rules.observation import Asked
from scenes.coloring.scene import ColoringScene
from scenes.coloring.talk.english.fixed_forms import courtesy
from scenes.coloring.talk.english.language import Understood, understand
from tests.corpora import corpus
from tests.scenes.coloring_checker import Rules, Words, false_offers, false_sentences, spoken
from tests.scenes.test_coloring_decision import sees
from tests.scenes.test_coloring_language import summary

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"penalty": 1},
    {"snap": 15, "max_turns": 15},
    {"difficulty": "hard"},
    {"difficulty": "medium", "fixed": 2},
)


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", range(100, 110))
async def test_no_sentence_of_an_agent_is_false(seed: int) -> None:
    options = OPTIONS[seed % len(OPTIONS)]
    said, events = await spoken(seed, Words if seed % 2 else Rules, **options)
    assert said
    assert [found for each in said for found in false_sentences(each)] == []
    problem = next(event.data.problem for event in events if isinstance(event.data, Posed))
    assert [*false_offers([event for event in events if event.agent != "H"], problem)] == []


async def test_the_checker_finds_lies() -> None:
    """A figure that is off by one conflict, and a lock that is none."""
    found: Counter[str] = Counter()
    for seed in (100, 103):
        said, _ = await spoken(seed, Rules)
        for each in said:
            own = next(iter(each.seen.colors), "")
            lies = f"{each.text} With h2 red I could reach 990. {own} is locked to red. Please make h2 red and h5 red."
            found.update(each.rule for each in false_sentences(each._replace(text=lies, to="H")))
    assert min(found[rule] for rule in ("reach", "locked", "ask clashes")) > 0


def test_nobody_is_asked_for_one_color_on_joined_nodes() -> None:
    problem = default_problem()
    every = [{"a4": a, "a5": b} for a in problem.colors for b in problem.colors]
    assert possible(problem, every, {}) == [each for each in every if each["a4"] != each["a5"]]
    one = [{"a4": color} for color in problem.colors]
    assert {"a4": "red"} not in possible(problem, one, {"a5": "red"})
    assert possible(problem, [{"a4": "red"}], {"a5": "red"}) == [{"a4": "red"}], "the best that there is"


def test_a_promise_is_no_lock() -> None:
    own = {"h1": "red"}
    kept = sees(default_problem(), "H", {}, colors=own, fixed=own, held=own)
    assert why_constrained(kept, "h1") == "kept by a promise"
    assert kept.locked == {}
    assert why_constrained(sees(default_problem(), "H", {}, colors=own, fixed=own), "h1") == "locked"


# -- sentences of people


def _read(text: str) -> Understood:
    return understand(default_problem(), "H", text)


SAID = corpus("coloring_retractions")


def test_retractions_and_wishes_of_others_are_no_requests() -> None:
    for text, taken in SAID["tuned"] + SAID["held_out"]:
        assert summary(_read(text)) == taken


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("my friend thinks a2 should be red, and I agree", "ask A: a2 = red"),
        ("my friend thinks a2 should be red, but make a2 blue", "ask A: a2 = blue"),
        ("I don't want a2 red", "ask A: a2 not red"),
        ("my side needs a2 red", "ask A: a2 = red"),
    ],
)
def test_own_wishes_are_still_taken(text: str, taken: str) -> None:
    assert summary(_read(text)) == taken


def test_thanks_and_apologies_are_answered_as_such() -> None:
    for text, answer in SAID["courtesies_tuned"] + SAID["courtesies_held_out"]:
        assert all(meaning.greets for meaning in _read(text).meanings)
        assert courtesy(text) == answer


def test_words_on_an_offer_mean_one_with_who_is_spoken_to() -> None:
    offer = Offer(1, "B", "H", {"b2": "red"}, {"h2": "blue"}, {}, False, 1)
    assert spoken_of([offer], "H", "A", "accept", 0) is None
    assert spoken_of([offer], "H", "B", "accept", 0) is offer
    assert spoken_of([offer], "H", None, "accept", 0) is offer


@pytest.mark.parametrize(("breaker", "held"), [("H", {}), ("A", {"a2": Asked("H", "blue")})])
def test_who_ends_an_agreement_holds_nobody_to_it(breaker: str, held: dict[str, Asked]) -> None:
    """An agent does not say that it went back on what the person took back."""
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
