"""The conversation pane: the transcript fills the board."""

from collections.abc import Sequence

from core.engine.audience import may_know
from core.engine.events import Body, Event, Said
from core.engine.turn import Action
from core.social.actions import SendMessage, Yield
from core.social.events import Scheduled
from scenes.chat.scene import ChatScene
from scenes.chat.starters import events as e
from tui.lines import Lines
from tui.log_view import LogView
from tui.panes import lists
from tui.panes.chat import ending
from tui.panes.chat.tour import TOUR
from tui.panes.drawing import name_of, paragraph, short_policy
from tui.panes.kit import Click, Curve, Key, Part, Points, Tab, line_of
from tui.panes.seat import has_spoken
from tui.panes.social import SocialPane, plan_lines
from tui.sizes import WIDE
from tui.styles import Line, clip, fit, spread

PEOPLE = "People"
STARTER_EVENTS: tuple[type[Body], ...] = (
    *(e.Argued, e.FinalOffer, e.Agreed, e.WalkedAway, e.Revealed, e.Accused, e.Unmasked),
)
"""Events of starters that the transcript shows."""


class ChatPane(SocialPane):
    """Draws a conversation: the transcript is the board."""

    traits = SocialPane.traits._replace(
        tour=TOUR,
        headline=ending.headline,
        open_headline=True,
        keeps_input=True,
        writes_first=True,
        letters="pax",
        plumbing=(*SocialPane.traits.plumbing, e.TurnsLeft),
        ends_speech=Yield.form,
        interventions="broadcast …, inform Ann …, set Ann mood = angry, plan Ann strategy …",
    )
    news = (*SocialPane.news, Scheduled, *STARTER_EVENTS)
    _scene: ChatScene

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._lines = Lines(follow=True)
        self._messages = {name: Points([(0, 0.0)]) for name in ("", *view.header.cast)}
        """Number of messages by event: all of them, and those that each agent heard."""

    def take(self, event: Event, scene: ChatScene) -> None:
        super().take(event, scene)
        if isinstance(event.data, Said):
            for name, points in self._messages.items():
                if not name or may_know(event, name, scene):
                    points.add(event.n, len(points))

    def curve(self) -> Curve:
        return Curve("words", self._messages[self.view.perspective], " said")

    def ending(self, width: int) -> Sequence[Line]:
        starter = self._scene.starter
        is_known = starter and starter.end and len(starter.cards) == len(self._scene.names)
        result = paragraph(starter.result(), width, indent=3) if starter and is_known else []
        return [*result, *ending.paint(self.view, width)]

    # -- the board

    def make_board(self) -> Lines:
        return self._lines

    def board(self, width: int, rows: int) -> Sequence[Line]:
        return list(map(line_of, self._talk(width)))

    def legend(self, width: int) -> Line:
        return () if self.room.width >= WIDE else self._subject(width)

    def _subject(self, width: int) -> Line:
        """Draw the topic, or the aim and the standing of a starter."""
        if starter := self._scene.starter:
            knows = starter.person in starter.cards and self.view.perspective in ("", starter.person)
            return ending.aim_line(starter).draw(width) if knows else ((" ", ""), (starter.standing(), "mid"))
        return ((" topic  ", "dim"), (clip(self._scene.config.topic, max(10, width - 9)), "mid"))

    def strip(self, width: int) -> Line:
        """Draw the agents, with the order in which they will have the floor; beside their list, the subject."""
        view = self.view
        if self.room.width >= WIDE:
            return self._subject(width)
        spans = [(" ", "")]
        for name in view.header.cast:
            awaited, beside = name in view.waiting and view.at_now, self._beside(name)
            last = (f" {beside} " if beside else " ", "accent" if awaited and name != view.seat else "mid")
            spans += [("●" if awaited else " ", "accent"), name_of(view, name), last]
        return fit(tuple(spans), width)

    def _beside(self, name: str) -> str:
        """Return the time for which an agent has been thinking, "you", or its place among those who speak next."""
        view, floor = self.view, self._scene.floor
        if name == view.seat:
            return "you"
        spinner = view.thinking.get(name, "") if name in view.waiting and view.at_now else ""
        if spinner or not floor or name not in floor.queue:
            return spinner
        place = floor.queue.index(name) + 1
        return "next" if place == 1 else f"{place}{('nd', 'rd')[place - 2] if place < 4 else 'th'}"

    # -- around the board

    def tabs(self, wide: bool) -> Sequence[Tab]:
        people = [] if wide else [Tab(PEOPLE, "", self._people, follows=False)]
        return [*people, *lists.found_tab(self.view)]

    def _parts(self, width: int) -> Sequence[Part]:
        return [Part(PEOPLE, "", [row for card in self._cards(width) for row in (*card, ())])]

    def _people(self, width: int) -> list[Line]:
        return [row for card in self._cards(width) for row in card]

    def _cards(self, width: int) -> list[list[Line]]:
        """Draw a card for each agent: policy, number of messages, and profile and plan unless they are hidden."""
        scene, view, perspective, out = self._scene, self.view, self.view.perspective, list[list[Line]]()
        heard = [
            each.name
            for each in scene.heard
            if not perspective or each.heard_by is None or perspective in each.heard_by
        ]
        for name, policy in view.header.cast.items():
            sign = ("●" if name in view.waiting and view.at_now else " ", "accent")
            shown, style = name_of(view, name)
            beside = f"{short_policy(policy, 16)} {self._beside(name)}".rstrip()
            player = "you" if name == view.seat else beside
            count = (f"{heard.count(name)} said ", "dim")
            card: list[Line] = [spread((sign, (f"{shown:<13}", style), (player, "mid")), (count,), width)]
            portrait, sees = scene.portraits[name], view.may_see_mind(name)
            texts = [(portrait.profile, "mid")] if sees or scene.starter else []
            texts += [(portrait.role, "dim"), (portrait.style, "dim")] if sees and scene.starter else []
            card += [row for text, tone in texts if text for row in paragraph(text, width, tone)]
            out.append([*card, *(plan_lines(scene.plans[name], width)[2:] if sees else [])])
        return out

    # -- the person's seat

    def _meaning(self, action: Action) -> Line:
        starter = self._scene.starter
        if starter and hasattr(action, "message"):
            effects = [event.data.sentence() for event in starter.after_message(self.view.seat, action.message)]
            if effects:
                return ((", ".join(effects), "bold hi"),)
        if isinstance(action, SendMessage):
            return (("everybody hears it, and the others may answer", "mid"),)
        return super()._meaning(action)

    def idle(self) -> Line:
        if self.room.on_board or not self._passing:
            return super().idle()
        first: Line = (("whispered; ", "hi"),) if has_spoken(self.view) else (("type to speak; ", "mid"),)
        passes: Line = (("Enter", "bold accent"), (" on an empty line passes; ", "mid"))
        starter = self._scene.starter
        if starter and starter.actions and self.view.seat == starter.person:
            forms = " or ".join(kind.form.replace("{suspect}", "NAME") for kind in starter.actions)
            passes = ((f"{forms} ", "bold accent"), ("ends the game; ", "mid"))
        return (*first, *passes, ("esc", "bold accent"), (" goes to the keys", "mid"))

    # -- navigation

    def press(self, key: str) -> str | None:
        found = super().press(key)
        return "" if found is None and not self.room.focus and self._lines.scroll_by_key(key) else found

    def keys(self, acting: bool) -> Sequence[Key]:
        return super().keys(acting) if acting or self.room.focus else (Key("↑↓", "scroll"),)

    def click(self, click: Click) -> str | None:
        rows = self.transcript(self.room.cells)
        at_row = click.place == "board" and 0 <= click.y < len(rows)
        return "" if at_row and self.view.go_step(rows[click.y].n) else None
