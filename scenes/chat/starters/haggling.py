"""The bots of the negotiation: a seller with a lowest price, and a buyer who raises in small steps."""

from collections.abc import Sequence

from core.engine.turn import Action, Turn
from core.social.actions import SendMessage, Yield
from scenes.chat.starters.actions import Accept, WalkAway
from scenes.chat.starters.starter import StarterSeen, draw_unsaid, has_spoken, read_text

TEXT = read_text("negotiation")
CONCESSIONS = {"stubborn": 0.08, "easy": 0.2, "mirror": 0.04}
"""Share of the distance to its lowest price that a seller gives up for a higher offer, by style."""
FINAL_MARKUPS = {"stubborn": 0.04, "easy": -0.04, "mirror": 0.0}
"""Extra share of the price range that a seller demands from a final offer, by style."""
MIN_MARKUP = 0.06
"""Smallest share of the price range, above its lowest price, that a seller demands from a final offer."""
INSULT_BELOW = 0.7
"""Share of the lowest price below which an offer is an insult."""
BELIEVED_FROM = 0.5
"""Share of the turns that must be over before the seller believes a final offer."""


class SellerView:
    """The negotiation as the seller sees it."""

    def __init__(self, seen: StarterSeen) -> None:
        self.seen = seen
        self.buyer = seen.names[0]
        self.lowest, self.first = int(seen.facts["lowest"]), int(seen.facts["first"])
        self.style = seen.facts["style"]
        self.ask = next(price for name, price in reversed(seen.offers) if name == seen.name)
        last = max(at for at, (name, _) in enumerate(seen.offers) if name == seen.name)
        self.fresh = [price for name, price in seen.offers[last:] if name == self.buyer]
        self.before = [price for name, price in seen.offers[:last] if name == self.buyer]
        self.elapsed: float = 1 - seen.left / TEXT["turns"]
        item = next(each for each in TEXT["items"] if each["thing"] == seen.facts["thing"])
        self.arguments = {each["name"]: each for each in item["arguments"]}

    @property
    def new_arguments(self) -> Sequence[str]:
        """Arguments that the seller has not answered yet."""
        said = " ".join(each.text for each in self.seen.heard if each.name == self.seen.name)
        return [each for each in self.seen.argued if self.arguments[each]["answer"] not in said]

    @property
    def provocations(self) -> int:
        """Number of offers that are insulting or lower than an earlier one."""
        offers = [*self.before, *self.fresh]
        return sum(
            price < INSULT_BELOW * self.lowest or price < max(offers[:at], default=0) for at, price in enumerate(offers)
        )

    @property
    def demand(self) -> float:
        """The lowest final offer that the seller accepts."""
        room = self.first - self.lowest
        share = 0.68 - 0.28 * self.elapsed - 0.06 * len(self.seen.argued) + 0.06 * self.provocations
        return self.lowest + room * max(MIN_MARKUP, share + FINAL_MARKUPS[self.style])

    def concession(self) -> float:
        """Return the amount by which the seller lowers its price now."""
        room = self.ask - self.lowest
        argued: float = sum(self.arguments[each]["worth"] for each in self.new_arguments) * self.first
        raised = self.fresh[-1] - self.before[-1] if self.fresh and self.before else 0
        step = CONCESSIONS[self.style] * room * (bool(self.fresh) and (raised > 0 or not self.before))
        if self.style == "easy":
            step *= max(0.3, 1 - self.elapsed)
        elif self.style == "stubborn":
            step *= 1 + self.elapsed
        else:
            step += 0.6 * max(0, raised)
        return float(min(0.3 * room, 0.6 * argued + step))


def sell(turn: Turn) -> Action:
    """Answer as the seller: accept, or name the next price."""
    seen: StarterSeen = turn.observation
    if has_spoken(seen, turn.number):
        return Yield()
    me, draw = SellerView(seen), turn.chance("haggle")
    offer = me.fresh[-1] if me.fresh else None
    if not any(each.name == seen.name for each in seen.heard) and offer is None and not seen.argued:
        return SendMessage(draw.choice(TEXT["lines"]["opening"]).format(price=me.ask))
    if offer is not None and seen.final and me.elapsed >= BELIEVED_FROM and offer >= me.demand:
        return SendMessage(draw.choice(TEXT["lines"]["accept"]))
    answers = " ".join(me.arguments[each]["answer"] for each in me.new_arguments)
    kind = _objection(me, offer, seen.final, bool(answers))
    price = me.ask if kind else max(me.lowest + 10, _down(me.ask - me.concession()))
    if offer is not None and offer >= price:
        return SendMessage(draw.choice(TEXT["lines"]["accept"]))
    kind = kind or ("hold" if price == me.ask else "step" if price > (me.first + me.lowest) / 2 else "close")
    return SendMessage(
        " ".join(filter(None, (answers, draw_unsaid(TEXT["lines"][kind], seen, draw).format(price=price))))
    )


def _objection(me: SellerView, offer: int | None, is_final: bool, has_answers: bool) -> str:
    """Return the kind of line with which the seller keeps its price; empty if it names a price of its own."""
    if offer is None:
        return "" if has_answers else "no_offer"
    if offer < INSULT_BELOW * me.lowest:
        return "insult"
    if offer < max(me.before, default=0):
        return "lower"
    return ("late_final" if me.elapsed >= BELIEVED_FROM else "early_final") if is_final else ""


def buy(turn: Turn) -> Action:
    """Act as the buyer: start low, raise in small steps with a reason each, and end with a final offer at the goal."""
    seen: StarterSeen = turn.observation
    if has_spoken(seen, turn.number):
        return Yield()
    goal = int(seen.facts["goal"])
    ask = next(price for name, price in reversed(seen.offers) if name != seen.name)
    own = [price for name, price in seen.offers if name == seen.name]
    if ask <= goal:
        return Accept()
    if seen.left == 1 and own and own[-1] >= goal:
        return WalkAway() if ask > int(seen.facts["limit"]) else SendMessage(f"${goal} is my final offer.")
    item = next(each for each in TEXT["items"] if each["thing"] == seen.facts["thing"])
    reasons = [each["say"] for each in item["arguments"] if each["name"] not in seen.argued]
    price = _down(min(goal, own[-1] + max(10, (goal - own[-1]) / 4) + 9 if own else 0.8 * goal))
    final = seen.left <= TEXT["turns"] * (1 - BELIEVED_FROM) and not reasons
    words = f"${goal} is my final offer." if final else f"I offer ${price}."
    return SendMessage(" ".join([*reasons[:1], words]))


def _down(price: float) -> int:
    return int(price // 10) * 10
