"""Public acts of each account in a run: visits, looked-at posts, and engagements."""

from collections.abc import Iterable

import msgspec

from core.engine.events import Body
from scenes.feed.behavior import ARCS, LIKE, PASSED, REPLY, RESHARE, SEES, START, STILL, AgentState
from scenes.feed.events import Decided, Injected, Ticked

ONLINE = tuple(state for state in AgentState if state not in (AgentState.IDLE, AgentState.RESTING))


class Doings(msgspec.Struct):
    """Counts of one account."""

    sessions: int = 0
    """Times that it came online, to read or to write."""
    online: int = 0
    """Ticks that it spent so."""
    views: int = 0
    """Posts and reshares that it was shown."""
    looks: int = 0
    """Posts that it stopped at."""
    posts: int = 0
    likes: int = 0
    replies: int = 0
    reshares: int = 0

    @property
    def engagements(self) -> int:
        return self.likes + self.replies + self.reshares

    @property
    def acts(self) -> int:
        return self.posts + self.engagements


FIELDS = {LIKE: "likes", REPLY: "replies", RESHARE: "reshares"}


def doings(accounts: int, bodies: Iterable[Body]) -> list[Doings]:
    """Count them over a whole run, in the order of the accounts."""
    out = [Doings() for _ in range(accounts)]
    states = [AgentState.IDLE] * accounts
    for body in bodies:
        match body:
            case Decided(moves):
                for number, letter in enumerate(moves):
                    if letter != STILL:
                        states[number] = state = ARCS[letter].target
                        if field := FIELDS.get(state):
                            setattr(out[number], field, getattr(out[number], field) + 1)
            case Ticked(moves, _, posts):
                for number, letter in enumerate(moves):
                    if letter == PASSED:
                        out[number].views += 1
                    elif letter != STILL:
                        states[number] = _moved(out[number], letter)
                    out[number].online += states[number] in ONLINE
                for post in posts:
                    out[post.author].posts += 1
            case Injected(post):
                out[post.author].posts += 1
    return out


def _moved(done: Doings, letter: str) -> AgentState:
    """Apply a tick's move, and return the new state."""
    _, state, trigger = ARCS[letter].move
    if trigger == START:
        done.sessions += 1
    elif trigger == SEES:
        done.views += 1
        done.looks += state is AgentState.EVALUATING
    return state
