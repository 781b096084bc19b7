"""Commands that import games and export recordings; formats depend on the scene."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.errors import UserError, did_you_mean
from core.files import creation_errors, read_text
from tui.cli.arguments import File, out_option
from tui.cli.run_files import fresh_path
from tui.cli.terminal import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.engine.events import Event
    from core.recording.file import Recording
    from core.recording.header import Header
    from core.recording.line_format import Write

MAX_BYTES = 16 * 2**20
"""Largest size of a game's file in bytes."""


def import_(
    file: File,
    of: Annotated[str, typer.Option("--from", metavar="FORMAT", help="Format of the file, such as hanab.live.")],
    out: Annotated[Path | None, out_option("Recording to write (default: in your data folder).")] = None,
) -> None:
    """Import a game from elsewhere as a recording, checking every move."""
    import asyncio

    from core.engine.capabilities import Portable, class_capability
    from core.engine.registry import find_scene, scene_names
    from core.recording.file import Recorder
    from core.recording.importing import replay

    formats = {name: scene for scene in scene_names() for name in class_capability(find_scene(scene), Portable).imports}
    if of not in formats:
        raise UserError(f"There is no format {of!r} to import from; {did_you_mean(of, formats)}.")
    scene = formats[of]
    try:
        content = read_text(file, MAX_BYTES)
    except UserError as error:
        raise UserError(f"{file} {error}.") from error
    try:
        game = class_capability(find_scene(scene), Portable).imports[of](content)
    except UserError as error:
        raise UserError(f"{file.name}: {error}") from error
    if out is not None and out.exists():
        raise UserError(f"{out} exists already; name another file with -O.")
    recorders: dict[Path, Recorder] = {}

    def begin(header: "Header") -> "Write":
        path = out or fresh_path(header)
        recorders[path] = Recorder.create(path, header)
        return recorders[path].write

    done = False
    try:
        reason = asyncio.run(replay(scene, game, begin))
        done = True
    except UserError as error:
        raise UserError(f"{file.name}: {error}") from error
    finally:
        for path, recorder in recorders.items():
            recorder.close()
            if not done:
                path.unlink()
    for path in recorders:
        say(f"{reason}; recorded in {path}; watch it: playbill watch {path}")


def export(
    file: File,
    to: Annotated[
        str,
        typer.Option(metavar="FORMAT", help="Format, such as text; `playbill scenes SCENE` lists those of a scene."),
    ],
    out: Annotated[Path | None, out_option("File to create (default: stdout).", "OUT")] = None,
) -> None:
    """Export a recording: a transcript as text or web page, its highlights as a film (cast, svg), a table."""
    from core.engine.capabilities import Portable, class_capability
    from core.engine.registry import find_scene
    from core.recording.checked_reader import read_run
    from tui.cli.transcripts import html_transcript, transcript

    recording = read_run(file)
    header = recording.header
    formats: dict[str, Callable[[Header, Sequence[Event]], str]] = {
        "text": transcript,
        "html": html_transcript,
        **{name: partial(_film, recording, name) for name in ("cast", "svg")},
        **class_capability(find_scene(header.scene), Portable).exports,
    }
    if to not in formats:
        raise UserError(f"{header.scene} has no export format {to!r}; {did_you_mean(to, formats)}.")
    text = formats[to](header, recording.events)
    if out is None:
        print(text)
        return
    with creation_errors(out, "name another file with -O"), out.open("x", encoding="utf-8") as stream:
        stream.write(f"{text}\n")
    say(f"written to {out}")


def _film(recording: "Recording", form: str, *_: object) -> str:
    """Write the highlights of a recording as an asciicast or a moving picture."""
    import asyncio

    from tui.cli.wording import heading
    from tui.film import cast, film, moving_svg

    write = {"cast": cast, "svg": moving_svg}[form]
    return write(asyncio.run(film(recording)), heading(recording.header))
