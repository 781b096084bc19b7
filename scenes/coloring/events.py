"""What can happen in the coloring scene. Each event reads as a sentence in its agent's log."""

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from core.events import Body
from scenes.coloring.problem import Coloring, Problem, letter


def spell(colors: Mapping[str, str]) -> str:
    """h1 R, h4 B"""
    return ", ".join(f"{node} {letter(color)}" for node, color in colors.items())


def assign(colors: Mapping[str, str]) -> str:
    """b2 = red, b3 = blue"""
    return ", ".join(f"{node} = {color}" for node, color in colors.items())


def number(penalty: float) -> str:
    return f"{penalty:.1f}".removesuffix(".0")


class Posed(Body, frozen=True):
    """The problem, and whether it has a solution: that was proven before the start."""

    kind: ClassVar[str] = "posed"
    problem: Problem
    solvable: bool

    def sentence(self) -> str:
        size = f"{len(self.problem.nodes)} nodes, {len(self.problem.edges)} edges"
        return f"{size}: {'a valid coloring exists' if self.solvable else 'no valid coloring exists'}"


class Proved(Body, frozen=True):
    """The proof: a valid coloring, or why there is none. It speaks of locks, so nobody at the table sees it."""

    kind: ClassVar[str] = "proved"
    why: str
    colors: Coloring

    def sentence(self) -> str:
        return f"{self.why}{': ' if self.colors else ''}{spell(self.colors)}"


class Locked(Body, frozen=True):
    kind: ClassVar[str] = "locked"
    colors: Coloring

    def sentence(self) -> str:
        return f"locked: {spell(self.colors)}"


class Knows(Body, frozen=True):
    """Step 2: the boundary colors that were reported to the agent."""

    kind: ClassVar[str] = "knows"
    colors: Coloring

    def sentence(self) -> str:
        return f"knows {spell(self.colors)}" if self.colors else "warning: no known boundary colors"


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a node got its color: the effective penalty of each color (lower is better), and the reason."""

    node: str
    scores: dict[str, float]
    color: str
    why: str


class Weighed(Body, frozen=True):
    """Step 3, explained: greedy's view of each node in the order it was placed."""

    kind: ClassVar[str] = "weighed"
    choices: tuple[Choice, ...]
    penalty: float
    """Of greedy's whole coloring."""
    taken: bool
    """Whether it replaced the current colors."""

    def sentence(self) -> str:
        return f"greedy finds {number(self.penalty)}{'' if self.taken else '; the colors so far are kept'}"


class Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A message of max-sum: with this color, `target` would cost `source` (or both) so much."""

    source: str
    target: str
    color: str
    cost: float


class Propagated(Body, frozen=True):
    """Step 3 by max-sum, explained: each node's beliefs, and the messages of the round in which they stood."""

    kind: ClassVar[str] = "propagated"
    choices: tuple[Choice, ...]
    """In cluster order. The scores are beliefs: a color's own effective penalty and what the messages add to it."""
    messages: tuple[Sent, ...]
    """All that are not zero, sender by sender."""
    rounds: int
    at: int
    """The round of beliefs and messages: the last that decoded these colors, the best of all rounds."""
    converged: bool
    damping: float
    penalty: float
    """Of max-sum's whole coloring."""
    taken: bool = False
    """Whether it replaced the current colors."""

    def sentence(self) -> str:
        how = f"{self.rounds} rounds{'' if self.converged else ', not converged'}"
        return f"max-sum finds {number(self.penalty)} ({how}){'' if self.taken else '; the colors so far are kept'}"


class Compared(Body, frozen=True):
    """Step 4: whether the step changed anything."""

    kind: ClassVar[str] = "compared"
    changed: bool
    penalty: float

    def sentence(self) -> str:
        if self.changed:
            return "new colors"
        return f"warning: unchanged despite penalty {number(self.penalty)}" if self.penalty > 0 else "unchanged"


class Colored(Body, frozen=True):
    """Step 5: the colors that changed. A node that had none is absent in `was`."""

    kind: ClassVar[str] = "colored"
    colors: Coloring
    was: Coloring

    def sentence(self) -> str:
        moves = (
            f"{n} {letter(self.was[n])} → {letter(c)}" if n in self.was else f"{n} {letter(c)}"
            for n, c in self.colors.items()
        )
        return f"colored {', '.join(moves)}"


