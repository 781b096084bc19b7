"""A brute-force check of what agents of coloring say, from what they know; it lists the false sentences."""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from core.engine.agents import Agent
from core.engine.casting import prepare
from core.engine.events import Event
from core.engine.turn import Turn
from scenes.coloring.actions import Action, Color, Move, Pass, Satisfied, Say
from scenes.coloring.bots.decision import Chances
from scenes.coloring.bots.rule_based import Chatty, ClusterAgent, plan
from scenes.coloring.negotiation.offers import Proposed
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.rules.observation import Observation
from scenes.coloring.talk.speech import Deal
from tests.core.table import play, run_of

PAIR = r"[a-z]+\d+ (?:to |on )?[a-z]+"
PAIRS = rf"{PAIR}(?:(?:, | and ){PAIR})*"
NUMBER = r"(\d+(?:\.\d+)?)"
FALL = rf"my penalty could fall from {NUMBER} to {NUMBER}"
REACH = re.compile(rf"[Ww]ith ({PAIRS}) (?:my penalty could fall from {NUMBER} to|it could be) {NUMBER}")
WOULD_HELP = re.compile(rf"my penalty is [\d.]+\. With ({PAIRS}) it could be {NUMBER}")
ASK = re.compile(rf"Please make ({PAIRS})(?:, if you can)?\.(?: .*?Then {FALL})?")
NOT_BELOW = re.compile(rf"with ({PAIRS}) my penalty would be at least {NUMBER}")
LEAVE = re.compile(
    rf"[Ww]ith ({PAIRS}) I would change nothing else and (?:still )?have (no conflicts|a penalty of {NUMBER})"
)
MAKE = re.compile(rf"[Ww]ith ({PAIRS}) I would make ({PAIRS}), and have (no conflicts|a penalty of {NUMBER})")
COULD = re.compile(
    rf"([a-z]+\d+) can be ([a-z]+)(?:(?:, | or )[a-z]+)*: I could have (no conflicts|a penalty of {NUMBER})"
)
FREE = re.compile(rf"Nothing: with ({PAIRS}) ")
BARGAIN = re.compile(rf"If you make ({PAIRS}),")
NOW = re.compile(rf"penalty could fall from {NUMBER}")
CLASH = re.compile(rf"my penalty is {NUMBER}")
LOCKED = re.compile(r"(?:([a-z]+\d+) is locked to ([a-z]+)|([a-z]+\d+) is ([a-z]+), and locked)")
REFUSED = re.compile(r"([a-z]+\d+) is locked as ([a-z]+)")
PROMISED = re.compile(r"([a-z]+\d+) stays [a-z]+: I promised it to")
PART = re.compile(rf"I do my part of offer \d+: ({PAIRS})\.")
OBEYED = re.compile(r"([a-z]+\d+) (?:stays|is now) ([a-z]+), as you asked")
BROKE = re.compile(r"I went back on ([a-z]+\d+) ")


class Spoken(NamedTuple):
    """A message of an agent, with the agent's observation and move."""

    seen: Observation
    move: Move
    to: str
    text: str


class Finding(NamedTuple):
    """A false sentence."""

    rule: str
    text: str
    by: str
    turn: int
    truth: str


# -- games


class _Listened:
    """A mixin that keeps an owner's observations and moves."""

    def __init__(self) -> None:
        self.moves: list[tuple[Observation, Move]] = []

    def keep(self, seen: Observation, move: Move) -> Move:
        self.moves.append((seen, move))
        return move


class Rules(ClusterAgent, _Listened):
    """A rule-based owner that keeps its moves."""

    def decide(self, seen: Observation, chance: Chances) -> Move:
        return self.keep(seen, super().decide(seen, chance))


class Words(Chatty, _Listened):
    """An owner in everyday words that keeps its moves."""

    def decide(self, seen: Observation, chance: Chances) -> Move:
        return self.keep(seen, super().decide(seen, chance))


class Asker(Agent):
    """A stand-in for a human: mostly colors by exact search, and makes a variety of statements and requests."""

    def __init__(self) -> None:
        self.todo: list[Action | str] = []

    def act(self, turn: Turn) -> Action | str:
        if not self.todo:
            self.todo = list(_turn(turn.observation, turn.chance))
        return self.todo.pop(0)


SAID = (
    "please make {n} {c}",
    "@{o} why {n}?",
    "@{o} what should I do?",
    "@{o} would you accept {m} {d} for {n} {c}?",
    "@{o} what would {n} {c} cost you?",
    "@{o} what can you offer me?",
    "@{o} which of your nodes are locked?",
    "@{o} what if {n} is {c}?",
    "@{o} what if {m} is {d}?",
    "@{o} can {n} be {c}?",
    "@{o} which colors can {m} take?",
    "@{o} is all fine?",
    "@{o} what did you promise?",
    "please always make {n} {c}",
    "if you make {n} {c}, I make {m} {d}",
    "keep {n}",
    "deal",
    "{n} is free again",
    "@{o} I take back my offer",
    "hello",
    "what is {n}?",
)


