"""Events of the coloring scene. Each reads as a sentence in its agent's log."""

import msgspec

from core.engine.events import Body, events_in
from scenes.coloring import old_events
from scenes.coloring.negotiation import offers
from scenes.coloring.problem.generation import Grade
from scenes.coloring.problem.graph import Coloring, Problem, color_letters, letter, number
from scenes.coloring.rules.observation import Temper
from scenes.coloring.talk import speech


class Posed(Body):
    """The problem, and whether a valid coloring exists; this was proved before the start."""

    problem: Problem
    solvable: bool

    def sentence(self) -> str:
        size = f"{len(self.problem.nodes)} nodes, {len(self.problem.edges)} edges"
        return f"{size}: {'a valid coloring exists' if self.solvable else 'no valid coloring exists'}"


class Proved(Body):
    """The proof: a valid coloring, or the reason that there is none. Hidden from players because it shows locks."""

    why: str
    colors: Coloring

    def sentence(self) -> str:
        return f"{self.why}{': ' if self.colors else ''}{color_letters(self.colors)}"


class Locked(Body):
    colors: Coloring

    def sentence(self) -> str:
        return f"locked: {color_letters(self.colors)}"


class Valued(Body):
    """An owner's private points for the colors of its nodes."""

    points: dict[str, dict[str, float]]
    """Points by node and color."""

    def sentence(self) -> str:
        rows = (
            f"{node} {' '.join(f'{letter(c)} {number(value)}' for c, value in row.items())}"
            for node, row in self.points.items()
        )
        return f"worth: {', '.join(rows)}"


class Tempered(Body):
    """The temper that was drawn for an owner; only the owner sees it."""

    line = "bargains as {temper}"
    temper: Temper


class Graded(Body):
    """The problem's grade: how much negotiation it needs. Only the director sees it."""

    grade: Grade

    def sentence(self) -> str:
        missed = self.grade.regret
        apart = "" if missed is None else f"; the best agreement gives up {100 * missed:.0f} % of all points"
        return f"{100 * self.grade.alone:.0f} % of independent searches succeed{apart}"


class Knows(Body):
    """Step 2: the boundary colors that were reported to the agent."""

    colors: Coloring

    def sentence(self) -> str:
        return f"knows {color_letters(self.colors)}" if self.colors else "warning: no known boundary colors"


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A node's chosen color and the reason, with the effective penalty of each color (lower is better)."""

    node: str
    scores: dict[str, float]
    color: str
    why: str


class Weighed(Body):
    """Step 3 by greedy search, explained: each node in the order in which it was placed."""

    choices: tuple[Choice, ...]
    penalty: float
    """Penalty of greedy's whole coloring."""
    taken: bool
    """True if it replaced the current colors."""

    def sentence(self) -> str:
        return f"greedy finds {number(self.penalty)}{'' if self.taken else '; the colors so far are kept'}"


class Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A message of max-sum: the cost to `source`, or to both nodes, if `target` took this color."""

    source: str
    target: str
    color: str
    cost: float


class Propagated(Body):
    """Step 3 by max-sum, explained: each node's beliefs, and the messages of the round `at`."""

    choices: tuple[Choice, ...]
    """Choices in cluster order. Scores are beliefs: a color's own effective penalty plus the messages about it."""
    messages: tuple[Sent, ...]
    """Messages that are not zero, sender by sender."""
    rounds: int
    at: int
    """Round to which the beliefs and messages belong: the last one with these colors, the best of all rounds."""
    converged: bool
    damping: float
    penalty: float
    """Penalty of max-sum's whole coloring."""
    taken: bool = False
    """True if it replaced the current colors."""

    def sentence(self) -> str:
        how = f"{self.rounds} rounds{'' if self.converged else ', not converged'}"
        return f"max-sum finds {number(self.penalty)} ({how}){'' if self.taken else '; the colors so far are kept'}"


class Compared(Body):
    """Step 4: the comparison of the new coloring with the current one."""

    changed: bool
    penalty: float

    def sentence(self) -> str:
        if self.changed:
            return "new colors"
        return f"warning: unchanged despite penalty {number(self.penalty)}" if self.penalty > 0 else "unchanged"


