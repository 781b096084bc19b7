"""Two simple bots without a model."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, cast

from core.engine.agents import Agent
from core.engine.turn import Turn
from scenes.hanabi.actions import Action, Advise, Clue, Discard, Play, fallback_move
from scenes.hanabi.knowledge import Deductions
from scenes.hanabi.observation import Held, Observation
from scenes.hanabi.variants import CLUES

MAX_LISTED = 3
"""Maximum number of identities that a reason lists."""


class Cautious(Agent):
    """A beginner: plays cards that certainly fit, clues playable cards, discards a useless card, else an old one."""

    what = "cautious beginner"

    def act(self, turn: Turn) -> Action:
        seen: Observation = turn.observation
        known = Deductions(seen)
        own = seen.hands[seen.seat]
        for slot, held in enumerate(own):
            if not known.possible(held) & ~known.playable:
                return Play(slot)
        if seen.clues and (clue := _clue_playable_card(seen, known)):
            return clue
        if seen.clues < CLUES:
            return Discard(_slot_to_discard(own, known))
        return fallback_move(cast(Sequence[Action], turn.legal))


def _clue_playable_card(seen: Observation, known: Deductions) -> Clue | None:
    """Choose a clue with news about a playable card; of such clues, the one that leaves it the fewest identities."""
    for away in range(1, len(seen.names)):
        to = (seen.seat + away) % len(seen.names)
        for held in seen.hands[to]:
            assert held.card is not None
            if not known.playable >> held.card & 1:
                continue
            news = [clue for clue in range(len(known.variant.clues)) if _tells_something_new(held, clue, known)]
            if news:
                return Clue(to, min(news, key=lambda clue: (held.possible & known.variant.touched[clue]).bit_count()))
    return None


def _tells_something_new(held: Held, clue: int, known: Deductions) -> bool:
    touches = known.variant.touching[held.card or 0] >> clue & 1
    return bool(touches) and held.possible & known.variant.touched[clue] != held.possible


def _slot_to_discard(own: tuple[Held, ...], known: Deductions) -> int:
    """Choose the slot to discard.

    It is a known useless card, else the oldest card without a clue, else the oldest that cannot be critical.
    """

    def cost_rank(slot: int) -> tuple[bool, bool, bool, int]:
        possible = known.possible(own[slot])
        return bool(possible & ~known.useless), bool(own[slot].clued), bool(possible & known.critical), -slot

    return min(range(len(own)), key=cost_rank)


class Silent(Agent):
    """A bot that does not talk: it only makes moves, and supports all proposals of others."""

    def __init__(self, kind: Callable[[], Agent]) -> None:
        self.bot = kind()
        self.what = self.bot.what
        self.tries, self.restartable, self.remembers = self.bot.tries, self.bot.restartable, self.bot.remembers

    def act(self, turn: Turn) -> Any | Awaitable[Any]:
        proposal, seat = turn.observation.talk.proposal, turn.observation.seat
        return self.bot.act(turn) if proposal is None or proposal.seat == seat else Advise("support")


def silenced(bots: Mapping[str, Callable[[], Agent]]) -> dict[str, Callable[[], Agent]]:
    return {name: partial(Silent, kind) for name, kind in bots.items()}


def why_it_fits(cards: Sequence[str], chance: float, is_harmless: bool) -> str:
    """Explain a play.

    Args:
        cards: The card's possible identities if all of them fit; else none.
        chance: The probability that it fits.
        is_harmless: True if the card is useless if it does not fit.
    """
    if cards:
        some = " or ".join(cards) if len(cards) <= MAX_LISTED else f"one of {len(cards)} cards"
        return f"it is {some}, {'which fits' if len(cards) == 1 else 'and each fits'}"
    lost = "else is of no use" if is_harmless else "there is nothing to lose any more"
    return f"it fits with a chance of {chance:.0%}, and {lost}"
