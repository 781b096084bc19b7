"""The village pane: the map with people moving on it, one villager's card, talk, needs, news."""

from collections.abc import Sequence

from core.engine.events import Body, Event, Said
from core.engine.turn import Action
from scenes.village.events import (
    AimSet,
    Came,
    DayEnded,
    Founded,
    Left,
    LookedAround,
    Met,
    NewsBegan,
    NewsHeard,
    NewsTold,
    OpinionMoved,
)
from scenes.village.planning import DAWN, DAY, clock, day_number
from scenes.village.scene import VillageScene
from scenes.village.villagers import VillageSeen
from tui.log_view import LogView
from tui.panes.drawing import notice, stack
from tui.panes.generic import ScenePane
from tui.panes.kit import PLUMBING, Advice, Click, Curve, Header, Key, Part, Row, Tab, Traits
from tui.panes.seat import command_or_speech, let_others_hint
from tui.panes.village import aims, ending, lists, seat
from tui.panes.village.day import day_card, ended_day
from tui.panes.village.map import MAX_TILE_HEIGHT, Aim, Look, Window, paint
from tui.panes.village.tour import TOUR
from tui.sizes import TALL, WIDE
from tui.styles import Line, fit, width_of

TALK, ALL, AIM, NEEDS, NEWS, PEOPLE = "Talk in earshot", "All", "Aim", "Needs", "News", "People"
NOT_IN_LEGEND: tuple[type[Body], ...] = (
    *PLUMBING,
    *(Met, Came, Left, Founded, NewsHeard, NewsTold, AimSet, DayEnded),
)
"""Event types that the row under the map leaves out."""


