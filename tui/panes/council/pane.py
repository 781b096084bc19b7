"""The council pane: the hall, the motion, the agenda, speech and votes."""

from collections.abc import Sequence
from functools import partial

from core.engine.events import Event
from core.engine.turn import Action
from core.social.events import Announced
from scenes.council import events as e
from scenes.council.actions import Amend, Propose, StartVoting
from scenes.council.bargains import bargains
from scenes.council.impressions import impressions
from scenes.council.mind import Mind
from scenes.council.observation import CouncilSeen
from scenes.council.scene import CouncilScene
from tui.log_view import LogView
from tui.panes.council import deals, ending, hall, lists, members, seat
from tui.panes.council.tour import TOUR
from tui.panes.kit import Advice, Caption, Curve, Header, Key, Part, Points, Tab
from tui.panes.lists import up_to
from tui.panes.seat import let_others_hint
from tui.panes.social import SocialPane, news
from tui.sizes import LARGE, TALL, WIDE
from tui.styles import Line, clip, fit, spread

TALK, VOTES, ARGUMENTS, MEMBERS, DEALS, KNOWS = "Talk", "Votes", "Arguments", "Members", "Deals", "Knows"
TELLING = (e.MotionOpened, e.Argued, e.Questioned, e.Positioned, e.Offered, e.Accepted, e.PromiseJudged, e.Resolved)
"""Event types from which the tabs of members and deals are computed."""
MAJORITY_NAMES = {"simple": "simple majority", "two-thirds": "two thirds", "unanimity": "unanimity"}


