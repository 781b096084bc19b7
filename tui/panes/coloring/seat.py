"""The person's seat in the coloring scene: keys, interpretation of words, and hints."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from core.actions.menu import command_of_key, declared_keys
from core.engine.chance import Draw
from core.engine.turn import Action
from scenes.coloring.actions import KINDS, Say
from scenes.coloring.bots.decision import color_greedily
from scenes.coloring.negotiation.offers import find_mentioned
from scenes.coloring.negotiation.reach import what_if
from scenes.coloring.problem.graph import Coloring, Problem, changes, color_letters, join_and, letter
from scenes.coloring.problem.penalty import judge
from scenes.coloring.rules.messages import understand_words_of
from scenes.coloring.rules.observation import Observation
from scenes.coloring.solvers.exact import best
from scenes.coloring.talk.language import Understood, parts_for_display
from themes.palettes import Palette
from tui.log_view import LogView
from tui.panes.kit import Advice, Key
from tui.styles import Line, chip, spread

MAX_SEARCHED_NODES = 12
"""Maximum own nodes for which a hint uses exact search and tries other colors of neighbors' nodes."""
IMPOSSIBLE_QUESTION = "say that no coloring exists, and end the game?"
_ENDS = {key: command_of_key(key, KINDS) for key in declared_keys(KINDS)}


def keys(problem: Problem) -> Sequence[Key]:
    letters = "".join(letter(color).lower() for color in problem.colors)
    if any(end in letters for end in _ENDS):
        letters = " ".join(f"{i}{letter(color)}" for i, color in enumerate(problem.colors, 1))
    declared = (Key(key, label) for key, label in declared_keys(KINDS).items())
    return (Key(letters, "color"), Key("arrows", "node"), Key("m", "write"), *declared)


def command_of(key: str, problem: Problem, node: str | None) -> str | None:
    """Return the command of a key; a color is for the selected node.

    Returns "" for a color without a selected node, and None if the key has no meaning.
    """
    if key in _ENDS:
        return _ENDS[key]
    color = color_of(key, problem)
    if color is None:
        return None
    return f"color {node} {color}" if node else ""


def color_of(key: str, problem: Problem) -> str | None:
    """Return the color of a digit or a letter."""
    by_digit = {str(i): color for i, color in enumerate(problem.colors, 1)}
    return by_digit.get(key) or next((c for c in problem.colors if letter(c).lower() == key), None)


def idle(seen: Observation, report: Callable[[str], Coloring]) -> Line:
    """Draw the prompt while nothing is typed, with the reports that ending the turn sends."""
    if not seen.is_colored:
        return (("color your nodes, write messages, then ", "dim"), ("p", "accent"), (" pass", "dim"))
    spans: list[tuple[str, str]] = [("p", "accent"), (" or ", "dim"), ("s", "accent"), (" tells ", "dim")]
    for to in seen.problem.neighbors[seen.name]:
        spans += [(f"{to}: ", "mid"), (f"{color_letters(report(to))}  ", "fg")]
    return tuple(spans)


def templates(seen: Observation) -> Sequence[str]:
    """List commands to complete the input with: questions and offers about boundary nodes."""
    problem, me = seen.problem, seen.name
    if not me or not problem.nodes:
        return ()
    first = problem.colors[0]
    theirs = problem.outside(me)
    mine = list(dict.fromkeys(node for to in problem.neighbors[me] for node in problem.boundary(me, to)))
    return (
        *(f"query {node}" for node in (*mine, *theirs)),
        *(f"offer {want}={first} for {give}={first}" for want in theirs for give in mine),
    )


