"""Events of typed statements, which are sent beside words or understood from words. Each reads as a sentence."""

from typing import Literal

import msgspec

from core.engine.events import Body
from scenes.coloring.problem.graph import Coloring, assign, color_letters, color_words, letter, number
from scenes.coloring.solvers.bound import Bound, Cost


class Reported(Body):
    """Reported colors of own boundary nodes; to all neighbors if `to` is empty."""

    to: str
    colors: Coloring

    def sentence(self) -> str:
        return f"reported to {self.to or 'all'}: {color_letters(self.colors) or 'no colors yet'}"


class Requested(Body):
    """A request to another owner: colors, colors to avoid, or nodes to keep."""

    to: str
    colors: Coloring
    avoid: dict[str, tuple[str, ...]] = {}
    keep: tuple[str, ...] = ()

    def sentence(self) -> str:
        parts = [assign(self.colors)] if self.colors else []
        parts += [f"{n} not {' or '.join(cs)}" for n, cs in self.avoid.items()]
        parts += [f"keep {', '.join(self.keep)}"] if self.keep else []
        return f"asked {self.to}: {'; '.join(parts)}"


class Refused(Body):
    """Own nodes that the owner `to` asked for but that are locked to these colors."""

    to: str
    colors: Coloring

    def sentence(self) -> str:
        return f"reported to {self.to}: locked, {color_letters(self.colors)}"


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A configuration of a neighbor's boundary, and its consequences for the owner."""

    colors: Coloring
    penalty: float
    score: float
    """Best preference score that the owner can reach."""
    other_score: float
    current: bool = False

    @property
    def combined(self) -> float:
        return self.score + self.other_score


class Offered(Body):
    """Step 10: counterfactual options, best first, the current one with its actual penalty; `more` are left out."""

    to: str
    penalty: float
    """The current penalty."""
    options: tuple[Option, ...]
    more: int
    alone: float | None = None
    """Penalty that the owner can reach without help, if lower than the current penalty; otherwise None."""

    @property
    def helpful(self) -> bool:
        """True if an option is better than the penalty that the owner has or can reach without help."""
        return self.options[0].penalty < (self.penalty if self.alone is None else self.alone)

    def sentence(self) -> str:
        if not self.helpful:
            return f"to {self.to}: nothing better than now"
        best = self.options[0]
        return f"if {self.to} had {color_letters(best.colors)} I could reach {number(best.penalty)}"


class Bounded(Body):
    """Minimum conflicts for each coloring of a neighbor's boundary, whatever others do (see `negotiation.reach`)."""

    to: str
    bound: Bound

    def sentence(self) -> str:
        bad = sum(digit != "0" for digit in self.bound.least)
        count = f"{bad} of {len(self.bound.least)} colorings" if bad else "no coloring"
        return f"to {self.to}: rules out {count} of {', '.join(self.bound.nodes)}"


class Compatible(Body):
    """Colors of a neighbor's boundary nodes that an owner can accept, by exact search over configurations."""

    to: str
    clashing: bool
    """True if another configuration is better than the current one."""
    least: float
    """The lowest penalty over all configurations."""
    nodes: dict[str, tuple[str, ...]]
    """Colors of each node in the best configurations."""
    valid: tuple[Coloring, ...]
    """The best configurations; `more` are left out."""
    more: int
    failing: tuple[Coloring, ...]
    """The other configurations, if they are few enough to list."""

    def sentence(self) -> str:
        allowed = (f"{node} {'/'.join(map(letter, colors))}" for node, colors in self.nodes.items())
        return f"to {self.to}: fine with {', '.join(allowed)}"


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trade: colors that the speaker would give its own nodes in return for colors of others' nodes."""

    give: Coloring
    want: Coloring

    def sentence(self) -> str:
        return " if ".join(filter(None, [color_words(self.give), color_words(self.want)]))


class Meant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The meaning of a message.

    It holds the speaker's colors, the colors that it requests or wants avoided, nodes that the reader should keep,
    costs of the reader's colors, locked nodes of the speaker, and deals.
    """

    report: Coloring = {}
    request: Coloring = {}
    avoid: dict[str, tuple[str, ...]] = {}
    keep: tuple[str, ...] = ()
    costs: tuple[Cost, ...] = ()
    locked: tuple[str, ...] = ()
    deals: tuple[Deal, ...] = ()

    def statements(self) -> tuple[str, ...]:
        """List each statement briefly."""
        parts = [f"{n} is {c}" for n, c in self.report.items()] + [f"make {n} {c}" for n, c in self.request.items()]
        parts += [f"{n} not {' or '.join(cs)}" for n, cs in self.avoid.items()] + [f"keep {n}" for n in self.keep]
        parts += [cost.sentence() for cost in self.costs] + [f"{node} is locked" for node in self.locked]
        return tuple(parts + [deal.sentence() for deal in self.deals])

    def sentence(self) -> str:
        return ", ".join(self.statements()) or "nothing to act on"


class Lie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A false claim in a draft, and the true statement."""

    claim: str
    truth: str


