"""Interventions in a running network."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from core.engine.chance import Chance
from core.engine.events import Event, Rejected
from core.errors import IllegalAction, did_you_mean
from core.text import one_line
from scenes.feed.account import make_profile
from scenes.feed.actions import MAX_TEXT
from scenes.feed.config import USAGE
from scenes.feed.events import Injected, Joined, NewPost, Profiled, Tuned, Weighed
from scenes.feed.state import FeedState

INJECTED_APPEAL = 3.0
"""Appeal of a post added by an intervention."""
MAX_VALUE = 1000.0
"""Maximum value of a weight, a threshold or a timeout."""


def complete(world: FeedState, text: str) -> str | None:
    """Complete the last word: a command, a handle, a topic or an archetype. Return None without a match."""
    head, space, begun = text.rpartition(" ")
    words = head.split()
    if not words:
        found = list(USAGE)
    elif len(words) > 1 or words[0].lower() not in USAGE:
        return None
    elif words[0].lower() == "add":
        found = list(world.society.archetypes)
    else:
        found = [*(world.society.topics if words[0].lower() in ("boost", "mute") else ()), *sorted(world.numbers)]
    at = begun.startswith("@")
    low = begun.removeprefix("@").lower()
    first = next((each for each in found if low and each.lower().startswith(low) and each != begun), None)
    return f"{head}{space}{'@' if at else ''}{first}" if first else None


def intervene(world: FeedState, text: str, chance: Chance) -> Iterator[Event]:
    """Yield the events of an intervention; an impossible one is logged as rejected."""
    text = one_line(text)
    try:
        happened = list(events(world, text, chance))
    except IllegalAction as why:
        yield Rejected(text, str(why)).by()
    else:
        yield from happened


def events(world: FeedState, text: str, chance: Chance) -> Iterator[Event]:
    """Yield the events of an intervention. Raises IllegalAction if it is impossible now."""
    word, _, rest = one_line(text).partition(" ")
    word = word.lower()
    form = USAGE.get(word)
    if form is None:
        raise IllegalAction(f"{word[:40]!r} is not an intervention; {did_you_mean(word[:40], USAGE)}")
    args = rest.split()
    match word, args:
        case "inject", [name, *_] if rest.partition(" ")[2].strip():
            author = _account_named(world, name)
            topic, words = split_topic(rest.partition(" ")[2].strip(), world.society.topics)
            if len(words) > MAX_TEXT:
                raise IllegalAction(f"{len(words)} characters; a post has at most {MAX_TEXT}")
            if topic is None:
                interests = world.agents[author].profile.interests
                topic = interests.index(max(interests))
            named = world.handles[author]
            yield Injected(NewPost(author, topic, INJECTED_APPEAL, words)).by(named if named in world.names else "")
        case "boost", [name, factor]:
            yield _weight_event(world, name, _parse_number(factor, 0.01)).by()
        case "mute", [name]:
            yield _weight_event(world, name, 0.0).by()
        case (("threshold" | "timeout"), [name, value]):
            number = _account_named(world, name)
            profile = world.agents[number].profile
            if word == "threshold":
                profile = replace(profile, engagement_threshold=_parse_number(value, 0.01))
            else:
                profile = replace(profile, timeout_threshold=_parse_ticks(value))
            account = world.handles[number]
            if account not in world.names:
                raise IllegalAction(
                    f"{account} is in a crowd and cannot be changed; start with -o crowd=… above agents"
                )
            yield Tuned(profile).by(account, to=(account,))
        case "add", ([] | [_]):
            yield from _add_newcomer(world, args[0] if args else "casual", chance)
        case _:
            raise IllegalAction(f"write it as: {form}")


def split_topic(words: str, topics: Sequence[str]) -> tuple[int | None, str]:
    """Return the topic and the words of "food: the soup was cold"; None without a known topic."""
    topic, colon, rest = words.partition(":")
    if colon and topic.strip().lower() in topics and rest.strip():
        return topics.index(topic.strip().lower()), rest.strip()
    return None, words


def _add_newcomer(world: FeedState, archetype: str, chance: Chance) -> Iterator[Event]:
    """Add the next newcomer, which follows others in proportion to their followers."""
    known = world.society.archetypes
    if archetype not in known:
        raise IllegalAction(f"{archetype[:40]!r} is not an archetype; {did_you_mean(archetype[:40], known)}")
    if world.crowd is not None:
        raise IllegalAction("a crowd takes no newcomers; start with -o crowd=… above agents")
    number = next((agent.number for agent in world.agents if not agent.joined), None)
    if number is None:
        raise IllegalAction("all newcomers are on the network already; start with more of them: -o newcomers=…")
    draw = chance("newcomer")
    crowd = [n for n, ones in enumerate(world.followers) for _ in range(len(ones) + 1) if world.agents[n].joined]
    follows = tuple(sorted({draw.choice(crowd) for _ in range(2 * world.config.follows)}))
    name = world.handles[number]
    yield Joined(archetype, follows).by(name)
    yield Profiled(make_profile(world.society, archetype, world.config.timeout, draw)).by(name, to=(name,))


def _weight_event(world: FeedState, name: str, factor: float) -> Weighed:
    if name.lower() in world.society.topics:
        return Weighed(name.lower(), factor)
    return Weighed(world.handles[_account_named(world, name)], factor)


def _account_named(world: FeedState, name: str) -> int:
    known = name.removeprefix("@")
    number = world.numbers.get(known)
    if number is None or not world.agents[number].joined:
        raise IllegalAction(f"nobody on the network is called {known[:40]!r}")
    return number


def _parse_number(text: str, least: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not least <= value <= MAX_VALUE:
        raise IllegalAction(f"{text[:40]!r} is not a number from {least:g} to {MAX_VALUE:g}")
    return value


def _parse_ticks(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MAX_VALUE):
        raise IllegalAction(f"{text[:40]!r} is not a number of ticks from 1 to {MAX_VALUE:g}")
    return int(text)
