"""The player with a model (spec 004): it analyzes and thinks, proposes, advises, and decides on what it heard.

Where nobody talks, all is one call.
"""

from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, Field

from core.engine.agents import Agent
from core.engine.turn import Turn
from core.errors import IllegalAction
from core.llm.messages import Message
from core.llm.model_client import NoReply
from core.llm.prompts import Prompts
from core.llm.replies import Json, Unreadable, Words, schema_of
from core.text import one_line
from scenes.hanabi.actions import LONGEST, MOVES, Action, Advise, Clue, Play, Propose, describe, parse_move
from scenes.hanabi.bots import Cautious
from scenes.hanabi.knowledge import Deduced
from scenes.hanabi.observation import Observation
from scenes.hanabi.replies import WORDING
from scenes.hanabi.talk.checker import leaks, subject
from scenes.hanabi.talk.wording import (
    FOR_PROPOSAL,
    FOR_THOUGHTS,
    deductions,
    last_moves,
    reasoning,
    remember,
    rules,
    table,
)
from scenes.hanabi.variants import VARIANTS

PROMPTS = Prompts(Path(__file__).parent / "prompts")
THOUGHTS = 1200
"""Characters of thoughts."""


class Answer(BaseModel):
    """A model's answer; `action` is in the command language."""

    model_config = ConfigDict(extra="forbid")

    action: str = Field(description="one of the legal moves")


class Reasons(BaseModel):
    reasons: str = Field("", max_length=LONGEST, description="why, for everybody to hear")


class Proposing(Answer, Reasons):
    """The reasons come first: a model writes in this order."""


class Why(BaseModel):
    why: str = Field("", max_length=LONGEST, description="the reason, in a few words")


class Deciding(Answer, Why):
    """The reason comes first."""


class Moving(Answer):
    """All in one."""

    why: str = Field("", max_length=THOUGHTS, description="what was thought, for oneself")


class Advice(BaseModel):
    words: str = Field("", max_length=LONGEST, description="what everybody hears")


class Stance(BaseModel):
    stance: Literal["support", "modify", "alternative"]


class Advising(Answer, Stance, Advice):
    """Advice: the words come first, and the move last."""

    action: str = Field("", description="the move to make: with support the proposed one")


M = TypeVar("M", bound=Answer)


class Legal(Json[M]):
    """An answer whose action is one of these moves, as commands; support needs none."""

    def __init__(self, kind: type[M], purpose: str, example: M, seen: Observation, moves: Sequence[str]) -> None:
        super().__init__(kind, purpose, example, WORDING)
        self._seen, self._moves = seen, moves
        schema = deepcopy(schema_of(kind))
        action = schema["properties"].pop("action")  # which comes last: a model writes in this order
        schema["properties"]["action"] = action | {"enum": [*moves, *([""] if kind is Advising else [])]}
        self.schema = schema

    def read(self, text: str) -> M:
        value = super().read(text)
        if isinstance(value, Advising) and value.stance == "support":
            return value.model_copy(update={"action": ""})
        try:
            command = self._command(value.action)
        except IllegalAction as why:
            raise Unreadable(f"action: {why}. Legal moves: {', '.join(self._moves)}.") from None
        proposal = self._seen.talk.proposal
        if isinstance(value, Advising) and proposal is not None and command == proposal.move:
            return value.model_copy(update={"action": "", "stance": "support"})
        return value.model_copy(update={"action": command})

    def _command(self, action: str) -> str:
        variant, names = VARIANTS[self._seen.variant], self._seen.names
        command = describe(parse_move(action, names, variant), names, variant)
        if command not in self._moves:
            raise IllegalAction(f"{command} is not legal now")
        return command


class ModelPlayer(Agent):
    """A player with a model. Its thoughts and words are kept only in the log."""

    async def act(self, turn: Turn) -> Action | Propose | Advise:
        seen: Observation = turn.observation
        proposal = seen.talk.proposal
        if proposal is not None and proposal.seat != seen.seat:
            return await self._advise(turn, seen)
        if seen.talk.phase == "decide":
            return await self._decide(turn, seen)
        return await (self._move(turn, seen) if seen.talk.mode == "none" else self._propose(turn, seen))

    async def _move(self, turn: Turn, seen: Observation) -> Action:
        """Think and move in one call."""
        desk = Desk(seen)
        moves = desk.commands(turn.legal)
        reply = Legal(Moving, "move", Moving(why="It looks safest to me.", action=_beginner(turn)), seen, moves)
        answer = await turn.ask(desk.one_call(moves), reply)
        if answer.why:
            turn.think(answer.why)
        return desk.move(answer.action)

    async def _propose(self, turn: Turn, seen: Observation) -> Propose | Action:
        """Propose a move; make it at once if advice could not change it."""
        desk = Desk(seen)
        example = _beginner(turn)
        thoughts = Words("thoughts", f"{example} looks best to me.", THOUGHTS)
        thought = one_line(await turn.ask(desk.thoughts(), thoughts))
        turn.think(thought)
        moves = desk.commands(turn.legal)
        prompt = desk.proposal(thought, moves)
        reply = Legal(Proposing, "proposal", Proposing(reasons="It looks safest to me.", action=example), seen, moves)
        answer = await turn.ask(prompt, reply)
        if desk.is_settled(desk.move(answer.action)):
            return desk.move(answer.action)
        proposal = Propose(desk.move(answer.action), one_line(answer.reasons))
        if named := desk.named(proposal, proposal.reasons):
            answer = await _mended(turn, desk, prompt, reply, answer, named)
            proposal = Propose(desk.move(answer.action), one_line(answer.reasons))
        return proposal

    async def _advise(self, turn: Turn, seen: Observation) -> Advise:
        desk = Desk(seen)
        assert seen.talk.proposal is not None
        others = [advice.move for advice in cast(Sequence[Advise], turn.legal) if advice.move is not None]
        moves = [seen.talk.proposal.move, *desk.commands(others)]
        prompt = desk.advice(moves)
        example = Advising(words="I see nothing better.", stance="support")
        reply = Legal(Advising, "advice", example, seen, moves)
        answer = await turn.ask(prompt, reply)
        advice = desk.advised(answer)
        if named := desk.named(advice, advice.words):
            advice = desk.advised(await _mended(turn, desk, prompt, reply, answer, named))
        return advice

    async def _decide(self, turn: Turn, seen: Observation) -> Action:
        """Make the proposed move if nobody objects; otherwise ask the model to decide."""
        assert seen.talk.proposal is not None
        desk = Desk(seen)
        if not seen.talk.against:
            return desk.move(seen.talk.proposal.move)
        moves = desk.commands(turn.legal)
        reply = Legal(Deciding, "decision", Deciding(why="it is the safest", action=_beginner(turn)), seen, moves)
        answer = await turn.ask(desk.decision(moves), reply)
        if answer.why:
            turn.think(answer.why)
        return desk.move(answer.action)


