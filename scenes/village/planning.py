"""The time of day, and a villager's day as milestones like `8:00 work at the mill`."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.engine.chance import Draw
from core.social.plan import PlanChanged
from scenes.village.aims import Occasion
from scenes.village.terrain import Ground, Place, at, house_of
from scenes.village.villagers import TRADES

DAY = 24 * 60
DAWN = 6 * 60
"""Minute of the day at which the night ends; the first day starts then."""
DUSK = 20 * 60
"""Minute of the day at which the night begins; from then on a rest at home is sleep until the waking hour."""


def clock(minute: int) -> str:
    """Write the time of day.

    >>> clock(24 * 60 + 425)
    '7:05'
    """
    return f"{minute % DAY // 60}:{minute % 60:02}"


def day_number(minute: int) -> int:
    """Count days from 1."""
    return minute // DAY + 1


def is_night(minute: int) -> bool:
    return not DAWN <= minute % DAY < DUSK


def next_time(minute: int, hour: int) -> int:
    """Return the next moment at which it is this full hour of the day."""
    at = minute // DAY * DAY + hour * 60
    return at if at > minute else at + DAY


ATTENDANCE, LASTING, ERRAND = 0.7, 75, 150
"""Probability that a villager goes to an event, and the minutes of an event and of an errand."""
SMALL_HOURS = 4 * 60
"""Minute of the day at which plans change to the new day, for villagers who are up late."""
_MILESTONE = re.compile(r"\s*(\d{1,2}):(\d\d)\s+(\w+)\s+(?:at|in)\s+(.+?)\s*\.?\s*")


class Entry(NamedTuple):
    """An activity and its place, from this many minutes after midnight on."""

    minute: int
    doing: str
    place: Place


def today(now: int) -> str:
    """Name the day, as a plan's notes do."""
    return f"day {day_number(now - SMALL_HOURS)}"


def plan(name: str, now: int, draw: Draw, occasion: Occasion | None = None, errand: str = "") -> PlanChanged:
    """Draw a plan for a villager's day, with an errand to a place. Most go to the day's event, and all to a feast."""
    trade = TRADES[name]
    goals = [f"do my work as {trade.name}", "hear what is new", f"be in bed by {trade.sleeps}:00"]
    milestones = [f"{clock(minute)} {doing} {at(place)}" for minute, doing, place in _hours(name, draw)]
    if errand:
        milestones = [*_inserted(milestones, (12 + draw.below(3)) * 60, f"errand {at(errand)}", ERRAND)]
    if occasion is not None and (occasion.name == "feast" or draw.random() < ATTENDANCE):
        goals.append(f"go to the {occasion.name}")
        milestones = [*_inserted(milestones, occasion.minute % DAY, f"meet {at(occasion.place)}", LASTING)]
    strategy = "Follow the hours; eat when hungry, rest when tired, tell people what they do not know yet."
    return PlanChanged(True, tuple(goals), tuple(milestones), strategy, today(now))


def _inserted(milestones: Sequence[str], begins: int, words: str, lasting: int) -> Iterator[str]:
    """Put an activity into a day's milestones; what would begin during it begins after it."""
    read = [(_minute(each), each) for each in milestones]
    yield from (each for minute, each in read if minute < begins)
    yield f"{clock(begins)} {words}"
    before = [each for minute, each in read if minute < begins + lasting]
    yield from (f"{clock(begins + lasting)} {each.split(maxsplit=1)[1]}" for each in before[-1:])
    yield from (each for minute, each in read if minute >= begins + lasting)


def _minute(milestone: str) -> int:
    hour, minute = milestone.split(maxsplit=1)[0].split(":")
    return int(hour) * 60 + int(minute)


def _hours(name: str, draw: Draw) -> Iterator[tuple[int, str, str]]:
    trade, home = TRADES[name], house_of(name)
    begins, ends = trade.begins * 60, trade.ends * 60
    yield trade.wakes * 60, "eat", home
    if begins - trade.wakes * 60 > 120:
        yield begins - 90 - 5 * draw.below(6), "meet", "square"
    yield begins, "work", trade.place
    if begins < 11 * 60 and ends > 13 * 60:
        noon = 12 * 60 + 5 * draw.below(9)
        yield noon, "eat", draw.choice(("inn", "inn", "bakery"))
        yield noon + 45, "work", trade.place
    if ends < 19 * 60:
        yield ends, *draw.choice((("rest", home), ("meet", "square"), ("meet", "square"), ("gather", "woods")))
        yield max(ends + 60, 17 * 60 + 10 * draw.below(6)), "meet", "square"
        yield 18 * 60 + 30 + 5 * draw.below(8), "eat", "inn"
        yield 19 * 60 + 20, "meet", "inn"
    yield trade.sleeps * 60 - 5 * draw.below(4), "sleep", home


def parse_entries(milestones: Sequence[str], ground: Ground) -> tuple[Entry, ...]:
    """Parse milestones, ordered by hour; invalid ones and unknown places are left out."""
    read = []
    for words in milestones:
        if (found := _MILESTONE.fullmatch(words)) and (place := ground.find(found[4])):
            read.append(Entry(int(found[1]) * 60 + int(found[2]), found[3].casefold(), place))
    return tuple(sorted(read, key=lambda entry: entry.minute))


def current_entry(milestones: Sequence[str], ground: Ground, now: int) -> Entry | None:
    """Return the current activity; before the first milestone of a day, the last one still applies."""
    read = parse_entries(milestones, ground)
    return next((entry for entry in reversed(read) if entry.minute <= now % DAY), read[-1] if read else None)