class Cleared(Body, frozen=True):
    """Step 6: requests that were taken into account, and are used up."""

    kind: ClassVar[str] = "cleared"
    colors: Coloring
    avoid: dict[str, tuple[str, ...]]
    by: tuple[str, ...]

    def sentence(self) -> str:
        parts = [f"{n} = {letter(c)}" for n, c in self.colors.items()]
        parts += [f"{n} not {'/'.join(map(letter, cs))}" for n, cs in self.avoid.items()]
        return f"forced {', '.join(parts)} (once, for {', '.join(self.by)})"


class Snapped(Body, frozen=True):
    """Step 7: exact search beside greedy, and why it ran or did not."""

    kind: ClassVar[str] = "snapped"
    done: bool
    why: str
    penalty: float
    best: float

    def sentence(self) -> str:
        if self.done:
            return f"snapped: penalty {number(self.penalty)} → {number(self.best)}"
        return f"snap skipped: {self.why}"


class Clashed(Body, frozen=True):
    """Step 8: a boundary conflict, by what was reported."""

    kind: ClassVar[str] = "clashed"
    node: str
    other: str
    color: str

    def sentence(self) -> str:
        return f"clash {self.node} {letter(self.color)} – {self.other} {letter(self.color)}"


class Miscounted(Body, frozen=True):
    """Step 8's two counts of boundary conflicts disagree: what spec 000 calls a bug."""

    kind: ClassVar[str] = "miscounted"
    conflicts: int
    penalty: float

    def sentence(self) -> str:
        return f"BUG: {self.conflicts} boundary conflicts and penalty {number(self.penalty)}"


class Judged(Body, frozen=True):
    """Step 8: the verdict on one's own state, by what one knows."""

    kind: ClassVar[str] = "judged"
    satisfied: bool
    penalty: float
    optimum: float
    uncolored: int

    def sentence(self) -> str:
        if self.uncolored:
            return f"not satisfied: {self.uncolored} without a color"
        figures = f"penalty {number(self.penalty)}, optimum {number(self.optimum)}"
        return f"{'satisfied' if self.satisfied else 'not satisfied'}: {figures}"


class Flagged(Body, frozen=True):
    """The end of a turn: the flag that everybody sees. `claimed` is what the agent said of itself."""

    kind: ClassVar[str] = "flagged"
    satisfied: bool
    claimed: bool

    def sentence(self) -> str:
        return "satisfied" if self.satisfied else "not satisfied"


class Oscillated(Body, frozen=True):
    """A flag begins to go back and forth."""

    kind: ClassVar[str] = "oscillated"
    flips: int
    turns: int

    def sentence(self) -> str:
        return f"oscillates: {self.flips} flips in {self.turns} turns"


class FalseClaim(Body, frozen=True):
    """A claim that the state contradicts. For the director's eyes: it speaks of what others may not know."""

    kind: ClassVar[str] = "false_claim"
    claim: str
    truth: str

    def sentence(self) -> str:
        return f"says {self.claim}, but {self.truth}"


class Reported(Body, frozen=True):
    """Own boundary colors, told. To all neighbors where `to` is empty."""

    kind: ClassVar[str] = "reported"
    to: str
    colors: Coloring

    def sentence(self) -> str:
        return f"told {self.to or 'all'}: {spell(self.colors) or 'no colors yet'}"


class Requested(Body, frozen=True):
    """What another is asked for: colors, colors to avoid, or nodes to leave alone."""

    kind: ClassVar[str] = "requested"
    to: str
    colors: Coloring
    avoid: dict[str, tuple[str, ...]] = {}
    keep: tuple[str, ...] = ()

    def sentence(self) -> str:
        parts = [assign(self.colors)] if self.colors else []
        parts += [f"{n} not {' or '.join(cs)}" for n, cs in self.avoid.items()]
        parts += [f"keep {', '.join(self.keep)}"] if self.keep else []
        return f"asked {self.to}: {'; '.join(parts)}"


