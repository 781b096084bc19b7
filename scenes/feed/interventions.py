"""What somebody at the controls can do to the network while it runs, and the plan of it that a config may hold."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from core.chance import Chance
from core.errors import IllegalAction, did_you_mean
from core.events import Event, Rejected
from core.text import one_line
from scenes.feed.actions import LONGEST
from scenes.feed.events import Injected, Joined, NewPost, Profiled, Tuned, Weighed
from scenes.feed.profile import make_profile

if TYPE_CHECKING:
    from scenes.feed.scene import FeedScene

FORMS = {
    "inject": "inject NAME [TOPIC:] WORDS",
    "boost": "boost NAME|TOPIC FACTOR",
    "mute": "mute NAME|TOPIC",
    "threshold": "threshold NAME HEAT",
    "timeout": "timeout NAME TICKS",
    "add": "add [ARCHETYPE]",
}
"""Commands, by their first word."""
CATCHING = 3.0
"""The appeal of a post that is put in."""
MOST = 1000.0
"""The most that a weight or a threshold can be."""


def is_intervention(text: str) -> bool:
    return one_line(text).partition(" ")[0].lower() in FORMS


def complete(scene: "FeedScene", text: str) -> str | None:
    """The first intervention that begins like this: its word, then a handle, a topic or an archetype."""
    head, space, begun = text.rpartition(" ")
    words = head.split()
    if not words:
        found = list(FORMS)
    elif len(words) > 1 or words[0].lower() not in FORMS:
        return None
    elif words[0].lower() == "add":
        found = list(scene.society.archetypes)
    else:
        found = [*(scene.society.topics if words[0].lower() in ("boost", "mute") else ()), *sorted(scene.numbers)]
    at = begun.startswith("@")
    low = begun.removeprefix("@").lower()
    first = next((each for each in found if low and each.lower().startswith(low) and each != begun), None)
    return f"{head}{space}{'@' if at else ''}{first}" if first else None


def happen(scene: "FeedScene", text: str, chance: Chance) -> Iterator[Event]:
    """What an intervention makes happen; one that cannot be as things stand is rejected, in the log."""
    text = one_line(text)
    try:
        events = list(_events(scene, text, chance))
    except IllegalAction as why:
        yield Event.of(Rejected(text, str(why)))
    else:
        yield from events


def check(scene: "FeedScene", text: str) -> None:
    """Raises IllegalAction for what cannot be done as things stand."""
    list(_events(scene, text, Chance(0)))


def _events(scene: "FeedScene", text: str, chance: Chance) -> Iterator[Event]:
    word, _, rest = one_line(text).partition(" ")
    word = word.lower()
    form = FORMS.get(word)
    if form is None:
        raise IllegalAction(f"{word[:40]!r} is no intervention; {did_you_mean(word[:40], FORMS)}")
    args = rest.split()
    match word, args:
        case "inject", [name, *_] if rest.partition(" ")[2].strip():
            author = _account(scene, name)
            topic, words = split_topic(rest.partition(" ")[2].strip(), scene.society.topics)
            if len(words) > LONGEST:
                raise IllegalAction(f"{len(words)} characters; a post has at most {LONGEST}")
            if topic is None:
                interests = scene.agents[author].profile.interests
                topic = interests.index(max(interests))
            named = scene.handles[author]
            yield Event.of(Injected(NewPost(author, topic, CATCHING, words)), named if named in scene.names else "")
        case "boost", [name, factor]:
            yield Event.of(_weighed(scene, name, _number(factor, 0.01)))
        case "mute", [name]:
            yield Event.of(_weighed(scene, name, 0.0))
        case (("threshold" | "timeout"), [name, value]):
            number = _account(scene, name)
            profile = scene.agents[number].profile
            if word == "threshold":
                profile = replace(profile, engagement_threshold=_number(value, 0.01))
            else:
                profile = replace(profile, timeout_threshold=_ticks(value))
            account = scene.handles[number]
            if account not in scene.names:
                raise IllegalAction(
                    f"{account} is one of a crowd, which stays as it is; begin with -o crowd=… above agents"
                )
            yield Event.of(Tuned(profile), account, (account,))
        case "add", ([] | [_]):
            yield from _add(scene, args[0] if args else "casual", chance)
        case _:
            raise IllegalAction(f"write it as: {form}")


def split_topic(words: str, topics: Sequence[str]) -> tuple[int | None, str]:
    """ "food: the soup was cold" is a post on food."""
    topic, colon, rest = words.partition(":")
    if colon and topic.strip().lower() in topics and rest.strip():
        return topics.index(topic.strip().lower()), rest.strip()
    return None, words


def _add(scene: "FeedScene", archetype: str, chance: Chance) -> Iterator[Event]:
    """The next newcomer joins, and follows others as they are followed."""
    known = scene.society.archetypes
    if archetype not in known:
        raise IllegalAction(f"{archetype[:40]!r} is no archetype; {did_you_mean(archetype[:40], known)}")
    if scene.crowd is not None:
        raise IllegalAction("a crowd takes no newcomers; begin with -o crowd=… above agents")
    number = next((agent.number for agent in scene.agents if not agent.joined), None)
    if number is None:
        raise IllegalAction("all newcomers are on the network already; begin with more of them: -o newcomers=…")
    draw = chance("newcomer")
    crowd = [n for n, ones in enumerate(scene.followers) for _ in range(len(ones) + 1) if scene.agents[n].joined]
    follows = tuple(sorted({draw.choice(crowd) for _ in range(2 * scene.config.links)}))
    name = scene.handles[number]
    yield Event.of(Joined(archetype, follows), name)
    yield Event.of(Profiled(make_profile(scene.society, archetype, scene.config.timeout, draw)), name, (name,))


def _weighed(scene: "FeedScene", name: str, factor: float) -> Weighed:
    if name.lower() in scene.society.topics:
        return Weighed(name.lower(), factor)
    return Weighed(scene.handles[_account(scene, name)], factor)


def _account(scene: "FeedScene", name: str) -> int:
    known = name.removeprefix("@")
    number = scene.numbers.get(known)
    if number is None or not scene.agents[number].joined:
        raise IllegalAction(f"nobody on the network is called {known[:40]!r}")
    return number


def _number(text: str, least: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not least <= value <= MOST:
        raise IllegalAction(f"{text[:40]!r} is no number from {least:g} to {MOST:g}")
    return value


def _ticks(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST):
        raise IllegalAction(f"{text[:40]!r} is no number of ticks from 1 to {MOST:g}")
    return int(text)


def read_plan(text: str) -> dict[int, list[str]]:
    """Interventions by tick, from "40 mute mira_k; 60 boost energy 3". Raises ValueError."""
    plan: dict[int, list[str]] = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        tick, _, command = one_line(part).partition(" ")
        digits = tick.removeprefix("t")
        if not (digits.isascii() and digits.isdigit() and int(digits[:9]) > 0):
            raise ValueError(f"{part[:60]!r} begins with no tick; write for example 40 mute food; 60 boost food 3")
        if not is_intervention(command):
            raise ValueError(f"{command[:60]!r} is no intervention; known: {', '.join(FORMS)}")
        plan.setdefault(int(digits[:9]), []).append(command)
    return plan
