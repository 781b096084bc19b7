"""The last claims of each player that stood: what it may well hold, as far as anybody can tell."""

from scenes.coup.events import Blocked, Challenged, Declared, Exchanged, Lost, Passed, Proved
from scenes.coup.observation import Observation
from scenes.coup.strong.codes import CARD


def standing(seen: Observation) -> list[list[int]]:
    """Return the standing claims by seat, as cards, the latest first: as many as the player has cards.

    An exchange voids them, and so does showing or losing the card, or being caught.
    """
    said: list[list[int]] = [[] for _ in seen.names]
    cards = [2] * len(seen.names)
    open_claim: tuple[int, int] | None = None
    doubted = -1
    for fact in seen.history:
        body, seat = fact.data, seen.names.index(fact.agent)
        match body:
            case Declared(claim=claim) | Blocked(claim=claim):
                open_claim = None if claim is None else (seat, CARD[claim])
            case Passed() if open_claim:
                who, card = open_claim
                said[who] = [card, *_without(said[who], card)][: cards[who]]
                open_claim = None
            case Challenged(claim=claim):
                open_claim, doubted = None, CARD[claim]
            case Proved(shown):
                said[seat] = _without(said[seat], CARD[shown])
            case Lost(lost, why):
                cards[seat] -= 1
                left = _without(said[seat], CARD[lost])
                said[seat] = (_without(left, doubted) if why == "bluff" else left)[: cards[seat]]
            case Exchanged():
                said[seat] = []
    return said


def _without(cards: list[int], card: int) -> list[int]:
    return [each for each in cards if each != card]
