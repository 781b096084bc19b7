"""Villagers' answers: the content, from their knowledge, feelings and plans, and the sentence that expresses it."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from core.engine.chance import Draw
from scenes.village.news import tells_news
from scenes.village.offers import offer
from scenes.village.phrases import PHRASES
from scenes.village.planning import clock, day_number, parse_entries
from scenes.village.temperament import choose, trait
from scenes.village.terrain import at, house_of
from scenes.village.understanding import OFFERS, QUESTIONS, SURE, Meaning, understand
from scenes.village.villagers import TRADES, Known, VillageSeen
from scenes.village.wording import direction_to, to_place, where

ABOUT: Mapping[str, str] = {
    "ask_news": "what is new",
    "ask_who": "about somebody here",
    "where": "the way somewhere",
    "ask_self": "who I am",
    "ask_feel": "how I am",
    "ask_plan": "what I plan to do",
    "ask_source": "who told me",
    "ask_opinion": "what I think of it",
    "ask_time": "what time it is",
}
"""Subject of each question, for the sentence that asks whether this question was meant."""


class Point(NamedTuple):
    """Content of an answer: the name of its phrases, and the values of their placeholders."""

    phrase: str
    slots: Mapping[str, str] = {}


def answer(words: str, asker: str, seen: VillageSeen, draw: Draw | None = None) -> str:
    """Answer a message from a villager's knowledge, in words that can follow a name and a comma."""
    return lowered(sentences_for(reply_points(understand(words, seen), asker, seen), seen, draw), seen.names)


def sentences_for(found: tuple[Point, ...], seen: VillageSeen, draw: Draw | None = None) -> str:
    """Write one sentence for each point."""
    used = [each.text for each in seen.heard if each.name == seen.name]
    return " ".join(capitalized(choose(PHRASES[p.phrase], seen.name, draw, used, **p.slots)) for p in found)


def capitalized(words: str) -> str:
    """Return the words with a capital first letter."""
    return words[:1].upper() + words[1:]


def lowered(words: str, names: tuple[str, ...]) -> str:
    """Return the words with a small first letter, except if they begin with a name or "I"."""
    first = re.split(r"[\s,.!?'’]", words, maxsplit=1)[0]
    return words if first in ("I", *names) else words[:1].lower() + words[1:]


def reply_points(meaning: Meaning, asker: str, seen: VillageSeen) -> tuple[Point, ...]:
    """Return the points of a villager's reply: a greeting if it was greeted, and an answer."""
    main = meaning.main
    out: list[Point] = []
    if "greet" in meaning.intents and not any(each.name == seen.name and asker in each.text for each in seen.heard):
        out.append(_greeting(seen))
    if main == "greet":
        return (*(out or [_greeting(seen)]),)
    if re.search(r"\bwhere are you\b(?! going)", meaning.text):
        return (*out, Point("where_me", {"place": where(seen.ground, seen.me.at)}))
    if main in QUESTIONS or main in OFFERS:
        if meaning.intents[main] < SURE and main in ABOUT and not _named(meaning):
            return (*out, Point("guess", {"about": ABOUT[main]}))
        if main in OFFERS and (known := _news_in(meaning, seen)):
            return (*out, _reaction(known, asker, seen))
        if main in OFFERS:
            return (*out, Point(*offer(main, meaning, seen)))
        return (*out, ANSWERS[main](meaning, asker, seen))
    if known := _news_in(meaning, seen):
        return (*out, _reaction(known, asker, seen))
    if main in REACTIONS:
        return (*out, Point(REACTIONS[main]))
    if "?" in meaning.text:
        return (*out, Point("no_idea", {"trade": TRADES[seen.name].name}))
    return (*out, Point("lost"))


def _named(meaning: Meaning) -> bool:
    return bool(meaning.people or meaning.place or meaning.goods)


def _greeting(seen: VillageSeen) -> Point:
    day_part = part_of_day(seen.now)
    return Point("greet", {"day": day_part, "Day": capitalized(day_part)})


def part_of_day(now: int) -> str:
    hour = now // 60 % 24
    return "morning" if hour < 12 else "evening" if hour >= 18 else "day"


# -- news


def _news_in(meaning: Meaning, seen: VillageSeen) -> Known | None:
    return next((known for known in seen.me.news.values() if tells_news(meaning.text, known.text)), None)


def _reaction(known: Known, asker: str, seen: VillageSeen) -> Point:
    """Return the reaction to news that the villager knows, perhaps only since this message."""
    before = sum(each.name == asker and tells_news(each.text, known.text) for each in seen.heard) > 1
    if known.source == asker and not before:
        return Point("told_new")
    return (
        Point("told_known", {"source": known.source, "time": clock(known.minute)})
        if known.source
        else Point("told_own")
    )


def _meant(meaning: Meaning, seen: VillageSeen) -> Known | None:
    """Return the news that a message is about: the one with most of its words, else the newest."""
    words = set(re.findall(r"[^\W\d_]{4,}", meaning.text))
    known = [*reversed(seen.me.news.values())]
    return max(
        known, key=lambda each: len(words & set(re.findall(r"[^\W\d_]{4,}", each.text.casefold()))), default=None
    )


def _news(meaning: Meaning, asker: str, seen: VillageSeen) -> Point:
    known = [*reversed(seen.me.news.values())]
    fresh = next((each for each in known if asker not in each.shared and each.source != asker), None)
    if fresh is None:
        return Point("news_old" if known else "news_none")
    return Point("news_from" if fresh.source else "news_own", {"source": fresh.source, "text": fresh.text})


