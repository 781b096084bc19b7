"""How nodes, colors and figures are written in sentences."""

from collections.abc import Mapping

from scenes.coloring.problem import letter


def spell(colors: Mapping[str, str]) -> str:
    """h1 R, h4 B"""
    return ", ".join(f"{node} {letter(color)}" for node, color in colors.items())


def plainly(colors: Mapping[str, str]) -> str:
    """h1 red, h4 blue"""
    return ", ".join(f"{node} {color}" for node, color in colors.items())


def assign(colors: Mapping[str, str]) -> str:
    """b2 = red, b3 = blue"""
    return ", ".join(f"{node} = {color}" for node, color in colors.items())


def number(penalty: float) -> str:
    return f"{penalty:.1f}".removesuffix(".0")
