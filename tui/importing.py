"""Making a recording of a game from elsewhere."""

import asyncio
from pathlib import Path

from core.errors import UserError, did_you_mean
from tui.commands import say
from tui.wishes import fresh_path


def import_(file: Path, of: str, out: Path | None) -> None:
    from core.header import Header
    from core.importing import replay
    from core.log import Write
    from core.recording import Recorder
    from core.scene import find_scene, scene_names

    formats = {name: scene for scene in scene_names() for name in find_scene(scene).imports}
    if of not in formats:
        raise UserError(f"There is no format {of!r} to import from; {did_you_mean(of, formats)}.")
    scene = formats[of]
    try:
        game = find_scene(scene).imports[of](file.read_text("utf-8"))
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{file} is not UTF-8 text (byte {error.start}).") from error
    except UserError as error:
        raise UserError(f"{file.name}: {error}") from error
    made: list[Recorder] = []
    paths: list[Path] = []

    def begin(header: Header) -> Write:
        paths.append(out or fresh_path(header))
        made.append(Recorder.create(paths[0], header))
        return made[0].write

    try:
        reason = asyncio.run(replay(scene, game, begin))
    except UserError as error:
        for path in paths:
            path.unlink()
        raise UserError(f"{file.name}: {error}") from error
    finally:
        for recorder in made:
            recorder.close()
    say(f"{reason}; recorded in {paths[0]}; watch it: playbill watch {paths[0]}")
