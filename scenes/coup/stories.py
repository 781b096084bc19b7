"""A player's memory of a game: claims, caught lies, and trust."""

from scenes.coup.events import Blocked, Challenged, Declared, Lost, Proved
from scenes.coup.moves import CHARACTERS, RULES, Character, Verb
from scenes.coup.observation import Observation
from scenes.coup.talk import said_to_have, standing

LIES = 0.15
"""Rate of claims without the card, relative to those with it."""
AGAIN, TOO_MANY, CAUGHT, PROVED = 0.6, 3.0, 2.0, 0.6
"""Factors of a lie's likelihood: for a claim that stood before; for one character more than cards; for each caught lie,
and for each shown card."""


class Stories:
    """One fold of all that was public."""

    def __init__(self, seen: Observation) -> None:
        self.seen = seen
        self.stood: dict[str, list[Character]] = {
            name: [CHARACTERS[card] for card in cards] for name, cards in zip(seen.names, standing(seen), strict=True)
        }
        """Claims of each that stood, as many as it has cards."""
        self.caught: set[str] = set()
        """Players caught at a lie who have shown nothing since."""
        self.lies = dict.fromkeys(seen.names, LIES)
        """Each player's rate of lies, by the results of challenges."""
        self.last: dict[str, Verb] = {}
        """The last action of each."""
        self.enemy = ""
        """Last player who targeted, doubted or blocked this one."""
        self._words = said_to_have(seen)
        self._fold(seen)

    def _fold(self, seen: Observation) -> None:
        living = {player.name for player in seen.others()}
        actor = ""
        for fact in seen.history:
            harms = False
            match fact.data:
                case Declared(verb=verb, target=target):
                    actor, harms = fact.agent, target == seen.name
                    self.last[actor] = verb
                case Challenged(claimant=claimant):
                    harms = claimant == seen.name
                case Blocked():
                    harms = actor == seen.name
                case Proved():
                    self.caught.discard(fact.agent)
                    self.lies[fact.agent] *= PROVED
                case Lost(why="bluff"):
                    self.caught.add(fact.agent)
                    self.lies[fact.agent] *= CAUGHT
            if harms and fact.agent in living:
                self.enemy = fact.agent

    def blocks(self, name: str, verb: Verb) -> bool:
        """Return True if a player would block this, by its claims."""
        return any(card in self.stood[name] or card in self._words[name] for card in RULES[verb].blocks)

    def true(self, name: str, card: Character) -> float:
        """Return the probability that a player holds a claimed card: by counting, and by its earlier claims."""
        held, claims = self.seen.odds_by_counting(name, card), self.stood[name]
        lies = self.lies[name]
        if card in claims:
            lies *= AGAIN
        elif len(claims) >= self.seen.player(name).cards:
            lies *= TOO_MANY
        return held / (held + (1 - held) * min(lies, 1.0)) if held else 0.0

    def fits(self, card: Character) -> bool:
        """Return True if the player may claim a card without holding it.

        It was not caught, and the claim fits its earlier ones or its number of cards.
        """
        claims = self.stood[self.seen.name]
        return self.seen.name not in self.caught and (card in claims or len(claims) < len(self.seen.hand))
