"""A conversation on the stage: what is said is the board."""

from collections.abc import Sequence

from core.engine.events import Event, Said
from core.engine.scene import Scene
from core.social.actions import SendMessage, Yield
from core.social.events import Scheduled
from tui.lines import Lines
from tui.log_view import LogView
from tui.panes.chat import ending
from tui.panes.chat.tour import TOUR
from tui.panes.generic import LOG
from tui.panes.kit import Click, Key, Part, Row, Tab, seated, stack
from tui.panes.social import SocialPane, labeled, plan_lines
from tui.styles import Line, clip, fit

PEOPLE, PLANS = "People", "Plans"


class ChatPane(SocialPane):
    tour = TOUR
    news = (*SocialPane.news, Scheduled)
    keeps_input = True
    writes_first = True
    interventions = "broadcast …, inform Ann …, set Ann mood = angry, plan Ann strategy …"
    curve_name = "words"
    curve_unit = " said"

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._lines = Lines(follow=True)
        self._curve: list[tuple[int, float]] = [(0, 0.0)]

    def take(self, event: Event, scene: Scene) -> None:
        super().take(event, scene)
        if isinstance(event.data, Said):
            self._curve.append((event.n, self._curve[-1][1] + 1))

    def curve(self) -> Sequence[tuple[int, float]]:
        return self._curve

    def ending(self, width: int) -> Sequence[Line]:
        return ending.paint(self.view, width)

    # -- the board

    def board(self, width: int, rows: int) -> Sequence[Line]:
        return self.talk_lines(width)

    def legend(self, width: int) -> Line:
        return ((" topic  ", "dim"), (clip(self.social.config.topic, max(10, width - 9)), "mid"))

    def strip(self, width: int) -> Line:
        """Draw who is there; of those who have the floor after another, in which order."""
        view, floor = self.view, self.social.floor
        spans = [(" ", "")]
        for name in view.header.cast:
            awaited = name in view.waiting and view.at_now
            place = floor.queue.index(name) + 1 if floor and name in floor.queue else 0
            told = view.thinking.get(name, "") if awaited and name != view.seat else ""
            beside = told or ("you" if name == view.seat else f"{place}." if place else "")
            spans += [
                ("●" if awaited else " ", "accent"),
                (clip(name, 12), "bold accent" if name == view.seat else "bold hi"),
            ]
            spans.append((f" {beside} " if beside else " ", "accent" if told else "mid"))
        return fit(tuple(spans), width)

    # -- around it

    def tabs(self, wide: bool) -> Sequence[Tab]:
        people = [Tab(PEOPLE, "", self._people, follows=False), Tab(PLANS, "", self._plans, follows=False)]
        rest = [Tab(LOG, "", self.log_lines), *self.found()]
        return rest if wide else [*people, *rest]

    def side_rows(self, width: int, height: int) -> Sequence[Row]:
        people, plans = (list(map(Row, lines(width))) for lines in (self._people, self._plans))
        whose = self.view.eyes or "everybody's"
        return stack([Part(PEOPLE, "", people), Part(PLANS, whose, plans, 0.5)], width, height)

    def _people(self, width: int) -> Sequence[Line]:
        return self.view.once(self._make_people, width)

    def _make_people(self, width: int) -> list[Line]:
        """List everybody with a policy, how often they spoke, and what these eyes know of who they are."""
        scene, eyes, out = self.social, self.view.eyes, list[Line]()
        for name, policy in self.view.header.cast.items():
            said = sum(each.name == name and (not eyes or each.by is None or eyes in each.by) for each in scene.heard)
            mine = "bold accent" if name == self.view.seat else "bold hi"
            told = "you" if name == self.view.seat else seated(policy, 16)
            head: Line = ((f" {clip(name, 12):<13}", mine), (f"{told:<17}", "mid"), (f"{said:>3} said", "dim"))
            out.append(head)
            if self.view.may_see_mind(name) and scene.portraits[name].profile:
                out += labeled("", scene.portraits[name].profile, width, "mid")
        return out

    def _plans(self, width: int) -> Sequence[Line]:
        return self.view.once(self._make_plans, width)

    def _make_plans(self, width: int) -> list[Line]:
        out: list[Line] = []
        for name, plan in self.social.plans.items():
            if self.view.may_see_mind(name) and (lines := plan_lines(plan, width)):
                out += [((f" {clip(name, 12)}", "bold hi"),), *lines[2:]]
        return out or [((" No plans yet", "dim"),)]

    # -- the person's seat

    def follows(self, command: str) -> str:
        """Let the others speak after a line to everybody; a whisper may come before it."""
        may_pass = Yield() in self.view.head.legal(self.view.seat)
        return self.passing if command.startswith("say ") and may_pass else ""

    def understood(self, action: object) -> Line:
        if isinstance(action, SendMessage):
            return (("everybody hears it, and the others may answer", "mid"),)
        return super().understood(action)

    def idle(self) -> Line:
        if self.on_board or not self.silence():
            return super().idle()
        first: Line = (("whispered; ", "hi"),) if self.spoken else (("type to speak; ", "mid"),)
        passes: Line = (("Enter", "bold accent"), (" on an empty line passes; ", "mid"))
        return (*first, *passes, ("esc", "bold accent"), (" goes to the keys", "mid"))

    # -- looking

    def look(self, key: str) -> bool:
        """Scroll the board."""
        return not self.focus and self._lines.scroll_by_key(key)

    def look_keys(self) -> Sequence[Key]:
        return () if self.focus else (Key("↑↓", "scroll"),)

    def click(self, click: Click) -> bool:
        if click.place != "board":
            return super().click(click)
        rows = self.transcript(self.room.cells)
        return self.view.go_step(rows[click.y].n) if 0 <= click.y < len(rows) else False

    def help(self) -> Sequence[str]:
        return HELP


HELP = (
    "A conversation. Whoever's turn it is says something to everybody, or to one of the others whom nobody else hears, "
    "and then the others have their turns. With -o ordering=moderated a moderator decides who speaks next.",
    "Just type: what is no command is said to everybody, and then the others may answer. @Ann … or /w Ann … is for Ann "
    "alone, and your turn goes on; an empty line passes. Words that you type before your turn wait for it. Esc goes to "
    "the board, where letters are keys: p passes, {write} writes again.",
    "Signs: ● is awaited, ▸ a whisper, and to whom; 1. 2. who speaks next; ◇ what happened beside the words. "
    "Whispers, thoughts and plans of others are shown only to all eyes ({eyes}).",
    "{intervene} changes the world from outside: broadcast …, inform Ann …, set Ann mood = angry, plan Ann strategy …",
)
