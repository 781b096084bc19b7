"""A villager without a model: it follows its plan and needs, talks, and passes on news."""

from collections.abc import Iterator, Sequence

from core.engine.agents import Agent
from core.engine.turn import Action, Turn
from core.social.actions import Yield
from core.social.plan import PlanChanged
from core.social.scene import Heard
from scenes.village.actions import Eat, Gather, GoTo, Rest, Speak, Talk
from scenes.village.answers import answer, capitalized, lowered, part_of_day, reply_points, sentences_for
from scenes.village.initiative import ASKED, INITIATIVE
from scenes.village.news import tells_news
from scenes.village.offers import accepted
from scenes.village.planning import Entry, current_entry, is_night, plan, today
from scenes.village.temperament import choose, trait
from scenes.village.terrain import Place, at, distance, house_of
from scenes.village.understanding import addressee, is_question, understand
from scenes.village.villagers import TIRED, Known, VillageSeen

__all__ = ["Neighbor", "addressee", "answer", "capitalized", "is_question", "nearest_meal"]

TALKS = 2
"""Maximum things said in one turn."""
PECKISH, STARVED, SPENT = 35, 75, 15
"""In points: hunger from which it eats a planned meal, hunger from which it goes to eat, and energy up to which it
rests at once."""
WEARY, FRESH = 50, 80
"""In points: energy below which it sits down indoors, and energy below which it continues a planned rest."""


class Neighbor(Agent):
    """A villager that plans its day in the morning and follows the plan as well as its needs allow."""

    what = "plans its day, talks to people"

    def act(self, turn: Turn) -> Action:
        seen: VillageSeen = turn.observation
        milestones = seen.plans[seen.name].milestones
        if not seen.plans[seen.name].notes.startswith(today(seen.now)):
            entries = plan(seen.name, seen.now, turn.chance("plan"))
            turn.log(entries)
            milestones = entries.milestones or ()
        action = _words(turn, seen) or _deed(turn, seen, current_entry(milestones, seen.ground, seen.now))
        return action if not isinstance(action, GoTo) or action in turn.legal else Yield()


# -- speech


def _words(turn: Turn, seen: VillageSeen) -> Action | None:
    """Return something to say now: an answer, news or a greeting."""
    own = [each for each in seen.heard if each.name == seen.name and each.turn == turn.number]
    listeners = [name for name, sight in seen.me.near.items() if not sight.asleep]
    if not listeners or len(own) >= TALKS:
        return None
    reply = next(_replies(turn, seen, own), None)
    return reply or (None if own else _news(turn, seen, listeners) or _greeting(turn, seen, listeners))


def _replies(turn: Turn, seen: VillageSeen, own: Sequence[Heard]) -> Iterator[Action]:
    """Yield answers to messages since its last turn that are addressed to it, or to all and still unanswered."""
    before = [i for i, each in enumerate(seen.heard) if each.name == seen.name and each.turn < turn.number]
    start = before[-1] + 1 if before else 0
    for i, each in enumerate(seen.heard[start:], start):
        asker = each.name
        if asker in ("", seen.name) or asker not in seen.me.near or any(_is_to(mine, asker) for mine in own):
            continue
        to = each.to or tuple(filter(None, (addressee(each.text, seen.names),)))
        if seen.name not in to if to else any(later.name not in ("", asker) for later in seen.heard[i + 1 :]):
            continue
        meaning = understand(each.text, seen)
        found = reply_points(meaning, asker, seen)
        if not is_question(each.text) and not _reacts(turn, seen, i, found[-1].phrase, bool(to)):
            continue
        text = sentences_for(found, seen, turn.chance("answer"))
        if found[-1].phrase == "accept":
            turn.log(PlanChanged(milestones=accepted(meaning, seen)))
        yield Talk(asker, text) if each.to else Speak(_addressed(turn, text, asker, seen))


def _is_to(message: Heard, name: str) -> bool:
    return name in message.to or name in message.text


def _reacts(turn: Turn, seen: VillageSeen, at: int, phrase: str, addressed: bool) -> bool:
    """Return True if the villager answers a statement.

    It answers news that is new to it: always if addressed, else with probability 0.4. It answers other statements only
    if addressed, and not if they are unclear, agree with it, or reply to its own words.
    """
    if phrase == "told_new" and any(tells_news(seen.heard[at].text, known.text) for known in seen.me.news.values()):
        return addressed or turn.chance("reaction").random() < 0.4
    return addressed and phrase not in ("lost", "told_self", "agreed") and not _is_settled(seen, at)


def _is_settled(seen: VillageSeen, at: int) -> bool:
    """Return True if a statement is itself a reply to this villager and needs no answer."""
    earlier = [each for each in seen.heard[:at] if each.name == seen.name]
    return bool(earlier) and _is_to(earlier[-1], seen.heard[at].name) and at - seen.heard.index(earlier[-1]) < 8


