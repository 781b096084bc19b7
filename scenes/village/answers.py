"""Villagers' answers: the points they make, from their knowledge, feelings and plans, and the sentences for them."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple
from zlib import crc32

from core.engine.chance import Draw
from core.intents.conversation import SHORT_ANSWERS
from core.intents.topics import answers
from core.social.scene import Heard
from core.text import capitalized
from scenes.village.aim_texts import WELCOME
from scenes.village.news import INVITATION, all_news, danger, host, judgment, tells, would_tell
from scenes.village.offers import offer
from scenes.village.phrases import PHRASES
from scenes.village.planning import clock, day_number, parse_entries
from scenes.village.temperament import manner, mood, trait, usable
from scenes.village.terrain import at, house_of, with_article
from scenes.village.understanding import OFFERS, WORDS, Meaning, content_words, is_named, understand
from scenes.village.villagers import TRADES, KnownNews, VillageSeen
from scenes.village.wording import direction_to, where


class Point(NamedTuple):
    """Content of a sentence: the name of its phrases, and the values of their placeholders."""

    phrase: str
    slots: Mapping[str, str] = {}


def answer(words: str, asker: str, seen: VillageSeen, draw: Draw | None = None) -> str:
    """Answer a message from a villager's knowledge, in words that can follow a name and a comma."""
    return lowered(sentences_for(reply_points(understand(words, seen), asker, seen), seen, draw), seen.names)


def sentences_for(points: tuple[Point, ...], seen: VillageSeen, draw: Draw | None = None) -> str:
    """Write a sentence for each point, if possible in wordings that the villager has not used lately."""
    own = " ".join(each.text for each in seen.heard if each.name == seen.name).casefold()
    out = []
    for point in points:
        texts = usable(PHRASES[point.phrase], manner(seen), point.slots)
        fresh = [[text for text in group if text[1:].rstrip(".!?").casefold() not in own] for group in texts]
        choices = next(filter(None, (*fresh, *texts)))
        out.append(capitalized(draw.choice(choices) if draw else choices[0]))
    return " ".join(out)


def lowered(words: str, names: Collection[str]) -> str:
    """Return the words with a small first letter, except if they begin with a name or "I"."""
    first = re.split(r"[\s,.!?'’]", words, maxsplit=1)[0]
    return words if first in ("I", *names) else words[:1].lower() + words[1:]


def reply_points(meaning: Meaning, asker: str, seen: VillageSeen) -> tuple[Point, ...]:
    """Return the points of a villager's reply: a greeting if it was greeted, and an answer."""
    greets = "greet" in meaning.intents and not any(
        each.name == seen.name and asker in each.text for each in seen.heard
    )
    greeting = Point("greet", {"day": part_of_day(seen.now), "Day": capitalized(part_of_day(seen.now))})
    if meaning.kind in ("greet", "") and "greet" in meaning.intents:
        return (greeting,)
    greetings = (greeting,) if greets else ()
    known = next((known for known in seen.me.news.values() if tells(asker, meaning.text, known, seen.names)), None)
    others = ("source", "said_by", "who_said", *(() if known and _is_own(known, seen) else ("opinion",)))
    if known and meaning.kind not in others:
        found = _reaction(known, asker, seen)
    elif meaning.kind in OFFERS:
        found = Point(*offer(meaning.kind, meaning, seen))
    elif meaning.kind == "where" and len(meaning.people) > 1:
        each = (meaning._replace(people=(name,)) for name in meaning.people)
        return (*greetings, *(_best("where", values(one, asker, seen), seen) for one in each))
    elif meaning.kind:
        found = _best(meaning.kind, values(meaning, asker, seen), seen)
    else:
        found = Point(REACTIONS.get(meaning.main, "lost"))
    return (*greetings, found)


