"""Numeric encoding of coloring for learners. Each node is a slot: own nodes first, then others' in seat order."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from core.env.encoding import MAX_VALUE, Encoding, clip_to_byte, flags, one_hot_codes
from scenes.coloring.actions import Color, Reply, describe
from scenes.coloring.config import ColoringConfig, make_problem
from scenes.coloring.rules.observation import Observation

OTHER_ACTIONS = ("accept", "refuse", "withdraw", "pass", "satisfied", "impossible")
"""Labels of all actions except coloring a node; a reply is labeled by its verb."""
SAMPLE_SEED = 1
"""Seed of a sample problem, from which the numbers of nodes per owner and of colors are taken."""


class ColoringEncoding(Encoding):
    """Encoding of actions and observations.

    Actions: a color for an own slot; accept, refuse or withdraw for the newest offer that allows it; pass, satisfied,
    impossible. Words and offers have no number.

    An observation is a byte vector. Each slot has flags (it exists, is locked by this player, is known to be locked by
    another), its known color, the requested color, the colors to avoid, the points of each color, and its color in the
    newest offer that can be accepted. Then follow the owners' satisfaction flags, the edges, the maker of that offer,
    and the number of messages left.
    """

    def __init__(self, config: ColoringConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        problem = make_problem(config, SAMPLE_SEED).problem
        self.colors = problem.colors
        self.slots = max(map(len, problem.clusters.values()))
        self._color_numbers = {color: at for at, color in enumerate(self.colors)}
        self._one = one_hot_codes(len(self.colors))
        own = (f"color {slot} {color}" for slot in range(1, self.slots + 1) for color in self.colors)
        self.labels = (*own, *OTHER_ACTIONS)
        self._other_numbers = {label: self.slots * len(self.colors) + i for i, label in enumerate(OTHER_ACTIONS)}
        self._nodes = {owner: {node: i for i, node in enumerate(nodes)} for owner, nodes in problem.clusters.items()}
        count = len(names) * self.slots
        self._pairs = {pair: i for i, pair in enumerate(combinations(range(count), 2))}
        self.size = count * (3 + 5 * len(self.colors)) + len(names) + len(self._pairs) + len(names) + 1

    def number(self, name: str, action: Any) -> int:
        if isinstance(action, Color):
            return self._nodes[name][action.node] * len(self.colors) + self._color_numbers[action.color]
        return self._other_numbers.get(action.verb if isinstance(action, Reply) else describe(action), -1)

    def encode(self, seen: Observation) -> bytes:
        problem, ahead = seen.problem, self.ahead(seen.name)
        offer = next((each for each in reversed(seen.offers) if each.takes(seen.name, "accept")), None)
        believed = seen.around
        none, pieces = self._one[-1], list[bytes | bytearray]()
        place: dict[str, int] = {}
        for by, owner in enumerate(ahead):
            nodes = problem.clusters[owner]
            for slot in range(self.slots):
                if slot >= len(nodes):
                    pieces.append(bytes(3 + 5 * len(self.colors)))
                    continue
                node = nodes[slot]
                place[node] = by * self.slots + slot
                asked = seen.asked.get(node)
                due = {**offer.give, **offer.want}.get(node) if offer else None
                pieces += (
                    flags((True, node in seen.fixed, node in seen.refused)),
                    self._color(believed.get(node)),
                    self._color(asked.color if asked else None),
                    flags([color in asked.avoid for color in self.colors]) if asked else none,
                    bytes(clip_to_byte(problem.preferences[node][color]) for color in self.colors),
                    self._color(due),
                )
        pieces.append(flags([seen.flags[owner] for owner in ahead]))
        touching = bytearray(len(self._pairs))
        for u, v in problem.edges:
            one, other = sorted((place[u], place[v]))
            touching[self._pairs[one, other]] = 1
        left = MAX_VALUE if seen.left is None else clip_to_byte(seen.left)
        by_whom = flags([offer is not None and offer.by == owner for owner in ahead])
        pieces += (touching, by_whom, bytes((left,)))
        return b"".join(pieces)

    def _color(self, color: str | None) -> bytes:
        return self._one[-1 if color is None else self._color_numbers[color]]

    def rewards(
        self, winners: Sequence[str], scores: Mapping[str, float], metrics: Mapping[str, Any]
    ) -> Mapping[str, float]:
        """Return the points of colors, minus a penalty for each conflict and each uncolored node.

        Points count for their owner alone if they are private, else for all owners.
        """
        lost = self.config.penalty * (metrics["conflicts"] + metrics["uncolored"])
        return {name: float(scores.get(name, metrics["score"]) - lost) for name in self.names}
