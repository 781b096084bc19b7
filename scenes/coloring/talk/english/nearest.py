"""The nearest thing that would be understood, for words that were not."""

from collections.abc import Sequence
from difflib import get_close_matches

from scenes.coloring.problem.graph import Problem


def unknown_color(problem: Problem, word: str) -> str:
    """Say that a word in a color's place is none, and which it may stand for."""
    close = _close(problem, word)
    return f'"{word}" is not a color here: {f"did you mean {close}?" if close else ", ".join(problem.colors)}'


def nearest(problem: Problem, speaker: str, words: Sequence[str]) -> str:
    """Say that nothing was taken from a sentence, and what would be, with its node and its color if it has them."""
    names = {node.casefold(): node for node in problem.nodes}
    nodes = [names[word] for word in words if word in names]
    colors = [color for word in words if word not in names and (color := _close(problem, word))]
    if not nodes:
        other = next(node for node in problem.nodes if problem.owner[node] != speaker)
        return f'nothing to act on: I read "{other} {problem.colors[0]}", "why {other}?", "what should I do?"'
    node, color = nodes[0], colors[0] if colors else problem.colors[0]
    if problem.owner[node] == speaker:
        return f'I did not understand; try "{node} is {color}" or "what if {node} is {color}?"'
    return f'I did not understand; try "{node} {color}", "{node} not {color}" or "why {node}?"'


def _close(problem: Problem, word: str) -> str | None:
    return next(iter(get_close_matches(word, problem.colors, n=1, cutoff=0.6)), None) if len(word) > 2 else None
