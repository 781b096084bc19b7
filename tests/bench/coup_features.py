"""What a learner sees of a two-player game of Coup: an observation as numbers, and each action as a number."""

import numpy as np
from numpy.typing import NDArray

from scenes.coup.actions import Action, Move, describe
from scenes.coup.config import CoupConfig
from scenes.coup.encoding import CoupEncoding
from scenes.coup.events import Blocked, Challenged, Declared, Exchanged, Lost, Proved
from scenes.coup.moves import CHARACTERS, COPIES, RULES, Character
from scenes.coup.observation import Observation

PHASES = ("act", "challenge", "block", "challenge block", "lose", "exchange")
BRACKETS = (1, 2, 3, 4, 5, 6, 7, 8, 10)
"""Coins from which on something else can be done, now or soon."""
PLACE: dict[Character, int] = {character: place for place, character in enumerate(CHARACTERS)}

_LABELS = CoupEncoding(CoupConfig(), ("Ann", "Bob")).labels
_NUMBERS = {label.removesuffix(" +1"): n for n, label in enumerate(_LABELS)}
ACTIONS = len(_NUMBERS)


def number(action: Action) -> int:
    """At two players there is one target."""
    return _NUMBERS[action.verb if isinstance(action, Move) else describe(action)]


def features(seen: Observation) -> NDArray[np.float32]:
    """Own cards, what is turned up, coins, what is on the table, and who has claimed, proved and doubted what."""
    me, other = seen.players[seen.seat], seen.players[1 - seen.seat]
    hand = [seen.hand.count(character) for character in CHARACTERS]
    gone = [me.lost.count(character) + other.lost.count(character) for character in CHARACTERS]
    left = [COPIES - mine - out for mine, out in zip(hand, gone, strict=True)]
    mine, theirs = _heard(seen, me.name), _heard(seen, other.name)
    hidden = sum(left)
    claim = seen.claim
    return np.array(
        [
            1.0,
            *hand,
            *[count > 0 for count in hand],
            *[count == 2 for count in hand],
            *[count / COPIES for count in left],
            *[count == 0 for count in left],
            me.cards == 2,
            other.cards == 2,
            me.coins / 10,
            other.coins / 10,
            *[me.coins >= coins for coins in BRACKETS],
            *[other.coins >= coins for coins in BRACKETS],
            *[seen.phase == phase for phase in PHASES],
            seen.actor == me.name,
            *[seen.verb == verb for verb in RULES],
            *[claim == character for character in CHARACTERS],
            0.0 if claim is None else 1 - (1 - left[PLACE[claim]] / hidden) ** other.cards,
            0.0 if claim is None else float(theirs[PLACE[claim]] > 0),
            seen.actions / 20,
            *mine,
            *theirs,
        ],
        dtype=np.float32,
    )


def _heard(seen: Observation, name: str) -> list[float]:
    """Of one player: claims of each character that stand since it last exchanged or drew, whether there were any, what
    was proved since; then bluffs caught, challenges won and lost."""
    claims, proved = [0] * len(CHARACTERS), [0] * len(CHARACTERS)
    caught = won = lost = 0
    last: Character | None = None
    for fact in seen.history:
        own = fact.agent == name
        match fact.data:
            case Declared(claim=claim) | Blocked(claim=claim) if own:
                if claim is not None:
                    claims[PLACE[claim]] += 1
                    last = claim
            case Challenged():
                won += own
            case Proved(card) if own:
                claims[PLACE[card]] = 0
                proved[PLACE[card]] = 1
            case Lost(card, why) if own:
                claims[PLACE[card]] = 0
                if why == "challenge":
                    won, lost = won - 1, lost + 1
                elif why == "bluff" and last is not None:
                    caught += 1
                    claims[PLACE[last]] = 0
            case Exchanged() if own:
                claims = [0] * len(CHARACTERS)
                proved = [0] * len(CHARACTERS)
    return [*[min(count, 3) / 3 for count in claims], *[count > 0 for count in claims], *proved, caught, won, lost]
