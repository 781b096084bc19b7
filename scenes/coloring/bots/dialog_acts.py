"""Dialog acts computed by exact search, for a model to choose from.

Search computes the figures. The model chooses which option to ask for or to offer, how to answer an offer, and whether
to keep a promise that costs something.
"""

from copy import deepcopy
from typing import NamedTuple

from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict

from core.llm.replies import Json, Unreadable
from core.text import one_line
from scenes.coloring.actions import Message
from scenes.coloring.bots.rule_based import Plan
from scenes.coloring.negotiation.bargaining import answer_to, deals_with, may_concede, penalties_with_and_without
from scenes.coloring.negotiation.commitments import account
from scenes.coloring.negotiation.offers import Offer, OfferVerb
from scenes.coloring.negotiation.requests import helpful_changes
from scenes.coloring.problem.graph import Coloring, assign, color_words, number
from scenes.coloring.rules.observation import Observation
from scenes.coloring.talk.speech import Deal

MOST_OPTIONS = 3
"""Maximum number of requests, and of deals, that a model can choose from."""


class Act(NamedTuple):
    """A dialog act: its label for the model, and its message."""

    label: str
    message: Message


def possible_acts(seen: Observation, plan: Plan, message: Message) -> tuple[Act, ...]:
    """List possible acts towards the message's addressee; the rule-based bot's choice comes first."""
    bare = replace(message, request={}, reach=None, deal=None)
    found = [_labeled_act(message, plan)]
    if not plan.verdict.satisfied and any(options.to == message.to for options in plan.tables):
        found += [
            _labeled_act(replace(bare, request=request, reach=reach), plan)
            for request, reach in _useful_requests(seen, plan, message)
        ]
        deals = deals_with(seen, plan.decision.colors, plan.tables, message.to)
        found += [_labeled_act(replace(bare, deal=deal), plan) for deal in deals[:MOST_OPTIONS]]
    found.append(_labeled_act(bare, plan))
    return tuple(act for i, act in enumerate(found) if act.label not in [other.label for other in found[:i]])


def _useful_requests(seen: Observation, plan: Plan, message: Message) -> list[tuple[Coloring, float]]:
    """Return requests that lower the penalty below the one that the owner reaches alone, best first."""
    tables = [options for options in plan.tables if options.to == message.to]
    found = [(want, row.penalty) for each in tables for want, row in helpful_changes(seen, each.rows, each.alone)]
    return found[:MOST_OPTIONS]


def _labeled_act(message: Message, plan: Plan) -> Act:
    to, now = message.to, number(plan.verdict.penalty)
    if message.deal:
        offered = f"you make {color_words(message.deal.give)}" if message.deal.give else "nothing in return"
        wanted = f" if {to} makes {color_words(message.deal.want)}" if message.deal.want else ""
        return Act(f"offer {to} a deal: {offered}{wanted}", message)
    if message.request:
        reach = "" if message.reach is None else f" (your penalty could go from {now} to {number(message.reach)})"
        return Act(f"ask {to} for {assign(message.request)}{reach}", message)
    return Act("ask for nothing: just say how you stand", message)


class Spoken(BaseModel):
    """A model's words, and the number of the act that they perform."""

    model_config = ConfigDict(extra="forbid")
    act: int
    words: str


class SpokenReply(Json[Spoken]):
    """A reply with words and the number of an act, from 1 to `count`."""

    def __init__(self, to: str, count: int, words: str, limit: int = 600) -> None:
        super().__init__(Spoken, f"words to {to}", Spoken(act=1, words=words))
        self.count = count
        self.limit = limit

    def read(self, text: str) -> Spoken:
        said = super().read(text)
        words = one_line(said.words)
        if not 1 <= said.act <= self.count:
            raise Unreadable(f"act has to be a number from 1 to {self.count}.")
        if not words:
            raise Unreadable("words is empty: write the message itself, in one to three sentences.")
        if len(words) > self.limit:
            raise Unreadable(f"words has {len(words)} characters; use at most {self.limit}.")
        return Spoken(act=said.act, words=words)


