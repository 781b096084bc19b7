"""The rules of Hanabi: each on a deck laid out for it, and all of them in games at random."""

from collections import Counter
from itertools import cycle
from typing import Any

import pytest

from core.engine.casting import prepare, set_up
from core.engine.events import Event
from core.errors import IllegalAction, UserError
from scenes.hanabi.actions import Clue, Discard, Play
from scenes.hanabi.events import Clued, Discarded, Played, Shuffled
from scenes.hanabi.scene import HanabiScene
from scenes.hanabi.variants import VARIANTS

ANN, BOB = "Ann", "Bob"


def deck_of(first: str, variant: str = "standard") -> str:
    """A whole deck that begins with these cards."""
    labels = VARIANTS[variant].labels
    rest = Counter(labels[card] for card in VARIANTS[variant].deck)
    rest.subtract(first.split())
    assert min(rest.values()) >= 0, first
    return " ".join([*first.split(), *rest.elements()])


class Table:
    """A game in which everybody does as they are told, in turn."""

    def __init__(self, first: str = "", players: int = 2, variant: str = "standard", **options: Any) -> None:
        told = {"players": players, "variant": variant, "deck": deck_of(first, variant), **options}
        scene, self.chance = set_up(prepare("hanabi", told, {}, 1))
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

    def refuses(self, command: str) -> str:
        """What whoever is next is told."""
        name = next(self.turns)
        with pytest.raises(IllegalAction) as why:
            self.scene.check(name, self.scene.parse(name, command))
        assert self.scene.parse(name, command) not in self.scene.legal(name)
        return str(why.value)

    def hand(self, name: str, eyes: str = "") -> list[str]:
        """Newest first."""
        seen = self.scene.observe(eyes) if eyes else self.scene.observe("")
        labels = self.scene.variant.labels
        hand = seen.hands[self.scene.seat[name]]
        return ["??" if held.card is None else labels[held.card] for held in hand]

    def possible(self, name: str) -> list[str]:
        """What a hand can be by clues, newest first: `R1 R2 …` each."""
        labels = self.scene.variant.labels
        hand = self.scene.observe("").hands[self.scene.seat[name]]
        return [" ".join(label for i, label in enumerate(labels) if held.possible >> i & 1) for held in hand]


def identities(colors: str, ranks: str = "12345") -> str:
    return " ".join(color + rank for color in colors for rank in ranks)


# -- setting up


@pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_hands_are_5_5_4_4_and_a_whole_hand_is_dealt_before_the_next(players: int, size: int) -> None:
    table = Table(players=players)
    labels = table.scene.config.deck.split()
    for seat, name in enumerate(table.scene.names):
        assert table.hand(name)[::-1] == labels[seat * size : (seat + 1) * size]
    assert table.scene.observe("").deck == 50 - players * size


@pytest.mark.parametrize("players", [0, 1, 6, -1])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(UserError):
        prepare("hanabi", {"players": players}, {}, 1)


def test_the_deck_is_3_2_2_2_1_of_five_colors_with_8_clues_and_3_fuses() -> None:
    table = Table()
    cards = Counter(table.scene.config.deck.split())
    assert cards == {color + rank: int(n) for color in "RYGBP" for rank, n in zip("12345", "32221", strict=True)}
    seen = table.scene.observe("")
    assert (seen.clues, seen.strikes, seen.stacks, seen.discards, seen.left) == (8, 0, (0,) * 5, (), -1)


def test_a_shuffled_deck_is_the_same_cards_in_another_order_for_each_seed() -> None:
    decks = set()
    for seed in range(20):
        scene, chance = set_up(prepare("hanabi", {}, {}, seed))
        first = next(scene.start(chance)).data
        assert isinstance(first, Shuffled)
        decks.add(first.deck)
        assert tuple(sorted(first.deck)) == VARIANTS["standard"].deck
    assert len(decks) == 20


@pytest.mark.parametrize(
    "deck", ["R1", "R1 " * 50, deck_of("R1").replace("R1", "r1", 1), deck_of("R1") + " R1", deck_of("", "six-suits")]
)
def test_a_deck_that_is_not_one_is_refused(deck: str) -> None:
    with pytest.raises(UserError, match="deck"):
        prepare("hanabi", {"deck": deck}, {}, 1)


