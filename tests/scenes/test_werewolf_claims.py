"""Sentences of Werewolf are read as the claims they make, or as none."""

from collections import Counter
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import playbill as pb
from core.engine.events import Said
from core.engine.turn import Turn
from scenes.werewolf.claims import Claim, read
from scenes.werewolf.config import SEATS
from scenes.werewolf.observation import Village
from scenes.werewolf.speech import speak
from scenes.werewolf.templates import LOOKS, NIGHT
from scenes.werewolf.wording import sentence
from tests.corpora import corpus
from tests.examples import counts
from tests.make_intents import authors
from tests.proportion import in_proportion
from tests.scenes import werewolf_speeches as bots

SAID = corpus("werewolf_claims")
SPEAKER = "Hal"
NAMES = SEATS[:12]
AGAINST = {"wolf", "suspect", "vote"}
FOR = {"clear", "trust", "spare"}


def side(claim: Claim) -> int:
    """Return 1 if a claim speaks against its target, -1 if for it, otherwise 0."""
    if claim.kind == "look":
        return 1 if claim.wolf else -1
    return {"suspect": 1, "vote": 1, "trust": -1}.get(claim.kind, 0)


# -- bots


def test_speeches_of_bots_are_read_exactly_as_they_are_meant() -> None:
    speeches = list(bots.speeches(600, seed=7))
    wrong = [text for text, claims in speeches if set(read(text, bots.SPEAKER, bots.NAMES)) != set(claims)]
    assert len(speeches) > 750
    assert wrong == []


def test_every_wording_of_a_look_keeps_its_night() -> None:
    for night, wolf in product((1, 2, 12), (True, False)):
        for look, opening in product(LOOKS[wolf], NIGHT):
            text = opening.format(night=night, look=look.format(name="Gus"))
            assert read(text, SPEAKER, NAMES) == (Claim("look", "Gus", wolf=wolf, night=night),), text


def test_the_model_is_trained_on_the_present_wordings() -> None:
    """Run `python -m tests.scenes.werewolf_speeches` and `make intents` after a change of the templates."""
    assert bots.FILE.read_text(encoding="utf-8") == bots.training_text()


# -- people


def test_the_training_messages_are_seldom_read_as_their_opposite() -> None:
    """At most 1 in 200 messages has a claim for a player whom it accuses, or the other way round."""
    opposite, right, total = list[str](), 0, 0
    for author, lines in authors("werewolf").items():
        if author == bots.FILE.stem:
            continue
        for line in lines:
            meant: dict[str, set[int]] = {}
            for intent, *slots in line.labels:
                if intent in AGAINST | FOR:
                    meant.setdefault(slots[0], set()).add(1 if intent in AGAINST else -1)
            got = read(line.text, bots.SPEAKER, bots.NAMES)
            total += 1
            right += bool(got) == bool(line.labels - {("retract",)})
            if any(side(claim) and meant.get(claim.target) == {-side(claim)} for claim in got):
                opposite.append(line.text)
    assert len(opposite) <= total / 200, opposite
    assert right >= 0.6 * total


def test_few_traps_claim_anything() -> None:
    traps = SAID["traps"].splitlines()
    misread = [said for said in traps if any(claim.kind != "ask" for claim in read(said, SPEAKER, NAMES))]
    assert len(misread) <= len(traps) / 8, misread


@pytest.mark.parametrize(
    ("text", "nights"),
    [
        ("On night 1 I looked at Bob: a werewolf. On night 2 I checked Cat: innocent.", {"Bob": 1, "Cat": 2}),
        ("N1 I peeked Leo, not a wolf. N2 I peeked Fay, wolf.", {"Leo": 1, "Fay": 2}),
        ("In the second night I looked at Bob: wolf", {"Bob": 2}),
        ("I looked at Bob last night: innocent.", {"Bob": 0}),
        ("Cat, on night 3 I checked Bob: innocent. On night 4 I looked at Cat: no werewolf.", {"Bob": 3, "Cat": 4}),
    ],
)
def test_the_number_of_a_night_goes_with_its_name(text: str, nights: dict[str, int]) -> None:
    looks = [claim for claim in read(text, SPEAKER, NAMES) if claim.kind == "look"]
    assert {claim.target: claim.night for claim in looks} == nights


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("bob is a wolf", [Claim("suspect", "Bob")]),
        ("Gus, I trust you.", [Claim("trust", "Gus")]),
        ("Not Cat! Don't vote for Cat", [Claim("trust", "Cat")]),
        ("i'm a wolf", [Claim("role", role="werewolf")]),
        ("I am the doctor. I saved Bob.", [Claim("role", role="doctor"), Claim("deed", "Bob", role="doctor")]),
        ("who are you all voting for?", [Claim("ask", about="vote")]),
        ("Bob is a wolf. Just kidding.", []),
        ("Bob is a wolf. I take that back.", []),
        ("Hal is innocent. I trust Hal.", []),
    ],
)
def test_common_sentences(text: str, claims: list[Claim]) -> None:
    assert list(read(text, SPEAKER, NAMES)) == claims


@pytest.mark.parametrize("name", ["Zoë", "ＢＯＢ", "O'Brien", "José María", "İnci", "Straße"])
def test_names_may_have_unusual_letters_and_spaces(name: str) -> None:
    for text in (f"I trust {name}.", f"I trust {name.upper()}."):
        assert read(text, "Ann", ("Ann", name)) == (Claim("trust", name),)
        assert read(text, name, ("Ann", name)) == ()


# -- whole games


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


# -- hostile text


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


@given(st.lists(st.sampled_from([*WORDS.split(), "Bob", "Cat", "Hal", "I", "am"]), max_size=30).map(" ".join))
def test_nobody_is_both_accused_and_defended_and_speakers_are_no_targets(text: str) -> None:
    sides: dict[str, set[int]] = {}
    for claim in read(text, SPEAKER, NAMES):
        sides.setdefault(claim.target, set()).add(side(claim))
    assert all(not {1, -1} <= each for each in sides.values())
    assert SPEAKER not in sides
