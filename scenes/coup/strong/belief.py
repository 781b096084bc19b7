"""A player's beliefs about a game, from all public events and its own cards."""

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

from core.engine.events import Said
from scenes.coup.actions import Action, Block, Move
from scenes.coup.events import COMMITMENT_EVENTS, Blocked, Challenged, Declared, Exchanged, Lost, Passed, Proved
from scenes.coup.moves import (
    CARD_NUMBER,
    CHANCE_OF_COPY,
    CHARACTERS,
    CLAIMS,
    COPIES,
    DECK_SIZE,
    NOBODY,
    VERB_NUMBER,
    Character,
)
from scenes.coup.observation import Fact, Observation
from scenes.coup.rules import Game
from scenes.coup.strong import opponents
from scenes.coup.strong.deals import Deals, ways_to_deal
from scenes.coup.strong.opponents import HANDS, Likelihood, MoveFeatures, Suspect
from scenes.coup.strong.position import LieFunction
from scenes.coup.understanding import claimed_cards


class PublicBelief:
    """Beliefs of an observer who sees no hands."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.game = Game(names)
        """The game as public events show it: live cards are None."""
        self.suspects = {seat: Suspect() for seat in range(len(names))}
        """Beliefs about each player's hand, by seat."""
        self.said = [0] * len(names)
        """Cards with which each player has blocked since it last lost or exchanged one, as a bit mask."""

    def see(self, fact: Fact) -> None:
        game, body = self.game, fact.data
        seat = game.seat[fact.agent]
        if type(body) is Said:
            suspect = self.suspects[seat]  # a statement counts more if the speaker's play so far suggests honesty
            for card in claimed_cards(body.text, fact.agent, game.names) if suspect.size else ():
                suspect.update(opponents.statement_likelihood(CARD_NUMBER[card], suspect.size))
            return
        if type(body) in COMMITMENT_EVENTS:
            return
        _update_suspects(game, self.suspects, seat, body)
        game.apply(seat, body)
        if type(body) is Blocked:
            self.said[seat] |= 1 << CARD_NUMBER[body.claim]
        elif type(body) in (Lost, Exchanged):
            self.said[seat] = 0


class Belief:
    """Beliefs of a player at the table."""

    def __init__(self, seen: Observation) -> None:
        self.me = seen.seat
        public = PublicBelief(seen.names)
        for fact in seen.history:
            public.see(fact)
        self.game, self.said = public.game, public.said
        """The game as the player knows it: others' cards are None."""
        self.game.hands[self.me] = list(seen.hand)
        self.game.coins = [player.coins for player in seen.players]
        self.suspects = {seat: each for seat, each in public.suspects.items() if each.size and seat != self.me}
        """Beliefs about the opponents still in the game, by seat."""
        self.own_image = public.suspects[self.me]
        """Other players' beliefs about this player's hand."""
        self.own = [CARD_NUMBER[card] for card in seen.hand if card]
        self.up = count_turned_up(self.game)
        """Number of turned-up cards, by character."""
        self.pool = [COPIES - self.up[card] - self.own.count(card) for card in range(len(CHARACTERS))]
        """Number of unseen cards, by character."""
        self.deals = Deals(self.pool, self.suspects)

    def odds(self, seat: int, *cards: int) -> float:
        """Return the probability that an opponent holds any of the cards; drawn cards of its exchange do not count."""
        hands = zip(self.deals.hands(seat), HANDS[self.suspects[seat].size], strict=True)
        return sum([odds for odds, hand in hands if not set(cards).isdisjoint(hand)])

    def believes(self, name: str, card: Character) -> float:
        return self.odds(self.game.seat[name], CARD_NUMBER[card])


def _update_suspects(game: Game, suspects: dict[int, Suspect], seat: int, body: object) -> None:
    """Update the beliefs from an event before it takes effect."""
    suspect = suspects.get(seat)
    match body:
        case Passed():
            _update_from_answers(game, suspects, (seat,), NOBODY)
        case Challenged() | Blocked():
            _update_from_answers(game, suspects, game.deciding[: game.deciding.index(seat)], NOBODY)
            _update_from_answers(game, suspects, (seat,), CARD_NUMBER[body.claim])
        case Declared(verb=verb) if suspect:
            suspect.update(opponents.move_likelihood(VERB_NUMBER[verb], move_features(game, seat), suspect.size))
        case Proved(card) if suspect:
            suspect.proved(CARD_NUMBER[card])
        case Lost(card, why) if suspect:
            if why == "bluff" and game.claim is not None:
                suspect.lacks(CARD_NUMBER[game.claim])
            suspect.lost(CARD_NUMBER[card])
        case Exchanged() if suspect:
            suspect.exchanged()