def _turn(seen: Observation, chance: Chances) -> Iterator[Action | str]:
    draw, problem = chance("person"), seen.problem
    made = plan(seen, chance)
    moved = made.move(seen).colors
    if draw.random() < 0.4:
        moved |= {draw.choice([n for n in made.decision.colors if n not in seen.fixed]): draw.choice(problem.colors)}
    yield from [Color(n, c) for n, c in moved.items()]
    for _ in range(draw.below(4)):
        other = draw.choice(problem.neighbors[seen.name])
        say: str = draw.choice(SAID)
        yield Say(
            say.format(
                o=other,
                n=draw.choice(problem.boundary(other, seen.name)),
                m=draw.choice(problem.boundary(seen.name, other)),
                c=draw.choice(problem.colors),
                d=draw.choice(problem.colors),
            )
        )
    yield Satisfied() if draw.random() < 0.2 else Pass()


async def spoken(seed: int, kind: type[Rules] | type[Words], **options: Any) -> tuple[list[Spoken], list[Event]]:
    """Play a game in which H talks with two owners; return their messages and all events."""
    header = prepare("coloring", {"max_turns": 30, **options}, {}, seed)
    agents = {name: kind() for name in header.cast if name != "H"}
    events = await play(run_of(header, {**agents, "H": Asker()}))
    out = [
        Spoken(seen, move, message.to, message.text())
        for agent in agents.values()
        for seen, move in agent.moves
        for message in move.messages
        if message.text()
    ]
    return out, events


# -- truth


def false_sentences(said: Spoken) -> Iterator[Finding]:
    """Yield the sentences of a message that are false, judged by all that its speaker can know."""
    facts = _Facts(said)
    for rule, truth in facts.check(said.text):
        yield Finding(rule, said.text, said.seen.name, said.seen.turn, truth)


