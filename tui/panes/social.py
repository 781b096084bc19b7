"""The pane of a social scene: a transcript with whispers, plans in the inspector, and typed words as speech."""

from collections.abc import Sequence
from typing import Any

from core.engine.events import Body, Event, Planned, Rejected, Said, Thought
from core.engine.turn import Action
from core.social.actions import Yield
from core.social.events import Announced, Scheduled, TurnTaken
from core.social.plan import Plan, PlanChanged
from core.social.scene import SocialScene
from tui.log_view import LogView
from tui.panes.drawing import hanging_indent, hidden_thoughts, name_of, notice
from tui.panes.generic import ScenePane
from tui.panes.kit import PLUMBING, Key, Row, Traits, line_of
from tui.panes.lists import MAX_EVENTS, NOTHING_DECIDED, decider, up_to, visible_events
from tui.panes.seat import ENTER, command_or_speech, has_spoken, let_others_hint
from tui.styles import Line, Span, clip, more_lines, spread, width_of

MAX_MESSAGE_ROWS = 5
"""Maximum rows of a message below its first row."""
PASS_LABEL = "pass"
"""Label for ending a turn, on every screen."""
PRIVATE_LABELS: dict[type[Body], str] = {Thought: "thinks", Planned: "plan", PlanChanged: "plan", Rejected: "could not"}
"""Event types that come before an action, with their labels in the inspector."""


class SocialPane(ScenePane):
    """Draws a transcript of speech and of other `news`; typed words become speech."""

    traits = Traits(letters="p", has_menu=False, plumbing=(*PLUMBING, TurnTaken))
    news: tuple[type[Body], ...] = (Announced,)
    """Event types in the transcript apart from speech."""
    _scene: SocialScene

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._transcribed: list[Event] = []
        """Events of the transcript; append-only, so the state at any moment is a prefix."""
        self._decided: list[int] = []
        """Number of the last event of each decision."""
        self._of: dict[str, int] = {}

    # -- the fold

    def take(self, event: Event, scene: Any) -> None:
        if isinstance(event.data, (Said, *self.news)):
            self._transcribed.append(event)
        if event.agent and event.turn:
            self._of[event.agent] = event.n
        if event.end:
            self._decided += sorted(self._of.values())
            self._of = {}

    def decisions(self) -> Sequence[int]:
        events = self.view.events
        return [n for n in self._decided if self.view.may_see(events[n - 1])]

    # -- the transcript

    def transcript(self, width: int) -> Sequence[Row]:
        """List speech and news that the perspective heard, up to the playhead; a click on a row goes to its event."""
        return self.view.once(self._transcript, width)

    def _transcript(self, width: int) -> list[Row]:
        view = self.view
        events = up_to(self._transcribed, view.n)[-MAX_EVENTS:]
        return [Row(line, event.n) for event in events if view.may_see(event) for line in self.entry(event, width)]

    def entry(self, event: Event, width: int) -> list[Line]:
        """Draw one event of the transcript."""
        body, agent = event.data, f"{clip(event.agent, 12)} " if event.agent else ""
        if isinstance(body, Said):
            return message(self.view, event.agent, body, width)
        if isinstance(body, Scheduled):  # the scheduler acts next after all others, so leave it out
            body = Scheduled(tuple(name for name in body.order if name != event.agent))
        return news(body.sentence(), width, agent)

    def thinking(self) -> list[Line]:
        """Draw a row for each agent that is thinking now."""
        view = self.view
        names = [name for name in view.waiting if view.at_now and name != view.seat and view.thinking.get(name)]
        return [
            ((" ", ""), name_of(view, n), (f" {view.thinking[n]}", "accent"), (" is thinking", "mid")) for n in names
        ]

    def _talk(self, width: int) -> Sequence[Line | Row]:
        return [*(self.transcript(width) or notice("Nothing said yet")), *self.thinking()]

    # -- private state

    def why(self, width: int) -> Sequence[Line]:
        """Draw an agent's thoughts, plan and actions in a decision, and its current plan."""
        view, decision = self.view, self.view.decision
        if decision is None:
            return NOTHING_DECIDED
        name = decision.agent
        out = [(), decider(view, name), ()]
        for event in visible_events(view, decision):
            if not isinstance(event.data, self.traits.plumbing):
                label = PRIVATE_LABELS.get(type(event.data), "")
                words = event.data.sentence().removeprefix("plans: ")
                out += labeled(label or "does", words, width, "mid" if label else "bold fg")
        return [*out, *(self._mind(name, width) if view.may_see_mind(name) else [(), hidden_thoughts(name)])]

    def _mind(self, name: str, width: int) -> Sequence[Line]:
        """Draw an agent's private state below its decision, if the perspective may see it."""
        return plan_lines(self._scene.plans[name], width)

    # -- the person's words

    def _kinds(self) -> Sequence[type[Action]]:
        return self._scene.space(self.view.seat)

    def _speech(self, words: str) -> str:
        """Return the command that says words to everybody."""
        return f"say {words}"

    def _whisper(self, name: str, words: str) -> str:
        """Return the command for words to one agent, `@Ann …` or `/w Ann …`; "" if whispering is impossible."""
        return f"tell {name} {words}"

    def command(self, text: str) -> str:
        """Return the command of a text: speech, unless it is a command or starts like a legal one."""
        text = text.strip()
        if not text or text.casefold() == PASS_LABEL:
            return self._passing or text
        if whisper := self._whispered(text):
            return whisper
        scene, seat = self.view.head, self.view.seat
        legal = {type(action).form.split()[0] for action in scene.legal(seat)}
        return command_or_speech(scene, seat, text, self._speech(text), lambda word: word.lower() in legal)

    def _whispered(self, text: str) -> str:
        """Return the whisper command of `@Ann …` or `/w Ann …`; "" for other texts.

        Drop a leading m, the key that opens the input on the board: a whisper must never be said to everybody.
        """
        text = text[1:] if text.startswith(("m/w ", "m@")) else text
        mark = next((mark for mark in ("/w ", "@") if text.startswith(mark)), "")
        name, _, words = text.removeprefix(mark).strip().partition(" ")
        return self._whisper(name.rstrip(",:"), words.strip()) if mark and words else ""

    @property
    def _passing(self) -> str:
        """Return the command that passes the turn if it is legal; else ""."""
        return Yield.form if self.view.mine and Yield() in self.view.head.legal(self.view.seat) else ""

    def keys(self, acting: bool) -> Sequence[Key]:
        return (*((Key("m", "speak"),) if self._can_write else ()), *self._declared_keys()) if acting else ()

    def idle(self) -> Line:
        if not self.view.mine:
            return ()
        can_pass = self._passing and not has_spoken(self.view)
        quiet: Line = (("   ", ""), ("p", "bold accent"), (" or an empty line passes", "mid")) if can_pass else ()
        return (*let_others_hint(self.view), ("m", "bold accent"), (" to speak", "mid"), *quiet)

    def understood(self, action: Action, width: int) -> Line:
        """Draw the listeners of the words, or the effect of another action."""
        return spread((("understood  ", "dim"), *self._meaning(action)), ENTER, width)

    def _meaning(self, action: Action) -> Line:
        to: str = getattr(action, "to", "")
        if to:
            return (("only ", "mid"), (clip(to, 12), "bold hi"), (" hears it", "mid"))
        if hasattr(action, "message"):
            return (("everybody hears it", "mid"),)
        words = PASS_LABEL if isinstance(action, Yield) else self.view.head.describe(action)
        return ((words, "bold hi"),)


