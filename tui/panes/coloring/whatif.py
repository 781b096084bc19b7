"""What-if view: another color of the selected node, its known effects on everybody, and its offer."""

from scenes.coloring.negotiation.what_if import Effect, WhatIf, to_offer
from scenes.coloring.problem.graph import letter
from scenes.coloring.problem.notation import number, spell
from scenes.coloring.rules.observation import Observation
from themes.palettes import Palette
from tui.styles import Line, Span, chip, clip, width_of

WHAT_IF = "What if"
PICKS, OFFERS = 0, 1
"""The first rows: the colors to pick from, and the offer."""


def first_color(seen: Observation, node: str) -> str:
    """Find the color to begin with: that which clashes with fewest known nodes, other than the node's own."""
    problem = seen.problem
    around = {**seen.refused, **seen.believed, **seen.colors}
    beside = [around[other] for other in problem.adjacent[node] if other in around]
    free = [color for color in problem.colors if color != around.get(node)]
    return min(free, key=lambda color: (beside.count(color), -problem.preferences[node][color]))


def color_at(seen: Observation, node: str, x: int) -> str:
    """Find the color that stands at a column of the first row; "" beside them."""
    at = width_of(_head(node))
    for color in seen.problem.colors:
        if at <= x < at + 5:
            return color
        at += 5
    return ""


def paint(palette: Palette, seen: Observation, asked: WhatIf, seat: str, acting: bool, width: int) -> list[Line]:
    """The colors to pick from, what the picked one would do to each, and what Enter or a click does with it."""
    out = [_picks(palette, seen, asked), _offer(seen, asked, acting, width)]
    if asked.locked and asked.locked != asked.color:
        who = "your lock" if asked.node in seen.fixed and seen.name else "as its owner said"
        out.append(((f" {asked.node} is locked to {asked.locked}", "bad"), (f"  {who}", "mid")))
    out.append(_own(seen, asked, seat, width))
    out += [_effect(seen, asked, effect, width) for effect in asked.effects if effect.owner != seen.name]
    return out


def _head(node: str) -> Line:
    return ((" what if ", "mid"), (f"{node} ", "bold hi"), ("were  ", "mid"))


def _picks(palette: Palette, seen: Observation, asked: WhatIf) -> Line:
    spans: list[Span] = []
    for color in seen.problem.colors:
        here = color == asked.color
        spans += [chip(palette, letter(color), color), ("◂ " if here else "  ", "bold accent")]
    now = {**seen.refused, **seen.believed, **seen.colors}.get(asked.node)
    return (*_head(asked.node), *spans, (f" {f'it is {now}' if now else 'its color is not known'}", "dim"))


def _own(seen: Observation, asked: WhatIf, seat: str, width: int) -> Line:
    """Draw the effect on the perspective's agent with its best answer; for all perspectives, on everybody together."""
    name = "all" if not seen.name else "you" if seen.name == seat else seen.name
    worse = "bad" if asked.then > asked.now else "good" if asked.then < asked.now else "mid"
    line: Line = ((f" {name:<4} ", "bold accent" if seen.name == seat and seat else "bold hi"), ("penalty ", "mid"))
    line = (*line, (f"{number(asked.now)} → {number(asked.then)}", worse), *_clashes(asked, seen.name))
    if asked.answer is None:
        return line
    best = seen.problem.conflict_penalty * asked.answer.conflicts
    changes = {n: c for n, c in asked.answer.colors.items() if seen.colors.get(n) != c and n != asked.node}
    more = f"  best then: {number(best)}, with {spell(changes)}" if changes else "  nothing better to answer"
    return (*line, (clip(more, max(0, width - width_of(line))), "mid" if best >= asked.then else "fg"))


def _effect(seen: Observation, asked: WhatIf, effect: Effect, width: int) -> Line:
    """Draw the known effect on another agent."""
    line: Line = ((f" {effect.owner:<4} ", "bold hi"), *_clashes(asked, effect.owner))
    told: list[str] = []
    if effect.bound is not None:
        least = f"at least {effect.bound} conflict{'s' * (effect.bound != 1)} would stay with it"
        told.append(f"told you: {least if effect.bound else 'nothing rules it out'}")
    if effect.unknown:
        told.append(f"{', '.join(effect.unknown)} not known")
    if len(line) == 1 and not told:
        told.append("no change at what is known")
    return (*line, (clip("; ".join(told), max(0, width - width_of(line))), "mid"))


def _clashes(asked: WhatIf, owner: str) -> Line:
    """The clashes that come and go; for all eyes ("") those of everybody."""
    mine = [effect for effect in asked.effects if effect.owner == owner]
    spoils = [f"{asked.node}–{node}" for effect in mine for node in effect.spoils]
    mends = [f"{asked.node}–{node}" for effect in mine for node in effect.mends]
    out: list[Span] = [(f"  ╳ {', '.join(spoils)}", "bad")] if spoils else []
    out += [(f"  mends {', '.join(mends)}", "good")] if mends else []
    return (*out, ("  ", "")) if out else ()


def _offer(seen: Observation, asked: WhatIf, acting: bool, width: int) -> Line:
    """Draw the action of Enter for the player."""
    command = command_of(seen, asked)
    if not acting or not command:
        return ((clip(" point at a color: a click, or its letter or digit", width), "dim"),)
    told = command.removeprefix("/").strip()
    verb = " colors it now" if command.startswith("color") else " writes the offer"
    keys: Line = ((" Enter", "bold accent"), (f"{verb}: ", "mid"))
    return (*keys, (clip(told, max(0, width - width_of(keys))), "fg"))


def command_of(seen: Observation, asked: WhatIf) -> str:
    """The command that Enter begins: an offer to be sent from the input, or for an inner own node the color itself."""
    if asked.locked and asked.locked != asked.color:
        return ""
    offer = to_offer(seen, asked)
    if offer:
        return f"/{offer} "
    return f"color {asked.node} {asked.color}" if seen.problem.owner[asked.node] == seen.name else ""
