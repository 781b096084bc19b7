"""A card changed by hand: swapped with one in the deck, so that the deck is still one."""

from collections.abc import Iterator

from core.actions.forms import Name, read_word
from core.engine.events import Event
from core.errors import IllegalAction
from scenes.hanabi.actions import SLOTS
from scenes.hanabi.events import Replaced, Restacked
from scenes.hanabi.rules import Rules


def swap(scene: Rules, what: str) -> Iterator[Event]:
    """Make "Ann a=R3" happen, or "deck 1=R3", which is the next card that is drawn.

    The other card is the one that would be drawn last. Raises IllegalAction for what cannot be, as for what clues
    rule out.
    """
    variant = scene.variant
    where, _, wanted = what.partition("=")
    whose, place = where.split() if len(where.split()) == 2 else ("", "")
    label = wanted.strip().upper()
    if not whose or not label:
        raise IllegalAction(f"a card is changed as in {scene.names[0]} a=R3, or deck 1=R3 for the next one drawn")
    if label not in variant.labels:
        raise IllegalAction(f"there is no card {wanted.strip()[:20]!r}; cards are {', '.join(variant.labels)}")
    card, seat = variant.labels.index(label), -1
    if whose.lower() == "deck":
        order = _in_deck(scene, place)
    else:
        seat = scene.seat[read_word(Name, "name", whose, scene.names)]
        order = _in_hand(scene, seat, place)
    if scene.deck[order] == card:
        raise IllegalAction(f"it is {label} already")
    if not scene.possible[order] >> card & 1:
        raise IllegalAction(f"clues have told that it is no {label}")
    others = [n for n in range(scene.drawn, len(scene.deck)) if scene.deck[n] == card]
    if not others:
        left = sorted({variant.labels[each] for each in scene.deck[scene.drawn :]})
        raise IllegalAction(f"no {label} is left in the deck, which has {', '.join(left) or 'no card'}")
    yield Restacked(order, others[-1]).by(to=())
    if seat >= 0:
        name = scene.names[seat]
        yield Replaced(order, card, label).by(name, to=scene.others[name])


def _in_deck(scene: Rules, place: str) -> int:
    left = len(scene.deck) - scene.drawn
    if not (place.isascii() and place.isdigit() and 0 < int(place[:4]) <= left):
        raise IllegalAction(f"the deck has {left} cards; deck 1 is the next one drawn")
    return scene.drawn + int(place) - 1


def _in_hand(scene: Rules, seat: int, slot: str) -> int:
    hand = scene.hands[seat]
    if len(slot) != 1 or slot.lower() not in SLOTS[: len(hand)]:
        raise IllegalAction(f"{scene.names[seat]} has cards {' '.join(SLOTS[: len(hand)])}, lettered from the newest")
    return hand[-1 - SLOTS.index(slot.lower())]
