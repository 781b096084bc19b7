"""What happens at the table. Who holds what is told to the holder alone; all else is public."""

from typing import ClassVar, Literal

from core.engine.events import Body
from scenes.coup.moves import Character, Verb

Outcome = Literal["done", "challenged", "blocked", "moot"]
"""How an action ended: moot if its target was out before it could take effect."""
Why = Literal["bluff", "challenge", "coup", "assassination"]
"""What a card was lost to: caught bluffing, or a challenge that was wrong, or an attack."""
Confidence = Literal["high", "medium", "low"]


class Shuffled(Body, frozen=True):
    """The court deck, its top last. Nobody at the table knows it."""

    kind: ClassVar[str] = "shuffled"
    deck: tuple[Character, ...]


class Drew(Body, frozen=True):
    """Cards from the court deck, for the eyes of who draws them."""

    kind: ClassVar[str] = "drew"
    cards: tuple[Character, ...]

    def sentence(self) -> str:
        return f"draws {' and '.join(self.cards)}"


class Began(Body, frozen=True):
    """Cards and coins are dealt; this player begins."""

    kind: ClassVar[str] = "began"

    def sentence(self) -> str:
        return "begins"


class Declared(Body, frozen=True):
    """An action is announced, with its target and the character that is claimed for it; what it costs is paid."""

    kind: ClassVar[str] = "declared"
    verb: Verb
    target: str
    claim: Character | None
    cost: int

    def sentence(self) -> str:
        whom = f" {self.target}" if self.target else ""
        match self.verb:
            case "income" | "foreign aid":
                return f"takes {self.verb}"
            case "coup":
                return f"pays {self.cost} for a coup against{whom}"
            case "assassinate":
                return f"claims Assassin and pays {self.cost} to assassinate{whom}"
            case "steal":
                return f"claims Captain to steal from{whom}"
            case "tax":
                return "claims Duke to take tax"
            case "exchange":
                return "claims Ambassador to exchange cards"


class Passed(Body, frozen=True):
    """Lets pass what is on the table."""

    kind: ClassVar[str] = "passed"

    def sentence(self) -> str:
        return "passes"


class Answered(Body, frozen=True):
    """An answer that is in while others are not: it is opened when all are. For the eyes of who gave it."""

    kind: ClassVar[str] = "answered"
    command: str

    def sentence(self) -> str:
        return f"would {self.command}"


class Unheard(Body, frozen=True):
    """An answer that another came before, be it a pass or not; for the eyes of who gave it. There is one for each, so
    that how many events there are tells nobody who else had a doubt."""

    kind: ClassVar[str] = "unheard"
    command: str

    def sentence(self) -> str:
        return "lets it pass" if self.command == "pass" else f"would {self.command}, but another came first"


class Challenged(Body, frozen=True):
    """The claim on the table is doubted."""

    kind: ClassVar[str] = "challenged"
    claimant: str
    claim: Character

    def sentence(self) -> str:
        return f"challenges {self.claimant}'s {self.claim}"


class Blocked(Body, frozen=True):
    """The action on the table is blocked, with a claim of its own."""

    kind: ClassVar[str] = "blocked"
    claim: Character

    def sentence(self) -> str:
        return f"blocks with a claim of {self.claim}"


class Proved(Body, frozen=True):
    """The claimed card is shown and goes into the court deck, which is shuffled before another one is drawn."""

    kind: ClassVar[str] = "proved"
    card: Character

    def sentence(self) -> str:
        return f"shows the {self.card} and draws another card"


class Lost(Body, frozen=True):
    """A card is turned up; `out` if it was the last."""

    kind: ClassVar[str] = "lost"
    card: Character
    why: Why
    out: bool

    def sentence(self) -> str:
        said = {"bluff": ": caught", "challenge": " for a wrong challenge"}.get(self.why, "")
        return f"turns up {self.card}{said}{' and is out' if self.out else ''}"


class Settled(Body, frozen=True):
    """What came of the action: `coins` is what the player got by it, or got back."""

    kind: ClassVar[str] = "settled"
    verb: Verb
    target: str
    outcome: Outcome
    coins: int

    def sentence(self) -> str:
        whom = f" {self.target}" if self.target else ""
        if self.outcome == "done":
            match self.verb:
                case "income" | "foreign aid" | "tax":
                    return f"takes {self.coins}"
                case "steal":
                    return f"steals {self.coins} from{whom}"
                case "exchange":
                    return "draws two cards to exchange"
                case "coup" | "assassinate":
                    return f"strikes{whom}"
        if self.outcome == "moot":
            return f"finds{whom} out already"
        back = f" and gets {self.coins} back" if self.coins else ""
        aim = f" from{whom}" if self.verb == "steal" else whom
        return f"gets nothing of it ({self.verb}{aim}: {self.outcome}){back}"


class Kept(Body, frozen=True):
    """What is kept and given back of an exchange, for the eyes of who exchanges."""

    kind: ClassVar[str] = "kept"
    cards: tuple[Character, ...]
    back: tuple[Character, ...]

    def sentence(self) -> str:
        return f"keeps {' and '.join(self.cards)}"


class Swapped(Body, frozen=True):
    """A card is swapped with one in the court deck, from outside of the game; for the eyes of who holds it."""

    kind: ClassVar[str] = "swapped"
    was: Character
    card: Character

    def sentence(self) -> str:
        return f"has {self.card} in place of {self.was}, by a hand from outside"


class Exchanged(Body, frozen=True):
    """Two cards go back into the court deck."""

    kind: ClassVar[str] = "exchanged"

    def sentence(self) -> str:
        return "puts two cards back"


class Undoubted(Body, frozen=True):
    """Nobody doubted a claim, be it true or not; for the eyes of who made it."""

    kind: ClassVar[str] = "undoubted"
    claim: Character
    true: bool

    def sentence(self) -> str:
        return (
            f"had the {self.claim}, and nobody doubted it" if self.true else f"gets away with a claim of {self.claim}"
        )


class Verified(Body, frozen=True):
    """What a player's verifier made of its plan; for that player's eyes."""

    kind: ClassVar[str] = "verified"
    agrees: bool
    plan: str
    """The command that was planned."""
    command: str
    """The command that the verifier is for."""
    why: str

    def sentence(self) -> str:
        said = f"verifier agrees to {self.plan}" if self.agrees else f"verifier would rather {self.command}"
        return f"{said}: {self.why}" if self.why else said


class NoteAdded(Body, frozen=True):
    """A suspicion, for the eyes of who has it: that somebody holds a card, or does not."""

    kind: ClassVar[str] = "note_added"
    id: int
    suspect: str
    holds: bool
    card: Character
    confidence: Confidence
    reason: str

    def sentence(self) -> str:
        has = "has" if self.holds else "has no"
        return f"notes: {self.suspect} {has} {self.card} ({self.confidence}): {self.reason}"


class NoteDeleted(Body, frozen=True):
    kind: ClassVar[str] = "note_deleted"
    id: int

    def sentence(self) -> str:
        return f"drops note {self.id}"


TABLE: tuple[type[Body], ...] = (
    Shuffled,
    Drew,
    Began,
    Declared,
    Passed,
    Challenged,
    Blocked,
    Proved,
    Lost,
    Settled,
    Kept,
    Exchanged,
    Swapped,
)
"""What the rules know."""
PUBLIC = (Began, Declared, Passed, Challenged, Blocked, Proved, Lost, Settled, Exchanged)
BODIES: tuple[type[Body], ...] = (*TABLE, Answered, Unheard, Undoubted, Verified, NoteAdded, NoteDeleted)
