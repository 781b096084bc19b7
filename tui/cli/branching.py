"""Leaving a recorded run for another one: checked, and recorded up to where they part."""

from collections.abc import Collection, Sequence
from pathlib import Path

from core.events import encode
from core.recording import Recorder, Recording
from core.rerun import Recorded, branch, check_interventions
from tui.cli.trust import check_models
from tui.cli.wishes import Filled, fresh_path


def branched(
    recording: Recorded,
    n: int,
    changes: Filled,
    *,
    record: Path | None = None,
    allow: Collection[str] = (),
    interventions: Sequence[str] = (),
) -> Recording:
    """Record what a branch at event n has seen, ready to be played on. Raises UserError."""
    models = {**recording.header.models, **changes.models}
    header, past = branch(recording, n, changes.options, changes.cast, changes.seed, models, allow)
    check_models(header, recording.header.models, changes.models)
    check_interventions(header, past, interventions)
    path = record or fresh_path(header)
    recorder = Recorder.create(path, header)
    recorder.write(b"".join(encode(event) + b"\n" for event in past))
    recorder.close()
    return Recording.read(path)
