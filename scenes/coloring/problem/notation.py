"""Notation of nodes, colors and figures in sentences."""

from collections.abc import Mapping, Sequence

from scenes.coloring.problem.graph import letter


def spell(colors: Mapping[str, str]) -> str:
    """Write colors as "h1 R, h4 B"."""
    return ", ".join(f"{node} {letter(color)}" for node, color in colors.items())


def plainly(colors: Mapping[str, str]) -> str:
    """Write colors as "h1 red, h4 blue"."""
    return ", ".join(f"{node} {color}" for node, color in colors.items())


def assign(colors: Mapping[str, str]) -> str:
    """Write colors as "b2 = red, b3 = blue"."""
    return ", ".join(f"{node} = {color}" for node, color in colors.items())


def together(words: Sequence[str]) -> str:
    """List words as "a, b and c"."""
    return _listed(words, "and")


def either(words: Sequence[str]) -> str:
    """List words as "a, b or c"."""
    return _listed(words, "or")


def _listed(words: Sequence[str], last: str) -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def number(penalty: float) -> str:
    return f"{penalty:.1f}".removesuffix(".0")
