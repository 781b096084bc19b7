"""The rules of Hanabi on prepared decks; test_hanabi_random.py plays random games."""

from collections import Counter
from itertools import cycle
from typing import Any

import pytest

from core.engine.casting import prepare, set_up
from core.engine.events import Event
from core.errors import IllegalAction, UserError
from scenes.hanabi.actions import Discard, Play
from scenes.hanabi.events import Clued, Discarded, Played, Shuffled
from scenes.hanabi.knowledge import PublicTable
from scenes.hanabi.scene import HanabiScene
from scenes.hanabi.variants import VARIANTS

ANN, BOB = "Ann", "Bob"


def deck_of(first: str, variant: str = "standard") -> str:
    """Return a whole deck that begins with these cards."""
    labels = VARIANTS[variant].labels
    rest = Counter(labels[card] for card in VARIANTS[variant].deck)
    rest.subtract(first.split())
    assert min(rest.values()) >= 0, first
    return " ".join([*first.split(), *rest.elements()])


class Table:
    """A game with a prepared deck, played by commands in turn."""

    def __init__(self, first: str = "", players: int = 2, variant: str = "standard", **options: Any) -> None:
        config = {"players": players, "variant": variant, "deck": deck_of(first, variant), **options}
        scene, self.chance = set_up(prepare("hanabi", config, {}, 1))
        assert isinstance(scene, HanabiScene)
        self.scene = scene
        self.events: list[Event] = []
        self.turns = cycle(scene.names)
        self._take(scene.start(self.chance))

    def _take(self, events: Any) -> None:
        for event in events:
            self.scene.apply(event)
            self.events.append(event)

    def do(self, *commands: str) -> "Table":
        for command in commands:
            assert self.scene.is_complete() is None, f"the game is over before {command}"
            name = next(self.turns)
            action = self.scene.parse(name, command)
            self.scene.check(name, action)
            self._take(self.scene.decide(name, action, self.chance))
        return self

    def hand(self, name: str) -> list[str]:
        """Return the labels of a hand, newest first."""
        return [
            self.scene.variant.labels[self.scene.cards[order]] for order in self.scene.hands[self.scene.seat[name]]
        ][::-1]


# -- setting up


@pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_hands_are_5_5_4_4_and_a_whole_hand_is_dealt_before_the_next(players: int, size: int) -> None:
    table = Table(players=players)
    labels = table.scene.config.deck.split()
    for seat, name in enumerate(table.scene.names):
        assert table.hand(name)[::-1] == labels[seat * size : (seat + 1) * size]
    assert table.scene.observe("").deck == 50 - players * size


def test_a_shuffled_deck_is_the_same_cards_in_another_order_for_each_seed() -> None:
    decks = set()
    for seed in range(20):
        scene, chance = set_up(prepare("hanabi", {}, {}, seed))
        first = next(scene.start(chance)).data
        assert isinstance(first, Shuffled)
        decks.add(first.deck)
        assert tuple(sorted(first.deck)) == VARIANTS["standard"].deck
    assert len(decks) == 20


NAMES = ["A", "A,A", "A,a", "A,", "A B,C", "A\u00a0B,C", "A\tB,C", "A\nB,C", " ,B", "A,B,C"]
DECKS = ["R1", "R1 " * 50, deck_of("R1").replace("R1", "r1", 1), deck_of("R1") + " R1", deck_of("", "six-suits")]
OPTIONS = [{"players": 1}, {"players": 6}, *({"players": 2, "names": names} for names in NAMES)]


@pytest.mark.parametrize("options", [*OPTIONS, *({"deck": deck} for deck in DECKS)])
def test_invalid_options_are_rejected(options: dict[str, Any]) -> None:
    """For example a deck with other cards, and names that no command could contain."""
    with pytest.raises(UserError):
        prepare("hanabi", options, {}, 1)


# -- playing and discarding


def test_the_next_rank_of_a_color_fits_and_the_deck_gives_another_card() -> None:
    table = Table("R2 Y1 R1 P4 P3  B1 B1 B1 B2 B2  G5").do("play c")
    assert table.scene.stacks == [1, 0, 0, 0, 0]
    assert table.hand(ANN) == ["G5", "P3", "P4", "Y1", "R2"]
    table.do("play e", "play e")
    assert table.scene.stacks == [2, 0, 0, 1, 0]
    assert table.hand(BOB)[1:] == ["B2", "B2", "B1", "B1"]


@pytest.mark.parametrize("slot", "abcde")
def test_slots_are_lettered_from_the_newest(slot: str) -> None:
    table = Table("R1 Y1 G1 B1 P1").do(f"play {slot}")
    assert table.scene.stacks["abcde"[::-1].index(slot)] == 1
    assert sum(table.scene.stacks) == 1


@pytest.mark.parametrize(
    ("before", "command", "says"),
    [
        ((), "discard a", "8 clue tokens"),
        ((f"clue {BOB} 1", f"clue {ANN} 1") * 4, f"clue {BOB} 1", "token"),
        ((), f"clue {BOB} blue", "touches no card"),
        ((), f"clue {ANN} red", "own hand"),
        *(((), command, ".") for command in ("play f", "clue Bob rainbow", "clue Bob 6", "clue Bob redd", "clue Bob")),
    ],
)
def test_illegal_commands_are_rejected(before: tuple[str, ...], command: str, says: str) -> None:
    table = Table("R1 R1 R1 R2 R2  Y1 Y1 Y1 Y2 Y2").do(*before)
    name = next(table.turns)
    with pytest.raises(IllegalAction, match=says):
        table.scene.check(name, table.scene.parse(name, command))


def test_a_completed_color_gives_no_clue_at_8() -> None:
    scene = Table("R1 R2 R3 R4 R5  Y1 Y2 Y3 Y4 Y5").do(*["play e"] * 9).scene
    table = PublicTable(scene.variant, 2)
    for move in scene.history:
        table.apply(move)
    assert (scene.stacks[0], scene.clues, table.clues) == (5, 8, 8)


# -- the end


def down_to_the_last_card(players: int) -> Table:
    """Discard, or clue where no discard is legal, until the next player may draw the last card."""
    table = Table(players=players)
    while table.scene.observe("").deck > 1 or table.scene.clues == 8:
        harmless(table)
    return table


def harmless(table: Table) -> str:
    """Discard, or clue where no discard is legal; return the player's name."""
    moves = sum(isinstance(event.data, Played | Discarded | Clued) for event in table.events)
    name = table.scene.names[moves % len(table.scene.names)]
    actions = [action for action in table.scene.legal(name) if not isinstance(action, Play)]
    table.do(table.scene.describe(actions[0]))
    return name


def test_hands_get_smaller_when_the_deck_is_empty_and_slots_with_them() -> None:
    table = down_to_the_last_card(3).do("discard a", "play a")
    name = table.events[-1].agent
    assert [len(hand) for hand in table.scene.hands].count(4) == 1
    assert max(a.slot for a in table.scene.legal(name) if isinstance(a, Play)) == 3
    with pytest.raises(IllegalAction):
        table.scene.check(name, Play(4))
    with pytest.raises(IllegalAction):
        table.scene.check(name, Discard(4))
