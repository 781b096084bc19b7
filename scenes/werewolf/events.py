"""Events of Werewolf. Secret events are seen only by the players concerned."""

from core.engine.events import Body, events_in


class Dealt(Body):
    """A player receives its role; only that player knows."""

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
    """A werewolf chooses a victim; seen by the pack."""

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
    """The pack's victim; empty for none."""

    victim: str

    def sentence(self) -> str:
        return f"the pack attacks {self.victim or 'nobody'}"


class VotesIn(Body):
    """All votes are in; the moderator counts them next."""

    line = "all votes are in"


class WitchWoke(Body):
    """The witch learns tonight's victim; empty for none."""

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
    """A player does not use its role's power."""

    line = "does nothing"


class Dawn(Body):
    """A day begins; lists the dead of the night."""

    day: int
    dead: tuple[str, ...]

    def sentence(self) -> str:
        return f"day {self.day}: {' and '.join(self.dead) or 'nobody'} died in the night"


class Buried(Body):
    """A player dies, and its role is shown; empty where roles stay hidden."""

    role: str

    def sentence(self) -> str:
        return f"was {_a(self.role)}" if self.role else "is dead"


class HunterWoke(Body):
    """The hunter is dying and may shoot."""

    line = "may shoot"


class Shot(Body):
    line = "was the hunter, and shoots {target}"
    target: str


class Called(Body):
    """The floor goes to one player or to all at once."""

    names: tuple[str, ...]

    def sentence(self) -> str:
        return f"{', '.join(self.names)} {'has' if len(self.names) == 1 else 'have'} the floor"


class BiddingOpened(Body):
    line = "who wants to speak?"


class Bade(Body):
    """A bid for the floor; only the bidder sees it."""

    line = "bids {level}"
    level: int


class VotingOpened(Body):
    """Voting begins. The event has no agent if voting began because no speeches were left."""

    line = "voting is open"


class Voted(Body):
    """A vote; an empty target means nobody."""

    target: str

    def sentence(self) -> str:
        return f"votes for {self.target}" if self.target else "votes for nobody"


class VotingClosed(Body):
    """Voting ends: votes by voter, and the hanged player; empty for nobody."""

    votes: dict[str, str]
    hanged: str

    def sentence(self) -> str:
        return f"{self.hanged} is hanged" if self.hanged else "nobody is hanged"


class Unmasked(Body):
    """The game ends, and all roles are shown. `winner` is "village", "wolves", or "" for nobody."""

    roles: dict[str, str]
    winner: str

    def sentence(self) -> str:
        return {"village": "the village wins", "wolves": "the werewolves win"}.get(self.winner, "nobody wins")


def _a(role: str) -> str:
    return f"{'the' if role in ('seer', 'witch', 'doctor', 'hunter') else 'a'} {role}"


BODIES = events_in(__name__)
