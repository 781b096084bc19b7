"""Interventions that swap cards, and validation of the cards in foreign recordings."""

from collections.abc import Iterator

from core.actions.forms import Name, read_word
from core.engine.events import Event
from core.errors import IllegalAction
from scenes.hanabi.actions import SLOTS
from scenes.hanabi.events import Clued, Discarded, Drew, Played, Replaced, Restacked, Shuffled
from scenes.hanabi.rules import Rules


def swap(scene: Rules, change: str) -> Iterator[Event]:
    """Apply "Ann a=R3" or "deck 1=R3", where deck 1 is the next card drawn.

    The card swaps places with a copy in the deck, the one that would be drawn last. Raises IllegalAction if that is
    impossible, for example because clues rule it out.
    """
    variant = scene.variant
    where, _, wanted = change.partition("=")
    owner, place = where.split() if len(where.split()) == 2 else ("", "")
    label = wanted.strip().upper()
    if not owner or not label:
        raise IllegalAction(f"write a changed card as {scene.names[0]} a=R3, or deck 1=R3 for the next one drawn")
    if label not in variant.labels:
        raise IllegalAction(f"there is no card {wanted.strip()[:20]!r}; cards are {', '.join(variant.labels)}")
    card, seat = variant.labels.index(label), -1
    if owner.lower() == "deck":
        order = _deck_order(scene, place)
    else:
        seat = scene.seat[read_word(Name, "name", owner, scene.names)]
        order = _hand_order(scene, seat, place)
    if scene.deck[order] == card:
        raise IllegalAction(f"it is {label} already")
    if not scene.possible[order] >> card & 1:
        raise IllegalAction(f"clues have ruled out {label} for it")
    others = [n for n in range(scene.drawn, len(scene.deck)) if scene.deck[n] == card]
    if not others:
        left = sorted({variant.labels[each] for each in scene.deck[scene.drawn :]})
        raise IllegalAction(f"no {label} is left in the deck, which has {', '.join(left) or 'no card'}")
    yield Restacked(order, others[-1]).by(to=())
    if seat >= 0:
        name = scene.names[seat]
        yield Replaced(order, card, label).by(name, to=scene.others[name])


def _deck_order(scene: Rules, place: str) -> int:
    left = len(scene.deck) - scene.drawn
    if not (place.isascii() and place.isdigit() and 0 < int(place[:4]) <= left):
        raise IllegalAction(f"the deck has {left} cards; deck 1 is the next one drawn")
    return scene.drawn + int(place) - 1


def _hand_order(scene: Rules, seat: int, slot: str) -> int:
    hand = scene.hands[seat]
    if len(slot) != 1 or slot.lower() not in SLOTS[: len(hand)]:
        raise IllegalAction(f"{scene.names[seat]} has cards {' '.join(SLOTS[: len(hand)])}, lettered from the newest")
    return hand[-1 - SLOTS.index(slot.lower())]


def admit(scene: Rules, event: Event) -> None:
    """Raise ValueError if an event of a foreign recording has wrong cards; it has been applied already."""
    variant, deck = scene.variant, scene.deck
    match event.data:
        case Shuffled(cards) if sorted(cards) != list(variant.deck):
            raise ValueError(f"these {len(cards)} cards are not the deck of {variant.name}")
        case Drew(cards, labels):
            newest = scene.hands[scene.seat[event.agent]][-len(cards) :]
            if cards != tuple(deck[order] for order in newest):
                raise ValueError("these cards are not on top of the deck")
            if labels != tuple(variant.labels[card] for card in cards):
                raise ValueError("the labels do not match the cards")
        case Restacked(order, other):
            _admit_restacking(scene, order, other)
        case Replaced() | Played() | Discarded() as body:
            is_held = not isinstance(body, Replaced) or body.order in scene.hands[scene.seat[event.agent]]
            card = deck[body.order]
            if not is_held or (card, variant.labels[card]) != (body.card, body.label):
                raise ValueError("the player holds a different card")
        case Clued(to, name, clue, says, touched):
            mask = variant.touched[clue]
            if touched != tuple(order for order in scene.hands[to] if mask >> deck[order] & 1):
                raise ValueError("this clue touches other cards")
            if (name, says) != (scene.names[to], variant.clues[clue]):
                raise ValueError("this clue has a wrong name or player")


def _admit_restacking(scene: Rules, order: int, other: int) -> None:
    there = [*range(scene.drawn, len(scene.deck)), *(each for hand in scene.hands for each in hand)]
    if order not in there or not scene.drawn <= other < len(scene.deck):
        raise ValueError("these cards are not in a hand or the deck")
    if not scene.possible[order] >> scene.deck[order] & 1:
        raise ValueError("clues have ruled out this card")
