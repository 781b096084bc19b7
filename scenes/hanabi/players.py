"""A player with a model (spec 004): it thinks, proposes a move, advises others, and decides after their advice.

Without talk, it thinks and moves in one model call.
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Literal, TypeVar, cast

from msgspec.structs import replace
from pydantic import BaseModel, Field

from core.engine.agents import Agent
from core.engine.turn import Turn
from core.errors import IllegalAction
from core.llm.messages import Message
from core.llm.model_client import NoReply
from core.llm.replies import Json, Unreadable, Words
from core.text import one_line
from scenes.hanabi.actions import MAX_STATEMENT, MOVES, Action, Advise, Clue, Play, Propose, describe, parse_move
from scenes.hanabi.bots import Cautious
from scenes.hanabi.knowledge import Deductions
from scenes.hanabi.observation import Observation
from scenes.hanabi.replies import WORDING
from scenes.hanabi.talk.checker import leaks, subject
from scenes.hanabi.talk.discussion import Proposal
from scenes.hanabi.talk.wording import (
    MAX_EARLIER_FOR_PROPOSAL,
    MAX_EARLIER_FOR_THOUGHTS,
    deductions,
    game_memory,
    last_moves,
    reasoning_state,
    rules_variables,
    table_variables,
)
from scenes.hanabi.variants import VARIANTS

MAX_THOUGHTS = 1200
"""Maximum characters of a model's thoughts."""


class Proposing(BaseModel, extra="forbid"):
    """A model's proposal. As in all replies here, the action comes last, so that the model writes its reasons first."""

    reasons: str = Field("", max_length=MAX_STATEMENT, description="why, for everybody to hear")
    action: str = Field(description="one of the legal moves")


class Deciding(BaseModel, extra="forbid"):
    why: str = Field("", max_length=MAX_STATEMENT, description="the reason, in a few words")
    action: str = Field(description="one of the legal moves")


class Moving(BaseModel, extra="forbid"):
    """A model's thoughts and move in one answer."""

    why: str = Field("", max_length=MAX_THOUGHTS, description="what was thought, for oneself")
    action: str = Field(description="one of the legal moves")


class Advising(BaseModel, extra="forbid"):
    words: str = Field("", max_length=MAX_STATEMENT, description="what everybody hears")
    stance: Literal["support", "modify", "alternative"]
    action: str = Field("", description="the move to make: with support the proposed one")


M = TypeVar("M", bound=Proposing | Deciding | Moving | Advising)


class LegalReply(Json[M]):
    """A reply whose action must be one of these moves, as commands; support needs no action."""

    def __init__(self, purpose: str, example: M, seen: Observation, moves: Sequence[str]) -> None:
        super().__init__(type(example), purpose, example, WORDING)
        self._seen, self._moves = seen, moves
        self.schema = deepcopy(self.schema)
        support = [""] if isinstance(example, Advising) else []
        self.schema["properties"]["action"]["enum"] = [*moves, *support]

    def read(self, text: str) -> M:
        value = super().read(text)
        if isinstance(value, Advising) and value.stance == "support":
            return value.model_copy(update={"action": ""})
        variant, names, proposal = VARIANTS[self._seen.variant], self._seen.names, self._seen.talk.proposal
        try:
            command = describe(parse_move(value.action, names, variant), names, variant)
            if command not in self._moves:
                raise IllegalAction(f"{command} is not legal now")
        except IllegalAction as why:
            raise Unreadable(f"action: {why}. Legal moves: {', '.join(self._moves)}.") from None
        supports = isinstance(value, Advising) and proposal is not None and command == proposal.move
        changes = {"action": "", "stance": "support"} if supports else {"action": command}
        return cast(M, value.model_copy(update=changes))


class ModelPlayer(Agent):
    """A player with a model. Its thoughts and words are kept only in the log."""

    async def act(self, turn: Turn) -> Action | Propose | Advise:
        desk = ModelTurn(turn)
        talk = desk.seen.talk
        if talk.proposal is not None and talk.proposal.seat != desk.seen.seat:
            return await desk.advise(talk.proposal)
        if talk.proposal is not None:
            return await desk.decide(talk.proposal)
        return await (desk.move() if talk.mode == "none" else desk.propose())


