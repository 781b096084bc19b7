"""What happens in Werewolf. What is secret is told to whom it concerns; all follow the game from what is public."""

from typing import ClassVar

from core.engine.events import Body


class Dealt(Body, frozen=True):
    """A role is dealt, to its player's eyes."""

    kind: ClassVar[str] = "dealt"
    role: str

    def sentence(self) -> str:
        return f"is {_a(self.role)}"


class Pack(Body, frozen=True):
    """The werewolves know each other."""

    kind: ClassVar[str] = "pack"
    names: tuple[str, ...]

    def sentence(self) -> str:
        return f"the pack: {', '.join(self.names)}"


class NightFell(Body, frozen=True):
    kind: ClassVar[str] = "night_fell"
    night: int

    def sentence(self) -> str:
        return f"night {self.night} falls"


class Stalked(Body, frozen=True):
    """A werewolf chooses whom to kill; the pack knows."""

    kind: ClassVar[str] = "stalked"
    target: str

    def sentence(self) -> str:
        return f"wants to kill {self.target}"


class Inspected(Body, frozen=True):
    kind: ClassVar[str] = "inspected"
    target: str
    wolf: bool

    def sentence(self) -> str:
        return f"looks at {self.target}: {'a werewolf' if self.wolf else 'no werewolf'}"


class Protected(Body, frozen=True):
    kind: ClassVar[str] = "protected"
    target: str

    def sentence(self) -> str:
        return f"protects {self.target}"


class Marked(Body, frozen=True):
    """The pack has settled on its victim; nobody, if that is empty."""

    kind: ClassVar[str] = "marked"
    victim: str

    def sentence(self) -> str:
        return f"the pack attacks {self.victim or 'nobody'}"


class VotesIn(Body, frozen=True):
    """All have voted, and the moderator is to count."""

    kind: ClassVar[str] = "votes_in"

    def sentence(self) -> str:
        return "all votes are in"


class WitchWoke(Body, frozen=True):
    """The witch is told tonight's victim, or that there is none."""

    kind: ClassVar[str] = "witch_woke"
    victim: str

    def sentence(self) -> str:
        return f"wakes: {self.victim} will die" if self.victim else "wakes: nobody is attacked"


class Saved(Body, frozen=True):
    kind: ClassVar[str] = "saved"
    target: str

    def sentence(self) -> str:
        return f"saves {self.target}"


class Poisoned(Body, frozen=True):
    kind: ClassVar[str] = "poisoned"
    target: str

    def sentence(self) -> str:
        return f"poisons {self.target}"


class Declined(Body, frozen=True):
    """Who could have done something by its role does nothing."""

    kind: ClassVar[str] = "declined"

    def sentence(self) -> str:
        return "does nothing"


class Dawn(Body, frozen=True):
    """A day begins, and who died in the night is found."""

    kind: ClassVar[str] = "dawn"
    day: int
    dead: tuple[str, ...]

    def sentence(self) -> str:
        return f"day {self.day}: {' and '.join(self.dead) or 'nobody'} died in the night"


class Buried(Body, frozen=True):
    """Somebody is dead, and its role is shown; empty where roles stay hidden."""

    kind: ClassVar[str] = "buried"
    role: str

    def sentence(self) -> str:
        return f"was {_a(self.role)}" if self.role else "is dead"


class HunterWoke(Body, frozen=True):
    """The hunter dies, and may shoot."""

    kind: ClassVar[str] = "hunter_woke"

    def sentence(self) -> str:
        return "may shoot"


class Shot(Body, frozen=True):
    kind: ClassVar[str] = "shot"
    target: str

    def sentence(self) -> str:
        return f"was the hunter, and shoots {self.target}"


class Called(Body, frozen=True):
    """These have the floor: one, or all at once."""

    kind: ClassVar[str] = "called"
    names: tuple[str, ...]

    def sentence(self) -> str:
        return f"{', '.join(self.names)} {'has' if len(self.names) == 1 else 'have'} the floor"


class BiddingOpened(Body, frozen=True):
    kind: ClassVar[str] = "bidding_opened"

    def sentence(self) -> str:
        return "who wants to speak?"


class Bade(Body, frozen=True):
    """A bid for the floor; nobody else is told."""

    kind: ClassVar[str] = "bade"
    level: int

    def sentence(self) -> str:
        return f"bids {self.level}"


class VotingOpened(Body, frozen=True):
    """The talk of the day is over; of nobody's doing, because the time for it was."""

    kind: ClassVar[str] = "voting_opened"

    def sentence(self) -> str:
        return "voting is open"


class Voted(Body, frozen=True):
    """A vote; for nobody, if there is no target."""

    kind: ClassVar[str] = "voted"
    target: str

    def sentence(self) -> str:
        return f"votes for {self.target}" if self.target else "votes for nobody"


class VotingClosed(Body, frozen=True):
    """The votes are counted: by name, and who is hanged; nobody, if that is empty."""

    kind: ClassVar[str] = "voting_closed"
    votes: dict[str, str]
    hanged: str

    def sentence(self) -> str:
        return f"{self.hanged} is hanged" if self.hanged else "nobody is hanged"


class Unmasked(Body, frozen=True):
    """The game is over, and all roles are shown. `winner` is "village" or "wolves", or empty if nobody has won."""

    kind: ClassVar[str] = "unmasked"
    roles: dict[str, str]
    winner: str

    def sentence(self) -> str:
        return {"village": "the village wins", "wolves": "the werewolves win"}.get(self.winner, "nobody wins")


BODIES = (
    Dealt,
    Pack,
    NightFell,
    Stalked,
    Inspected,
    Protected,
    Marked,
    VotesIn,
    WitchWoke,
    Saved,
    Poisoned,
    Declined,
    Dawn,
    Buried,
    HunterWoke,
    Shot,
    Called,
    BiddingOpened,
    Bade,
    VotingOpened,
    Voted,
    VotingClosed,
    Unmasked,
)


def _a(role: str) -> str:
    return f"{'the' if role in ('seer', 'witch', 'doctor', 'hunter') else 'a'} {role}"
