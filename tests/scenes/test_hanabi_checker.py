"""Talk that reveals more about a card than clues do is found, hidden, flagged and counted; legal talk is not."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import one_line
from scenes.hanabi.actions import Advise, Propose
from scenes.hanabi.events import Advised, Hid, Proposed
from scenes.hanabi.talk.checker import leaks, redact, subject
from tests.corpora import corpus
from tests.examples import examples
from tests.scenes.test_hanabi_rules import deck_of
from tests.scenes.test_hanabi_talk import Table

KNOWN = ("Ann clue Bob 3", "Bob clue Cat green", "Cat play e", "Ann play e")
"""Bob holds Y5 Y4 Y3 Y2 Y1, of which c is known to be a 3; Cat R1 G5 G4 B3 G2, where b, c and e are known to be green.
R1 and G1 are played."""

SAID = corpus("hanabi")
"""Sentences of advice, legal or naming a card; `aside` is about the hearers' cards, `own` about the author's."""


def said(words: str, **options: Any) -> list[str]:
    table = Table(*KNOWN, "Bob propose play a", **options)
    of = subject(table.hanabi.observe("Ann"), 0, table.hanabi.parse("Ann", f"alternative clue Cat blue: {words}"))
    return [words[first:last] for first, last, _ in leaks(words, of)]


@pytest.mark.parametrize("words", SAID["lawful"])
def test_lawful_talk_is_let_pass(words: str) -> None:
    assert said(words) == []


@pytest.mark.parametrize(("words", "named"), SAID["naming"])
def test_a_named_card_is_found(words: str, named: str) -> None:
    assert said(words) == [named]


@pytest.mark.parametrize("wording", SAID["wordings"])
def test_every_card_is_found_however_it_is_written(wording: str) -> None:
    table = Table(*KNOWN, "Bob propose play a")
    of = subject(table.hanabi.observe("Ann"), 0, table.hanabi.parse("Ann", "alternative clue Cat green"))
    for slot, order in zip("abcde", reversed(table.hanabi.hands[1]), strict=True):
        suit, rank = divmod(table.hanabi.cards[order], 5)
        color, digit = table.hanabi.variant.suits[suit].name.lower(), str(rank + 1)
        word = ("one", "two", "three", "four", "five")[rank]
        forms = [
            color,
            f"{color} {digit}",
            f"{color[0]}{digit}",
            f"{word} of {color}",
            f"{color} {word}",
            f"a {color} card",
        ]
        forms += [digit, f"a {word}", f"rank {digit}", f"number {digit}"] if slot != "c" else []
        for it in forms:
            assert leaks(wording.format(slot=slot, it=it), of), (slot, it)


def test_in_rainbow_a_color_is_known_only_when_it_is_certain() -> None:
    """A red clue may have touched a rainbow card."""
    deck = " ".join(
        f"{s}{r}" for s in "RYGBPM" for r, n in zip("12345", (3, 2, 2, 2, 1), strict=True) for _ in range(n)
    )
    table = Table("Ann play a", "Bob clue Ann red", "Ann propose play b", players=2, variant="rainbow", deck=deck)
    of = subject(table.hanabi.observe("Bob"), 1, Advise("support"))
    assert [words for words in ("your b is red", "your b is rainbow") if leaks(words, of)] == [
        "your b is red",
        "your b is rainbow",
    ]


@pytest.mark.parametrize(
    ("variant", "first", "told"),
    [
        (
            "muddy-rainbow-dark-pink-5",
            "D1 I2",
            ("your b is the muddy rainbow", "your a is pink", "your a is a dark pink"),
        ),
        ("ambiguous-4", "T1 M2", ("your b is red", "your a is mahogany", "play b, the red 1", "your b is a tomato 1")),
        ("pink-fives-3", "R5 B5", ("your a is a 5", "your b is the red five")),
        ("odds-and-evens-3", "R3 B4", ("your b is a 3", "your a is a blue 4")),
    ],
)
def test_suits_of_two_words_and_colors_of_two_suits_are_found(variant: str, first: str, told: tuple[str, ...]) -> None:
    """The first is in Bob's slot b, the other in slot a."""
    cards = deck_of(first, variant).split()
    deck = " ".join([*cards[2:10], *cards[:2], *cards[10:]])
    table = Table("Ann play a", "Bob propose play a", players=2, variant=variant, deck=deck)
    of = subject(table.hanabi.observe("Ann"), 0, Advise("support"))
    assert not leaks("your a is a good card", of)
    for words in told:
        assert leaks(words, of), words