@pytest.mark.parametrize("names", ["A", "A,A", "A,a", "A,", "A B,C", "A\u00a0B,C", "A\tB,C", "A\nB,C", " ,B", "A,B,C"])
def test_names_that_no_command_could_say_are_refused(names: str) -> None:
    with pytest.raises(UserError):
        prepare("hanabi", {"players": 2, "names": names}, {}, 1)


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


def test_a_card_that_does_not_fit_burns_a_fuse_and_is_discarded() -> None:
    table = Table("R2 R3 R4 R1 R1  B1 B1").do("play e")
    assert (table.scene.strikes, table.scene.discards) == (1, [1])
    assert table.scene.stacks == [0] * 5
    assert table.scene.clues == 8


def test_a_card_that_was_played_already_does_not_fit() -> None:
    table = Table("R1 R1 R2 R2 R3  R1 Y1 Y1 G1 G1").do("play e", "play e")
    assert (table.scene.stacks[0], table.scene.strikes) == (1, 1)


def test_a_discard_gives_a_clue_back() -> None:
    table = Table("R1 R1 R1 R2 R2  Y1 Y1 Y1 Y2 Y2").do(f"clue {BOB} 1")
    assert table.scene.clues == 7
    assert table.do("discard a").scene.clues == 8
    assert table.scene.discards == [VARIANTS["standard"].labels.index("Y2")]


def test_nobody_discards_at_8_clues() -> None:
    table = Table("R1 R1 R1 R2 R2  Y1 Y1 Y1 Y2 Y2")
    assert not [action for action in table.scene.legal(ANN) if isinstance(action, Discard)]
    assert "8" in table.refuses("discard a")
    assert table.do(f"clue {ANN} red", "discard a").scene.clues == 8
    assert "8" in table.refuses("discard a")


def test_no_clue_without_a_token() -> None:
    table = Table("R1 R1 R1 R2 R2  Y1 Y1 Y1 Y2 Y2").do(*[f"clue {BOB} 1", f"clue {ANN} 1"] * 4)
    assert table.scene.clues == 0
    assert not [action for action in table.scene.legal(ANN) if isinstance(action, Clue)]
    assert "token" in table.refuses(f"clue {BOB} 1")


@pytest.mark.parametrize("slot", ["f", "e"])
def test_a_slot_that_is_not_held_is_refused(slot: str) -> None:
    table = Table(players=4)
    with pytest.raises(IllegalAction):
        table.do(f"play {slot}")


# -- clues


@pytest.mark.parametrize("clue", ["blue", "green", "3", "5"])
def test_a_clue_has_to_touch_a_card(clue: str) -> None:
    assert "touches no card" in Table("R1 R1 R1 R2 R2  Y1 Y1 Y1 Y2 Y2").refuses(f"clue {BOB} {clue}")


def test_nobody_clues_themselves() -> None:
    assert "own hand" in Table("R1 R1 R1 R2 R2").refuses(f"clue {ANN} red")


@pytest.mark.parametrize("clue", ["rainbow", "black", "0", "6", "R1", "teal", "redd", ""])
def test_what_is_no_clue_is_refused(clue: str) -> None:
    with pytest.raises(IllegalAction):
        Table().do(f"clue {BOB} {clue}")


def test_a_clue_says_which_cards_it_touches_and_so_which_it_does_not() -> None:
    table = Table("R1 R1 R1 R2 R2  Y1 G2 Y3 B4 P1").do(f"clue {BOB} yellow")
    told = table.events[-1].data
    assert isinstance(told, Clued)
    assert told.touched == (5, 7)
    rest = identities("RGBP")
    assert table.possible(BOB) == [rest, rest, identities("Y"), rest, identities("Y")]
    table.do(f"clue {ANN} 1", f"clue {BOB} 1")
    assert table.possible(BOB)[4] == "Y1"
    assert table.possible(BOB)[2] == "Y2 Y3 Y4 Y5"
    assert table.possible(BOB)[0] == "R1 G1 B1 P1"
    assert table.possible(ANN) == [identities("RYGBP", "2345")] * 2 + [identities("RYGBP", "1")] * 3


def test_a_card_drawn_after_a_clue_was_not_told_about() -> None:
    table = Table("R1 R1 R1 R2 R2  Y1 G2 Y3 B4 P1  Y4 Y2").do(f"clue {BOB} yellow", "play e", f"clue {BOB} 1")
    assert table.hand(BOB)[0] == "Y4"
    assert table.possible(BOB)[0] == identities("RYGBP", "2345")


# -- a completed color