class VillagePane(ScenePane):
    """Draws the map with people moving on it, a villager's card, talk, needs and news."""

    traits = Traits(
        tour=TOUR,
        headline=ending.headline,
        letters="algerpo",
        pace=0.25,
        keeps_input=True,
        interventions="news Ida the mill is under water   inform Ida …   broadcast …   plan Ida strategy …",
    )

    _scene: VillageScene

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._pieces: dict[str, list[tuple[int, float]]] = {name: [(0, 0.0)] for name in ("", *view.header.cast)}
        """Number of known pieces of news by event, for all ("", total) and for each villager."""
        self._seat = seat.Seat()
        self._chosen = view.seat or next(iter(view.header.cast))
        self._window = Window(0, 0, 1, 1, 1, 1)
        self._read_card = 0
        """Event of the last day card that the person closed."""

    def take(self, event: Event, scene: VillageScene) -> None:
        if isinstance(event.data, NewsBegan | NewsHeard):
            known = {name: float(len(villager.news)) for name, villager in scene.folk.items()}
            for perspective, count in {**known, "": sum(known.values())}.items():
                if count != self._pieces[perspective][-1][1]:
                    self._pieces[perspective].append((event.n, count))

    @property
    def _look(self) -> Look:
        return self.view.once(Look, self.view, self._chosen)

    def _own(self) -> VillageSeen:
        """Return the person's own observation, whatever the perspective is."""
        return self._scene.observe(self.view.seat)

    def ending(self, width: int) -> Sequence[Line]:
        return ending.paint(self.view, self._scene, width)

    # -- the board

    def board(self, width: int, rows: int) -> Sequence[Line]:
        look = self._look
        if not look.seen.ground.rows:
            return []
        if card := self._card():
            size, is_listed = (width, self.board_rows()), self.room.tab == PEOPLE
            return day_card(self.view, self._scene, look.seen, card, size, with_feelings=not is_listed)
        aim, head = self._seat.aim(self._own()) if self.view.mine else Aim(), self._head(width)
        lines, self._window = paint(look, aim, width, self.board_rows() - len(head))
        return [*head, *lines]

    def _head(self, width: int) -> list[Line]:
        """Draw the line above the map: the perspective's aim, if it has one."""
        line = aims.aim_line(self._look, width)
        return [line] if line else []

    def _card(self) -> Event | None:
        """Return the day whose card is shown, until the person presses a key."""
        card = self.view.once(ended_day, self.view) if self.view.perspective else None
        return card if card and card.n > self._read_card else None

    def board_rows(self) -> int:
        """Return the rows of the map: all but a few for the dock; fewer if a side column has the same lists."""
        height, seated = self.room.height, bool(self.view.seat)
        around = (10 + 2 * seated) if height >= TALL else 8 + seated
        dock = (4 if self.room.width >= WIDE else 6) if height >= TALL else 4 if height >= 24 else 3
        size: int = self._scene.config.size
        return min(MAX_TILE_HEIGHT * size, height - around - dock)

    # -- around the board

    def header(self) -> Header:
        header, config, now = self.view.header, self._scene.config, self._look.seen.now
        occasion = self._look.seen.occasion
        today = f" · {occasion.name} {clock(occasion.minute)}" if occasion else ""
        title = f"village · {len(header.cast)} people{today}" + f" · {header.origin}" * (self.room.width >= WIDE)
        last_turn = min(config.max_turns, -(-(config.days * DAY - DAWN) // config.minutes))
        return Header(title, ((f"day {day_number(now)}  ", "mid"), (clock(now), "bold hi")), last_turn)

    def strip(self, width: int) -> Line:
        """Draw the villagers by name, with a mark at each awaited one; sleepers are in lower case."""
        look, spans = self._look, [(" ", "")]
        for name in self.view.header.cast:
            awaited = name in self.view.waiting and self.view.at_now
            known = name in look.people
            asleep = (known or name in look.remembered) and look.asleep(name)
            style = "bold accent" if name == look.shown else "bold hi" if known and not asleep else "mid"
            spans += [("●" if awaited else " ", "accent"), (f"{name.lower() if asleep else name} ", style)]
        return fit(tuple(spans), width)

    def legend(self, width: int) -> Line:
        """Draw the newest action, except `NOT_IN_LEGEND` events; a message only while no list of talk shows it."""
        view = self.view
        is_listed = self.room.width >= WIDE or self.room.tab in (TALK, ALL)
        for event in reversed(view.events[max(0, view.n - 40) : view.n]):
            about_others = isinstance(event.data, OpinionMoved) and event.data.of != view.perspective
            if about_others or isinstance(event.data, NOT_IN_LEGEND) or not event.agent:
                continue
            if view.may_see(event) and not (is_listed and isinstance(event.data, Said)):
                return fit(_happened(event), width)
        return ()

    def tabs(self, wide: bool) -> Sequence[Tab]:
        everything = [] if self.view.perspective else [Tab(ALL, "", self._all_talk)]
        needs = Tab(NEEDS, "", lambda width: lists.needs(self._look, width), follows=False)
        news = Tab(NEWS, "", lambda width: lists.news(self._look, width), follows=False)
        people = [Tab(PEOPLE, "", lambda width: aims.people(self._look, width), follows=False)]
        social = people if self._look.seen.standing else []
        if not wide:
            aim = [Tab(AIM, "", lambda width: aims.aim_rows(self._look, width), follows=False)] if social else []
            return [Tab(TALK, "", self._talk), *everything, *aim, *social, needs, news]
        return [*([] if self.view.perspective else [needs]), *social, news]

    def _talk(self, width: int) -> Sequence[Line | Row]:
        return self.view.once(lists.talk, self._look, width, self._look.shown) or notice("Nothing heard yet")

    def _all_talk(self, width: int) -> Sequence[Line | Row]:
        return self.view.once(lists.talk, self._look, width, "") or notice("Nothing said yet")

    def side(self, width: int, height: int) -> Sequence[Line | Row]:
        look = self._look
        card = lists.card(look, width)
        rest = max(3, height - len(card) - 2)
        heard = Part("Heard", f"by {look.shown}", self._talk(width))
        if not self.view.perspective:
            heard = Part("Talk", "everybody's", self._all_talk(width))
        first = Part("Card", "o next" * (not self.view.perspective), card, 1.0)
        return [*stack([first], width, height - rest), *stack([heard], width, rest)]

    def curve(self) -> Curve:
        return Curve("news", self._pieces[self.view.perspective], " known")

    # -- navigation

    def click(self, click: Click) -> str | None:
        """Choose the clicked place as the person's destination, or show a villager's card."""
        if click.place != "board":
            return None
        spot = self._window.tile_at(click.x, click.y - len(self._head(1)))
        if self.view.mine and self._seat.choose(spot, self._own()):
            return ""
        names = [name for name, at in self._look.people.items() if at == spot]
        if not names or self.view.perspective:
            return None
        self._chosen = names[0]
        return ""

    # -- the person's seat

    def keys(self, acting: bool) -> Sequence[Key]:
        if not acting:
            return () if self.view.perspective else (Key("o", "next card"),)
        return seat.keys(self._declared_keys(), self._move()) if self.view.mine else super().keys(acting)

    def press(self, key: str) -> str | None:
        acting = self.room.acting and self.view.mine
        if acting and (card := self._card()):
            self._read_card = card.n
            return ""
        found = self._seat.press(key, self._scene, self._own(), self._move()) if acting else None
        found = super().press(key) if found is None else found
        if found is None and key == "o" and not self.view.perspective:
            names = list(self.view.header.cast)
            self._chosen = names[(names.index(self._chosen) + 1) % len(names)]
            return ""
        return found

    def idle(self) -> Line:
        own = self._own()
        if self._card():
            return (("any key of the game", "bold accent"), (" goes on to the next day", "mid"))
        if not self.view.mine:
            return ((f"you sleep until {clock(own.me.until)}", "mid"),) if own.me.asleep else ()
        said, move = let_others_hint(self.view), self._move()
        if said and not own.heard[-1].to and (missing := seat.away(own.heard[-1].text, own)):
            return (*missing, ("p", "bold accent"), (" goes on", "mid"))
        if said and not self._seat.aim(own).place:
            return (*said, *seat.key_line(move, ("m", " says more")))
        return self._seat.idle(own, seat.surveyed(self.view, own), move)

    def _move(self) -> seat.Move | None:
        return seat.aim_move(self._scene, self._own(), self.view.turn)

    def advice(self) -> Advice:
        return seat.advice(self._scene, self.view.seat, self.view.turn, self.view.header.seed)

    def understood(self, action: Action, width: int) -> Line:
        """Draw the understood action, and the listeners if it is speech, or that its addressee hears nothing."""
        heard = seat.hears(action, self._own())
        return (*super().understood(action, width - width_of(heard)), *heard)

    def command(self, text: str) -> str:
        scene = self.view.head
        speech = f"say {text.strip()}" if text.strip() else ""
        return command_or_speech(scene, self.view.seat, text, speech, scene.forms.knows)


def _happened(event: Event) -> Line:
    """Draw an action; a message with the villagers who heard it."""
    said = event.data if isinstance(event.data, Said) else None
    heard = [name for name in event.audience or () if name != event.agent]
    to = f" → {', '.join(heard) or 'nobody'}{', alone' if said.to else ''}" if said else ""
    if isinstance(event.data, LookedAround):  # the person's row below has the findings
        return ((f" {event.agent}", "bold hi"), ("  looks around", "fg"))
    return ((f" {event.agent}", "bold hi"), (f"{to}  ", "mid"), (said.text if said else event.data.sentence(), "fg"))