class _Facts:
    """The speaker's knowledge after the move that sends the message."""

    def __init__(self, said: Spoken) -> None:
        self.seen, self.to = said.seen, said.to
        self.problem: Problem = said.seen.problem
        self.me = said.seen.name
        self.known = said.seen.believed
        self.after = said.seen.colors | said.move.colors
        self.answers = {answer.number: getattr(answer, "state", "honored") for answer in said.move.answers}
        self.held = self._held()
        self.price = self.problem.conflict_penalty

    def _held(self) -> Coloring:
        """Return the own nodes that a promise binds, with their colors."""
        held: Coloring = {}
        for offer in self.seen.offers:
            runs = offer.running or self.answers.get(offer.number) == "accepted"
            if runs and self.answers.get(offer.number) != "broken":
                nodes = (*offer.due(self.me), *offer.forbidden_colors(self.me))
                held |= {n: self.after[n] for n in nodes if n in self.after}
        return held

    def penalty(self, colors: Mapping[str, str]) -> float:
        around = {**self.known, **colors}
        clashes = [e for e in self.problem.edges_of(self.me) if e[0] in around and around.get(e[1]) == around[e[0]]]
        return self.price * len(clashes)

    def lowest(self, given: Mapping[str, str], fixed: Mapping[str, str]) -> float:
        """Return the lowest penalty with these colors, by trying all colorings."""
        own = {n: c for n, c in given.items() if self.problem.owner[n] == self.me}
        known = {**self.known, **{n: c for n, c in given.items() if n not in own}}
        fixed = {**fixed, **own}
        free = [node for node in self.problem.clusters[self.me] if node not in fixed]
        edges = self.problem.edges_of(self.me)
        least = len(edges)
        for colors in product(self.problem.colors, repeat=len(free)):
            around = {**known, **fixed, **dict(zip(free, colors, strict=True))}
            least = min(least, sum(u in around and around.get(v) == around[u] for u, v in edges))
        return self.price * least

    def reaches(self, given: Mapping[str, str]) -> set[float]:
        """Return the lowest penalties without and with all promises kept; locks hold in both."""
        fixed = self.seen.fixed
        return {self.lowest(given, fixed), self.lowest(given, {**self.held, **fixed})}

    def check(self, text: str) -> Iterator[tuple[str, str]]:
        for found in REACH.finditer(text):
            yield from self._reach("reach", _pairs(found[1]), float(found[3]))
        for found in ASK.finditer(text):
            yield from self._proper("ask", _pairs(found[1]))
            if found[3]:
                yield from self._reach("ask", _pairs(found[1]), float(found[3]))
                yield from self._helps("ask", float(found[3]))
        for found in BARGAIN.finditer(text):
            yield from self._proper("deal", _pairs(found[1]))
        for found in NOT_BELOW.finditer(text):
            if float(found[2]) > max(can := self.reaches(_pairs(found[1]))):
                yield "not below", f"{found[0]}: {can}"
        for found in LEAVE.finditer(text):
            if float(found[3] or 0) != (now := self.penalty({**self.after, **_pairs(found[1])})):
                yield "leave", f"{found[0]}: {now}"
        for found in MAKE.finditer(text):
            if float(found[4] or 0) != (now := self.penalty({**self.after, **_pairs(found[1]), **_pairs(found[2])})):
                yield "make", f"{found[0]}: {now}"
        for found in COULD.finditer(text):
            yield from self._reach("could", {found[1]: found[2]}, float(found[4] or 0), proper=False)
        for found in FREE.finditer(text):
            if min(self.reaches(_pairs(found[1]))) > max(self.reaches({})):
                yield "free", found[0]
        for rule in (NOW, CLASH):
            for found in rule.finditer(text):
                if float(found[1]) != self.penalty(self.after):
                    yield "now", f"{found[0]}: {self.penalty(self.after)}"
        if re.search(r"I have no conflicts[.,]", text) and self.penalty(self.after):
            yield "now", f"penalty {self.penalty(self.after)}"
        for found in WOULD_HELP.finditer(text):
            yield from self._helps("reach", float(found[2]))
        yield from self._deeds(text)

    def _reach(self, rule: str, given: Coloring, value: float, proper: bool = True) -> Iterator[tuple[str, str]]:
        if proper:
            yield from self._proper(rule, given)
        if value not in (can := self.reaches(given)):
            yield rule, f"reaches {can}, not {value}"

    def _helps(self, rule: str, value: float) -> Iterator[tuple[str, str]]:
        if value >= (alone := self.lowest({}, {**self.held, **self.seen.fixed})):
            yield f"{rule} for nothing", f"it reaches {alone} by itself"

    def _proper(self, rule: str, given: Coloring) -> Iterator[tuple[str, str]]:
        """Check that the colors proposed for the hearer do not clash with each other."""
        theirs = {n: c for n, c in given.items() if self.problem.owner[n] == self.to}
        if clash := self.problem.conflicts({**_of(self.seen.refused, self.problem, self.to), **theirs}):
            yield f"{rule} clashes", f"{clash} would have one color"

    def _deeds(self, text: str) -> Iterator[tuple[str, str]]:
        for rule in (LOCKED, REFUSED):
            for found in rule.finditer(text):
                node, color = (part for part in found.groups() if part)
                if self.seen.fixed.get(node) != color:
                    yield "locked", f"{node} is not locked to {color}: {self.held.get(node)}"
        for found in PROMISED.finditer(text):
            if found[1] not in self.held:
                yield "promised", f"{found[1]} is not promised"
        for found in PART.finditer(text):
            part = _pairs(found[1])
            if any(self.after.get(node) != color for node, color in part.items()):
                yield "part", f"{part}, but {self.after}"
        for found in OBEYED.finditer(text):
            if self.after.get(found[1]) != found[2]:
                yield "obeyed", f"{found[1]} is {self.after.get(found[1])}"
        for found in BROKE.finditer(text):
            broken = [o for o in self.seen.offers if o.state == "broken" and o.turn >= self.seen.moved]
            theirs = [o for o in broken if o.why.startswith(f"{self.to} ")]  # since the speaker's last turn
            if any(found[1] in (*offer.due(self.me), *offer.forbidden_colors(self.me)) for offer in theirs):
                yield "went back", f"{self.to} broke the promise about {found[1]}"
            elif found[1] not in self.seen.granted:
                yield "went back", f"{found[1]} was not granted"


def _of(colors: Mapping[str, str], problem: Problem, owner: str) -> Coloring:
    return {node: color for node, color in colors.items() if problem.owner[node] == owner}


def _pairs(text: str) -> Coloring:
    return dict(re.findall(r"([a-z]+\d+) (?:to |on )?([a-z]+)", text))


def false_offers(events: list[Event], problem: Problem) -> Iterator[str]:
    """Yield offers that ask for the same color at two joined nodes of one owner."""
    for event in events:
        if isinstance(event.data, Proposed) and (clash := problem.conflicts(event.data.want)):
            offered = Deal(event.data.give, event.data.want).sentence()
            yield f"turn {event.turn}: {event.agent} offers {offered}: {clash}"