def _update_from_answers(game: Game, suspects: dict[int, Suspect], seats: tuple[int, ...], card: int) -> None:
    """Update the beliefs from answers to an action or claim: passes (NOBODY), challenges or blocks."""
    turned = count_turned_up(game)
    for seat in seats:
        suspect = suspects.get(seat)
        if not suspect or game.phase == "talk":
            continue
        if game.phase == "block":
            suspect.update(block_likelihood(game, seat, card))
        elif (
            game.claim is not None
            and turned[CARD_NUMBER[game.claim]] < COPIES
            and not is_last_card_at_stake(game, seat)
        ):
            copies = COPIES - turned[CARD_NUMBER[game.claim]]
            held = len(game.hands[game.claimant])
            suspect.update_challenge(
                card >= 0, 1 - CHANCE_OF_COPY[DECK_SIZE - sum(turned) - suspect.size][copies][held]
            )


def move_features(game: Game, seat: int) -> MoveFeatures:
    """Return the features of a seat's choice of action, apart from its hand."""
    others, coins = game.after(seat), game.coins[seat]
    afford = 10 if coins >= 10 else 7 if coins >= 7 else 3 if coins >= 3 else 0
    victim = any(game.coins[other] >= 2 for other in others)
    return MoveFeatures(afford, victim, len(others), all_turned_up(count_turned_up(game)))


def block_likelihood(game: Game, seat: int, card: int) -> Likelihood:
    """Return the likelihood that this player blocks with this card, or passes (NOBODY), by kind and hand."""
    return opponents.answer_likelihood(
        VERB_NUMBER[game.verb],
        card,
        is_last_card_at_stake(game, seat),
        all_turned_up(count_turned_up(game)),
        len(game.hands[seat]),
    )


def is_last_card_at_stake(game: Game, seat: int) -> bool:
    """Return True if this player's last card is about to be assassinated."""
    return game.verb == "assassinate" and game.target == seat and len(game.hands[seat]) == 1


def count_turned_up(game: Game) -> list[int]:
    """Count the turned-up cards by character."""
    turned = [0] * len(CHARACTERS)
    for lost in game.lost:
        for card in lost:
            turned[CARD_NUMBER[card]] += 1
    return turned


def all_turned_up(turned: list[int]) -> int:
    """Return the characters whose copies are all turned up, as a bit mask."""
    return sum([1 << card for card, count in enumerate(turned) if count == COPIES])


def lie_by_challenger(belief: Belief, action: Action) -> LieFunction | None:
    """Return the probability that an action's claim is a lie, as a function of the challenger's hand.

    Returns None if the action claims nothing.
    """
    shown, game = copy(belief.own_image), belief.game
    match action:
        case Move(verb) if (claim := CLAIMS[VERB_NUMBER[verb]]) >= 0:
            shown.update(opponents.move_likelihood(VERB_NUMBER[verb], move_features(game, belief.me), shown.size))
        case Block(card):
            claim = CARD_NUMBER[card]
            shown.update(block_likelihood(game, belief.me, claim))
        case _:
            return None
    return _lie_function(belief, claim, shown)


def _lie_function(belief: Belief, claim: int, shown: Suspect) -> LieFunction:
    weights, hands = shown.hands, HANDS[shown.size]
    known: dict[tuple[int, ...], float] = {}

    def lie(hand: Sequence[int]) -> float:
        key = tuple(hand)
        if key not in known:
            pool = sum([COPIES - up - hand.count(card) << 2 * card for card, up in enumerate(belief.up)])
            odds = [a * b for a, b in zip(ways_to_deal(pool, shown.size), weights, strict=True)]
            true = sum([each for each, held in zip(odds, hands, strict=True) if claim in held])
            known[key] = 1 - true / total if (total := sum(odds)) else 1.0
        return known[key]

    return lie


class Odds(NamedTuple):
    counted: float
    """Probability if all deals that are consistent with the visible cards are equally likely."""
    believed: float
    """Probability given all claims, blocks and passes so far; it depends on the models of opponents."""
    turned_up: int
    held: int
    """Copies in the viewer's own hand."""


def all_odds(seen: Observation) -> dict[str, dict[Character, Odds]]:
    """Return the odds by player and card. Known hands are certain: the viewer's own, and for the director all."""
    belief = Belief(seen) if seen.name else None
    return {
        name: {card: _odds_of_card(seen, belief, seat, card) for card in CHARACTERS}
        for seat, name in enumerate(seen.names)
    }


def _odds_of_card(seen: Observation, belief: Belief | None, seat: int, card: Character) -> Odds:
    counted = believed = seen.odds_by_counting(seen.names[seat], card)
    suspect = belief.suspects.get(seat) if belief else None
    # during an exchange a player also holds drawn cards, which no belief covers
    if belief and suspect and suspect.size == seen.players[seat].cards:
        believed = belief.odds(seat, CHARACTERS.index(card))
    return Odds(counted, believed, seen.turned_up(card), seen.hands.get(seen.name, ()).count(card))
