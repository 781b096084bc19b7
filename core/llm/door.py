"""The one door to a model: what is asked, how often, within which limits, and what of it enters the log."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

from core.agents import GaveUp
from core.events import Asked, Event, Prompted
from core.llm.journal import Journal, Kept, Key
from core.llm.messages import Misconfigured, Request
from core.llm.replies import Reply, Unreadable
from core.llm.retries import Route
from core.memory import Message
from core.text import safe_text

if TYPE_CHECKING:
    from core.agents import Turn

T = TypeVar("T")
TRIES = 3
"""Replies that may be unusable before an agent is told that there is none."""
MAX_REPLY = 2**17
"""Characters of a reply that are kept."""
SHOWN_AGAIN = 2000
"""Characters of an unusable reply that its model is shown again."""


class NoReply(GaveUp):
    """A model gave nothing that could be used, in all its tries. Uncaught, the scene's default action is taken."""


class Asking(NamedTuple):
    """A signal: a call begins."""

    name: str


class Streamed(NamedTuple):
    """A signal: a piece of a reply that is still arriving."""

    name: str
    piece: str


class Trying(NamedTuple):
    """A signal: a call is made again, because of what went wrong before."""

    name: str
    number: int
    of: int
    why: str


class Limits(NamedTuple):
    """What a run may use; 0 is no limit."""

    calls: int = 0
    tokens: int = 0
    cost: float = 0.0


