"""Events of the table. Hands are known only to their holders; all else is public."""

from typing import Literal

from msgspec.structs import asdict

from core.engine.events import Body
from scenes.coup.moves import Character, Verb

Outcome = Literal["done", "challenged", "blocked", "moot"]
"""Outcome of an action; it is moot if its target was out before it could take effect."""
Why = Literal["bluff", "challenge", "coup", "assassination"]
"""Reason for losing a card: a caught bluff, a wrong challenge, or an attack."""
Confidence = Literal["high", "medium", "low"]
ForbiddenAction = Literal["attack", "steal", "challenge", "block"]
"""Action that a threat or a deal forbids; stealing counts as an attack as well."""
Punishment = Literal["coup", "assassinate", "steal", "challenge"]
"""Punishment that a threat announces."""
NOUNS: dict[ForbiddenAction | Punishment, str] = {
    "attack": "an attack",
    "steal": "a theft",
    "challenge": "a challenge",
    "block": "a block",
    "coup": "a coup",
    "assassinate": "an assassin",
}
_DECLARED: dict[Verb, str] = {
    "income": "takes income",
    "foreign aid": "takes foreign aid",
    "coup": "pays {cost} for a coup against {target}",
    "assassinate": "claims {claim} and pays {cost} to assassinate {target}",
    "steal": "claims {claim} to steal from {target}",
    "tax": "claims {claim} to take tax",
    "exchange": "claims {claim} to exchange cards",
}
_DONE: dict[Verb, str] = {
    **dict.fromkeys(("income", "foreign aid", "tax"), "takes {coins}"),
    "steal": "steals {coins} from {target}",
    "exchange": "draws two cards to exchange",
    **dict.fromkeys(("coup", "assassinate"), "strikes {target}"),
}
PLURALS: dict[ForbiddenAction, str] = {
    "attack": "attacks",
    "steal": "thefts",
    "challenge": "challenges",
    "block": "blocks",
}


class Shuffled(Body):
    """The court deck is shuffled; the last card is its top. Hidden from all players."""

    deck: tuple[Character, ...]


class Drew(Body):
    """Cards are drawn from the court deck; seen only by the player who draws."""

    cards: tuple[Character, ...]

    def sentence(self) -> str:
        return f"draws {' and '.join(self.cards)}"


class Began(Body):
    """Cards and coins are dealt; this player begins."""

    line = "begins"


class Declared(Body):
    """An action is announced with its target and the claimed character; its cost is paid."""

    verb: Verb
    target: str
    claim: Character | None
    cost: int

    def sentence(self) -> str:
        return _DECLARED[self.verb].format(**asdict(self))


class Passed(Body):
    """The player lets the action or claim on the table pass."""

    line = "passes"


class Answered(Body):
    """An answer that arrived before all others.

    All answers are revealed together; until then only its player sees it.
    """

    line = "would {command}"
    command: str


class Unheard(Body):
    """An answer that did not count because another one came first. Seen only by its player.

    Passes get one, too, so that the number of events does not reveal who challenged or blocked.
    """

    command: str

    def sentence(self) -> str:
        return "lets it pass" if self.command == "pass" else f"would {self.command}, but another came first"


class Challenged(Body):
    """The claim on the table is challenged."""

    line = "challenges {claimant}'s {claim}"
    claimant: str
    claim: Character


class Blocked(Body):
    """The action on the table is blocked by claiming a character."""

    line = "blocks with a claim of {claim}"
    claim: Character


class Proved(Body):
    """The claimed card is shown and shuffled into the court deck; its owner draws another."""

    line = "shows the {card} and draws another card"
    card: Character


class Lost(Body):
    """A card is turned up; `out` if it was the player's last card."""

    card: Character
    why: Why
    out: bool

    def sentence(self) -> str:
        said = {"bluff": ": caught", "challenge": " for a wrong challenge"}.get(self.why, "")
        return f"turns up {self.card}{said}{' and is out' if self.out else ''}"


class Settled(Body):
    """The end of an action: `coins` is the player's gain or refund."""

    verb: Verb
    target: str
    outcome: Outcome
    coins: int

    def sentence(self) -> str:
        if self.outcome == "done":
            return _DONE[self.verb].format(**asdict(self))
        target = f" {self.target}" if self.target else ""
        if self.outcome == "moot":
            return f"finds{target} out already"
        back = f" and gets {self.coins} back" if self.coins else ""
        aim = f" from{target}" if self.verb == "steal" else target
        return f"gets nothing of it ({self.verb}{aim}: {self.outcome}){back}"


class Kept(Body):
    """Cards kept and given back in an exchange; seen only by the player."""

    cards: tuple[Character, ...]
    back: tuple[Character, ...]

    def sentence(self) -> str:
        return f"keeps {' and '.join(self.cards)}"


