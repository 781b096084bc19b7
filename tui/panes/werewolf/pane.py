"""Werewolf on the stage: the players and what each has said, done and suffered; day and night at a glance."""

from bisect import bisect_right
from collections.abc import Sequence

from core.engine.events import Event, Noted, Planned, Said, Thought
from core.engine.scene import Scene
from core.social.events import Announced, Scheduled
from scenes.werewolf import events as e
from scenes.werewolf.scene import WerewolfScene
from tui.log_view import LogView
from tui.panes.kit import Advice, Beat, Click, Key, Part, Row, Tab, stack
from tui.panes.social import SocialPane, news
from tui.panes.werewolf import ending, frame, hint, lists, table
from tui.panes.werewolf.facts import Facts, a
from tui.panes.werewolf.help import HELP
from tui.panes.werewolf.seat import Seat
from tui.panes.werewolf.tour import TOUR
from tui.sizes import WIDE
from tui.styles import Line, clip, narrowed, spread

TALK, VOTES, CLAIMS, NOTES = "Talk", "Votes", "Claims", "Notes"
LOUD = (e.Dawn, e.VotingClosed, e.Buried, e.Shot, e.Unmasked)
BROADEST = 110
"""Cells of the board beyond which its columns would be far from each other."""
PRIVATE = (Thought, Noted, Planned)


