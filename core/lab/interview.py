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
from core.lab.answer_rows import AnswerRow, answered, empty_row
from core.lab.interview_prompts import Prompt, prompts_at
from core.lab.moments import events_at
from core.lab.records import recordings_in
from core.lab.survey import Answer, Question
from core.llm.journal import Journal
from core.llm.messages import Message
from core.llm.model_client import ModelClient, NoReply
from core.llm.retries import Route
from core.llm.routes import Routes, models_of
from core.llm.settings import GrantedSettings
from core.recording.checked_reader import read_run
from core.recording.header import Header
from core.recording.timeline import MomentOutOfRange
from core.recording.verification import RecordedRun
from core.trust.grants import NO_GRANTS, Grants, merge_settings
from core.trust.wishes import Models
from core.validation_errors import shown, validation_message

RECORDINGS_AT_ONCE = 8
"""Number of recordings in memory at once."""
UNLIMITED = SceneConfig(max_failures=0)
LIMITS = ("max_calls", "max_tokens", "max_cost")


class Interview(NamedTuple):
    """Questions with their moments and agents, and the way to the models that answer."""

    questions: Sequence[Question]
    model: str = ""
    """Name of a model that answers in place of each agent's own."""
    models: Models = {}
    """Settings of models in the file that names `model`."""
    grants: Grants = NO_GRANTS
    journal: Journal | None = None
    """Journal of paid replies, so that no question is asked twice."""
    limits: SceneConfig = UNLIMITED
    """Limits of calls, tokens and cost."""

    async def ask(
        self, recordings: Sequence[Callable[[], RecordedRun]], on_done: Callable[[], object] = lambda: None
    ) -> list[AnswerRow]:
        """Open recordings and ask their agents; return one row per answer, in their order.

        `on_done` is called after each recording.

        Raises:
            UserError: A recording cannot be read, no agent can be asked, or a model cannot be reached.
        """
        routes = LateRoutes(self.grants)
        client = self._client(routes)
        reached = asyncio.get_running_loop().create_future()
        client.stop = lambda limit: None if reached.done() else reached.set_result(limit)
        room = asyncio.Semaphore(RECORDINGS_AT_ONCE)

        async def one(opened: Callable[[], RecordedRun]) -> list[AnswerRow]:
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

    async def ask_about(self, recording: RecordedRun, shared: Routes | None = None) -> list[AnswerRow]:
        """Ask the agents of one recording, through routes that games share; return one row per answer.

        Raises UserError if a model cannot be reached, or a limit of the shared routes is reached.
        """
        routes = LateRoutes(self.grants, shared)
        client = self._client(routes)
        try:
            return await self._of(recording, client, routes)
        finally:
            client.close()
            await routes.close()

    def _client(self, routes: "LateRoutes") -> ModelClient:
        known = {} if self.journal is None else self.journal.read()
        paid = {key: call for key, call in known.items() if not call.completion.failed}
        return ModelClient(routes.models, routes, self.limits, known=paid, journal=self.journal)

    def prompts(self, recording: RecordedRun) -> Iterator[tuple[str, list[Message]]]:
        """Write the prompts for one recording, each with a title, and ask nothing. Raises UserError."""
        for at, questions in self._by_moment():
            models, wrong = self._models(recording.header, questions)
            for why in wrong.values():
                raise UserError(f"{_named(recording)}{why}")
            for n in events_at(recording, at):
                for name, prompt in prompts_at(recording, n, models)[0].items():
                    for question in _for_agent(questions, name):
                        yield f"{at} {name} {question.id}", prompt(question.task(name))

    def granted_settings(self) -> GrantedSettings:
        """Return the settings of `model`. Raises UserError if it is not granted."""
        return self.grants.settings(self.model, self._recorded(self.model))

    def _recorded(self, model: str) -> Mapping[str, Any]:
        return merge_settings(self.grants.own, self.models).get(model, {})

    def _by_moment(self) -> Iterator[tuple[str, list[Question]]]:
        for at in dict.fromkeys(at for question in self.questions for at in question.at):
            yield at, [question for question in self.questions if at in question.at]

    async def _of(self, recording: RecordedRun, client: ModelClient, routes: "LateRoutes") -> list[AnswerRow]:
        """Ask the agents of one recording."""
        header, rows = recording.header, list[AnswerRow]()
        for at, questions in self._by_moment():
            models, wrong = self._models(header, questions)
            for name, why in wrong.items():  # games differ in length and cast
                rows.append(empty_row(recording, at, name, f"{_named(recording)}{why}"))
            if not models:
                continue
            try:
                numbers = events_at(recording, at)
            except MomentOutOfRange as why:
                rows.append(empty_row(recording, at, error=f"{_named(recording)}{why}"))
                continue
            for n in numbers:
                prompts, state = await asyncio.to_thread(prompts_at, recording, n, models)
                asking = []
                for name, prompt in prompts.items():
                    model = models[name]
                    settings = self._recorded(model) if self.model else header.models.get(model, {})
                    label = routes.add(f"{model} {state} {name}", model, settings, header)
                    about: AnswerRow = {
                        **empty_row(recording, at, name, ""),
                        "event": n,
                        "turn": recording.events[n - 1].turn if n else 0,
                        "policy": header.cast[name],
                        "model": model,
                    }
                    asking.append(_conversation(label, prompt, client, about, _for_agent(questions, name)))
                for answers in await asyncio.gather(*asking):
                    rows += answers
        return rows

    def _models(self, header: Header, questions: Sequence[Question]) -> tuple[dict[str, str], dict[str, str]]:
        """Return the model that answers for each agent, and the reason why others cannot be asked."""
        if header.is_partial:
            return {}, {"": PARTIAL}
        cast, named = header.cast, dict.fromkeys(name for question in questions for name in question.agents)
        models = dict.fromkeys(cast, self.model) if self.model else models_of(cast)
        wrong = {
            name: f"{name} is played by {cast[name]}. {REMEDY}"
            if name in cast
            else f"Nobody is called {name!r} here; {did_you_mean(name, cast)}."
            for name in named
            if name not in models
        }
        if not models and not wrong:
            wrong = {"": f"No model plays here; the seats are {listed([*cast])}. {REMEDY}"}
        asked = named if all(question.agents for question in questions) else models
        return {name: models[name] for name in asked if name in models}, wrong


