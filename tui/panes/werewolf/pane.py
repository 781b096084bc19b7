"""The Werewolf pane: the players with their claims, votes and fates; day and night."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from core.engine.events import Event, Noted, Planned, Thought
from core.engine.turn import Action
from core.social.events import Announced, Scheduled
from scenes.werewolf import events as e
from scenes.werewolf.scene import WerewolfScene
from tui.keys import with_keys
from tui.lines import Lines
from tui.log_view import LogView
from tui.panes.kit import Advice, Caption, Click, Curve, Header, Key, Part, Points, Row, Tab
from tui.panes.lists import up_to
from tui.panes.seat import speed_key
from tui.panes.social import SocialPane, news
from tui.panes.werewolf import board, ending, lists, seat
from tui.panes.werewolf.facts import Facts, with_article
from tui.panes.werewolf.seat import Seat
from tui.panes.werewolf.tour import TOUR
from tui.sizes import WIDE
from tui.styles import Line, clip, join_by_rank, spread

TALK, VOTES, CLAIMS, NOTEBOOK, NOTES = "Talk", "Votes", "Claims", "Notebook", "Notes"
PROMINENT_EVENTS = (e.Dawn, e.VotingClosed, e.Buried, e.Shot, e.Unmasked)
MAX_WIDTH = 140
"""Maximum width of the board's text in cells, so that columns are not too far apart."""
SECONDS_PER_VOTE = 0.4
"""Seconds until the next vote of a day appears, at the usual pace."""
PRIVATE_EVENTS = (Thought, Noted, Planned)


