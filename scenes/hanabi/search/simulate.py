"""A light simulator: one state for the rules and for what is public, in which all seats play the hat strategy."""

from collections.abc import Sequence
from functools import lru_cache

from scenes.hanabi.actions import Action, Clue, Play
from scenes.hanabi.hat.strategy import Decision
from scenes.hanabi.observation import Move, Observation
from scenes.hanabi.search.shared import ALL, SharedInformation, less
from scenes.hanabi.variants import FUSES


@lru_cache(maxsize=1 << 14)
def clues_to(to: int, mask: int) -> tuple[Clue, ...]:
    return tuple(Clue(to, clue) for clue in range(mask.bit_length()) if mask >> clue & 1)


class Glance(Decision):
    """The same decision, come to a little faster."""

    def __init__(self, seen: Observation, public: "SharedInformation", legal: Sequence[Action]) -> None:
        self.seen, self.public, self.legal, self.board = seen, public, legal, public.board
        self.others = public.others(seen.seat)
        cards, unseen, elsewhere = public.cards, public.open, 0
        self.visible = [cards[order] for seat in self.others for order in public.hands[seat]]
        for card in self.visible:
            elsewhere |= 1 << card
            unseen = less(unseen, 1 << card)
        self.unseen, self.elsewhere = unseen, elsewhere
        self.own = [mask & unseen[0] or mask for mask in public.hand(seen.seat)]
        self.early = public.gone <= len(public.possible) - public.variant.count - sum(map(len, public.hands))


class Table(SharedInformation):
    """A game with all its cards, from some moment on."""

    strikes: int
    left: int
    """Turns left once the deck is empty, else -1."""
    mover: int
    """The seat that is next."""

    @classmethod
    def of(cls, public: SharedInformation, seen: Observation, mover: int) -> "Table":
        """The moment that is seen; its cards are yet to be `dealt`."""
        table = object.__new__(cls)
        table.__dict__.update(public.__dict__)
        table.seat, table.strikes, table.left, table.mover = ALL, seen.strikes, seen.left, mover
        return table

    def dealt(self, cards: Sequence[int]) -> "Table":
        """A copy of its own, with these cards by order."""
        other = self.copy()
        other.hands = [hand.copy() for hand in self.hands]
        other.copies, other.stacks = self.copies.copy(), self.stacks.copy()
        other.cards = list(cards)
        return other

    @property
    def is_over(self) -> bool:
        return self.strikes == FUSES or self.left == 0 or sum(self.stacks) == self.variant.count

    def legal_clues(self) -> list[Clue]:
        touching, cards, out = self.variant.touching, self.cards, list[Clue]()
        for to, hand in enumerate(self.hands):
            if to != self.mover and self.clues:
                mask = 0
                for order in hand:
                    mask |= touching[cards[order]]
                out += clues_to(to, mask)
        return out

    def blueprint(self) -> Action:
        """What the hat strategy does, whoever is next."""
        seen = Observation(
            name="",
            seat=self.mover,
            names=(),
            variant="",
            turn=0,
            hands=(),
            stacks=(),
            discards=(),
            clues=self.clues,
            strikes=self.strikes,
            deck=len(self.cards) - self.drawn,
            left=self.left,
            score=0,
            history=(),
        )
        return Glance(seen, self.copy(), self.legal_clues()).act()

    def step(self, action: Action) -> None:
        """Whoever is next does this."""
        seat = self.mover
        if isinstance(action, Clue):
            mask, cards = self.variant.touched[action.clue], self.cards
            touched = tuple([order for order in self.hands[action.to] if mask >> cards[order] & 1])
            self.fold(Move(0, seat, "clue", to=action.to, clue=action.clue, touched=touched))
            self.left -= self.left > 0
        else:
            order, drawn = self.hands[seat][-1 - action.slot], self.drawn
            card = self.cards[order]
            suit, rank = divmod(card, 5)
            is_play = isinstance(action, Play)
            fits = is_play and self.stacks[suit] == rank
            self.strikes += is_play and not fits
            self.fold(Move(0, seat, "play" if is_play else "discard", order, card, fits))
            if self.left > 0:
                self.left -= 1
            elif drawn < self.drawn == len(self.cards):
                self.left = self.players
        self.mover = (seat + 1) % self.players

    def told_by(self, action: Action) -> tuple[int, ...] | None:
        """What is public of the others' cards after a move; None if it is not true, or breaks the fold."""
        table, others = self.dealt(self.cards), self.others(self.mover)
        table.step(action)
        orders = [order for seat in others for order in self.hands[seat]]
        sound = not table.broken and all(table.possible[order] >> table.cards[order] & 1 for order in orders)
        return tuple([table.possible[order] for order in orders]) if sound else None

    def value(self, action: Action) -> tuple[float, int]:
        """The score of the game that begins with this move, and how many moves were played out. Where the fold breaks,
        that is the end; a bombed game has no points."""
        self.step(action)
        steps = 1
        while not self.is_over and not self.broken:
            self.step(self.blueprint())
            steps += 1
        return 0 if self.strikes == FUSES else sum(self.stacks), steps
