"""Interactive lists in the coloring stage's dock: offers, promises, and the effects of other colors ("what if")."""

from collections.abc import Mapping, Sequence

from scenes.coloring.negotiation.commitments import ledger, nodes_of_broken
from scenes.coloring.negotiation.offers import Offer, OfferState, OfferVerb, find_by_number
from scenes.coloring.negotiation.reach import Effect, WhatIf, command_for, what_if
from scenes.coloring.problem.graph import Coloring, changes, color_letters, letter, number
from scenes.coloring.rules.observation import Observation
from themes.palettes import Palette
from tui.panes.coloring import seat
from tui.panes.coloring.agents import node_chips
from tui.panes.drawing import amount
from tui.panes.kit import Click
from tui.styles import Line, Span, chip, clip, fit, spread, width_of

OFFERS, PROMISES, WHAT_IF = "Offers", "Promises", "What if"
PICKS, OFFER = 0, 1
"""Numbers of two rows of the what-if list: the colors to choose from, and the command of Enter."""
_STYLES: dict[OfferState, str] = {"open": "accent", "accepted": "good", "kept": "good", "broken": "bad"}
_VERBS: Mapping[str, Sequence[OfferVerb]] = {"enter": ("accept",), "x": ("refuse", "withdraw")}
"""Keys to the replies that they can give to the chosen offer."""


class DockSelection:
    """The person's selection in the dock: an offer, another color of a node, and the comparison with exact search.

    Keys and clicks change it or return a command. Each method gets the focused tab,
    the selected node, and `acting`, which is True if the person may act.
    """

    def __init__(self) -> None:
        self.compares = False
        """True while greedy's colors are shown next to those of exact search for the decision at the playhead."""
        self._offer = 0
        self._node, self._color = "", ""
        self._effects: tuple[Observation, WhatIf] | None = None

    def offer(self, offers: Sequence[Offer]) -> int:
        """Return the number of the chosen offer, or of the first one in the list; 0 without offers."""
        numbers = [offer.number for offer in newest_first(offers)]
        return self._offer if self._offer in numbers else next(iter(numbers), 0)

    def effects(self, seen: Observation, node: str) -> WhatIf:
        """Return the effects of the chosen color of a node, cached by observation."""
        if self._node != node or self._color not in seen.problem.colors:
            self._node, self._color = node, first_color(seen, node)
        last = self._effects
        if last is None or last[0] is not seen or (last[1].node, last[1].color) != (node, self._color):
            self._effects = last = (seen, what_if(seen, node, self._color))
        return last[1]

    def preview_colors(self, seen: Observation, tab: str, node: str) -> Coloring:
        """Return colors to preview on the board: the chosen offer's, or the what-if color and the best reply to it."""
        if tab == OFFERS:
            offer = next((each for each in seen.offers if each.number == self.offer(seen.offers)), None)
            return {**offer.give, **offer.want} if offer else {}
        if tab == WHAT_IF and node:
            effects = self.effects(seen, node)
            return {**(effects.answer.colors if effects.answer else {}), node: effects.color}
        return {}

    def press(self, key: str, seen: Observation, tab: str, node: str, acting: bool) -> str | None:
        """Return the command of a key; "" if it changed the selection, None if it has no meaning here."""
        if key == "d":
            self.compares = not self.compares
            return ""
        if tab == WHAT_IF and node:
            if key == "enter":
                return command_of(seen, self.effects(seen, node)) if acting else None
            return self._choose_color(node, seat.color_of(key, seen.problem) or "")
        command = offer_command(seen.offers, seen.name, self.offer(seen.offers), key)
        if tab == OFFERS and acting and command:
            return command
        numbers = [offer.number for offer in newest_first(seen.offers)]
        if key != "o" or not numbers:
            return None
        self._offer = numbers[(numbers.index(self.offer(seen.offers)) + 1) % len(numbers)]
        return ""

    def click(self, click: Click, seen: Observation, tab: str, node: str, acting: bool) -> str | None:
        """Return the command that a click in the dock gives, as `press` does."""
        if tab == WHAT_IF and node:
            if click.y == OFFER:
                return self.press("enter", seen, tab, node, acting)
            return self._choose_color(node, color_at(seen, node, click.x) if click.y == PICKS else "")
        rows = newest_first(seen.offers) if tab == OFFERS else []
        if click.y >= len(rows):
            return None
        self._offer = rows[click.y].number
        return ""

    def _choose_color(self, node: str, color: str) -> str | None:
        if not color:
            return None
        self._node, self._color = node, color
        return ""


# -- offers


