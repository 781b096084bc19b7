"""A villager without a model: it follows its plan and needs, talks, and passes on news."""

from collections.abc import Iterator, Mapping, Sequence

from core.engine.agents import Agent
from core.engine.turn import Action, Turn
from core.social.actions import Yield
from core.social.plan import PlanChanged
from core.social.scene import Heard
from core.text import capitalized
from scenes.village.actions import Eat, Gather, GoTo, Rest, Speak, Talk
from scenes.village.answers import Point, answer, lowered, reply_points, sentences_for, values
from scenes.village.initiative import INITIATIVE, TRADE_QUESTIONS
from scenes.village.news import all_news, danger, host, judgment, place_in, tells_news, would_tell
from scenes.village.offers import accepted
from scenes.village.planning import Entry, clock, current_entry, is_night, plan, today
from scenes.village.pursuits import deed_for_aim, errand, hushed, on_matter, words_for_aim
from scenes.village.temperament import is_low, manner, mood, trait, usable
from scenes.village.terrain import Place, at, distance, house_of, with_article
from scenes.village.understanding import OFFERS, addressee, is_question, understand
from scenes.village.villagers import TIRED, TRADES, KnownNews, VillageSeen
from scenes.village.wording import where

__all__ = ["Neighbor", "addressee", "answer", "capitalized", "is_question", "nearest_meal"]

OFTEN = 2
"""Times that a villager mentions a piece of news within its memory of messages."""
CURIOUS = 10
"""Turns of each villager after an announcement in which it goes to the place that was named."""
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
            way = errand(seen)
            entries = plan(seen.name, seen.now, turn.chance("plan"), seen.occasion, way.name if way else "")
            turn.log(entries)
            milestones = entries.milestones or ()
        action = hushed(_words(turn, seen), seen) or _deed(turn, seen, _due(turn, seen, milestones))
        return action if not isinstance(action, GoTo) or action in turn.legal else Yield()


# -- speech


def _words(turn: Turn, seen: VillageSeen) -> Action | None:
    """Return something to say now: an answer, news, a greeting or a question."""
    own = [each for each in seen.heard if each.name == seen.name and each.turn == turn.number]
    listeners = [name for name, sight in seen.me.near.items() if not sight.asleep]
    if not listeners or len(own) >= TALKS:
        return None
    reply = next(_replies(turn, seen, own), None)
    if reply or own:
        return reply
    own_aim = words_for_aim(turn, seen, listeners)
    return own_aim or _announced(turn, seen) or _news(turn, seen, listeners) or _greeting(turn, seen, listeners)


def _announced(turn: Turn, seen: VillageSeen) -> Action | None:
    """Talk about the newest announcement, if nobody near has done so yet."""
    last = next((each for each in reversed(seen.heard) if not each.name), None)
    text, place = ("", None) if last is None else (last.text.rstrip(".!? "), place_in(last.text, seen.ground))
    if not text or any(text.casefold() in each.text.casefold() for each in seen.heard if each.name):
        return None
    slots = {"announced": text[:1].lower() + text[1:] if text.split()[0] in ("The", "A", "An", "There") else text}
    slots |= {"Announced": capitalized(text), "announced_place": f"to {with_article(place.name)}" if place else ""}
    points = [Point("announced", slots)]
    if place:
        points.append(Point("announced_flee" if danger("", all_news(seen), seen.ground)[0] else "announced_go", slots))
    return Speak(sentences_for(tuple(points), seen, turn.chance("announced")))


def _replies(turn: Turn, seen: VillageSeen, own: Sequence[Heard]) -> Iterator[Action]:
    """Yield answers to messages since its last turn that are addressed to it, or to all and still unanswered."""
    before = [i for i, each in enumerate(seen.heard) if each.name == seen.name and each.turn < turn.number]
    start = before[-1] + 1 if before else 0
    for i, each in enumerate(seen.heard[start:], start):
        asker = each.name
        to = each.to or _called(each, seen)
        if not _is_unanswered(seen, i, to) or any(_is_to(mine, asker) for mine in own):
            continue
        if clue := on_matter(each.text, asker, seen):
            yield Talk(asker, sentences_for((clue,), seen, turn.chance("clue")))
            continue
        meaning = understand(each.text, seen)
        points = reply_points(meaning, asker, seen)
        if not to and meaning.kind in OFFERS and "?" not in each.text:
            continue
        if not meaning.kind and not _reacts(turn, seen, i, points[-1].phrase, bool(to)):
            continue
        text = sentences_for(points, seen, turn.chance("answer"))
        if points[-1].phrase == "accept":
            turn.log(PlanChanged(milestones=accepted(meaning, seen)))
        yield Talk(asker, text) if each.to else Speak(_addressed(turn, text, asker, seen))


def _is_unanswered(seen: VillageSeen, at: int, to: Sequence[str]) -> bool:
    """Return True for a message by somebody near, to this villager or to all, that nobody else has answered."""
    asker = seen.heard[at].name
    if asker in ("", seen.name) or asker not in seen.me.near:
        return False
    return seen.name in to if to else all(later.name in ("", asker) for later in seen.heard[at + 1 :])


def _called(message: Heard, seen: VillageSeen) -> tuple[str, ...]:
    """Return the villager that a message addresses; an invitation that is said to all is to each hearer."""
    to, known = addressee(message.text, seen.names), seen.me.news.values()
    invites = not to and any(host(n) == message.name and tells_news(message.text, n.text) for n in known if n.source)
    return (to,) if to else (seen.name,) if invites else ()


def _is_to(message: Heard, name: str) -> bool:
    return name in message.to or name in message.text


