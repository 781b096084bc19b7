"""A game that is stepped: begin a turn, ask agents, apply their actions.

Nothing here waits. A run (`core.engine.simulator`) or a learner's environment (`core.env.table`) steps it.
"""

import sys
from collections.abc import Awaitable, Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from core.engine.agents import Agent
from core.engine.audience import ShortTermMemory, hidden_turns
from core.engine.capabilities import Talk, Touched, capability
from core.engine.chance import Chance
from core.engine.config import OnFailure
from core.engine.control import is_note
from core.engine.events import (
    Acted,
    Changed,
    Defaulted,
    Event,
    GroupEnded,
    GroupStarted,
    Intervened,
    ModelFailed,
    Rejected,
    RunEnded,
    RunStarted,
    ToolResult,
)
from core.engine.log import Log
from core.engine.ordering import Ordering
from core.engine.registry import failure
from core.engine.scene import HOOKS, Outcome, Scene
from core.engine.scene_checks import check_attributes
from core.engine.turn import Action, Pick, Turn, legal_actions
from core.errors import AgentError, CodeError, GaveUp, IllegalAction, SceneError, UserError, bad_hook_result, listed
from core.llm.model_client import ModelClient, Unanswered
from core.recording.header import Header
from core.recording.line_format import LogWriter

SILENT_TURNS = 10
"""Number of turns without an event, per seat, after which a scene without legal actions is an error."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """An agent's answer: its text if it came from outside, and its action unless it failed."""

    name: str
    action: Any
    command: str | None = None
    turn: Turn | None = None
    """The agent's turn, with its thoughts and messages."""
    illegal: str = ""
    gave_up: str = ""
    fallback: OnFailure = "scene"
    """Fallback of the policy whose model gave no usable reply."""
    tool_result: ToolResult | None = None
    """Result of the tool call that the action asked for."""


