"""Answers about nodes and colors, with reasons, from an owner's exact search."""

from collections.abc import Iterator, Sequence

from scenes.coloring.negotiation.reach import at_least_text, best_if, lowest_penalty
from scenes.coloring.problem.graph import Coloring, changes, counted, join_and, join_or, number, word_pairs
from scenes.coloring.problem.penalty import judge
from scenes.coloring.rules.observation import Observation

MOST_LISTED = 3
"""Maximum number of colors, nodes or deals that an answer lists."""


class NodeAnswers:
    """Writes one owner's answers to another about nodes, after the answering owner has chosen its colors."""

    def __init__(self, seen: Observation, colors: Coloring, to: str) -> None:
        self.seen, self.colors, self.to = seen, colors, to
        self.problem, self.me = seen.problem, seen.name
        self.around = {**seen.believed, **colors}
        self.verdict = judge(self.problem, self.me, colors, seen.believed)
        self.penalty = self.verdict.penalty

    def own_state(self) -> str:
        """State this owner's satisfaction, conflicts and penalty."""
        return describe_state(self.verdict.conflicts, self.penalty, self.verdict.uncolored)

    def another_owners_node(self, node: str, owner: str) -> str:
        known = self.seen.known.get(node)
        report = f"{owner} last told me that {node} is {known.color} (turn {known.turn}). " if known else ""
        return f"{report}{node} is {owner}'s, so please ask {owner}."

    def color_of(self, node: str) -> str:
        if not node:
            return f"I have {join_and(word_pairs(self.colors))}."
        if node in self.colors:
            return f"{node} is {self.colors[node]}{', and locked' if node in self.seen.locked else ''}."
        return f"{self.reported_color(node)} {self.cheapest_colors(node)}"

    def reported_color(self, node: str) -> str:
        known = self.seen.known.get(node)
        return (
            f"You told me in turn {known.turn} that {node} is {known.color}."
            if known
            else f"You have not told me the color of {node}."
        )

    def reason_for_color(self, node: str, color: str) -> str:
        if self.problem.owner.get(node, self.me) != self.me:
            return f"{node} is yours: I know only what you tell me. {self.cheapest_colors(node)}"
        node = node or next(iter(changes(self.seen.colors, self.colors)), "")
        if not node:
            return "I did not change anything in this turn."
        now = self.colors[node]
        if node in self.seen.fixed:
            return cannot_change(self.seen, node, self.to)
        if wish := self.requester(node):
            return f"{node} is {now} because {wish}."
        others = [color] if color not in ("", now) else [c for c in self.problem.colors if c != now]
        reasons = ", and ".join(self.why_not(node, other) for other in others)
        clash = self.clashing_nodes(node, now)
        still = f" It clashes with {join_and(clash)}, but the other colors are no better." if clash else ""
        return f"{node} is {now} because {reasons}.{still}"

    def requester(self, node: str) -> str:
        """Say who asked for a node's present color; empty if nobody did."""
        wish = self.seen.asked.get(node) or self.seen.granted.get(node)
        met = wish is not None and wish.met_by(self.colors[node])
        return f"{'you' if wish.by == self.to else wish.by} asked for it" if wish and met else ""

    def why_not(self, node: str, color: str) -> str:
        """Say why a node does not have this color."""
        if clash := self.clashing_nodes(node, color):
            return f"{color} would clash with {join_and(clash)}"
        reach = lowest_penalty(self.seen, {node: color})
        if reach > self.penalty:
            return f"with {color} {at_least_text(reach)}"
        points, now = self.problem.preferences[node], self.colors[node]
        if points[color] < points[now]:
            return f"{now} is worth {counted(points[now], 'point')} to me and {color} {number(points[color])}"
        return f"{color} would be no better"

    def clashing_nodes(self, node: str, color: str) -> list[str]:
        return [other for other in self.problem.adjacent[node] if self.around.get(other) == color]

    def cheapest_colors(self, node: str) -> str:
        """List the colors of a node that cost this owner least."""
        if node in self.seen.fixed:
            return cannot_change(self.seen, node, self.to)
        can, reach, least = (
            self._start_of_can_be(node),
            self._penalty_by_color(node),
            min(self._penalty_by_color(node).values()),
        )
        good = [color for color, penalty in reach.items() if penalty == least]
        if len(good) == len(reach):
            return f"{can} {join_or(good)}: it makes no difference to me."
        bad = [
            f"with {join_or([color for color, each in reach.items() if each == penalty])} {at_least_text(penalty)}"
            for penalty in sorted({*reach.values()} - {least})
        ]
        return f"{can} {join_or(good)}: I could have {amount(least)}, but {join_and(bad)}."

    def _start_of_can_be(self, node: str) -> str:
        return f"{node} can be" if node in self.colors else f"For me {node} can be"

    def _penalty_by_color(self, node: str) -> dict[str, float]:
        """Return the lowest reachable penalty for each color of a node."""
        return {color: lowest_penalty(self.seen, {node: color}) for color in self.problem.colors}

    def can_be(self, node: str, color: str) -> str:
        if self.seen.fixed.get(node, color) != color:
            return cannot_change(self.seen, node, self.to)
        reach, now = self._penalty_by_color(node), self.around.get(node)
        least = min(reach.values())
        if now == color:
            return f"{node} is {now} now, {'and that suits me' if reach[color] == least else 'but that costs me'}."
        start = f"{node} is {now} now, and" if node in self.colors and now else "For me"
        if reach[color] == least:
            return f"{start} {node} can be {color}: {self.consequence({node: color})}."
        good = join_or([other for other, penalty in reach.items() if penalty == least])
        clash = self.clashing_nodes(node, color) if node in self.colors else []
        reason = f"{color} would clash with {join_and(clash)}, and " if clash else ""
        cost = f"{reason}{at_least_text(reach[color])}, while with {good} I could have {amount(least)}"
        return (
            f"{start} {color} does not suit me: {cost}."
            if node in self.colors
            else f"{node} {color} does not suit me: {cost}."
        )

    def what_if(self, node: str, color: str) -> str:
        if not color:
            return f"{self.reported_color(node)} {self.cheapest_colors(node)}"
        if self.seen.fixed.get(node, color) != color:
            return cannot_change(self.seen, node, self.to)
        return f"With {node} {color} {self.consequence({node: color})}."

    def consequence(self, supposed: Coloring) -> str:
        """State this owner's lowest penalty if some nodes had these colors, and the own changes that it needs."""
        own = self.problem.owned(self.me, supposed)
        known = self.seen.believed | {node: color for node, color in supposed.items() if node not in own}
        now = self.colors | own
        as_is = judge(self.problem, self.me, now, known).penalty
        found = best_if(self.seen, supposed)
        reach = self.problem.conflict_penalty * found.conflicts
        if as_is <= reach:
            still = "still " if as_is == self.penalty else ""
            return f"I would change nothing else and {still}have {amount(as_is)}"
        fewest = next(self._single_changes(now, known, set(own), reach), changes(now, found.colors))
        return f"I would make {join_and(word_pairs(fewest))}, and have {amount(reach)}"

    def _single_changes(self, now: Coloring, known: Coloring, held: set[str], reach: float) -> Iterator[Coloring]:
        """Yield changes of a single node that reach the same penalty as the best coloring; they are shorter to say."""
        for node in [n for n in now if n not in held and n not in self.seen.fixed]:
            for color in self.problem.colors:
                if judge(self.problem, self.me, {**now, node: color}, known).penalty == reach:
                    yield {node: color}

    def nodes_of_color(self, color: str) -> str:
        """Say which own nodes have a color, and why others at the border do not have it."""
        have = [node for node, now in self.colors.items() if now == color]
        border = [node for node in self.problem.boundary(self.me, self.to) if node not in have]
        not_there = [f"{node} is not, because {self._why_not_color(node, color)}" for node in border[:MOST_LISTED]]
        with_it = f"{join_and(have)} {'is' if len(have) == 1 else 'are'} {color}" if have else f"I do not use {color}"
        return f"{'; '.join([with_it, *not_there])}."

    def _why_not_color(self, node: str, color: str) -> str:
        return f"it is locked to {self.seen.fixed[node]}" if node in self.seen.fixed else self.why_not(node, color)

    def locked_nodes(self, node: str) -> str:
        if node in self.colors:
            return (
                self.cheapest_colors(node)
                if node in self.seen.fixed
                else f"{node} is not locked. {self.cheapest_colors(node)}"
            )
        locked = [f"{each} is locked to {color}" for each, color in self.seen.locked.items()]
        others = [each for each in self.colors if each not in self.seen.fixed]
        rest = f"I can still change {join_and(others)}" if others else "I can change nothing else"
        return f"{join_and(locked) or 'None of my nodes is locked'}. {rest}."

    def linked_nodes(self, node: str) -> str:
        if node:
            return f"{node} touches {join_and(self.problem.adjacent[node]) or 'no other node'}."
        edges = [
            f"{u}–{v}" for u, v in self.problem.edges if {self.problem.owner[n] for n in (u, v)} == {self.me, self.to}
        ]
        return f"Between us these nodes are linked: {', '.join(edges)}." if edges else "None of our nodes are linked."


def describe_state(conflicts: Sequence[tuple[str, str]], penalty: float, uncolored: int) -> str:
    """Write an owner's conflicts and penalty."""
    if conflicts:
        pairs = ", ".join(f"{u}–{v}" for u, v in conflicts)
        return f"I have {counted(len(conflicts), 'conflict')} ({pairs}): my penalty is {number(penalty)}."
    return f"{uncolored} of my nodes have no color yet." if uncolored else "I have no conflicts."


def cannot_change(seen: Observation, node: str, to: str) -> str:
    """Say why an own node keeps its color: it is locked or promised."""
    if node not in seen.held:
        return f"{node} is locked to {seen.fixed[node]}: I can't change it."
    holders = join_and(["you" if name == to else name for name in sorted(seen.promised_to(node))])
    return f"{node} stays {seen.held[node]}: I promised it to {holders}."


def amount(penalty: float) -> str:
    return f"a penalty of {number(penalty)}" if penalty else "no conflicts"