def test_a_completed_color_gives_a_clue_back() -> None:
    table = Table("R1 R2 R3 R4 R5  Y1 Y2 Y3 Y4 Y5").do(*["play e", f"clue {ANN} red"] * 4)
    assert table.scene.clues == 4
    assert table.do("play e").scene.stacks[0] == 5
    assert table.scene.clues == 5


def test_a_completed_color_gives_no_clue_at_8() -> None:
    table = Table("R1 R2 R3 R4 R5  Y1 Y2 Y3 Y4 Y5").do(*["play e", "play e"] * 4)
    assert table.scene.clues == 8
    assert table.do("play e").scene.clues == 8
    assert table.scene.stacks[:2] == [5, 4]


def test_a_five_that_does_not_fit_gives_no_clue() -> None:
    table = Table("R5 R1 R1 R2 R2  Y1 Y1 Y1 Y2 Y2").do(f"clue {BOB} 1", f"clue {ANN} 1", "play e")
    assert (table.scene.clues, table.scene.strikes) == (6, 1)


# -- the end


@pytest.mark.parametrize(("bomb", "score"), [("zero", 0), ("keep", 2)])
def test_the_third_strike_ends_the_game_with_what_bomb_says(bomb: str, score: int) -> None:
    table = Table("R1 R2 R5 R1 R1  B5 B4 B4 B3 B3", bomb=bomb)
    table.do("play e", "play e", "play e", "play e")
    assert table.scene.is_complete() is None
    table.do("play e")
    assert table.scene.is_complete() == "bombed"
    result = table.scene.outcome().metrics
    assert (result["score"], result["kept"], result["strikes"], result["bombed"]) == (score, 2, 3, True)


def perfect() -> Table:
    """Ann and Bob play the oldest card every time, and it fits every time."""
    order = [color + rank for color in "RYGBP" for rank in "12345"]
    hands: tuple[list[int], list[int]] = (list(range(5)), list(range(5, 10)))
    places: dict[int, str] = {}
    for turn, label in enumerate(order):
        places[hands[turn % 2].pop(0)] = label
        hands[turn % 2].append(10 + turn)
    rest = Counter(deck_of("").split())
    rest.subtract(places.values())
    spare = rest.elements()
    return Table(" ".join(places[n] if n in places else next(spare) for n in range(50)))


def test_a_perfect_25_ends_the_game_at_once() -> None:
    table = perfect().do(*["play e"] * 24)
    assert table.scene.is_complete() is None
    table.do("play e")
    assert table.scene.is_complete() == "perfect"
    result = table.scene.outcome().metrics
    assert (result["score"], result["kept"], result["perfect"], result["bombed"]) == (25, 25, True, False)
    assert result["deck_left"] == 15


def down_to_the_last_card(players: int, variant: str = "standard") -> Table:
    """Discards, and clues where nobody may discard, until whoever is next may draw the last card."""
    table = Table(players=players, variant=variant)
    while table.scene.observe("").deck > 1 or table.scene.clues == 8:
        harmless(table)
    return table


def harmless(table: Table) -> str:
    """A discard, or a clue where nobody may discard; whose turn it was."""
    moves = sum(isinstance(event.data, Played | Discarded | Clued) for event in table.events)
    name = table.scene.names[moves % len(table.scene.names)]
    actions = [action for action in table.scene.legal(name) if not isinstance(action, Play)]
    table.do(table.scene.describe(actions[0]))
    return name