def newest_first(offers: Sequence[Offer]) -> list[Offer]:
    """Sort offers: open ones, then running ones, then the rest; in each group the newest first."""
    return sorted(offers, key=lambda offer: (offer.state != "open", not offer.running, -offer.number))


def offer_command(offers: Sequence[Offer], name: str, chosen: int, key: str) -> str | None:
    """Return the command of Enter or x for the chosen offer; None if the key cannot be used."""
    return next(
        (f"{verb} {chosen}" for verb in _VERBS.get(key, ()) if find_by_number(offers, name, verb, chosen)), None
    )


def paint_offers(
    palette: Palette, offers: Sequence[Offer], name: str, chosen: int, turn: int, width: int
) -> list[Line]:
    """Draw a row for each offer; the chosen row explains Enter and x."""
    if not offers:
        how = "; /offer b2=red for h5=green makes one" if name else ""
        return [((clip(f" No offers yet{how}", width), "dim"),)]
    return [_offer_row(palette, offer, name, offer.number == chosen, turn, width) for offer in newest_first(offers)]


def _offer_row(palette: Palette, offer: Offer, name: str, chosen: bool, turn: int, width: int) -> Line:
    by, to = ("you" if each == name else each for each in (offer.by, offer.to))
    verb = ("offer" if offer.give else "ask") + "s" * (by != "you")
    spans: list[Span] = [
        (" ▸ " if chosen else "   ", "bold accent"),
        (f"{offer.number:>2}  ", "mid"),
        (by, "bold hi"),
        (f" {verb} ", "mid"),
        (f"{to}  ", "hi"),
        *node_chips(palette, offer.give, (" = ", "fg")),
        ("if " if offer.give and offer.want else "", "mid"),
        *node_chips(palette, offer.want, (" = ", "fg")),
        *((f"{node} not {' or '.join(colors)} ", "fg") for node, colors in offer.avoid.items()),
        (" always " if offer.lasting else "", "mid"),
    ]
    return spread(tuple(spans), _state(offer, name, chosen, turn), width)


def _state(offer: Offer, name: str, chosen: bool, turn: int) -> Line:
    """Draw an offer's state and turn; for the chosen one also its keys."""
    mark = "✗ " if offer.state == "broken" else ""
    since = f" for {turn - offer.turn} turns" if offer.state == "kept" and offer.lasting else ""
    why = f": {offer.why}" if offer.why else ""
    accepts: Line = (("  Enter", "accent"), (" accepts", "mid"), ("  x", "accent"), (" refuses ", "mid"))
    withdraws: Line = (("  x", "accent"), (" withdraws ", "mid"))
    keys = accepts if offer.takes(name, "accept") else withdraws if offer.takes(name, "withdraw") else ()
    state = (f"{mark}{offer.state}{since}{why}", _STYLES.get(offer.state, "dim"))
    return (state, *(keys if chosen else ()), (" ", ""))


# -- promises


def paint_promises(seen: Observation, name: str, width: int) -> list[Line]:
    """Draw the numbers of promises by state, in a row for each promising owner and receiver."""
    out = []
    for (owner, to), each in ledger(seen.offers, seen.problem.clusters).items():
        debtor, other = ("you" if one == name else one for one in (owner, to))
        line: Line = ((f" {debtor}", "bold hi"), (" to ", "mid"), (f"{other}  ", "hi"))
        states = (
            (each.kept, "kept", "good"),
            (each.broken, f"broken: {', '.join(nodes_of_broken(each.broken, owner))}", "bad"),
            (each.withdrawn, "withdrawn", "mid"),
            (each.running, "running", "accent"),
        )
        counts = ((f"  {len(promises)} {label}", style) for promises, label, style in states if promises)
        out.append(fit((*line, (f"{each.promised} promised", "fg"), *counts), width))
    return out


# -- what if


def first_color(seen: Observation, node: str) -> str:
    """Return the what-if color that is chosen first.

    Of the colors that the node does not have, it is the one with the fewest known clashes, then with the most points.
    """
    problem, around = seen.problem, {**seen.refused, **seen.around}
    beside = [around.get(other) for other in problem.adjacent[node]]
    free = [color for color in problem.colors if color != around.get(node)]
    return min(free, key=lambda color: (beside.count(color), -problem.preferences[node][color]))


def color_at(seen: Observation, node: str, x: int) -> str:
    """Return the color at a column of the first row; "" if there is none."""
    place = (x - width_of(_question(node))) // 5
    return seen.problem.colors[place] if 0 <= place < len(seen.problem.colors) else ""


