"""The odds that somebody holds a card: by the cards that one can see, and by what the player did besides."""

from typing import NamedTuple

from scenes.coup.moves import CHARACTERS, Character
from scenes.coup.observation import Observation
from scenes.coup.strong.belief import Belief
from scenes.coup.strong.counting import odds_by_counting, turned_up


class Odds(NamedTuple):
    counted: float
    """All deals that fit the cards that are seen being equally likely: exact."""
    believed: float
    """Probability with claims, blocks and passes so far: as good as the guesses at how people play."""
    turned_up: int
    held: int
    """Copies in the viewer's own hand."""


def all_odds(seen: Observation) -> dict[str, dict[Character, Odds]]:
    """Return the odds by player and card. The viewer's own hand is certain, and for the director all hands are."""
    belief = Belief(seen) if seen.name else None
    return {
        name: {card: _odds(seen, belief, seat, card) for card in CHARACTERS} for seat, name in enumerate(seen.names)
    }


def _odds(seen: Observation, belief: Belief | None, seat: int, card: Character) -> Odds:
    counted = believed = odds_by_counting(seen, seen.names[seat], card)
    suspect = belief.suspects.get(seat) if belief else None
    if belief and suspect and suspect.size == seen.players[seat].cards:  # whoever exchanges now holds cards unheard of
        believed = belief.odds(seat, CHARACTERS.index(card))
    return Odds(counted, believed, turned_up(seen, card), seen.hands.get(seen.name, ()).count(card))
