"""What a player remembers of a game: who says to be what, who was caught at a lie, and whom to believe."""

from collections.abc import Sequence

from scenes.coup.events import Blocked, Challenged, Declared, Lost, Proved
from scenes.coup.moves import CHARACTERS, RULES, Character, Verb
from scenes.coup.observation import Observation, Player
from scenes.coup.strong.counting import odds_by_counting
from scenes.coup.strong.standing import standing
from scenes.coup.talk import said_to_have

LIES = 0.15
"""How often somebody claims what it has not, in times of how often it would with the card."""
AGAIN, TOO_MANY, CAUGHT, PROVED = 0.6, 3.0, 2.0, 0.6
"""That, in times: of a claim that stood before; of one more character than it has cards; for each time that it was
caught at a lie, and for each that it showed what it claimed."""


class Stories:
    """One fold of all that was public."""

    def __init__(self, seen: Observation) -> None:
        self.seen = seen
        self.told: dict[str, list[Character]] = {
            name: [CHARACTERS[card] for card in cards] for name, cards in zip(seen.names, standing(seen), strict=True)
        }
        """Claims of each that stood, as many as it has cards."""
        self.caught: set[str] = set()
        """Who has been caught at a lie, and has shown nothing since."""
        self.lies = dict.fromkeys(seen.names, LIES)
        """How often each claims what it has not, by how it went when it was doubted."""
        self.last: dict[str, Verb] = {}
        """The last action of each."""
        self.enemy = ""
        """Who last harmed the player: took aim at it, doubted it, or blocked it."""
        self._words = said_to_have(seen)
        self._fold(seen)

    def _fold(self, seen: Observation) -> None:
        living = {player.name for player in others(seen)}
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
        """Whether a player would block this, by what it says to have."""
        return any(card in self.told[name] or card in self._words[name] for card in RULES[verb].blocks)

    def true(self, name: str, card: Character) -> float:
        """How likely a player has the card that it claims: by counting, and by what it claimed before."""
        held, told = odds_by_counting(self.seen, name, card), self.told[name]
        lies = self.lies[name]
        if card in told:
            lies *= AGAIN
        elif len(told) >= self.seen.players[self.seen.names.index(name)].cards:
            lies *= TOO_MANY
        return held / (held + (1 - held) * min(lies, 1.0)) if held else 0.0

    def fits(self, card: Character) -> bool:
        """Whether the player itself may claim a card that it has not, and be believed: it was not caught, and it is
        what it said before, or it has not said as much as it has cards."""
        told = self.told[self.seen.name]
        return self.seen.name not in self.caught and (card in told or len(told) < len(self.seen.hand))


def others(seen: Observation) -> Sequence[Player]:
    """Opponents who are in the game, in turn order."""
    players = (*seen.players[seen.seat + 1 :], *seen.players[: seen.seat])
    return [player for player in players if player.cards]
