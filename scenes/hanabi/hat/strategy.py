"""Choice of a move: play, else inform others, else discard (after Jeff Wu's information strategy, 2016)."""

from collections.abc import Sequence

from scenes.hanabi.actions import Action, Clue, Discard, Play, for_want_of_better
from scenes.hanabi.hat.board import chance_of, mean_over, planes_of
from scenes.hanabi.hat.public import PublicInformation
from scenes.hanabi.observation import Observation
from scenes.hanabi.variants import CLUES, FUSES

PLENTY = 4
"""Clue tokens beyond which one is spent rather than a card that may be of use."""
RISK = 0.75
"""The least chance at which a card is played that, if it does not fit, is useless."""


class Decision:
    """One player's view of one moment. It tries its messages on the public information it is given."""

    def __init__(self, seen: Observation, public: PublicInformation, legal: Sequence[Action]) -> None:
        self.seen = seen
        self.public = public
        self.legal = legal
        self.board = public.board
        self.others = public.others(seen.seat)
        self.visible = [public.cards[order] for seat in self.others for order in public.hands[seat]]
        """The cards of the others."""
        unseen = list(public.copies)
        for card in self.visible:
            unseen[card] -= 1
        self.unseen = planes_of(tuple(unseen))
        self.elsewhere = sum(1 << card for card in set(self.visible))
        self.own = [mask & self.unseen[0] for mask in public.hand(seen.seat)]
        """Possible identities of own cards, oldest first, by all that this player sees."""
        self.early = public.gone <= len(public.possible) - public.variant.count - sum(map(len, public.hands))
        """True if a discard still leaves enough turns."""

    @property
    def is_sound(self) -> bool:
        """True if every card is possible and each visible one is what it can be; otherwise the others use another
        strategy.
        """
        public = self.public
        possible = [mask for seat in self.others for mask in public.hand(seat)]
        return all(self.own) and all(mask >> card & 1 for mask, card in zip(possible, self.visible, strict=True))

    def act(self) -> Action:
        slot = self._play()
        if slot is not None:
            return self._slot(Play, slot)
        useless = self.public.useless(self.own)
        if self._should_clue(useless) and (clue := self._clue()):
            return clue
        if self.seen.clues == CLUES:
            return for_want_of_better(self.legal)
        return self._slot(Discard, self._discard(useless))

    def _slot(self, kind: type[Play] | type[Discard], slot: int) -> Action:
        """Make an action; its slots count from the newest card, those of hands here from the oldest."""
        return kind(len(self.own) - 1 - slot)

    # -- play

    def _play(self) -> int | None:
        playable = self.board.playable
        sure = [slot for slot, mask in enumerate(self.own) if not mask & ~playable]
        if sure:
            return max(sure, key=lambda slot: (self._urgency(self.own[slot]), -slot))
        if self.seen.strikes == FUSES - 1:
            return None
        if self.early:
            harmless = playable | self.board.useless
            return self._likeliest(RISK, [slot for slot, mask in enumerate(self.own) if not mask & ~harmless])
        if self.seen.left == 1 or (not self.seen.deck and not (self.seen.clues and self._somebody_waits())):
            return self._likeliest(0.0, range(len(self.own)))  # a fuse is of no more use, and neither is a discard
        return None

    def _likeliest(self, least: float, slots: Sequence[int]) -> int | None:
        """Return the card most likely to fit, with a chance above `least`; of equal ones the oldest."""
        chances = [(chance_of(self.board.playable, self.own[slot], self.unseen), -slot) for slot in slots]
        chance, slot = max(chances, default=(0.0, 0))
        return -slot if chance > least else None

    def _urgency(self, mask: int) -> float:
        """Rate the urgency of a play: low cards first, and those that nobody else can play."""
        seen = self.visible if self.seen.deck else []
        return mean_over(mask, self.unseen, lambda card: (9 - card % 5) / (1 + seen.count(card)))

    # -- clue

    def _should_clue(self, useless: list[int]) -> bool:
        clues = self.seen.clues
        if clues == CLUES or (clues and self._somebody_waits()):
            return True
        if self.early and useless:
            return False
        return clues > PLENTY or (clues > 0 and any(map(self._can_play, self.others)))

    def _somebody_waits(self) -> bool:
        """Return True if another player has a playable card without knowing one."""
        return any(self._can_play(seat) and not self.public.knows_playable(seat) for seat in self.others)

    def _can_play(self, seat: int) -> bool:
        return any(self.board.playable >> self.public.cards[order] & 1 for order in self.public.hands[seat])

    def _clue(self) -> Clue | None:
        """Return the clue with the message that tells most beyond it."""
        public = self.public
        channels = public.channels(self.seen.seat)
        value = public.send(self.seen.seat, sum(kinds.size for _, kinds in channels))
        best, most = None, 0.0
        for action in self.legal:
            if isinstance(action, Clue):
                mask = public.variant.touched[action.clue]
                touched = [bool(mask >> public.cards[order] & 1) for order in public.hands[action.to]]
                if public.message(channels, action.to, action.clue, touched) == value:
                    good = self._goodness(action, touched)
                    if good > most:
                        best, most = action, good
        return best

    def _goodness(self, clue: Clue, touched: Sequence[bool]) -> float:
        """Rate the identities that a clue rules out; twice as much if that settles a card's use."""
        good = 1.0
        mask = self.public.variant.touched[clue.clue]
        for before, is_touched in zip(self.public.hand(clue.to), touched, strict=True):
            if before & (before - 1) and before & ~self.board.useless:
                after = before & (mask if is_touched else ~mask)
                settled = not after & (after - 1) or not after & ~self.board.useless
                good *= (1 + settled) / chance_of(after, before, self.public.planes)
        return good

    # -- discard

    def _discard(self, useless: list[int]) -> int:
        public, seat = self.public, self.seen.seat
        if self.seen.clues:
            public.nobody_waits(seat)
        known = public.useless(public.hand(seat))
        if len(known) > 1:
            return known[public.send(seat, len(known))]
        if useless:
            return useless[0]
        return min(range(len(self.own)), key=lambda slot: (mean_over(self.own[slot], self.unseen, self._loss), slot))

    def _loss(self, card: int) -> float:
        """Estimate the cost of losing a card; the last copy costs itself and the ranks above it."""
        bit, above = 1 << card, 5 - card % 5
        if self.board.useless & bit:
            return 0.0
        if self.board.critical & bit:
            return 1.0 + above
        return 0.3 if self.elsewhere & bit else 0.5 + 0.1 * above
