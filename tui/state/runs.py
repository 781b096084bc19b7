"""Further runs from a stage: a branch at the playhead, the same game again, a parent beside its branch."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from core.engine.casting import PARTIAL, check_seats, resolve
from core.engine.control import BRANCH_NOTE
from core.engine.events import Event
from core.puzzles.puzzle import Puzzle
from core.recording.header import Header
from core.recording.lineage import find_parent
from core.recording.verification import RecordedRun
from core.trust.grants import Grants
from core.trust.visitor import refuse_visitor
from core.trust.wishes import header_wishes
from core.user_config import own_models
from tui import exports
from tui.cli.branching import BranchPoint, record_branches
from tui.cli.game_options import GameSettings
from tui.cli.run_files import folders_for, fresh_path
from tui.pick_list import Pick
from tui.side_by_side import BRANCH_NAMES, SideBySide
from tui.source import GuessingReplay
from tui.state.daily import daily_run
from tui.state.leaving import Leaving
from tui.state.loading import live_run, view_of, views_beside
from tui.state.puzzle import PuzzleGuide, puzzle_run, unsolved
from tui.state.requests import OpenStage, PickFrom, SaveFrame, SetUpBranch
from tui.state.shown import StageFields
from tui.view import View
from tui.you.daily import Dailies, Deal


class RunSnapshot(NamedTuple):
    """Snapshot of the run on a stage; the run itself may continue."""

    header: Header
    events: list[Event]
    path: Path | None


class Runs:
    """Starts other runs, on a stage over this one or in its place."""

    def __init__(self, stage: StageFields, leaving: Leaving) -> None:
        self.stage, self.leaver = stage, leaving

    @property
    def grants(self) -> Grants:
        """Grants for another run: all that a run played here needs, otherwise those given by the user."""
        header, grants = self.stage.view.header, Grants.of(own=own_models())
        live = self.stage.live
        if live is not None and not live.replayed and not live.is_guest:
            return replace(grants, wishes=frozenset(header_wishes(header)))
        return grants.with_known_header(header)

    def _open(self, stage: StageFields, left: Callable[[StageFields], None]) -> None:
        path = self.stage.view.path
        stage.below = (*self.stage.below, *([path] if path else []))
        self.stage.request(OpenStage(stage, left))

    # -- branches

    def branch(self) -> None:
        """Ask what to change at the playhead, and play the branch on a stage over this one, which is paused."""
        if self.stage.view.header.is_partial:
            self.stage.tell(PARTIAL, "dim")
            return
        self.stage.playing = False
        waits = self.stage.live is not None and self.stage.view.ended is None and not self.stage.paused
        if self.stage.live is not None and waits:
            self.stage.live.control.pause()
        self.stage.request(SetUpBranch(self.stage.view, self.grants, partial(self._open_branch, waits)))

    def play_on(self, n: int, seat: str) -> None:
        """Play on from a seat after an event, in a branch without other changes."""
        self.stage.start("branch", self._play_on(n, {seat: "human"}))

    def take_seat(self) -> None:
        """Let a person who is out of the game choose a bot's seat, and play on from it in a branch."""
        seats = self.stage.view.pane.traits.free_seats(self.stage.view)
        picks = [Pick(name, "in a branch; this game waits", partial(self._take, name)) for name in seats]
        self.stage.request(PickFrom("play on in whose seat?", picks))

    def _take(self, seat: str) -> None:
        assert self.stage.live is not None
        self.stage.live.control.pause()
        view = self.stage.view
        cast = {view.seat: view.header.cast[seat], seat: "human"}
        self.stage.start("branch", self._play_on(view.known, cast, waits=True))

    async def _play_on(self, n: int, cast: Mapping[str, str], *, waits: bool = False) -> None:
        with self.stage.reporting():
            grants = self.grants
            models = {name: dict(table) for name, table in grants.own.items()}
            settings = GameSettings({}, dict(cast), None, models)
            point = BranchPoint(n, settings)
            (branch,) = await asyncio.to_thread(record_branches, self.stage.view, point, [None], grants)
            self._open_branch(waits, type(self.stage)(*live_run(branch.header, None, branch, grants)))

    def _open_branch(self, waits: bool, stage: StageFields | None) -> None:
        if stage is None:
            self._go_on(waits)
            return
        live = self.stage.live
        if live is not None and not live.replayed and self.stage.view.seat and self.stage.view.ended is None:
            live.control.intervene(
                f"{BRANCH_NOTE} {self.stage.view.n}", self.stage.view.seat
            )  # the player may learn the future in the branch
        self._open(stage, partial(self._come_back, waits))

    def _come_back(self, waits: bool, left: StageFields) -> None:
        path = left.view.path
        self.stage.tell(f"back at the branch point; the branch is recorded: {path.name if path else ''}", "accent")
        self._go_on(waits)

    def _go_on(self, waits: bool) -> None:
        if self.stage.live is not None and waits:
            self.stage.live.control.resume()
        self.stage.touch()

    # -- puzzles

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle on this stage; None for another game, or once its text is hidden."""
        guide = self.stage.guide
        return guide.puzzle if isinstance(guide, PuzzleGuide) and guide.step is not None else None

    def pass_over(self) -> None:
        """Go on to the next puzzle, or to the next step of a tour."""
        if self.puzzle is not None:
            self.stage.start("puzzle", self._solve(partial(unsolved, self.puzzle.scene, self.puzzle)))
        else:
            self.stage.guide.pass_over()

    def try_again(self) -> None:
        """Begin the puzzle again in place of this stage."""
        puzzle = self.puzzle
        assert puzzle is not None
        self.stage.start("puzzle", self._solve(lambda: puzzle))

    async def _solve(self, choose: Callable[[], Puzzle]) -> None:
        self.stage.tell("setting up the puzzle", "dim")
        with self.stage.reporting():
            self.leaver.leave(type(self.stage)(*await asyncio.to_thread(lambda: puzzle_run(choose()))))

    # -- the same game again

    def play_again(
        self, seed: int, cast: Mapping[str, str] | None = None, other: Mapping[str, Any] | None = None
    ) -> None:
        """Play the same options in place of this stage. The game is recorded if this run is.

        Args:
            seed: Seed of the new game.
            cast: Another cast, or None for the same.
            other: Options to change.
        """
        was = self.stage.view.header
        if was.is_partial:
            self.stage.tell("only the host can start another game at this table", "dim")
            return
        with self.stage.reporting():
            grants, models = self.grants, {**was.models, **own_models()}
            header = resolve(was.scene, {**was.config, **(other or {})}, cast or was.cast, seed, models=models)
            check_seats(header, grants)
            record = fresh_path(header) if self.stage.live is None or self.stage.live.path else None
            self.leaver.leave(type(self.stage)(*live_run(header, record, grants=grants)))

    def play_daily(self, deal: Deal, found: Dailies) -> None:
        """Play a daily deal in place of this stage, or go on with its first game."""
        with self.stage.reporting():
            self.leaver.leave(type(self.stage)(*daily_run(deal, found)))

    def sit_elsewhere(self) -> None:
        """Play the same seed from another seat."""
        header, to = self.stage.view.header, self.other_seat
        cast = {**header.cast, **dict.fromkeys(header.people, header.cast[to]), to: "human"}
        self.play_again(header.seed, cast)

    def watch_again(self) -> None:
        """Watch the run from its start."""
        self.stage.view.go(0)
        self.stage.playing = True

    @property
    def usual_seat(self) -> str:
        """The person's seat, else that of the perspective, else the scene's usual human seat."""
        view = self.stage.view
        people = view.header.people
        return view.seat or (people[0] if people else view.perspective or view.head.config.human_seat)

    @property
    def other_seat(self) -> str:
        """The seat after the person's; the usual human seat without a person; "" with several people."""
        header, scene = self.stage.view.header, self.stage.view.head
        names, people = list(header.cast), header.people
        if len(people) > 1 or len(names) < 2:
            return ""
        return names[(names.index(people[0]) + 1) % len(names)] if people else scene.config.human_seat

    @property
    def released(self) -> RecordedRun | None:
        """The complete game, if its host has released it."""
        return self.stage.live.released if self.stage.live is not None else None

    def watch_whole(self) -> None:
        """Watch the game that the host has released, with everything that was hidden, in place of this stage."""
        assert self.released is not None
        view = view_of(self.released, "", spoiler_free=False)
        view.extend(self.released.events)
        self.leaver.leave(type(self.stage)(view, playing=False))

    # -- guessing

    def guess(self) -> None:
        """Let the person guess the moves of one agent from the playhead on, on a stage over this replay."""
        was, seat = self.stage.view, self.stage.view.perspective
        if self.stage.live is not None:
            self.stage.tell("guessing is for replays", "dim")
        elif was.expected:
            self.stage.tell("the recording is still loading; {guess} works once it is loaded", "dim")
        elif not seat:
            self.stage.tell("to guess moves, choose a player's view with {perspective}, then {guess}", "accent")
        else:
            view = View(was.header, seat)
            view.extend(was.events[: was.n])
            source = GuessingReplay(was.header, was.events, was.scene_at(was.n).copy(), was.n, seat)
            self.stage.playing = False
            self._open(type(self.stage)(view, source), partial(self._stop_guessing, source))

    def _stop_guessing(self, source: GuessingReplay, left: StageFields) -> None:
        """Return to the replay, at the event that the guessing has reached."""
        self.stage.view.go(left.view.known)
        self.stage.tell(source.score() or "nothing was guessed", "accent")
        self.stage.touch()

    # -- two runs

    @property
    def may_stand_beside(self) -> bool:
        """True for a branch whose parent may be shown: not while a person plays the branch."""
        whole = self.stage.beside is None and self.stage.reading is None
        return whole and self.stage.view.header.parent is not None and not self.stage.plays

    def switch_run(self) -> None:
        """Switch to the other run at the same turn. A branch shown alone gets its parent beside it."""
        if self.stage.beside is not None:
            self.stage.view = self.stage.beside.turn(self.stage.view)
            self.stage.touch()
        elif self.stage.view.header.parent is None:
            self.stage.tell("this run is not a branch; {branch} makes one", "dim")
        elif self.stage.reading is not None:
            self.stage.tell("the recording is still loading", "dim")
        elif not self.may_stand_beside:
            words = "the parent run shows what may happen; it can stand beside this one after the game"
            self.stage.tell(words, "accent")
        else:
            self.stage.playing = False
            self.stage.tell("looking for the parent run", "dim")
            self.stage.start("beside", self._find_parent())

    async def _find_parent(self) -> None:
        view = self.stage.view
        branch = RunSnapshot(view.header, list(view.events), view.path)
        paths = [*self.stage.below, *([view.path] if view.path else [])]
        folders = [*(path.parent for path in paths), *folders_for(branch.path)]

        def find() -> SideBySide:
            refuse_visitor()
            parent = find_parent(branch, folders)
            return views_beside(branch, parent, BRANCH_NAMES, view.n, view.perspective, view.spoiler_free)

        with self.stage.reporting():
            beside = await asyncio.to_thread(find)
            self.stage.news = ("", "")
            if not self.stage.covered and not self.stage.leaving:
                stage = type(self.stage)(beside.views[0], playing=False, beside=beside)
                self._open(stage, lambda left: self.stage.touch())

    # -- files

    def exports(self) -> list[Pick]:
        """List the ways to export the run to a file."""
        about = "the events that you may see" + (", as far as they are loaded" if self.stage.view.expected else "")
        return [
            Pick("This frame as SVG", "a picture of the screen", lambda: self.stage.request(SaveFrame("svg"))),
            Pick("This frame as text", "the screen, row by row", lambda: self.stage.request(SaveFrame("text"))),
            Pick("The game as text", about, self._save_game),
        ]

    def export(self) -> None:
        """Ask how to export the run."""
        self.stage.request(PickFrom("export", self.exports()))

    def _save_game(self) -> None:
        self.save(exports.game_text(self.stage.view), "", ".txt")

    def save(self, text: str, part: str, suffix: str) -> None:
        """Save a text as a file named after the run."""
        header = self.stage.view.header
        with self.stage.reporting():
            path = exports.save(text, f"{header.scene}-{header.origin.replace(' ', '')}{part}", suffix)
            self.stage.tell(f"written to {path}", "accent")