class Caught(Body):
    """False claims in a model's draft; the model was asked again before anything was said."""

    to: str
    lies: tuple[Lie, ...]

    def sentence(self) -> str:
        return f"draft to {self.to} not sent: {'; '.join(f'{lie.claim}, but {lie.truth}' for lie in self.lies)}"

    def finding(self) -> str:
        return self.sentence()


class Unworded(Body):
    """The model gave no usable words; the rule-based sentence is said instead."""

    line = "default words to {to}: {why}"
    to: str
    why: str


About = Literal[
    "what", "why", "can", "if", "price", "swap", "color", "locked", "do", "fine", "promised", "would", "trade", "clash",
    "plan", "refused", "heard", "known", "values", "points", "trust", "self", "rules",
    "linked",
]  # fmt: skip


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A question to another owner: its topic, and the node, color or terms that it names."""

    about: About
    node: str = ""
    color: str = ""
    give: Coloring = {}
    want: Coloring = {}
    """In a question about a trade: colors of the addressee's nodes that the asker wants in return for `give`."""
    other: str = ""
    """The asker's node in a question about a swap, or the owner whose messages the question is about."""

    def sentence(self) -> str:
        terms = {"node": self.node, "color": self.color, "other": self.other}
        match self.about:
            case "what" if not self.node:
                return "what are your colors?"
            case "why" if self.color:
                return f"why is {self.node} not {self.color}?"
            case "can" if self.color:
                return f"can {self.node} be {self.color}?"
            case "if" if not self.color:
                return f"what if {self.node} stays?"
            case "locked" if self.node:
                return f"is {self.node} locked?"
            case "would":
                gives, wants = (color_words(each) or "nothing" for each in (self.give, self.want))
                return f"would you take {gives} for {wants}?"
        return _QUESTIONS[self.about].format(**terms)


_QUESTIONS: dict[About, str] = {
    "what": "what is {node}?",
    "why": "why {node}?",
    "can": "what can {node} be?",
    "if": "what if {node} is {color}?",
    "price": "what does {node} {color} cost you?",
    "swap": "will you swap the colors of {node} and {other}?",
    "color": "what about {color}?",
    "linked": "which of our nodes are linked?",
    "locked": "which of your nodes are locked?",
    "do": "what should I do?",
    "fine": "is all fine?",
    "promised": "what was promised?",
    "trade": "what can you offer?",
    "clash": "how do we solve the conflict?",
    "plan": "what will you do?",
    "refused": "why do you refuse?",
    "heard": "what did {other} tell you?",
    "known": "what do you know of me?",
    "values": "what matters to you?",
    "points": "how many points do you have?",
    "trust": "do you trust me?",
    "self": "who are you?",
    "rules": "what are the rules?",
}


class Addressed(Body):
    """Free text to the owner `to`, or to all neighbors if `to` is empty."""

    to: str
    question: bool
    asks: tuple[Question, ...] = ()
    """The understood parts of the question."""
    greets: bool = False
    """True if the text is only a greeting or thanks."""
    due: bool = True
    """True if an answer is expected: to all typed text, and to bots' messages that ask something or are unclear."""
    guess: str = ""
    """Question to ask back; empty unless the words may mean more than was acted upon."""

    def sentence(self) -> str:
        return f"{'asks' if self.question else 'writes to'} {self.to or 'all'}"


class Unclear(Body):
    """Notes for a speaker about words that were not understood, with suggestions."""

    notes: tuple[str, ...]

    def sentence(self) -> str:
        return "; ".join(self.notes)


class Intended(Body):
    """The intended meaning of an owner's words, which the owner remembers whatever the addressee understood."""

    to: str
    meant: Meant
    bound: Bound | None = None
    """Bound on the addressee's boundary that the owner has stated so far."""

    def sentence(self) -> str:
        return f"meant to tell {self.to}: {self.meant.sentence()}"


class Gathered(Body):
    """The rule-based reading of another owner's words; this owner knows no more of the words."""

    speaker: str
    meant: Meant

    def sentence(self) -> str:
        return f"read {self.speaker}'s words as: {self.meant.sentence()}"


class Misread(Body):
    """Differences between intended and understood statements; only the director sees them."""

    reader: str = msgspec.field(name="by")
    """Owner that read the words."""
    meant: int
    """Number of statements that the words should convey."""
    missed: tuple[str, ...]
    """Statements that were intended but not understood."""
    mistaken: tuple[str, ...]
    """Statements that were understood but not intended."""

    def sentence(self) -> str:
        parts = [f"missed {'; '.join(self.missed)}"] if self.missed else []
        parts += [f"took it for {'; '.join(self.mistaken)}"] if self.mistaken else []
        return f"{self.reader} {' and '.join(parts) or 'read what was meant'}"