@pytest.mark.parametrize("variant", ["standard", "six-suits"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_after_the_last_card_everybody_has_exactly_one_more_turn_the_drawer_too(players: int, variant: str) -> None:
    table = down_to_the_last_card(players, variant)
    assert table.scene.observe("").left == -1
    drawer = harmless(table)
    assert (table.scene.observe("").deck, table.scene.observe("").left) == (0, players)
    movers = []
    while table.scene.is_complete() is None:
        movers.append(harmless(table))
    assert movers[-1] == drawer
    assert sorted(movers) == sorted(table.scene.names)
    assert table.scene.is_complete() == "deck_out"
    assert table.scene.strikes == 0


def test_hands_get_smaller_when_the_deck_is_empty_and_slots_with_them() -> None:
    table = down_to_the_last_card(3).do("discard a", "play a")
    name = table.events[-1].agent
    assert [len(hand) for hand in table.scene.hands].count(4) == 1
    assert max(a.slot for a in table.scene.legal(name) if isinstance(a, Play)) == 3
    with pytest.raises(IllegalAction):
        table.scene.check(name, Play(4))
    with pytest.raises(IllegalAction):
        table.scene.check(name, Discard(4))


def test_a_clue_in_the_last_round_is_a_turn_too() -> None:
    table = down_to_the_last_card(2).do("discard a")
    name = table.scene.names[1 - table.scene.seat[table.events[-1].agent]]
    left = table.scene.left
    table.do(table.scene.describe(next(a for a in table.scene.legal(name) if isinstance(a, Clue))))
    assert table.scene.left == left - 1


# -- variants


def test_rainbow_is_touched_by_every_color_and_cannot_be_named() -> None:
    table = Table("R1 R1 R1 R2 R2  M1 M1 Y3 B4 M3", variant="rainbow")
    assert table.scene.variant.clues == ("red", "yellow", "green", "blue", "purple", "1", "2", "3", "4", "5")
    for color in ("red", "yellow", "green", "blue", "purple"):
        Table("R1 R1 R1 R2 R2  M1 M1 Y3 B4 M3", variant="rainbow").do(f"clue {BOB} {color}")
    table.do(f"clue {BOB} green")
    told = table.events[-1].data
    assert isinstance(told, Clued)
    assert told.touched == (5, 6, 9)
    assert table.possible(BOB) == [identities("GM"), *[identities("RYBP")] * 2, *[identities("GM")] * 2]
    table.do(f"clue {ANN} red", f"clue {BOB} blue")
    assert table.possible(BOB) == [
        identities("M"),
        identities("B"),
        identities("RYP"),
        identities("M"),
        identities("M"),
    ]
    with pytest.raises(IllegalAction):
        table.do(f"clue {ANN} rainbow")


def test_black_has_one_of_each_and_is_a_color_like_others() -> None:
    table = Table("K1 K2 K3 K4 K5  R1 R1 R1 R2 R2  R5 Y5 G5 B5 P5", variant="black")
    cards = Counter(table.scene.config.deck.split())
    assert [cards[f"K{rank}"] for rank in "12345"] == [1, 1, 1, 1, 1]
    assert sum(cards.values()) == 55
    table.do("play e", f"clue {ANN} black", "play e", f"clue {ANN} 5", "play e", f"clue {ANN} 5")
    table.do("play e", f"clue {ANN} 5")
    assert (table.scene.stacks[5], table.scene.clues) == (4, 4)
    assert table.possible(ANN)[4] == "K5"
    table.do("play e")
    assert (table.scene.stacks[5], table.scene.clues) == (5, 5)
    with pytest.raises(UserError):
        Table(variant="black", deck=deck_of("", "six-suits").replace("T", "K"))


@pytest.mark.parametrize(
    ("variant", "cards", "best"),
    [
        ("standard", 50, 25),
        ("six-suits", 60, 30),
        ("rainbow", 60, 30),
        ("rainbow-5", 50, 25),
        ("black", 55, 30),
        ("black-5", 45, 25),
    ],
)
def test_each_variant_has_its_cards_and_its_perfect_score(variant: str, cards: int, best: int) -> None:
    assert (len(VARIANTS[variant].deck), VARIANTS[variant].count) == (cards, best)
    table = Table(variant=variant, players=5)
    assert table.scene.observe("").deck == cards - 20
    table.scene.stacks[:] = [5] * (best // 5)
    assert table.scene.is_complete() == "perfect"


# -- the default action


def test_the_default_discards_known_trash_first() -> None:
    table = Table("R1 R1 Y4 Y4 B5  Y1 Y1 Y1 Y2 Y2").do("play e", f"clue {ANN} 1", f"clue {BOB} 1", f"clue {ANN} red")
    assert table.possible(ANN)[4] == "R1"
    assert table.scene.default(ANN) == Discard(4)


def test_the_default_is_the_oldest_card_without_a_clue_else_the_oldest() -> None:
    table = Table("R1 R2 Y4 Y3 B5  Y1 Y1 Y1 Y2 Y2").do(f"clue {BOB} 1", f"clue {ANN} red")
    assert table.scene.default(ANN) == Discard(2)
    table.do(f"clue {BOB} 1", f"clue {ANN} yellow", f"clue {BOB} 1", f"clue {ANN} blue")
    assert table.scene.default(ANN) == Discard(4)


def test_the_default_at_8_clues_is_a_legal_clue_never_a_play() -> None:
    table = Table(players=5)
    assert isinstance(table.scene.default(ANN), Clue)
    table.scene.check(ANN, table.scene.default(ANN))
