"""A village: people with homes, jobs and needs walk, work, eat, sleep, and tell each other what they know."""

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

from core.engine.agents import Agent
from core.engine.capabilities import Mark, Portable
from core.engine.chance import Chance, Draw
from core.engine.events import Body, Event, Metric, Said
from core.engine.scene import Outcome
from core.engine.turn import Pick
from core.errors import UserError, did_you_mean
from core.llm.prompts import Prompts
from core.social.actions import Yield
from core.social.aims import AimSettled
from core.social.events import TurnTaken
from core.social.player import PROMPTS
from core.social.scene import SocialScene
from scenes.village import consequences, wording
from scenes.village import events as e
from scenes.village.actions import (
    FORMS,
    Accuse,
    BringNews,
    Eat,
    Gather,
    Give,
    GoTo,
    LookAround,
    Rest,
    Speak,
    Talk,
    WalkTo,
)
from scenes.village.bots import Neighbor
from scenes.village.config import VillageConfig
from scenes.village.measures import MEASURES
from scenes.village.news import AT_FIRST, AT_FIRST_LIVELY, RUMORS, tells
from scenes.village.planning import DAY, clock, is_night, next_time
from scenes.village.rules import FOOD, Rules, admit
from scenes.village.tables import TABLES
from scenes.village.terrain import Spot, distance, found, house_of
from scenes.village.villagers import INDOORS, MEAL, OUTDOORS, SNACK, STRIDE, TOIL, TRADES, VillageSeen

ARMFUL = 2
"""Maximum goods gathered at once."""
FAINT = 4 * 60
"""Minutes of sleep after a collapse."""
PLACES, PEOPLE = 8, 10
"""Maximum places and people that a look around shows."""


