"""Knowledge in Hanabi: recomputed by a separate interpreter of the recorded lines, and never more than is allowed."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.engine.audience import may_know
from core.engine.casting import set_up
from core.engine.events import Event
from scenes.hanabi.actions import Discard
from scenes.hanabi.events import Drew, Shuffled
from scenes.hanabi.knowledge import Deductions
from scenes.hanabi.observation import Held, Observation
from scenes.hanabi.scene import HanabiScene
from scenes.hanabi.variants import VARIANTS, Variant
from tests.examples import counts, examples
from tests.scenes.hanabi_tables import DECKS
from tests.scenes.test_hanabi_random import FEW, Recorded, Wish, play, wishes

# -- an interpreter of recorded lines that shares nothing with the scene

LETTERS = {
    "standard": "RYGBP",
    "six-suits": "RYGBPT",
    "three-suits": "RGB",
    "rainbow": "RYGBPM",
    "black-5": "RYGBK",
    "pink-white-5": "RGBIW",
    "rainbow-brown-4": "RBMN",
    "white-brown-3": "RWN",
    "omni-null-5": "RGBOU",
    "muddy-rainbow-light-pink-4": "RBDL",
    "prism-cocoa-rainbow-5": "RGBSC",
    "dark-rainbow-gray-pink": "RYGBML",
}


def touches(clue: str, label: str) -> bool:
    """Return True if a clue, by its word, touches a card, by its label."""
    letter, rank = label[0], label[1]
    if clue.isdigit():
        return letter in "IOL" or (clue == rank and letter not in "NUDC")
    if letter == "S":
        return {"1": "red", "2": "green", "3": "blue", "4": "red", "5": "green"}[rank] == clue
    return letter in "MODC" or {"black": "K", "pink": "I", "brown": "N"}.get(clue, clue[0].upper()) == letter


@cache
def kept(labels: frozenset[str], clue: str, yes: bool) -> frozenset[str]:
    """Filter labels by a clue that touched the card, or did not."""
    return frozenset(label for label in labels if touches(clue, label) == yes)


@cache
def spelled(mask: int, labels: tuple[str, ...]) -> frozenset[str]:
    return frozenset(label for i, label in enumerate(labels) if mask >> i & 1)


class Interpreter:
    """An interpreter of a recording's lines as plain JSON. Cards are numbered by their places in the deck."""

    def __init__(self, header: dict[str, Any]) -> None:
        config = header["config"]
        self.names = list(header["cast"])
        letters = LETTERS[config["variant"]]
        self.identities = [letter + rank for letter, rank in product(letters, "12345")]
        self.deck: list[str] = []
        self.hands: dict[str, list[int]] = {name: [] for name in self.names}
        self.possible: dict[int, frozenset[str]] = {}
        """What each card can be by the clues to its hand since it was drawn."""
        self.touched: set[int] = set()
        self.next = 0
        self.clues, self.strikes, self.left = 8, 0, -1
        self.top = dict.fromkeys(letters, 0)
        self.gone: list[str] = []
        self.moves = 0

    def take(self, line: dict[str, Any]) -> None:
        kind, name, data = line["kind"], line["agent"], line["data"]
        if kind == "shuffled":
            self.deck = [self.identities[card] for card in data["deck"]]
        elif kind == "dealt":
            for who in self.names:
                for _ in range(data["cards"]):
                    self._draw(who)
        elif kind == "drew":
            newest = self.hands[name][-len(data["labels"]) :]
            assert data["labels"] == [self.deck[place] for place in newest]
        elif kind in ("played", "discarded"):
            assert self.deck[data["order"]] == data["label"]
            assert self.hands[name][::-1][data["slot"]] == data["order"]
            self._lose(name, data["order"], data["label"], data.get("fits"))
        elif kind == "clued":
            to = self.names[data["to"]]
            assert to == data["name"] != name
            touched = [place for place in self.hands[to] if touches(data["says"], self.deck[place])]
            assert touched == data["touched"] != []
            for place in self.hands[to]:
                self.possible[place] = kept(self.possible[place], data["says"], place in touched)
            self.touched |= set(touched)
            self.clues -= 1
            self._moved()

    def _draw(self, name: str) -> None:
        self.hands[name].append(self.next)
        self.possible[self.next] = frozenset(self.identities)
        self.next += 1

    def _lose(self, name: str, place: int, label: str, fits: bool | None) -> None:
        letter, rank = label[0], label[1]
        self.hands[name].remove(place)
        if fits is None:
            self.clues += 1
            self.gone.append(label)
        elif int(rank) == self.top[letter] + 1:
            assert fits
            self.top[letter] += 1
            self.clues = min(8, self.clues + (rank == "5"))
        else:
            assert not fits
            self.strikes += 1
            self.gone.append(label)
        self._moved()
        if self.next < len(self.deck):
            self._draw(name)
            if self.next == len(self.deck):
                self.left = len(self.names)

    def _moved(self) -> None:
        self.moves += 1
        if self.left > 0:
            self.left -= 1


