"""Exports of a feed's recording: tables for spreadsheets, lines for programs, and the chart."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

from core.engine.casting import scene_after, set_up
from core.engine.events import Body, Event
from core.recording.header import Header
from core.statechart import to_dot, to_mermaid, to_scxml
from core.tables import Column, EventTable
from scenes.feed.behavior import ARC_OF_LETTER, CHART, LIKE, NO_EVENT, REPLY, RESHARE, SEES, AgentState
from scenes.feed.events import Decided, Ticked
from scenes.feed.facts import FACTS, count_activity, measure_facts
from scenes.feed.metrics import largest, shapes
from scenes.feed.oracle import weigh
from scenes.feed.posts import Item
from scenes.feed.state import FeedState

COUNT_COLUMNS = {
    "posts": "posts",
    LIKE: "likes",
    REPLY: "replies",
    RESHARE: "reshares",
    "timeouts": "timeouts",
    "oracle_calls": "oracle_calls",
    "oracle_fallbacks": "oracle_fallbacks",
}
"""Columns of the counts of a tick, by the name of the count."""


def ticks(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """Yield a row for each tick: accounts in each state at the tick's end, and counts of its events."""
    world = _empty_state(header)
    before = dict.fromkeys(COUNT_COLUMNS, 0)
    for event in events:
        world.apply(event)
        if isinstance(event.data, Ticked):
            now = {key: world.tallies[key] for key in COUNT_COLUMNS}
            counts = zip(map(str, AgentState), world.series[-1], strict=True)
            yield {
                "tick": world.now,
                **dict(counts),
                **{COUNT_COLUMNS[key]: now[key] - before[key] for key in COUNT_COLUMNS},
            }
            before = now


