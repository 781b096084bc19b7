"""Interviews: questions to agents of recorded games, answered from their knowledge at a moment.

The model of an agent's seat, or one that the user names, gets the agent's memory and observation as in play, with a
question in place of the possible actions. Each question is asked alone, so an answer does not depend on the others.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from pydantic import ValidationError

from core.engine.casting import PARTIAL
from core.engine.config import SceneConfig
from core.engine.events import Asked, Body
from core.engine.model_tally import Spent
from core.errors import UserError, did_you_mean, listed
from core.lab.interview_prompts import Prompt, prompts_at
from core.lab.records import EVENT, GAME, POLICY, recordings_in
from core.lab.survey import Answer, Question
from core.llm.journal import Journal
from core.llm.messages import Message
from core.llm.model_client import ModelClient, NoReply
from core.llm.retries import Route
from core.llm.routes import make_model, models_of
from core.recording.checked_reader import read_run
from core.recording.header import Header
from core.recording.timeline import MomentOutOfRange, moment
from core.recording.verification import RecordedRun
from core.tables import Column
from core.trust.grants import Grants
from core.trust.wishes import Models
from core.validation_errors import shown, validation_message

RECORDINGS_AT_ONCE = 8
"""Number of recordings in memory at once."""
END = "end"
COLUMNS = {
    **GAME,
    "at": Column(str, "moment, as the user gave it"),
    "event": EVENT._replace(meaning="number of the last event before the question"),
    "turn": Column(int, "turn of the run to which that event belongs"),
    "agent": Column(str, "agent that was asked"),
    "policy": POLICY,
    "model": Column(str, "name of the model that answered"),
    "question": Column(str, "id of the question"),
    "kind": Column(str, "scale, choice or text"),
    "text": Column(str, "the question"),
    "answer": Column(str, "the answer; empty if there was no usable one"),
    "score": Column(int, "the answer as a number, for a scale"),
    "reason": Column(str, "reason that the model gave"),
    "error": Column(str, "reason for a missing answer"),
    "calls": Column(int, "calls for this answer, including those after an unusable reply"),
    "tokens_in": Column(int, "tokens that the model read"),
    "tokens_out": Column(int, "tokens that the model wrote"),
    "cost": Column(float, "price in US dollars; empty where no price is known"),
    "prompt": Column(str, "digests of the messages of the first call's prompt"),
}
"""Columns of answers."""
UNLIMITED = SceneConfig(max_failures=0)
LIMITS = ("max_calls", "max_tokens", "max_cost")
Row = dict[str, Any]


class Interview(NamedTuple):
    """The questions, the moments and the agents that are asked."""

    questions: Sequence[Question]
    at: Sequence[str] = (END,)
    """Moments such as "42", "t12" or "end"."""
    agents: Sequence[str] = ()
    """Names of agents; empty for all agents that models play, or, with a `model`, for all agents."""
    model: str = ""
    """Name of a model that answers in place of each agent's own."""
    grants: Grants = Grants()
    journal: Journal | None = None
    """Journal of paid replies, so that no question is asked twice."""
    limits: SceneConfig = UNLIMITED
    """Limits of calls, tokens and cost."""

    async def ask(
        self, recordings: Sequence[Callable[[], RecordedRun]], on_done: Callable[[], object] = lambda: None
    ) -> list[Row]:
        """Open recordings and ask their agents; return one row per answer, in their order.

        `on_done` is called after each recording.

        Raises:
            UserError: A recording cannot be read, no agent can be asked, or a model cannot be reached.
        """
        routes = LateRoutes(self.grants)
        known = {} if self.journal is None else self.journal.read()
        paid = {key: call for key, call in known.items() if not call.completion.failed}
        client = ModelClient(routes.models, routes, self.limits, known=paid, journal=self.journal)
        reached = asyncio.get_running_loop().create_future()
        client.stop = lambda limit: None if reached.done() else reached.set_result(limit)
        room = asyncio.Semaphore(RECORDINGS_AT_ONCE)

        async def one(opened: Callable[[], RecordedRun]) -> list[Row]:
            async with room:
                rows = await self._of(await asyncio.to_thread(opened), client, routes)
                on_done()
                return rows

        tasks = [asyncio.ensure_future(one(opened)) for opened in recordings]
        answered = asyncio.ensure_future(_all(tasks))
        try:
            await asyncio.wait({answered, reached}, return_when=asyncio.FIRST_COMPLETED)
            if reached.done():
                name = reached.result()
                raise UserError(f"The limit is reached, {name} = {getattr(self.limits, name):g}: {STOPPED}")
            rows = answered.result()
        finally:
            for task in (answered, *tasks):
                task.cancel()
            await asyncio.wait((answered, *tasks))
            client.close()
            await routes.close()
        if rows and not any(row["calls"] for row in rows):
            raise UserError(rows[0]["error"])
        return rows

    def prompts(self, recording: RecordedRun) -> Iterator[tuple[str, list[Message]]]:
        """Write the prompts for one recording, each with a title, and ask nothing. Raises UserError."""
        models, wrong = self._models(recording.header)
        for why in wrong.values():
            raise UserError(f"{_named(recording)}{why}")
        for at in self.at:
            prompts, _ = prompts_at(recording, self._moment(recording, at), models)
            for name, prompt in prompts.items():
                for question in self.questions:
                    yield f"{at} {name} {question.id}", prompt(question.task(name))

    @staticmethod
    def _moment(recording: RecordedRun, at: str) -> int:
        return len(recording.events) if at == END else moment(recording.events, at)

    async def _of(self, recording: RecordedRun, client: ModelClient, routes: "LateRoutes") -> list[Row]:
        """Ask the agents of one recording."""
        header, rows = recording.header, list[Row]()
        models, wrong = self._models(header)
        game = dict(zip(GAME, (str(recording.path or ""), header.scene, header.seed), strict=True))
        for at in self.at:
            missing = {**dict.fromkeys(COLUMNS), **game, "at": at}  # games differ in length and cast
            rows += [{**missing, "agent": name, "error": f"{_named(recording)}{why}"} for name, why in wrong.items()]
            if not models:
                continue
            try:
                n = self._moment(recording, at)
            except MomentOutOfRange as why:
                rows.append({**missing, "agent": "", "error": f"{_named(recording)}{why}"})
                continue
            now = recording.events[n - 1].turn if n else 0
            prompts, state = await asyncio.to_thread(prompts_at, recording, n, models)
            asking = []
            for name, prompt in prompts.items():
                model = models[name]
                label = routes.add(f"{model} {state} {name}", model, {} if self.model else header.models, header)
                about = {**game, "at": at, "event": n, "turn": now, "agent": name}
                about |= {"policy": header.cast[name], "model": model}
                asking.append(self._conversation(label, prompt, client, about))
            for answers in await asyncio.gather(*asking):
                rows += answers
        return rows

    def _models(self, header: Header) -> tuple[dict[str, str], dict[str, str]]:
        """Return the model that answers for each agent, and the reason why others cannot be asked."""
        if header.is_partial:
            return {}, {"": PARTIAL}
        cast = header.cast
        models = dict.fromkeys(cast, self.model) if self.model else models_of(cast)
        wrong = {
            name: f"{name} is played by {cast[name]}. {REMEDY}"
            if name in cast
            else f"Nobody is called {name!r} here; {did_you_mean(name, cast)}."
            for name in self.agents
            if name not in models
        }
        if not models and not wrong:
            wrong = {"": f"No model plays here; the seats are {listed([*cast])}. {REMEDY}"}
        return {name: models[name] for name in self.agents or models if name in models}, wrong

    async def _conversation(self, label: str, prompt: Prompt, client: ModelClient, about: Row) -> list[Row]:
        """Ask an agent one question after the other."""
        rows = []
        for question in self.questions:
            calls: list[tuple[Asked, Spent]] = []

            def record(body: Body, spent: Spent | None = None, calls: list[tuple[Asked, Spent]] = calls) -> None:
                if isinstance(body, Asked):
                    calls.append((body, spent or Spent(0.0)))

            answer, error = Answer(""), ""
            asked = prompt(question.task(about["agent"]))
            try:  # the key does not depend on other questions, so an answer is found again after these change
                value = await client.ask(label, crc32(question.id.encode()), asked, question.reply, record)
                answer = question.answer(value)
            except NoReply as why:
                error = str(why)
            costs = [spent.cost for _, spent in calls if spent.cost is not None]
            rows.append(
                about
                | {"question": question.id, "kind": question.kind, "text": question.text}
                | {"answer": answer.text, "score": answer.score, "reason": answer.reason, "error": error}
                | {"calls": len(calls), "tokens_in": sum(spent.tokens_in for _, spent in calls)}
                | {"tokens_out": sum(spent.tokens_out for _, spent in calls), "cost": sum(costs) if costs else None}
                | {"prompt": " ".join(calls[0][0].prompt)}
            )
        return [{column: row[column] for column in COLUMNS} for row in rows]