class CouncilPane(SocialPane):
    """Draws the hall, the motion, the agenda, the debate and the votes."""

    traits = SocialPane.traits._replace(
        tour=TOUR,
        headline=ending.headline,
        letters="pfoawynsbrg",
        interventions="inform Ann …; broadcast …; set Ann mood = angry; plan Ann goals …",
        doubts={StartVoting.form: "end the debate, and have everybody vote?"},
    )
    news = (
        *(Announced, e.MotionOpened, e.Positioned, e.AmendmentMoved, e.Amended, e.Proposed, e.VotingOpened, e.Resolved),
        *(e.Offered, e.Accepted, e.PromiseJudged, e.Briefed),
    )

    _scene: CouncilScene

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._for: set[str] = set()
        """Members in favor of the motion at the newest event."""
        self._in_favor = Points()
        self._telling: list[Event] = []

    def take(self, event: Event, scene: CouncilScene) -> None:
        super().take(event, scene)
        if isinstance(event.data, TELLING):
            self._telling.append(event)
        match event.data:
            case e.MotionOpened():
                self._for = set()
            case e.Positioned(position):
                self._for = self._for - {event.agent} | ({event.agent} if position.score > 0 else set())
        self._in_favor.add(event.n, len(self._for))

    @property
    def _seen(self) -> CouncilSeen:
        """Observation of the perspective at the playhead."""
        return self._observed_by(self.view.perspective)

    @property
    def _own(self) -> CouncilSeen:
        """Observation of the person, whatever the perspective is."""
        return self._observed_by(self.view.seat)

    def _observed_by(self, name: str) -> CouncilSeen:
        seen: CouncilSeen = self.view.once(self.view.observe, name)
        return seen

    def ending(self, width: int) -> Sequence[Line]:
        return ending.paint(self.view, self.view.observe(""), width)

    # -- the board

    def board_rows(self) -> int:
        """Return the rows of the board: title, amendment, and the largest ring that leaves room for the dock."""
        height, seated = self.room.height, bool(self.view.seat)
        around = (10 + 2 * seated) if height >= TALL else 8 + seated
        tiers, dock = hall.tiers(len(self.view.scene.names) - 1), 9 if height >= TALL else 4
        gap = max(1, min(hall.MAX_TIER_ROWS, (height - around - dock - 2) // tiers))
        return 2 + gap * tiers

    def board(self, width: int, rows: int) -> Sequence[Line]:
        seen = self._seen
        if not seen.agenda:
            return []
        ring = hall.paint(seen, self._look(seen), width, self.board_rows() - 2)
        amendment = lists.amendment(seen, width, self._may_move)
        return [self._title(seen, width), amendment, *ring]

    @property
    def _may_move(self) -> Sequence[type[Action]]:
        """Amendments and motions that the person may move now."""
        may = self._scene.now(self.view.seat) if self.view.mine else ()
        return [kind for kind in (Amend, Propose) if kind in may]

    def _title(self, seen: CouncilSeen, width: int) -> Line:
        """Draw the motion as the most prominent line, with the majority that it needs."""
        if not seen.text:
            passed = sum(result.passed for result in seen.results)
            return ((f" The agenda is done: {passed} of {len(seen.agenda)} motions passed", "bold hi"),)
        sealed = "sealed " if seen.sealed else ""
        right: Line = ((f"{sealed}vote, by {MAJORITY_NAMES[seen.majority]} ", "mid"),)
        if seen.phase == "vote":
            right = ((f"THE {sealed.upper()}VOTE IS OPEN ", "bold accent"),)
        left: Line = ((f" {seen.motion}  ", "bold accent"), (clip(seen.text, max(10, width - 30)), "bold hi"))
        return spread(left, right, width)

    def _look(self, seen: CouncilSeen) -> hall.Look:
        view = self.view
        live = view.at_now and view.ended is None
        awaited = view.waiting if live and view.waiting else (seen.up,) if seen.phase in ("debate", "done") else ()
        others = [name for name in view.waiting if name != view.seat] if live else []
        beside = {name: view.thinking[name] for name in others if view.thinking.get(name)}
        inside = None
        if self.room.width >= LARGE:
            inside = partial(lists.arguments, seen)
        elif self.room.width < WIDE and self.room.tab != TALK:
            inside = partial(hall.last_speech, seen)
        return hall.Look(() if view.ended is not None and view.at_now else awaited, view.seat, beside, inside)

    # -- around the board

    def header(self) -> Header:
        header, seen = self.view.header, self._seen
        at = min(max(seen.motion, 1), max(1, len(seen.agenda)))
        standing = (("motion ", "mid"), (f"{at} of {len(seen.agenda)}", "bold hi"))
        title = f"council · {len(header.cast) - 1} members · {header.origin}"
        return Header(title, standing, self._scene.config.max_turns)

    def strip(self, width: int) -> Line:
        return fit(lists.track(self._seen, width), width)

    def legend(self, width: int) -> Line:
        return lists.legend(self._seen, width)

    def tabs(self, wide: bool) -> Sequence[Tab]:
        count, on_board = str(len(self._seen.results) or ""), self.room.width >= LARGE
        arguments = Tab(ARGUMENTS, "", lambda width: lists.arguments(self._seen, width), follows=False, is_first=wide)
        tabs = [
            Tab(TALK, "", self._talk),
            Tab(VOTES, count, lambda width: lists.votes(self._seen, width), follows=False),
            *([] if on_board else [arguments]),
            Tab(MEMBERS, "", self._members, follows=False, is_first=on_board),
            Tab(DEALS, str(self._open_deals or ""), self._deals, follows=False),
            Tab(KNOWS, "", lambda width: lists.minds(self._seen, width), follows=False),
        ]
        return tabs[wide:]

    @property
    def _seen_events(self) -> list[Event]:
        """Telling events up to the playhead that the perspective saw."""
        view = self.view
        return [event for event in up_to(self._telling, view.n) if view.may_see(event)]

    def _members(self, width: int) -> list[Line]:
        seen = self._seen
        return members.paint(seen, impressions(self._seen_events, seen.members), self.view.perspective, width)

    def _deals(self, width: int) -> list[Line]:
        return deals.paint(self._seen, bargains(self._seen_events), width)

    @property
    def _open_deals(self) -> int:
        return sum(not deal.accepted and deal.terms.other >= self._seen.motion for deal in self._seen.deals)

    def entry(self, event: Event, width: int) -> list[Line]:
        words = event.data.sentence()
        match event.data:
            case Announced():
                return news(words, width, style="accent")
            case e.MotionOpened():
                return [(), *news(words, width, style="bold hi", mark=("▸", "bold accent"))]
            case e.Resolved(passed=passed):
                return news(words, width, style="bold hi", mark=("✓", "good") if passed else ("✗", "bad"))
            case e.Positioned(was=None):
                return []
            case e.Positioned(position):
                return news(words, width, f"{event.agent} ", "dim", hall.position_sign(position))
            case e.AmendmentMoved() | e.Amended() | e.Proposed():
                return news(words, width, f"{event.agent} ", "fg", ("§", "accent"))
            case e.PromiseJudged(kept=False):
                return news(words, width, f"{event.agent} ", "bad", ("╳", "bad"))
        return super().entry(event, width)

    def _parts(self, width: int) -> Sequence[Part]:
        return [Part(TALK, "click = go there", self._talk(width)), Part(VOTES, "", lists.votes(self._seen, width))]

    def _mind(self, name: str, width: int) -> Sequence[Line]:
        """Draw a member's plan, and the values and arguments behind its leaning."""
        seen: CouncilSeen = self._scene.observe(name)
        plan = super()._mind(name, width)
        return [*plan, (), *lists.leaning(Mind(seen), width)] if name in seen.interests and seen.text else plan

    def curve(self) -> Curve:
        return Curve("for", self._in_favor, " for it")

    def caption(self, event: Event) -> Caption:
        caption = super().caption(event)
        match event.data:
            case e.VotingOpened():
                return caption._replace(seconds=0.7)
            case e.Resolved(passed=passed):
                return caption._replace(tone="good" if passed else "bad", seconds=1.5)
            case e.PromiseJudged(kept=False):
                return caption._replace(tone="bad", seconds=1.0)
        return caption

    # -- the person's seat

    def keys(self, acting: bool) -> Sequence[Key]:
        return seat.keys(self._own, self._declared_keys()) if acting and self.view.mine else ()

    def press(self, key: str) -> str | None:
        may = self.room.acting and self.view.mine
        return (seat.keys_of_chair(self._own).get(key) if may else None) or super().press(key)

    def idle(self) -> Line:
        return (*let_others_hint(self.view), *seat.idle(self._own)) if self.view.mine else ()

    def advice(self) -> Advice:
        return seat.advice(self._scene, self.view.seat, self.view.turn, self.view.header.seed)

    def command(self, text: str) -> str:
        return seat.command(text, self._scene, self.view.seat)

    def _meaning(self, action: Action) -> Line:
        return ((seat.meaning(action, self._scene, self.view.seat), "bold hi"),)