def _addressed(turn: Turn, text: str, name: str, seen: VillageSeen) -> str:
    """Put a name before a text, or sometimes after a text of one short sentence."""
    if len(text) < 45 and not any(mark in text[:-1] for mark in ".!?:") and turn.chance("address").random() < 0.6:
        return f"{text[:-1]}, {name}{text[-1]}"
    return f"{name}, {lowered(text, seen.names)}"


def interest(name: str, known: Known) -> float:
    """Return the probability that a villager mentions a piece of news: 0.05 to 0.55."""
    return 0.05 + 0.5 * trait(name, known.text, 1000) / 1000


def _own_words(seen: VillageSeen) -> list[str]:
    return [each.text for each in seen.heard if each.name == seen.name]


def _news(turn: Turn, seen: VillageSeen, listeners: Sequence[str]) -> Action | None:
    """Tell recent news that a listener may not know: aloud if most listeners may not know it, else in private."""
    for known in reversed(seen.me.news.values()):
        fresh = [name for name in listeners if name not in known.shared]
        if fresh and turn.chance("news").random() < interest(seen.name, known):
            words = choose(INITIATIVE["tell"], seen.name, turn.chance("opener"), _own_words(seen), text=known.text)
            return Speak(capitalized(words)) if 2 * len(fresh) > len(listeners) else Talk(fresh[0], capitalized(words))
    return None


def _greeting(turn: Turn, seen: VillageSeen, listeners: Sequence[str]) -> Action | None:
    """Greet a listener that it has not spoken to lately; if there is none, sometimes ask a question."""
    greeted = {name for each in seen.heard if each.name == seen.name for name in each.by or ()}
    fresh = [name for name in listeners if name not in greeted]
    draw = turn.chance("greeting")
    if not fresh:
        return _question(turn, seen, listeners) if draw.random() < 0.12 else None
    to, asks = draw.choice(fresh), draw.random() < 0.4
    more = "What is new?" if asks else choose(INITIATIVE["small_talk"], seen.name, draw, _own_words(seen))
    return Speak(f"Good {part_of_day(seen.now)}, {to}. {more}".strip())


def _question(turn: Turn, seen: VillageSeen, listeners: Sequence[str]) -> Action | None:
    """Ask a question that it has not asked lately."""
    others = [name for name in seen.names if name != seen.name and name not in seen.me.near]
    draw, to = turn.chance("question"), turn.chance("of whom").choice(listeners)
    asked = set(_own_words(seen))
    words = [f"{to}, {each.format(other=draw.choice(others or seen.names))}" for each in ASKED[: None if others else 3]]
    fresh = [each for each in words if each not in asked]
    return Speak(draw.choice(fresh)) if fresh else None


# -- actions


def _deed(turn: Turn, seen: VillageSeen, entry: Entry | None) -> Action:
    """Return the action that urgent needs require, else the planned action for this hour."""
    hunger, energy = seen.me.needs.points
    here = seen.ground.place_at(seen.me.at)
    home = seen.ground.find(house_of(seen.name))
    if energy <= SPENT:
        turn.think("I can hardly stand; I have to rest.")
        if is_night(seen.now) and home and here != home and energy > 5:
            return GoTo(home.name)
        return Rest()
    if hunger >= STARVED:
        turn.think("I am too hungry to go on; I have to eat.")
        return Eat() if Eat() in turn.legal else GoTo(nearest_meal(seen).name)
    if entry is None:
        turn.think("I have no plan for this hour.")
        return Yield()
    if here != entry.place:
        turn.think(f"It is time to {entry.doing} {at(entry.place.name)}.")
        return GoTo(entry.place.name)
    return _at_place(turn, entry, hunger, energy)


def _at_place(turn: Turn, entry: Entry, hunger: int, energy: int) -> Action:
    legal = turn.legal
    if entry.doing == "eat" and hunger >= PECKISH and Eat() in legal:
        turn.think("This is my meal.")
        return Eat()
    works = entry.doing in ("work", "gather") and energy > TIRED
    if works and Gather() in legal and turn.chance("work").random() < 0.5:
        turn.think(f"There is work to do {at(entry.place.name)}.")
        return Gather()
    if entry.doing == "sleep" and is_night(turn.observation.now):
        turn.think("The day is over; I go to bed.")
        return Rest()
    if energy < (FRESH if entry.doing in ("rest", "sleep") else WEARY if entry.place.indoors else 0):
        turn.think("I sit down for a while.")
        return Rest()
    return Yield()


def nearest_meal(seen: VillageSeen) -> Place:
    """Return the nearest place where somebody can eat."""
    own = house_of(seen.name)
    meals = [place for place in seen.ground.places if place.serves or place.name == own]
    return min(meals, key=lambda place: (distance(seen.me.at, place.spots[0]), place.name))
