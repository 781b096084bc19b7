"""Partial recordings on the stage: every pane draws what one seat, or a spectator, knows, at any event."""

import pytest

from core.engine.session import run_sync
from core.recording.reader import Reader
from core.remote.projection import PUBLIC, AudienceLog, Projector, commit, public_header
from core.remote.release import ReleasedGame
from core.testing.games import Game, header, played
from tests.core.test_projection import GAMES, batches
from tests.tui.conftest import stage_of
from tui.stages import StageApp
from tui.state.opening import replay_stage

MOMENTS = 6
"""Number of events of each recording at which everything is drawn."""


def partial(game: Game, name: str) -> ReleasedGame:
    """Return the part of a game that an audience knows."""
    whole, events = header(game), run_sync(lambda: played(game))
    log = AudienceLog(public_header(whole, name, 77, commit(whole, "nonce")))
    projector, reader = Projector(whole, [log]), Reader("partial")
    reader.feed(log.header.encode() + b"\n")
    for batch in batches(events):
        projector.take(batch)
    return ReleasedGame(log.header, reader.feed(b"".join(log[at] for at in range(len(log)))), None)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
@pytest.mark.parametrize("scene", [*reversed(GAMES)])
@pytest.mark.few(1)
async def test_every_pane_draws_what_one_seat_knows(scene: str, size: tuple[int, int]) -> None:
    game = Game(scene, "rules", 5, tuple(GAMES[scene].items()))
    for name in (PUBLIC, next(iter(header(game).cast))):
        known = partial(game, name)
        app = StageApp(replay_stage(known, at=0), pace=0.0, motion=False)
        async with app.run_test(size=size) as pilot:
            state = stage_of(app).state
            ends = [event.n for event in known.events if event.end]
            for n in ends[:: max(1, len(ends) // MOMENTS)] + ends[-1:]:
                state.view.go(n)
                for tab in range(len(state.tabs)):
                    state.tab = tab
                    state.touch()
                    await pilot.pause()
                assert not state.broken, (name, n, state.broken)
            for key in ("i", "escape", "question_mark", "escape", "e"):
                await pilot.press(key)
                assert not state.broken, (name, key, state.broken)
            await pilot.press("ctrl+q")