class Play:
    """State of a game between steps.

    One step: `ask` all agents in `in_turn`; `settle` their answers; `close` the step.
    """

    def __init__(
        self,
        header: Header,
        scene: Scene,
        ordering: Ordering,
        agents: Mapping[str, Agent],
        chance: Chance,
        client: ModelClient,
        keeper: LogWriter | None,
        cuts: Collection[int] = (),
    ) -> None:
        """Construct the game before its first event. Without a keeper nothing is written (see `Log`).

        Events whose numbers are in `cuts` are withheld or forgotten.
        """
        if not isinstance(ordering, Ordering):
            raise bad_hook_result(scene.name, "ordering", "give an Ordering", ordering)
        self.header = header
        self.scene = scene
        self.agents = dict(agents)
        self.memories = {name: ShortTermMemory(name, scene) for name, agent in agents.items() if agent.remembers}
        self.log = Log(header, scene, ordering, chance, keeper, tuple(self.memories.values()), cuts)
        self.ordering = ordering
        self.client = client
        self.pick = Pick(())
        self.in_turn: tuple[str, ...] = ()
        """Agents who have not finished this turn."""
        self.hidden = dict.fromkeys(scene.names, 0)
        """Number of past turns hidden from each agent, by name."""
        self.answers: dict[str, Answer] = {}
        """Answers of this step; they are kept while another agent of the group is asked again."""
        self.has_pending_tool_call = False
        """True while an action waits for a tool result."""
        self.lost: dict[str, str] = {}
        """Agents whose failed models end the game after this turn, each with `forfeit` or `abort`."""
        self.outcome = Outcome()
        """Outcome; empty until the game ends."""
        self._chance = chance
        kind = type(scene)
        self._has_after_turn = kind.after_turn is not Scene.after_turn
        """True if the scene overrides `after_turn`; most do not, and the call is skipped."""
        self._talks = issubclass(kind, Talk)
        self._silent_turns = 0
        """Number of turns in a row without events."""
        self._resolve_method = "decide" if kind.resolve is Scene.resolve else "resolve"
        """Name of the method that resolves a group's actions, for error messages."""
        self._turns: int = scene.config.max_turns
        self._steps: int = scene.config.max_steps_per_turn

    # -- turns

    def begin(self) -> Iterator[None]:
        """Start the scene. Yields after each event."""
        self.log.place(0)
        self.log.add(RunStarted(self.scene.names).by())
        for event in self.scene.start(self._chance):
            self.log.extend((event,), "start")
            yield
        check_attributes(self.scene, HOOKS)
        self.log.commit("turn")

    def over(self, stopping: str = "") -> str | None:
        """Return the reason for the end of the game, or None. `stopping` is a reason from outside."""
        log = self.log
        if not log.between_turns:
            return stopping or None
        reason = next(iter(self.lost.values()), None) or self.scene.is_complete() or stopping
        return reason or ("max_turns" if log.turn >= self._turns else None)

    def next(self) -> bool:
        """Begin the next turn. Returns False if the scene leaves the choice of agents to the ordering."""
        self.log.place(self.log.turn + 1)
        pick = self.scene.pick()
        if pick is None:
            return False
        self._take(pick, "pick")
        if pick.secret:
            self._hide(self.log.turn - 1)
        return True

    def fold(self, events: Sequence[Event]) -> None:
        """Apply committed events of an earlier session, when resuming."""
        for turn, of_turn in groupby(events, key=lambda event: event.turn):
            self.place(turn)
            self.log.fold(list(of_turn))
        self.lost = {e.agent: e.data.on_failure for e in events if isinstance(e.data, ModelFailed)} or self.lost

    def place(self, turn: int) -> None:
        """Move to a turn of an earlier session, when resuming."""
        last = self.log.turn
        if turn != last:
            self.log.place(turn)
            self._hide(last)

    def _hide(self, last: int) -> None:
        """Count the turns after `last` as hidden for the agents that could not see them."""
        for name in self.hidden:
            self.hidden[name] += hidden_turns(self.scene, name, last, self.log.turn)

    def _take(self, pick: Pick, hook: str) -> None:
        if type(pick) is not Pick or type(pick.names) is not tuple or not pick.names:
            raise bad_hook_result(
                self.scene.name, hook, 'give a Pick of names, such as pb.Pick(("Ann",)), or None', pick
            )
        self.pick, self.in_turn = pick, pick.names

    def start_or_continue_turn(self, pick: Pick) -> None:
        """Begin the turn of the picked agents, or continue it if some of them have acted."""
        self._take(pick, "the ordering")
        for event in reversed(self.log.this_turn):
            if isinstance(event.data, GroupEnded):
                self.in_turn = event.data.waiting
                break

    def skip(self) -> tuple[str, ...]:
        """Drop agents without any possible action from the turn. Returns the others."""
        if any(map(self._is_idle, self.in_turn)):
            self.in_turn = tuple([name for name in self.in_turn if not self._is_idle(name)])
        return self.in_turn

    def _is_idle(self, name: str) -> bool:
        """Return True if a picked agent has no legal action, not even one with free text."""
        if name not in self.hidden or legal_actions(self.scene, name):
            return False
        return not (self._talks and capability(self.scene, Talk).openings(name))

    # -- questions to agents

    @property
    def at_limit(self) -> bool:
        """True if this turn has used all its steps; it then ends with the scene's default action."""
        return self.log.step >= self._steps

    def ask(self, name: str) -> tuple[Turn, Awaitable[Action | str]] | None:
        """Ask an agent for its action.

        Returns:
            The turn and its awaitable if the agent does not answer at once, else None.

        Raises:
            AgentError: The agent failed.
        """
        log = self.log
        if log.step >= self._steps:
            self._store_answer(Answer(name, self.scene.default(name)))
            return None
        turn = Turn(self.scene, name, log.turn, self._chance, self.client, log.this_turn, self.hidden.get(name, 0))
        if name in self.memories:
            turn.memory = self.memories[name]
        try:
            action = self.agents[name].act(turn)
        except (GaveUp, Unanswered) as why:
            self.give_up(turn, why)
            return None
        except (UserError, SceneError):
            raise
        except Exception as error:
            raise self.failed(turn, error) from error
        listed = turn.listed
        if type(listed) is tuple and action in listed:
            self._store_answer(Answer(name, action, None, turn))
        elif hasattr(action, "__await__"):
            return turn, action
        else:
            self.take(turn, action)
        return None

    def take(self, turn: Turn, answer: Action | str) -> None:
        """Take an agent's answer. Raises AgentError if it is not an action."""
        name = turn.name
        command = answer if isinstance(answer, str) else None
        action = None if isinstance(answer, str) else answer
        if command is None and not hasattr(answer, "ends_turn"):
            policy = self.header.cast[name]
            raise AgentError(f"{name} ({policy}) returned {answer!r:.80}, which is not an action of this scene")
        illegal = ""
        try:
            if command is not None:
                action = self.scene.parse(name, command)
            self.scene.check(name, action)
        except IllegalAction as why:
            illegal = str(why)
        self._store_answer(Answer(name, action, command, turn, illegal))

    def _store_answer(self, answer: Answer) -> None:
        self.answers[answer.name] = answer
        if answer.action is not None and answer.action.tool:
            self.has_pending_tool_call = True

    def give_up(self, turn: Turn, why: GaveUp | Unanswered) -> None:
        """Record that an agent gave up."""
        instead: OnFailure = why.fallback if isinstance(why, Unanswered) else "scene"
        self.answers[turn.name] = Answer(turn.name, None, None, turn, gave_up=str(why), fallback=instead)

    def failed(self, turn: Turn, error: Exception) -> CodeError:
        """Convert an exception of an agent into an error for its author.

        If the scene should not have picked that agent, the error is for the scene's author.
        """
        name = turn.name
        if name not in self.agents:
            return bad_hook_result(
                self.scene.name, "pick", f"name players of this game ({listed(self.scene.names)})", name
            )
        if turn.listed is not None and not turn.listed:
            wanted = f"list the legal actions of {name}, who was picked"
            return bad_hook_result(self.scene.name, "legal", wanted, turn.listed)
        how = failure(error, sys.modules.get(type(self.agents[name]).__module__))
        return AgentError(f"{name} ({self.header.cast[name]}) failed: {how}")

    # -- effects

    def settle(self) -> None:
        """Apply the answers of all agents in the turn."""
        answers, self.answers, self.has_pending_tool_call = self.answers, {}, False
        if self.pick.together:
            self._apply_group([answers[name] for name in self.in_turn])
        else:
            self._apply_one(answers[self.in_turn[0]])

    def _apply_one(self, answer: Answer) -> None:
        action = self._log_answer(answer)
        if action is not None:
            self.log.extend(self.scene.decide(answer.name, action, self._chance), "decide")
        goes_on = not self.lost and (action is None or not action.ends_turn)
        self.in_turn = (answer.name,) if goes_on else ()

    def _apply_group(self, answers: list[Answer]) -> None:
        """Apply a group's answers in pick order."""
        log, audience = self.log, () if self.pick.secret else None
        log.add(GroupStarted(self.in_turn).by(to=audience))
        actions = {answer.name: self._log_answer(answer) for answer in answers}
        decided = {name: action for name, action in actions.items() if action is not None}
        if self.lost:
            actions = {}
        else:
            log.extend(self.scene.resolve(decided, self._chance), self._resolve_method)
        self.in_turn = tuple([name for name, action in actions.items() if action is None or not action.ends_turn])
        log.add(GroupEnded(self.in_turn).by(to=audience))

    def _log_answer(self, answer: Answer) -> Action | None:
        """Log an agent's answer. Returns its action or the default; None if the agent must be asked again."""
        name, turn, action, log = answer.name, answer.turn, answer.action, self.log
        if turn is not None:
            if turn.private:
                log.extend(turn.private, "turn.log")
            for text, to in turn.said:
                log.extend(capability(self.scene, Talk).deliver_message(name, text, to), "deliver_message")
        if answer.command is not None:
            log.add(Acted(answer.command).by(name, to=(name,)))
        if answer.tool_result is not None:
            log.add(answer.tool_result.by(name, to=(name,)))
        why = answer.gave_up
        if answer.illegal:
            command = self.scene.describe(action) if answer.command is None else answer.command
            log.add(Rejected(command, answer.illegal).by(name, to=(name,)))
            before = log.this_turn
            rejections = 1 + sum(isinstance(e.data, Rejected) and e.agent == name for e in before)
            if rejections < self.agents[name].tries:
                return None
            why = f"{rejections} illegal actions in one turn"
        if answer.fallback in ("forfeit", "abort"):
            self.lost[name] = answer.fallback
            log.add(ModelFailed(answer.fallback, why).by(name, to=(name,)))
            return None
        if why:
            action = self._fallback_action(answer)
            why = f"on_failure={answer.fallback}: {why}" if answer.fallback != "scene" else why
            log.add(Defaulted(self.scene.describe(action), why).by(name, to=(name,)))
        taken: Action = action
        return taken

    def _fallback_action(self, answer: Answer) -> Action:
        """Return the action to take for an agent that gave none."""
        if answer.fallback == "random" and (legal := legal_actions(self.scene, answer.name)):
            return self._chance("on_failure", answer.name).choice(legal)
        return self.scene.default(answer.name)

    def intervene(self, change: Event) -> None:
        """Apply a change from outside."""
        self.log.add(change)
        body, scene = change.data, capability(self.scene, Touched)
        if isinstance(body, Changed):
            self.log.extend(scene.change(body.what), "change")
        elif isinstance(body, Intervened) and not is_note(body.what):
            try:
                self.log.extend(scene.intervene(body.what, self._chance), "intervene")
            except IllegalAction as why:
                self.log.add(Rejected(body.what, str(why)).by())

    def close(self) -> list[Event]:
        """End the step, and the turn if all agents have finished it. Returns the step's events."""
        if self.in_turn:
            return self.log.commit("step")
        if self._has_after_turn and not self.lost:
            self.log.extend(self.scene.after_turn(self.pick, self._chance), "after_turn")
        batch = self.log.commit("turn")
        self._silent_turns = 0 if batch or self.log.this_turn else self._silent_turns + 1
        if self._silent_turns > SILENT_TURNS * len(self.hidden) and all(map(self._is_idle, self.hidden)):
            expected = f"list the actions of {listed(self.pick.names)}, who was picked, or is_complete end the game"
            raise bad_hook_result(self.scene.name, "legal", expected, ())
        return batch

    def end(self, reason: str) -> RunEnded:
        """End the game."""
        log, scene = self.log, self.scene
        if type(reason) is not str or "\n" in reason:
            raise bad_hook_result(
                scene.name, "is_complete", "return the reason for the end in one word, or None", reason
            )
        self.outcome = outcome = scene.forfeit(tuple(self.lost)) if reason == "forfeit" else scene.outcome()
        if type(outcome) is not Outcome or type(outcome.winners) is not tuple:
            wanted = 'give an Outcome, such as pb.Outcome(winners=("Ann",), scores={"Ann": 3})'
            raise bad_hook_result(scene.name, "outcome", wanted, outcome)
        winners, scores, metrics, _ = outcome
        if strangers := {*winners, *scores}.difference(scene.names):
            raise bad_hook_result(
                scene.name, "outcome", f"name players of this game ({listed(scene.names)})", strangers
            )
        checked = {**log.rulings.metrics(), **log.readings.metrics()}
        result = {**metrics, **checked, "turns": log.last_turn, **log.usage.metrics()}
        ended = RunEnded(reason, result, log.digest(), winners, dict(scores), dict(log.tallies.by_policy))
        log.add(ended.by())
        return ended
