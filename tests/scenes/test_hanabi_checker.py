"""Words that say more of a card than clues have: found, hidden, flagged and counted; and lawful talk, let pass."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import one_line
from scenes.hanabi.actions import Advise, Propose
from scenes.hanabi.events import Advised, Hid, Proposed
from scenes.hanabi.talk.checker import leaks, redact, subject
from tests.examples import examples
from tests.scenes.test_hanabi_rules import deck_of
from tests.scenes.test_hanabi_talk import Table

KNOWN = ("Ann clue Bob 3", "Bob clue Cat green", "Cat play e", "Ann play e")
"""Bob holds Y5 Y4 Y3 Y2 Y1, of which c is known to be a 3; Cat R1 G5 G4 B3 G2, where b, c and e are known to be green.
R1 and G1 are played."""

LAWFUL = [
    "I would do the same",
    "Play it, nothing can go wrong",
    "It is safe, and we have 5 clues left",
    "Only 2 strikes are left",
    "With three cards in the deck I would not",
    "discard d, as it is your oldest card without a clue",
    "do not discard slot e, it is dangerous",
    "your 3 is known to all",
    "your slot c is the 3",
    "c is the 3, as the clues say",
    "your 3s first",
    "slot b is not a 3",
    "Cat's slot d is not green",
    "Cat's d is no green card",
    "Cat's b is green",
    "Cat's green cards can wait",
    "the red stack is at 1, the blue one at 0",
    "red is at 1, so nothing fits yet",
    "red 1 is played already",
    "R1 is gone",
    "we need a red 2 next",
    "the next red is 2, as red needs one",
    "I have the blue 3, and my hand has a red 5",
    "I think my slot b is a red 5",
    "I hold a blue card",
    "one of us has to discard",
    "that one is better than the other one",
    "turn 4 was a mistake",
    "the score of 2 is low",
    "clue Cat blue instead",
    "a blue clue to Cat says more",
    "Cat should hear of his blue",
    "wait a turn or two more",
    "a better idea: the third card",
    "slot 2 is the one to throw away",
    "at 8 tokens we must not",
    "Bob, go ahead",
    "reduce the risk; a bored reader would agree",
]
NAMING = [
    ("your slot a is the 5", "5"),
    ("your a is a five", "five"),
    ("slot b is blue", "blue"),
    ("play a, the Y5", "Y5"),
    ("that is the yellow 5", "yellow 5"),
    ("you have Y1 in e", "Y1"),
    ("your oldest is a one", "one"),
    ("your newest card: 5!", "5"),
    ("it's a red 3", "red 3"),
    ("R3", "R3"),
    ("r3s are rare", "r3s"),
    ("2Y in d", "2Y"),
    ("a four of yellow", "four of yellow"),
    ("your b is 4", "4"),
    ("keep your fives", "fives"),
    ("both of your 1s", "1s"),
    ("Cat's d is blue", "blue"),
    ("Cat has the B3", "B3"),
    ("his blue 3 in Cat's hand", "blue 3"),
    ("the purple one will fit", "purple"),
    ("slot d is reddish", "reddish"),
    ("it is RED", "RED"),
    ("your card is B", "B"),
    ("ｙｅｌｌｏｗ ５ it is", "ｙｅｌｌｏｗ ５"),
    ("do not play your 4", "4"),
    ("think of yellow-5", "yellow-5"),
    ("a rank 2 card", "2"),
    ("your second card is rank 4", "4"),
    ("the number is 5", "5"),
    ("I would clue you 5", "5"),
    ("slot 1 is a 5", "5"),
    ("green: your a", "green"),
    ("in my view a is red", "red"),
    ("Cat's d is the blue of which I speak", "blue"),
    ("as for you, blue", "blue"),
    ("I see yellow in a", "yellow"),
    ("play it, the yellow stack waits for it", "yellow"),
    ("the yellow 5 stack", "yellow 5"),
    ("a blue next to your newest", "blue"),
    ("a 1 in slot e", "1"),
    ("slot a is not red", "red"),
    ("slot b is a 3", "3"),
    ("all your cards are yellow", "yellow"),
    ("c is the yellow 3", "yellow 3"),
    ("Cat's e is the green 2", "green 2"),
    ("your one and only 5", "5"),
    ("blue it is not", "blue"),
]


def said(words: str, **options: Any) -> list[str]:
    table = Table(*KNOWN, "Bob propose play a", **options)
    of = subject(table.hanabi.observe("Ann"), 0, table.hanabi.parse("Ann", f"alternative clue Cat blue: {words}"))
    return [words[first:last] for first, last, _ in leaks(words, of)]


@pytest.mark.parametrize("words", LAWFUL)
def test_lawful_talk_is_let_pass(words: str) -> None:
    assert said(words) == []


@pytest.mark.parametrize(("words", "named"), NAMING)
def test_a_named_card_is_found(words: str, named: str) -> None:
    assert said(words) == [named]


WORDINGS = (
    "your {slot} is {it}",
    "play {slot}, it is {it}",
    "you hold {it} in {slot}",
    "I see {it} at {slot}",
    "do not discard {slot} ({it})",
    "{slot}={it}",
    "{it}!",
    "your {it} is safe to play",
    "that card is {it}, trust me",
    "what we need is in {slot}: {it}",
    "{it} next to your newest",
    "play {slot} since {it} comes next",
    "clue Cat green, not you, as you have {it}",
)


@pytest.mark.parametrize("wording", WORDINGS)
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
    """The first is in Bob's slot b, the other in a."""
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


