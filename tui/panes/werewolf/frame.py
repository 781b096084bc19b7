"""Division of a terminal for Werewolf: rows and columns of players, phase and floor, and the headline."""

from collections.abc import Sequence
from typing import NamedTuple

from core.engine.events import Event
from core.social.scene import MODERATOR
from scenes.werewolf.events import Dawn, Shot, Unmasked, VotingClosed
from tui.panes.werewolf.facts import Facts
from tui.sizes import TALL
from tui.styles import Line, clip, fit, spread, width_of

BEATS = (Dawn, VotingClosed, Shot, Unmasked)
"""Events that are the loudest line for a moment."""


class Shape(NamedTuple):
    """Sizes of the board."""

    columns: int
    lines: int
    """Rows of players in each column."""
    gap: int
    """Blank rows between them."""
    head: int
    """Rows above them: the headline, and a blank row where there is room."""

    @property
    def rows(self) -> int:
        return self.head + self.lines * (1 + self.gap) - self.gap


def shape(height: int, seated: bool, players: int) -> Shape:
    """One column of players, if that leaves the dock a few rows; else two."""
    tall = height >= TALL
    room = height - (10 if tall else 8) - (2 if seated and tall else seated)
    dock = 2 if height < 24 else 4 if not tall else 8
    if 1 + players > room - dock:
        return Shape(2, (players + 1) // 2, 0, 1)
    gap = int(2 + 2 * players <= room - 6)
    return Shape(1, players, gap, 2 if 2 + players <= room - dock - 2 else 1)


def on(line: Line, ground: str) -> Line:
    """The line on another ground."""
    return tuple((text, f"{style} on {ground}".strip()) for text, style in line)


def phase(facts: Facts) -> Line:
    seen = facts.seen
    if seen.phase == "over":
        return ((" ■ THE END", "bold hi"),)
    if facts.by_night:
        return ((f" ☾ NIGHT {max(1, seen.night)}", "bold accent"),)
    return ((f" ☼ DAY {seen.day}", "bold accent"),)


def floor(facts: Facts, movers: Sequence[str], you: str) -> Line:
    """Draw the present and next speakers as far as they are known, or the common action."""
    seen = facts.seen
    if seen.phase == "talk" and seen.speaking:
        many = len(seen.speaking) > 1 or you in seen.speaking
        ahead = seen.floor.queue[1:] if seen.floor else ()
        line: Line = (
            ("● ", "accent"),
            (_names(seen.speaking, you), "bold hi"),
            (f" speak{'' if many else 's'}", "mid"),
        )
        return (*line, ("   next ", "mid"), (_names(ahead, you), "fg")) if ahead else line
    if seen.phase == "talk":
        who, decides = ("you", " decide") if you == MODERATOR else (MODERATOR, " decides")
        return (("● ", "accent"), (who, "bold hi"), (f"{decides} who speaks", "mid"))
    if seen.phase == "words":
        dead = seen.ballots[-1].hanged if seen.ballots else ""
        return (("● ", "accent"), (clip(dead, 12), "bold hi"), (" may say last words", "mid"))
    if seen.phase == "night":
        awake = _names(movers, you)
        are = " are awake" if len(movers) > 1 or you in movers else " is awake"
        return (("● ", "accent"), (awake, "bold hi"), (are, "mid")) if awake else (("the village sleeps", "mid"),)
    told = {"bid": "all say how much they want to speak", "voting": "all vote", "counting": "the votes are counted"}
    left: Line = ((told.get(seen.phase, ""), "mid"),)
    return (*left, ("   ● ", "accent"), (_names(movers, you), "fg")) if movers and seen.phase == "voting" else left


def _names(names: Sequence[str], you: str) -> str:
    return ", ".join("you" if name == you else clip(name, 12) for name in names)


def strip(facts: Facts, movers: Sequence[str], you: str, width: int) -> Line:
    """Day and night at a glance, the floor, and the speeches that are left."""
    seen = facts.seen
    left: Line = (*phase(facts), ("   ", ""), *floor(facts, movers, you))
    count = max(0, seen.speeches)
    right: Line = ((f"{count} speech{'es' * (count != 1)} left ", "mid"),) if seen.phase == "talk" else ()
    fits = width_of(left) + width_of(right) < width
    line = spread(left, right, width) if fits else fit(left, width)
    return on(line, "shade") if facts.by_night else line


def headline(facts: Facts, beat: Event | None) -> Line:
    """Draw the last event that matters to everybody."""
    body = beat.data if beat else None
    match body:
        case Dawn(dead=()):
            return (("◆ ", "good"), ("Nobody died in the night", "bold hi"))
        case Dawn(dead=dead):
            return (("! ", "bad"), (f"{' and '.join(dead)} died in the night", "bold hi"), *_were(facts, dead))
        case VotingClosed(hanged=""):
            return (("◇ ", "accent"), ("Nobody is hanged", "bold hi"), ("  no one had most votes", "mid"))
        case VotingClosed(votes, hanged):
            count = sum(target == hanged for target in votes.values())
            role = facts.seen.roles.get(hanged, "")
            sign = ("◆ ", "good") if role == "werewolf" else ("╳ ", "bad") if role else ("◇ ", "accent")
            told = (f"  {count} of {len(votes)} votes", "mid")
            return (sign, (f"{hanged} is hanged", "bold hi"), *_were(facts, (hanged,)), told)
        case Shot(target):
            assert beat is not None
            return (("! ", "bad"), (f"{beat.agent}, the hunter, shoots {target}", "bold hi"), *_were(facts, (target,)))
        case Unmasked(roles, winner):
            wolves = ", ".join(name for name, role in roles.items() if role == "werewolf")
            who = {"village": "The village wins", "wolves": "The werewolves win"}.get(winner, "Nobody wins")
            sign = ("◆ ", "good") if winner == "village" else ("╳ ", "bad")
            return (sign, (who, "bold hi"), ("  the pack: ", "mid"), (wolves, "bold bad"))
    counts = ", ".join(f"{count} {role}{'s' * (count > 1)}" for role, count in facts.seen.rules.counts.items() if count)
    return (("◇ ", "accent"), (f"In this game: {counts.replace('werewolfs', 'werewolves')}", "fg"))


def _were(facts: Facts, names: Sequence[str]) -> Line:
    """Describe the revealed roles of the dead."""
    told = [facts.was(name) for name in names if name in facts.deaths]
    return tuple(span for words, style in told if words for span in ((": ", "mid"), (words, f"bold {style}")))
