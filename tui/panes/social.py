"""What pictures of social scenes share: a transcript with whispers, plans in the inspector, typed words as speech."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import ClassVar

from core.engine.events import Body, Event, Planned, Rejected, Said, Thought
from core.engine.scene import Scene
from core.engine.turn import Action
from core.errors import IllegalAction
from core.social.actions import Yield
from core.social.events import Announced, Scheduled, TurnTaken
from core.social.plan import Plan, PlanChanged
from core.social.scene import SocialScene
from tui.log_view import LogView
from tui.panes.generic import PLUMBING, RECENT, ScenePane
from tui.panes.kit import Key, Row, seated
from tui.panes.seat import PASSES
from tui.styles import Line, Span, clip, fit, more_lines, spread, width_of, wrap

LONGEST = 5
"""Rows of one message, below its first, before it is cut."""
MINDS: dict[type[Body], str] = {Thought: "thinks", Planned: "plan", PlanChanged: "plan", Rejected: "could not"}
"""What leads to an action, and how the inspector calls it."""


class SocialPane(ScenePane):
    """Paints a transcript of what was said and of other `news`; free words become speech."""

    letters = "p"
    has_menu = False
    plumbing = (*PLUMBING, TurnTaken)
    news: tuple[type[Body], ...] = (Announced,)
    """Kinds of events that stand in the transcript, beside what is said."""
    passing: ClassVar[str] = "yield"
    """The command of an empty line, and of p, where the person may be silent."""

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self.told: list[Event] = []
        """What the transcript is made of; append-only, so that any moment is a prefix."""
        self.decided: list[int] = []
        """The last event of each decision."""
        self._of: dict[str, int] = {}

    @property
    def social(self) -> SocialScene:
        """Give the scene at the playhead."""
        scene = self.view.scene
        assert isinstance(scene, SocialScene)
        return scene

    # -- the fold

    def take(self, event: Event, scene: Scene) -> None:
        if isinstance(event.data, (Said, *self.news)):
            self.told.append(event)
        if event.agent and event.turn:
            self._of[event.agent] = event.n
        if event.end:
            self.decided += sorted(self._of.values())
            self._of = {}

    def decisions(self) -> Sequence[int]:
        events = self.view.events
        return [n for n in self.decided if self.view.may_see(events[n - 1])]

    # -- the transcript

    def transcript(self, width: int) -> Sequence[Row]:
        """List what was said and what happened up to the playhead, as far as the eyes heard it; a click goes there."""
        return self.view.once(self._transcript, width)

    def _transcript(self, width: int) -> list[Row]:
        view = self.view
        told = self.told[: bisect_right(self.told, view.n, key=lambda each: each.n)]
        return [
            Row(line, event.n) for event in told[-RECENT:] if view.may_see(event) for line in self.entry(event, width)
        ]

    def entry(self, event: Event, width: int) -> list[Line]:
        """Write an event of the transcript."""
        if isinstance(event.data, Said):
            return message(event.agent, event.data, width, self.view.seat)
        if isinstance(event.data, Scheduled):  # whoever schedules is next when all of them have spoken
            order = [name for name in event.data.order if name != event.agent]
            return news(Scheduled(tuple(order)).sentence(), width, f"{clip(event.agent, 12)} " if event.agent else "")
        return news(event.data.sentence(), width, f"{clip(event.agent, 12)} " if event.agent else "")

    def thinking(self) -> list[Line]:
        """Tell who is deciding just now, below what was said."""
        view, out = self.view, list[Line]()
        for name in view.waiting if view.at_now else ():
            if (told := view.thinking.get(name)) and name != view.seat:
                out.append(((f" {clip(name, 12)} ", "bold hi"), (told, "accent"), (" is thinking", "mid")))
        return out

    def talk_lines(self, width: int) -> Sequence[Line]:
        rows = [row.line for row in self.transcript(width)] or [((" Nothing said yet", "dim"),)]
        return [*rows, *self.thinking()]

    def rows_of(self, tab: str, width: int) -> Sequence[Row]:
        return self.transcript(width) if tab == "Talk" else super().rows_of(tab, width)

    # -- minds

    def why(self, width: int) -> Sequence[Line]:
        """Write what an agent thought, planned and did, and its plan as it stands."""
        view, decision = self.view, self.view.decision
        if decision is None:
            return [(), ((" Nothing decided here", "dim"),)]
        name = decision.agent
        head: Line = ((f" {clip(name, 12)}", "bold hi"), (f"   {seated(view.header.cast[name], 26)}", "mid"))
        seen = [event for event in decision.events if view.may_see(event) and event.n <= view.n]
        out: list[Line] = [(), head, ()]
        for event in seen:
            if not isinstance(event.data, self.plumbing):
                label = MINDS.get(type(event.data), "")
                words = event.data.sentence().removeprefix("plans: ")
                out += labeled(label or "does", words, width, "mid" if label else "bold fg")
        if not view.may_see_mind(name):
            closed: Line = ((f" what {clip(name, 12)} thinks is closed to you; ", "dim"), ("v", "accent"))
            return [*out, (), (*closed, (" opens it", "dim"))]
        return [*out, *plan_lines(self.social.plans[name], width)]

    # -- the person's words

    def kinds(self) -> Sequence[type[Action]]:
        return self.social.space(self.view.seat)

    def speech(self, words: str) -> str:
        """Give the command that words stand for which are none."""
        return f"say {words}"

    def whisper(self, name: str, words: str) -> str:
        """Give the command for words to one of the others, `@Ann …` or `/w Ann …`; "" where nobody whispers."""
        return f"tell {name} {words}"

    def command(self, text: str) -> str:
        """Take words for speech, unless they are a command, or begin like one that can be given now."""
        if text.strip().casefold() == PASSES and self.silence():
            return self.silence()
        if whispered := self._whispered(text.strip()):
            return whispered
        return super().command(text)

    def begins_command(self, word: str) -> bool:
        """Take only beginnings of what is legal now for mistyped commands: others are words like any."""
        return word.lower() in {type(action).form.split()[0] for action in self.view.head.legal(self.view.seat)}

    def _whispered(self, text: str) -> str:
        """Read `@Ann …` and `/w Ann …` as a command; empty if it is neither. The m that opens the input elsewhere may
        stand before it: what is meant for one is never said to all."""
        text = text[1:] if text.startswith(("m/w ", "m@")) else text
        mark = next((mark for mark in ("/w ", "@") if text.startswith(mark)), "")
        name, _, words = text.removeprefix(mark).strip().partition(" ")
        return self.whisper(name.rstrip(",:"), words.strip()) if mark and words else ""

    def silence(self) -> str:
        return self.passing if self.view.mine and Yield() in self.view.head.legal(self.view.seat) else ""

    def own_keys(self) -> Sequence[Key]:
        return (*((Key("m", "speak"),) if self.can_write else ()), *self.declared_keys())

    def idle(self) -> Line:
        quiet: Line = (("   ", ""), ("p", "bold accent"), (" or an empty line passes", "mid")) if self.silence() else ()
        return (*self.lets_others(), ("m", "bold accent"), (" to speak", "mid"), *(() if self.spoken else quiet))

    def preview(self, text: str, width: int) -> Line:
        """Tell who will hear the words, or what they do."""
        scene, seat = self.view.head, self.view.seat
        if not (command := self.command(text) if text.strip() else self.silence()):
            return ()
        try:
            action = scene.parse(seat, command)
            if self.view.mine:
                scene.check(seat, action)
        except IllegalAction as why:
            return fit(((f"   {why}", "bad"),), width)
        return spread(
            (("   understood  ", "dim"), *self.understood(action)), (("Enter", "bold accent"), (" ", "")), width
        )

    def understood(self, action: object) -> Line:
        """Tell what will be understood of the words."""
        to: str = getattr(action, "to", "")
        if to:
            return (("only ", "mid"), (clip(to, 12), "bold hi"), (" hears it", "mid"))
        if hasattr(action, "message"):
            return (("everybody hears it", "mid"),)
        return ((self.called(self.view.head.describe(action)), "bold hi"),)


class TranscriptPane(SocialPane):
    """Paints a social scene that has no pane: what its observation adds, the newest of the transcript, and a menu."""

    has_menu = True
    letters = ScenePane.letters

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        shared = (*SocialScene.events, Said)
        self.news = (*self.news, *(kind for kind in self.social.events if kind not in shared))

    def board(self, width: int, rows: int) -> Sequence[Line]:
        facts = [((f" {row}", "fg"),) for row in self.social.facts(self.view.eyes).splitlines()]
        menu = self._menu.lines(self.entries(), width, rows - len(facts)) if self.has_choice else []
        self._menu_top = max(0, rows - len(menu))
        said = self.talk_lines(width)[-max(1, rows - len(facts) - len(menu) - 1) :]
        top = [*facts, (), *said]
        return [*top, *[()] * (self._menu_top - len(top)), *menu]

    @property
    def has_choice(self) -> bool:
        """True if the person can do more than speak and pass."""
        return len(self.commands()) > bool(self.silence())

    def own_keys(self) -> Sequence[Key]:
        return ScenePane.own_keys(self) if self.has_choice else super().own_keys()

    def idle(self) -> Line:
        return ScenePane.idle(self) if self.has_choice else super().idle()


def message(name: str, said: Said, width: int, you: str) -> list[Line]:
    """Write somebody's words; with whom they are whispered to, if they are."""
    head: Span = (f" {clip(name, 12)} ", "bold accent" if name == you else "bold hi")
    to: Line = ()
    if said.to:
        to = (("▸ ", "accent"), (f"{clip(', '.join(said.to), 24)} ", "bold accent" if you in said.to else "bold mid"))
    lead, style = width_of((head, *to)), "mid" if said.to else "fg"
    if lead < width // 2:
        rows = wrap(said.text, width - lead - 1)
        return [(head, *to, (rows[0], style)), *_below(rows[1:], lead, style)]
    return [(head, *to), *_below(wrap(said.text, width - 5), 4, style)]


