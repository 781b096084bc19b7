"""The app with a stage and no lobby."""

from collections.abc import Mapping

from core.engine.config import RESUMABLE
from core.engine.events import RunEnded
from core.errors import UserError
from themes.palettes import DARK, Palette
from tui.app import Playbill
from tui.screens.opening import Opening, OpeningScreen
from tui.screens.stage import put_up
from tui.state.opening import how_to_go_on
from tui.state.stage import StageState
from tui.tempo import PACE


class StageApp(Playbill):
    """The app with a stage, made at once or behind an opening screen. Its result says how to go on with the run."""

    def __init__(
        self, stage: StageState | Opening, palette: Palette = DARK, *, pace: float = PACE, motion: bool = True
    ) -> None:
        super().__init__(palette, pace=pace, motion=motion)
        self._stage = stage

    def on_mount(self) -> None:
        if isinstance(self._stage, Opening):
            self.push_screen(OpeningScreen(self._stage), self._opened)
        else:
            put_up(self, self._stage, self._leave)

    def _opened(self, made: StageState | UserError | None) -> None:
        if isinstance(made, StageState):
            put_up(self, made, self._leave)
        else:
            self.exit(f"playbill: {made}", return_code=2)

    def _leave(self, stage: StageState) -> None:
        failed = stage.failed
        words = [word for word in (failed, parting(stage)) if word]
        if failed and stage.live is None:
            self.exit(f"playbill: {failed}", return_code=2)
        else:
            self.exit("\n".join(words), return_code=1 if failed else 0)


def parting(stage: StageState) -> str:
    """Return the message after a stage is left."""
    live = stage.live
    if live is None or live.path is None:
        return ""
    ended = stage.view.ended
    if ended is not None and ended.reason not in RESUMABLE:
        return (
            f"{came_out(ended, stage.view.header.cast)}; recorded in {live.path}; watch it: playbill watch {live.path}"
        )
    reason = ended.reason if ended else ""
    return f"recorded in {live.path}; {how_to_go_on(str(live.path), reason)}"


def came_out(ended: RunEnded, cast: Mapping[str, str]) -> str:
    """Say who has won, and to the person who played whether it has; where nobody wins, why the run is over."""
    won, people = ended.winners, [name for name, policy in cast.items() if policy == "human"]
    reason = ended.reason.replace("_", " ")
    if not won or len(won) == len(cast):
        return reason
    told = f"{', '.join(won)} won" if reason == "won" else reason
    if len(people) != 1:
        return told
    return f"you {'won' if people[0] in won else 'lost'}: {told}"
