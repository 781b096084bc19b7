"""Step 9 of an owner's turn: short answers to questions, with reasons from exact search."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from core.text import capitalized
from scenes.coloring.negotiation.bargaining import answer_to, describe_broken_promises, temper_towards
from scenes.coloring.negotiation.commitments import account
from scenes.coloring.negotiation.demands import deal_for
from scenes.coloring.negotiation.node_answers import MOST_LISTED, NodeAnswers, cannot_change
from scenes.coloring.negotiation.offers import Offer
from scenes.coloring.negotiation.reach import clashes_inside, loss_if, lowest_penalty
from scenes.coloring.problem.graph import Coloring, changes, color_words, counted, join_and, join_or, number, word_pairs
from scenes.coloring.rules.observation import Observation
from scenes.coloring.talk.speech import About, Deal, Question

Proposal = Literal["", "request", "deal"]


class Answers(NodeAnswers):
    """Writes an owner's answers to another owner's questions.

    A message makes at most one request or deal: answers make none if the rest of the message `proposes` one.
    """

    def __init__(self, seen: Observation, colors: Coloring, to: str, *, proposes: Proposal = "") -> None:
        super().__init__(seen, colors, to)
        self.proposes = proposes

    def answer(self, asked: Question, direct: bool) -> str:
        """Answer one question; empty if another owner should answer it."""
        node = asked.node
        owner = self.problem.owner.get(node, self.me)
        concerned = owner == self.me or any(other in self.colors for other in self.problem.adjacent.get(node, ()))
        if not direct and node and not concerned:
            return ""
        if owner not in (self.me, self.to) and asked.about in ("what", "why"):
            return self.another_owners_node(node, owner) if direct else ""
        if asked.about in ("what", "can", "if", "price") and not concerned:
            return f"{node} does not touch my nodes, so any color of it is fine for me."
        return ANSWER_BY_TOPIC[asked.about](self, asked)

    @property
    def _conflict_cost_text(self) -> str:
        return counted(self.problem.conflict_penalty, "point")

    def answer_to_trade(self, give: Coloring, want: Coloring) -> str:
        """Accept a trade, or name another trade that this owner would accept."""
        answer = answer_to(self.seen, Offer(0, self.to, self.me, give, want, {}, lasting=False, turn=self.seen.turn))
        terms = give | want
        if answer.state == "accepted":
            return f"I would accept that: with {join_and(word_pairs(terms))} {self.consequence(terms)}."
        return f"I would not accept that: {answer.why}. {self._counter_offer(want)}".strip()

    def answer_to_swap(self, node: str, other: str) -> str:
        """Accept or decline to exchange the colors of one of its nodes and one of the asker's."""
        if other not in self.around:
            return self.reported_color(other)
        return self.answer_to_trade({other: self.colors[node]}, {node: self.around[other]})

    def price_of_color(self, node: str, color: str) -> str:
        """State what a color costs this owner, and what the owner wants in return for it."""
        if self.seen.fixed.get(node, color) != color:
            return cannot_change(self.seen, node, self.to)
        if self.around.get(node) == color:
            return f"Nothing: {node} is {color} already."
        loss = loss_if(self.seen, {node: color})
        if not loss.penalty and loss.points <= 0:
            return f"Nothing: with {node} {color} {self.consequence({node: color})}."
        return f"{node} {color} would cost me at least {loss}. {self._counter_offer({node: color})}".strip()

    def _counter_offer(self, want: Coloring) -> str:
        """Offer the wanted color in return for changes that prevent a loss; empty if there are none."""
        fits = all(self.seen.fixed.get(node, color) == color for node, color in want.items())
        deal = deal_for(self.seen, self.to, want) if want and fits and not self.proposes else None
        return self._proposal_sentence(deal) if deal else ""

    def _proposal_sentence(self, deal: Deal) -> str:
        self.proposes = "deal"
        return f"If you make {join_and(word_pairs(deal.want))}, I make {join_and(word_pairs(deal.give))}."

    def trade(self) -> str:
        """Say which own changes cost nothing, else offer a trade; without a trade, add this owner's needs."""
        theirs = account(self.seen.offers, self.to, self.me)
        broken = capitalized(describe_broken_promises(theirs, self.to)) if theirs.is_doubtful else ""
        doubt = f"{broken}, so you go first. " if broken else ""
        if self.proposes:
            only_asks = "I have nothing to offer in return, but one thing would help me."
            return f"{doubt}{only_asks if self.proposes == 'request' else ''}".strip()
        least = lowest_penalty(self.seen, {})
        mine, wanted = (self._possible_changes(*pair) for pair in ((self.me, self.to), (self.to, self.me)))
        free = [give for give in mine if lowest_penalty(self.seen, give) <= least]
        needs = self.advice() if self.penalty and least else ""
        if free and temper_towards(self.seen, self.to) != "stubborn":
            words = join_or([color_words(give) for give in free[:MOST_LISTED]])
            return f"{doubt}I could make {words} for you, which costs me nothing. {needs}".strip()
        trades = ((give, want) for give in mine for want in wanted if lowest_penalty(self.seen, give | want) <= least)
        give, want = next(trades, ({}, {}))
        if give:
            return f"{doubt}{self._proposal_sentence(Deal(give, want))}"
        return f"{doubt}I can offer nothing: every change of my nodes at our border would cost me. {needs}".strip()

    def _possible_changes(self, owner: str, other: str) -> list[Coloring]:
        """Return possible changes of single nodes at one owner's border with another; locked nodes cannot change."""
        held, now = self.seen.refused | self.seen.fixed, self.around
        nodes = [node for node in self.problem.boundary(owner, other) if node not in held]
        found = [{node: color} for node in nodes for color in self.problem.colors if now.get(node) != color]
        return [each for each in found if not clashes_inside(self.seen, each)]

    def advice(self) -> str:
        """Say which change of the other owner's nodes would help most."""
        if self.proposes:
            return ""
        if not self.penalty:
            return "I need nothing from you: I have no conflicts."
        alone = lowest_penalty(self.seen, {})
        if not alone:
            return "I need nothing from you: I can resolve that by myself."
        wanted = self._possible_changes(self.to, self.me)
        reach = [
            (lowest_penalty(self.seen, want), at, want)
            for at, want in enumerate(wanted)
            if not self._clashes_with_third_owner(want)
        ]
        least, _, want = min(reach, default=(alone, 0, {}))
        if least >= alone:
            return f"No single node of yours would help me: my penalty would stay {number(alone)}."
        self.proposes = "request"
        drop = f"from {number(self.penalty)} to {number(least)}"
        return f"Please make {color_words(want)}, if you can. Then my penalty could fall {drop}."

    def _clashes_with_third_owner(self, want: Coloring) -> bool:
        """Return True if the color would clash with a third owner's node, by known colors."""
        return any(
            self.seen.believed.get(other) == color
            for node, color in want.items()
            for other in self.problem.adjacent[node]
            if other not in self.colors
        )

    def remedy(self, node: str) -> str:
        """Say whether this owner can resolve its conflicts alone; if not, say which change would help."""
        if not self.penalty:
            return f"{self.color_of(node) if node else ''} I have no conflicts, so nobody has to give way.".strip()
        if not lowest_penalty(self.seen, {}):
            return f"{self.own_state()} I can resolve that by myself."
        return f"{self.own_state()} I can't resolve that alone. {self.advice()}".strip()

    # -- what was said and promised

    def colors_told_by(self, name: str) -> str:
        colors = {node: color for node, color in self.seen.believed.items() if self.problem.owner[node] == name}
        known = (
            f"{name} told me that it has {join_and(word_pairs(colors))}" if colors else f"{name} has told me no colors"
        )
        return f"{known}. Anything else is between {name} and me."

    def known_colors(self) -> str:
        colors = {node: color for node, color in self.seen.believed.items() if self.problem.owner[node] == self.to}
        locked = [f"{node} is locked" for node in self.seen.refused if self.problem.owner[node] == self.to]
        known = join_and([*(f"{node} is {color}" for node, color in colors.items()), *locked])
        return f"You told me that {known}." if known else "You have told me none of your colors."

    def promised(self) -> str:
        """List the deals between the two owners, and the requests that were met."""
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

    def last_refusal(self) -> str:
        made = [offer for offer in self.seen.offers if offer.by == self.to and offer.state == "refused"]
        if not made:
            return f"I have refused no offer of yours so far. {self.own_state()}"
        return f"I refused your offer {made[-1].number} because {made[-1].why}."

    def trust(self) -> str:
        mine, theirs = account(self.seen.offers, self.me, self.to), account(self.seen.offers, self.to, self.me)
        own = f"I broke {len(mine.broken)} of" if mine.broken else "I have broken none of"
        if theirs.broken:
            return f"{own} my promises to you, but {describe_broken_promises(theirs, self.to)}."
        return f"{own} my promises to you, and you none of yours, so I take your word."

    def plan(self, node: str) -> str:
        if node in self.seen.fixed:
            return cannot_change(self.seen, node, self.to)
        if node in self.colors:
            return f"{node} is {self.colors[node]}. I have not promised to keep it: I decide again in each turn."
        changed = changes(self.seen.colors, self.colors)
        done = f"I have just made {join_and(word_pairs(changed))}" if changed else "I change nothing in this turn"
        return f"{done}, and decide again in my next one. {self.own_state()}"

    def values(self) -> str:
        """State this owner's aims."""
        cost = f"each one costs me {self._conflict_cost_text}, whichever node it is at"
        return f"I want a coloring without conflicts: {cost}. Points for colors only break ties."

    def points(self) -> str:
        """State the points of this owner's colors."""
        return f"My colors are worth {counted(self.problem.score(self.colors), 'point')} to me. {self.own_state()}"

    def introduction(self) -> str:
        """Introduce this owner."""
        return f"I am a bot, and I play {self.me}: I color {join_and([*self.colors])}."

    def rules(self) -> str:
        """State the rules of the game in short."""
        rule = "Each of us colors only its own nodes, and linked nodes should differ"
        return f"{rule}: each conflict costs its owners {self._conflict_cost_text}."

    def satisfaction(self) -> str:
        """State this owner's satisfaction."""
        return self.own_state() if self.penalty or self.verdict.uncolored else f"I am satisfied: {self.own_state()}"


