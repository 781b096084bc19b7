"""The council on the stage: the hall, the motion, the agenda, what is said and how it is voted on."""

from collections.abc import Sequence

from core.engine.events import Event
from core.engine.scene import Scene
from core.engine.turn import Action
from scenes.council.actions import StartVoting
from scenes.council.events import PromiseJudged, Resolved, VotingOpened
from scenes.council.observation import CHAIR, CouncilSeen
from scenes.council.scene import CouncilScene
from tui.log_view import LogView
from tui.panes.council import ending, hall, help, hint, lists, seat, tables, why
from tui.panes.council.hall import Look
from tui.panes.council.lists import Ledger
from tui.panes.council.tour import TOUR
from tui.panes.generic import ScenePane
from tui.panes.kit import Advice, Beat, Curve, Header, Key, Part, Row, Tab, Traits, stack
from tui.panes.seat import ENTER, lets_others
from tui.sizes import TALL
from tui.styles import Line, clip, fit, spread

TALK, VOTES, ARGUMENTS, KNOWS = "Talk", "Votes", "Arguments", "Knows"
NEEDS = {"simple": "simple majority", "two-thirds": "two thirds", "unanimity": "unanimity"}


class CouncilPane(ScenePane):
    """Draws the hall, the motion, the agenda, the debate and the votes."""

    traits = Traits(
        tour=TOUR,
        letters="pfoawynsbrg",
        has_menu=False,
        interventions="inform Ann …; broadcast …; set Ann mood = angry; plan Ann goals …",
        doubts={StartVoting.form: "end the debate, and have everybody vote?"},
    )

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._ledger = Ledger()

    @property
    def _scene(self) -> CouncilScene:
        scene = self.view.scene
        assert isinstance(scene, CouncilScene)
        return scene

    def take(self, event: Event, scene: Scene) -> None:
        self._ledger.take(event, scene)

    @property
    def _seen(self) -> CouncilSeen:
        """Observation of the perspective at the playhead."""
        seen: CouncilSeen = self.view.once(self.view.observe, self.view.eyes)
        return seen

    @property
    def _own(self) -> CouncilSeen:
        """Observation of the person, whatever the perspective."""
        seen: CouncilSeen = self.view.once(self.view.observe, self.view.seat)
        return seen

    def ending(self, width: int) -> Sequence[Line]:
        return ending.paint(self.view, self.view.observe(""), width)

    # -- the board

    def board_rows(self) -> int:
        """Return the rows of a title, a blank row, and a ring that leaves the dock enough."""
        height, seated = self.room.height, bool(self.view.seat)
        around = (10 + 2 * seated) if height >= TALL else 8 + seated
        tiers, dock = hall.tiers(len(self.view.scene.names) - 1), 9 if height >= TALL else 4
        gap = max(1, min(hall.MOST_ROWS, (height - around - dock - 2) // tiers))
        return 2 + gap * tiers

    def board(self, width: int, rows: int) -> Sequence[Line]:
        seen = self._seen
        if not seen.agenda:
            return []
        ring = hall.paint(seen, self._look(seen), width, self.board_rows() - 2)
        return [
            self._title(seen, width),
            lists.amendment(seen, width, self.view.mine and self.view.seat != CHAIR),
            *ring,
        ]

    def _title(self, seen: CouncilSeen, width: int) -> Line:
        """Draw the motion, as the loudest line, and how far it has come."""
        if not seen.text:
            passed = sum(result.passed for result in seen.results)
            return ((f" The agenda is done: {passed} of {len(seen.agenda)} motions passed", "bold hi"),)
        needs = NEEDS[seen.majority]
        sealed = "sealed " if seen.sealed else ""
        right: Line = ((f"{sealed}vote, by {needs} ", "mid"),)
        if seen.phase == "vote":
            right = ((f"THE {sealed.upper()}VOTE IS OPEN ", "bold accent"),)
        left: Line = ((f" {seen.motion}  ", "bold accent"), (clip(seen.text, max(10, width - 30)), "bold hi"))
        return spread(left, right, width)

    def _look(self, seen: CouncilSeen) -> Look:
        view = self.view
        live = view.at_now and view.ended is None
        awaited = view.waiting if live and view.waiting else (seen.up,) if seen.phase in ("debate", "done") else ()
        beside = {
            name: spinner
            for name, spinner in view.thinking.items()
            if live and name in view.waiting and name != view.seat and spinner
        }
        return Look(() if view.ended is not None and view.at_now else awaited, view.seat, beside)

    # -- around the board

    def header(self) -> Header:
        header, seen = self.view.header, self._seen
        at = min(max(seen.motion, 1), max(1, len(seen.agenda)))
        standing = (("motion ", "mid"), (f"{at} of {len(seen.agenda)}", "bold hi"))
        title = f"council · {len(header.cast) - 1} members · seed {header.seed}"
        return Header(title, standing, self._scene.config.max_turns)

    def strip(self, width: int) -> Line:
        return fit(lists.track(self._seen, width), width)

    def legend(self, width: int) -> Line:
        return lists.legend(self._seen, width)

    def tabs(self, wide: bool) -> Sequence[Tab]:
        talk = Tab(TALK, "", self._paint_talk)
        votes = Tab(VOTES, str(len(self._seen.results) or ""), self._paint_votes, follows=False)
        argued = Tab(ARGUMENTS, "", self._paint_arguments, follows=False, is_first=wide)
        knows = Tab(KNOWS, "", self._paint_minds, follows=False)
        return [votes, argued, knows] if wide else [talk, votes, argued, knows]

    def _paint_talk(self, width: int) -> Sequence[Line | Row]:
        nothing: Line = ((" Nothing said yet", "dim"),)
        return self.view.once(lists.transcript, self._ledger, self.view, width) or [nothing]

    def _paint_votes(self, width: int) -> Sequence[Line]:
        return tables.votes(self._seen, width)

    def _paint_arguments(self, width: int) -> Sequence[Line]:
        return tables.arguments(self._seen, width)

    def _paint_minds(self, width: int) -> Sequence[Line]:
        return tables.minds(self._seen, width)

    def side(self, width: int, height: int) -> Sequence[Line | Row]:
        votes = Part(VOTES, "", tables.votes(self._seen, width))
        return stack([Part(TALK, "click = go there", self._paint_talk(width)), votes], width, height)

    def why(self, width: int) -> Sequence[Line]:
        return why.paint(self.view, width)

    def curve(self) -> Curve:
        return Curve("for", self._ledger.curve, " for it")

    def beat(self, event: Event) -> Beat:
        words = super().beat(event).words
        match event.data:
            case VotingOpened():
                return Beat(words, seconds=0.7)
            case Resolved(passed=passed):
                return Beat(words, "good" if passed else "bad", 1.5)
            case PromiseJudged(kept=False):
                return Beat(words, "bad", 1.0)
        return Beat(words)

    # -- the person's seat

    def keys(self, acting: bool) -> Sequence[Key]:
        return seat.keys(self._own, self._declared_keys()) if acting and self.view.mine else ()

    def press(self, key: str) -> str | None:
        may = self.room.acting and self.view.mine
        return (seat.keys_of_chair(self._own).get(key) if may else None) or super().press(key)

    def idle(self) -> Line:
        return (*lets_others(self.view), *seat.idle(self._own)) if self.view.mine else ()

    def advice(self) -> Advice:
        return hint.advice(self._scene, self.view.seat, self.view.turn, self.view.header.seed)

    def command(self, text: str) -> str:
        return seat.command(text, self._scene, self.view.seat)

    def understood(self, action: Action, width: int) -> Line:
        words = seat.meaning(action, self._scene, self.view.seat)
        return spread((("understood  ", "dim"), (words, "bold hi")), ENTER, width)

    def help(self) -> Sequence[str]:
        return help.HELP