class Door:
    """All the calls of one run, and what they have cost."""

    def __init__(
        self,
        models: Mapping[str, str],
        routes: Mapping[str, Route],
        limits: Limits,
        *,
        past: Iterable[Event] = (),
        known: Mapping[Key, Kept] | None = None,
        journal: Journal | None = None,
        on_signal: Callable[[Asking | Streamed | Trying], None] | None = None,
    ) -> None:
        """By agent: the names of their models, and the ways to them. Without a way, an agent's replies must all be
        in `known`; one that is, is not asked for again. With `on_signal`, replies are streamed."""
        self.calls = 0
        self.tokens = 0
        self.cost = 0.0
        self.stop: Callable[[str], None]
        """Called with the limit that is reached; the run sets it."""
        self._models = models
        self._routes = routes
        self._limits = limits
        self._known = dict(known or {})
        self._journal = journal
        self._signal = on_signal
        self._flying = 0
        self._reached = ""
        self._stored: dict[str, set[str]] = {}
        self._made: dict[str, int] = {}
        self._this_turn: dict[str, tuple[int, int]] = {}
        for event in past:
            if isinstance(event.data, Prompted):
                self._stored.setdefault(event.agent, set()).update(event.data.messages)
            elif isinstance(event.data, Asked) and event.spent is not None:
                self._next_key(event.turn, event.agent)
                self._count(event.spent.tokens_in + event.spent.tokens_out, event.spent.cost)

    async def ask(self, turn: "Turn", messages: Sequence[Message], reply: Reply[T]) -> T:
        """A reply that was read. One that cannot be is shown to its model with the error, and asked for again.

        Raises NoReply when there is none, Misconfigured when there cannot be one.
        """
        said = list(messages)
        error = ""
        for _ in range(TRIES):
            prompt = self._store(turn, said)
            index = self._made.get(turn.name, 0)
            kept = await self._fetch(turn, prompt, Request(said, reply, index))
            value = None
            try:
                value = reply.read(kept.reply) if not kept.failed else None
                error = kept.failed
            except Unreadable as why:
                error = str(why)
            asked = Asked(
                self._models[turn.name],
                reply.purpose,
                prompt,
                kept.reply,
                None if value is None else reply.plain(value),
                "" if kept.failed else error,
                kept.failed,
                kept.cut,
            )
            turn.private.append(Event.of(asked, turn.name, (turn.name,), kept.spent))
            if value is not None:
                return value
            if kept.failed:
                break
            shown = kept.reply[:SHOWN_AGAIN] or "(nothing)"
            said += [{"role": "assistant", "content": shown}, {"role": "user", "content": error}]
        raise NoReply(f"the model gave no usable reply: {error}")

    async def _fetch(self, turn: "Turn", prompt: tuple[str, ...], request: Request) -> Kept:
        key = self._next_key(turn.number, turn.name)
        kept = self._known.pop(key, None)
        if kept is None or (kept.prompt != prompt and turn.name in self._routes):
            if turn.name not in self._routes:
                raise NoReply("the recording holds no further reply")
            async with self._routes[turn.name].free:
                await self._afford()
                self._flying += 1
                try:
                    kept = await self._call(turn.name, prompt, request)
                finally:
                    self._flying -= 1
                    self._end_when_landed()
            if self._journal is not None:
                self._journal.add(key, kept)
            if self._limits.cost and kept.reply and kept.spent.cost is None:
                model = self._models[turn.name]
                raise Misconfigured(f"max_cost cannot be kept: the price of llm:{model} is not known; use max_tokens.")
        self._count(kept.spent.tokens_in + kept.spent.tokens_out, kept.spent.cost)
        return kept

    async def _call(self, name: str, prompt: tuple[str, ...], request: Request) -> Kept:
        route, signal = self._routes[name], self._signal

        def again(number: int, of: int, why: str) -> None:
            if signal is not None:
                signal(Trying(name, number, of, why))

        hear = None
        if signal is not None:
            signal(Asking(name))
            hear = self._hear(name, signal)
        outcome = await route.call(request, hear, again)
        text = safe_text(outcome.text)
        return Kept(prompt, text[:MAX_REPLY], safe_text(outcome.failed), len(text) > MAX_REPLY, outcome.spent)

    def _hear(self, name: str, signal: Callable[[Streamed], None]) -> Callable[[str], None]:
        def hear(piece: str) -> None:
            if clean := safe_text(piece):
                signal(Streamed(name, clean))

        return hear

    async def _afford(self) -> None:
        """Ends the run, and never returns, if a limit is reached. Calls in flight are paid for: they land first."""
        limits = self._limits
        over = {
            "max_calls": 0 < limits.calls <= self.calls + self._flying,
            "max_tokens": 0 < limits.tokens <= self.tokens,
            "max_cost": 0 < limits.cost <= self.cost,
        }
        self._reached = self._reached or next((name for name, is_over in over.items() if is_over), "")
        if self._reached:
            self._end_when_landed()
            await asyncio.Future()

    def _end_when_landed(self) -> None:
        if self._reached and not self._flying:
            self.stop(self._reached)

    def _count(self, tokens: int, cost: float | None) -> None:
        self.calls += 1
        self.tokens += tokens
        self.cost += cost or 0.0

    def _next_key(self, turn: int, name: str) -> Key:
        self._made[name] = self._made.get(name, 0) + 1
        last, count = self._this_turn.get(name, (turn, 0))
        k = count if last == turn else 0
        self._this_turn[name] = (turn, k + 1)
        return Key(turn, name, k)

    def _store(self, turn: "Turn", messages: Sequence[Message]) -> tuple[str, ...]:
        """The messages' digests; those that the log does not hold yet enter it."""
        stored = self._stored.setdefault(turn.name, set())
        digests = tuple(map(_digest, messages))
        fresh = {d: m for d, m in zip(digests, messages, strict=True) if d not in stored}
        if fresh:
            stored.update(fresh)
            turn.private.append(Event.of(Prompted(fresh), turn.name, (turn.name,)))
        return digests

    def settled(self) -> None:
        """A turn is in the log, with all the replies that were paid for in it."""
        if self._journal is not None:
            self._journal.drop()

    def close(self) -> None:
        if self._journal is not None:
            self._journal.close()


def _digest(message: Message) -> str:
    return blake2b(msgspec.json.encode(message), digest_size=12).hexdigest()