def _below(rows: Sequence[str], indent: int, style: str) -> list[Line]:
    more = len(rows) - LONGEST
    kept = [*rows[:LONGEST], *([more_lines(more)] if more > 0 else [])]
    return [((" " * indent, ""), (row, style)) for row in kept]


def news(words: str, width: int, who: str = "", style: str = "accent") -> list[Line]:
    """Write what happened, between the words."""
    rows = wrap(words, max(10, width - 4 - len(who)))
    first: Line = ((" ◇ ", style), (who, "bold hi"), (rows[0], style if style != "accent" else "mid"))
    return [first, *((("   ", ""), (" " * len(who), ""), (row, "mid")) for row in rows[1:])]


def labeled(label: str, words: str, width: int, style: str = "fg") -> list[Line]:
    """Write a label, and what belongs to it beside it."""
    rows = wrap(words, max(10, width - 13))
    return [((f" {label:<11}", "dim"), (rows[0], style)), *(((" " * 12, ""), (row, style)) for row in rows[1:])]


def plan_lines(plan: Plan, width: int) -> list[Line]:
    """Write an agent's plan, part by part; nothing if it has none."""
    out: list[Line] = []
    for part, told in (("goals", plan.goals), ("milestones", plan.milestones)):
        for i, each in enumerate(told):
            out += labeled(part if i == 0 else "", each, width)
    for part, words in (("strategy", plan.strategy), ("notes", plan.notes)):
        out += labeled(part, words, width) if words else []
    return [(), ((" The plan as it stands", "bold mid"),), *out] if out else []
