"""Setting an aim, spreading its rumor, and deciding the aim."""

from collections.abc import Iterator

from core.engine.chance import Chance, Draw
from core.engine.events import Event
from scenes.feed import events as e
from scenes.feed.aims import RUMORS, Aim, Rumor, Telling, tell
from scenes.feed.pursuing import Pursuing
from scenes.feed.society import VISITOR

DEADLINE = 100
"""Tick after which an aim is missed."""
TICKS = {"correct": (3, 10, 18, 27, 37, 48), "source": (2, 3, 5, 8, 12, 16, 20, 25, 30, 36, 42, 50)}
"""Ticks in which a rumor is posted."""
FIRST_HAND = 3
"""Number of accounts that have a rumor from its source; the last one remembers wrongly whom it has it from."""
CATCHING = 6.0
"""Appeal of a post with a rumor."""


def begin(world: Pursuing, chance: Chance) -> Iterator[Event]:
    """Yield the person's aim, and the rumor that it is about."""
    what, until = world.config.aim, min(world.config.ticks, DEADLINE)
    name = world.handles[world.person]
    if what == "reach":
        yield e.AimSet(Aim("reach", until, max(1, round(world.society.reach * world.config.agents)))).by(
            name, to=(name,)
        )
        return
    draw = chance("rumor")
    topics = world.society.topics
    rumor = draw.choice([rumor for rumor in RUMORS if rumor.topic in topics] or RUMORS)
    if what == "correct":
        yield e.AimSet(Aim("correct", until, world.society.correct, rumor.word, rumor.claim)).by(name, to=(name,))
        authors = _authors(world, len(TICKS["correct"]), draw)
        posts = zip(TICKS["correct"], authors, strict=False)
        yield e.RumorBegan(-1, tuple(Telling(tick, by, tell(rumor, "", draw)) for tick, by in posts)).by(to=())
    elif what == "source":
        yield e.AimSet(Aim("source", until, claim=rumor.claim)).by(name, to=(name,))
        yield _chain(world, rumor, draw).by(to=())


def _authors(world: Pursuing, count: int, draw: Draw) -> list[int]:
    """Draw accounts that post a rumor, first among those that the person follows."""
    others = [n for n in range(world.config.agents) if world.archetypes[n] != VISITOR]
    near = [n for n in world.follows[world.person] if world.archetypes[n] != VISITOR]
    far = [n for n in others if n not in near]
    draw.shuffle(near)
    draw.shuffle(far)
    return [*near, *far][:count]


def _chain(world: Pursuing, rumor: Rumor, draw: Draw) -> e.RumorBegan:
    """Draw who has the rumor from whom: the source told a few, and they told those that the person may follow."""
    ticks = TICKS["source"]
    *later, source = _authors(world, len(ticks) + 1, draw)
    first, later = later[-FIRST_HAND:], later[:-FIRST_HAND]
    liar = draw.choice(later)
    tellings = list[Telling]()
    for place, (tick, author) in enumerate(zip(ticks, (*first, *later), strict=False)):
        by = source if place < FIRST_HAND - 1 else liar if author == first[-1] else draw.choice(first)
        named = world.handles[by]
        asked = place == 0 or (place >= FIRST_HAND and draw.random() < 0.5)
        text = tell(rumor, "" if asked else named, draw)
        tellings.append(Telling(tick, author, text, f"@{named} told me." if asked else ""))
    return e.RumorBegan(source, tuple(tellings))


def due(world: Pursuing, now: int) -> tuple[e.NewPost, ...]:
    """Return the posts that spread the rumor in a tick."""
    topics = world.society.topics
    posts = [telling for telling in world.tellings if telling.tick == now]
    topic = next((rumor.topic for rumor in RUMORS if world.aim and rumor.claim == world.aim.claim), "")
    number = topics.index(topic) if topic in topics else 0
    return tuple(e.NewPost(telling.author, number, CATCHING, telling.text) for telling in posts)


def explain(world: Pursuing) -> Iterator[Event]:
    """Yield the answers to questions of the last tick about the source."""
    items, known = world.posts.items, {telling.author: telling.answer for telling in world.tellings}
    for question in world.questions.values():
        author = items.author[world.posts.root(question)]
        if items.tick[question] == world.now and (answer := known.get(author)):
            yield e.Explained(question, answer).by(world.handles[author])
