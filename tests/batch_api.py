"""OpenAI's files and batches on loopback: a behavior for a model server's other paths, which keeps all that it got."""

import json
import re
from collections.abc import Callable
from itertools import count
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.core.llm_table import chosen
from tests.model_behaviors import Behavior, Text, error, error_body
from tests.model_wire import Answer, Body, Exchange, encode

Line = Callable[[Body], Body]
"""Function from a request's body to the response of its line, or to its error."""
PAGE = 2
"""Number of batches in a page of the list; few, so that clients have to turn pages."""


def replied(text: Text = chosen, usage: tuple[int, int] = (12, 34)) -> Line:
    def reply(body: Body) -> Body:
        answer = Answer(text if isinstance(text, str) else text(body), usage=usage)
        return {"response": {"status_code": 200, "body": answer.completion(body)}, "error": None}

    return reply


def refused(status: int, message: str = "No.", kind: str = "server_error") -> Line:
    return lambda body: {"response": {"status_code": status, "body": error_body(message, kind, None)}, "error": None}


def expired(body: Body) -> Body:
    return {"response": None, "error": {"code": "batch_expired", "message": "This request could not be executed."}}


def left_out(body: Body) -> Body:
    """No result at all, as for a line that is cut."""
    return {}


class BatchApi:
    """Batches by their id, in the order of their creation; `line` answers each line, in batch number 0, 1, 2 …

    A batch ends as `ends` says, by its number, after `polls` questions.
    """

    def __init__(
        self,
        line: Callable[[int, Body], Line] = lambda number, body: replied(),
        ends: Callable[[int, list[Body]], str] = lambda number, lines: "completed",
        polls: int = 1,
    ) -> None:
        self.batches: list[Body] = []
        self.lines: list[list[Body]] = []
        """The lines of each batch."""
        self.paid = 0
        """Number of lines that were answered, read or not."""
        self.faults: list[Behavior] = []
        """Behaviors of the next requests, in place of the answer."""
        self.lost: list[Behavior] = []
        """Behaviors in place of the answer to the next orders of batches, which are carried out all the same."""
        self.order: Behavior | None = None
        """Behavior of orders of batches, which are not carried out."""
        self.ordered = 0
        """Number of orders that came."""
        self.held = False
        """True while no batch ends."""
        self._line, self._ends, self._polls = line, ends, polls
        self._files: dict[str, bytes] = {}
        self._numbers = count()

    async def __call__(self, exchange: Exchange) -> None:
        if self.faults:
            return await self.faults.pop(0)(exchange)
        request, parts = exchange.request, urlsplit(exchange.request.path)
        match request.method, parts.path.removeprefix("/v1/").split("/"):
            case "POST", ["files"]:
                found = re.search(
                    rb'name="purpose"\r\n\r\nbatch\r\n.*?jsonl\r\n\r\n(.*?)\r\n--', request.payload, re.DOTALL
                )
                assert found
                return await exchange.send(encode({"id": self._keep(found[1]), "object": "file"}))
            case "POST", ["batches"]:
                self.ordered += 1
                if self.order is not None:
                    return await self.order(exchange)
                batch = self._create(request.body)
                return await (self.lost.pop(0)(exchange) if self.lost else exchange.send(encode(batch)))
            case "GET", ["batches"]:
                return await exchange.send(encode(self._page(parse_qs(parts.query))))
            case "GET", ["batches", name]:
                for batch in (each for each in self.batches if each["id"] == name):
                    return await exchange.send(encode(self._state(batch)))
            case "GET", ["files", name, "content"] if name in self._files:
                return await exchange.send(self._files[name], 200, "application/octet-stream")
        return await error(404, "Not found", "invalid_request_error")(exchange)

    def _keep(self, data: bytes) -> str:
        name = f"file-{next(self._numbers)}"
        self._files[name] = data
        return name

    def _create(self, order: Body) -> Body:
        assert order["endpoint"] == "/v1/chat/completions"
        lines = [json.loads(line) for line in self._files[order["input_file_id"]].splitlines()]
        assert len({line["custom_id"] for line in lines}) == len(lines)
        name = f"batch_{len(self.batches)}"
        self.lines.append([line["body"] for line in lines])
        self.batches.append({"id": name, "status": "validating", "errors": None, "polls": 0, **order})
        return self.batches[-1]

    def _page(self, query: dict[str, list[str]]) -> Body:
        newest, after = self.batches[::-1], query.get("after")
        start = [each["id"] for each in newest].index(after[0]) + 1 if after else 0
        return {"object": "list", "data": newest[start : start + PAGE], "has_more": start + PAGE < len(newest)}

    def _state(self, batch: Body) -> Body:
        batch["polls"] += 1
        if batch["status"] in ("validating", "in_progress") and not self.held:
            batch["status"] = "in_progress"
            if batch["polls"] >= self._polls:
                self._end(batch)
        return batch

    def _end(self, batch: Body) -> None:
        number = self.batches.index(batch)
        lines = self.lines[number]
        batch["status"] = end = self._ends(number, lines)
        if end not in ("completed", "expired", "cancelled"):
            batch |= {"status": "failed", "errors": {"data": [{"code": end, "message": f"It says: {end}."}]}}
            return
        results = [{"custom_id": str(n), **self._line(number, body)(body)} for n, body in enumerate(lines)]
        results = [each for each in results if len(each) > 1]
        good = [each for each in results if each["response"] and each["response"]["status_code"] == 200]
        self.paid += len(good)
        for key, part in (("output_file_id", good), ("error_file_id", [e for e in results if e not in good])):
            batch[key] = self._keep(b"\n".join(map(encode, part[::-1]))) if part else None  # in any order


def bodies(api: BatchApi) -> list[Any]:
    """Return the bodies of all lines in all batches."""
    return [body for lines in api.lines for body in lines]
