"""The hat-guessing bot: plays, else informs others, else discards (after Jeff Wu's strategy, 2016)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from core.engine.agents import Agent
from core.engine.turn import Turn
from scenes.hanabi.actions import SLOTS, Action, Clue, Discard, Play, fallback_move
from scenes.hanabi.bots import Cautious, why_it_fits
from scenes.hanabi.hat.public import NO_MESSAGE, PublicInformation
from scenes.hanabi.hat.questions import chance_of, copy_sets, mean_over, members
from scenes.hanabi.observation import Move, Observation
from scenes.hanabi.variants import CLUES, FUSES, VARIANTS


class HatPlayer(Agent):
    """A player that informs all others with one clue (Cox et al. 2015).

    Once a partner deviates from this strategy, it plays like a beginner. State kept between turns is a cached fold of
    the history.
    """

    what = "hat-guessing code: near perfect if all use it"

    def __init__(self) -> None:
        self._public: PublicInformation | None = None
        self._game: tuple[object, ...] = ()
        self._history: tuple[Move, ...] = ()
        self._sources: dict[int, str] = {}
        """For each own card, by its order, the last move that said something about it."""

    def act(self, turn: Turn) -> Action:
        found = self.decide(turn.observation, cast(Sequence[Action], turn.legal))
        if found is None:
            return Cautious().act(turn)
        action, sentence = found
        turn.think(sentence)
        return action

    def decide(self, seen: Observation, legal: Sequence[Action]) -> tuple[Action, str] | None:
        """Return the move and its reason; None if a player has deviated from the strategy."""
        public = self.catch_up(seen)
        decision = Decision(seen, public.copy(), legal)
        if public.broken or not decision.is_sound:
            return None
        action = decision.act()
        return action, explain(decision, public, action, self._sources)

    def catch_up(self, seen: Observation) -> PublicInformation:
        """Return the public information after the last move, continuing an earlier fold of the same game."""
        cards = {held.order: held.card for hand in seen.hands for held in hand if held.card is not None}
        cards.update((move.order, move.card) for move in seen.history if move.order >= 0 and move.seat != seen.seat)
        public, game, done = self._public, (seen.variant, seen.names, seen.seat), len(self._history)
        if public is None or game != self._game or seen.history[:done] != self._history or public.contradicts(cards):
            public, done = PublicInformation(VARIANTS[seen.variant], len(seen.names), seen.seat), 0
            self._sources = {}
        public.show(cards)
        for move in seen.history[done:]:
            own, hand = public.hands[seen.seat], public.hand(seen.seat)
            public.apply(move)
            if move.seat != seen.seat and move.kind != "play":
                for order, before in zip(own, hand, strict=True):
                    if public.possible[order] != before:
                        self._sources[order] = f"{seen.names[move.seat]}'s {move.kind}"
        self._public, self._game, self._history = public, game, seen.history
        return public


MANY_TOKENS = 4
"""Number of tokens above which a player clues rather than discard a possibly useful card."""
MIN_PLAY_CHANCE = 0.75
"""Probability above which a player plays a card that is useless if it does not fit."""


class Decision:
    """One player's decision in one situation. Deciding changes the `public` information that was passed in."""

    def __init__(self, seen: Observation, public: PublicInformation, legal: Sequence[Action]) -> None:
        self.seen = seen
        self.public = public
        self.legal = legal
        self.board = public.board
        self.others = public.others(seen.seat)
        self.visible = [public.cards[order] for seat in self.others for order in public.hands[seat]]
        """Cards of the others."""
        unseen = list(public.copies)
        for card in self.visible:
            unseen[card] -= 1
        self.unseen = copy_sets(tuple(unseen))
        self.elsewhere = sum(1 << card for card in set(self.visible))
        self.own = [mask & self.unseen[0] for mask in public.hand(seen.seat)]
        """Possible identities of own cards, oldest first, given the public information and the visible cards."""
        held, kept = sum(map(len, public.hands)), sum(public.copies) + sum(public.stacks)
        self.early = kept >= public.variant.count + held
        """True if a discard still leaves enough turns."""

    @property
    def is_sound(self) -> bool:
        """True if every own card has a possible identity, and each visible card is among its possible identities.

        Otherwise some player does not use this strategy.
        """
        public = self.public
        possible = [mask for seat in self.others for mask in public.hand(seat)]
        return all(self.own) and all(mask >> card & 1 for mask, card in zip(possible, self.visible, strict=True))

    def act(self) -> Action:
        slot = self._slot_to_play()
        if slot is not None:
            return self._action_for_slot(Play, slot)
        useless = self.public.useless(self.own)
        if self._should_clue(useless) and (clue := self._best_clue()):
            return clue
        if self.seen.clues == CLUES:
            return fallback_move(self.legal)
        return self._action_for_slot(Discard, self._slot_to_discard(useless))

    def _action_for_slot(self, kind: type[Play] | type[Discard], slot: int) -> Action:
        """Return an action. `slot` counts from the oldest card, but slots of actions count from the newest."""
        return kind(len(self.own) - 1 - slot)

    # -- play

    def _slot_to_play(self) -> int | None:
        playable = self.board.playable
        sure = [slot for slot, mask in enumerate(self.own) if not mask & ~playable]
        if sure:
            return max(sure, key=lambda slot: (self._urgency(self.own[slot]), -slot))
        if self.seen.strikes == FUSES - 1:
            return None
        if self.early:
            harmless = playable | self.board.useless
            return self._likeliest(
                MIN_PLAY_CHANCE, [slot for slot, mask in enumerate(self.own) if not mask & ~harmless]
            )
        if self.seen.left == 1 or (not self.seen.deck and not (self.seen.clues and self._somebody_waits())):
            return self._likeliest(0.0, range(len(self.own)))  # fuses and discards are of no further use
        return None

    def _likeliest(self, least: float, slots: Sequence[int]) -> int | None:
        """Return the slot likeliest to hold a fitting card, if that is likelier than `least`; the oldest of equals."""
        chances = [(chance_of(self.board.playable, self.own[slot], self.unseen), -slot) for slot in slots]
        chance, slot = max(chances, default=(0.0, 0))
        return -slot if chance > least else None

    def _urgency(self, mask: int) -> float:
        """Rate the urgency of a play: low cards are urgent, and cards of which no other hand has a copy."""
        seen = self.visible if self.seen.deck else []
        return mean_over(mask, self.unseen, lambda card: (9 - card % 5) / (1 + seen.count(card)))

    # -- clue

    def _should_clue(self, useless: list[int]) -> bool:
        clues = self.seen.clues
        if clues == CLUES or (clues and self._somebody_waits()):
            return True
        if self.early and useless:
            return False
        return clues > MANY_TOKENS or (clues > 0 and any(map(self._can_play, self.others)))

    def _somebody_waits(self) -> bool:
        """Return True if another player has a playable card without knowing one."""
        return any(self._can_play(seat) and not self.public.knows_playable(seat) for seat in self.others)

    def _can_play(self, seat: int) -> bool:
        return any(self.board.playable >> self.public.cards[order] & 1 for order in self.public.hands[seat])

    def _best_clue(self) -> Clue | None:
        """Return the clue that carries the right message and tells most in addition."""
        public = self.public
        channels = public.channels(self.seen.seat)
        value = public.send(self.seen.seat, sum(kinds.size for _, kinds in channels))
        best, most = None, 0.0
        for action in self.legal:
            if isinstance(action, Clue):
                touched = _touched_slots(public, action)
                if public.message(channels, action.to, action.clue, touched) == value:
                    good = self._clue_value(action, touched)
                    if good > most:
                        best, most = action, good
        return best

    def _clue_value(self, clue: Clue, touched: Sequence[bool]) -> float:
        """Rate the identities that a clue rules out; a card that becomes known or known useless counts double."""
        good = 1.0
        mask = self.public.variant.touched[clue.clue]
        for before, is_touched in zip(self.public.hand(clue.to), touched, strict=True):
            if before & (before - 1) and before & ~self.board.useless:
                after = before & (mask if is_touched else ~mask)
                settled = not after & (after - 1) or not after & ~self.board.useless
                good *= (1 + settled) / chance_of(after, before, self.public.planes)
        return good

    # -- discard

    def _slot_to_discard(self, useless: list[int]) -> int:
        public, seat = self.public, self.seen.seat
        if self.seen.clues:
            public.rule_out_playable(seat)
        known = public.useless(public.hand(seat))
        if len(known) > 1:
            return known[public.send(seat, len(known))]
        if useless:
            return useless[0]
        return min(
            range(len(self.own)), key=lambda slot: (mean_over(self.own[slot], self.unseen, self._discard_loss), slot)
        )

    def _discard_loss(self, card: int) -> float:
        """Estimate the cost of losing a card; a last copy costs itself and the ranks above it."""
        bit, above = 1 << card, 5 - card % 5
        if self.board.useless & bit:
            return 0.0
        if self.board.critical & bit:
            return 1.0 + above
        return 0.3 if self.elsewhere & bit else 0.5 + 0.1 * above


