"""Flow of the game: legal actions, reasons for rejecting others, and the events that follow."""

from collections.abc import Callable, Iterator, Mapping, MutableSequence, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from core.actions.forms import Name, read_word
from core.engine import turn
from core.errors import IllegalAction, nearest
from core.text import one_line
from scenes.coup import events as e
from scenes.coup.actions import CHALLENGE, MAX_STATEMENT, PASS, Action, Block, Challenge, Keep, Lose, Move, describe
from scenes.coup.events import Swapped, Undoubted
from scenes.coup.moves import CHARACTERS, COPIES, MUST_COUP_FROM, NOBODY, RULES, Character
from scenes.coup.rules import Dealt, Game

Shuffle = Callable[[MutableSequence[Any]], None]
"""Function that shuffles cards in place."""
CLAIM_ANSWERS: tuple[Action, ...] = (PASS, CHALLENGE)
WAITING: tuple[Action, ...] = (PASS,)
UNTARGETED_MOVES: tuple[Move, ...] = tuple(Move(verb) for verb, rule in RULES.items() if not rule.targets)
BLOCK_ANSWERS: dict[str, tuple[Action, ...]] = {
    verb: (PASS, *map(Block, rule.blocks)) for verb, rule in RULES.items() if rule.blocks
}


def legal(game: Game, seat: int) -> tuple[Action, ...]:
    """List a player's legal actions; a player without a decision can only pass."""
    if seat not in game.deciding:
        return WAITING
    match game.phase:
        case "act":
            coins = game.coins[seat]
            return _legal_moves(coins, tuple([game.names[other] for other in game.after(seat)]))
        case "challenge" | "challenge block":
            return CLAIM_ANSWERS
        case "block":
            return BLOCK_ANSWERS[game.verb]
        case "lose":
            return tuple([Lose(card) for card in CHARACTERS if card in game.hands[seat]])
        case "exchange":
            hand = game.hands[seat]
            return _keep_actions(tuple([card for card in CHARACTERS for _ in range(hand.count(card))]), len(hand) - 2)
        case _:
            return WAITING


@cache
def _legal_moves(coins: int, targets: tuple[str, ...]) -> tuple[Action, ...]:
    coups = tuple(Move("coup", target) for target in targets)
    if coins >= MUST_COUP_FROM:
        return coups
    aimed = [verb for verb, rule in RULES.items() if rule.targets and rule.cost <= coins]
    return (*UNTARGETED_MOVES, *(Move(verb, target) for verb in aimed for target in targets))


@cache
def _keep_actions(hand: tuple[Character, ...], count: int) -> tuple[Action, ...]:
    return tuple(Keep(cards) for cards in dict.fromkeys(combinations(hand, count)))


def start(game: Game, first: int, shuffle: Shuffle) -> Iterator[Dealt]:
    deck = [card for card in CHARACTERS for _ in range(COPIES)]
    shuffle(deck)
    yield NOBODY, e.Shuffled(tuple(deck))
    for seat in range(len(game.names)):
        yield seat, e.Drew(_top_cards(game))
    yield first, e.Began()


def _top_cards(game: Game, count: int = 2) -> Any:
    return tuple(game.deck[-count:])


def resolve_answers(game: Game, answers: Mapping[int, Action], shuffle: Shuffle) -> Iterator[Dealt]:
    """Yield the events that follow from all awaited decisions; the caller applies each before the next is drawn."""
    if game.phase in ("act", "lose", "exchange"):
        ((seat, action),) = answers.items()
        yield from _apply_decision(game, seat, action, shuffle)
    else:
        yield from _apply_answers(game, answers, shuffle)
    yield from advance(game)


def _apply_decision(game: Game, seat: int, action: Action, shuffle: Shuffle) -> Iterator[Dealt]:
    match action:
        case Move(verb, target):
            rule = RULES[verb]
            yield seat, e.Declared(verb, target, rule.claims, rule.cost)
        case Lose(card):
            yield seat, e.Lost(card, game.why, len(game.hands[seat]) == 1)
        case Keep(cards):
            back: list[Any] = list(game.hands[seat])
            for card in cards:
                back.remove(card)
            yield seat, e.Kept(cards, tuple(back))
            yield seat, e.Exchanged()
            yield _shuffle_deck(game, shuffle)


def _shuffle_deck(game: Game, shuffle: Shuffle) -> Dealt:
    deck: list[Any] = game.deck.copy()
    shuffle(deck)
    return NOBODY, e.Shuffled(tuple(deck))


