"""Legal actions of a player, judged by the state and by the player's knowledge."""

from collections.abc import Sequence

from core.engine.events import Event
from core.errors import IllegalAction
from core.text import one_line
from scenes.hanabi import actions
from scenes.hanabi.events import Clued, Discarded, Drew, Played, Replaced, Restacked, Shuffled
from scenes.hanabi.rules import Rules
from scenes.hanabi.variants import CLUES


def check(scene: Rules, name: str, action: actions.Action | actions.Speech) -> None:
    """Raise IllegalAction for an action that this player may not take now."""
    seat, proposal = scene.seat[name], scene.floor.proposal
    if isinstance(action, actions.SPEECH):
        _check_speech(scene, name, action)
    elif proposal is not None and proposal.seat != seat:
        raise IllegalAction(f"{scene.names[proposal.seat]} asks for advice: support, or alternative and a move")
    else:
        _check_move(scene, name, action)


def _check_move(scene: Rules, name: str, action: actions.Action) -> None:
    seat = scene.seat[name]
    match action:
        case actions.Play(slot) | actions.Discard(slot):
            if slot >= len(scene.hands[seat]):
                raise IllegalAction(f"{name} has {len(scene.hands[seat])} cards")
            if type(action) is actions.Discard and scene.clues == CLUES:
                raise IllegalAction("all 8 clue tokens are there, so nobody may discard; play or clue")
        case actions.Clue(to, clue):
            if to == seat:
                raise IllegalAction("nobody clues their own hand")
            if not scene.clues:
                raise IllegalAction("no clue token is left; play or discard")
            mask = scene.variant.touched[clue]
            if not any(mask >> scene.cards[order] & 1 for order in scene.hands[to]):
                raise IllegalAction(f"{scene.variant.clues[clue]} touches no card of {scene.names[to]}")
        case _:
            raise IllegalAction("a player plays, discards or clues")


def _check_speech(scene: Rules, name: str, action: actions.Speech) -> None:
    proposal, seat = scene.floor.proposal, scene.seat[name]
    said = action.reasons if isinstance(action, actions.Propose) else action.words
    if len(said) > actions.LONGEST or said != one_line(said):
        raise IllegalAction(f"words are one line of at most {actions.LONGEST} characters")
    if scene.config.talk == "none":
        raise IllegalAction("nobody talks in this game (talk=none); play, discard or clue")
    if isinstance(action, actions.Propose):
        if proposal is not None:
            raise IllegalAction("there is a proposal already; now play, discard or clue")
        _check_move(scene, name, action.move)
    elif proposal is None or proposal.seat == seat:
        raise IllegalAction("nobody asks for your advice; play, discard or clue")
    elif action.stance == "support":
        if action.move is not None:
            raise IllegalAction("who supports a proposal names no other move")
    elif action.stance not in actions.STANCES or not isinstance(action.move, actions.MOVES):
        raise IllegalAction("advice is support, or modify or alternative and a move")
    elif isinstance(action.move, actions.Clue) and action.move.to == seat:
        raise IllegalAction("you cannot tell what a clue would touch in your own hand")
    else:
        _check_move(scene, scene.names[proposal.seat], action.move)


def advice(scene: Rules, seat: int) -> Sequence[actions.Advise]:
    """Support, or any other move that this player can tell to be legal."""
    assert scene.floor.proposal is not None
    proposal, out = scene.floor.proposal, [actions.Advise("support")]
    for move in scene.legal(scene.names[proposal.seat]):
        known = not isinstance(move, actions.Clue) or move.to != seat
        if known and actions.describe(move, scene.names, scene.variant) != proposal.move:
            out.append(actions.Advise("alternative", "", move))
    return out


def least_harmful(scene: Rules, seat: int) -> int:
    """Choose the slot to discard by default: known trash, else the oldest card without a clue, else the oldest."""
    hand = scene.hands[seat]
    played = sum(((1 << rank) - 1) << 5 * suit for suit, rank in enumerate(scene.stacks))
    trash = [order for order in hand if not scene.possible[order] & ~played]
    chop = trash or [order for order in hand if not scene.clued[order]] or hand
    return len(hand) - 1 - hand.index(chop[0])


def admit(scene: Rules, event: Event) -> None:
    """Raise ValueError for wrong cards in an event of a foreign recording, after it was applied."""
    variant, deck = scene.variant, scene.deck
    match event.data:
        case Shuffled(cards) if sorted(cards) != list(variant.deck):
            raise ValueError(f"these {len(cards)} cards are not the deck of {variant.name}")
        case Drew(cards, labels):
            _admit_drawn(scene, event.agent, cards, labels)
        case Restacked(order, other):
            there = [*range(scene.drawn, len(deck)), *(each for hand in scene.hands for each in hand)]
            if order not in there or not scene.drawn <= other < len(deck):
                raise ValueError("these cards are not in a hand or the deck")
            if not scene.possible[order] >> deck[order] & 1:
                raise ValueError("clues have told otherwise of this card")
        case Replaced(order, card, label):
            if order not in scene.hands[scene.seat[event.agent]]:
                raise ValueError("this card is another one")
            _admit_card(scene, order, card, label)
        case Played(order=order, card=card, label=label) | Discarded(order=order, card=card, label=label):
            _admit_card(scene, order, card, label)
        case Clued(to, name, clue, says, touched):
            mask = variant.touched[clue]
            if touched != tuple(order for order in scene.hands[to] if mask >> deck[order] & 1):
                raise ValueError("this clue touches other cards")
            if (name, says) != (scene.names[to], variant.clues[clue]):
                raise ValueError("this clue is called otherwise")


def _admit_card(scene: Rules, order: int, card: int, label: str) -> None:
    if scene.deck[order] != card or scene.variant.labels[card] != label:
        raise ValueError("this card is another one")


def _admit_drawn(scene: Rules, name: str, cards: tuple[int, ...], labels: tuple[str, ...]) -> None:
    newest = scene.hands[scene.seat[name]][-len(cards) :]
    if cards != tuple(scene.deck[order] for order in newest):
        raise ValueError("these cards do not lie on top of the deck")
    if labels != tuple(scene.variant.labels[card] for card in cards):
        raise ValueError("the cards are called otherwise")
