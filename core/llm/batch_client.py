"""Client of OpenAI's batch API: calls are gathered into files, and a provider answers each file within a day.

A call is journaled with the place of its line (FILE/LINE) before the file's batch is created, and the batch of a file
is looked up before it is created again. So a killed process pays for no line twice.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

import msgspec

from core.engine.model_tally import Spent
from core.llm.litellm_client import batch_price, load
from core.llm.messages import Busy, Completion, Declined, Misconfigured, OnWords, PartialReply, Request, Unavailable
from core.llm.online import permanent_error
from core.llm.openai_client import Headers, OpenAIClient, decode_text, error_message, read_completion
from core.llm.settings import ModelSettings, full_name
from core.text import one_line

QUIET = 2.0
"""Seconds without a new call after which the waiting calls are submitted."""
FIRST_POLL, LONGEST_POLL = 1.0, 60.0
"""Seconds between two questions whether a batch has ended; they grow by half each time."""
LONGEST_OUTAGE = 3600.0
"""Seconds for which a submitted batch's provider may be unreachable; then the run ends, and can be continued."""
MAX_LINES, MAX_BYTES = 50_000, 100 * 2**20
"""Maximum size of a file."""
ENDPOINT = "/v1/chat/completions"
ENDED = ("completed", "failed", "expired", "cancelled")
TOO_MANY = "token_limit_exceeded"
"""Error code of a batch that has more tokens than the provider takes at a time."""
T = TypeVar("T")


class _Error(msgspec.Struct):
    message: str | None = None
    code: str | None = None


class _Errors(msgspec.Struct):
    data: list[_Error] | None = None


class _File(msgspec.Struct):
    id: str


class _Batch(msgspec.Struct):
    """A batch as the API describes it."""

    id: str
    status: str
    input_file_id: str
    output_file_id: str | None = None
    error_file_id: str | None = None
    errors: _Errors | None = None


class _Page(msgspec.Struct):
    """A page of the list of batches."""

    data: list[_Batch]
    has_more: bool = False


class _Response(msgspec.Struct):
    """The response to one line."""

    status_code: int
    body: msgspec.Raw


class _Result(msgspec.Struct):
    """A line of a batch's results: a response, or the reason why there is none."""

    custom_id: str
    response: _Response | None = None
    error: _Error | None = None


Results = dict[str, _Result]
"""Results by number of the line. Each is removed when it is read."""


class _Waiting(NamedTuple):
    """A call that is not submitted yet."""

    body: bytes
    on_submit: Callable[[str], None]
    place: asyncio.Future[str]


class _Full(Exception):
    """The provider takes no batch of this size now; its lines are submitted again in smaller batches."""


