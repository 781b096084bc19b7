"""Sentences of Werewolf are read as the claims they make, or as none, and never as their opposite."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import playbill as pb
from core.engine.events import Said
from core.engine.turn import Turn
from scenes.werewolf.claims import About, Claim, read
from scenes.werewolf.config import SEATS
from scenes.werewolf.evidence import Factor
from scenes.werewolf.observation import Village
from scenes.werewolf.speech import speak
from scenes.werewolf.wording import AGREEMENTS, HUNCHES, Choose, answer, because, sentence
from tests.corpora import corpus
from tests.examples import counts
from tests.proportion import in_proportion

SAID = corpus("werewolf_claims")
SPEAKER = "Hal"
NAMES = SEATS[:12]
OPPOSITE = {"suspect": {"trust"}, "vote": {"trust"}, "trust": {"suspect", "vote"}}


def half(first: int) -> list[tuple[str, set[Claim]]]:
    """List sentences with their claims: those that tune (0), or those that measure (1)."""
    lines = [line.rpartition(" =>") for line in SAID["heard"].splitlines()[first::2]]
    return [(said, {claim(each) for each in read_as.split(",") if each.strip()}) for said, _, read_as in lines]


def claim(read_as: str) -> Claim:
    """Read a claim from its notation: "look Gus wolf 2", "deed witch Gus poison", "ask all role", "suspect Bob"."""
    match read_as.split():
        case ["role", role]:
            return Claim("role", role=role)
        case ["look", name, verdict, *night]:
            return Claim("look", name, wolf=verdict == "wolf", night=int("".join(night) or 0))
        case ["deed", role, name, *poison]:
            return Claim("deed", name, role=role, wolf=bool(poison))
        case ["ask", name, "role" | "looks" | "suspects" | "vote" as about]:
            return Claim("ask", "" if name == "all" else name, about=about)
        case ["suspect" | "trust" | "vote" as kind, name]:
            return Claim(kind, name)
    raise ValueError(read_as)


SPOKEN = (
    *(Claim("role", role=role) for role in ("seer", "witch", "doctor", "hunter", "villager", "innocent")),
    *(Claim("look", "Gus", wolf=wolf, night=night) for wolf, night in product((False, True), (0, 1, 12))),
    *(claim(f"{kind} {name}") for kind, name in product(("suspect", "trust", "vote"), ("Ann", "Cat"))),
    *map(claim, ("deed doctor Ivy", "deed witch Ivy", "deed witch Ivy poison")),
    *(Claim("ask", "Bob", about=about) for about in get_args(About) if about),
)


def test_what_people_type_is_understood_or_claims_nothing() -> None:
    for first, right in ((0, 176), (1, 176)):
        heard = [(said, set(read(said, SPEAKER, NAMES)), told) for said, told in half(first)]
        assert len(heard) == 179
        assert sum(got == told for _, got, told in heard) >= right
        misread = [said for said, got, told in heard if got - told]
        assert misread == ([], ["I'm a simple townie"])[first]


def test_nothing_is_read_as_its_opposite() -> None:
    for said, told in half(0) + half(1):
        for want, got in product(told, read(said, SPEAKER, NAMES)):
            assert not (got.target == want.target and got.kind in OPPOSITE.get(want.kind, ())), said
            assert not (got.kind == want.kind == "look" and got.target == want.target) or got == want, said


def test_traps_claim_nothing() -> None:
    assert [said for said in SAID["traps"].splitlines() if read(said, SPEAKER, NAMES)] == []


def wordings(write: Callable[[Choose], str]) -> set[str]:
    """Return the texts of a writer for all choices among up to 8 and then up to 2 options."""
    picks = (iter(pick) for pick in product(range(8), range(2)))
    return {write(lambda options, pick=pick: options[next(pick) % len(options)]) for pick in picks}  # type: ignore[misc]


@pytest.mark.parametrize("made", SPOKEN, ids=str)
def test_bots_sentences_are_read_back(made: Claim) -> None:
    for sure in (False, True):
        for text in wordings(lambda choose, sure=sure: sentence(made, choose, sure)):  # type: ignore[misc]
            assert read(text, SPEAKER, NAMES) == (made,), text
            assert read(answer("Dan", text), SPEAKER, NAMES) == (made,) or made.kind == "ask", text


def test_reasons_claim_nothing() -> None:
    acts = ("accused", "defended", "wants to hang", "claims a look at", "voted for", "claims seer against")
    texts = {*HUNCHES, *AGREEMENTS}
    for act, suspect, wolf in product(acts, ("Ann", "Bob"), (None, True, False)):
        factor = Factor("Ann", "Bob", (1.0, 1.0, 1.0, 1.0), act)  # type: ignore[arg-type]
        texts |= wordings(partial(because, factor, suspect, wolf))
    assert len(texts) > 100
    assert [text for text in texts if read(text, SPEAKER, NAMES)] == []


@counts(3, 10)
@pytest.mark.slow
def test_a_speech_of_a_rule_player_is_read_as_what_it_means(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """No sentence changes what another one claims, in whole games."""
    meant: list[Claim] = []
    spoken = 0

    def say(claim: Claim, *rest: Any, **more: Any) -> str:
        meant.append(claim)
        return sentence(claim, *rest, **more)

    def talk(turn: Turn, seen: Village, daring: float) -> str:
        nonlocal spoken
        meant.clear()
        words = speak(turn, seen, daring)
        spoken += 1
        assert set(read(words, seen.name, seen.players)) == set(meant), words
        return words

    monkeypatch.setattr("scenes.werewolf.speech.sentence", say)
    monkeypatch.setattr("scenes.werewolf.bots.speak", talk)
    for seed, cast in product(range(0, 10, 10 // count), ("rules", "bold", "quiet")):
        pb.play("werewolf", {"players": 6 + seed}, {"*": cast}, seed=seed)
    assert spoken > 50 * count


@counts(5, 20)
def test_bots_neither_repeat_themselves_nor_ask_the_dead_nor_vouch_for_those_they_accused(count: int) -> None:
    vouched = 0
    for seed in range(count):
        game = pb.play("werewolf", {"players": 9}, {"*": "rules"}, seed=seed)
        made, accused = Counter[tuple[int, str, Claim]](), set[tuple[str, str]]()
        dead, day = set[str](), 0
        for event in game.events:
            day += event.kind == "dawn"
            if event.kind == "buried":
                dead.add(event.agent)
            if not isinstance(event.data, Said) or event.audience is not None or event.agent not in SEATS:
                continue
            for each in read(event.data.text, event.agent, SEATS[:9]):
                assert each.kind != "ask" or each.target not in dead
                if each.kind in ("trust", "vote", "ask"):
                    made[day, event.agent, each] += 1
                if each.kind == "trust":
                    assert (event.agent, each.target) not in accused, event.data.text
                    vouched += 1
                if each.kind == "suspect" or (each.kind == "look" and each.wolf):
                    accused.add((event.agent, each.target))
        assert set(made.values()) == {1}
    assert vouched


HOSTILE = (
    "i ", "Bob is a wolf. ", "Bob, ", "n't", "and ", "'a", '"', "i trust ", "Bob and ", "not ", "night 1 ", "to me ",
    "%", "- ", "he ", "Bob, Cat he ", "Bob is wolf and Cat is not ", "who why what check ", "neither Bob nor ",
    "\x00\x1b", "İ", "😀", "<1> ", "<99> ", "i think that ", "1 % ", ", ", ": ", "\n", "says ", "\u202e",
    "my vote ", "٣ ", "night ٣ ",
)  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.few(2)
def test_hostile_text_takes_time_in_proportion_and_no_more_than_a_reply_may_hold(piece: str) -> None:
    assert in_proportion(lambda text: read.__wrapped__(text, SPEAKER, NAMES), piece * (4000 // len(piece)))
    for text in (piece * (100_000 // len(piece)), f"Bob is bad {piece * 50_000}", f"I trust {piece}" * 900):
        assert read(text, SPEAKER, NAMES) == read(text[:4000], SPEAKER, NAMES)


WORDS = (
    "is a wolf not innocent the seer trust suspect vote hang checked night 1 he she you , . : ? ! if says and looked"
)


@given(st.lists(st.sampled_from([*WORDS.split(), *HOSTILE]), max_size=30).map(" ".join))
def test_without_a_name_nothing_is_claimed_of_anybody(text: str) -> None:
    if not any(name.lower() in text.lower() for name in NAMES):
        assert all(not claim.target for claim in read(text, SPEAKER, NAMES))


@given(st.lists(st.sampled_from([*WORDS.split(), "Bob", "Cat", "I", "am"]), max_size=30).map(" ".join))
def test_a_condition_or_a_quotation_claims_nothing(text: str) -> None:
    plain = text.replace(".", "").replace("!", "").replace("?", "")
    assert read(f"if {plain}", SPEAKER, NAMES) == ()
    assert all(claim.kind == "ask" for claim in read(f'Dan said "{text}"', SPEAKER, NAMES))


@given(st.sampled_from(["Bob", "Cat"]), st.sampled_from(["is", "is not", "is surely", "isn't", "must be", "can't be"]))
def test_turning_a_sentence_round_turns_its_claim_round(name: str, link: str) -> None:
    (wolf,), (town,) = (read(f"{name} {link} {what}.", SPEAKER, NAMES) for what in ("a wolf", "innocent"))
    assert {wolf.kind, town.kind} == {"suspect", "trust"}
