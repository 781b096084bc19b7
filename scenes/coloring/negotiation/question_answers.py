"""Step 9 of an owner's turn, for questions: short answers with reasons, from exact search."""

from collections.abc import Iterator, Sequence

from scenes.coloring.negotiation.reach import best_if, clashes_inside, lowest_penalty
from scenes.coloring.problem.graph import Coloring, changes, color_words, join_and, join_or, number
from scenes.coloring.problem.penalty import judge
from scenes.coloring.rules.observation import Observation
from scenes.coloring.talk.speech import Question

MOST_OFFERED = 3
"""Maximum colors that an answer offers."""


class Answers:
    """Writes an owner's answers to another owner's questions, given the colors that it has chosen."""

    def __init__(self, seen: Observation, colors: Coloring, to: str, *, proposes: bool = False) -> None:
        self.proposes = proposes
        self.seen, self.colors, self.to = seen, colors, to
        self.problem, self.me = seen.problem, seen.name
        self.around = {**seen.believed, **colors}
        self.verdict = judge(self.problem, self.me, colors, seen.believed)
        self.penalty = self.verdict.penalty

    def answer(self, asked: Question, direct: bool) -> str:
        """Answer one question; empty if it is for another owner to answer."""
        owner = self.problem.owner.get(asked.node, self.me)
        touches = any(other in self.colors for other in self.problem.adjacent.get(asked.node, ()))
        concerned = owner == self.me or asked.node in self.colors or touches
        if not direct and asked.node and not concerned:
            return ""
        if owner not in (self.me, self.to) and asked.about in ("what", "why"):
            return self._of_another(asked.node, owner) if direct else ""
        match asked.about:
            case "what":
                return self._what(asked.node)
            case "why":
                return self._why(asked.node, asked.color)
            case "can" | "if" if not concerned:
                effect = "nothing changes for me" if asked.about == "if" else "any color of it is fine for me"
                return f"{asked.node} does not touch my nodes: {effect}."
            case "can" if asked.color:
                return self._whether(asked.node, asked.color)
            case "can":
                return self._which(asked.node)
            case "would":
                return self._would(asked.give | asked.want)
            case "price":
                return self._price(asked.node, asked.color)
            case "trade":
                return self._trade()
            case "if" if self.seen.fixed.get(asked.node, asked.color) != asked.color:
                return cannot_change(self.seen, asked.node, self.to)
            case "if":
                return f"W{self._by({asked.node: asked.color})[1:]}."
            case "do":
                return self._advice()
            case "fine":
                return self._state()
            case _:
                return self._promised()

    def _of_another(self, node: str, owner: str) -> str:
        known = self.seen.known.get(node)
        report = f"{node} was {known.color} when I was told, in turn {known.turn}. " if known else ""
        return f"{report}{node} is {owner}'s: ask {owner}."

    def _what(self, node: str) -> str:
        if not node:
            return f"I have {color_words(self.colors)}."
        if node in self.colors:
            locked = node in self.seen.fixed and node not in self.seen.held
            return f"{node} is {self.colors[node]}{', and locked' if locked else ''}."
        known = self.seen.known.get(node)
        return f"You told me {node} is {known.color}, in turn {known.turn}." if known else f"Nobody told me {node}."

    def _why(self, node: str, color: str) -> str:
        if self.problem.owner.get(node, self.me) != self.me:
            return f"{node} is yours: I only know what you tell me."
        node = node or next(iter(changes(self.seen.colors, self.colors)), "")
        if not node:
            return f'I did not change anything. Ask me of a node: "why {next(iter(self.colors))}?"'
        now = self.colors[node]
        if node in self.seen.fixed:
            return cannot_change(self.seen, node, self.to)
        wish = self.seen.asked.get(node) or self.seen.granted.get(node)
        if wish and wish.met_by(now):
            return f"{node} is {now} because {'you' if wish.by == self.to else wish.by} asked for it."
        others = [c for c in self.problem.colors if c != now and color in ("", c, now)]
        reasons = [f"not {other}, because {self._against(node, other)}" for other in others]
        clash = self._clashing(node, now)
        still = f" It clashes with {join_and(clash)}: the other colors are no better." if clash else ""
        return f"{node} is {now}, {'; '.join(reasons)}.{still}"

    def _against(self, node: str, color: str) -> str:
        """Say why a node does not have this color."""
        clash = self._clashing(node, color)
        if clash:
            return f"{color} would clash with {join_and(clash)}"
        reach = self._reach({node: color})
        if reach > self.penalty:
            return f"with {color} I could not get below {number(reach)}"
        points, now = self.problem.preferences[node], self.colors[node]
        if points[color] < points[now]:
            return f"{now} is worth {number(points[now])} to me and {color} {number(points[color])}"
        return f"I see no gain in {color}"

    def _clashing(self, node: str, color: str) -> list[str]:
        return [other for other in self.problem.adjacent[node] if self.around.get(other) == color]

    def _which(self, node: str) -> str:
        """List the cheapest colors of a node for this owner."""
        if node in self.seen.fixed:
            return cannot_change(self.seen, node, self.to)
        reach = {color: self._reach({node: color}) for color in self.problem.colors}
        least = min(reach.values())
        good = [color for color, penalty in reach.items() if penalty == least]
        bad = [f"with {color} not below {number(penalty)}" for color, penalty in reach.items() if penalty > least]
        return f"For me {node} can be {join_or(good)}: I can reach {number(least)}{''.join(f', {b}' for b in bad)}."

    def _whether(self, node: str, color: str) -> str:
        if self.seen.fixed.get(node, color) != color:
            return f"No: {cannot_change(self.seen, node, self.to)}"
        reach = {other: self._reach({node: other}) for other in self.problem.colors}
        least = min(reach.values())
        if reach[color] == least:
            return f"Yes: {self._by({node: color})}."
        good = join_or([other for other, penalty in reach.items() if penalty == least])
        worst = number(reach[color])
        return f"No: with {node} {color} I could not get below {worst}; {good} would let me reach {number(least)}."

    def _by(self, supposed: Coloring) -> str:
        """Say what this owner could reach if some nodes had these colors, and by which own changes."""
        own = self.problem.owned(self.me, supposed)
        known = self.seen.believed | {node: color for node, color in supposed.items() if node not in own}
        as_is = judge(self.problem, self.me, self.colors | own, known).penalty
        found = best_if(self.seen, supposed)
        reach = self.problem.conflict_penalty * found.conflicts
        if as_is <= reach:
            return f"with {color_words(supposed)} I could leave the rest as it is, at {number(as_is)}"
        now = self.colors | own
        fewest = next(self._single(now, known, set(own), reach), changes(now, found.colors))
        return f"with {color_words(supposed)} I could reach {number(reach)}, by {color_words(fewest)}"

    def _single(self, now: Coloring, known: Coloring, held: set[str], reach: float) -> Iterator[Coloring]:
        """Yield changes of a single node that do as well as the best coloring; they are shorter to say."""
        for node in [n for n in now if n not in held and n not in self.seen.fixed]:
            for color in self.problem.colors:
                if judge(self.problem, self.me, {**now, node: color}, known).penalty == reach:
                    yield {node: color}

    def _would(self, terms: Coloring) -> str:
        """Say whether this owner would accept a trade, by exact search."""
        own = {node: color for node, color in terms.items() if node in self.seen.fixed}
        if held := next((node for node, color in own.items() if self.seen.fixed[node] != color), ""):
            return f"No: {cannot_change(self.seen, held, self.to)}"
        least, traded = self._reach({}), self._reach(terms)
        if traded > least:
            words = color_words(terms)
            return f"No: with {words} I could not get below {number(traded)}; otherwise I reach {number(least)}."
        return f"Yes, I would: {self._by(terms)}."

    def _price(self, node: str, color: str) -> str:
        """Say how much penalty a color would add for this owner."""
        if self.seen.fixed.get(node, color) != color:
            return f"I can't: {cannot_change(self.seen, node, self.to)}"
        loss = self._reach({node: color}) - self._reach({})
        if loss > 0:
            return f"{node} {color} would cost me {number(loss)} points of penalty at least."
        return f"Nothing: {self._by({node: color})}."

    def _trade(self) -> str:
        """Say which own changes cost nothing, else offer a trade; unless it offers one, add this owner's needs."""
        least = self._reach({})
        mine, theirs = (self._changes(*pair) for pair in ((self.me, self.to), (self.to, self.me)))
        free = [color_words(give) for give in mine if self._reach(give) <= least]
        trades = ((give, want) for give in mine for want in theirs if self._reach(give | want) <= least)
        needs = self._advice() if self.penalty else ""
        if free:
            return f"I could give you {join_or(free[:MOST_OFFERED])} at no cost. {needs}".strip()
        give, want = next(trades, ({}, {}))
        can = (
            f"If you make {color_words(want)}, I could make {color_words(give)}."
            if give
            else "I can give nothing without a loss."
        )
        return can if give else f"{can} {needs}".strip()

    def _changes(self, owner: str, other: str) -> list[Coloring]:
        """Return other colors of single nodes of an owner next to another; locked and promised nodes are left out."""
        held, now = self.seen.refused | self.seen.fixed, self.around
        nodes = [node for node in self.problem.boundary(owner, other) if node not in held]
        found = [{node: color} for node in nodes for color in self.problem.colors if now.get(node) != color]
        return [each for each in found if not clashes_inside(self.seen, each)]

    def _advice(self) -> str:
        if self.proposes:
            return ""
        if not self.penalty:
            return "Nothing for me: I have no conflict."
        alone = self._reach({})
        if not alone:
            return "Nothing for me: I can reach 0 by myself."
        mine = [node for node in self.problem.boundary(self.to, self.me) if node not in self.seen.refused]
        reach = {
            (node, color): self._reach({node: color})
            for node in mine
            for color in self.problem.colors
            if self.seen.believed.get(node) != color and not self._clash_of(node, color)
        }
        if not reach or min(reach.values()) >= alone:
            return f"No single node of yours would help me: I have {number(self.penalty)}."
        (node, color), least = min(reach.items(), key=lambda item: item[1])
        return f"Make {node} {color}, if you can: I could reach {number(least)}; now I have {number(self.penalty)}."

    def _clash_of(self, node: str, color: str) -> bool:
        """Return True if the color would clash with another owner's node, by known colors."""
        others = (n for n in self.problem.adjacent[node] if n not in self.colors)
        return any(self.seen.believed.get(other) == color for other in others)

    def _state(self) -> str:
        """Say whether this side is satisfied; the reply adds the figures."""
        return "Yes." if self.verdict.satisfied else "No."

    def _promised(self) -> str:
        held = {n: a for n, a in (self.seen.granted | self.seen.asked).items() if a.by == self.to}
        offered = {node for offer in self.seen.offers if offer.running for node in offer.due(self.me)}
        holds = {n: a for n, a in held.items() if a.met_by(self.colors[n]) and n not in offered}
        met = [f"{n} {a.color or f'not {join_or(a.avoid)}'}" for n, a in holds.items()]
        running = [o for o in self.seen.offers if o.running and self.to in (o.by, o.to)]
        out = [f"Offer {o.number} holds: {o.terms()}." for o in running]
        out += [f"You asked me for {join_and(met)}, and that holds."] if met else []
        return " ".join(out) or "I promised you nothing that holds now."

    def _reach(self, supposed: Coloring) -> float:
        """Return the lowest penalty with the reported colors and these."""
        return lowest_penalty(self.seen, supposed)


def cannot_change(seen: Observation, node: str, to: str) -> str:
    """Say why an own node keeps its color: it is locked or promised."""
    if node not in seen.held:
        return f"{node} is locked to {seen.fixed[node]}: I can't change it."
    holders = join_and(["you" if name == to else name for name in sorted(seen.promised_to(node))])
    return f"{node} stays {seen.held[node]}: I promised it to {holders}."


def answers(seen: Observation, colors: Coloring, to: str, *, proposes: bool = False) -> Sequence[str]:
    """Answer each question that `to` has asked since this owner's last turn."""
    own = Answers(seen, colors, to, proposes=proposes)
    heard = [h for h in seen.heard if h.by == to]
    out = [own.answer(asked, h.direct) for h in heard for asked in h.asks]
    if any(h.question and not (h.asks or h.greets) for h in heard):
        node = next(iter(colors))
        out.append(f"I'm not sure what you are asking. Is it about {node}, or about what I need?")
    return [each for each in dict.fromkeys(out) if each]