_PHRASES = {"play": "to play {}", "trash": "that of no use is {}", "wait": "not to play {} now", "more": "more of {}"}
"""Phrases about cards, most useful first."""


def _touched_slots(public: PublicInformation, clue: Clue) -> list[bool]:
    """Return for each card of a hand, oldest first, whether a clue touches it."""
    mask = public.variant.touched[clue.clue]
    return [bool(mask >> public.cards[order] & 1) for order in public.hands[clue.to]]


def explain(decision: Decision, before: PublicInformation, action: Action, sources: Mapping[int, str]) -> str:
    """Explain a move after the decision.

    Args:
        decision: The decision, with a copy of the public information that includes the move's message.
        before: The public information before the move.
        action: The move.
        sources: For each own card, by its order, the last move that said something about it.
    """
    match action:
        case Play(slot):
            return f"plays {SLOTS[slot]}: {_why_played(decision, slot)}{_source_text(before, decision, slot, sources)}"
        case Discard(slot):
            return f"discards {SLOTS[slot]}: {_why_discarded(decision, before, slot)}"
        case Clue(to, clue):
            said = f"clues {decision.seen.names[to]} {before.variant.clues[clue]}"
            learned = "; ".join(_news_for_others(decision, before))
            return f"{said}, {_message_text(decision, before, action)}: {learned or 'it tells nobody anything new'}"


