"""All calls of a run to models and tools: asking, repeating, limits, and what enters the log."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from hashlib import blake2b
from typing import NamedTuple, TypeVar, cast

import msgspec
from msgspec.structs import replace

from core.engine.config import OnFailure, SceneConfig
from core.engine.events import Asked, Body, Event, Prompted, ToolResult
from core.engine.model_tally import Spent, Usage
from core.errors import GaveUp, UserError
from core.llm.call_results import MAX_TRIES, read
from core.llm.journal import Journal, Key, KnownCall
from core.llm.json_extraction import answer_in
from core.llm.messages import Completion, Declined, Message, Misconfigured, Request, Tool
from core.llm.prompts import Prompts
from core.llm.replies import Reply
from core.llm.retries import Places, Route
from core.text import one_line, safe_text

T = TypeVar("T")
Record = Callable[[Body, Spent | None], None]
"""Function that writes a call and its usage into the asking agent's private log."""
SHOWN_AGAIN = 2000
"""Maximum number of characters of an unusable reply that are repeated to the model."""
MIN_ROOM = 1024
"""After a cut reply the next limit is twice its length in tokens, or twice this number."""


class NoReply(GaveUp):
    """A model gave no usable reply or cannot be asked. If uncaught, the scene's default action is taken."""


class Unanswered(Exception):
    """A model gave no usable reply, and its policy has a fallback for this; no player catches it."""

    def __init__(self, why: str, fallback: OnFailure) -> None:
        super().__init__(why)
        self.fallback = fallback


class RepeatedFailure(Misconfigured):
    """A model failed so often in a row that the rest of the run would say nothing about it."""


class CallStarted(NamedTuple):
    """Signal: a call begins."""

    name: str


class ReplyPiece(NamedTuple):
    """Signal: a piece of a reply that is still arriving."""

    name: str
    piece: str


class CallRetried(NamedTuple):
    """Signal: a call is made again, with the reason."""

    name: str
    number: int
    of: int
    why: str