def paint_what_if(
    palette: Palette, seen: Observation, asked: WhatIf, name: str, acting: bool, width: int
) -> list[Line]:
    """Draw the colors to choose from, the effects of the chosen one on each owner, and the action of Enter."""
    out = [_color_choices(palette, seen, asked), _offer(seen, asked, acting, width)]
    if asked.locked and asked.locked != asked.color:
        who = "your lock" if asked.node in seen.fixed and seen.name else "as its owner said"
        out.append(((f" {asked.node} is locked to {asked.locked}", "bad"), (f"  {who}", "mid")))
    out.append(_own_effect(seen, asked, name, width))
    return out + [_effect(asked, effect, width) for effect in asked.effects if effect.owner != seen.name]


def _question(node: str) -> Line:
    return ((" what if ", "mid"), (f"{node} ", "bold hi"), ("were  ", "mid"))


def _color_choices(palette: Palette, seen: Observation, asked: WhatIf) -> Line:
    spans: list[Span] = []
    for color in seen.problem.colors:
        spans += [chip(palette, letter(color), color), ("◂ " if color == asked.color else "  ", "bold accent")]
    now = {**seen.refused, **seen.around}.get(asked.node)
    return (*_question(asked.node), *spans, (f" {f'it is {now}' if now else 'its color is not known'}", "dim"))


def _own_effect(seen: Observation, asked: WhatIf, name: str, width: int) -> Line:
    """Draw the effect on the perspective's agent with its best reply; if all is visible, the total effect."""
    who = "all" if not seen.name else "you" if seen.name == name else seen.name
    worse = "bad" if asked.then > asked.now else "good" if asked.then < asked.now else "mid"
    line: Line = ((f" {who:<4} ", "bold accent" if who == "you" else "bold hi"), ("penalty ", "mid"))
    line = (*line, (f"{number(asked.now)} → {number(asked.then)}", worse), *_clashes(asked, seen.name))
    if asked.answer is None:
        return line
    best = seen.problem.conflict_penalty * asked.answer.conflicts
    other = {n: c for n, c in changes(seen.colors, asked.answer.colors).items() if n != asked.node}
    more = f"  best then: {number(best)}, with {color_letters(other)}" if other else "  no better reply"
    return (*line, (clip(more, max(0, width - width_of(line))), "mid" if best >= asked.then else "fg"))


def _effect(asked: WhatIf, effect: Effect, width: int) -> Line:
    """Draw the effect on another agent, as far as it is known."""
    line: Line = ((f" {effect.owner:<4} ", "bold hi"), *_clashes(asked, effect.owner))
    notes: list[str] = []
    if effect.bound is not None:
        least = f"at least {amount(effect.bound, 'conflict')} would remain"
        notes.append(f"told you: {least if effect.bound else 'no conflict that it knows of'}")
    if effect.unknown:
        notes.append(f"{', '.join(effect.unknown)} not known")
    if len(line) == 1 and not notes:
        notes.append("no known effect")
    return (*line, (clip("; ".join(notes), max(0, width - width_of(line))), "mid"))


def _clashes(asked: WhatIf, owner: str) -> Line:
    """Draw an owner's clashes that would end and begin; nothing for all perspectives ("")."""
    mine = [effect for effect in asked.effects if effect.owner == owner]
    added = [f"{asked.node}–{node}" for effect in mine for node in effect.added]
    repaired = [f"{asked.node}–{node}" for effect in mine for node in effect.repaired]
    out: list[Span] = [(f"  ╳ {', '.join(added)}", "bad")] if added else []
    out += [(f"  repairs {', '.join(repaired)}", "good")] if repaired else []
    return (*out, ("  ", "")) if out else ()


def _offer(seen: Observation, asked: WhatIf, acting: bool, width: int) -> Line:
    """Draw the command that Enter gives, or how to choose a color."""
    command = command_of(seen, asked)
    if not acting or not command:
        return ((clip(" choose a color: click it, or press its letter or digit", width), "dim"),)
    verb = " colors it now" if command.startswith("color") else " writes the offer"
    keys: Line = ((" Enter", "bold accent"), (f"{verb}: ", "mid"))
    return (*keys, (clip(command.removeprefix("/").strip(), max(0, width - width_of(keys))), "fg"))


def command_of(seen: Observation, asked: WhatIf) -> str:
    """Return the command of Enter: an offer to edit in the input, or for an inner own node, to color it; else ""."""
    if asked.locked and asked.locked != asked.color:
        return ""
    if offer := command_for(seen, asked):
        return f"/{offer} "
    return f"color {asked.node} {asked.color}" if seen.problem.owner[asked.node] == seen.name else ""
