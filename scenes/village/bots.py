"""A villager that needs no model: it lives by plan and needs, greets, answers, and passes on news."""

import re
from collections.abc import Callable, Iterator, Sequence
from zlib import crc32

from core.engine.agents import Agent
from core.engine.turn import Action, Turn
from core.social.actions import Yield
from core.social.scene import Heard
from scenes.village.actions import Eat, Gather, GoTo, Rest, Speak, Talk
from scenes.village.planning import DAY, Entry, clock, current, is_night, plan, today
from scenes.village.terrain import Place, apart, at, house_of, the
from scenes.village.villagers import TIRED, TRADES, Known, VillageSeen
from scenes.village.wording import where

_SIDES = {(0, -1): "north", (1, 0): "east", (0, 1): "south", (-1, 0): "west"}


def addressee(words: str, names: tuple[str, ...]) -> str:
    """Tell to whom words are addressed by name, at their beginning or their end; empty if to nobody.

    >>> addressee("Ida, what is new?", ("Ida", "Kai")), addressee("Where is Ida?", ("Ida", "Kai"))
    ('Ida', '')
    """
    low = words.casefold()
    for name in names:
        if re.match(rf"(?:\w+ )?{re.escape(name.casefold())}\s*[,:!.]", low):
            return name
        if re.search(rf",\s*{re.escape(name.casefold())}\s*[?!.]*$", low):
            return name
    return ""


def is_question(words: str) -> bool:
    return "?" in words or re.match(r"\s*(where|what|who|when|how|any|have you)\b", words.casefold()) is not None


def answer(words: str, asker: str, seen: VillageSeen) -> str:
    """Answer a question out of what a villager knows, in words that could go on after a name and a comma.

    One that is not understood is answered by saying so.
    """
    low = words.casefold()
    for pattern, reply in _REPLIES:
        if re.search(pattern, low):
            text = reply(low, asker, seen)
            if text:
                return text
    return "I do not know about that."


def _person(low: str, asker: str, seen: VillageSeen) -> str:
    """Say where somebody is, was, or should be."""
    names = [name for name in seen.names if re.search(rf"\b{re.escape(name.casefold())}\b(?!'s house)", low)]
    name = next((name for name in names if name != seen.name), next(iter(names), ""))
    if not name:
        return ""
    if name == seen.name:
        return f"I am here, {where(seen.ground, seen.me.at)}."
    trade, sight = TRADES[name], seen.me.sights.get(name)
    usual = f"By day {name} works {at(trade.place)}."
    if sight is None:
        return f"I have not seen {name} yet. {usual}"
    if sight.near:
        return f"{name} is right there, {where(seen.ground, sight.at)}{', asleep' * sight.asleep}."
    return f"I saw {name} {where(seen.ground, sight.at)} at {clock(sight.minute)}. {usual}"


def _place(low: str, asker: str, seen: VillageSeen) -> str:
    named = next((place for place in seen.ground.places if place.name.casefold() in low), None)
    return _way(named, seen) if named else ""


def _way(place: Place, seen: VillageSeen) -> str:
    here, there = seen.me.at, min(place.spots, key=lambda spot: apart(seen.me.at, spot))
    if place.has(here):
        return f"you have found it: we are {at(place.name)}."
    east, south = there[0] - here[0], there[1] - here[1]
    across = abs(east) >= abs(south)
    side = _SIDES[((east > 0) - (east < 0), 0) if across else (0, (south > 0) - (south < 0))]
    return f"{the(place.name)} is {apart(here, there)} steps from here, to the {side}."


def _meal(low: str, asker: str, seen: VillageSeen) -> str:
    serving = [place for place in seen.ground.places if place.serves]
    near = min(serving, key=lambda place: apart(seen.me.at, place.spots[0]))
    return f"at the {near.name}, or in your own house: {_way(near, seen)}"


def _goods(low: str, asker: str, seen: VillageSeen) -> str:
    place = next((each for each in seen.ground.places if each.gives and each.gives in low), None)
    return f"there is {place.gives} {at(place.name)}: {_way(place, seen)}" if place else ""