def test_a_proposal_must_not_tell_the_others_of_their_hands() -> None:
    table = Table(*KNOWN)
    for reasons, named in {
        "my b must be a red 5": [],
        "Cat's d is blue": ["blue"],
        "clue Cat blue, for it saves it": [],
        "clue Cat blue, it shows the blue 3": ["blue 3"],
    }.items():
        of = subject(table.hanabi.observe("Bob"), 1, table.hanabi.parse("Bob", f"propose clue Cat blue: {reasons}"))
        assert [reasons[first:last] for first, last, _ in leaks(reasons, of)] == named


@pytest.mark.parametrize("move", ["play a", "discard b", "clue Bob red"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_proposal_must_not_tell_who_hears_it_of_their_hands(players: int, move: str) -> None:
    table = Table(players=players)

    def found(words: str) -> int:
        action = table.scene.parse("Ann", f"propose {move}: {words}")
        assert isinstance(action, Propose)
        return len(leaks(words, subject(table.hanabi.observe("Ann"), 0, action)))

    assert [words for words in SAID["aside"] if not found(words)] == []
    if not move.startswith("clue"):
        assert [words for words in SAID["own"] if found(words)] == []


@pytest.mark.parametrize("mode", ["strict", "advice"])
def test_a_proposal_that_tells_the_other_player_of_a_card_is_hidden(mode: str) -> None:
    table = Table("Ann propose play a: your newest is a blue five", players=2, talk=mode)
    told = [event.data.reasons for event in table.events if isinstance(event.data, Proposed)]
    assert told == ["your newest is a [2 words hidden: named a card]"]


@pytest.mark.parametrize("mode", ["strict", "advice", "open"])
def test_what_names_a_card_is_hidden_flagged_and_counted(mode: str) -> None:
    table = Table(*KNOWN, "Bob propose play a", "Cat support: a is the yellow 5! Play it.", talk=mode)
    table.do("Ann modify play c: all is well")
    heard = [e.data.words for e in table.events if isinstance(e.data, Advised)]
    hidden = [(e.agent, e.data.words, e.audience) for e in table.events if isinstance(e.data, Hid)]
    found = [text for e in table.events if (text := e.data.finding())]
    if mode == "open":
        assert heard[0] == "a is the yellow 5! Play it."
        assert (hidden, found) == ([], [])
    else:
        assert heard == ["a is the [2 words hidden: named a card]! Play it.", "all is well"]
        assert hidden == [("Cat", 2, None)]
        assert ["2" in text for text in found] == [True]
    assert (table.scene.outcome().metrics["talk"], table.scene.outcome().metrics["leaks"]) == (
        mode,
        int(mode != "open"),
    )
    assert json.dumps(table.scene.outcome().metrics)


VOCABULARY = [word for words in (*SAID["lawful"], *(words for words, _ in SAID["naming"])) for word in words.split()]
ODD = ["/", "'s", "’", "\u0130", "５", "[1 word", "R", ""]


@given(st.lists(st.sampled_from(VOCABULARY + ODD) | st.text(max_size=4), max_size=25))
@examples(300)
@pytest.mark.slow
def test_any_text_can_be_checked(words: list[str]) -> None:
    text = one_line(" ".join(words))
    table = Table(*KNOWN, "Bob propose play a")
    of = subject(table.hanabi.observe("Ann"), 0, Advise("support"))
    found = leaks(text, of)
    spans = [at for first, last, _ in found for at in (first, last)]
    assert spans == sorted(spans)
    assert all(0 <= first < last <= len(text) and text[first:last].strip() for first, last, _ in found)
    told, count = redact(text, of)
    assert count == sum(n for *_, n in found)
    assert (told == text) == (not found)
    assert told == one_line(told)
    assert redact(told, of) == (told, 0)


def test_redacted_words_say_how_many() -> None:
    table = Table(*KNOWN, "Bob propose play a")
    of = subject(table.hanabi.observe("Ann"), 0, Advise("support"))
    text, count = redact("red, then blue 3", of)
    assert (text, count) == ("[1 word hidden: named a card], then [2 words hidden: named a card]", 3)
    assert redact(text, of) == (text, 0)


@pytest.mark.parametrize(
    "words",
    ["Cat, what do frogs and your middle card have in common?", "It rhymes with fellow, Cat. Good luck."],
)
def test_a_riddle_is_hidden_as_a_whole_sentence(words: str) -> None:
    table = Table(*KNOWN, "Bob propose play a")
    of = subject(table.hanabi.observe("Ann"), 0, Advise("support"))
    assert leaks(words, of, use_model=False) == []
    text, count = redact(words, of)
    assert count
    assert "hidden: named a card" in text
    assert redact(text, of) == (text, 0)


def test_examples_in_prompts_pass() -> None:
    for words in ("", "I see nothing better.", "It looks safest to me."):
        assert said(words) == []
