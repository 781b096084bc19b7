"""Check of an owner's free text for claims that its own state contradicts. Doubtful claims are not reported."""

from collections.abc import Iterator
from typing import NamedTuple

from scenes.coloring.problem.graph import Coloring, Problem, number
from scenes.coloring.problem.penalty import Verdict
from scenes.coloring.talk.claims.reading import (
    ChangeClaim,
    Claim,
    ClashClaim,
    ColorClaim,
    LockClaim,
    NoConflictsClaim,
    PenaltyClaim,
    SettledClaim,
    read_claims,
)


class Facts(NamedTuple):
    """The facts against which a speaker's claims are checked."""

    problem: Problem
    name: str
    before: Coloring
    """The speaker's colors at the start of its turn."""
    colors: Coloring
    """The speaker's colors now."""
    believed: Coloring
    """Reported colors of others' nodes."""
    verdict: Verdict
    """Verdict on the speaker's present colors."""
    fixed: Coloring
    """The speaker's locked nodes."""
    to: str = ""
    """The addressed owner; empty if unknown."""

    @property
    def listeners(self) -> frozenset[str]:
        """Owners whom "you" may mean."""
        return frozenset([self.to] if self.to else self.problem.neighbors[self.name])

    def concerns_others(self, *nodes: str) -> bool:
        """Return True if a node belongs neither to the speaker nor to its only listener."""
        return any(self.listeners != {self.problem.owner[node]} != {self.name} for node in nodes)


class Finding(NamedTuple):
    """One false claim."""

    claim: str
    """The claim as a clause: "b2 is green", "b2 was changed", "satisfied"."""
    truth: str
    """The corresponding true statement: "it is red", "it did not change", "its penalty is 10"."""
    node: str = ""
    """Node that "it" refers to; empty for the speaker."""
    private: str = ""
    """Topic, if a public correction could reveal a secret of the speaker; else empty."""


def check_words(facts: Facts, text: str) -> tuple[Finding, ...]:
    """Return the false claims in the speaker's words. Never fails, and takes linear time."""
    claims = read_claims(facts.problem, facts.name, facts.to, text)
    return tuple(dict.fromkeys(finding for claim in claims for finding in _check_claim(facts, claim)))


def correction(findings: tuple[Finding, ...]) -> str:
    """Write the correction in one line: "b2 is red, it did not change; the penalty is 10".

    Corrections are public: a false statement about locks or others' reports is only taken back.
    """
    truths: dict[str, dict[str, None]] = {}
    for finding in findings:
        if not finding.private:
            truths.setdefault(finding.node or finding.truth, {})[finding.truth] = None
    back = " and ".join(dict.fromkeys(finding.private for finding in findings if finding.private))
    taken = [f"what I said of {back} is not so"] if back else []
    return "; ".join([*(_join_truths(node, list(said)) for node, said in truths.items()), *taken])


def _join_truths(node: str, truths: list[str]) -> str:
    first, *rest = truths
    start, _, end = first.partition(" ")
    return ", ".join([f"{ {'it': node, 'its': 'the'}.get(start, start) } {end}", *rest])


def _check_claim(facts: Facts, claim: Claim) -> Iterator[Finding]:
    match claim:
        case ColorClaim(node, color, yes):
            yield from _check_color(facts, node[0] == "+", node[1:], color, yes)
        case ChangeClaim(""):
            yield from _check_any_change(facts, claim.yes)
        case ChangeClaim(node) if node[0] == "+":
            yield from _check_change(facts, node[1:], claim)
        case LockClaim() | ClashClaim() | PenaltyClaim() | NoConflictsClaim() | SettledClaim():
            yield from _check_verdict(facts, claim)


