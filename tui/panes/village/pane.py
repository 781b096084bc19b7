"""A village on the stage: the map with people moving on it, one villager's card, talk, needs, news."""

from collections.abc import Sequence

from core.engine.events import Body, Event, Said
from core.engine.scene import Scene
from scenes.village.clock import DAWN, DAY, clock, day
from scenes.village.events import Came, Founded, Left, LookedAround, Met, NewsBegan, NewsHeard, NewsTold
from scenes.village.observation import VillageSeen
from scenes.village.scene import VillageScene
from tui.log_view import LogView
from tui.panes.generic import PLUMBING, ScenePane
from tui.panes.kit import Advice, Click, Key, Part, Row, Tab, stack
from tui.panes.village import ending, hint, lists, seat
from tui.panes.village.ground import Aim, Window, paint
from tui.panes.village.look import Look
from tui.panes.village.tour import TOUR
from tui.sizes import TALL, WIDE
from tui.styles import Line, fit

TALK, ALL, NEEDS, NEWS = "Talk in earshot", "All", "Needs", "News"
EAR = 26
"""Cells for who hears what is being written."""
QUIET: tuple[type[Body], ...] = (*PLUMBING, Met, Came, Left, Founded, NewsHeard, NewsTold)
"""Events that the row under the map passes over."""