def _named(recording: RecordedRun) -> str:
    return f"{recording.path.name}: " if recording.path else ""


async def _all(tasks: Sequence[Awaitable[list[Row]]]) -> list[Row]:
    return [row for rows in await asyncio.gather(*tasks) for row in rows]


def limits_of(values: Mapping[str, Any]) -> SceneConfig:
    """Check limits of calls, tokens and cost. Raises UserError."""
    if other := next((key for key in values if key not in LIMITS), None):
        raise UserError(f"An interview has no option {other!r}; {did_you_mean(other, LIMITS)}")
    try:
        return SceneConfig(**{**UNLIMITED.model_dump(), **values})
    except ValidationError as error:
        first = error.errors()[0]
        raise UserError(
            f"{first['loc'][0]} = {shown(first['input'])}: {validation_message(first, SceneConfig)}."
        ) from error


STOPPED = "replies so far are in the journal, if there is one; raise the limit to go on."
REMEDY = "Only models can be interviewed; to have one answer from an agent's memory, add --model llm:NAME."


class LateRoutes(Mapping[str, Route]):
    """Routes to models, each made at its first call, since journaled replies need neither key nor grant."""

    def __init__(self, grants: Grants) -> None:
        self.models: dict[str, str] = {}
        """Models by label of a conversation."""
        self._grants = grants
        self._settings: dict[str, tuple[Mapping[str, Any], Header]] = {}
        self._made: dict[tuple[str, str], Route] = {}

    def add(self, label: str, model: str, recorded: Models, header: Header) -> str:
        """Add a conversation, with the recording's settings of models; return a unique label for it."""
        while label in self.models:  # the agents of a copied game are asked separately
            label += "+"
        self.models[label] = model
        self._settings[label] = (recorded.get(model, {}), header)
        return label

    def __getitem__(self, label: str) -> Route:
        """Return the route to a conversation's model. Raises UserError if it is not granted or cannot be made."""
        model, (recorded, header) = self.models[label], self._settings[label]
        settings = self._grants.with_known_header(header).settings(model, recorded)
        key = (model, settings.model_dump_json())
        if key not in self._made:
            self._made[key] = Route(make_model(model, settings), settings)
        return self._made[key]

    def __contains__(self, label: object) -> bool:
        return label in self.models

    def __iter__(self) -> Iterator[str]:
        return iter(self.models)

    def __len__(self) -> int:
        return len(self.models)

    async def close(self) -> None:
        for route in self._made.values():
            await route.close()


def recording_readers(places: Iterable[Path]) -> list[Callable[[], RecordedRun]]:
    """Return functions that read the recordings at these places, in order. Raises UserError for an empty folder."""
    return [partial(read_run, path) for path in recordings_in(places)]
