"""The player of social scenes that asks a model: one call and one Thoughts / Plan / Action block per step."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar, Protocol

from core.actions.forms import Forms
from core.engine.agents import Agent
from core.engine.events import Planned, Thought
from core.engine.turn import Action, Turn
from core.llm.messages import Message
from core.social import element, plan
from core.social.actions import Yield
from core.social.loose import as_element
from core.social.plan import PlanChanged
from core.social.reply import SHAPE, UPDATE, Block, ReplyContent

PROMPTS = Path(__file__).parent / "prompts"
"""Templates of all social scenes; a scene's own pack replaces some of them."""


class SceneKind(Protocol):
    """The attributes of a scene's class that its player uses."""

    scenario: ClassVar[str]
    guidelines: ClassVar[str]
    actions: ClassVar[tuple[type[Action], ...]]
    forms: ClassVar[Forms]
    bots: ClassVar[Mapping[str, Callable[[], Agent]]]


class SocialPlayer(Agent):
    """Plays any social scene with a model. The player has no state, as its words and plans are in the log."""

    remembers = True

    def __init__(self, kind: type[SceneKind]) -> None:
        """`kind` is the scene's class."""
        self.kind = kind

    async def act(self, turn: Turn) -> Action:
        seen = turn.observation
        step = await turn.ask(self.messages(turn), self.reply(turn, seen.names))
        if step.thoughts:
            turn.think(step.thoughts)
        if step.plan:
            turn.log(Planned(step.plan))
        if step.update is not None:
            turn.log(step.update)
        return step.action

    def reply(self, turn: Turn, names: Sequence[str]) -> Block:
        """Make the reply type. Its example, which the mock model returns, is a move of the scene's first bot."""
        forms = self.kind.forms

        def build(tag: str, fields: Mapping[str, str]) -> Action:
            return forms.build(tag, fields, names)

        def mend(text: str, done: list[str]) -> str:
            return as_element(element.repair_markup(text, done), forms, names, done, turn.legal)

        return Block("step", self._example(turn), build, partial(element.write_action, forms), mend)

    def _example(self, turn: Turn) -> ReplyContent:
        if not turn.legal:
            return ReplyContent("I wait.", "I wait for my turn.", Yield(), None)
        aside = copy(turn)
        aside.private, aside.said = Turn.private, Turn.said
        bot = next(iter(self.kind.bots.values()))()
        action: Any = bot.act(aside)
        thoughts = [event.data.text for event in aside.private if isinstance(event.data, Thought)]
        update = next((event.data for event in aside.private if isinstance(event.data, PlanChanged)), None)
        return ReplyContent(" ".join(thoughts) or "I see how things stand.", "I go on step by step.", action, update)

    def messages(self, turn: Turn, task: str = "") -> list[Message]:
        """Write the prompt: first the constant part, then the past, the situation, and the possible actions.

        With a `task`, the prompt asks for the task instead of an action.
        """
        seen, prompts = turn.observation, turn.prompts
        system = prompts.render(
            "system",
            name=seen.name,
            portrait=seen.portraits[seen.name],
            scenario=prompts.render("scenario", seen=seen, scenario=self.kind.scenario),
            guidelines=prompts.render("guidelines", seen=seen, guidelines=self.kind.guidelines),
            briefing=prompts.render("briefing", seen=seen),
            actions=list(self._described(seen.actions)),
            shape=SHAPE,
            update=UPDATE,
            no_change=plan.NO_CHANGE,
            patch=plan.PATCH,
            replace=plan.REPLACE,
        )
        past = window(turn.memory.serialize("default"), seen.history)
        status = prompts.render(
            "status",
            again=bool(past) and past[-1]["role"] == "assistant",
            plan=seen.plans[seen.name],
            portrait=seen.portraits[seen.name],
            status=turn.status,
            task=task,
            actions=list(element.shapes(self.kind.forms, turn.legal, turn.openings)),
        )
        return list(merged([{"role": "system", "content": system}, *past, {"role": "user", "content": status}]))

    def _described(self, tags: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield the shape and the docstring of each kind of action with one of these tags."""
        for kind in self.kind.actions:
            if (tag := self.kind.forms.tag(kind)) in tags:
                yield element.write(tag, dict.fromkeys(kind.__struct_fields__, "…")), (kind.__doc__ or "").strip()


def window(messages: Sequence[Message], most: int) -> Sequence[Message]:
    """Drop old messages, half of `most` at a time, so that consecutive prompts have a common beginning."""
    half = most // 2
    surplus = max(0, len(messages) - most)
    return messages[-(-surplus // half) * half :] if surplus else messages


def merged(messages: Sequence[Message]) -> Iterator[Message]:
    """Merge consecutive messages of the same role."""
    for role, group in groupby(messages, key=lambda message: message["role"]):
        yield {"role": role, "content": "\n".join(message["content"] for message in group)}
