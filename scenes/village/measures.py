"""Meaning of the village's metrics."""

from core.engine.measures import Measure, share

MEASURES = {
    "days": Measure("days that passed", "days"),
    "talks": Measure("messages that somebody heard", "messages"),
    "meetings": Measure("pairs of villagers that talked on a day, summed over days", "pairs"),
    "informed": share("villagers who know a piece of news, averaged over all pieces"),
    "hops": Measure("longest chain of tellings of a piece of news from its first source", "tellings"),
    "gathered": Measure("goods gathered", "goods"),
    "aim_met": share("aims that were met"),
    "opinion": Measure("villagers' opinions of each other, mean", "points", -5.0, 5.0),
    "collapses": Measure("falls asleep for lack of energy"),
}