def _fresh_news(low: str, asker: str, seen: VillageSeen) -> str:
    """Tell known news that is new to the asker."""
    known = list(reversed(seen.me.news.values()))
    fresh = [each for each in known if asker not in each.shared]
    return _passed_on(fresh[0]) if fresh else ("nothing that you do not know." if known else "I have heard nothing.")


def _passed_on(known: Known) -> str:
    return f"{known.source} says {known.text}." if known.source else f"{known.text}; I know it first hand."


def _source(low: str, asker: str, seen: VillageSeen) -> str:
    known = next(reversed(seen.me.news.values()), None)
    if known is None:
        return "nobody has told me anything."
    return f"{known.source} did, at {clock(known.minute)}." if known.source else "nobody; I know it first hand."


def _time(low: str, asker: str, seen: VillageSeen) -> str:
    return f"it is {clock(seen.now)}."


def _self(low: str, asker: str, seen: VillageSeen) -> str:
    trade = TRADES[seen.name]
    return f"I am {seen.name}, the {trade.name}. I work {at(trade.place)}, and live in {house_of(seen.name)}."


def _feeling(low: str, asker: str, seen: VillageSeen) -> str:
    pressing = seen.me.needs.pressing
    if not pressing:
        return "I am well, thank you."
    return "I am " + " and ".join({"hunger": "hungry", "energy": "tired"}[need] for need in pressing) + "."


def _where(low: str, asker: str, seen: VillageSeen) -> str:
    return _place(low, asker, seen) or _person(low, asker, seen)


_REPLIES: tuple[tuple[str, Callable[[str, str, VillageSeen], str]], ...] = (
    (r"\bwho (told|says|said)|\bhow do you know|\bfrom whom", _source),
    (r"\bnews\b|\bwhat( is|'s|’s) (new|up)|\banything new|\bheard\b|\bwhat happened", _fresh_news),
    (r"\bwhat time|\bhow late", _time),
    (r"\bwhere\b.*\b(eat|food|meal|hungry|dinner|lunch|breakfast)", _meal),
    (r"\bwho are you|\bwhat do you do|\bwhere do you (live|work)|\byour (name|work|job)", _self),
    (r"\bhow are you|\bhow do you do", _feeling),
    (r"\bwhere\b.*\b(get|find|gather|buy)\b", _goods),
    (r"\bwhere|\bseen\b|\bhow far|\bway to|\bfind\b", _where),
)
"""Patterns in small letters, the first that fits and has an answer, and how that is made."""


TALKS = 2
"""Things that it says in one turn, at most."""
PECKISH, STARVED, SPENT = 35, 75, 15
"""Points of hunger at which it eats a meal that was planned, or goes for one; of energy at which it rests."""
WEARY, FRESH = 50, 80
"""Points of energy up to which it sits down, indoors, and where it came to rest."""
OPENERS = ("Listen:", "I have news:", "They say it everywhere:", "You will not believe it:")
ASKED = ("what is new?", "how are you?", "have you seen {other}?", "where is {other} these days?")


class Neighbor(Agent):
    """Plans its day in the morning, and keeps to it as well as its needs let it."""

    what = "plans its day, talks to people"

    def act(self, turn: Turn) -> Action:
        seen: VillageSeen = turn.observation
        milestones = seen.plans[seen.name].milestones
        if not seen.plans[seen.name].notes.startswith(today(seen.now)):
            entries = plan(seen.name, seen.now, turn.chance("plan"))
            turn.log(entries)
            milestones = entries.milestones or ()
        action = _words(turn, seen) or _deed(turn, seen, current(milestones, seen.ground, seen.now))
        return action if not isinstance(action, GoTo) or action in turn.legal else Yield()


# -- words