class ModelClient:
    """All calls of one run and their usage."""

    def __init__(
        self,
        models: Mapping[str, str],
        routes: Mapping[str, Route],
        config: SceneConfig,
        *,
        past: Iterable[Event] = (),
        known: Mapping[Key, KnownCall] | None = None,
        journal: Journal | None = None,
        on_signal: Callable[[CallStarted | ReplyPiece | CallRetried], None] | None = None,
        tools: Mapping[str, Tool] | None = None,
        prompts: Mapping[str, Prompts] | None = None,
        on_failure: Mapping[str, OnFailure] | None = None,
    ) -> None:
        """Connect agents to models and tools.

        `routes` maps agents to routes to models, `tools` names to tools. Calls in `known` are answered from there and
        not made again; without a route or tool, all calls must be there. `config` holds the limits. With `on_signal`,
        replies are streamed. `prompts` and `on_failure` are by agent; the default is that of the scene.
        """
        self.usage = Usage()
        """Usage so far, including that of calls that are not in the log."""
        self.stop: Callable[[str], None]
        """Function that the run sets; it is called with the name of a limit that is reached."""
        self.prompts = prompts or {}
        """Prompts by agent."""
        self._on_failure = on_failure or {}
        self._models = models
        self._routes = routes
        self._tools = tools or {}
        self._config = config
        self._known = dict(known or {})
        self._journal = journal
        self._signal = on_signal
        self._flying = 0
        self._landing = asyncio.Event()
        """Set whenever a call has ended."""
        self._limit_reached = ""
        self._in_a_row: dict[str, int] = {}
        """Number of questions in a row without a usable reply, by model."""
        self._stored: dict[str, set[str]] = {}
        self._calls_made: dict[str, int] = {}
        self._calls_in_turn = Counter[tuple[int, str]]()
        for event in past:
            match event.data:
                case Prompted(messages):
                    self._stored.setdefault(event.agent, set()).update(messages)
                case Asked():
                    self._calls_made[event.agent] = self._calls_made.get(event.agent, 0) + 1
                    self._next_key(event.turn, event.agent)
                case ToolResult():
                    self._next_key(event.turn, event.agent)
            if event.spent is not None:
                self.usage = self.usage.plus(event.spent)

    async def ask(self, name: str, turn: int, messages: Sequence[Message], reply: Reply[T], record: Record) -> T:
        """Ask an agent's model and return the parsed reply; show it an unusable reply with the error, and ask again.

        Raises:
            NoReply: There is no usable reply.
            Misconfigured: The model cannot reply until the user changes something.
        """
        conversation, room, error = list(messages), 0, ""
        for _ in range(MAX_TRIES):
            prompt = self._store(name, conversation, record)
            request = Request(conversation, reply, self._calls_made.get(name, 0), room)
            self._calls_made[name] = request.number + 1
            completion = await self._fetch(self._next_key(turn, name), prompt, request)
            value, repairs, error, finish = outcome = read(reply, completion)
            asked = Asked(
                completion.model or self._models[name],
                reply.purpose,
                prompt,
                completion.text,
                None if value is None else reply.plain(value),
                error,
                completion.failed,
                completion.cut,
                repairs,
                completion.reasoning,
                finish,
            )
            record(asked, completion.spent)
            if value is not None:
                self._in_a_row.pop(self._models[name], None)
                return cast(T, value)
            error = error or completion.failed
            if completion.failed:
                break
            if outcome.cut:
                room = 2 * max(room, completion.spent.tokens_out - completion.spent.lost, MIN_ROOM)
            shown = answer_in(completion.text)[:SHOWN_AGAIN] or "(nothing)"
            conversation += [{"role": "assistant", "content": shown}, {"role": "user", "content": error}]
        self._count_failure(name, error)
        why = f"the model gave no usable reply: {error}"
        if (instead := self._on_failure.get(name, "scene")) != "scene":
            raise Unanswered(why, instead)
        raise NoReply(why)

    def _count_failure(self, name: str, error: str) -> None:
        """End the run if a model gave no usable reply too often in a row."""
        model, most = self._models[name], self._config.max_failures
        why = one_line(error).partition(". ")[0].rstrip(".")[:200]  # the other sentences are instructions for the model
        self._in_a_row[model] = failures = self._in_a_row.get(model, 0) + 1
        if name in self._routes and 0 < most <= failures:
            raise RepeatedFailure(
                f"llm:{model} gave no usable reply to {failures} questions in a row ({why}). Try it "
                f"alone: playbill models {model}. With -o max_failures=0 the run goes on, by default actions"
            )

    async def call_tool(self, name: str, turn: int, tool: str, request: str) -> ToolResult:
        """Call a tool for an agent. Raises NoReply if the tool cannot be called and no earlier answer is known."""
        key, asked = self._next_key(turn, name), (tool, request)
        call = self._recall(key, asked, tool in self._tools)
        if call is None:
            try:
                completion = Completion(await self._tools[tool](request))
            except Declined as why:
                completion = Completion(failed=safe_text(str(why)))
            call = KnownCall(key, asked, completion)
            if self._journal is not None:
                self._journal.add(call)
        return ToolResult(tool, request, call.completion.text, call.completion.failed)

    def _recall(self, key: Key, prompt: tuple[str, ...], reachable: bool) -> KnownCall | None:
        """Return the known result of a call; None if the call has to be made. Raises NoReply if that is impossible."""
        call = self._known.pop(key, None)
        if (call is None or call.submitted) and not reachable:
            raise NoReply("the recording holds no further reply")
        return None if call is None or (call.prompt != prompt and reachable) else call

    async def _fetch(self, key: Key, prompt: tuple[str, ...], request: Request) -> Completion:
        name = key.agent
        call = self._recall(key, prompt, name in self._routes)
        if call is None or call.submitted:
            request = request._replace(
                submitted=call.submitted if call else "", on_submit=partial(self._keep, key, prompt)
            )
            async with self._place(name) as free:
                await self._afford()
                self._flying += 1
                try:
                    completion = await self._call(name, request)
                    free.report_usage(completion.spent)
                    call = KnownCall(key, prompt, replace(completion, model=self._models[name]))
                finally:
                    self._flying -= 1
                    self._landing.set()
                    self._end_when_landed()
            if self._journal is not None:
                self._journal.add(call)
            if self._config.max_cost and call.completion.text and call.completion.spent.cost is None:
                model = self._models[name]
                raise Misconfigured(f"max_cost cannot be kept: the price of llm:{model} is not known; use max_tokens.")
        self.usage = self.usage.plus(call.completion.spent)
        return call.completion

    def _keep(self, key: Key, prompt: tuple[str, ...], place: str) -> None:
        """Journal the place of a submitted call."""
        if self._journal is not None:
            self._journal.add(KnownCall(key, prompt, submitted=place))

    @asynccontextmanager
    async def _place(self, name: str) -> AsyncIterator[Places]:
        """Hold a place during a call; at a limit of the batch, wait for the calls in flight, which are paid for."""
        free = self._routes[name].free
        try:
            await free.__aenter__()
        except UserError:
            while self._flying:
                self._landing.clear()
                await self._landing.wait()
            raise
        try:
            yield free
        finally:
            await free.__aexit__(None, None, None)

    async def _call(self, name: str, request: Request) -> Completion:
        route, signal = self._routes[name], self._signal
        if signal is None or not name:  # calls without a name are a judge's, which the screen does not show
            return await route.call(request, None, lambda number, of, why: None)

        def on_words(piece: str) -> None:
            if clean := safe_text(piece):
                signal(ReplyPiece(name, clean))

        def again(number: int, of: int, why: str) -> None:
            signal(CallRetried(name, number, of, why))

        signal(CallStarted(name))
        return await route.call(request, on_words, again)

    async def _afford(self) -> None:
        """If a limit is reached, end the run after the calls in flight, and never return."""
        config, usage = self._config, self.usage
        over = {
            "max_calls": 0 < config.max_calls <= usage.calls + self._flying,
            "max_tokens": 0 < config.max_tokens <= usage.tokens,
            "max_cost": 0 < config.max_cost <= (usage.cost or 0.0),
        }
        self._limit_reached = self._limit_reached or next((name for name, is_over in over.items() if is_over), "")
        if self._limit_reached:
            self._end_when_landed()
            await asyncio.Future()

    def _end_when_landed(self) -> None:
        if self._limit_reached and not self._flying:
            self.stop(self._limit_reached)

    def _next_key(self, turn: int, name: str) -> Key:
        k = self._calls_in_turn[turn, name]
        self._calls_in_turn[turn, name] += 1
        return Key(turn, name, k)

    def _store(self, name: str, messages: Sequence[Message], record: Record) -> tuple[str, ...]:
        """Return the messages' digests; log the messages that the log does not hold yet."""
        stored = self._stored.setdefault(name, set())
        digests = tuple(map(_digest, messages))
        fresh = {d: m for d, m in zip(digests, messages, strict=True) if d not in stored}
        if fresh:
            stored.update(fresh)
            record(Prompted(fresh), None)
        return digests

    @property
    def has_unlogged_replies(self) -> bool:
        """True while the journal has replies whose turn is not in the log yet."""
        return self._journal is not None and self._journal.holds

    def settled(self) -> None:
        """Drop the journaled replies of a turn that is in the log."""
        if self._journal is not None:
            self._journal.drop()

    def close(self) -> None:
        if self._journal is not None:
            self._journal.close()


def _digest(message: Message) -> str:
    return blake2b(msgspec.json.encode(message), digest_size=12).hexdigest()
