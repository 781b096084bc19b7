"""The time of day, of minutes since the midnight before the first day."""

DAY = 24 * 60
DAWN = 6 * 60
"""Start of the first day, in minutes."""
DUSK = 20 * 60
"""Time from which resting at home means sleep until `DAWN`."""


def clock(minute: int) -> str:
    """Write the time of day.

    >>> clock(24 * 60 + 425)
    '7:05'
    """
    return f"{minute % DAY // 60}:{minute % 60:02}"


def day(minute: int) -> int:
    """Count days from 1."""
    return minute // DAY + 1


def is_night(minute: int) -> bool:
    return not DAWN <= minute % DAY < DUSK


def next_time(minute: int, hour: int) -> int:
    """Give the next moment at which it is a full hour of the day."""
    at = minute // DAY * DAY + hour * 60
    return at if at > minute else at + DAY
