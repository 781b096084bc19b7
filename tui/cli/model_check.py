"""Check of a model: one call for each kind of reply that scenes ask for, and facts about the model."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from core.actions.forms import Forms
from core.engine.model_tally import Usage
from core.errors import UserError
from core.llm.call_results import ReadingResult, read
from core.llm.litellm_client import LitellmClient, load
from core.llm.messages import Completion, Message, Request
from core.llm.online import NetworkModel
from core.llm.openai_client import OpenAIClient
from core.llm.replies import Json, Reply, Words
from core.llm.retries import Route
from core.llm.routes import PREFIX, make_model
from core.social import element
from core.social.actions import SendMessage, Yield
from core.social.reply import Block, ReplyContent
from core.text import one_line
from core.trust.grants import Grants
from core.user_config import own_models, read_config
from tui.cli.terminal import say

MAX_SHOWN_CHARACTERS = 60
"""Number of characters of a reply that are printed."""
SITUATION = "You sit at a table with Ann and Bob. Ann asks: shall we begin?"


class Move(BaseModel):
    model_config = ConfigDict(extra="forbid")

    why: str
    action: Literal["begin", "wait", "leave"]
    words: str


class Probe(NamedTuple):
    """A question that asks for one kind of reply."""

    shape: str
    question: str
    reply: Reply[Any]

    @property
    def messages(self) -> list[Message]:
        return [{"role": "system", "content": SITUATION}, {"role": "user", "content": self.question}]


class Answer(NamedTuple):
    """A completion, and the result of parsing it."""

    shape: str
    completion: Completion
    outcome: ReadingResult


def probes() -> list[Probe]:
    """Make a question for each kind of reply: plain words, an object with a choice, and a block as in social scenes."""
    forms = Forms((SendMessage, Yield))
    block = Block(
        "a step",
        ReplyContent("Ann waits for us.", "I agree.", SendMessage("Yes, let us begin."), None),
        lambda tag, fields: forms.build(tag, fields, ("Ann", "Bob")),
        lambda action: element.write(forms.tag(type(action)), forms.fields(action)),
    )
    move = Json(Move, "a move", Move(why="all are here", action="begin", words=""))
    asked = 'Answer with one JSON object and nothing else: {"why": a few words, "action": "begin", "wait" or "leave", '
    return [
        Probe("words", "Answer Ann in one short sentence, and write nothing else.", Words("an answer", "Yes, let us.")),
        Probe("object", f'{asked}"words": what you say, or "" for nothing}}', move),
        Probe("block", f"Answer with exactly one block like this one, in words of your own:\n{block.example}", block),
    ]


def check_model(name: str, config: Path | None) -> None:
    """Make the calls and print the findings. Raises UserError if the model does not answer."""
    name = name.removeprefix(PREFIX)
    check = ModelCheck(name, {**own_models(), **(read_config(config).get("models", {}) if config else {})})
    try:
        asyncio.run(check.run(say))
    finally:
        for line in check.findings:
            print(line)


class ModelCheck:
    """Calls to one model, and what they show.

    Args:
        name: Name of the model without "llm:".
        models: Settings of models by name, as in a config file.
    """

    def __init__(self, name: str, models: Mapping[str, dict[str, Any]]) -> None:
        self.name = name
        self._models = models
        self.findings: list[str] = []
        """Findings of the finished calls, a line each."""

    async def run(self, report: Callable[[str], None]) -> None:
        """Make the calls; `report` gets messages about their progress.

        Raises UserError if the model does not answer, or if no reply can be used.
        """
        name, models = self.name, dict(self._models)
        settings = Grants.of(own=models).with_policies([f"{PREFIX}{name}"]).settings(name, models.get(name, {}))
        route = Route(make_model(name, settings, report), settings)
        pieces: list[str] = []
        answers: list[Answer] = []
        try:
            if isinstance(route.model, NetworkModel):
                route.model.try_schema()
            if isinstance(route.model, LitellmClient):
                report("loading litellm …")
                await asyncio.to_thread(load)
            for number, probe in enumerate(probes()):
                request = Request(probe.messages, probe.reply, number)
                completion = await route.call(
                    request, pieces.append, lambda n, of, why: report(f"try {n} of {of}: {why}")
                )
                if completion.failed and not answers:
                    raise UserError(f"llm:{name} does not answer: {completion.failed}.")
                answers.append(Answer(probe.shape, completion, read(probe.reply, completion)))
        finally:
            await route.close()
        facts = _facts(answers, len(pieces)) if isinstance(route.model, NetworkModel) else ()
        lines = [*map(_line, answers), *facts, *_client_facts(route)]
        self.findings = [f"llm:{name} answers", *(f"  {line}" for line in lines)]
        if not any(each.outcome.value is not None for each in answers):
            raise UserError(f"llm:{name} answers, but no reply can be used: it would play default actions.")


def _line(answer: Answer) -> str:
    completion, outcome = answer.completion, answer.outcome
    how = "as it is" if not outcome.repairs else f"after repairs: {', '.join(outcome.repairs)}"
    if outcome.value is None:
        how = f"NOT: {completion.failed or outcome.error}"
    spent = completion.spent
    speed = f", {spent.tokens_out / spent.latency:.0f} tokens/s" if spent.tokens_out and spent.latency else ""
    took = f"{spent.latency:.2f} s, {spent.tokens_in} → {spent.tokens_out} tokens{speed}"
    shown = one_line(completion.text)[:MAX_SHOWN_CHARACTERS]
    return f"{answer.shape:<10} read {how}\n{'':12} {took}\n{'':12} {shown!r}"


def _facts(answers: list[Answer], pieces: int) -> Iterator[str]:
    """Yield facts that follow from the calls."""
    usage = reduce(Usage.plus, (each.completion.spent for each in answers), Usage())
    unknown = "not known: set price_in and price_out, in dollars for a million tokens"
    yield f"price      {unknown if usage.cost is None else f'{usage.cost:.6f} $ for these calls'}"
    yield f"streaming  {'yes' if pieces > len(answers) else 'in one piece'}"
    thinking = sum(each.completion.spent.thinking for each in answers)
    if thinking or any(each.completion.reasoning for each in answers):
        yield f"thinking   beside its replies{f', {thinking} tokens' if thinking else ''}; recorded, but in no prompt"


def _client_facts(route: Route) -> Iterator[str]:
    """Yield facts that the model client knows."""
    model = route.model
    if isinstance(model, NetworkModel):
        yield f"schema     {'sent, and accepted' if model.takes_schema else 'not sent: replies are only checked here'}"
        if changes := model.changes:
            yield f"refused    {', '.join(changes)}"
        context = f"{model.context:,} tokens: a longer prompt is not sent" if model.context else "not known"
        yield f"context    {context}"
    if isinstance(model, OpenAIClient):
        yield f"reached    {'by batches' if model.settings.batch else 'directly'}, at {model.url}"
    elif isinstance(model, LitellmClient):
        yield "reached    through litellm"
    else:
        yield "reached    offline"
