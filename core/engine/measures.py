"""Meaning, unit and range of metrics."""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from math import inf
from typing import NamedTuple


class Measure(NamedTuple):
    """The meaning and the possible range of a metric.

    >>> Measure("cards on the fireworks", "points", most=25).range_text
    '0 to 25'
    """

    meaning: str
    unit: str = "number"
    """Unit: "number" for counts, "share" for 0 to 1, "yes/no", "points", "ticks" …"""
    least: float = 0.0
    most: float = inf

    @property
    def range_text(self) -> str:
        """The possible range; empty if it has no limits."""
        if self.unit == "yes/no" or (self.least, self.most) == (-inf, inf):
            return ""
        return f"from {self.least:g}" if self.most == inf else f"{self.least:g} to {self.most:g}"


def share(meaning: str) -> Measure:
    """Describe a metric from 0 to 1."""
    return Measure(meaning, "share", most=1.0)


def yes_or_no(meaning: str) -> Measure:
    """Describe a metric that is True or False."""
    return Measure(meaning, "yes/no", most=1.0)


Measures = Mapping[str, Measure]
"""Measures by name, or by a pattern of names such as `share_*`; the first that matches a name applies."""


def measure_of(measures: Measures, name: str) -> Measure | None:
    """Return the measure with this name; None if there is none."""
    return next((measure for pattern, measure in measures.items() if fnmatchcase(name, pattern)), None)


ENGINE_MEASURES: Measures = {
    "turns": Measure("turns of the run", "turns"),
    "calls": Measure("calls to models, including repeated ones", "calls"),
    "tokens": Measure("tokens read and written by models", "tokens"),
    "cost": Measure("price of all calls; missing where no price is known", "US dollars"),
    "fallbacks": Measure("default actions taken for agents that gave no usable action", "actions"),
    "regret": Measure(
        "mean loss per judged decision, in the unit of the scene's reviews: points, or 1 for a won game", "loss", -inf
    ),
    "regret of *": Measure("mean loss per judged decision of this policy", "loss", -inf),
    "decisions of *": Measure("judged decisions of this policy", "decisions"),
    "judged": Measure("messages that the judge has checked", "messages"),
    "judge_found": Measure("messages in which the judge found a fault", "messages"),
    "judge_agreement": share("judged messages on which judge and rules agree"),
    "reader_read": Measure("messages that the model `reader` has read", "messages"),
    "reader_unread": Measure("messages for which the model `reader` gave no usable reading", "messages"),
    "reader_agreement": share("messages that rules and model read alike, among those that the model has read"),
    "agrees *": share("readings with this label by both rules and model, among those by either"),
}
"""Measures of the metrics that the engine adds to those of a scene."""