def _best(topic: str, slots: Mapping[str, str], seen: VillageSeen) -> Point:
    """Return the first answer on a topic for which there are values."""
    known = [name for name, value in slots.items() if value]
    phrases = (text.format(**slots) for [text] in answers(__package__, topic, known))
    usable_ones = (each for each in phrases if any(usable(PHRASES.get(each, {}), manner(seen), slots)))
    return Point(next(usable_ones, "lost"), slots)


def part_of_day(now: int) -> str:
    hour = now // 60 % 24
    return "morning" if hour < 12 else "evening" if hour >= 18 else "day"


# -- values of placeholders


def values(meaning: Meaning, asker: str, seen: VillageSeen) -> Mapping[str, str]:
    """Return the values of the placeholders of answers; "" where the message gives none."""
    out = {
        **_about_people(meaning, asker, seen),
        **_about_places(meaning, seen),
        **_about_news(meaning, asker, seen),
        **_about_words(meaning, asker, seen),
        **_about_oneself(meaning, seen),
    }
    return out | {capitalized(each): capitalized(value) for each, value in out.items()}


def _about_people(meaning: Meaning, asker: str, seen: VillageSeen) -> Mapping[str, str]:
    name = next(iter(meaning.people), "")
    others = [each for each in seen.names if each not in (seen.name, asker, name)]
    near = next((each for each in seen.me.near if each != asker), "")
    workers = {TRADES[each].name: each for each in others}
    sight, trade = seen.me.sights.get(name), TRADES.get(name)
    return {
        "person": name,
        "farmer": workers.get("farmer", ""),
        "chaplain": workers.get("chaplain", ""),
        "stranger": meaning.stranger,
        "other": others[trait(seen.name, meaning.text, len(others))] if others else "",
        "near": near,
        "trade_of_near": TRADES[near].name if near else "",
        "count": str(len(seen.names)),
        "work_of": at(trade.place) if trade else "",
        "trade_of": trade.name if trade else "",
        "house_of": house_of(name) if name else "",
        "way_home_of": _way(house_of(name), seen) if name else "",
        "liking": ("likes", "neutral", "dislikes")[trait(seen.name, name, 3)] if name else "",
        "seen_place": where(seen.ground, sight.at) if sight else "",
        "seen_time": clock(sight.minute) if sight else "",
        "sight": ("near" if not sight.asleep else "asleep") if sight and sight.near else "seen" if sight else "unseen",
    }


def _about_places(meaning: Meaning, seen: VillageSeen) -> Mapping[str, str]:
    place, goods, ground, here = meaning.place, meaning.goods, seen.ground, seen.me.at
    meal = min((each for each in ground.places if each.serves), key=lambda each: len(ground.way(here, each.spots[0])))
    given = [each for each in ground.places if each.gives and not each.has(here)]
    gift = given[trait(seen.name, meaning.text, len(given))]
    worker = next((each for each in seen.names if place and TRADES[each].place == place.name), seen.name)
    named = place.name if place else ""
    return {
        "to_place": with_article(named) if place else "",
        "at_place": at(named) if place else "",
        "are": "are" if named == "woods" else "is",
        "way": direction_to(place, here) if place else "",
        "in_place": "yes" * bool(place and place.has(here)),
        "missing": meaning.missing,
        "meal_place": at(meal.name),
        "way_to_meal": direction_to(meal, here),
        "goods": goods.gives if goods else "",
        "place_of_goods": at(goods.name) if goods else "",
        "way_to_goods": direction_to(goods, here) if goods else "",
        "goods_here": "yes" * bool(goods and goods.has(here)),
        "own_goods": goods.gives if goods and goods.name == TRADES[seen.name].place else "",
        "gift": gift.gives,
        "gift_place": at(gift.name),
        "gift_name": with_article(gift.name),
        "way_to_inn": _way("inn", seen),
        "way_to_farm": _way("farm", seen),
        "open_who": "I work" if worker == seen.name else f"{worker} works",
        "open_place": at(TRADES[worker].place) if re.search(r"\b(?:open|close)", meaning.text) else "",
        "worker": worker if place and worker != seen.name else "",
        "open_at": at(TRADES[worker].place),
        "opens": f"{TRADES[worker].begins}:00",
        "closes": f"{TRADES[worker].ends}:00",
    }