def _words(turn: Turn, seen: VillageSeen) -> Action | None:
    """Return words for now: an answer, news or a greeting."""
    said = [each for each in seen.heard if each.name == seen.name and each.turn == turn.number]
    listeners = [name for name, sight in seen.me.near.items() if not sight.asleep]
    if not listeners or len(said) >= TALKS:
        return None
    reply = next(_replies(turn, seen, said), None)
    return reply or (None if said else _news(turn, seen, listeners) or _greeting(turn, seen, listeners))


def _replies(turn: Turn, seen: VillageSeen, said: Sequence[Heard]) -> Iterator[Action]:
    """Yield answers to questions since its last turn, to it, or to everybody and still unanswered."""
    own = [i for i, each in enumerate(seen.heard) if each.name == seen.name and each.turn < turn.number]
    since = seen.heard[own[-1] + 1 if own else 0 :]
    for i, each in enumerate(since):
        asker = each.name
        if asker in ("", seen.name) or asker not in seen.me.near or not is_question(each.text):
            continue
        to = each.to or tuple(filter(None, (addressee(each.text, seen.names),)))
        taken = any(later.name not in ("", asker) for later in since[i + 1 :])
        answered = any(asker in own.to or own.text.startswith(asker) for own in said)
        if answered or (seen.name not in to if to else taken):
            continue
        text = answer(each.text, asker, seen)
        yield Talk(asker, capital(text)) if each.to else Speak(f"{asker}, {text}")


def capital(words: str) -> str:
    """Begin with a capital letter."""
    return words[:1].upper() + words[1:]


def interest(name: str, known: Known) -> float:
    """Tell how likely somebody is to bring up a piece of news: a trait, 0.05 to 0.55."""
    return 0.05 + 0.5 * (crc32(f"{name} {known.text}".encode()) % 1000) / 1000


def _news(turn: Turn, seen: VillageSeen, listeners: Sequence[str]) -> Action | None:
    """Tell the newest piece that a listener may not know: aloud if most may not."""
    for known in reversed(seen.me.news.values()):
        fresh = [name for name in listeners if name not in known.shared]
        if fresh and turn.chance("news").random() < interest(seen.name, known):
            words = f"{turn.chance('opener').choice(OPENERS)} {known.text}."
            return Speak(words) if 2 * len(fresh) > len(listeners) else Talk(fresh[0], words)
    return None


def _greeting(turn: Turn, seen: VillageSeen, listeners: Sequence[str]) -> Action | None:
    """Greet somebody it has not spoken to for a while; now and then with a question."""
    greeted = {name for each in seen.heard if each.name == seen.name for name in each.by or ()}
    fresh = [name for name in listeners if name not in greeted]
    draw = turn.chance("greeting")
    if not fresh:
        return _question(turn, seen, listeners) if draw.random() < 0.12 else None
    hour = seen.now % DAY // 60
    day = "morning" if hour < 12 else "evening" if hour >= 18 else "day"
    question = " What is new?" if draw.random() < 0.4 else ""
    return Speak(f"Good {day}, {draw.choice(fresh)}.{question}")


def _question(turn: Turn, seen: VillageSeen, listeners: Sequence[str]) -> Action | None:
    """Ask a question that it has not asked lately."""
    others = [name for name in seen.names if name != seen.name and name not in seen.me.near]
    draw, to = turn.chance("question"), turn.chance("of whom").choice(listeners)
    asked = {each.text for each in seen.heard if each.name == seen.name}
    words = [f"{to}, {each.format(other=draw.choice(others or seen.names))}" for each in ASKED[: None if others else 2]]
    fresh = [each for each in words if each not in asked]
    return Speak(draw.choice(fresh)) if fresh else None


# -- deeds


def _deed(turn: Turn, seen: VillageSeen, entry: Entry | None) -> Action:
    """Do what its needs ask for, else what the plan says for this hour."""
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
    """Give the nearest place where somebody can eat."""
    own = house_of(seen.name)
    meals = [place for place in seen.ground.places if place.serves or place.name == own]
    return min(meals, key=lambda place: (apart(seen.me.at, place.spots[0]), place.name))
