"""Step 9 of an owner's turn, for questions: short answers with reasons, from exact search."""

from collections.abc import Iterator, Sequence
from typing import Literal

from core.text import capitalized
from scenes.coloring.negotiation.bargaining import answer_to, describe_broken_promises, temper_towards
from scenes.coloring.negotiation.commitments import account
from scenes.coloring.negotiation.demands import deal_for
from scenes.coloring.negotiation.offers import Offer
from scenes.coloring.negotiation.reach import at_least, best_if, clashes_inside, loss_if, lowest_penalty
from scenes.coloring.problem.graph import Coloring, changes, color_words, counted, join_and, join_or, number, word_pairs
from scenes.coloring.problem.penalty import judge
from scenes.coloring.rules.observation import Observation
from scenes.coloring.talk.speech import Deal, Question

Proposal = Literal["", "request", "deal"]
MOST_OFFERED = 3
"""Maximum colors, nodes or other parts that an answer lists."""


class Answers:
    """Writes an owner's answers to another owner's questions, given the colors that it has chosen.

    If the rest of the message `proposes` a request or a deal, the answers propose nothing else.
    """

    def __init__(self, seen: Observation, colors: Coloring, to: str, *, proposes: Proposal = "") -> None:
        self.proposes = proposes
        self.seen, self.colors, self.to = seen, colors, to
        self.problem, self.me = seen.problem, seen.name
        self.around = {**seen.believed, **colors}
        self.verdict = judge(self.problem, self.me, colors, seen.believed)
        self.penalty = self.verdict.penalty

    def answer(self, asked: Question, direct: bool) -> str:
        """Answer one question; empty if it is for another owner to answer."""
        node, color = asked.node, asked.color
        owner = self.problem.owner.get(node, self.me)
        concerned = owner == self.me or any(other in self.colors for other in self.problem.adjacent.get(node, ()))
        if not direct and node and not concerned:
            return ""
        if owner not in (self.me, self.to) and asked.about in ("what", "why"):
            return self._of_another(node, owner) if direct else ""
        if asked.about in ("what", "can", "if", "price") and not concerned:
            return f"{node} does not touch my nodes, so any color of it is fine for me."
        match asked.about:
            case "what":
                return self._what(node)
            case "why":
                return self._why(node, color)
            case "can":
                return self._whether(node, color) if color else self._which(node)
            case "if":
                return self._if(node, color or self.around.get(node, ""))
            case "price":
                return self._price(node, color)
            case "would":
                return self._would(asked.give, asked.want)
            case "swap":
                return self._swap(node, asked.other)
            case "color":
                return self._of_color(color)
            case "locked":
                return self._locked(node)
            case "linked":
                return self._linked(node)
            case "do":
                return self._advice()
            case "trade":
                return self._trade()
            case "clash":
                return self._remedy(node)
            case "heard":
                return self._heard_of(asked.other)
            case "known":
                return self._known()
            case "promised":
                return self._promised()
            case "refused":
                return self._refused()
            case "trust":
                return self._trust()
            case "plan":
                return self._plan(node)
            case "values":
                return (
                    f"I want a coloring without conflicts: each one costs me {self._unit}, whichever node it is at. "
                    "Points for colors only break ties."
                )
            case "points":
                return f"My colors are worth {number(self.problem.score(self.colors))} points to me. {self.state()}"
            case "self":
                return f"I am a bot, and I play {self.me}: I color {join_and([*self.colors])}."
            case "rules":
                rule = "Each of us colors only its own nodes, and linked nodes should differ"
                return f"{rule}: each conflict costs its owners {self._unit}."
            case "fine":
                return self.state() if self.penalty or self.verdict.uncolored else f"I am satisfied: {self.state()}"

    @property
    def _unit(self) -> str:
        return f"{number(self.problem.conflict_penalty)} points"

    def state(self) -> str:
        """Say whether this owner is satisfied, with its conflicts and its penalty."""
        return describe_state(self.verdict.conflicts, self.penalty, self.verdict.uncolored)

    # -- nodes and colors

    def _of_another(self, node: str, owner: str) -> str:
        known = self.seen.known.get(node)
        report = f"{owner} last told me that {node} is {known.color} (turn {known.turn}). " if known else ""
        return f"{report}{node} is {owner}'s, so please ask {owner}."

    def _what(self, node: str) -> str:
        if not node:
            return f"I have {join_and(word_pairs(self.colors))}."
        if node in self.colors:
            return f"{node} is {self.colors[node]}{', and locked' if node in self.seen.locked else ''}."
        return f"{self._reported(node)} {self._which(node)}"

    def _reported(self, node: str) -> str:
        known = self.seen.known.get(node)
        return (
            f"You told me in turn {known.turn} that {node} is {known.color}."
            if known
            else f"You have not told me the color of {node}."
        )

    def _why(self, node: str, color: str) -> str:
        if self.problem.owner.get(node, self.me) != self.me:
            return f"{node} is yours: I know only what you tell me. {self._which(node)}"
        node = node or next(iter(changes(self.seen.colors, self.colors)), "")
        if not node:
            return "I did not change anything in this turn."
        now = self.colors[node]
        if node in self.seen.fixed:
            return cannot_change(self.seen, node, self.to)
        if wish := self.wish(node):
            return f"{node} is {now} because {wish}."
        others = [color] if color not in ("", now) else [c for c in self.problem.colors if c != now]
        reasons = ", and ".join(self.against(node, other) for other in others)
        clash = self._clashing(node, now)
        still = f" It clashes with {join_and(clash)}, but the other colors are no better." if clash else ""
        return f"{node} is {now} because {reasons}.{still}"

    def wish(self, node: str) -> str:
        """Say who asked for the color that a node has; empty if nobody did."""
        wish = self.seen.asked.get(node) or self.seen.granted.get(node)
        met = wish is not None and wish.met_by(self.colors[node])
        return f"{'you' if wish.by == self.to else wish.by} asked for it" if wish and met else ""

    def against(self, node: str, color: str) -> str:
        """Say why a node does not have this color."""
        if clash := self._clashing(node, color):
            return f"{color} would clash with {join_and(clash)}"
        reach = lowest_penalty(self.seen, {node: color})
        if reach > self.penalty:
            return f"with {color} {at_least(reach)}"
        points, now = self.problem.preferences[node], self.colors[node]
        if points[color] < points[now]:
            return f"{now} is worth {number(points[now])} points to me and {color} {number(points[color])}"
        return f"{color} would be no better"

    def _clashing(self, node: str, color: str) -> list[str]:
        return [other for other in self.problem.adjacent[node] if self.around.get(other) == color]

    def _which(self, node: str) -> str:
        """List the cheapest colors of a node for this owner."""
        if node in self.seen.fixed:
            return cannot_change(self.seen, node, self.to)
        can, reach, least = self._can(node), self._reaches(node), min(self._reaches(node).values())
        good = [color for color, penalty in reach.items() if penalty == least]
        if len(good) == len(reach):
            return f"{can} {join_or(good)}: it makes no difference to me."
        bad = [
            f"with {join_or([color for color, each in reach.items() if each == penalty])} {at_least(penalty)}"
            for penalty in sorted({*reach.values()} - {least})
        ]
        return f"{can} {join_or(good)}: I could have {_amount(least)}, but {join_and(bad)}."

    def _can(self, node: str) -> str:
        return f"{node} can be" if node in self.colors else f"For me {node} can be"

    def _reaches(self, node: str) -> dict[str, float]:
        """Return the lowest reachable penalty for each color of a node."""
        return {color: lowest_penalty(self.seen, {node: color}) for color in self.problem.colors}

    def _whether(self, node: str, color: str) -> str:
        if self.seen.fixed.get(node, color) != color:
            return cannot_change(self.seen, node, self.to)
        reach, now = self._reaches(node), self.around.get(node)
        least = min(reach.values())
        if now == color:
            return f"{node} is {now} now, {'and that suits me' if reach[color] == least else 'but that costs me'}."
        start = f"{node} is {now} now, and" if node in self.colors and now else "For me"
        if reach[color] == least:
            return f"{start} {node} can be {color}: {self._consequence({node: color})}."
        good = join_or([other for other, penalty in reach.items() if penalty == least])
        clash = self._clashing(node, color) if node in self.colors else []
        reason = f"{color} would clash with {join_and(clash)}, and " if clash else ""
        cost = f"{reason}{at_least(reach[color])}, while with {good} I could have {_amount(least)}"
        return (
            f"{start} {color} does not suit me: {cost}."
            if node in self.colors
            else f"{node} {color} does not suit me: {cost}."
        )

    def _if(self, node: str, color: str) -> str:
        if not color:
            return f"{self._reported(node)} {self._which(node)}"
        if self.seen.fixed.get(node, color) != color:
            return cannot_change(self.seen, node, self.to)
        return f"With {node} {color} {self._consequence({node: color})}."

    def _consequence(self, supposed: Coloring) -> str:
        """Say what this owner could reach if some nodes had these colors, and by which own changes."""
        own = self.problem.owned(self.me, supposed)
        known = self.seen.believed | {node: color for node, color in supposed.items() if node not in own}
        now = self.colors | own
        as_is = judge(self.problem, self.me, now, known).penalty
        found = best_if(self.seen, supposed)
        reach = self.problem.conflict_penalty * found.conflicts
        if as_is <= reach:
            still = "still " if as_is == self.penalty else ""
            return f"I would change nothing else and {still}have {_amount(as_is)}"
        fewest = next(self._single(now, known, set(own), reach), changes(now, found.colors))
        return f"I would make {join_and(word_pairs(fewest))}, and have {_amount(reach)}"

    def _single(self, now: Coloring, known: Coloring, held: set[str], reach: float) -> Iterator[Coloring]:
        """Yield changes of a single node that do as well as the best coloring; they are shorter to say."""
        for node in [n for n in now if n not in held and n not in self.seen.fixed]:
            for color in self.problem.colors:
                if judge(self.problem, self.me, {**now, node: color}, known).penalty == reach:
                    yield {node: color}

    def _of_color(self, color: str) -> str:
        """Say which own nodes have a color, and why those at the border do not."""
        have = [node for node, now in self.colors.items() if now == color]
        border = [node for node in self.problem.boundary(self.me, self.to) if node not in have]
        not_there = [f"{node} is not, because {self._no_color(node, color)}" for node in border[:MOST_OFFERED]]
        with_it = f"{join_and(have)} {'is' if len(have) == 1 else 'are'} {color}" if have else f"I do not use {color}"
        return f"{'; '.join([with_it, *not_there])}."

    def _no_color(self, node: str, color: str) -> str:
        return f"it is locked to {self.seen.fixed[node]}" if node in self.seen.fixed else self.against(node, color)

    def _locked(self, node: str) -> str:
        if node in self.colors:
            return self._which(node) if node in self.seen.fixed else f"{node} is not locked. {self._which(node)}"
        locked = [f"{each} is locked to {color}" for each, color in self.seen.locked.items()]
        others = [each for each in self.colors if each not in self.seen.fixed]
        rest = f"I can still change {join_and(others)}" if others else "I can change nothing else"
        return f"{join_and(locked) or 'None of my nodes is locked'}. {rest}."

    # -- deals

    def _would(self, give: Coloring, want: Coloring) -> str:
        """Say whether this owner would accept a trade, and else what it would accept."""
        answer = answer_to(self.seen, Offer(0, self.to, self.me, give, want, {}, lasting=False, turn=self.seen.turn))
        terms = give | want
        if answer.state == "accepted":
            return f"I would accept that: with {join_and(word_pairs(terms))} {self._consequence(terms)}."
        return f"I would not accept that: {answer.why}. {self._counter(want)}".strip()

    def _swap(self, node: str, other: str) -> str:
        """Say whether this owner would exchange the colors of one of its nodes and one of the asker's."""
        if other not in self.around:
            return self._reported(other)
        return self._would({other: self.colors[node]}, {node: self.around[other]})

    def _price(self, node: str, color: str) -> str:
        """Say what a color would cost this owner, and for what it would agree to it."""
        if self.seen.fixed.get(node, color) != color:
            return cannot_change(self.seen, node, self.to)
        if self.around.get(node) == color:
            return f"Nothing: {node} is {color} already."
        loss = loss_if(self.seen, {node: color})
        if not loss.penalty and loss.points <= 0:
            return f"Nothing: with {node} {color} {self._consequence({node: color})}."
        return f"{node} {color} would cost me at least {loss}. {self._counter({node: color})}".strip()

    def _counter(self, want: Coloring) -> str:
        """Offer what was wanted, or another color, for changes that leave this owner without a loss."""
        fits = all(self.seen.fixed.get(node, color) == color for node, color in want.items())
        deal = deal_for(self.seen, self.to, want) if want and fits and not self.proposes else None
        return _terms(deal) if deal else ""

    def _trade(self) -> str:
        """Say which own changes cost nothing, else offer a trade; unless it offers one, add this owner's needs."""
        theirs = account(self.seen.offers, self.to, self.me)
        broken = capitalized(describe_broken_promises(theirs, self.to)) if theirs.is_doubtful else ""
        doubt = f"{broken}, so you go first. " if broken else ""
        if self.proposes:
            only_asks = "I have nothing to offer in return, but one thing would help me."
            return f"{doubt}{only_asks if self.proposes == 'request' else ''}".strip()
        least = lowest_penalty(self.seen, {})
        mine, wanted = (self._changes(*pair) for pair in ((self.me, self.to), (self.to, self.me)))
        free = [give for give in mine if lowest_penalty(self.seen, give) <= least]
        needs = self._advice() if self.penalty and least else ""
        if free and temper_towards(self.seen, self.to) != "stubborn":
            words = join_or([color_words(give) for give in free[:MOST_OFFERED]])
            return f"{doubt}I could make {words} for you, which costs me nothing. {needs}".strip()
        trades = ((give, want) for give in mine for want in wanted if lowest_penalty(self.seen, give | want) <= least)
        give, want = next(trades, ({}, {}))
        if give:
            return f"{doubt}{_terms(Deal(give, want))}"
        return f"{doubt}I can offer nothing: every change of my nodes at our border would cost me. {needs}".strip()

    def _changes(self, owner: str, other: str) -> list[Coloring]:
        """Return other colors of single nodes of an owner next to another; locked and promised nodes are left out."""
        held, now = self.seen.refused | self.seen.fixed, self.around
        nodes = [node for node in self.problem.boundary(owner, other) if node not in held]
        found = [{node: color} for node in nodes for color in self.problem.colors if now.get(node) != color]
        return [each for each in found if not clashes_inside(self.seen, each)]

    def _advice(self) -> str:
        """Say which change of the other's would help most."""
        if self.proposes:
            return ""
        if not self.penalty:
            return "I need nothing from you: I have no conflicts."
        alone = lowest_penalty(self.seen, {})
        if not alone:
            return "I need nothing from you: I can resolve that by myself."
        wanted = self._changes(self.to, self.me)
        reach = [
            (lowest_penalty(self.seen, want), at, want) for at, want in enumerate(wanted) if not self._clashes(want)
        ]
        least, _, want = min(reach, default=(alone, 0, {}))
        if least >= alone:
            return f"No single node of yours would help me: my penalty would stay {number(alone)}."
        drop = f"from {number(self.penalty)} to {number(least)}"
        return f"Please make {color_words(want)}, if you can. Then my penalty could fall {drop}."

    def _clashes(self, want: Coloring) -> bool:
        """Return True if the color would clash with a third owner's node, by known colors."""
        return any(
            self.seen.believed.get(other) == color
            for node, color in want.items()
            for other in self.problem.adjacent[node]
            if other not in self.colors
        )

    def _remedy(self, node: str) -> str:
        """Say how this owner's conflicts can be resolved, and by whom."""
        if not self.penalty:
            return f"{self._what(node) if node else ''} I have no conflicts, so nobody has to give way.".strip()
        if not lowest_penalty(self.seen, {}):
            return f"{self.state()} I can resolve that by myself."
        return f"{self.state()} I can't resolve that alone. {self._advice()}".strip()

    # -- what was said and promised

    def _heard_of(self, name: str) -> str:
        colors = {node: color for node, color in self.seen.believed.items() if self.problem.owner[node] == name}
        known = (
            f"{name} told me that it has {join_and(word_pairs(colors))}" if colors else f"{name} has told me no colors"
        )
        return f"{known}. Anything else is between {name} and me."

    def _known(self) -> str:
        colors = {node: color for node, color in self.seen.believed.items() if self.problem.owner[node] == self.to}
        locked = [f"{node} is locked" for node in self.seen.refused if self.problem.owner[node] == self.to]
        known = join_and([*(f"{node} is {color}" for node, color in colors.items()), *locked])
        return f"You told me that {known}." if known else "You have told me none of your colors."

    def _promised(self) -> str:
        """Account for the promises between the two, and the requests that were met."""
        mine, theirs = account(self.seen.offers, self.me, self.to), account(self.seen.offers, self.to, self.me)
        out = [f"Our deal {each.number} holds: {each.terms()}." for each in self.seen.offers if self._is_ours(each)]
        done = {each.number: each for each in (*mine.kept, *theirs.kept) if not each.lasting}
        out += [f"Deal {each.number} was kept: {each.terms()}." for each in done.values()]
        out += [f"I broke deal {each.number}: {each.terms()}." for each in mine.broken]
        out += [f"You broke deal {each.number} ({each.terms()}): {each.why}." for each in theirs.broken]
        offered = {node for offer in self.seen.offers if offer.running for node in offer.due(self.me)}
        asked = {n: a for n, a in (self.seen.granted | self.seen.asked).items() if a.by == self.to and n not in offered}
        if met := [asked.wish(node) for node, asked in asked.items() if asked.met_by(self.colors[node])]:
            out.append(f"You asked me for {join_and(met)}, and that holds.")
        return " ".join(out) or "There is no deal or promise between us yet."

    def _is_ours(self, offer: Offer) -> bool:
        return offer.running and self.to in (offer.by, offer.to)

    def _refused(self) -> str:
        made = [offer for offer in self.seen.offers if offer.by == self.to and offer.state == "refused"]
        if not made:
            return f"I have refused no offer of yours so far. {self.state()}"
        return f"I refused your offer {made[-1].number} because {made[-1].why}."

    def _trust(self) -> str:
        mine, theirs = account(self.seen.offers, self.me, self.to), account(self.seen.offers, self.to, self.me)
        own = f"I broke {len(mine.broken)} of" if mine.broken else "I have broken none of"
        if theirs.broken:
            return f"{own} my promises to you, but {describe_broken_promises(theirs, self.to)}."
        return f"{own} my promises to you, and you none of yours, so I take your word."

    def _plan(self, node: str) -> str:
        if node in self.seen.fixed:
            return cannot_change(self.seen, node, self.to)
        if node in self.colors:
            return f"{node} is {self.colors[node]}. I have not promised to keep it: I decide again in each turn."
        changed = changes(self.seen.colors, self.colors)
        done = f"I have just made {join_and(word_pairs(changed))}" if changed else "I change nothing in this turn"
        return f"{done}, and decide again in my next one. {self.state()}"

    def _linked(self, node: str) -> str:
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


def _amount(penalty: float) -> str:
    return f"a penalty of {number(penalty)}" if penalty else "no conflicts"


def _terms(deal: Deal) -> str:
    return f"If you make {join_and(word_pairs(deal.want))}, I make {join_and(word_pairs(deal.give))}."


UNKNOWN = (
    "I can't answer that. I can tell you about my colors and their reasons, what a change would cost me, "
    "and which deals I would accept."
)


def answers(own: Answers) -> Sequence[str]:
    """Answer each question that the other owner has asked since this owner's last turn."""
    heard = [h for h in own.seen.heard if h.by == own.to]
    out = [own.answer(asked, h.direct) for h in heard for asked in h.asks]
    if any(h.question and not (h.asks or h.greets) for h in heard):
        out.append(f"{UNKNOWN} {own.state()}")
    return [each for each in dict.fromkeys(out) if each]
