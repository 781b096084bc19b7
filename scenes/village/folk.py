"""Inhabitants of the village: twelve people, their work, and its hours."""

from collections.abc import Mapping
from typing import NamedTuple


class Trade(NamedTuple):
    """A villager's trade. Work lasts from `begins` to `ends`, in hours of the day."""

    name: str
    place: str
    wakes: int
    begins: int
    ends: int
    sleeps: int


TRADES: Mapping[str, Trade] = {
    "Ida": Trade("baker", "bakery", 5, 6, 13, 21),
    "Kai": Trade("innkeeper", "inn", 7, 11, 22, 23),
    "Jon": Trade("miller", "mill", 6, 8, 17, 22),
    "Mia": Trade("farmer", "farm", 5, 6, 16, 21),
    "Leo": Trade("smith", "smithy", 6, 8, 17, 22),
    "Ann": Trade("chaplain", "chapel", 6, 7, 15, 22),
    "Bea": Trade("woodcutter", "woods", 6, 7, 16, 21),
    "Tom": Trade("fisher", "jetty", 5, 6, 14, 21),
    "Eva": Trade("peddler", "square", 7, 9, 17, 22),
    "Ron": Trade("farmhand", "farm", 6, 7, 16, 22),
    "Uma": Trade("cook", "inn", 7, 10, 20, 22),
    "Sam": Trade("baker's boy", "bakery", 6, 7, 14, 21),
}
NAMES = tuple(TRADES)
