"""Tests for a scene in your own package, with pytest: rules, recorded games and pictures of the screen.

    from pathlib import Path
    from playbill.testing import Conformance, golden, snapshot
    from yours.scene import YourScene

    GAME = Path(__file__).with_name("bluffing.jsonl")

    class TestYours(Conformance):
        scene, options = YourScene, {"players": 3}

    def test_a_game_goes_as_it_went():
        golden(GAME, YourScene, {"players": 3}, {"*": "rules"}, seed=7)

    def test_the_table(snap_compare):
        snapshot(snap_compare, GAME, "t5", size=(80, 24), perspective="Ann")

The extra `playbill[testing]` brings pytest, which finds them; `snapshot` also takes pytest-textual-snapshot.
"""

import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from core.engine.events import RunEnded
from core.engine.scene import Scene
from core.errors import UserError, did_you_mean
from core.recording.timeline import moment
from core.recording.verification import diff, event_line
from core.testing.conformance import Conformance
from playbill.games import play
from playbill.played import Played, Player, load

if TYPE_CHECKING:
    from textual.app import App

__all__ = ["Conformance", "golden", "settled", "snapshot", "stage"]

RENEW = "PLAYBILL_RENEW"
"""Environment variable that makes `golden` write recordings again."""


def golden(
    path: str | Path,
    scene: str | type[Scene],
    options: Mapping[str, Any] = {},
    cast: Mapping[str, Player] = {},
    seed: int = 1,
) -> Played:
    """Play a game as `play` does, and compare it with an earlier recording.

    With `PLAYBILL_RENEW=1` in the environment, the recording is written again instead; check it and keep it beside the
    tests. Times, model usage and Playbill's version may differ.

    Args:
        path: File of the recording.
        scene: Name of a scene, or a Scene class.
        options: The scene's options.
        cast: Players by seat.
        seed: Seed of the game.

    Returns:
        The game.

    Raises:
        AssertionError: There is no recording, or an option, a policy or an event differs.

    >>> import os, tempfile, playbill as pb
    >>> from playbill.testing import golden
    >>> file = os.path.join(tempfile.mkdtemp(), "game.jsonl")
    >>> pb.play("coup", {"players": 2}, {"*": "random"}, seed=7, record=file)  # doctest: +ELLIPSIS
    <coup, seed 7: ... events, won>
    >>> golden(file, "coup", {"players": 2}, {"*": "random"}, seed=7).reason
    'won'
    """
    __tracebackhide__ = True  # the message has the difference, so pytest need not show this function
    file = Path(path)
    again = f"{RENEW}=1 pytest … writes it again"
    if os.environ.get(RENEW):
        file.unlink(missing_ok=True)
        return play(scene, options, cast, seed, record=file)
    assert file.exists(), f"There is no recording {file}; {again}."
    game = play(scene, options, cast, seed)
    found = diff(_undigested(load(file)), _undigested(game))
    for key, (was, now) in found.header.items():
        raise AssertionError(
            f"{file.name}: {key} was {was!r}, and is now {now!r}; if this change is intended, {again}."
        )
    was, now = (event_line(event) if event else "nothing" for event in found.first)
    assert was == now, f"{file.name}: event {found.same + 1} was {was}, and is now {now}; if intended, {again}."
    return game


def _undigested(game: Played) -> Played:
    """Return the game without the digest, which also covers Playbill's version."""
    data = (replace(e.data, digest="") if isinstance(e.data, RunEnded) else e.data for e in game.events)
    return Played(game.header, [replace(e, data=each) for e, each in zip(game.events, data, strict=True)])


def stage(game: str | Path | Played, at: int | str = "", *, perspective: str = "", theme: str = "dark") -> "App[str]":
    """Make the Textual app that shows a game at one moment. Use it with Textual's pilot inside `settled`.

    Times are left out, so that it always looks the same.

    Args:
        game: A game, or the file of a recording.
        at: Number of an event, "t12" for the start of turn 12, or "" for the end.
        perspective: Name of the agent from whose perspective to show it; "" shows everything.
        theme: Theme: dark, light, color-blind or plain.

    Returns:
        The app.

    Raises:
        UserError: The recording cannot be read, or there is no such moment, name or theme.

        async def test_the_legend():
            with settled():
                async with stage(game, "t5").run_test(size=(80, 24)) as pilot:
                    await pilot.press("i")
    """
    from themes.palettes import PALETTES
    from tui.testing import standing

    if theme not in PALETTES:
        raise UserError(f"{theme}: there is no such theme; {did_you_mean(theme, PALETTES)}.")
    played = game if isinstance(game, Played) else load(game)
    timeless = Played(played.header, [replace(event, t=0.0) for event in played.events])
    n = len(played.events) if at == "" else moment(played.events, str(at))
    return standing(timeless, n, perspective, PALETTES[theme])


def settled() -> AbstractContextManager[None]:
    """Make Textual's pilot wait after each key, click and `pause()` until the screen has stopped changing.

    Inside this context an error in a pane fails the test, and colors are shown even with NO_COLOR.
    """
    from tui.testing import settled

    return settled()


def snapshot(
    snap_compare: Callable[..., bool],
    game: str | Path | Played,
    at: int | str = "",
    *,
    size: tuple[int, int] = (80, 24),
    perspective: str = "",
    theme: str = "dark",
    keys: tuple[str, ...] = (),
) -> None:
    """Compare a picture of the `stage` with the stored one. Run pytest with `--snapshot-update` to store a new one.

    Args:
        snap_compare: Fixture of pytest-textual-snapshot, which must be installed.
        game: A game, or the file of a recording.
        at: Number of an event, "t12" for the start of turn 12, or "" for the end.
        size: Columns and lines of the terminal.
        perspective: Name of the agent from whose perspective to show it; "" shows everything.
        theme: Theme: dark, light, color-blind or plain.
        keys: Keys to press first, with Textual's names: "i", "tab", "question_mark".

    Raises:
        AssertionError: The pictures differ; the report that pytest names shows both.
    """
    with settled():
        assert snap_compare(stage(game, at, perspective=perspective, theme=theme), press=keys, terminal_size=size)