def _source(meaning: Meaning, asker: str, seen: VillageSeen) -> Point:
    known = _meant(meaning, seen)
    if known is None:
        return Point("source_none")
    return (
        Point("source", {"source": known.source, "time": clock(known.minute)}) if known.source else Point("source_own")
    )


# -- people and places


def _who(meaning: Meaning, asker: str, seen: VillageSeen) -> Point:
    if not meaning.people:
        return _where(meaning, asker, seen) if _named(meaning) else _self(meaning, asker, seen)
    name = meaning.people[0]
    if re.search(r"\b(live|lives|resides?|house|home)\b", meaning.text):
        return Point("home", {"who": name, "house": house_of(name), "way": _way(house_of(name), seen)})
    if re.search(r"\b(who|what does|what do|trade|job)\b", meaning.text) and "where" not in meaning.text:
        return Point("who", {"who": name, "trade": TRADES[name].name, "work": at(TRADES[name].place)})
    return whereabouts(name, seen)


def whereabouts(name: str, seen: VillageSeen) -> Point:
    """Say where a villager is, was last seen, or works."""
    sight, work = seen.me.sights.get(name), at(TRADES[name].place)
    if sight is None:
        return Point("where_unseen", {"who": name, "work": work})
    slots = {"who": name, "place": where(seen.ground, sight.at), "time": clock(sight.minute), "work": work}
    return Point("where_seen" if not sight.near else "where_asleep" if sight.asleep else "where_near", slots)


def _way(place: str, seen: VillageSeen) -> str:
    found = seen.ground.find(place)
    return direction_to(found, seen.me.at) if found else "somewhere in the village"


def _where(meaning: Meaning, asker: str, seen: VillageSeen) -> Point:
    if re.search(r"\b(eat|food|meal|hungry|dinner|lunch|breakfast)\b", meaning.text) and not meaning.people:
        serving = [place for place in seen.ground.places if place.serves]
        near = min(serving, key=lambda place: len(seen.ground.way(seen.me.at, place.spots[0])))
        return Point("meal", {"place": at(near.name), "way": direction_to(near, seen.me.at)})
    if place := meaning.place:
        if place.has(seen.me.at):
            return Point("way_here", {"place": at(place.name)})
        return Point("way", {"place": to_place(place.name), "way": direction_to(place, seen.me.at)})
    if goods := meaning.goods:
        return Point("goods", {"goods": goods.gives, "place": at(goods.name), "way": direction_to(goods, seen.me.at)})
    if meaning.people:
        return whereabouts(meaning.people[0], seen)
    if re.search(r"\byou\b", meaning.text) or meaning.names_listener:
        return _self(meaning, asker, seen)
    return Point("which_place")


# -- oneself


def _self(meaning: Meaning, asker: str, seen: VillageSeen) -> Point:
    trade, home = TRADES[seen.name], house_of(seen.name)
    if re.search(r"\b(live|house|home|sleep)\b", meaning.text):
        return Point("home_me", {"house": home, "work": at(trade.place), "way": _way(home, seen)})
    return Point("self", {"me": seen.name, "trade": trade.name, "work": at(trade.place)})


def _feeling(meaning: Meaning, asker: str, seen: VillageSeen) -> Point:
    states = [{"hunger": "hungry", "energy": "tired"}[need] for need in seen.me.needs.pressing]
    return Point("poorly", {"state": " and ".join(states)}) if states else Point("well")


def _plan(meaning: Meaning, asker: str, seen: VillageSeen) -> Point:
    read = parse_entries(seen.plans[seen.name].milestones, seen.ground)
    if not read:
        return Point("plan_none")
    minute = seen.now % (24 * 60)
    done = [entry for entry in read if entry.minute <= minute]
    now, later = done[-1] if done else read[-1], [entry for entry in read if entry.minute > minute]
    then = f", and {later[0].doing} {at(later[0].place.name)} at {clock(later[0].minute)}" if later else ""
    doing = {"meet": "meet people"}
    then = then.replace(" meet ", " meet people ", 1)
    return Point("plan", {"now": f"{doing.get(now.doing, now.doing)} {at(now.place.name)}", "later": then})


def _opinion(meaning: Meaning, asker: str, seen: VillageSeen) -> Point:
    if meaning.people:
        who = meaning.people[0]
        level = trait(seen.name, who, 3)
        return Point(("likes", "neutral", "dislikes")[level], {"who": who, "trade": TRADES[who].name})
    if meaning.place and not _news_in(meaning, seen):
        return Point("on_place", {"place": at(meaning.place.name)})
    known = _meant(meaning, seen)
    if known is None:
        return Point("lost")
    return Point(("on_news_good", "on_news_bad", "on_news_doubt")[trait(seen.name, known.text, 3)])


def _time(meaning: Meaning, asker: str, seen: VillageSeen) -> Point:
    return Point("time", {"time": clock(seen.now), "day": str(day_number(seen.now))})


ANSWERS: Mapping[str, Callable[[Meaning, str, VillageSeen], Point]] = {
    "ask_news": _news,
    "ask_who": _who,
    "where": _where,
    "ask_self": _self,
    "ask_feel": _feeling,
    "ask_plan": _plan,
    "ask_source": _source,
    "ask_opinion": _opinion,
    "ask_time": _time,
}
REACTIONS: Mapping[str, str] = {
    "tell": "told_new",
    "self": "told_self",
    "thanks": "welcome",
    "bye": "bye",
    "sorry": "forgiven",
    "agree": "agreed",
    "disagree": "disagreed",
}