def _apply_answers(game: Game, answers: Mapping[int, Action], shuffle: Shuffle) -> Iterator[Dealt]:
    """Yield the events of all players' answers: the first one in turn order that is not a pass counts."""
    deciding = game.deciding
    for seat in deciding:
        match answers[seat]:
            case Block(character):
                yield seat, e.Blocked(character)
                return
            case Challenge():
                claimant, claim = game.claimant, game.claim
                assert claim is not None
                yield seat, e.Challenged(game.names[claimant], claim)
                if claim in game.hands[claimant]:
                    yield claimant, e.Proved(claim)
                    yield _shuffle_deck(game, shuffle)
                    yield claimant, e.Drew(_top_cards(game, 1))
                return
    for seat in deciding:
        yield seat, e.Passed()


def advance(game: Game) -> Iterator[Dealt]:
    """Yield events until a player has a choice; turning up the last card is not a choice."""
    while True:
        actor, verb, rule = game.actor, game.verb, RULES[game.verb]
        target = "" if game.target == NOBODY else game.names[game.target]
        match game.phase:
            case "effect":
                purse = game.coins[game.target] if verb == "steal" else game.treasury
                yield actor, e.Settled(verb, target, "done", min(rule.gain, purse))
                if verb == "exchange":
                    yield actor, e.Drew(_top_cards(game))
            case "moot" | "blocked" as outcome:
                yield actor, e.Settled(verb, target, outcome, 0)
            case "refund":
                yield actor, e.Settled(verb, target, "challenged", rule.cost if game.hands[actor] else 0)
            case "lose" if len(game.hands[game.loser]) == 1:
                (card,) = game.hands[game.loser]
                assert card is not None
                yield game.loser, e.Lost(card, game.why, True)
            case _:
                return


def check_words(words: str, talk: bool) -> None:
    """Raise IllegalAction if a statement is malformed or talk is off. Timing is not checked."""
    if not talk:
        raise IllegalAction("players do not talk in this game (-o talk=turns lets them)")
    if not words or len(words) > MAX_STATEMENT or words != one_line(words):
        raise IllegalAction(f"a statement is one line of at most {MAX_STATEMENT} characters")


def why_illegal(game: Game, seat: int, action: Action, lawful: Sequence[Action]) -> str:
    """Return the reason why an action is not legal now, with alternatives."""
    if not isinstance(action, turn.Action):
        return f"{action!r} is not an action of Coup"
    forms = ", ".join(nearest(describe(action), map(describe, lawful)))
    coins = game.coins[seat]
    if not game.hands[seat]:
        return "you are out; pass"
    if seat not in game.deciding:
        return "no answer of yours is due; pass"
    match action:
        case Move(verb, target) if game.phase == "act":
            if coins >= MUST_COUP_FROM:
                return f"with {coins} coins you must coup; choose whom: {forms}"
            if RULES[verb].cost > coins:
                return f"{verb} costs {RULES[verb].cost} coins, and you have {coins}"
            if target == game.names[seat]:
                return f"nobody can {verb} themselves"
            return f"{target} is out"
        case Block() if game.phase == "block":
            return f"{game.verb} is not blocked with {action.character}; you can: {forms}"
        case Keep() if game.phase == "exchange":
            return f"you may keep {len(game.hands[seat]) - 2} of the cards in your hand: {forms}"
        case Lose(card) if game.phase == "lose":
            return f"you have no {card}; you can: {forms}"
    return f"not now; you can: {forms}"


def unchallenged_claim(game: Game) -> tuple[int, Undoubted] | None:
    """Return the seat of the claimant, and the event for a claim that nobody challenged; None without a claim."""
    claimant, claim = game.claimant, game.claim
    if claim is None or game.phase not in ("challenge", "challenge block"):
        return None
    return claimant, Undoubted(claim, claim in game.hands[claimant])


def swap_card(game: Game, what: str) -> Dealt:
    """Swap a card with one in the court deck. Raises IllegalAction if the card is not there."""
    holder, _, card = what.partition("=")
    if len(holder.split()) != 2 or not card.strip():
        raise IllegalAction(f"write a changed card as {game.names[0]} Duke=Contessa")
    name, was = holder.split()
    seat = game.seat[read_word(Name, "name", name, game.names)]
    old, new = (read_word(Character, "character", each) for each in (was, card.strip()))
    if old not in game.hands[seat]:
        held = " and ".join(map(str, game.hands[seat])) or "nothing"
        raise IllegalAction(f"{game.names[seat]} has {held}, not {old}")
    if new == old or new not in game.deck:
        left = ", ".join(sorted({str(each) for each in game.deck if each != old}))
        raise IllegalAction(f"choose another card that is in the court deck: {left}")
    return seat, Swapped(old, new)
