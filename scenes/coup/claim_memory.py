"""Memory of a game: claims by actions and in words, caught lies, and rates of lies."""

from core.engine.events import Said
from scenes.coup.events import Blocked, Challenged, Declared, Exchanged, Lost, Passed, Proved
from scenes.coup.moves import CARD_NUMBER, CHARACTERS, RULES, Character, Verb
from scenes.coup.observation import Observation
from scenes.coup.understanding import claimed_cards

PRIOR_LIE_RATE = 0.15
"""Prior rate of claims by players who lack the card, relative to claims by players who hold it."""
REPEATED_FACTOR, TOO_MANY_FACTOR, CAUGHT_FACTOR, PROVED_FACTOR = 0.6, 3.0, 2.0, 0.6
"""Factors on the likelihood of a lie.

They apply to a repeated claim that was not disproved, to claims of more characters than the player has cards, to each
caught lie, and to each shown card."""


class ClaimMemory:
    """Claims and estimates, computed from all public events."""

    def __init__(self, seen: Observation) -> None:
        self.seen = seen
        self.undisproved: dict[str, list[Character]] = {
            name: [CHARACTERS[card] for card in cards]
            for name, cards in zip(seen.names, undisproved_claims(seen), strict=True)
        }
        """Latest claims of each player that were not disproved, at most as many as it has cards."""
        self.caught: set[str] = set()
        """Players who were caught lying and have not shown a card since."""
        self.lie_rates = dict.fromkeys(seen.names, PRIOR_LIE_RATE)
        """Estimated rate of lies by player, from the results of challenges."""
        self.last_actions: dict[str, Verb] = {}
        """Last action of each player."""
        self.enemy = ""
        """Last player who targeted, challenged or blocked this one."""
        self._words = stated_cards(seen)
        self._fold(seen)

    def _fold(self, seen: Observation) -> None:
        living = {player.name for player in seen.others()}
        actor = ""
        for fact in seen.history:
            harms = False
            match fact.data:
                case Declared(verb=verb, target=target):
                    actor, harms = fact.agent, target == seen.name
                    self.last_actions[actor] = verb
                case Challenged(claimant=claimant):
                    harms = claimant == seen.name
                case Blocked():
                    harms = actor == seen.name
                case Proved():
                    self.caught.discard(fact.agent)
                    self.lie_rates[fact.agent] *= PROVED_FACTOR
                case Lost(why="bluff"):
                    self.caught.add(fact.agent)
                    self.lie_rates[fact.agent] *= CAUGHT_FACTOR
            if harms and fact.agent in living:
                self.enemy = fact.agent

    def would_block(self, name: str, verb: Verb) -> bool:
        """Return True if a player's claims suggest that it would block this action."""
        return any(card in self.undisproved[name] or card in self._words[name] for card in RULES[verb].blocks)

    def chance_of_claim(self, name: str, card: Character) -> float:
        """Return the probability that a player holds a claimed card, by counting cards and by its earlier claims."""
        held, claims = self.seen.odds_by_counting(name, card), self.undisproved[name]
        lies = self.lie_rates[name]
        if card in claims:
            lies *= REPEATED_FACTOR
        elif len(claims) >= self.seen.player(name).cards:
            lies *= TOO_MANY_FACTOR
        return held / (held + (1 - held) * min(lies, 1.0)) if held else 0.0

    def can_claim(self, card: Character) -> bool:
        """Return True if the player can plausibly claim a card that it does not hold.

        That is so if it was not caught lying, and the claim repeats an earlier one or it has claimed fewer cards than
        it holds.
        """
        claims = self.undisproved[self.seen.name]
        return self.seen.name not in self.caught and (card in claims or len(claims) < len(self.seen.hand))


def stated_cards(seen: Observation) -> dict[str, set[Character]]:
    """Return the cards that each player has claimed in words since it last lost or exchanged a card."""
    stated: dict[str, set[Character]] = {name: set() for name in seen.names}
    for fact in seen.history:
        match fact.data:
            case Said(text=text):
                stated[fact.agent].update(claimed_cards(text, fact.agent, seen.names))
            case Lost() | Exchanged():
                stated[fact.agent].clear()
    return stated


def undisproved_claims(seen: Observation) -> list[list[int]]:
    """Return each seat's latest claimed cards that have not been disproved, newest first.

    No player has more such claims than cards. A claim lapses if the player exchanges cards, shows or loses the card,
    or is caught lying about it.
    """
    said: list[list[int]] = [[] for _ in seen.names]
    cards = [2] * len(seen.names)
    open_claim: tuple[int, int] | None = None
    doubted = -1
    for fact in seen.history:
        body, seat = fact.data, seen.names.index(fact.agent)
        match body:
            case Declared(claim=claim) | Blocked(claim=claim):
                open_claim = None if claim is None else (seat, CARD_NUMBER[claim])
            case Passed() if open_claim:
                who, card = open_claim
                said[who] = [card, *_without(said[who], card)][: cards[who]]
                open_claim = None
            case Challenged(claim=claim):
                open_claim, doubted = None, CARD_NUMBER[claim]
            case Proved(shown):
                said[seat] = _without(said[seat], CARD_NUMBER[shown])
            case Lost(lost, why):
                cards[seat] -= 1
                left = _without(said[seat], CARD_NUMBER[lost])
                said[seat] = (_without(left, doubted) if why == "bluff" else left)[: cards[seat]]
            case Exchanged():
                said[seat] = []
    return said


def _without(cards: list[int], card: int) -> list[int]:
    return [each for each in cards if each != card]