class WerewolfPane(SocialPane):
    """Draws the players with their claims, votes and fates, and day and night."""

    traits = SocialPane.traits._replace(
        tour=TOUR,
        headline=ending.headline,
        reviewed=ending.reviewed,
        free_seats=seat.free_seats,
        letters="pso0123456789",
        is_ready=False,
        folds_names=True,
        interventions="broadcast …, inform Ann …, set Ann mood = angry, plan Ann strategy …",
    )
    news = (
        *(Announced, Scheduled, e.Dealt, e.Pack, e.NightFell, e.Stalked, e.Inspected, e.Protected, e.Marked),
        *(e.WitchWoke, e.Saved, e.Poisoned, e.HunterWoke, e.VotingOpened, *PROMINENT_EVENTS),
    )

    _scene: WerewolfScene

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._headlines: list[Event] = []
        self._thoughts: list[Event] = []
        self._alive = Points()
        self._odds = False
        """True while each player's probability of being a wolf is shown, by the perspective's knowledge."""
        self._lines = Lines()

    def take(self, event: Event, scene: WerewolfScene) -> None:
        super().take(event, scene)
        if isinstance(event.data, board.HEADLINE_EVENTS):
            self._headlines.append(event)
        if isinstance(event.data, PRIVATE_EVENTS):
            self._thoughts.append(event)
        self._alive.add(event.n if self._alive else 0, len(scene.alive))

    def curve(self) -> Curve:
        now = self.view.n if self._hands is not None else 0  # the hanged fall after the last vote
        return Curve("alive", [(n + (n == now), alive) for n, alive in self._alive], " alive")

    @property
    def _newest(self) -> Any:
        """The scene at the newest event."""
        return self.view.head

    @property
    def _facts(self) -> Facts:
        """Facts that the perspective knows at the playhead."""
        return self.view.once(self._see, self._hands)

    def _see(self, hands: int | None) -> Facts:
        return Facts(self.view.observe(self.view.perspective), hands)

    @property
    def _hands(self) -> int | None:
        """Number of votes that are shown so far, while a day's votes appear one after the other."""
        event = self.view.event
        return self.room.part if event is not None and isinstance(event.data, e.VotingClosed) else None

    def _seat(self) -> Seat | None:
        """Return the person's current decision, if there is one."""
        if not self.view.mine:
            return None
        self._menu.settle((self._scene.day, self._scene.phase))
        return Seat(self._scene, self.view.seat, self._entries(), self._menu)

    def ending(self, width: int) -> Sequence[Line]:
        return ending.paint(self.view, self.view.observe(""), width)

    # -- the board

    def _shape(self) -> board.Shape:
        return board.shape(self.room.width, self.room.height, bool(self.view.seat), len(self._scene.players))

    def board_rows(self) -> int:
        return self._shape().rows

    def make_board(self) -> Lines:
        return self._lines

    def board(self, width: int, rows: int) -> Sequence[Line]:
        form, facts, decision = self._shape(), self._facts, self._seat()
        ground = "shade" if facts.by_night else "bg"
        if ground != self._lines.ground:
            self._lines.ground = ground
            self._lines.refresh()
        shown = self.view.thinking if self.view.at_now else {}
        spinners = {name: words for name, words in shown.items() if name != self.view.seat}
        picked, targets = (decision.picked, decision.targets) if decision else ("", ())
        with_votes = self.room.tab not in (VOTES, NOTEBOOK)
        look = board.Look(self._movers(), self.view.seat, picked, targets, spinners, self._odds, with_votes)
        width = min(width, MAX_WIDTH)
        players, over = board.paint(facts, look, self.room.palette, width, form)
        return [self._headline(over, width), *[()] * (form.head - 1), *players]

    def _headline(self, over: Line, width: int) -> Line:
        """Draw the newest public event, prominently until an agent speaks."""
        event = self._headline_event()
        line: Line = ((" ", ""), *board.headline(self._facts, event))
        if event is not None and self._is_fresh(event):
            return board.with_background(spread(line, over, width), "selected")
        quiet = tuple((text, style.removeprefix("bold ").replace("hi", "fg")) for text, style in line)
        return spread(quiet, over, width)

    def _headline_event(self) -> Event | None:
        return next(reversed(up_to(self._headlines, self.view.n - (self._hands is not None))), None)

    def _is_fresh(self, event: Event) -> bool:
        """Return True if nothing was said to everybody since this event."""
        said = (each for each in reversed(up_to(self.view.said, self.view.n)) if each.audience is None)
        return next((each.n for each in said), 0) < event.n

    def _movers(self) -> Sequence[str]:
        """List the awaited agents; for the past, agents with the floor, or agents known to act by night."""
        view, facts = self.view, self._facts
        if view.at_now and (view.seat or view.waiting):
            return view.waiting
        if facts.by_night:
            return facts.acting_tonight()
        return facts.seen.speaking if facts.seen.phase == "talk" else ()

    # -- around the board

    def header(self) -> Header:
        scene, seen = self._scene, self._facts.seen
        title = f"werewolf · {len(scene.players)} players · {scene.rules.protocol}"
        title += f" · {self.view.header.origin}" if self.room.width >= WIDE else ""
        alive: Line = ((f"alive {len(seen.alive)} of {len(seen.players)}", "mid"),)
        return Header(title, alive if self.room.width >= 80 else (), scene.config.max_turns)

    def strip(self, width: int) -> Line:
        return board.strip(self._facts, self._movers(), self.view.seat, width)

    def legend(self, width: int) -> Line:
        """Draw the secrets that this perspective knows."""
        seen, parts = self._facts.seen, list[tuple[int, Line]]()
        if not seen.name:
            parts.append((3, (("  full view", "dim"),)))
        elif seen.role:
            subject = "you are" if seen.name == self.view.seat else f"{clip(seen.name, 12)} is"
            parts.append((0, ((f"  {subject} ", "dim"), (with_article(seen.role), "bold hi"))))
        else:
            parts.append((0, (("  the moderator knows no more than the table", "dim"),)))
        if seen.pack:  # with every perspective, the rows show it as well
            parts.append((0 if seen.name else 2, (("   pack ", "dim"), (" ".join(seen.pack), "fg"))))
        for label, words in self._secrets():
            parts.append((int(label == "saw"), ((f"   {label} ", "dim"), (words, "fg"))))
        return join_by_rank(parts, width)

    def _secrets(self) -> list[tuple[str, str]]:
        """List the secrets of a role, a few words each."""
        seen = self._facts.seen
        wolves, others = ([each.target for each in seen.looks if each.wolf == wolf] for wolf in (True, False))
        found = ((wolves, "wolf"), (others, "no wolf"))
        looks = ", ".join(f"{' '.join(names)} {finding}" for names, finding in found if names)
        stalked = ", ".join(f"{name} wants {target}" for name, target in seen.stalked.items())
        potions = " ".join(seen.potions) if seen.rules.counts["witch"] and seen.role in ("", "witch") else ""
        by_night = self._facts.by_night
        secrets = [("saw", looks), ("tonight", stalked if by_night else ""), ("protected", seen.protected)]
        secrets += [("potions", potions), ("victim", seen.victim if by_night else "")]
        return [(label, words) for label, words in secrets if words]

    # -- lists

    def transcript(self, width: int) -> Sequence[Row]:
        rows = super().transcript(width)
        return rows if self._hands is None else [row for row in rows if row.n < self.view.n]

    def entry(self, event: Event, width: int) -> list[Line]:
        if isinstance(event.data, PROMINENT_EVENTS):
            return news(event.data.sentence(), width, _agent(event), "bold fg", ("◇", "bold fg"))
        return super().entry(event, width)

    def tabs(self, wide: bool) -> Sequence[Tab]:
        tabs = [
            Tab(TALK, "", self._talk),
            Tab(VOTES, "", lambda width: self.view.once(lists.votes, self._facts, width)),
            Tab(CLAIMS, "", self._claims, follows=False, is_first=wide),
            Tab(NOTEBOOK, "", self._notebook, follows=False),
            Tab(NOTES, "", partial(self.view.once, self._make_notes)),
        ]
        return tabs[wide:]

    def _claims(self, width: int) -> Sequence[Line]:
        seen = self._facts.seen
        living_first = sorted(seen.players, key=lambda name: name not in seen.alive)
        return self.view.once(lists.claims, self._facts, tuple(living_first), width)

    def _notebook(self, width: int) -> Sequence[Line]:
        return self.view.once(lists.notebook, self._facts, tuple(self._facts.seen.players), width)

    def _make_notes(self, width: int) -> list[Line]:
        view = self.view
        names = [name for name in view.header.cast if view.may_see_mind(name)]
        return lists.notes([*filter(view.may_see, up_to(self._thoughts, view.n))], self._scene.plans, names, width)

    def _parts(self, width: int) -> Sequence[Part]:
        return [Part(TALK, "click = go there", [*self.transcript(width), *self.thinking()])]

    # -- navigation

    def click(self, click: Click) -> str | None:
        """Select the clicked player."""
        form, decision = self._shape(), self._seat()
        if click.place != "board":
            return None
        y, between = divmod(click.y - form.head, 1 + form.gap)
        at = y + form.lines * (form.columns > 1 and click.x >= self.room.cells // 2)
        if decision is None or between or not 0 <= y < form.lines or at >= len(self._scene.players):
            return None
        return "" if self._menu.choose(f"{decision.verb} {self._scene.players[at]}", decision.aimed) else None

    def caption(self, event: Event) -> Caption:
        words = f"{_agent(event)}{event.data.sentence()}"
        if isinstance(event.data, e.VotingClosed):
            words = words if self._hands is None or event.n < self.view.n else "the votes are shown"
            votes = len(event.data.votes)
            return Caption(words, "hi", SECONDS_PER_VOTE * votes + 1.2, votes)
        if isinstance(event.data, e.Dawn | e.Buried | e.Shot):
            return Caption(words, "hi", 1.2)
        return Caption(words, seconds=0.7 if isinstance(event.data, e.VotingOpened) else 0.0)

    # -- the person's seat

    def press(self, key: str) -> str | None:
        """Select players with the keys of the menu, return commands of declared keys, or toggle the probabilities."""
        found, decision = None, self._seat() if self.room.acting else None
        if decision:
            found = self._menu.press(key, decision.aimed, decision.numbered()) if decision.aimed else None
            if found is None:
                found = self._menu.declared(key, self._entries())
            if found is None and key == "enter":
                found = decision.moderator_command()
        if found is None and key == "o" and not self.room.focus:
            self._odds = not self._odds
            return ""
        return found

    def keys(self, acting: bool) -> Sequence[Key]:
        if not acting and self.room.focus:
            return ()
        decision = self._seat() if acting else None
        return (*(decision.keys() if decision else ()), Key("o", "odds"))

    def idle(self) -> Line:
        if not seat.is_out(self.view):
            return decision.idle() if (decision := self._seat()) else ()
        seats: Line = ((with_keys("{take-seat}"), "bold accent"), (": play on in a bot's seat   ", "mid"))
        keys = (*seats, *speed_key())
        if self.view.perspective != self.view.seat:
            return (("You are out, and see everything. ", "mid"), *keys)
        watch: Line = ((with_keys("{perspective}"), "bold accent"), (": show all roles   ", "mid"))
        return (("You are out. ", "bold hi"), *watch, *keys)

    def advice(self) -> Advice:
        return seat.advice(self._newest, self.view.seat, self.view.turn, self.view.header.seed)

    def _speech(self, words: str) -> str:
        return f"howl {words}" if Seat(self._newest, self.view.seat).howls else f"say {words}"

    def _whisper(self, name: str, words: str) -> str:
        return ""

    def _meaning(self, action: Action) -> Line:
        return Seat(self._newest, self.view.seat).understood(action)


def _agent(event: Event) -> str:
    """Return the agent that starts an event's sentence; "" for announcements."""
    return f"{clip(event.agent, 12)} " if event.agent and not isinstance(event.data, e.VotingClosed) else ""