class Swapped(Body):
    """A card is swapped with one in the court deck, by an intervention; seen only by its holder."""

    line = "has {card} in place of {was}, by an intervention"
    was: Character
    card: Character


class Exchanged(Body):
    """Two cards go back into the court deck."""

    line = "puts two cards back"


class Undoubted(Body):
    """Nobody challenged a claim; seen only by the claimant, with the truth of the claim."""

    claim: Character
    true: bool

    def sentence(self) -> str:
        return (
            f"had the {self.claim}, and nobody doubted it" if self.true else f"gets away with a claim of {self.claim}"
        )

    def finding(self) -> str:
        return "" if self.true else f"had no {self.claim}"


class Verified(Body):
    """A verifier's judgment of a player's plan; seen only by that player."""

    agrees: bool
    plan: str
    """The command that was planned."""
    command: str
    """The command that the verifier chose."""
    why: str

    def sentence(self) -> str:
        said = f"verifier agrees to {self.plan}" if self.agrees else f"verifier would rather {self.command}"
        return f"{said}: {self.why}" if self.why else said


class NoteAdded(Body):
    """A player noted a suspicion about another's card; seen only by that player."""

    forgettable = True
    id: int
    suspect: str
    holds: bool
    card: Character
    confidence: Confidence
    reason: str

    def sentence(self) -> str:
        has = "has" if self.holds else "has no"
        return f"notes: {self.suspect} {has} {self.card} ({self.confidence}): {self.reason}"


class NoteDeleted(Body):
    line = "drops note {id}"
    id: int


class Commitment(Body):
    """An event that words cause."""

    understood = True
    to: str
    """Player to whom the words are said."""


class Threatened(Commitment):
    """A threat, understood from words."""

    deed: ForbiddenAction
    strike: Punishment
    until: int
    """Last turn of the game for which the threat holds."""

    def sentence(self) -> str:
        return f"threatens {self.to}: {NOUNS[self.strike]} for {NOUNS[self.deed]} (until turn {self.until})"


class Offered(Commitment):
    """An offer of a deal, understood from words: each side refrains from a deed against the other."""

    asks: ForbiddenAction
    gives: ForbiddenAction
    until: int
    """Last turn of the game in which the offer can be accepted."""
    rounds: int
    """Maximum rounds for which the deal holds."""
    rival: str = ""
    """Player whose elimination ends the deal; empty if there is none."""

    def sentence(self) -> str:
        until = f" until {self.rival} is out" if self.rival else f" for {self.rounds} round{'s' * (self.rounds > 1)}"
        if self.asks == self.gives == "attack":
            return f"offers {self.to} peace{until}"
        return f"offers {self.to} a deal{until}: no {PLURALS[self.gives]} for no {PLURALS[self.asks]}"


class Agreed(Commitment):
    """An offer is accepted, understood from words."""

    line = "agrees to {to}'s offer (until turn {until})"
    until: int


class Declined(Commitment):
    """An offer is declined, understood from words."""

    line = "declines {to}'s offer"


_SENTENCE_OF_CHANGE = {
    "provoked": "defies {maker}'s threat",
    "carried out": "carries out the threat against {to}",
    "empty": "never carried out the threat against {to}",
    "kept": "and {to} have kept their deal",
    "broken": "breaks the deal of {maker} and {to}",
    "over": "and {to} have no deal any more",
}


class PactChanged(Body):
    """A commitment ends, or a threat becomes due, because its agent did or omitted something."""

    maker: str
    """Player who made the threat or the offer."""
    to: str
    became: Literal["provoked", "carried out", "empty", "kept", "broken", "over"]
    until: int
    """Last turn of the game in which a provoked threat can be carried out; else the current turn."""

    def sentence(self) -> str:
        return _SENTENCE_OF_CHANGE[self.became].format(**asdict(self))


RULE_EVENTS: tuple[type[Body], ...] = (
    Shuffled, Drew, Began, Declared, Passed, Challenged, Blocked, Proved, Lost, Settled, Kept, Exchanged, Swapped,
)  # fmt: skip
"""Events that change the rules' state."""
COMMITMENT_EVENTS = (Threatened, Offered, Agreed, Declined, PactChanged)
"""Events that create and change commitments."""
PUBLIC_EVENTS = (Began, Declared, Passed, Challenged, Blocked, Proved, Lost, Settled, Exchanged, *COMMITMENT_EVENTS)
BODIES: tuple[type[Body], ...] = (
    *RULE_EVENTS,
    *COMMITMENT_EVENTS,
    Answered,
    Unheard,
    Undoubted,
    Verified,
    NoteAdded,
    NoteDeleted,
)
