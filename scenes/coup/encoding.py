"""Numeric encoding of Coup for learners. Other players are numbered by their distance in turn order."""

from typing import get_args

from core.env.encoding import Encoding, clip_to_byte, flags, one_hot_codes
from scenes.coup.actions import KINDS, Say
from scenes.coup.config import CoupConfig
from scenes.coup.events import Blocked, Declared, Proved
from scenes.coup.moves import CHARACTERS, RULES
from scenes.coup.observation import Observation
from scenes.coup.rules import Phase

PHASES = get_args(Phase)
VERBS = tuple(RULES)
CARDS = len(CHARACTERS)


class CoupEncoding(Encoding):
    """Actions: pass, challenge, moves by target, blocks, cards to lose, and cards to keep. Words have no number.

    An observation starts with the phase, the action and claim on the table, the observer's hand, the treasury and the
    size of the deck. For each player, the observer first: coins; number of live cards; turned-up cards, by character;
    five flags (actor, target, blocker, loser of a card, has to decide); counts of claimed and of shown cards, by
    character.
    """

    actions = tuple(kind for kind in KINDS if kind is not Say)

    def __init__(self, config: CoupConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self._phases = dict(zip(PHASES, one_hot_codes(len(PHASES)), strict=False))
        self._verbs = dict(zip((*VERBS, ""), one_hot_codes(len(VERBS)), strict=True))
        self._claims = dict(zip((*CHARACTERS, None), one_hot_codes(CARDS), strict=True))
        self.size = len(PHASES) + len(VERBS) + 2 * CARDS + 2 + len(names) * (7 + 3 * CARDS)

    def encode(self, seen: Observation) -> bytes:
        hand = seen.hands[seen.name]
        claimed: dict[str, bytearray] = {name: bytearray(2 * CARDS) for name in self.names}
        for fact in seen.history:
            match fact.data:
                case Declared(claim=card) | Blocked(claim=card) if card is not None:
                    _count(claimed[fact.agent], CHARACTERS.index(card))
                case Proved(card=card):
                    _count(claimed[fact.agent], CARDS + CHARACTERS.index(card))
        pieces = [
            self._phases[seen.phase],
            self._verbs[seen.verb],
            self._claims[seen.claim],
            bytes(hand.count(card) for card in CHARACTERS),
            bytes((clip_to_byte(seen.treasury), seen.deck)),
        ]
        deciding = seen.deciding
        for name in self.ahead(seen.name):
            player = seen.players[self.seat[name]]
            roles = (name == seen.actor, name == seen.target, name == seen.blocker, name == seen.loser)
            pieces += (
                bytes((clip_to_byte(player.coins), player.cards)),
                bytes(player.lost.count(card) for card in CHARACTERS),
                flags((*roles, name in deciding)),
                claimed[name],
            )
        return b"".join(pieces)


def _count(counts: bytearray, at: int) -> None:
    counts[at] = min(255, counts[at] + 1)