def _reacts(turn: Turn, seen: VillageSeen, at: int, phrase: str, addressed: bool) -> bool:
    """Return True if the villager answers a statement.

    It answers each invitation to a table. It answers news that is new to it: always if addressed, else with
    probability 0.4. It answers other statements only if addressed, and not if they are unclear, agree with it, or reply
    to its own words.
    """
    if phrase in ("table_gladly", "table_yes", "table_no"):
        return True
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


def interest(name: str, known: KnownNews) -> float:
    """Return the probability that a villager mentions a piece of news: 0.05 to 0.55."""
    return 0.05 + 0.5 * trait(name, known.text, 1000) / 1000


def _opening(turn: Turn, seen: VillageSeen, phrase: str, slots: Mapping[str, str]) -> str:
    """Write a sentence that starts a talk, in a wording not used lately; empty if all have been used."""
    said = " ".join(each.text for each in seen.heard if each.name == seen.name)
    every = [text for group in usable(INITIATIVE[phrase], manner(seen), slots) for text in group]
    fresh = [text for text in every if text not in said]
    return capitalized(turn.chance(phrase).choice(fresh)) if fresh else ""


def _news(turn: Turn, seen: VillageSeen, listeners: Sequence[str]) -> Action | None:
    """Tell recent news that a listener may not know: aloud if most listeners may not know it, else in private."""
    for known in reversed(seen.me.news.values()):
        fresh = [name for name in listeners if name not in known.shared and would_tell(seen, known, name)]
        times = sum(each.name == seen.name and tells_news(each.text, known.text) for each in seen.heard)
        if host(known):
            continue  # invitations are for hosts, who give them for their aims
        if fresh and times < OFTEN and turn.chance("news").random() < interest(seen.name, known):
            slots = {"text": known.text, "Text": capitalized(known.text), "source": known.source}
            slots["own_text"] = "" if known.source else known.text
            words = _opening(turn, seen, "tell", slots) or f"{slots['Text']}."
            judged = Point(f"on_news_{judgment(seen.name, known.text)}")
            if not words.endswith("?") and turn.chance("judged").random() < 0.5:
                words = f"{words} {sentences_for((judged,), seen, turn.chance('judgment'))}"
            aloud = not seen.lively and 2 * len(fresh) > len(listeners)
            return Speak(words) if aloud else Talk(fresh[0], words)
    return None


def _greeting(turn: Turn, seen: VillageSeen, listeners: Sequence[str]) -> Action | None:
    """Greet a listener that it has not spoken to lately; if there is none, sometimes ask a question."""
    if is_low(seen):
        return None
    greeted = {name for each in seen.heard if each.name == seen.name for name in each.heard_by or ()}
    fresh = [name for name in listeners if name not in greeted]
    draw = turn.chance("greeting")
    if not fresh and draw.random() >= 0.12:
        return None
    to = draw.choice(fresh or listeners)
    slots = _opening_slots(turn, seen, to)
    if not fresh:
        question = _opening(turn, seen, "question", slots)
        return Speak(question) if question else None
    more = _opening(turn, seen, "question" if draw.random() < 0.3 else "small_talk", slots)
    return Speak(f"{_opening(turn, seen, 'hello', slots)} {capitalized(more.removeprefix(f'{to}, '))}".strip())


def _opening_slots(turn: Turn, seen: VillageSeen, to: str) -> Mapping[str, str]:
    """Return the values that a villager can put into small talk and questions."""
    absent = [name for name in seen.names if name not in (seen.name, to) and name not in seen.me.near]
    met = [name for name, sight in seen.me.sights.items() if name in absent and sight.minute < seen.now]
    untold = (each for each in seen.me.news.values() if to not in each.shared and each.source != to)
    known = [each.text for each in untold if would_tell(seen, each, to)]
    slots = values(understand("", seen), to, seen)
    chance = turn.chance("of whom")
    other = chance.choice(met) if met else ""
    where_met = {"met": other, "met_place": where(seen.ground, seen.me.sights[other].at) if other else ""}
    return {
        **slots,
        **where_met,
        "met_time": clock(seen.me.sights[other].minute) if other else "",
        "to": to,
        "absent": chance.choice(absent) if absent else "",
        "rumor": known[-1] if known else "",
        "next": slots["later"].removeprefix(", and ") if slots["later"].startswith(", and ") else "",
        "my_goods": next((each.gives for each in seen.ground.places if each.name == TRADES[seen.name].place), ""),
        "trade_question": chance.choice(TRADE_QUESTIONS[TRADES[to].name]),
    }


# -- actions


def _due(turn: Turn, seen: VillageSeen, milestones: Sequence[str]) -> Entry | None:
    """Return the planned activity, unless its aim, news, an announcement or a mood speak against it."""
    planned, home = current_entry(milestones, seen.ground, seen.now), seen.ground.find(house_of(seen.name))
    way = errand(seen) if planned and planned.doing == "errand" else None
    entry = Entry(seen.now, "errand", way) if way else planned
    if entry is None or home is None:
        return entry
    shut, why = danger(entry.place.name, all_news(seen), seen.ground)
    if shut:
        turn.think(f"I keep away from {shut}: {why}.")
        return Entry(seen.now, "rest", home)
    if is_low(seen) and entry.doing == "meet":
        turn.think(f"I'm {mood(seen)}; I stay at home.")
        return Entry(seen.now, "rest", home)
    recent = [each for each in seen.heard if not each.name and turn.number - each.turn < CURIOUS * len(seen.names)]
    place = place_in(recent[-1].text, seen.ground) if recent and not is_night(seen.now) else None
    return Entry(seen.now, "meet", place) if place and not danger(place.name, all_news(seen), seen.ground)[0] else entry


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
    if aimed := deed_for_aim(turn, seen):
        return aimed
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
    works = entry.doing in ("work", "gather", "errand") and energy > TIRED
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
