"""What a package that brings a scene tests it with, in pytest: that it is sound, that its games go as they went, and
that it looks as it looked. Ours are tested with the same.

    from pathlib import Path
    from playbill.testing import Conformance, golden, snapshot
    from yours.scene import YourScene

    GAME = Path(__file__).with_name("bluffing.jsonl")

    class TestYours(Conformance):
        scene, options = YourScene, {"players": 3}

    def test_a_game_goes_as_it_went():
        golden(GAME, YourScene, {"players": 3}, {"*": "rules"}, seed=7)

    def test_the_table(snap_compare):
        snapshot(snap_compare, GAME, "t5", size=(80, 24), eyes="Ann")

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
from core.recording.verification import diff, shown
from core.testing.conformance import Conformance
from playbill.games import Played, Player, load, play

if TYPE_CHECKING:
    from textual.app import App

__all__ = ["Conformance", "golden", "settled", "snapshot", "stage"]

RENEW = "PLAYBILL_RENEW"
"""The variable that has recordings written anew."""


def golden(
    path: str | Path,
    scene: str | type[Scene],
    options: Mapping[str, Any] = {},
    cast: Mapping[str, Player] = {},
    seed: int = 1,
) -> Played:
    """Play a game as `play` does, and hold it against the recording at `path` of how it went; give the game back.

    With `PLAYBILL_RENEW=1` in the environment, the recording is written anew instead, for you to read and to keep
    beside the tests. Raises AssertionError where there is none, and for the first option, policy or event that differs.
    What may differ between equal runs (times, what models took), and Playbill's own version, make no difference.

    >>> import os, tempfile, playbill as pb
    >>> from playbill.testing import golden
    >>> file = os.path.join(tempfile.mkdtemp(), "game.jsonl")
    >>> pb.play("coup", {"players": 2}, {"*": "random"}, seed=7, record=file)  # doctest: +ELLIPSIS
    <coup, seed 7: ... events, won>
    >>> golden(file, "coup", {"players": 2}, {"*": "random"}, seed=7).reason
    'won'
    """
    __tracebackhide__ = True  # what differs is said in a line
    file = Path(path)
    again = f"{RENEW}=1 pytest … writes it anew"
    if os.environ.get(RENEW):
        file.unlink(missing_ok=True)
        return play(scene, options, cast, seed, record=file)
    assert file.exists(), f"There is no recording {file}; {again}."
    game = play(scene, options, cast, seed)
    found = diff(_undigested(load(file)), _undigested(game))
    for key, (was, now) in found.header.items():
        raise AssertionError(f"{file.name}: {key} was {was!r}, and is {now!r}; if that is meant, {again}.")
    was, now = (shown(event) if event else "nothing" for event in found.first)
    assert was == now, f"{file.name}: event {found.same + 1} was {was}, and is {now}; if that is meant, {again}."
    return game


def _undigested(game: Played) -> Played:
    """Leave out the digest, which also covers Playbill's version."""
    data = (replace(e.data, digest="") if isinstance(e.data, RunEnded) else e.data for e in game.events)
    return Played(game.header, [replace(e, data=each) for e, each in zip(game.events, data, strict=True)])


def stage(game: str | Path | Played, at: int | str = "", *, eyes: str = "", theme: str = "dark") -> "App[str]":
    """Make the Textual app with a game on its stage, standing still at event `at` ("t12": at the start of turn 12), or
    at the end; by the `eyes` of one name or of all. For Textual's pilot, inside of `settled`.

    It shows the same whenever it is made: times are left out. Raises UserError for a recording that cannot be read, for
    a moment that it does not have, for eyes of nobody, and for a theme that is not dark, light, color-blind or plain.

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
    return standing(timeless, n, eyes, PALETTES[theme])


def settled() -> AbstractContextManager[None]:
    """Wait, as long as it holds, after each key, click and `pilot.pause()` until the screen is settled, however busy
    the machine; let an error in a pane end the test, where else the stage would say so politely; and have colors,
    whatever NO_COLOR says.
    """
    from tui.testing import settled

    return settled()


def snapshot(
    snap_compare: Callable[..., bool],
    game: str | Path | Played,
    at: int | str = "",
    *,
    size: tuple[int, int] = (80, 24),
    eyes: str = "",
    theme: str = "dark",
    keys: tuple[str, ...] = (),
) -> None:
    """Compare a picture of the `stage` with the one that is kept, in a terminal of `size` columns and lines, after
    `keys` were pressed (named as Textual names them: "i", "tab", "question_mark").

    `snap_compare` is the fixture of pytest-textual-snapshot, which has to be installed; the option `--snapshot-update`
    of pytest keeps a new picture. Raises AssertionError for one that differs: the report that pytest names shows both.
    """
    with settled():
        assert snap_compare(stage(game, at, eyes=eyes, theme=theme), press=keys, terminal_size=size)
