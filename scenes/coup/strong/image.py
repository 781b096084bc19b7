"""The opponents' belief about a claim that the player tries out: they remember what it did, too."""

from collections.abc import Sequence
from copy import copy

from scenes.coup.actions import Action, Block, Move
from scenes.coup.moves import COPIES
from scenes.coup.strong import tempers
from scenes.coup.strong.belief import Belief, blocked, purse
from scenes.coup.strong.codes import CARD, CLAIM, VERB
from scenes.coup.strong.deals import ways
from scenes.coup.strong.position import Image
from scenes.coup.strong.suspect import Suspect
from scenes.coup.strong.tempers import HANDS


def image(belief: Belief, action: Action) -> Image | None:
    """Return the probability that an action's claim is a lie, by the hand of the judging opponent.

    None without a claim.
    """
    shown, game = copy(belief.image), belief.game
    match action:
        case Move(verb) if (claim := CLAIM[VERB[verb]]) >= 0:
            shown.saw(tempers.moved(VERB[verb], purse(game, belief.me), shown.size))
        case Block(card):
            claim = CARD[card]
            shown.saw(blocked(game, belief.me, claim))
        case _:
            return None
    return _judged(belief, claim, shown)


def _judged(belief: Belief, claim: int, shown: Suspect) -> Image:
    weights, hands = shown.hands, HANDS[shown.size]
    known: dict[tuple[int, ...], float] = {}

    def lie(hand: Sequence[int]) -> float:
        key = tuple(hand)
        if key not in known:
            pool = sum([COPIES - up - hand.count(card) << 2 * card for card, up in enumerate(belief.up)])
            odds = [a * b for a, b in zip(ways(pool, shown.size), weights, strict=True)]
            true = sum([each for each, held in zip(odds, hands, strict=True) if claim in held])
            known[key] = 1 - true / total if (total := sum(odds)) else 1.0
        return known[key]

    return lie