class WerewolfPane(SocialPane):
    tour = TOUR
    letters = "pso0123456789"
    is_ready = False
    news = (
        *(Announced, Scheduled, e.Dealt, e.Pack, e.NightFell, e.Stalked, e.Inspected, e.Protected, e.Marked),
        *(e.WitchWoke, e.Saved, e.Poisoned, e.HunterWoke, e.VotingOpened, *LOUD),
    )
    interventions = "broadcast …, inform Ann …, set Ann mood = angry, plan Ann strategy …"
    curve_name = "alive"
    secrets = "all roles"
    curve_unit = " alive"

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._beats: list[Event] = []
        self._minds: list[Event] = []
        self._curve: list[tuple[int, float]] = []
        self._odds = False
        """Whether it is shown how likely each is a wolf, by what the eyes know."""

    @property
    def _scene(self) -> WerewolfScene:
        scene = self.view.scene
        assert isinstance(scene, WerewolfScene)
        return scene

    def take(self, event: Event, scene: Scene) -> None:
        super().take(event, scene)
        assert isinstance(scene, WerewolfScene)
        if isinstance(event.data, frame.BEATS):
            self._beats.append(event)
        if isinstance(event.data, PRIVATE):
            self._minds.append(event)
        alive = float(len(scene.alive))
        if not self._curve or alive != self._curve[-1][1]:
            self._curve.append((event.n if self._curve else 0, alive))

    def curve(self) -> Sequence[tuple[int, float]]:
        return self._curve

    @property
    def _facts(self) -> Facts:
        """What the eyes see at the playhead."""
        return self.view.once(self._see)

    def _see(self) -> Facts:
        return Facts(self.view.observe(self.view.eyes))

    def _seat(self) -> Seat | None:
        """The person's decision, if there is one."""
        return Seat(self._scene, self.view.seat, self.entries(), self._menu) if self.view.mine else None

    def folds(self) -> Sequence[str]:
        return self._scene.players

    def ending(self, width: int) -> Sequence[Line]:
        return ending.paint(self.view, self.view.observe(""), width)

    # -- the board

    def _shape(self) -> frame.Shape:
        return frame.shape(self.room.height, bool(self.view.seat), len(self._scene.players))

    def board_rows(self) -> int:
        return self._shape().rows

    def paint_board(self) -> None:
        ground = "shade" if self._facts.by_night else "bg"
        if ground != self._lines.ground:
            self._lines.ground = ground
            self._lines.refresh()
        super().paint_board()

    def board(self, width: int, rows: int) -> Sequence[Line]:
        form, facts, seat = self._shape(), self._facts, self._seat()
        told = {
            name: words for name, words in self.view.thinking.items() if self.view.at_now and name != self.view.seat
        }
        look = table.Look(
            self._movers(), self.view.seat, seat.picked if seat else "", seat.targets if seat else (), told, self._odds
        )
        width = min(width, BROADEST)
        players, over = table.paint(facts, look, width, form.lines, form.columns > 1, form.gap)
        return [self._headline(over, width), *[()] * (form.head - 1), *players]

    def _headline(self, over: Line, width: int) -> Line:
        """The last thing that matters to all: loud until somebody speaks."""
        beat = self._beat()
        line: Line = ((" ", ""), *frame.headline(self._facts, beat))
        if beat is not None and self._fresh(beat):
            return frame.on(spread(line, over, width), "selected")
        quiet = tuple((text, style.removeprefix("bold ").replace("hi", "fg")) for text, style in line)
        return spread(quiet, over, width)

    def _beat(self) -> Event | None:
        at = bisect_right(self._beats, self.view.n, key=lambda event: event.n)
        return self._beats[at - 1] if at else None

    def _fresh(self, beat: Event) -> bool:
        """Whether nothing was said to everybody since."""
        at = bisect_right(self.told, self.view.n, key=lambda event: event.n)
        said = (each for each in reversed(self.told[:at]) if isinstance(each.data, Said) and each.audience is None)
        return next((each.n for each in said), 0) < beat.n

    def _movers(self) -> Sequence[str]:
        """Who is awaited; in the past, who has the floor, or is awake as far as these eyes may know."""
        view, facts = self.view, self._facts
        if view.at_now and (view.seat or view.waiting):
            return view.waiting
        if facts.by_night:
            return facts.awake()
        return facts.seen.speaking if facts.seen.phase == "talk" else ()

    # -- around the board

    def title(self) -> str:
        header, rules = self.view.header, self._scene.rules
        told = f"werewolf · {len(self._scene.players)} players · {rules.protocol}"
        return f"{told} · seed {header.seed}" if self.room.width >= WIDE else told

    def standing(self) -> Line:
        seen = self._facts.seen
        return ((f"alive {len(seen.alive)} of {len(seen.players)}", "mid"),) if self.room.width >= 80 else ()

    def strip(self, width: int) -> Line:
        return frame.strip(self._facts, self._movers(), self.view.seat, width)

    def legend(self, width: int) -> Line:
        """What these eyes know that others do not."""
        seen, parts = self._facts.seen, list[tuple[int, Line]]()
        if not seen.name:
            parts.append((3, (("  all eyes", "dim"),)))
        elif seen.role:
            whose = "you are" if seen.name == self.view.seat else f"{clip(seen.name, 12)} is"
            parts.append((0, ((f"  {whose} ", "dim"), (a(seen.role), "bold hi"))))
        else:
            parts.append((0, (("  the moderator knows no more than the table", "dim"),)))
        if seen.pack:  # all eyes see it in the rows, too
            parts.append((0 if seen.name else 2, (("   pack ", "dim"), (" ".join(seen.pack), "fg"))))
        for label, words in self._secrets():
            parts.append((int(label == "saw"), ((f"   {label} ", "dim"), (words, "fg"))))
        return narrowed(parts, width)

    def _secrets(self) -> list[tuple[str, str]]:
        """What only a role knows, in a few words each."""
        seen = self._facts.seen
        wolves, others = ([each.target for each in seen.looks if each.wolf == wolf] for wolf in (True, False))
        looks = ", ".join(
            f"{' '.join(names)} {what}" for names, what in ((wolves, "wolf"), (others, "no wolf")) if names
        )
        stalked = ", ".join(f"{name} wants {target}" for name, target in seen.stalked.items())
        potions = " ".join(seen.potions) if seen.rules.counts["witch"] and seen.role in ("", "witch") else ""
        told = [("saw", looks), ("tonight", stalked if self._facts.by_night else ""), ("protected", seen.protected)]
        victim = seen.victim if self._facts.by_night else ""
        return [(label, words) for label, words in [*told, ("potions", potions), ("victim", victim)] if words]

    # -- lists

    def entry(self, event: Event, width: int) -> list[Line]:
        if isinstance(event.data, LOUD):
            return news(event.data.sentence(), width, _whose(event), "bold fg")
        return super().entry(event, width)

    def tabs(self, wide: bool) -> Sequence[Tab]:
        talk = Tab(TALK, "", self.talk_lines)
        votes, claims = Tab(VOTES, "", self._votes), Tab(CLAIMS, "", self._claims, follows=False)
        rest = [votes, claims, Tab(NOTES, "", self._notes)]
        return rest if wide else [talk, *rest]

    def _votes(self, width: int) -> Sequence[Line]:
        return self.view.once(lists.votes, self._facts, width)

    def _claims(self, width: int) -> Sequence[Line]:
        seen = self._facts.seen
        living_first = sorted(seen.players, key=lambda name: name not in seen.alive)
        return self.view.once(lists.claims, self._facts, tuple(living_first), width)

    def _notes(self, width: int) -> Sequence[Line]:
        return self.view.once(self._make_notes, width)

    def _make_notes(self, width: int) -> list[Line]:
        view = self.view
        minds = self._minds[: bisect_right(self._minds, view.n, key=lambda event: event.n)]
        whose = [name for name in view.header.cast if view.may_see_mind(name)]
        return lists.notes([event for event in minds if view.may_see(event)], self._scene.plans, whose, width)

    def side_rows(self, width: int, height: int) -> Sequence[Row]:
        talk = [*self.transcript(width), *map(Row, self.thinking())]
        claims = self.view.once(lists.claims, self._facts, self._facts.seen.alive, width)
        parts = [Part(TALK, "click = go there", talk), Part(CLAIMS, "of the living", list(map(Row, claims)), 0.4)]
        return stack(parts, width, height)

    # -- looking

    def look(self, key: str) -> bool:
        """Whom the person picks; and the odds."""
        if self.focus:
            return False
        if key == "o":
            self._odds = not self._odds
        return key == "o"

    def click(self, click: Click) -> bool:
        """A click on a player picks it."""
        form, seat = self._shape(), self._seat()
        if click.place != "board":
            return super().click(click)
        y, between = divmod(click.y - form.head, 1 + form.gap)
        at = y + form.lines * (form.columns > 1 and click.x >= self.room.cells // 2)
        if seat is None or between or not 0 <= y < form.lines or at >= len(self._scene.players):
            return False
        name = self._scene.players[at]
        return self._menu.choose(f"{seat.verb} {name}", seat.aimed)

    def point(self, command: str) -> None:
        self._menu.choose(command, self.entries())

    def look_keys(self) -> Sequence[Key]:
        return () if self.focus else (Key("o", "odds"),)

    def mark(self, event: Event) -> str:
        return f"{_whose(event)}{event.data.sentence()}"

    def beat(self, event: Event) -> Beat | None:
        match event.data:
            case e.VotingOpened():
                return Beat(self.mark(event), seconds=0.7)
            case e.Dawn() | e.VotingClosed() | e.Buried() | e.Shot():
                return Beat(self.mark(event), "hi", 1.2)
        return None

    # -- the person's seat

    def press(self, key: str) -> str | None:
        """Give the command of a key: keys of the menu aim at players, others are declared."""
        if not (seat := self._seat()):
            return None
        found = self._menu.press(key, seat.aimed, seat.numbered()) if seat.aimed else None
        if found is None:
            found = self._menu.declared(key, self.entries())
        return seat.moderate() if found is None and key == "enter" else found

    def own_keys(self) -> Sequence[Key]:
        seat = self._seat()
        return (*(seat.keys() if seat else ()), Key("o", "odds"))

    @property
    def is_out(self) -> bool:
        scene, you = self.view.head, self.view.seat
        assert isinstance(scene, WerewolfScene)
        return you in scene.players and you not in scene.alive and you not in (*scene.dying, scene.woken)

    def idle(self) -> Line:
        seat = self._seat()
        return seat.idle() if seat else ()

    def advice(self) -> Advice:
        scene, view = self.view.head, self.view
        assert isinstance(scene, WerewolfScene)
        return hint.advice(scene, view.seat, view.turn, view.header.seed)

    def speech(self, words: str) -> str:
        scene = self.view.head
        assert isinstance(scene, WerewolfScene)
        return f"howl {words}" if Seat(scene, self.view.seat).howls else f"say {words}"

    def whisper(self, name: str, words: str) -> str:
        return ""

    def understood(self, action: object) -> Line:
        scene = self.view.head
        assert isinstance(scene, WerewolfScene)
        return Seat(scene, self.view.seat).understood(action)

    def help(self) -> Sequence[str]:
        return HELP


def _whose(event: Event) -> str:
    """Who stands before an event's sentence: nobody before what the moderator only announces."""
    return f"{clip(event.agent, 12)} " if event.agent and not isinstance(event.data, e.VotingClosed) else ""