def compare(seen: Observation, known: Interpreter, labels: tuple[str, ...]) -> None:
    """Compare an observation with the knowledge that follows from the lines."""
    assert (seen.clues, seen.strikes, seen.left) == (known.clues, known.strikes, known.left)
    assert seen.stacks == tuple(known.top.values())
    assert [labels[card] for card in seen.discards] == known.gone
    assert seen.deck == len(known.deck) - known.next
    assert seen.score == sum(known.top.values())
    assert len(seen.history) == known.moves
    for name, hand in zip(seen.names, seen.hands, strict=True):
        assert [held.order for held in hand] == known.hands[name][::-1]
        for held in hand:
            assert spelled(held.possible, labels) == known.possible[held.order]
            assert known.deck[held.order] in known.possible[held.order]
            if name == seen.name:
                assert held.card is None
            else:
                assert held.card is None or labels[held.card] == known.deck[held.order]


def states(game: Recorded) -> Iterator[tuple[Event, HanabiScene, Interpreter]]:
    """Yield each event with the scene after it and the interpreter's state."""
    scene, _ = set_up(game.header)
    assert isinstance(scene, HanabiScene)
    known = Interpreter(json.loads(game.header.encode()))
    for event, line in zip(game.events, game.lines, strict=True):
        scene.apply(event)
        known.take(json.loads(line))
        yield event, scene, known


@FEW
@given(wishes)
def test_what_is_shown_is_what_the_lines_say_at_every_event(wish: Wish) -> None:
    """Positive and negative information, tokens, fireworks, hands: for each player, and for the director."""
    for event, scene, known in states(play(wish)):
        if not known.deck:
            continue
        perspective = scene.names[event.n % len(scene.names)]
        compare(scene.observe(perspective), known, scene.variant.labels)
        compare(scene.observe(""), known, scene.variant.labels)
        if event.end:
            own = scene.observe(perspective).hands
            assert all(
                held.card is not None
                for owner, hand in zip(scene.names, own, strict=True)
                if owner != perspective
                for held in hand
            )


# -- hidden information


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield all plain values in an encoded observation, with their paths."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, f"{path}.{key}")
    elif isinstance(value, list):
        for item in value:
            yield from leaves(item, f"{path}[]")
    else:
        yield path, value


KNOWN_PLACES = {
    *(".name", ".seat", ".names[]", ".variant", ".turn", ".stacks[]", ".discards[]", ".clues", ".strikes", ".deck"),
    *(".left", ".score", ".hands[][].order", ".hands[][].card", ".hands[][].possible", ".hands[][].clued"),
    *(f".history[].{key}" for key in ("turn", "seat", "kind", "order", "card", "fits", "to", "clue")),
    ".history[].touched[]",
}
"""Paths of an observation's values. Before adding a path, check that it cannot tell players their own cards."""


@FEW
@given(wishes)
def test_an_observation_has_no_own_card_anywhere(wish: Wish) -> None:
    for event, scene, _ in states(play(wish)):
        if event.end != "turn" or event.turn % 4:
            continue
        for seat, name in enumerate(scene.names):
            told = json.loads(msgspec.json.encode(scene.observe(name)))
            assert all(held["card"] is None for held in told["hands"][seat])
            del told["talk"]  # words, which the tests of talk check
            assert {path for path, _ in leaves(told)} <= KNOWN_PLACES
            held = {card["order"] for card in told["hands"][seat]}
            assert not [move for move in told["history"] if move["order"] in held]
            assert not [move for move in told["history"] if move["kind"] == "clue" and move["card"] != -1]


@examples(80)
@given(wishes, st.randoms(use_true_random=False), st.integers(0, 60))
def test_swapping_cards_a_player_cannot_see_changes_nothing_it_sees(wish: Wish, random: Any, moves: int) -> None:
    """Swap an own card with one of the deck that fits the same clues: knowledge and observation do not change."""
    game = play(wish)
    name = random.choice(tuple(game.header.cast))
    ends = [event.n for event in game.events if event.end == "turn"][:-1]
    past = game.events[: ends[min(moves, len(ends) - 1)]]
    scene, _ = set_up(game.header)
    assert isinstance(scene, HanabiScene)
    for event in past:
        scene.apply(event)
    own, deck = scene.hands[scene.seat[name]], list(scene.deck)
    for order in own:
        others = [o for o in (*own, *range(scene.drawn, len(deck))) if _swappable(scene, own, deck, order, o)]
        if others:
            other = random.choice(others)
            deck[order], deck[other] = deck[other], deck[order]
    twin, _ = set_up(game.header)
    assert isinstance(twin, HanabiScene)
    seen = [event for event in past if may_know(event, name, scene)]
    told: list[Event] = []
    for event in past:
        body = event.data
        if isinstance(body, Shuffled):
            body = Shuffled(tuple(deck))
        elif isinstance(body, Drew) and event.agent == name:
            cards = tuple(deck[order] for order in twin.hands[twin.seat[name]][-len(body.cards) :])
            body = Drew(cards, tuple(twin.variant.labels[card] for card in cards))
        told.append(replace(event, data=body))
        twin.apply(told[-1])
    assert twin.deck == tuple(deck)
    assert [event for event in told if may_know(event, name, twin)] == seen
    assert msgspec.json.encode(twin.observe(name)) == msgspec.json.encode(scene.observe(name))
    assert twin.legal(name) == scene.legal(name)
    assert twin.default(name) == scene.default(name)
    assert twin.board(name) == scene.board(name)


