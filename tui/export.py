"""Making something else of a recording: what can be made of it, its scene knows."""

from pathlib import Path

from core.errors import UserError, did_you_mean
from tui.commands import say


def export(file: Path, to: str, out: Path | None) -> None:
    from core.casting import read_run
    from core.registry import find_scene

    recording = read_run(file)
    header = recording.header
    formats = find_scene(header.scene).exports
    if to not in formats:
        what = did_you_mean(to, formats) if formats else "nothing can be made of its recordings"
        raise UserError(f"{header.scene} has no export format {to!r}; {what}.")
    text = formats[to](header, recording.events)
    if out is None:
        print(text)
        return
    try:
        with out.open("x", encoding="utf-8") as stream:
            stream.write(f"{text}\n")
    except FileExistsError as error:
        raise UserError(f"{out} exists already; name another file with -O.") from error
    except OSError as error:
        raise UserError(f"{out} cannot be written: {error.strerror}.") from error
    say(f"written to {out}")