def _way(place: str, seen: VillageSeen) -> str:
    there = seen.ground.find(place)
    return direction_to(there, seen.me.at) if there else "somewhere in the village"


def _about_news(meaning: Meaning, asker: str, seen: VillageSeen) -> Mapping[str, str]:
    known = [*reversed(all_news(seen))]
    fresh = _untold(known, asker, seen)
    words = content_words(meaning.text)
    meant = max(known, key=lambda each: len(words & content_words(each.text)), default=None)
    shared = len(words & content_words(meant.text)) if meant else 0
    closed, reason = danger(meaning.text, known, seen.ground)
    newest = fresh or meant
    return {
        "fresh": ("from" if fresh.source else "own") if fresh else "old" if known else "none",
        "about_news": "yes" * (shared > 0),
        "source_kind": ("told" if meant.source else "own") if meant else "none",
        "source": newest.source if newest else "",
        "teller": meant.source if meant else "",
        "text": (meant if shared and meant and meaning.kind != "news" else newest).text if newest else "",
        "learned": clock(meant.minute) if meant else "",
        "judgment": judgment(seen.name, meant.text) if meant else "doubt",
        "any_news": "yes" * bool(known),
        "closed": closed,
        "closed_news": reason,
    }


def _untold(known: Sequence[KnownNews], asker: str, seen: VillageSeen) -> KnownNews | None:
    """Return the first piece of news that is new to the asker."""
    untold = (each for each in known if asker not in each.shared and each.source != asker)
    return next((each for each in untold if not asker or would_tell(seen, each, asker)), None)


def _quote(meaning: Meaning, asker: str, seen: VillageSeen) -> Heard | None:
    """Return the words that a message asks about, if the villager has heard any."""
    name = next((each for each in meaning.people if each != asker), "")
    by = {"told": (asker,), "said_by": (name,)}.get(meaning.kind, tuple(each for each in seen.names if each != asker))
    words = content_words(meaning.text) - {"said", "tell", "told", "remember"}

    def shared(heard: Heard) -> int:
        return len(words & content_words(heard.text))

    spoken = [each for each in seen.heard if each.name in by and not each.text.casefold().endswith(meaning.text)]
    if meaning.kind == "asked_after":
        spoken = [each for each in spoken if asker in each.text and each.name != seen.name]
    best = max(reversed(spoken), key=shared, default=None)
    if best and (meaning.kind == "who_said" or (meaning.kind == "told" and meaning.thing)) and not shared(best):
        return None
    return best


def _about_words(meaning: Meaning, asker: str, seen: VillageSeen) -> Mapping[str, str]:
    """Return the speaker of the words that a message asks about."""
    best = _quote(meaning, asker, seen)
    speaker = "" if best is None else "I" if best.name == seen.name else best.name
    return {
        "speaker": speaker,
        "quote": best.text if best else "",
        "about": f" about {meaning.thing}" if meaning.thing else "",
    }