def transitions(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """Yield a row for each transition of each account, with the item that it looked at."""
    world = _empty_state(header)
    for event in events:
        world.apply(event)
        if isinstance(event.data, Decided | Ticked):
            for number, letter in enumerate(event.data.moves):
                if letter in ARC_OF_LETTER:
                    source, target, trigger = ARC_OF_LETTER[letter].move
                    yield {
                        "tick": event.turn,
                        "account": world.handles[number],
                        "from": source,
                        "to": target,
                        "trigger": trigger,
                        "item": world.item_of(number),
                    }


def cascades(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """Yield a row for each post that was reshared, largest cascade first."""
    world: Any = scene_after(header, events)
    posts = world.posts
    for thread, shape in shapes(world, largest(world, len(posts.threads))).items():
        number = posts.threads[thread]
        yield {
            **_cascade_columns(world, thread, posts.items[number]),
            **shape._asdict(),
            "likes": posts.likes[number],
            "replies": posts.replies[number],
            "text": posts.items[number].text,
        }


def accounts(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """Yield a row for each account: profile, visits, shown items and actions."""
    world = _empty_state(header)
    did = count_activity(len(world.handles), _apply_and_yield(world, events))
    for agent in filter(lambda agent: agent.joined, world.agents):
        number = agent.number
        yield {
            "account": world.handles[number],
            "archetype": world.archetypes[number],
            "policy": header.cast.get(world.handles[number], "rules"),
            "zeal": agent.profile.zeal,
            "follows": len(world.follows[number]),
            "followers": len(world.followers[number]),
            **asdict(did[number]),
            "acts": did[number].acts,
            "state": str(agent.state),
        }


def facts(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """Yield a row for each published figure: the run's value, and whether it is within the band."""
    world = _empty_state(header)
    did = count_activity(len(world.handles), _apply_and_yield(world, events))
    values = measure_facts(world, did)
    for fact in FACTS:
        value = values[fact.name]
        yield {
            "fact": fact.name,
            "value": None if value is None else round(value, 4),
            "least": fact.least,
            "most": fact.most,
            "within": None if value is None else fact.holds(value),
            "says": fact.says,
            "published": fact.published,
            "source": fact.source,
        }


def trace(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """Yield a row for each reshare, with the account's transitions and the factors of its decision.

    `seen` is the tick in which the account was shown the item, `tick` that of the decision.
    """
    world = _empty_state(header)
    seen: dict[int, int] = {}
    for event in events:
        match event.data:
            case Decided(moves):
                drawn = {
                    number: weigh(world.observe(world.handles[number]))
                    for number, letter in enumerate(moves)
                    if letter != NO_EVENT and ARC_OF_LETTER[letter].target is RESHARE
                }
                for number, why in drawn.items():
                    agent, item = world.agents[number], world.posts.items[world.agents[number].item]
                    yield {
                        **_cascade_columns(world, item.thread, world.posts.items[world.posts.threads[item.thread]]),
                        "tick": event.turn,
                        "seen": seen.get(number, -1),
                        "account": world.handles[number],
                        "policy": header.cast.get(world.handles[number], "rules"),
                        "from": world.handles[item.author],
                        "generation": item.generation + 1,
                        "transitions": [SEES, ARC_OF_LETTER[moves[number]].move[2]],
                        "interest": why.interest,
                        "appeal": why.appeal,
                        "proof": round(why.proof, 3),
                        "heat": round(why.heat, 3),
                        "threshold": agent.profile.engagement_threshold,
                        "spree": agent.on_a_spree,
                        "chance": round(why.chances[RESHARE], 3),
                    }
            case Ticked(moves):
                seen.update(
                    (n, event.turn) for n, letter in enumerate(moves) if letter in ARC_OF_LETTER and _is_seeing(letter)
                )
        world.apply(event)


def _is_seeing(letter: str) -> bool:
    return ARC_OF_LETTER[letter].target is AgentState.EVALUATING


def _cascade_columns(world: FeedState, thread: int, post: Item) -> dict[str, Any]:
    return {
        "cascade": thread,
        "author": world.handles[post.author],
        "archetype": world.archetypes[post.author],
        "topic": world.society.topics[post.topic],
        "posted": post.tick,
    }


def _empty_state(header: Header) -> FeedState:
    world: Any = set_up(header)[0]
    return world  # type: ignore[no-any-return]


def _apply_and_yield(world: FeedState, events: Iterable[Event]) -> Iterator[Body]:
    """Yield the bodies of the events while `world` applies them."""
    for event in events:
        world.apply(event)
        yield event.data


CASCADE_COLUMNS = {
    "cascade": Column(int, "number of the thread"),
    "author": Column(str, "account that wrote the original"),
    "archetype": Column(str, "archetype of the author"),
    "topic": Column(str, "topic of the original"),
    "posted": Column(int, "tick of the original"),
}
TABLES = {
    "ticks": EventTable(
        "a tick",
        {
            "tick": Column(int, "number of the tick"),
            **{str(state): Column(int, "accounts in this state at the tick's end") for state in AgentState},
            **{name: Column(int, f"{name.replace('_', ' ')} in this tick") for name in COUNT_COLUMNS.values()},
        },
        ticks,
    ),
    "cascades": EventTable(
        "a post that was reshared, the largest cascade first",
        {
            **CASCADE_COLUMNS,
            "size": Column(int, "posts of the cascade, the original included"),
            "depth": Column(int, "reshares on the longest path from the original"),
            "breadth": Column(int, "most posts in one generation"),
            "virality": Column(float, "mean distance between two posts (structural virality)"),
            "likes": Column(int, "likes of the original"),
            "replies": Column(int, "replies to the original"),
            "text": Column(str, "text of the original"),
        },
        cascades,
    ),
    "accounts": EventTable(
        "an account",
        {
            "account": Column(str, "handle of the account"),
            "archetype": Column(str, "archetype of the account"),
            "policy": Column(str, "policy of the account"),
            "zeal": Column(float, "activity, relative to the archetype's median"),
            "follows": Column(int, "accounts that it follows"),
            "followers": Column(int, "accounts that follow it"),
            "sessions": Column(int, "visits, to read or to write"),
            "online": Column(int, "ticks spent online"),
            "views": Column(int, "posts and reshares that it was shown"),
            "looks": Column(int, "posts at which it stopped"),
            "posts": Column(int, "original posts"),
            "likes": Column(int, "likes by the account"),
            "replies": Column(int, "replies by the account"),
            "reshares": Column(int, "reshares by the account"),
            "quotes": Column(int, "reshares by the account with a comment"),
            "acts": Column(int, "posts, likes, replies and reshares"),
            "state": Column(str, "state of its statechart at the end"),
        },
        accounts,
    ),
    "facts": EventTable(
        "a published figure",
        {
            "fact": Column(str, "name of the figure"),
            "value": Column(float, "value of the figure in this run; empty if there is none"),
            "least": Column(float, "lower end of the published band"),
            "most": Column(float, "upper end of the published band"),
            "within": Column(bool, "true if the value lies in the band"),
            "says": Column(str, "what the figure measures"),
            "published": Column(str, "what was published"),
            "source": Column(str, "where it was published"),
        },
        facts,
    ),
}
Export = Callable[[Header, Sequence[Event]], str]


def _lines_exporter(rows: Callable[[Header, Iterable[Event]], Iterator[dict[str, Any]]]) -> Export:
    def export(header: Header, events: Sequence[Event]) -> str:
        return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows(header, events))

    return export


EXPORTS: Mapping[str, Export] = {
    "csv": TABLES["ticks"].csv,
    "jsonl": _lines_exporter(ticks),
    "transitions": _lines_exporter(transitions),
    **{name: TABLES[name].csv for name in ("cascades", "accounts", "facts")},
    "trace": _lines_exporter(trace),
    "scxml": lambda header, events: to_scxml(CHART),
    "mermaid": lambda header, events: to_mermaid(CHART),
    "dot": lambda header, events: to_dot(CHART),
}