ASIDE = [
    "your newest is a blue five",
    "you hold the blue five in a",
    "newest: blue five, and it is yours",
    "my partner's newest is a blue five",
    "I see a blue five at the newest",
    "the hand across the table has a blue five in a",
    "his newest is a blue five",
    "I have seen your newest, a blue five",
    "a blue five is what you hold",
    "Good news for you. The newest is a blue five",
    "our newest is a blue five, I mean the other one",
    "the other hand has the blue five",
    "teammate: blue five in slot a",
    "blue five! It is your newest",
    "you got a blue five just now",
    "the B5 over there belongs to you",
    "I can see B5 in slot a",
    "someone's newest is B5",
    "the card you just drew is blue, a five",
    "hers is the blue five",
    "they have a blue 5 at a",
    "your a? blue five",
    "yours is blue and it is a five",
    "what I saw is a blue five",
    "between us, the neighbor's newest is five, blue",
    "I am facing a blue five",
    "a is five and blue for you",
]
"""What a proposal could tell those who hear it of their own cards."""
OWN = [
    "a is the blue five",
    "it must be a red 2",
    "my newest is a blue five",
    "I think my a is red",
    "the clue told me it is a 3",
    "you clued me 3",
    "red is at 0, so any 1 fits",
    "it is red",
    "we lose nothing, R1 is next",
    "my a could be a red 2 or 3",
    "you told me: a 1",
    "I hold a 1 for sure",
    "slot a has to be the red 1",
    "you touched it as a 1",
    "a 1 is always playable now",
    "everyone knows it is a 1",
    "by the last clue it is red",
    "playing my 1 is safe",
]
"""What a proposal may say of its author's cards, and of the table."""


@pytest.mark.parametrize("move", ["play a", "discard b", "clue Bob red"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_proposal_must_not_tell_who_hears_it_of_their_hands(players: int, move: str) -> None:
    table = Table(players=players)

    def found(words: str) -> int:
        action = table.scene.parse("Ann", f"propose {move}: {words}")
        assert isinstance(action, Propose)
        return len(leaks(words, subject(table.hanabi.observe("Ann"), 0, action)))

    assert [words for words in ASIDE if not found(words)] == []
    if not move.startswith("clue"):
        assert [words for words in OWN if found(words)] == []


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


VOCABULARY = [word for words in (*LAWFUL, *(words for words, _ in NAMING)) for word in words.split()]
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


def test_redacted_words_say_how_many() -> None:
    table = Table(*KNOWN, "Bob propose play a")
    of = subject(table.hanabi.observe("Ann"), 0, Advise("support"))
    text, count = redact("red, then blue 3", of)
    assert (text, count) == ("[1 word hidden: named a card], then [2 words hidden: named a card]", 3)
    assert redact(text, of) == (text, 0)