def _about_oneself(meaning: Meaning, seen: VillageSeen) -> Mapping[str, str]:
    trade, low = TRADES[seen.name], meaning.text
    article = "an" if trade.name[0] in "aeiou" else "a"
    likes = crc32(f"{seen.name} {low}".encode()) >> 8 & 1
    doing, later = _plans(seen, 18 * 60 if re.search(r"\b(?:tonight|evening|after|later)\b", low) else 0)
    asks = {
        "home_asked": r"\b(?:live|lives|lived|resides?|house|home|sleep)\b",
        "trade_asked": r"^(?!.*\bwhere\b).*\b(?:who|what does|what do|trade|job)\b",
        "meal_asked": r"\b(?:eat|food|meal|hungry|dinner|lunch|breakfast|supper)\b",
        "day_asked": r"\bday\b(?! break)|(?:sun|mon|tues|wednes|thurs|fri|satur)day",
        "of_it": r"\b(?:of|about) (?:it|that|this)\W*$",
        "where_me_asked": r"\bwhere (?:are|r) (?:you|u)\b(?! going)",
    }
    return {
        **{each: "yes" * bool(re.search(words, low)) for each, words in asks.items()},
        **WORDS["trades"][trade.name],
        "me": seen.name,
        "trade": trade.name,
        "a_trade": f"{article} {trade.name}",
        "work": at(trade.place),
        "my_place": with_article(trade.place),
        "my_house": house_of(seen.name),
        "way_home": _way(house_of(seen.name), seen),
        "here": where(seen.ground, seen.me.at),
        "here_since": f"{where(seen.ground, seen.me.at)} all {part_of_day(seen.now)}",
        "thing": meaning.thing,
        "short": f"{('Yes', 'No')[likes]}, {SHORT_ANSWERS[meaning.asks_whether][likes]}"
        if meaning.asks_whether
        else "",
        "mood": mood(seen),
        "state_text": " and ".join({"hunger": "hungry", "energy": "tired"}[need] for need in seen.me.needs.pressing),
        "state": "poorly" if seen.me.needs.pressing else "well",
        "doing": doing,
        "later": later,
        "wakes": str(trade.wakes),
        "sleeps": str(trade.sleeps),
        "pack": " and ".join(f"{count} {goods}" for goods, count in seen.me.pack.items()),
        "clock": clock(seen.now),
        "day": part_of_day(seen.now),
        "day_number": str(day_number(seen.now)),
    }


def _plans(seen: VillageSeen, hour: int) -> tuple[str, str]:
    """Return a villager's activity now, or at a minute of the day, and the next one; empty without a plan."""
    entries = parse_entries(seen.plans[seen.name].milestones, seen.ground)
    minute = max(hour, seen.now % (24 * 60))
    begun = [entry for entry in entries if entry.minute <= minute] or entries[-1:]
    later = [entry for entry in entries if entry.minute > minute][:1]
    doing = {"meet": "meet people"}
    then = [
        f", and {doing.get(each.doing, each.doing)} {at(each.place.name)} at {clock(each.minute)}" for each in later
    ]
    now = [f"{doing.get(each.doing, each.doing)} {at(each.place.name)}" for each in begun[-1:]]
    return "".join(now), "".join(then) or " for the rest of the day"


def _reaction(known: KnownNews, asker: str, seen: VillageSeen) -> Point:
    """Return the reaction to news that the villager knows, perhaps only since this message."""
    if host(known) == asker:
        opinion = seen.regard[asker]
        return Point("table_gladly" if opinion > WELCOME else "table_yes" if opinion == WELCOME else "table_no")
    if _is_own(known, seen):
        return Point("table_mine" if host(known) else f"about_me_{judgment(seen.name, known.text)}")
    if host(known):
        return Point("table_invited" if known.source == host(known) else "table_news", {"host": host(known)})
    before = sum(each.name == asker and tells(asker, each.text, known, seen.names) for each in seen.heard) > 1
    if known.source == asker and not before:
        return Point("told_new")
    slots = {"source": known.source, "learned": clock(known.minute)}
    return Point("told_known", slots) if known.source else Point("told_own")


def _is_own(known: KnownNews, seen: VillageSeen) -> bool:
    """Return True if a piece of news, in a village with aims, is about the villager itself."""
    return seen.lively and known.about in ("", INVITATION) and is_named(seen.name, known.text)


REACTIONS: Mapping[str, str] = {
    "tell": "told_new",
    "self": "told_self",
    "thanks": "welcome",
    "bye": "bye",
    "sorry": "forgiven",
    "agree": "agreed",
    "disagree": "disagreed",
}
