"""Events of Werewolf. Secret ones go to those concerned; everybody can follow the game by the public ones."""

from core.engine.events import Body, events_in


class Dealt(Body):
    """A role is dealt, to its player's eyes."""

    role: str

    def sentence(self) -> str:
        return f"is {_a(self.role)}"


class Pack(Body):
    """The werewolves know each other."""

    line = "the pack: {names}"
    names: tuple[str, ...]


class NightFell(Body):
    line = "night {night} falls"
    night: int


class Stalked(Body):
    """A werewolf chooses whom to kill; the pack knows."""

    line = "wants to kill {target}"
    target: str


class Inspected(Body):
    target: str
    wolf: bool

    def sentence(self) -> str:
        return f"looks at {self.target}: {'a werewolf' if self.wolf else 'no werewolf'}"


class Protected(Body):
    line = "protects {target}"
    target: str


class Marked(Body):
    """The pack has settled on its victim; nobody, if that is empty."""

    victim: str

    def sentence(self) -> str:
        return f"the pack attacks {self.victim or 'nobody'}"


class VotesIn(Body):
    """All have voted, and the moderator is to count."""

    line = "all votes are in"


class WitchWoke(Body):
    """The witch is told tonight's victim, or that there is none."""

    victim: str

    def sentence(self) -> str:
        return f"wakes: {self.victim} will die" if self.victim else "wakes: nobody is attacked"


class Saved(Body):
    line = "saves {target}"
    target: str


class Poisoned(Body):
    line = "poisons {target}"
    target: str


class Declined(Body):
    """A player with a role's power does not use it."""

    line = "does nothing"


class Dawn(Body):
    """A day begins, and who died in the night is found."""

    day: int
    dead: tuple[str, ...]

    def sentence(self) -> str:
        return f"day {self.day}: {' and '.join(self.dead) or 'nobody'} died in the night"


class Buried(Body):
    """Somebody is dead, and its role is shown; empty where roles stay hidden."""

    role: str

    def sentence(self) -> str:
        return f"was {_a(self.role)}" if self.role else "is dead"


class HunterWoke(Body):
    """The hunter dies, and may shoot."""

    line = "may shoot"


class Shot(Body):
    line = "was the hunter, and shoots {target}"
    target: str


class Called(Body):
    """The floor, given to one player or to all at once."""

    names: tuple[str, ...]

    def sentence(self) -> str:
        return f"{', '.join(self.names)} {'has' if len(self.names) == 1 else 'have'} the floor"


class BiddingOpened(Body):
    line = "who wants to speak?"


class Bade(Body):
    """A bid for the floor; nobody else is told."""

    line = "bids {level}"
    level: int


class VotingOpened(Body):
    """The talk of the day is over; of nobody's doing, because the time for it was."""

    line = "voting is open"


class Voted(Body):
    """A vote; for nobody, if there is no target."""

    target: str

    def sentence(self) -> str:
        return f"votes for {self.target}" if self.target else "votes for nobody"


class VotingClosed(Body):
    """The votes are counted: by name, and who is hanged; nobody, if that is empty."""

    votes: dict[str, str]
    hanged: str

    def sentence(self) -> str:
        return f"{self.hanged} is hanged" if self.hanged else "nobody is hanged"


class Unmasked(Body):
    """The game is over, and all roles are shown. `winner` is "village" or "wolves", or empty if nobody has won."""

    roles: dict[str, str]
    winner: str

    def sentence(self) -> str:
        return {"village": "the village wins", "wolves": "the werewolves win"}.get(self.winner, "nobody wins")


def _a(role: str) -> str:
    return f"{'the' if role in ('seer', 'witch', 'doctor', 'hunter') else 'a'} {role}"


BODIES = events_in(__name__)