async def _mended(turn: Turn, desk: "Desk", prompt: list[Message], reply: Legal[M], answer: M, named: list[str]) -> M:
    """Ask once more, without the words that named a card. If that fails, the scene hides them."""
    again = PROMPTS.render("again", named=named)
    messages = [*prompt, {"role": "assistant", "content": answer.model_dump_json()}, {"role": "user", "content": again}]
    try:
        return await turn.ask(messages, reply)
    except NoReply:
        return answer


def _beginner(turn: Turn) -> str:
    """Return the beginner's move, as an example for `llm:mock`."""
    seen: Observation = turn.observation
    return describe(Cautious().act(turn), seen.names, VARIANTS[seen.variant])


class Desk:
    """A player's prompts, and the reading of its answers."""

    def __init__(self, seen: Observation) -> None:
        self.seen = seen
        self.variant = VARIANTS[seen.variant]
        asked = seen.talk.proposal is not None and seen.talk.proposal.seat != seen.seat
        self.summary = remember(seen).game_summary if seen.talk.recall and not asked else ()
        last = () if self.summary else last_moves(seen)
        self.state = reasoning(seen, PROMPTS.render("table", **table(seen), last=last))

    def thoughts(self) -> list[Message]:
        return self._prompt("thoughts", FOR_THOUGHTS, longest=THOUGHTS)

    def proposal(self, thoughts: str, legal: Sequence[str]) -> list[Message]:
        state = replace(self.state, current_thoughts=thoughts)
        return self._prompt("proposal", FOR_PROPOSAL, state=state, legal=legal, longest=LONGEST)

    def one_call(self, legal: Sequence[str]) -> list[Message]:
        return self._prompt("move", legal=legal, longest=THOUGHTS)

    def decision(self, legal: Sequence[str]) -> list[Message]:
        return self._prompt("decision", FOR_PROPOSAL, legal=legal)

    def advice(self, legal: Sequence[str]) -> list[Message]:
        assert self.seen.talk.proposal is not None
        seat, talk = self.seen.talk.proposal.seat, self.seen.talk
        active = self.seen.names[seat]
        values = {"active": active, "mode": talk.mode, "hidden": self.hides(seat), "legal": legal, "longest": LONGEST}
        return self._prompt("advice", FOR_PROPOSAL, seat, **values)

    def is_settled(self, move: Action) -> bool:
        """Return True if advice is useless: in strict talk, and when this player is certain of its card."""
        if self.seen.talk.mode != "strict" or isinstance(move, Clue):
            return False
        facts = Deduced(self.seen)
        possible = facts.possible(self.seen.hands[self.seen.seat][move.slot])
        return not possible & ~(facts.playable if isinstance(move, Play) else facts.useless)

    def hides(self, seat: int) -> bool:
        return self.seen.talk.mode == "strict" and self.seen.talk.phase == "advise" and seat != self.seen.seat

    def _prompt(self, template: str, earlier: int = 0, seat: int | None = None, **values: Any) -> list[Message]:
        """Build a prompt, constant parts first.

        Deductions are for the player's own cards, or those of the seat that it advises.
        """
        seen, state = self.seen, values.pop("state", self.state)
        seat = seen.seat if seat is None else seat
        facts = deductions(seen, seat) if seen.talk.deductions == "cards" else []
        words = PROMPTS.render(
            template,
            name=seen.name,
            summary=self.summary,
            remembered=seen.talk.remembered,
            state=state,
            deductions=facts,
            whose="your own" if seat == seen.seat else f"{seen.names[seat]}'s",
            earlier=state.game_history[-earlier:] if earlier else (),
            now=state.discussion_history,
            **values,
        )
        return [
            {"role": "system", "content": PROMPTS.render("system", **rules(seen))},
            {"role": "user", "content": words},
        ]

    def commands(self, moves: Sequence[Any]) -> list[str]:
        names = self.seen.names
        return list(dict.fromkeys(describe(move, names, self.variant) for move in moves if isinstance(move, MOVES)))

    def move(self, command: str) -> Action:
        return parse_move(command, self.seen.names, self.variant)

    def advised(self, answer: Advising) -> Advise:
        return Advise(answer.stance, one_line(answer.words), self.move(answer.action) if answer.action else None)

    def named(self, speech: Propose | Advise, said: str) -> list[str]:
        """Return the words that name a hidden card, unless talk is open."""
        if self.seen.talk.mode == "open":
            return []
        return [said[first:last] for first, last, _ in leaks(said, subject(self.seen, self.seen.seat, speech))]