def _message_text(decision: Decision, before: PublicInformation, clue: Clue) -> str:
    """Write the number of a clue's message."""
    channels = before.channels(decision.seen.seat)
    value = before.message(channels, clue.to, clue.clue, _touched_slots(before, clue))
    if value == NO_MESSAGE:
        return "which is no number"
    return f"the number {value} of 0 to {sum(kinds.size for _, kinds in channels) - 1}"


def _source_text(before: PublicInformation, decision: Decision, slot: int, sources: Mapping[int, str]) -> str:
    order = before.hands[decision.seen.seat][-1 - slot]
    return f"; {sources[order]} was the last to tell of it" if order in sources else ""


def _why_played(decision: Decision, slot: int) -> str:
    board, mask = decision.board, decision.own[-1 - slot]
    sure = [] if mask & ~board.playable else [decision.public.variant.spelled(card) for card in members(mask)]
    cards = [f"the {sure[0]}"] if len(sure) == 1 else sure
    harmless = not mask & ~(board.playable | board.useless)
    return why_it_fits(cards, chance_of(board.playable, mask, decision.unseen), harmless)


def _why_discarded(decision: Decision, before: PublicInformation, slot: int) -> str:
    known = before.useless(before.hand(decision.seen.seat))
    if len(known) > 1:
        return f"of no use, as {len(known)} cards are; which of them goes is a number that tells others of theirs"
    if len(decision.own) - 1 - slot in before.useless(decision.own):
        return "it is of no use"
    critical = chance_of(decision.board.critical, decision.own[-1 - slot], decision.unseen)
    return f"it is missed least; the chance that it is the last of its kind is {critical:.0%}"


def _news_for_others(decision: Decision, before: PublicInformation) -> Iterator[str]:
    """Yield the most useful public news for each other player."""
    for seat in decision.others:
        board, hand = decision.board, before.hand(seat)
        found: dict[str, list[str]] = {}
        for slot, (old, new) in enumerate(zip(hand, decision.public.hand(seat), strict=True)):
            if new != old:
                kind = "play" if not new & ~board.playable else "trash" if not new & ~board.useless else "more"
                if kind == "more" and old & board.playable and not new & board.playable:
                    kind = "wait"
                found.setdefault(kind, []).append(SLOTS[len(hand) - 1 - slot])
        for kind, said in _PHRASES.items():
            if kind in found:
                yield f"{decision.seen.names[seat]} learns {said.format(', '.join(sorted(found[kind])))}"
                break