class Refused(Body, frozen=True):
    """Own nodes that `to` asked for, and that are locked to these colors."""

    kind: ClassVar[str] = "refused"
    to: str
    colors: Coloring

    def sentence(self) -> str:
        return f"told {self.to}: locked, {spell(self.colors)}"


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A boundary configuration of the other, and what it would mean."""

    colors: Coloring
    penalty: float
    score: float
    """Own best score."""
    other_score: float
    current: bool = False

    @property
    def combined(self) -> float:
        return self.score + self.other_score


class Offered(Body, frozen=True):
    """Step 10: counterfactual options, best first, the current one with its actual penalty; `more` are left out."""

    kind: ClassVar[str] = "offered"
    to: str
    penalty: float
    """As it is now."""
    options: tuple[Option, ...]
    more: int

    @property
    def helpful(self) -> bool:
        """Whether any option is better than now."""
        return self.options[0].penalty < self.penalty

    def sentence(self) -> str:
        if not self.helpful:
            return f"to {self.to}: nothing better than now"
        best = self.options[0]
        return f"if {self.to} had {spell(best.colors)} I could reach {number(best.penalty)}"


class Compatible(Body, frozen=True):
    """Which colors of another's boundary nodes an owner can live with, by exact search over their configurations."""

    kind: ClassVar[str] = "compatible"
    to: str
    clashing: bool
    """Whether the present configuration leaves a conflict."""
    nodes: dict[str, tuple[str, ...]]
    """Node to the colors that occur in a configuration without any conflict."""
    valid: tuple[Coloring, ...]
    """Such configurations, best first; `more` are left out."""
    more: int

    def sentence(self) -> str:
        if not self.valid:
            return f"to {self.to}: no colors of its nodes alone would do"
        allowed = (f"{node} {'/'.join(map(letter, colors))}" for node, colors in self.nodes.items())
        return f"to {self.to}: fine with {', '.join(allowed)}"


class Meant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a message says: colors its speaker has, colors it wants from the reader, and colors it does not want."""

    report: Coloring = {}
    request: Coloring = {}
    avoid: dict[str, tuple[str, ...]] = {}

    def sentence(self) -> str:
        parts = [f"{n} is {c}" for n, c in self.report.items()] + [f"make {n} {c}" for n, c in self.request.items()]
        parts += [f"{n} not {' or '.join(cs)}" for n, cs in self.avoid.items()]
        return ", ".join(parts) or "nothing to act on"


class Read(Body, frozen=True):
    """An owner's model has read a person's words, beside the reading by rules that the person saw and sent.

    Where both speak of a node, the rules' reading holds; `extra` is what only the model found, and is acted upon.
    """

    kind: ClassVar[str] = "read"
    speaker: str
    sort: str
    """Question, information, preference, command or mixed, as the model says."""
    rules: Meant
    model: Meant
    extra: Meant

    @property
    def differs(self) -> bool:
        return self.rules != self.model

    def sentence(self) -> str:
        told = f"understood {self.speaker} ({self.sort}): {self.model.sentence()}"
        return f"{told}; by rules: {self.rules.sentence()}" if self.differs else told


class Lie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A claim in a draft, and what is so."""

    claim: str
    truth: str


class Caught(Body, frozen=True):
    """A model's draft held claims that the state contradicts; it was asked again before anything was said."""

    kind: ClassVar[str] = "caught"
    to: str
    lies: tuple[Lie, ...]

    def sentence(self) -> str:
        return f"draft to {self.to} not sent: {'; '.join(f'{lie.claim}, but {lie.truth}' for lie in self.lies)}"


class Unworded(Body, frozen=True):
    """The model gave no words that could be used: the rule-based sentence is said in their place."""

    kind: ClassVar[str] = "unworded"
    to: str
    why: str

    def sentence(self) -> str:
        return f"default words to {self.to}: {self.why}"


class Addressed(Body, frozen=True):
    """A person's free words, just said, await an answer from `to` (from all neighbors where it is empty)."""

    kind: ClassVar[str] = "addressed"
    to: str
    question: bool

    def sentence(self) -> str:
        return f"{'asks' if self.question else 'writes to'} {self.to or 'all'}"


class Unclear(Body, frozen=True):
    """What was not taken from a speaker's words, and how to say it."""

    kind: ClassVar[str] = "unclear"
    notes: tuple[str, ...]

    def sentence(self) -> str:
        return "; ".join(self.notes)


class GaveUp(Body, frozen=True):
    """The human says that no solution exists."""

    kind: ClassVar[str] = "gave_up"

    def sentence(self) -> str:
        return "says it is impossible"


class Stale(Body, frozen=True):
    """Everybody was satisfied, and the coloring is not valid: somebody trusted colors that no longer held."""

    kind: ClassVar[str] = "stale"
    why: str

    def sentence(self) -> str:
        return self.why


BODIES: tuple[type[Body], ...] = (
    Posed,
    Proved,
    Locked,
    Knows,
    Weighed,
    Propagated,
    Compared,
    Colored,
    Cleared,
    Snapped,
    Clashed,
    Miscounted,
    Judged,
    Flagged,
    Oscillated,
    FalseClaim,
    Reported,
    Requested,
    Refused,
    Offered,
    Compatible,
    Read,
    Caught,
    Unworded,
    Addressed,
    Unclear,
    GaveUp,
    Stale,
)