class TranscriptPane(SocialPane):
    """Draws a social scene that has no pane of its own: its text, the newest messages, and a menu."""

    traits = ScenePane.traits._replace(plumbing=SocialPane.traits.plumbing)

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        shared = (*SocialScene.events, Said)
        self.news = (*self.news, *(kind for kind in self._scene.events if kind not in shared))

    def board(self, width: int, rows: int) -> Sequence[Line]:
        facts = [((f" {row}", "fg"),) for row in self._scene.facts(self.view.perspective).splitlines()]
        menu = self._menu.lines(self._entries(), width, rows - len(facts)) if self._has_choice else []
        self._menu_top = max(0, rows - len(menu))
        said = [line_of(row) for row in self._talk(width)][-max(1, rows - len(facts) - len(menu) - 1) :]
        top = [*facts, (), *said]
        return [*top, *[()] * (self._menu_top - len(top)), *menu]

    @property
    def _has_choice(self) -> bool:
        """True if the person can do something other than speak or pass."""
        return len(self.view.commands()) > bool(self._passing)

    def keys(self, acting: bool) -> Sequence[Key]:
        return ScenePane.keys(self, acting) if self._has_choice else super().keys(acting)

    def idle(self) -> Line:
        return ScenePane.idle(self) if self._has_choice else super().idle()


def message(view: LogView, name: str, said: Said, width: int) -> list[Line]:
    """Draw a message, for a whisper with its listeners; a long message is cut."""
    head: Line = ((" ", ""), name_of(view, name), (" ", ""))
    style = "mid" if said.to else "fg"
    if said.to:
        listeners = (f"{clip(', '.join(said.to), 24)} ", "bold accent" if view.seat in said.to else "bold mid")
        head = (*head, ("▸ ", "accent"), listeners)
    if width_of(head) < width // 2:
        first, *rest = hanging_indent(head, said.text, width, style)
    else:
        first, rest = head, hanging_indent(((" " * 4, ""),), said.text, width, style)
    more = len(rest) - MAX_MESSAGE_ROWS
    return [first, *rest[:MAX_MESSAGE_ROWS], *([(*rest[0][:-1], (more_lines(more), style))] if more > 0 else [])]


def news(words: str, width: int, agent: str = "", style: str = "mid", mark: Span = ("◇", "accent")) -> list[Line]:
    """Draw an event of the transcript other than speech."""
    return hanging_indent(((f" {mark[0]} ", mark[1]), (agent, "bold hi")), words, width, style)


def labeled(label: str, words: str, width: int, style: str = "fg") -> list[Line]:
    """Draw words next to a label."""
    return hanging_indent(((f" {label:<11}", "dim"),), words, width, style)


def plan_lines(plan: Plan, width: int) -> list[Line]:
    """Draw an agent's plan part by part; empty if there is no plan."""
    out: list[Line] = []
    for part, items in (("goals", plan.goals), ("milestones", plan.milestones)):
        for i, each in enumerate(items):
            out += labeled(part if i == 0 else "", each, width)
    for part, words in (("strategy", plan.strategy), ("notes", plan.notes)):
        out += labeled(part, words, width) if words else []
    return [(), ((" The plan as it stands", "bold mid"),), *out] if out else []
