"""Context of a post for a model: follows, the thread, and the account's own acts."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from core.llm.prompts import quoted
from scenes.feed.agent import SocialAgent
from scenes.feed.behavior import COMPOSING, LIKE, REPLY, RESHARE, AgentState
from scenes.feed.posts import POSTED, Items

if TYPE_CHECKING:
    from scenes.feed.world import World

REPLIES, ACTS = 3, 4
"""Numbers of newest replies of a thread, and of newest own acts, in a prompt."""
ACTED = {LIKE: "liked", REPLY: "answered", RESHARE: "reshared", COMPOSING: "turned away to write after"}


def context(world: "World", agent: SocialAgent) -> str:
    """Write it in paragraphs, those that say something."""
    posts, names = world.posts, world.handles
    item = posts.items[agent.item]
    author = posts.items[posts.root(agent.item)].author
    follows = world.follows[agent.number]
    lines = [f"@{names[agent.number]} {'follows' if author in follows else 'does not follow'} @{names[author]}."]
    if author != agent.number and agent.number in world.follows[author]:
        lines.append(f"@{names[author]} follows @{names[agent.number]}.")
    said = posts.answers(item.thread)[-REPLIES:]
    parts = [" ".join(lines)]
    if said:
        parts.append("\n".join(["The latest replies:", *(f"@{names[r.author]}: {quoted(r.text)}" for r in said)]))
    if acts := list(islice(_acts(world, agent), ACTS)):
        parts.append("\n".join([f"What @{names[agent.number]} did lately, the newest first:", *acts]))
    return "\n\n".join(parts)


def _acts(world: "World", agent: SocialAgent) -> Iterator[str]:
    """Yield its decisions other than to scroll on, newest first, with the words of its own replies and posts."""
    items, names = world.posts.items, world.handles
    for entry in reversed(agent.history):
        if entry.trigger == "decides" and entry.to_state in ACTED and isinstance(entry.context, int):
            about = items[entry.context]
            author = items[world.posts.root(entry.context)].author
            words = _words(items, agent.number, entry.to_state, entry.context, entry.timestamp)
            topic = world.society.topics[about.topic]
            yield (
                f"- tick {entry.timestamp}: {ACTED[entry.to_state]} @{names[author]}'s post on {topic}"
                f"{f', with {quoted(words)}' if words else ''}"
            )


def _words(items: Items, number: int, state: AgentState, about: int, tick: int) -> str:
    """Return what it wrote then, if that has appeared."""
    own = (n for n in range(about, len(items)) if items.author[n] == number)
    if state == REPLY:
        return next((items.text_of(n) for n in own if items.parent[n] == about), "")
    if state == COMPOSING:
        return next((items.text_of(n) for n in own if items.kind[n] == POSTED and items.tick[n] >= tick), "")
    return ""