class BatchClient(OpenAIClient):
    """Client that sends all calls in batches. Its replies are never streamed."""

    def __init__(
        self,
        name: str,
        model: str,
        base: str,
        key: str | None,
        settings: ModelSettings,
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        """`tell` gets a sentence about each batch that begins or ends."""
        super().__init__(name, model, base, key, settings)
        self._base = base
        self._tell = tell
        self._waiting: list[_Waiting] = []
        self._timer: asyncio.TimerHandle | None = None
        self._uploads: set[asyncio.Task[None]] = set()
        self._outcomes: dict[str, asyncio.Task[Results]] = {}
        """Results of batches, by their file."""
        self._room = MAX_LINES
        """Maximum number of lines at the provider; it halves when the provider reports too many."""
        self._enqueued = 0
        self._fresh: set[str] = set()
        """Files whose batch was never asked for."""

    async def ready(self) -> None:
        if not self.settings.base:
            await asyncio.to_thread(load)  # for prices
        await super().ready()

    def price(self, spent: Spent) -> float | None:
        return None if self.settings.base else batch_price(load(), full_name(self.name, self.settings), spent)

    async def _send(self, request: Request, schema: dict[str, Any] | None, on_words: OnWords | None) -> Completion:
        request.arrived.taken = False  # lines without a reply are not charged
        result = await self._result(request.submitted) if request.submitted else None
        while result is None:
            payload = self._payload(request, schema, False)
            try:
                result = await self._result(await self._submit(payload, request.on_submit))
            except _Full:
                continue
            if result is None:
                raise Unavailable("its batch ended without a reply to it")
        return self._read(result, request.arrived)

    def _read(self, result: _Result, arrived: PartialReply) -> Completion:
        if result.response is None:
            raise Unavailable(f"its batch has no reply to it: {self._reason(result.error)}")
        text = decode_text(bytes(result.response.body))
        if result.response.status_code == 200:
            return read_completion(self.without_secrets(text), arrived)
        raise self._refusal(self.url, result.response.status_code, None, error_message(self.without_keys(text)))

    def _reason(self, error: _Error | None) -> str:
        """Return an error's message on one line."""
        return one_line(self.without_keys((error and (error.message or error.code)) or "no reason given"))[:200]

    async def _submit(self, body: bytes, on_submit: Callable[[str], None]) -> str:
        """Wait until a call is in a file at the provider; return its place."""
        place: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(body, on_submit, place))
        self._schedule(QUIET if len(self._waiting) < MAX_LINES else 0)
        return await place

    def _schedule(self, seconds: float) -> None:
        """Upload the waiting calls after so many seconds, unless a call comes before."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._upload_waiting)

    def _upload_waiting(self) -> None:
        """Upload as many waiting calls as the provider takes, in files of limited size."""
        self._waiting = [each for each in self._waiting if not each.place.done()]  # some may be cancelled
        while self._waiting and self._enqueued < self._room:
            count = size = 0
            for each in self._waiting[: min(MAX_LINES, self._room - self._enqueued)]:
                size += len(each.body)
                if count and size > MAX_BYTES:
                    break
                count += 1
            chunk, self._waiting = self._waiting[:count], self._waiting[count:]
            self._enqueued += count
            upload = asyncio.ensure_future(self._upload(chunk))
            self._uploads.add(upload)
            upload.add_done_callback(self._uploads.discard)

    async def _upload(self, chunk: list[_Waiting]) -> None:
        """Upload calls as a file, journal their places, and let its batch begin."""
        lines = (
            {"custom_id": str(n), "method": "POST", "url": ENDPOINT, "body": msgspec.Raw(each.body)}
            for n, each in enumerate(chunk)
        )
        data, headers = _multipart(b"\n".join(map(msgspec.json.encode, lines)))
        try:
            file = (await self._call(_File, "POST", "files", data, headers)).id
            for n, each in enumerate(chunk):
                each.on_submit(f"{file}/{n}")
        except Exception as error:  # noqa: BLE001  each call of the chunk raises it
            self._leave(len(chunk))
            for each in chunk:
                if not each.place.done():
                    each.place.set_exception(error)
            return
        self._fresh.add(file)
        self._outcomes[file] = asyncio.ensure_future(self._outcome(file, len(chunk)))
        for n, each in enumerate(chunk):
            if not each.place.done():
                each.place.set_result(f"{file}/{n}")

    def _leave(self, count: int) -> None:
        """Count lines as no longer at the provider."""
        self._enqueued -= count
        if self._waiting:
            self._schedule(QUIET)

    async def _result(self, place: str) -> _Result | None:
        """Wait for the result of a line; None if its batch has none, or if it was read before."""
        file, _, line = place.rpartition("/")
        if file not in self._outcomes:
            self._outcomes[file] = asyncio.ensure_future(self._outcome(file))
        return (await asyncio.shield(self._outcomes[file])).pop(line, None)

    async def _outcome(self, file: str, count: int = 0) -> Results:
        """Return the results of a file's batch once it has ended.

        `count` is the number of lines of a file that this session uploaded. The failed batch of an earlier session has
        no results, so its calls are made again.
        """
        try:
            batch, pauses = await self._retried(partial(self._begin, file)), _pauses()
            self._tell(f"llm:{self.name}: waiting for batch {batch.id}")
            while batch.status not in ENDED:
                await asyncio.sleep(next(pauses))
                batch = await self._retried(partial(self._call, _Batch, "GET", f"batches/{batch.id}"))
            if count and batch.status == "failed":
                raise self._failure(batch)
            results = await self._retried(partial(self._results, batch))
            self._room = min(MAX_LINES, self._room + count)
            self._tell(f"llm:{self.name}: batch {batch.id} has ended ({batch.status})")
            return results
        finally:
            self._leave(count)

    async def _retried(self, call: Callable[[], Awaitable[T]]) -> T:
        """Repeat a request about a submitted file until it succeeds. Raises Misconfigured after a long outage."""
        end = time.monotonic() + LONGEST_OUTAGE
        for pause in _pauses():
            try:
                return await call()
            except Unavailable as error:
                if time.monotonic() > end:
                    raise Misconfigured(
                        f"llm:{self.name}: its batch cannot be fetched ({error}). Continue later: no call is lost."
                    ) from None
            await asyncio.sleep(pause)
        raise AssertionError("pauses never end")

    async def _begin(self, file: str) -> _Batch:
        """Return the batch of a file, which is created unless an earlier request has done so."""
        if file in self._fresh:
            self._fresh.remove(file)
        elif (batch := await self._find(file)) is not None:
            return batch
        order = {"input_file_id": file, "endpoint": ENDPOINT, "completion_window": "24h"}
        return await self._call(_Batch, "POST", "batches", msgspec.json.encode(order))

    async def _find(self, file: str) -> _Batch | None:
        """Look a file's batch up in the provider's list, newest first."""
        query = "batches?limit=100"
        while True:
            page = await self._call(_Page, "GET", query)
            if found := next((each for each in page.data if each.input_file_id == file), None):
                return found
            if not page.data or not page.has_more:
                return None
            query = f"batches?limit=100&after={page.data[-1].id}"

    async def _results(self, batch: _Batch) -> Results:
        """Download the results of a batch that has ended, whole or in part."""
        results: Results = {}
        for file in filter(None, (batch.output_file_id, batch.error_file_id)):
            url = f"{self._base}/files/{file}/content"
            async with self._answered("GET", url, PartialReply()) as answer:
                async for line in answer.lines():
                    with suppress(msgspec.DecodeError):  # the call is made again
                        result = msgspec.json.decode(line, type=_Result)
                        results[result.custom_id] = result
        return results

    def _failure(self, batch: _Batch) -> Exception:
        """Return the error of a batch that the provider did not accept; halve the room if it was too large."""
        first = next(iter((batch.errors and batch.errors.data) or []), _Error())
        why = self._reason(first)
        if first.code != TOO_MANY:
            failed = Misconfigured(f"llm:{self.name}: its provider failed the batch {batch.id} ({why}).")
            return permanent_error(self.name, why) or failed
        if self._enqueued == 1:
            return Busy(why, LONGEST_POLL)
        self._room = self._enqueued // 2
        return _Full()

    async def _call(
        self, kind: type[T], method: str, path: str, data: bytes | None = None, headers: Headers = None
    ) -> T:
        """Call the batch API. Raises Unavailable, or Misconfigured if another try cannot succeed."""
        try:
            async with self._answered(method, f"{self._base}/{path}", PartialReply(), data, headers) as answer:
                return msgspec.json.decode(await answer.body(), type=kind)
        except (Declined, msgspec.DecodeError) as error:
            raise Misconfigured(f"llm:{self.name}: its provider takes no such batch ({error}).") from None

    async def close(self) -> None:
        """Stop waiting. Submitted batches go on at the provider, and are found again by their places."""
        if self._timer is not None:
            self._timer.cancel()
        tasks = [*self._uploads, *self._outcomes.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await super().close()


def _pauses() -> Iterator[float]:
    """Yield the seconds between two questions."""
    pause = FIRST_POLL
    while True:
        yield pause
        pause = min(1.5 * pause, LONGEST_POLL)


def _multipart(file: bytes) -> tuple[bytes, dict[str, str]]:
    """Return the body that uploads a batch's file, and its headers."""
    limit = uuid4().hex
    part = f"--{limit}\r\nContent-Disposition: form-data; name="
    purpose = f'{part}"purpose"\r\n\r\nbatch\r\n'
    start = f'{purpose}{part}"file"; filename="batch.jsonl"\r\nContent-Type: application/jsonl\r\n\r\n'
    body = b"%b%b\r\n--%b--\r\n" % (start.encode(), file, limit.encode())
    return body, {"Content-Type": f"multipart/form-data; boundary={limit}"}