ANSWER_BY_TOPIC: Mapping[About, Callable[[Answers, Question], str]] = {
    "what": lambda own, asked: own.color_of(asked.node),
    "why": lambda own, asked: own.reason_for_color(asked.node, asked.color),
    "can": lambda own, asked: own.can_be(asked.node, asked.color) if asked.color else own.cheapest_colors(asked.node),
    "if": lambda own, asked: own.what_if(asked.node, asked.color or own.around.get(asked.node, "")),
    "price": lambda own, asked: own.price_of_color(asked.node, asked.color),
    "would": lambda own, asked: own.answer_to_trade(asked.give, asked.want),
    "swap": lambda own, asked: own.answer_to_swap(asked.node, asked.other),
    "color": lambda own, asked: own.nodes_of_color(asked.color),
    "locked": lambda own, asked: own.locked_nodes(asked.node),
    "linked": lambda own, asked: own.linked_nodes(asked.node),
    "do": lambda own, asked: own.advice(),
    "trade": lambda own, asked: own.trade(),
    "clash": lambda own, asked: own.remedy(asked.node),
    "heard": lambda own, asked: own.colors_told_by(asked.other),
    "known": lambda own, asked: own.known_colors(),
    "promised": lambda own, asked: own.promised(),
    "refused": lambda own, asked: own.last_refusal(),
    "trust": lambda own, asked: own.trust(),
    "plan": lambda own, asked: own.plan(asked.node),
    "values": lambda own, asked: own.values(),
    "points": lambda own, asked: own.points(),
    "self": lambda own, asked: own.introduction(),
    "rules": lambda own, asked: own.rules(),
    "fine": lambda own, asked: own.satisfaction(),
}
"""The method that answers each kind of question."""


NO_ANSWER = (
    "I can't answer that. I can tell you about my colors and their reasons, what a change would cost me, "
    "and which deals I would accept."
)


def answer_questions(own: Answers) -> Sequence[str]:
    """Answer each question that the other owner has asked since this owner's last turn."""
    heard = [h for h in own.seen.heard if h.by == own.to]
    out = [own.answer(asked, h.direct) for h in heard for asked in h.asks]
    if any(h.question and not (h.asks or h.greets) for h in heard):
        out.append(f"{NO_ANSWER} {own.own_state()}")
    return [each for each in dict.fromkeys(out) if each]
