"""Werewolf's board: sizes, day and night, the floor, the headline, and a row for each player."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.engine.events import Event
from core.social.scene import MODERATOR
from scenes.werewolf.events import Dawn, Shot, Unmasked, VotingClosed
from themes.palettes import Palette
from tui.panes.drawing import join_fitting
from tui.panes.werewolf.facts import Facts
from tui.sizes import LARGE, TALL
from tui.styles import Line, Span, chip, clip, fit, pad, spread, width_of

COMMON_PHASES = {
    "bid": "all say how much they want to speak",
    "voting": "all vote",
    "counting": "the votes are counted",
}
"""Descriptions of the phases in which all players act at once."""
HEADLINE_EVENTS = (Dawn, VotingClosed, Shot, Unmasked)
"""Types of events that the headline shows until an agent speaks to everybody."""


class Shape(NamedTuple):
    """Sizes of the parts of the board."""

    columns: int
    lines: int
    """Rows of players in each column."""
    gap: int
    """Rows between players: none, a blank one, or the lower half of a portrait and a blank one."""
    head: int
    """Rows above the players: the headline, and a blank row if there is room."""

    @property
    def rows(self) -> int:
        return self.head + self.lines * (1 + self.gap) - min(1, self.gap)


def shape(width: int, height: int, seated: bool, players: int) -> Shape:
    """Choose one column of players if that leaves a few rows for the dock, else two columns."""
    tall = height >= TALL
    room = height - (10 if tall else 8) - (2 if seated and tall else seated)
    dock = 2 if height < 24 else 4 if not tall else 8
    if 1 + players > room - dock:
        return Shape(2, (players + 1) // 2, 0, 1)
    gap = int(2 + 2 * players <= room - 6)
    if width >= LARGE and 2 + 3 * players <= room - 6:
        gap = 2
    return Shape(1, players, gap, 2 if 2 + players <= room - dock - 2 else 1)


def with_background(line: Line, ground: str) -> Line:
    """Draw a line on another background."""
    return tuple((text, f"{style} on {ground}".strip()) for text, style in line)


def phase(facts: Facts) -> Span:
    if facts.seen.phase == "over":
        return " ■ THE END", "bold hi"
    return f" ☾ NIGHT {max(1, facts.seen.night)}" if facts.by_night else f" ☼ DAY {facts.seen.day}", "bold accent"


def floor(facts: Facts, movers: Sequence[str], you: str) -> Line:
    """Draw the current and next speakers in talk; in other phases, the players to act or the common action."""
    seen = facts.seen
    last: Line = ()
    match seen.phase:
        case "talk" if seen.speaking:
            many = len(seen.speaking) > 1 or you in seen.speaking
            who, does = _names(seen.speaking, you), f" speak{'' if many else 's'}"
            ahead = seen.floor.queue[1:] if seen.floor else ()
            last = (("   next ", "mid"), (_names(ahead, you), "fg")) if ahead else ()
        case "talk":
            who, does = _names([MODERATOR], you), f" decide{'' if you == MODERATOR else 's'} who speaks"
        case "words":
            who, does = clip(seen.ballots[-1].hanged, 12) if seen.ballots else "", " may say last words"
        case "night" if movers:
            who, does = _names(movers, you), " are awake" if len(movers) > 1 or you in movers else " is awake"
        case "night":
            return (("the village sleeps", "mid"),)
        case _:
            left: Line = ((COMMON_PHASES.get(seen.phase, ""), "mid"),)
            names: Line = (("   ● ", "accent"), (_names(movers, you), "fg"))
            return (*left, *names) if movers and seen.phase == "voting" else left
    return (("● ", "accent"), (who, "bold hi"), (does, "mid"), *last)


def _names(names: Sequence[str], you: str) -> str:
    return ", ".join("you" if name == you else clip(name, 12) for name in names)


def strip(facts: Facts, movers: Sequence[str], you: str, width: int) -> Line:
    """Draw day or night, the floor, and the number of remaining speeches."""
    seen = facts.seen
    left: Line = (phase(facts), ("   ", ""), *floor(facts, movers, you))
    count = max(0, seen.speeches)
    right: Line = ((f"{count} speech{'es' * (count != 1)} left ", "mid"),) if seen.phase == "talk" else ()
    fits = width_of(left) + width_of(right) < width
    line = spread(left, right, width) if fits else fit(left, width)
    return with_background(line, "shade") if facts.by_night else line


def headline(facts: Facts, event: Event | None) -> Line:
    """Draw the given event of `HEADLINE_EVENTS`; without one, the roles in this game."""
    body = event.data if event else None
    match body:
        case Dawn(dead=()):
            return (("◆ ", "good"), ("Nobody died in the night", "bold hi"))
        case Dawn(dead=dead):
            return (
                ("! ", "bad"),
                (f"{' and '.join(dead)} died in the night", "bold hi"),
                *_revealed_roles(facts, dead),
            )
        case VotingClosed(hanged=""):
            return (("◇ ", "accent"), ("Nobody is hanged", "bold hi"), ("  no single player had the most votes", "mid"))
        case VotingClosed(votes, hanged):
            count = sum(target == hanged for target in votes.values())
            role = facts.seen.roles.get(hanged, "")
            sign = ("◆ ", "good") if role == "werewolf" else ("╳ ", "bad") if role else ("◇ ", "accent")
            share = (f"  {count} of {len(votes)} votes", "mid")
            return (sign, (f"{hanged} is hanged", "bold hi"), *_revealed_roles(facts, (hanged,)), share)
        case Shot(target):
            assert event is not None
            return (
                ("! ", "bad"),
                (f"{event.agent}, the hunter, shoots {target}", "bold hi"),
                *_revealed_roles(facts, (target,)),
            )
        case Unmasked(roles, winner):
            wolves = ", ".join(name for name, role in roles.items() if role == "werewolf")
            who = {"village": "The village wins", "wolves": "The werewolves win"}.get(winner, "Nobody wins")
            sign = ("◆ ", "good") if winner == "village" else ("╳ ", "bad")
            return (sign, (who, "bold hi"), ("  the pack: ", "mid"), (wolves, "bold bad"))
    counts = ", ".join(f"{count} {role}{'s' * (count > 1)}" for role, count in facts.seen.rules.counts.items() if count)
    return (("◇ ", "accent"), (f"In this game: {counts.replace('werewolfs', 'werewolves')}", "fg"))


def _revealed_roles(facts: Facts, names: Sequence[str]) -> Line:
    """Describe the revealed roles of the dead."""
    roles = [facts.revealed_role(name) for name in names if name in facts.deaths]
    return tuple(span for words, style in roles if words for span in ((": ", "mid"), (words, f"bold {style}")))


# -- the players

ROLE, PORTRAIT, ODDS, CELL, REPUTATION = 10, 14, 6, 5, 20
"""Cells of the columns: a role, its portrait, a probability, a vote, and at least of the facts about a player."""
FILLS = {
    "werewolf": "red",
    "a wolf": "red",
    "villager": "white",
    "seer": "blue",
    "witch": "purple",
    "doctor": "green",
    "hunter": "yellow",
}
"""Colors of the roles' portraits."""


