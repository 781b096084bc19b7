"""A puzzle on the stage: the task above the input, and the answer after the person's first action."""

from core.engine.events import Acted
from core.puzzles.attempts import attempts, next_puzzle, solved
from core.puzzles.puzzle import LEVELS, Puzzle, play_to_position
from core.trust.grants import NO_GRANTS
from tui.cli.branching import BranchPoint, record_branches
from tui.cli.game_options import GameSettings
from tui.cli.run_files import runs_folder
from tui.keys import with_keys
from tui.source import LiveRun
from tui.state.guide import Guide
from tui.state.loading import live_run
from tui.tour import Step
from tui.view import View


def puzzle_run(puzzle: Puzzle) -> tuple[View, LiveRun]:
    """Record a branch at a puzzle's position, and make its view and source. Must not run in an event loop."""
    point = BranchPoint(puzzle.n, GameSettings({}, {puzzle.seat: "human"}, None, {}))
    (branch,) = record_branches(play_to_position(puzzle.header, puzzle.n), point, [None], NO_GRANTS)
    return live_run(branch.header, None, branch)


def unsolved(scene: str, after: Puzzle | None = None) -> Puzzle:
    """Return the easiest puzzle not solved yet in the runs folder, or the next such one after a puzzle."""
    return next_puzzle(scene, solved(attempts(runs_folder())), after)


class PuzzleGuide(Guide):
    """Shows a puzzle's text in place of a tour's, until the game continues after the answer."""

    closing = "leave"
    leaves_at_once = True

    def __init__(self, view: View, puzzle: Puzzle) -> None:
        super().__init__(view, None)
        self.puzzle = puzzle
        self.hides_hints = True
        self._answered = 0
        """Turn of the answer; 0 before the answer."""
        stop = "" if puzzle.theme.endswith("?") else "."
        task = f"{puzzle.theme}{stop} One action is clearly best for {puzzle.seat}: find it."
        self._steps = (Step(f"{task[0].upper()}{task[1:]} Level {puzzle.level} of {LEVELS}."),)

    @property
    def head(self) -> str:
        return f" {self.puzzle.id}  "

    def takes(self, command: str) -> bool:
        return self.hides_hints and self.puzzle.verdict(command) is not None

    def read(self) -> None:
        """Keep the puzzle until it is answered."""

    def update(self) -> None:
        """Show the answer after the person's first action that the puzzle compares; end when a later turn begins."""
        news = self.view.events[self.puzzle.n :]
        if self._answered:
            if news[-1].turn > self._answered and news[-1].end == "turn":
                self.end()
            return
        for event in (each for each in news if each.agent == self.puzzle.seat):
            if isinstance(event.data, Acted) and self.puzzle.verdict(event.data.command):
                self._steps, self._answered = (Step(answer_text(self.puzzle, event.data.command)),), event.turn
                self.hides_hints = False
                return


def answer_text(puzzle: Puzzle, command: str) -> str:
    """Write how an action compares with the best one, how hard it is to find, and what to do next."""
    keys = with_keys("`{next-step}` next puzzle, `{retry}` try again, `{play}` play on.")
    rest = f"{100 * puzzle.solved:.0f} % of bots find it. {keys}"
    if command == puzzle.best:
        second = min(puzzle.losses, key=lambda text: puzzle.losses[text])
        verdict = puzzle.verdict(second)
        assert verdict is not None
        return f"Right: {command}. The next best was {second} ({verdict.words}). {rest}"
    verdict = puzzle.verdict(command)
    assert verdict is not None
    return f"Not the best: {command} ({verdict.words}). Best was {puzzle.best}. {rest}"