def _swappable(scene: HanabiScene, own: list[int], deck: list[int], one: int, other: int) -> bool:
    fits = scene.possible[one] >> deck[other] & 1
    return bool(fits and (other not in own or scene.possible[other] >> deck[one] & 1))


# -- deductions


def brute_possible(own: tuple[Held, ...], unseen: tuple[int, ...]) -> list[int]:
    """Return what each card can be in some hand that clues and unseen copies allow, by trying all."""
    out = [0] * len(own)

    def go(i: int, left: list[int], chosen: list[int]) -> None:
        if i == len(own):
            for j, card in enumerate(chosen):
                out[j] |= 1 << card
            return
        for card, n in enumerate(left):
            if n and own[i].possible >> card & 1:
                left[card] -= 1
                go(i + 1, left, [*chosen, card])
                left[card] += 1

    go(0, list(unseen), [])
    return out


@counts(2, 6)
def test_what_a_holder_can_deduce_is_exact(count: int) -> None:
    """Compare with all possible hands, wherever those are few enough to try."""
    tried = narrowed = 0
    for wish in [Wish(p, "standard", "zero", seed, 0.0, 0.7) for p in (2, 3, 4, 5) for seed in range(count)]:
        for event, scene, _ in states(play(wish)):
            if event.end != "turn":
                continue
            for seat, name in enumerate(scene.names):
                seen = scene.observe(name)
                known, own = Deductions(seen), seen.hands[seat]
                hands = 1
                for held in own:
                    hands *= (held.possible & ~known.absent).bit_count()
                if hands > 400:
                    continue
                exact = brute_possible(own, known.unseen)
                assert [known.possible(held) for held in own] == exact
                tried += 1
                narrowed += any(e != held.possible & ~known.absent for e, held in zip(exact, own, strict=True))
    assert tried > 500
    assert narrowed > 20


@FEW
@given(wishes)
def test_playable_useless_and_critical_are_as_counted(wish: Wish) -> None:
    game = play(wish)
    for event, scene, known in states(game):
        if event.end != "turn" or event.turn % 4:
            continue
        v, facts = scene.variant, Deductions(scene.observe(""))
        lost = Counter(known.gone)
        copies = Counter(known.deck)
        for card, label in enumerate(v.labels):
            letter, rank = label[0], int(label[1])
            played = rank <= known.top[letter]
            cut = any(lost[f"{letter}{r}"] == copies[f"{letter}{r}"] for r in range(known.top[letter] + 1, rank + 1))
            assert bool(facts.useless >> card & 1) == (played or cut), label
            assert bool(facts.playable >> card & 1) == (rank == known.top[letter] + 1 and not cut)
            last = copies[label] - lost[label] == 1
            assert bool(facts.critical >> card & 1) == (last and not played and not cut)
        assert facts.best == best_score(v, tuple(scene.stacks), lost, copies)
        seen = scene.observe(scene.names[0])
        unseen = Deductions(seen).unseen
        hidden = [*known.hands[scene.names[0]], *range(known.next, len(known.deck))]
        assert unseen == tuple(Counter(known.deck[o] for o in hidden)[label] for label in v.labels)


def best_score(v: Variant, stacks: tuple[int, ...], lost: Counter[str], copies: Counter[str]) -> int:
    score = 0
    for suit, top in zip(v.suits, stacks, strict=True):
        while top < 5 and lost[f"{suit.letter}{top + 1}"] < copies[f"{suit.letter}{top + 1}"]:
            top += 1
        score += top
    return score


@FEW
@given(wishes)
def test_the_default_is_no_worse_than_a_guess(wish: Wish) -> None:
    """It never plays; where the holder can know that a card was played already, it discards such a card."""
    for event, scene, known in states(play(wish)):
        if event.end != "turn" or event.turn % 3 or scene.is_complete() or scene.clues == 8:
            continue
        for name in scene.names:
            default = scene.default(name)
            assert isinstance(default, Discard)
            order = scene.hands[scene.seat[name]][-1 - default.slot]
            trash = {o for o in known.hands[name] if all(int(c[1]) <= known.top[c[0]] for c in known.possible[o])}
            fresh = set(known.hands[name]) - known.touched
            assert order == min(trash or fresh or known.hands[name])


# -- the underlying tables


@pytest.mark.parametrize("key", DECKS)
def test_what_a_clue_touches_is_what_its_word_says(key: str) -> None:
    variant = VARIANTS[key]
    assert "".join(suit.letter for suit in variant.suits) == LETTERS[key]
    assert len(set(variant.clues)) == len(variant.clues)
    for clue, word in enumerate(variant.clues):
        for card, label in enumerate(variant.labels):
            assert bool(variant.touched[clue] >> card & 1) == touches(word, label)
            assert bool(variant.touching[card] >> clue & 1) == touches(word, label)
    assert variant.touching[-1] == 0