class Colored(Body):
    """Step 5: the colors that changed. Nodes that were uncolored are missing from `was`."""

    colors: Coloring
    was: Coloring

    def sentence(self) -> str:
        moves = (
            f"{n} {letter(self.was[n])} → {letter(c)}" if n in self.was else f"{n} {letter(c)}"
            for n, c in self.colors.items()
        )
        return f"colored {', '.join(moves)}"


class Cleared(Body):
    """Step 6: requests that were taken into account and are now closed."""

    colors: Coloring
    avoid: dict[str, tuple[str, ...]]
    requesters: tuple[str, ...] = msgspec.field(name="by")

    def sentence(self) -> str:
        parts = [f"{n} = {letter(c)}" for n, c in self.colors.items()]
        parts += [f"{n} not {'/'.join(map(letter, cs))}" for n, cs in self.avoid.items()]
        return f"forced {', '.join(parts)} (once, for {', '.join(self.requesters)})"


class Snapped(Body):
    """Step 7: the exact search after greedy or max-sum, and the reason that it ran or did not."""

    done: bool
    why: str
    penalty: float
    best: float

    def sentence(self) -> str:
        if self.done:
            reason = "" if self.best < self.penalty else f" ({self.why})"
            return f"snapped: penalty {number(self.penalty)} → {number(self.best)}{reason}"
        return f"snap skipped: {self.why}"


class Clashed(Body):
    """Step 8: a conflict at the boundary, according to reported colors."""

    node: str
    other: str
    color: str

    def sentence(self) -> str:
        return f"clash {self.node} {letter(self.color)} – {self.other} {letter(self.color)}"


class Miscounted(Body):
    """Step 8 counted boundary conflicts in two ways with different results, which spec 000 calls a bug."""

    conflicts: int
    penalty: float

    def sentence(self) -> str:
        return f"BUG: {self.conflicts} boundary conflicts and penalty {number(self.penalty)}"


class Judged(Body):
    """Step 8: the owner's verdict on its own state, from its knowledge."""

    satisfied: bool
    penalty: float
    optimum: float
    uncolored: int

    def sentence(self) -> str:
        if self.uncolored:
            return f"not satisfied: {self.uncolored} without a color"
        figures = f"penalty {number(self.penalty)}, optimum {number(self.optimum)}"
        return f"{'satisfied' if self.satisfied else 'not satisfied'}: {figures}"


class Flagged(Body):
    """The satisfaction flag at the end of a turn, visible to all. `claimed` is the agent's own claim."""

    satisfied: bool
    claimed: bool

    def sentence(self) -> str:
        return "satisfied" if self.satisfied else "not satisfied"


class Oscillated(Body):
    """A flag or colors have begun to go back and forth."""

    flips: int
    turns: int
    returns: int = 0
    """Changes back to colors that the owner had given up."""

    def sentence(self) -> str:
        counts = [f"{self.flips} flips"] * (self.flips > 0)
        counts += [f"back to earlier colors {self.returns} times"] * (self.returns > 0)
        return f"oscillates: {' and '.join(counts)} in {self.turns} turns"


class FalseClaim(Body):
    """A claim that the state contradicts.

    Only the director sees it, because it may reveal hidden state; if the message contains a correction, its listeners
    see it too.
    """

    line = "says {claim}, but {truth}"
    claim: str
    truth: str

    def finding(self) -> str:
        return self.sentence()


class GaveUp(Body):
    """The human declares that no solution exists."""

    line = "says it is impossible"


class Hopeless(Body):
    """An agent has proved from its locks and its neighbors' bounds that no valid coloring exists."""

    line = "proves it impossible: {why}"
    why: str


class Stale(Body):
    """All owners are satisfied although the coloring is invalid, usually after a missing or outdated report."""

    line = "{why}"
    why: str


BODIES = events_in(__name__, speech.__name__, offers.__name__, old_events.__name__)
