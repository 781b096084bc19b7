"""A villager that needs no model: it lives by its plan and its needs, greets, answers, and passes on what it hears."""

from collections.abc import Iterator, Sequence
from zlib import crc32

from core.engine.agents import Agent
from core.engine.turn import Action, Turn
from core.social.actions import Yield
from core.social.scene import Heard
from scenes.village.actions import Eat, Gather, GoTo, Rest, Speak, Talk
from scenes.village.answers import addressee, answer, is_question
from scenes.village.clock import DAY, is_night
from scenes.village.founding import house_of
from scenes.village.needs import TIRED
from scenes.village.observation import Known, VillageSeen
from scenes.village.planning import Entry, current, plan, today
from scenes.village.terrain import Place, apart
from scenes.village.wording import at

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
