"""Sentences that say what another's colors cost their speaker: "h1 red with h4 green costs me 2 conflicts"."""

import re

from core.text import later
from scenes.coloring.problem.graph import Problem
from scenes.coloring.solvers.bound import MOST, Cost
from scenes.coloring.talk.english.idioms import C, N

_WORDS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
_LEAST = r"(?:at least )?"
_COUNT = rf"{_LEAST}(?P<count>[0-9]{{1,6}}|{'|'.join(_WORDS)}) (?P<unit>conflicts?|clash(?:es)?|points?|penalty)?"
_COSTS = tuple(
    later(rule.replace("COUNT ?", rf"{_COUNT}"))
    for rule in (
        r"\b(?:will |would )?(?:cost|costs) (?:me |us )?COUNT ?",
        r"\b(?:will |would )?(?:leave|leaves|give|gives|bring|brings) (?:me|us) (?:with )?COUNT ?",
        r"\b(?:i|we) (?:would |will )?(?:always |still )?"
        r"(?:lose|have|get|am left with|end up with|am stuck with|keep|pay) COUNT ?",
    )
)
_NEVER = later(
    r"\b(?:(?:can )?never (?:works?|fits?|suits?)(?: for| with)?(?: me| us| my side)?"
    r"|(?:is|are) impossible (?:for|with) (?:me|us|my side)"
    r"|(?:(?:i|we) (?:can never|have no way to)|there (?:is|'s) no way for (?:me|us) to)"
    r" (?:work with|live with|fit|handle|take|accept)"
    r"|(?:leaves?|gives?) (?:me|us) (?:no way out|nothing|no valid coloring))\b"
)
_PAIR = later(rf"\b({N}) (?:(?:to|in|is|=|turns?|being|be|as) )?({C})\b")
_BEFORE = later(rf"\b({C}) (?:on|for) ({N})\b")
_NOT_SO = later(r"\b(?:not|unless|or|except|but|if you)\b")
_GAIN = later(r"^(?:with|if|then|now) .*\b(?:i|we) (?:could|can|would) (?:reach|get (?:down )?to|be at) [0-9]+\b")


def cost(problem: Problem, speaker: str, line: str) -> Cost | None:
    """Read a sentence of plain words that says what colors of others' nodes cost its speaker, if it is one."""
    said = _cost(problem, line)
    if said is None or _NOT_SO.search(line):
        return None
    conflicts, rest = said
    pairs = {node: color for color, node in _BEFORE.findall(rest)} | dict(_PAIR.findall(rest))
    named = set(re.findall(rf"\b{N}\b", rest))
    owners = {problem.owner.get(node) for node in named}
    if len(owners) != 1 or owners <= {None, speaker} or named != set(pairs):
        return None
    return Cost(pairs, conflicts) if set(pairs.values()) <= set(problem.colors) and conflicts else None


def of_own(problem: Problem, speaker: str, line: str) -> bool:
    """Return True if a sentence gives the cost of colors at its speaker's own nodes, which reports no color."""
    named = re.findall(rf"\b{N}\b", line)
    return bool(named) and {problem.owner.get(node) for node in named} == {speaker} and _cost(problem, line) is not None


def gain(line: str) -> bool:
    """Return True if a sentence states a possible gain of its speaker, which requests nothing."""
    return _GAIN.search(line) is not None


def _cost(problem: Problem, line: str) -> tuple[int, str] | None:
    """Find how many conflicts are spoken of, and what is said beside it."""
    for rule in _COSTS:
        if found := rule.search(f"{line} "):
            count = int(_WORDS.get(found["count"], 0) or found["count"])
            whole = found["unit"] in (None, "point", "points", "penalty")
            conflicts = round(count / problem.conflict_penalty) if whole else count
            return min(conflicts, MOST), rule.sub(" ", f"{line} ")
    return (1, _NEVER.sub(" ", line)) if _NEVER.search(line) else None