class ModelTurn:
    """One turn of a model player: its prompts, and the parsing of the model's answers."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.seen: Observation = turn.observation
        self.prompts = turn.prompts
        self.variant = VARIANTS[self.seen.variant]
        seen = self.seen
        is_asked = seen.talk.proposal is not None and seen.talk.proposal.seat != seen.seat
        self.summary = game_memory(seen).game_summary if seen.talk.recall and not is_asked else ()
        last = () if self.summary else last_moves(seen)
        self.state = reasoning_state(seen, self.prompts.render("table", **table_variables(seen), last=last))

    async def move(self) -> Action:
        """Think and move in one call."""
        example = Moving(why="It looks safest to me.", action=self._beginner_move())
        moves = self._commands(self.turn.legal)
        return self._log_and_return(
            await self._ask("move", example, moves, self._prompt("move", legal=moves, longest=MAX_THOUGHTS))
        )

    async def propose(self) -> Propose | Action:
        """Propose a move, or make it at once if advice cannot help."""
        example = self._beginner_move()
        thoughts = Words("thoughts", f"{example} looks best to me.", MAX_THOUGHTS)
        prompt = self._prompt("thoughts", MAX_EARLIER_FOR_THOUGHTS, longest=MAX_THOUGHTS)
        thought = one_line(await self.turn.ask(prompt, thoughts))
        self.turn.think(thought)
        self.state = replace(self.state, current_thoughts=thought)
        moves = self._commands(self.turn.legal)
        prompt = self._prompt("proposal", MAX_EARLIER_FOR_PROPOSAL, legal=moves, longest=MAX_STATEMENT)
        proposing = Proposing(reasons="It looks safest to me.", action=example)
        answer = await self._ask("proposal", proposing, moves, prompt)
        if self._is_settled(move := self._parse(answer.action)):
            return move
        if named := self._words_naming_cards(Propose(move), one_line(answer.reasons)):
            answer = await self._ask_without_names(answer, named, "proposal", proposing, moves, prompt)
        return Propose(self._parse(answer.action), one_line(answer.reasons))

    async def advise(self, proposal: Proposal) -> Advise:
        others = [advice.move for advice in self.turn.legal if isinstance(advice, Advise) and advice.move]
        moves = [proposal.move, *self._commands(others)]
        active, talk = self.seen.names[proposal.seat], self.seen.talk
        values = {"active": active, "mode": talk.mode, "hidden": talk.mode == "strict" and talk.phase == "advise"}
        prompt = self._prompt(
            "advice", MAX_EARLIER_FOR_PROPOSAL, proposal.seat, **values, legal=moves, longest=MAX_STATEMENT
        )
        example = Advising(words="I see nothing better.", stance="support")
        answer = await self._ask("advice", example, moves, prompt)
        if named := self._words_naming_cards(self._advice_from(answer), one_line(answer.words)):
            answer = await self._ask_without_names(answer, named, "advice", example, moves, prompt)
        return self._advice_from(answer)

    async def decide(self, proposal: Proposal) -> Action:
        """Make the proposed move if nobody objects; otherwise ask the model to decide."""
        if not self.seen.talk.against:
            return self._parse(proposal.move)
        moves = self._commands(self.turn.legal)
        example = Deciding(why="it is the safest", action=self._beginner_move())
        prompt = self._prompt("decision", MAX_EARLIER_FOR_PROPOSAL, legal=moves)
        return self._log_and_return(await self._ask("decision", example, moves, prompt))

    # -- asking

    async def _ask(self, purpose: str, example: M, moves: Sequence[str], prompt: list[Message]) -> M:
        return await self.turn.ask(prompt, LegalReply(purpose, example, self.seen, moves))

    async def _ask_without_names(
        self, answer: M, named: list[str], purpose: str, example: M, moves: Sequence[str], prompt: list[Message]
    ) -> M:
        """Ask once more, for words that name no card. Without a usable reply, the scene hides the words."""
        again = self.prompts.render("again", named=named)
        said: list[Message] = [
            {"role": "assistant", "content": answer.model_dump_json()},
            {"role": "user", "content": again},
        ]
        try:
            return await self._ask(purpose, example, moves, [*prompt, *said])
        except NoReply:
            return answer

    def _prompt(self, template: str, earlier: int = 0, seat: int | None = None, **values: Any) -> list[Message]:
        """Build a prompt, constant parts first.

        Deductions are about the player's own cards, or the cards of the seat that it advises.
        """
        seen, state = self.seen, self.state
        seat = seen.seat if seat is None else seat
        words = self.prompts.render(
            template,
            name=seen.name,
            summary=self.summary,
            remembered=seen.talk.remembered,
            state=state,
            deductions=deductions(seen, seat) if seen.talk.deductions == "cards" else [],
            owner="your own" if seat == seen.seat else f"{seen.names[seat]}'s",
            earlier=state.game_history[-earlier:] if earlier else (),
            now=state.discussion_history,
            **values,
        )
        return [
            {"role": "system", "content": self.prompts.render("system", **rules_variables(seen))},
            {"role": "user", "content": words},
        ]

    # -- moves and commands

    def _beginner_move(self) -> str:
        """Return the beginner's move, as an example for `llm:mock`."""
        return describe(Cautious().act(self.turn), self.seen.names, self.variant)

    def _commands(self, moves: Sequence[Any]) -> list[str]:
        names = self.seen.names
        return list(dict.fromkeys(describe(move, names, self.variant) for move in moves if isinstance(move, MOVES)))

    def _parse(self, command: str) -> Action:
        return parse_move(command, self.seen.names, self.variant)

    def _advice_from(self, answer: Advising) -> Advise:
        return Advise(answer.stance, one_line(answer.words), self._parse(answer.action) if answer.action else None)

    def _log_and_return(self, answer: Moving | Deciding) -> Action:
        """Log the reason for a move, and return the move."""
        if answer.why:
            self.turn.think(answer.why)
        return self._parse(answer.action)

    def _is_settled(self, move: Action) -> bool:
        """Return True if advice cannot help.

        That is so in strict talk if a play certainly fits or a discarded card is certainly useless.
        """
        if self.seen.talk.mode != "strict" or isinstance(move, Clue):
            return False
        facts = Deductions(self.seen)
        possible = facts.possible(self.seen.hands[self.seen.seat][move.slot])
        return not possible & ~(facts.playable if isinstance(move, Play) else facts.useless)

    def _words_naming_cards(self, speech: Propose | Advise, said: str) -> list[str]:
        """Return the words that name a hidden card; none if talk is open."""
        if self.seen.talk.mode == "open":
            return []
        return [said[first:last] for first, last, _ in leaks(said, subject(self.seen, self.seen.seat, speech))]