class OpenOffer(NamedTuple):
    """An offer that an owner must decide on, with the results of exact search."""

    offer: Offer
    verbs: tuple[OfferVerb, ...]
    """Possible answers, the rule-based bot's first. For a promise of the owner, `accept` means to keep it."""
    facts: str


def open_offers(seen: Observation) -> tuple[OpenOffer, ...]:
    """List offers that await the owner's answer, and promises that it would lose by keeping."""
    out = []
    for offer in seen.offers:
        if offer.state == "open" and offer.to == seen.name:
            answer = answer_to(seen, offer)
            if answer.state == "accepted":
                out.append(OpenOffer(offer, ("accept", "refuse"), "it costs you nothing"))
            elif may_concede(answer):
                doubtful = account(seen.offers, offer.by, seen.name).is_doubtful
                facts = f'{offer.by} broke its word to you; by the rules you say: "No, {answer.why}"'
                out.append(OpenOffer(offer, ("refuse", "accept"), facts if doubtful else f"it costs you: {answer.why}"))
        elif offer.running and offer.takes(seen.name, "withdraw") and offer.due(seen.name):
            held, free = penalties_with_and_without(seen, offer)
            if free < held:
                facts = f"your own promise: with it you can reach {number(held)} at best, without it {number(free)}"
                out.append(OpenOffer(offer, ("accept", "withdraw"), facts))
    return tuple(out)


class Decided(BaseModel):
    model_config = ConfigDict(extra="forbid")
    offer: int
    answer: str


class Decisions(BaseModel):
    """A model's answers to offers."""

    model_config = ConfigDict(extra="forbid")
    why: str
    answers: list[Decided]


_VERB_OF_ANSWER: dict[str, OfferVerb] = {
    "accept": "accept",
    "keep": "accept",
    "refuse": "refuse",
    "withdraw": "withdraw",
}


class OfferReply(Json[Decisions]):
    """A reply with answers to open offers."""

    def __init__(self, offers: tuple[OpenOffer, ...]) -> None:
        rules = [Decided(offer=each.offer.number, answer=each.verbs[0]) for each in offers]
        super().__init__(Decisions, "answers to offers", Decisions(why="as exact search has it", answers=rules))
        self.schema = deepcopy(self.schema)
        first = {"offer": offers[0].offer.number, "answer": "accept"}  # every open offer can be answered with accept
        self.schema["$defs"]["Decided"]["examples"] = [first]
        self.allowed = {each.offer.number: each.verbs for each in offers}

    def read(self, text: str) -> Decisions:
        decided = super().read(text)
        for each in decided.answers:
            verbs = self.allowed.get(each.offer)
            if verbs is None:
                raise Unreadable(f"There is no offer {each.offer} to answer: {', '.join(map(str, self.allowed))}.")
            if _VERB_OF_ANSWER.get(each.answer.casefold()) not in verbs:
                raise Unreadable(f"Offer {each.offer} can be answered by: {', '.join(verbs)}.")
        return decided


def verbs_by_offer(decided: Decisions) -> dict[int, OfferVerb]:
    """Return the verb that the model chose for each offer, by offer number."""
    return {each.offer: _VERB_OF_ANSWER[each.answer.casefold()] for each in decided.answers}


def offer_terms(each: OpenOffer, name: str) -> str:
    """Write an offer for a prompt: "offer 3 of H: h5 = green if you make b2 = red"."""
    offer = each.offer
    if offer.by == name:
        wanted = f" if {offer.to} makes {assign(offer.want)}" if offer.want else ""
        return f"{offer.number}: you promised {offer.to} {assign(offer.give)}{wanted}"
    deal = Deal(offer.give, offer.want)
    offered = f"{offer.by} makes {color_words(deal.give)} if you make" if deal.give else f"{offer.by} wants you to make"
    avoid = [f"{node} not {' or '.join(colors)}" for node, colors in offer.avoid.items()]
    wanted = ", ".join(filter(None, [color_words(deal.want), *avoid])) or "nothing"
    return f"{offer.number}: {offered} {wanted}{', until withdrawn' if offer.lasting else ''}"