def _check_verdict(facts: Facts, claim: Claim) -> Iterator[Finding]:
    match claim:
        case LockClaim(""):
            yield from (Finding("no locked nodes", "it is locked", node, "locks") for node in list(facts.fixed)[:1])
        case LockClaim(node, yes) if node[0] == "+" and yes != (node[1:] in facts.fixed):
            node, no, truly = node[1:], "" if yes else "not ", "not " if yes else ""
            yield Finding(f"{node} is {no}locked", f"it is {truly}locked", node, node)
        case ClashClaim(node, other, yes):
            yield from _check_clash(facts, node, other, yes)
        case PenaltyClaim(figure, yes, whole):
            penalty = facts.verdict.penalty
            of_one = not whole and figure == facts.problem.conflict_penalty and penalty
            if yes != (figure == penalty) and not of_one:
                yield Finding(f"penalty {'' if yes else 'not '}{number(figure)}", f"its penalty is {number(penalty)}")
        case NoConflictsClaim(others) if others:
            yield from _check_no_conflicts(facts, others)
        case NoConflictsClaim() if facts.verdict.conflicts:
            yield Finding("no conflicts", f"its penalty is {number(facts.verdict.penalty)}")
        case SettledClaim(said) if not facts.verdict.satisfied:
            bare = facts.verdict.uncolored
            what = "1 node has no color" if bare == 1 else f"{bare} nodes have no color"
            yield Finding(said, f"its penalty is {number(facts.verdict.penalty)}" if facts.verdict.conflicts else what)


def _check_color(facts: Facts, own: bool, node: str, color: str, yes: bool) -> Iterator[Finding]:
    now = (facts.colors if own else facts.believed).get(node)
    if yes != (now == color) and (yes or now):
        never = "it has no color" if own else "it was never reported"
        truth = f"it {'is' if own else 'was reported'} {now}" if now else never
        yield Finding(f"{node} is {'' if yes else 'not '}{color}", truth, node, "" if own else node)


def _check_change(facts: Facts, node: str, claim: ChangeClaim) -> Iterator[Finding]:
    before, now = facts.before.get(node), facts.colors.get(node)
    if claim.yes and before == now:
        yield Finding(f"{node} was changed", "it did not change", node)
    elif not claim.yes and before != now and claim.color in ("", now):
        yield Finding(f"{node} did not change", f"it changed to {now}", node)


def _check_any_change(facts: Facts, yes: bool) -> Iterator[Finding]:
    changed = [node for node, color in facts.colors.items() if facts.before.get(node) != color]
    if yes and not changed:
        yield Finding("something changed", "nothing changed")
    elif not yes:
        yield from (Finding("nothing changed", f"it changed to {facts.colors[n]}", n) for n in changed[:1])


def _check_clash(facts: Facts, node: str, other: str, yes: bool) -> Iterator[Finding]:
    mine, yours = (node, other) if node[0] == "+" else (other, node)
    if mine[:1] != "+":
        return
    clashing = [set(pair) for pair in facts.verdict.conflicts if mine[1:] in pair]
    if not yours:
        if yes != bool(clashing):
            with_ = sorted(n for pair in clashing for n in pair - {mine[1:]})
            truth = f"it clashes with {' and '.join(with_) or 'nothing'}"
            private = mine[1:] if facts.concerns_others(*with_) else ""
            yield Finding(f"{mine[1:]} {'clashes' if yes else 'does not clash'}", truth, mine[1:], private)
        return
    clash = {mine[1:], yours[1:]} in clashing
    if yes != clash:
        claim, truth = (f"{'clashes' if so else 'does not clash'} with {yours[1:]}" for so in (yes, clash))
        private = mine[1:] if facts.concerns_others(yours[1:]) else ""
        yield Finding(f"{mine[1:]} {claim}", f"it {truth}", mine[1:], private)


def _check_no_conflicts(facts: Facts, others: tuple[str, ...]) -> Iterator[Finding]:
    """Check a claim of no conflict with some nodes; "your" nodes are those of every possible listener."""
    owner = facts.problem.owner
    pairs = [(u, v) if owner[u] == facts.name else (v, u) for u, v in facts.verdict.conflicts]
    yours = "your" in others and facts.listeners <= {owner[other] for _, other in pairs}
    for mine, other in pairs:
        if f"@{other}" in others or (yours and owner[other] in facts.listeners):
            private = mine if facts.concerns_others(other) else ""
            yield Finding(f"no conflict with {other}", f"it clashes with {other}", mine, private)
