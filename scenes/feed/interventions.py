"""Interventions in a running network."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from core.engine.chance import Chance
from core.engine.events import Event, Rejected
from core.errors import IllegalAction, did_you_mean
from core.text import one_line
from scenes.feed.account import make_profile
from scenes.feed.actions import LONGEST
from scenes.feed.config import FORMS
from scenes.feed.events import Injected, Joined, NewPost, Profiled, Tuned, Weighed
from scenes.feed.world import World

CATCHING = 3.0
"""Appeal of a post added by an intervention."""
MOST = 1000.0
"""Maximum of a weight or a threshold."""


def complete(world: World, text: str) -> str | None:
    """Complete the last word: a command, a handle, a topic or an archetype. Return None without a match."""
    head, space, begun = text.rpartition(" ")
    words = head.split()
    if not words:
        found = list(FORMS)
    elif len(words) > 1 or words[0].lower() not in FORMS:
        return None
    elif words[0].lower() == "add":
        found = list(world.society.archetypes)
    else:
        found = [*(world.society.topics if words[0].lower() in ("boost", "mute") else ()), *sorted(world.numbers)]
    at = begun.startswith("@")
    low = begun.removeprefix("@").lower()
    first = next((each for each in found if low and each.lower().startswith(low) and each != begun), None)
    return f"{head}{space}{'@' if at else ''}{first}" if first else None


def intervene(world: World, text: str, chance: Chance) -> Iterator[Event]:
    """Yield the events of an intervention; an impossible one is logged as rejected."""
    text = one_line(text)
    try:
        happened = list(events(world, text, chance))
    except IllegalAction as why:
        yield Rejected(text, str(why)).by()
    else:
        yield from happened


def events(world: World, text: str, chance: Chance) -> Iterator[Event]:
    """Yield the events of an intervention. Raises IllegalAction if it is impossible now."""
    word, _, rest = one_line(text).partition(" ")
    word = word.lower()
    form = FORMS.get(word)
    if form is None:
        raise IllegalAction(f"{word[:40]!r} is no intervention; {did_you_mean(word[:40], FORMS)}")
    args = rest.split()
    match word, args:
        case "inject", [name, *_] if rest.partition(" ")[2].strip():
            author = _account(world, name)
            topic, words = split_topic(rest.partition(" ")[2].strip(), world.society.topics)
            if len(words) > LONGEST:
                raise IllegalAction(f"{len(words)} characters; a post has at most {LONGEST}")
            if topic is None:
                interests = world.agents[author].profile.interests
                topic = interests.index(max(interests))
            named = world.handles[author]
            yield Injected(NewPost(author, topic, CATCHING, words)).by(named if named in world.names else "")
        case "boost", [name, factor]:
            yield _weighed(world, name, _number(factor, 0.01)).by()
        case "mute", [name]:
            yield _weighed(world, name, 0.0).by()
        case (("threshold" | "timeout"), [name, value]):
            number = _account(world, name)
            profile = world.agents[number].profile
            if word == "threshold":
                profile = replace(profile, engagement_threshold=_number(value, 0.01))
            else:
                profile = replace(profile, timeout_threshold=_ticks(value))
            account = world.handles[number]
            if account not in world.names:
                raise IllegalAction(
                    f"{account} is one of a crowd, which stays as it is; begin with -o crowd=… above agents"
                )
            yield Tuned(profile).by(account, to=(account,))
        case "add", ([] | [_]):
            yield from _add(world, args[0] if args else "casual", chance)
        case _:
            raise IllegalAction(f"write it as: {form}")


def split_topic(words: str, topics: Sequence[str]) -> tuple[int | None, str]:
    """Return the topic and the words of "food: the soup was cold"; None without a known topic."""
    topic, colon, rest = words.partition(":")
    if colon and topic.strip().lower() in topics and rest.strip():
        return topics.index(topic.strip().lower()), rest.strip()
    return None, words


def _add(world: World, archetype: str, chance: Chance) -> Iterator[Event]:
    """Add the next newcomer, which follows others in proportion to their followers."""
    known = world.society.archetypes
    if archetype not in known:
        raise IllegalAction(f"{archetype[:40]!r} is no archetype; {did_you_mean(archetype[:40], known)}")
    if world.crowd is not None:
        raise IllegalAction("a crowd takes no newcomers; begin with -o crowd=… above agents")
    number = next((agent.number for agent in world.agents if not agent.joined), None)
    if number is None:
        raise IllegalAction("all newcomers are on the network already; begin with more of them: -o newcomers=…")
    draw = chance("newcomer")
    crowd = [n for n, ones in enumerate(world.followers) for _ in range(len(ones) + 1) if world.agents[n].joined]
    follows = tuple(sorted({draw.choice(crowd) for _ in range(2 * world.config.links)}))
    name = world.handles[number]
    yield Joined(archetype, follows).by(name)
    yield Profiled(make_profile(world.society, archetype, world.config.timeout, draw)).by(name, to=(name,))


def _weighed(world: World, name: str, factor: float) -> Weighed:
    if name.lower() in world.society.topics:
        return Weighed(name.lower(), factor)
    return Weighed(world.handles[_account(world, name)], factor)


def _account(world: World, name: str) -> int:
    known = name.removeprefix("@")
    number = world.numbers.get(known)
    if number is None or not world.agents[number].joined:
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