MIN_WIDTH_OF_NAMES = 70
"""Width in cells from which the players who suspect a player are named, not just counted."""


class Look(NamedTuple):
    """Display state that is not part of the observation."""

    movers: Sequence[str]
    """Players whose action is awaited."""
    you: str
    picked: str
    """The selected player."""
    targets: Sequence[str]
    """Players that can be selected now."""
    thinking: Mapping[str, str]
    odds: bool
    with_votes: bool
    """True if the votes are drawn, which some lists show too."""


class Columns(NamedTuple):
    name: int
    role: int
    odds: int
    days: int
    """Number of newest votes that are drawn."""
    portraits: Palette | None = None
    """Colors of the portraits; None for roles in words."""

    @property
    def lead(self) -> int:
        return 7 + self.name + self.role + self.odds


def columns(facts: Facts, look: Look, width: int, several: bool, portraits: Palette | None) -> Columns:
    """Choose the columns: votes of as many days as leave room for the facts about a player."""
    seen = facts.seen
    name = min(12, max(map(len, seen.players))) + 1
    role = ROLE if any(facts.role(each)[0] for each in seen.players) else 0
    form = Columns(name, PORTRAIT if portraits else role, ODDS if look.odds else 0, 0, portraits)
    days = 0 if several or not look.with_votes else min(len(facts.ballots()), (width - form.lead - REPUTATION) // CELL)
    return form._replace(days=max(0, days))


def header(facts: Facts, form: Columns) -> Line:
    """Draw the days as headings of the columns of votes."""
    days = facts.ballots()[-form.days :] if form.days else []
    return tuple((f"{f'd{day}':<{CELL}}", "dim") for day, _ in days)


def row(facts: Facts, look: Look, form: Columns, name: str, width: int) -> Line:
    seen, alive = facts.seen, name in facts.seen.alive
    number = seen.players.index(name) + 1
    here = name == look.picked
    style = "bold accent" if name == look.you else "bold hi" if alive or here else "dim"
    role, tone = facts.role(name)
    lead: list[Span] = [
        (" ▸" if here else "  ", "accent"),
        (f"{number:>2} ", "accent" if name in look.targets else "dim"),
        ("● " if name in look.movers else "  " if alive else "× ", "accent" if alive else "dim"),
        (pad(clip(name, 12), form.name), style),
    ]
    if form.odds:
        chance = facts.chances.get(name)
        lead.append((f"{100 * min(1.0, chance):>4.0f}% " if alive and chance is not None else " " * ODDS, "mid"))
    if form.portraits:
        lead += fit((portrait(facts, form.portraits, name)[0],), form.role)
    elif form.role:
        lead.append((f"{role if alive or role != 'werewolf' else 'WEREWOLF':<{ROLE}}", tone if alive else "dim"))
    votes = tuple(vote(facts, ballot, name) for _, ballot in (facts.ballots()[-form.days :] if form.days else ()))
    room = width - form.lead - width_of(votes)
    return (*lead, *fit(_reputation(facts, look, name, room - 1), room), *votes)


def portrait(facts: Facts, palette: Palette, name: str) -> tuple[Span, Span]:
    """Draw the two rows of a player's role as a card: its back while it is unknown, and only words for the dead."""
    (role, tone), cells = facts.role(name), PORTRAIT - 2
    if name not in facts.seen.alive:
        return (role.upper() if role == "werewolf" else role, "dim"), ("", "")
    if not role or not palette.filled:
        return (role or "░" * cells, tone or "dim on unknown"), ("" if role else "░" * cells, "dim on unknown")
    if fill := FILLS.get(role):
        return chip(palette, f"{role:<{cells - 2}}", fill), (" " * cells, f"chip {fill}")
    return (f" {role:<{cells - 1}}", f"{tone} on unknown"), (" " * cells, "on unknown")


def _reputation(facts: Facts, look: Look, name: str, room: int) -> Line:
    """Draw the facts about a player, most important first, as many as fit."""
    if name not in facts.seen.alive:
        return ((facts.fate(name), "dim"),)
    parts: list[Line] = []
    most = max(2, room // 20)
    if look.thinking.get(name):
        parts.append(((look.thinking[name], "accent"),))
    if name in facts.roles:
        looks = [f"{target} {'wolf' if wolf else 'no wolf'}" for target, wolf in facts.looks.get(name, {}).items()]
        parts.append((("says ", "mid"), (facts.roles[name].replace("innocent", "no werewolf"), "fg")))
        parts += [((", ".join(looks), "fg"),)] if looks else []
    if against := facts.opinions_of(name, against=True):
        parts.append((("accuses ", "mid"), (" ".join(against[:most]), "fg")))
    if by := facts.suspected_by(name):
        suspects = " ".join(by) if room >= MIN_WIDTH_OF_NAMES else len(by)
        parts.append(((f"suspected by {suspects}", "bold fg" if len(by) > 2 else "fg"),))
    if trusts := facts.opinions_of(name, against=False):
        parts.append((("trusts ", "mid"), (" ".join(trusts[:most]), "fg")))
    if not parts:
        return () if any(each.name == name for each in facts.seen.claims) else (("quiet", "dim"),)
    first, *rest = parts
    return (*first, *join_fitting([(("  ", ""), *part) for part in rest], room - width_of(first)))


def vote(facts: Facts, votes: Mapping[str, str], name: str) -> Span:
    """Draw a vote, with ✓ if its target turned out to be a wolf, ✗ if not."""
    if name not in votes:
        return " " * CELL, ""
    target = votes[name]
    if not target:
        return f"{'·':<{CELL}}", "dim"
    role = facts.seen.roles.get(target, "")
    mark, style = ("✓", "good") if role == "werewolf" else ("✗", "bad") if role else (" ", "fg")
    return f"{clip(target, 3)}{mark}".ljust(CELL), style


def paint(facts: Facts, look: Look, palette: Palette, width: int, shape: Shape) -> tuple[list[Line], Line]:
    """Return the rows of all players, and the headings of the columns of votes."""
    names, lines, several = facts.seen.players, shape.lines, shape.columns > 1
    across = width // 2 if several else width
    form = columns(facts, look, across, several, palette if shape.gap > 1 else None)
    out: list[Line] = []
    for y in range(lines):
        left = row(facts, look, form, names[y], across)
        right = row(facts, look, form, names[y + lines], across) if several and y + lines < len(names) else ()
        below: list[Line] = [()] * shape.gap
        if form.portraits:
            below[0] = ((" " * (form.lead - form.role), ""), portrait(facts, form.portraits, names[y])[1])
        out += [fit((*left, *right), width), *below]
    return out[: len(out) - shape.gap + bool(form.portraits)], header(facts, form)