def understood(action: Action, view: LogView, palette: Palette, width: int) -> Line:
    """Draw how the others will understand words; for other actions, the action text."""
    if not isinstance(action, Say):
        return (("understood  ", "dim"), (view.head.describe(action), "fg"))
    seen: Observation = view.head.observe(view.seat)
    meaning, no_offers = _without_missing_offers(understand_words_of(seen.problem, seen, action.text), seen)
    spans: list[tuple[str, str]] = [("understood  ", "dim")]
    for verb, subject, color in parts_for_display(meaning):
        spans += [(f"{verb} ", "mid"), (f"{subject} " if subject else "", "fg")]
        if color is not None:
            spans.append(chip(palette, letter(color), color))
        spans.append(("  ", ""))
    if notes := [*no_offers, *_false_reports(meaning, seen), *meaning.notes]:
        spans.append((notes[0], "accent"))
    return spread(tuple(spans), (("Enter", "accent"), (" sends ", "mid")), width)


def _without_missing_offers(understood: Understood, seen: Observation) -> tuple[Understood, list[str]]:
    """Drop replies to offers that do not exist. Returns the rest, and a note for each dropped reply."""
    notes, meanings = [], []
    for meaning in understood.meanings:
        found = [reply for reply in meaning.replies if find_mentioned(seen.offers, seen.name, meaning.to, *reply)]
        missing = [verb for verb, number in meaning.replies if (verb, number) not in found]
        notes += [f"there is no offer that you can {verb} now" for verb in missing]
        meanings.append(replace(meaning, replies=tuple(found)))
    return replace(understood, meanings=tuple(meanings)), notes


def _false_reports(understood: Understood, seen: Observation) -> list[str]:
    """List false reports in a message."""
    report = {node: color for meaning in understood.meanings for node, color in meaning.report.items()}
    return [f"but {n} is {seen.colors.get(n, 'not colored')}" for n, c in report.items() if seen.colors.get(n) != c]


def advice(seen: Observation) -> Advice:
    """Return the next move by exact search, or a request if no move helps; in large clusters greedy's move."""
    problem, me = seen.problem, seen.name
    verdict = judge(problem, me, seen.colors, seen.believed)
    if verdict.satisfied:
        return Advice("satisfied", "you have no conflict")
    if len(problem.clusters[me]) > MAX_SEARCHED_NODES:
        return _greedy(seen)
    found = best(problem, me, seen.believed, seen.fixed, Draw(seen.turn))
    bare = {node: color for node, color in found.colors.items() if node not in seen.colors}
    if not bare and found.conflicts * problem.conflict_penalty >= verdict.penalty:
        return _request(seen)
    other = bare or changes(seen.colors, found.colors)
    node, color = next(iter(other.items()))
    beside = [f"{each} {other[each]}" for each in other if each != node]
    left = f"leaves you {found.conflicts or 'no'} conflict{'s' * (found.conflicts > 1)}"
    return Advice(f"color {node} {color}", f"with {join_and(beside)} it {left}" if beside else left)


def _greedy(seen: Observation) -> Advice:
    """Return the first action of greedy search: color a node, or change its color."""
    choices, _ = color_greedily(replace(seen, asked={}), seen.fixed, Draw(seen.turn))
    bare = [choice for choice in choices if choice.node not in seen.colors]
    wrong = [choice for choice in choices if seen.colors.get(choice.node, choice.color) != choice.color]
    if not (choice := next(iter(bare or wrong), None)):
        return Advice(why="ask a neighbor to change a node")
    return Advice(f"color {choice.node} {choice.color}", choice.why)


def _request(seen: Observation) -> Advice:
    """Return the request that leaves the fewest conflicts, for the case that no own color helps."""
    if seen.awaits:
        return Advice("pass", f"you have asked {' and '.join(sorted(seen.awaits))}: wait for the answer")
    problem = seen.problem
    found: list[tuple[int, str, str]] = []
    for node, now in seen.believed.items():
        for color in problem.colors if node not in seen.refused else ():
            tried = what_if(seen, node, color) if color != now and f"{node} = {color}" not in seen.requests else None
            if tried and tried.answer and tried.answer.conflicts * problem.conflict_penalty < tried.now:
                found.append((tried.answer.conflicts, node, color))
    if not found:
        return Advice("pass", "no change that you know of helps; wait for the others")
    _, node, color = min(found)
    return Advice(
        f"say @{problem.owner[node]} change {node} to {color} please", "changing your own colors alone does not help"
    )