class VillagePane(ScenePane):
    tour = TOUR
    letters = "lgerpo"
    pace = 0.25
    keeps_input = True
    interventions = "news Ida the mill is under water   inform Ida …   broadcast …   plan Ida strategy …"
    curve_name = "news"
    curve_unit = " known"

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._pieces: dict[str, list[tuple[int, float]]] = {name: [(0, 0.0)] for name in ("", *view.header.cast)}
        """For all eyes and for each villager's: how many pieces of news are known, added up over people."""
        self._seat = seat.Seat()
        self._chosen = view.seat or next(iter(view.header.cast))
        self._window = Window(0, 0, 1, 1, 1)

    @property
    def _scene(self) -> VillageScene:
        scene = self.view.scene
        assert isinstance(scene, VillageScene)
        return scene

    def take(self, event: Event, scene: Scene) -> None:
        super().take(event, scene)
        assert isinstance(scene, VillageScene)
        if isinstance(event.data, NewsBegan | NewsHeard):
            known = {name: float(len(villager.news)) for name, villager in scene.folk.items()}
            for eyes, count in {**known, "": sum(known.values())}.items():
                if count != self._pieces[eyes][-1][1]:
                    self._pieces[eyes].append((event.n, count))

    @property
    def _look(self) -> Look:
        return self.view.once(Look, self.view, self._chosen)

    def _own(self) -> VillageSeen:
        """What the person knows, whatever the eyes."""
        return self._scene.observe(self.view.seat)

    def ending(self, width: int) -> Sequence[Line]:
        return ending.paint(self.view, self._scene, width)

    # -- the board

    def board(self, width: int, rows: int) -> Sequence[Line]:
        look = self._look
        if not look.seen.ground.rows:
            return []
        aim = self._seat.aim(self._own()) if self.view.mine else Aim()
        lines, self._window = paint(look, aim, width, self.board_rows())
        return lines

    def board_rows(self) -> int:
        """The whole map, if the dock keeps a few rows; else what is left beside these."""
        height, seated = self.room.height, bool(self.view.seat)
        around = (10 + 2 * seated) if height >= TALL else 8 + seated
        dock = 6 if height >= TALL else 4 if height >= 24 else 3
        size: int = self._scene.config.size
        return min(size, height - around - dock)

    def last_turn(self) -> int:
        config = self._scene.config
        turns: int = min(config.max_turns, -(-(config.days * DAY - DAWN) // config.minutes))
        return turns

    # -- around the board

    def title(self) -> str:
        people = f"village · {len(self.view.header.cast)} people"
        return f"{people} · seed {self.view.header.seed}" if self.room.width >= WIDE else people

    def standing(self) -> Line:
        now = self._look.seen.now
        return ((f"day {day(now)}  ", "mid"), (clock(now), "bold hi"))

    def strip(self, width: int) -> Line:
        """Everybody by name, with a mark at whoever is awaited; who sleeps, as far as the eyes know, is small."""
        look, spans = self._look, [(" ", "")]
        for name in self.view.header.cast:
            awaited = name in self.view.waiting and self.view.at_now
            known = name in look.people
            asleep = (known or name in look.remembered) and look.asleep(name)
            style = "bold accent" if name == look.whose else "bold hi" if known and not asleep else "mid"
            spans += [("●" if awaited else " ", "accent"), (f"{name.lower() if asleep else name} ", style)]
        return fit(tuple(spans), width)

    def legend(self, width: int) -> Line:
        """The last words of the turn and who heard them, or what happened last."""
        view = self.view
        for event in reversed(view.events[max(0, view.n - 40) : view.n]):
            if view.may_see(event) and not isinstance(event.data, QUIET) and event.agent:
                return fit(_happened(event), width)
        return ()

    def tabs(self, wide: bool) -> Sequence[Tab]:
        everything = [] if self.view.eyes else [Tab(ALL, "", self._paint_all)]
        needs = Tab(NEEDS, "", self._paint_needs, follows=False)
        news = Tab(NEWS, "", self._paint_news, follows=False)
        talk = Tab(TALK, "", self._paint_talk)
        return [*(everything or [talk]), needs, news] if wide else [talk, *everything, needs, news]

    def _heard(self, width: int, _: str = "") -> list[Row]:
        return lists.talk(self._look, self._talk, width, self._look.whose) or _silence("Nothing heard yet")

    def _all(self, width: int) -> list[Row]:
        return lists.talk(self._look, self._talk, width) or _silence("Nothing said yet")

    def _paint_talk(self, width: int) -> Sequence[Line]:
        return [row.line for row in self.view.once(self._heard, width, self._chosen)]

    def _paint_all(self, width: int) -> Sequence[Line]:
        return [row.line for row in self.view.once(self._all, width)]

    def _paint_needs(self, width: int) -> Sequence[Line]:
        return [row.line for row in lists.needs(self._look, width)]

    def _paint_news(self, width: int) -> Sequence[Line]:
        return lists.news(self._look, width)

    def side_rows(self, width: int, height: int) -> Sequence[Row]:
        look = self._look
        card = [Row(line) for line in lists.card(look, width)]
        heard = self.view.once(self._heard, width, self._chosen)
        rest = max(3, height - len(card) - 2)
        parts = [Part("Heard", f"by {look.whose}", heard), Part("Card", "o next" * (not self.view.eyes), card, 1.0)]
        return [*stack(parts[1:], width, height - rest), *stack(parts[:1], width, rest)]

    def rows_of(self, tab: str, width: int) -> Sequence[Row]:
        return {TALK: self._heard, ALL: self._all}[tab](width) if tab in (TALK, ALL) else ()

    def curve(self) -> Sequence[tuple[int, float]]:
        return self._pieces[self.view.eyes]

    # -- looking

    def look(self, key: str) -> bool:
        if key != "o" or self.view.eyes:
            return False
        names = list(self.view.header.cast)
        self._choose(names[(names.index(self._chosen) + 1) % len(names)])
        return True

    def _choose(self, name: str) -> None:
        self._chosen = name

    def click(self, click: Click) -> bool:
        """A click on a place chooses it for a person's way; on somebody, the card."""
        if click.place != "board":
            return super().click(click)
        spot = self._window.tile_at(click.x, click.y)
        if self.view.mine and self._seat.choose(spot, self._own()):
            return True
        name = next((name for name, at in self._look.people.items() if at == spot), "")
        if name and not self.view.eyes:
            self._choose(name)
        return bool(name) and not self.view.eyes

    def look_keys(self) -> Sequence[Key]:
        return () if self.view.eyes else (Key("o", "next card"),)

    # -- the person's seat

    def own_keys(self) -> Sequence[Key]:
        return seat.keys(self.declared_keys()) if self.view.mine else super().own_keys()

    def press(self, key: str) -> str | None:
        found = self._seat.press(key, self._scene, self._own()) if self.view.mine else None
        return super().press(key) if found is None else found

    def idle(self) -> Line:
        own = self._own()
        if not self.view.mine:
            asleep = own.me.asleep
            return ((f"you sleep until {clock(own.me.until)}" if asleep else "the others have their turns", "mid"),)
        talked = self.lets_others()
        if talked and not self._seat.aim(own).place:
            return (*talked, ("m", "bold accent"), (" says more", "mid"))
        return self._seat.idle(own, seat.surveyed(self.view, own))

    def advice(self) -> Advice:
        return hint.advice(self._scene, self.view.seat, self.view.turn, self.view.header.seed)

    def preview(self, text: str, width: int) -> Line:
        """Say who will hear it, beside what will be understood."""
        told = super().preview(text, width - EAR)
        return (*told, *seat.hears(self.command(text), self._own(), self._scene, EAR))

    def speech(self, words: str) -> str:
        return f"say {words}"

    def help(self) -> Sequence[str]:
        return seat.HELP


def _happened(event: Event) -> Line:
    """Words with who heard them, or what somebody did."""
    said = event.data if isinstance(event.data, Said) else None
    heard = [name for name in event.audience or () if name != event.agent]
    to = f" → {', '.join(heard) or 'nobody'}{', alone' if said.to else ''}" if said else ""
    if isinstance(event.data, LookedAround):  # to whom it was told it stands below, in full
        return ((f" {event.agent}", "bold hi"), ("  looks around", "fg"))
    return ((f" {event.agent}", "bold hi"), (f"{to}  ", "mid"), (said.text if said else event.data.sentence(), "fg"))


def _silence(words: str) -> list[Row]:
    return [Row(((f" {words}", "dim"),))]