def _for_agent(questions: Sequence[Question], name: str) -> list[Question]:
    return [question for question in questions if not question.agents or name in question.agents]


async def _conversation(
    label: str, prompt: Prompt, client: ModelClient, about: AnswerRow, questions: Sequence[Question]
) -> list[AnswerRow]:
    """Ask an agent one question after the other."""
    rows = list[AnswerRow]()
    for question in questions:
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
            {
                **answered(about, question, answer),
                "error": error,
                "calls": len(calls),
                "tokens_in": sum(spent.tokens_in for _, spent in calls),
                "tokens_out": sum(spent.tokens_out for _, spent in calls),
                "cost": sum(costs) if costs else None,
                "prompt": " ".join(calls[0][0].prompt),
            }
        )
    return rows


def _named(recording: RecordedRun) -> str:
    return f"{recording.path.name}: " if recording.path else ""


async def _all(tasks: Sequence[Awaitable[list[AnswerRow]]]) -> list[AnswerRow]:
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

    def __init__(self, grants: Grants, shared: Routes | None = None) -> None:
        """With `shared`, all calls to a model go through its route there, as those of games do."""
        self.models: dict[str, str] = {}
        """Models by label of a conversation."""
        self._grants = grants
        self._shared = shared
        self._settings: dict[str, tuple[Mapping[str, Any], Header]] = {}
        self._own: dict[tuple[str, str], Routes] = {}
        """Routes by model and settings, in which recordings differ."""

    def add(self, label: str, model: str, recorded: Mapping[str, Any], header: Header) -> str:
        """Add a conversation, with the recorded settings of its model; return a unique label for it."""
        while label in self.models:  # the agents of a copied game are asked separately
            label += "+"
        self.models[label] = model
        self._settings[label] = (recorded, header)
        return label

    def __getitem__(self, label: str) -> Route:
        """Return the route to a conversation's model. Raises UserError if it is not granted or cannot be made."""
        model, (recorded, header) = self.models[label], self._settings[label]
        settings = self._grants.with_known_header(header).settings(model, recorded)
        routes = self._shared or self._own.setdefault((model, settings.model_dump_json()), Routes())
        return routes.of({label: model}, {model: settings})[label]

    def __contains__(self, label: object) -> bool:
        return label in self.models

    def __iter__(self) -> Iterator[str]:
        return iter(self.models)

    def __len__(self) -> int:
        return len(self.models)

    async def close(self) -> None:
        for routes in self._own.values():
            await routes.close()


def recording_readers(places: Iterable[Path]) -> list[Callable[[], RecordedRun]]:
    """Return functions that read the recordings at these places, in order. Raises UserError for an empty folder."""
    return [partial(read_run, path) for path in recordings_in(places)]
