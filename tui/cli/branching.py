"""Leaving a recorded run for another one: checked, and recorded up to where they part."""

import asyncio
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from core.errors import UserError
from core.events import Event
from core.lab.knife import another, call_at, hold
from core.lines import encode
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


class Change(NamedTuple):
    """What one call to a model is answered with instead: these words, or what another model says."""

    reply: str | None = None
    ask: str = ""

    def words(self, parent: Recorded, call: Event, changes: Filled) -> str:
        if self.reply is not None and self.ask:
            raise UserError("Either --reply or --ask says what another reply is; leave one out.")
        model = self.ask.removeprefix("llm:")
        models = {**parent.header.models, **changes.models}
        return self.reply if self.reply is not None else asyncio.run(another(parent, call, model, models))

    def __bool__(self) -> bool:
        return self.reply is not None or bool(self.ask)


def branches(
    parent: Recorded,
    n: int,
    changes: Filled,
    change: Change,
    paths: Sequence[Path | None],
    allow: Collection[str],
    interventions: Sequence[str],
) -> list[Recording]:
    """Record what so many branches have seen, ready to be played on, with seeds that follow each other from the
    parent's, or from the one that is given. Raises UserError."""
    call = call_at(parent, n) if change else None
    words = change.words(parent, call, changes) if call else ""
    first = parent.header.seed if changes.seed is None else changes.seed
    out = []
    for number, path in enumerate(paths):
        seeded = changes._replace(seed=first + number)
        leaves = call.n - 1 if call else n
        made = branched(parent, leaves, seeded, record=path, allow=allow, interventions=interventions)
        if call:
            hold(made, parent, call, words)
        out.append(made)
    return out