class VillageScene(Rules, Portable):
    """Villagers take turns of a few minutes, one after the other; sleepers take none.

    A walk takes one turn, whatever its length, and costs energy: little on paths, more on grass and in woods. Nobody
    can walk on water.

    Only villagers who are awake and within earshot hear what you say. Earshot is counted in steps, never diagonally.
    News spreads by words: a villager who says a piece of news that it knows, or most of its words, tells all who hear.

    Hunger rises and energy falls. Eat at the inn, at the bakery or in your own house, or eat food that you carry. Rest
    restores more energy in a building; at home, from 20:00 on, you sleep until morning. A villager without energy
    collapses where it stands.

    With `aims`, each villager has an aim until the feast on every second day, which nobody else knows: to find out who
    did a deed, to keep one secret, to pay a debt, to end a feud, or to win guests. Villagers have opinions of each
    other, which words, news, gifts and accusations move, and tell clues only to those whom they do not dislike. A
    villager whose aim is settled hours before the feast gets another one.
    """

    name = "village"
    summary = "live among neighbors"
    Config = VillageConfig
    marks = {"good": "news spreads, aim met", "bad": "collapsed, aim missed", "set": "set"}
    measures = MEASURES
    tables = TABLES
    exports: ClassVar = {name: table.csv for name, table in TABLES.items()}
    events = (*SocialScene.events, *e.BODIES)
    actions = (GoTo, WalkTo, LookAround, Gather, Rest, Eat, Give, Accuse, Speak, Talk, Yield)
    bots: ClassVar[Mapping[str, Callable[[], Agent]]] = {"rules": Neighbor}
    free_chat = False
    prompts = Prompts(Path(__file__).parent / "prompts", PROMPTS)

    def __init__(self, config: Any, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        if odd := next((name for name, _ in config.news if name not in names), None):
            raise UserError(f"news: nobody is called {odd!r}; {did_you_mean(odd, names)}.")

    # -- time

    def start(self, chance: Chance) -> Iterator[Event]:
        ground = found(self.names, self.config.size, chance("ground"))
        yield e.Founded(ground.rows, ground.places).by()
        yield from map(self._meeting, self.names)
        draw, count = chance("news"), AT_FIRST_LIVELY if self.lively else AT_FIRST
        own = zip(draw.sample(self.names, count), draw.sample(RUMORS, count), strict=True)
        for name, text in self.config.news or own:
            yield self.beginning(name, text)
        if self.lively:
            yield from consequences.morning(self, chance)

    def pick(self) -> Pick:
        return Pick((self.names[self.up],))

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        """Let time pass until the next waking villager has its turn; wake sleepers up, and let the exhausted sleep."""
        before = self.now
        yield TurnTaken(self.config.minutes * self._seats_on()).by()
        if self.lively:
            yield from consequences.after_time(self, before, chance)
        if is_night(before) and not is_night(self.now):
            yield from self._rumor(chance("news"))
            if self.lively:
                yield from consequences.morning(self, chance)
        for name in self.names:
            me = self.folk[name]
            if me.asleep and me.until <= self.now:
                yield e.Woke().by(name, to=(*self.near(name), name))
                yield self._meeting(name)
            elif not me.asleep and not me.needs.energy:
                yield self._seen(e.FellAsleep(self.now + FAINT, collapsed=True), name)
            elif not me.asleep:
                for need in me.needs.pressing:
                    if need not in me.needs.warned:
                        yield e.Warned(need).by(name, to=(name,))

    def _rumor(self, draw: Draw) -> Iterator[Event]:
        """Add a piece of news in the morning, unless the options set the news."""
        fresh = [text for text in RUMORS if text not in self.pieces.values()]
        if fresh and not self.config.news:
            yield self.beginning(draw.choice(self.names), draw.choice(fresh))

    def _seats_on(self) -> int:
        """Return the number of seats to the next villager who will be awake at its turn."""
        order = ((seats, self.folk[self.names[(self.up + seats) % len(self.names)]].until) for seats in count(1))
        return next(seats for seats, until in order if until <= self.now + seats * self.config.minutes)

    def is_complete(self) -> str | None:
        return "days_over" if self.now >= self.config.days * DAY else None

    # -- events

    def decide(self, name: str, action: Any, chance: Chance) -> Iterator[Event]:
        match action:
            case GoTo() | WalkTo():
                yield from self._walk(name, *self.goal(name, action))
            case LookAround():
                yield self._look(name)
            case Gather():
                yield self._gather(name)
            case Rest():
                yield self._rest(name)
            case Eat():
                meal = self.meal(name)
                carried = meal in FOOD
                yield self._seen(e.Ate(meal, SNACK if carried else MEAL, carried), name)
            case Give():
                yield from consequences.give(self, name, action)
            case Accuse():
                yield from consequences.accuse(self, name, action)
            case _:
                yield from super().decide(name, action, chance)

    def _seen(self, body: Body, name: str) -> Event:
        """Return an event that its villager and all waking villagers within earshot see."""
        return body.by(name, to=(*self.near(name), name))

    def _walk(self, name: str, goal: Spot, called: str) -> Iterator[Event]:
        path = self.ground.way(self.folk[name].at, goal)
        left, met = self.near(name), self.near(name, goal)
        yield e.Walked(path, called, -(-self.ground.path_cost(path) // STRIDE)).by(name, to=(name,))
        if gone := tuple(each for each in left if each not in met):
            yield e.Left().by(name, to=gone)
        if met:
            yield e.Came(goal, called).by(name, to=met)
        yield self._meeting(name)

    def _meeting(self, name: str) -> Event:
        near = self.around(name, self.config.earshot)
        return e.Met(near, self.sleeping(near)).by(name, to=(name,))

    def _look(self, name: str) -> Event:
        here = self.folk[name].at
        people = dict(list(self.around(name, max(self.config.sight, self.config.earshot)).items())[:PEOPLE])
        far = {place.name: min(distance(here, spot) for spot in place.spots) for place in self.ground.places}
        near = sorted((steps, place) for place, steps in far.items() if steps <= self.config.sight)
        places = {place: steps for steps, place in near[:PLACES]}
        return e.LookedAround(places, people, self.sleeping(people)).by(name, to=(name,))

    def _gather(self, name: str) -> Event:
        found = self.resource(self.folk[name].at)
        assert found is not None
        goods, counted = found
        return self._seen(e.Gathered(goods, min(ARMFUL, self.left[counted]), TOIL), name)

    def _rest(self, name: str) -> Event:
        place = self.ground.place_at(self.folk[name].at)
        if place is not None and place.name == house_of(name) and is_night(self.now):
            wakes = next_time(self.now, TRADES[name].wakes)
            if wakes - self.now < DAY // 2:  # who rests after getting up does not sleep until the next morning
                return self._seen(e.FellAsleep(wakes), name)
        return self._seen(e.Rested(INDOORS if place is not None and place.indoors else OUTDOORS), name)

    def deliver_message(self, name: str, text: str, to: tuple[str, ...] = ()) -> Iterator[Event]:
        """Deliver words, and the news that they contain, to all within earshot or only to the addressees there."""
        heard = tuple(each for each in self.near(name) if not to or each in to)
        yield Said(text, to).by(name, to=(*heard, name))
        if self.lively:
            yield from consequences.after_words(self, name, text, to, heard)
        for known in tuple(self.folk[name].news.values()):
            if heard and tells(name, text, known, self.names):
                for hearer in heard:
                    if known.piece not in self.folk[hearer].news:
                        yield e.NewsHeard(known.piece, known.text, name, known.about).by(hearer, to=(hearer,))
                        if self.lively:
                            yield from consequences.after_news(self, name, hearer)
                yield e.NewsTold(known.piece, heard).by(name, to=(*heard, name))

    # -- interventions

    def intervene(self, what: str, chance: Chance) -> Iterator[Event]:
        read = FORMS.parse(what, self.names)
        if isinstance(read, BringNews):
            yield self.beginning(read.to, read.words)
        else:
            yield from super().intervene(what, chance)

    # -- observations

    def observe(self, name: str) -> VillageSeen:
        people = {name: self.folk[name]} if name else dict(self.folk)
        left = {} if name else dict(self.left)
        seen = {"now": self.now, "ground": self.ground, "people": people, "earshot": self.config.earshot, "left": left}
        if self.lively:
            own = {name: self.pursuits[name]} if name in self.pursuits else {}
            seen |= {"pursuits": own if name else dict(self.pursuits), "matters": self.matters}
            seen |= {"occasion": self.occasion}
            seen |= {"regard": self.regard(name), "standing": self.standing(name)} if name else {}
            seen["promised"] = tuple(about for by, _, about in self.promises if by == name)
            seen["promisers"] = tuple(by for by, to, _ in self.promises if to == name)
        return VillageSeen(**self.seen(name), **seen)

    def status_prompt(self, name: str) -> str:
        return wording.status(self.observe(name))

    def remember(self, event: Event, name: str) -> str:
        """Put the time of day before a memory. Leave out nearby villagers and news, which are in each turn's status."""
        if isinstance(event.data, e.Met | TurnTaken | e.Founded | e.NewsHeard | e.NewsTold | e.OpinionMoved):
            return ""
        text = super().remember(event, name)
        own = event.agent == name and event.kind in ("asked", "said")
        return text if own or not text else f"[{clock(self.minute_of(event.n))}] {text}"

    def outcome(self) -> Outcome:
        metrics: dict[str, Metric] = {"days": self.now // DAY, "talks": self.talks, "meetings": len(self.met)}
        hops = max((branch.hops for piece in self.pieces for branch in self.tree(piece)), default=0)
        metrics |= {"informed": self.informed_share, "hops": hops}
        metrics |= {"gathered": self.gathered, "collapses": self.collapses}
        if not self.lively:
            return Outcome(metrics=metrics)
        scores = dict.fromkeys(self.names, 0)
        for name, own in self.settled:
            scores[name] += bool(own.met)
        metrics |= {"aim_met": round(sum(scores.values()) / len(self.settled), 3) if self.settled else 0.0}
        metrics |= {"opinion": round(sum(self.opinions.values()) / len(self.opinions), 3)}
        return Outcome(tuple(name for name, met in scores.items() if met), scores, metrics)

    def admits(self, event: Event) -> None:
        admit(self, event)

    def notable(self, event: Event) -> Mark | None:
        match event.data:
            case e.NewsBegan():
                return "set"
            case e.NewsHeard():
                return "good"
            case AimSettled(met):
                return "good" if met else "bad"
            case e.FellAsleep(collapsed=True):
                return "bad"
        return None

    def concerns(self, event: Event, name: str) -> str:
        """Add arrivals, departures and speech to the recap, but no other actions."""
        return super().concerns(event, name) if isinstance(event.data, e.Came | e.Left | Said) else ""

    def board(self, perspective: str = "") -> str:
        return wording.board(self.observe(perspective))
