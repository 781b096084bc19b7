"""Play games of a batch in one process; each gives a row as soon as it ends."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from core.engine.casting import granted_models, scene_after
from core.engine.control import YIELD_INTERVAL
from core.engine.events import Event
from core.engine.registry import failure
from core.engine.scene import Scene
from core.engine.session import Session
from core.errors import CodeError, StorageError, UserError
from core.files import allow_open_files
from core.lab.answer_measures import answer_measures
from core.lab.decisions import Decisions
from core.lab.interview import Interview
from core.lab.limits import LimitReached
from core.lab.rows import MANY_FALLBACKS, EventCounts, ModelUsage, Row, usage_of_call
from core.llm.journal import Journal, recorded_calls
from core.llm.model_client import RepeatedFailure
from core.llm.retries import Places
from core.llm.routes import Routes, Tell, thinkers
from core.llm.settings import GrantedSettings
from core.recording.checked_reader import read_run
from core.recording.file import Recording
from core.recording.header import Header
from core.trust.grants import NO_GRANTS, Grants

if TYPE_CHECKING:
    from core.remote.programs import Programs

GAMES_AT_ONCE = 64
"""Default number of games that wait for models at the same time."""
MANY_AT_ONCE = 1000
"""Number of games that wait at the same time if their calls go through a batch API."""
OnRow = Callable[[Row], None]
NextJob = Callable[[], Awaitable["Job | None"]]
"""Function that returns the next game, or None if none is left."""


class Job(NamedTuple):
    """A game to play, with its place in the experiment."""

    header: Header
    rotation: int = 0
    recording: str = ""
    """Path of its recording below `root`; empty for none."""
    root: Path = Path()
    experiment: str = ""
    cell: str = ""
    many_fallbacks: float = MANY_FALLBACKS
    """Number of default actions per turn from which a game counts as fallen back."""
    continues: bool = False
    """True if the recording may exist already; a finished one is read, an unfinished one continued."""
    grants: Grants = NO_GRANTS
    """Grants for the header, as a worker cannot look up earlier grants of the user."""
    planned: int = 0
    """Number of seeds that the experiment plans."""
    primary: str = ""
    """Digest of the experiment's primary outcome."""
    interview: Interview | None = None
    """Survey to ask after the game."""
    regret: bool = False
    """True if the row has the regret of each policy's decisions."""
    number: int = 0
    """Number among the games of a worker pool."""

    @property
    def path(self) -> Path | None:
        return self.root / self.recording if self.recording else None

    @property
    def models(self) -> frozenset[str]:
        """Names of the models that the game and its survey may call."""
        answering = [self.interview.model] if self.interview and self.interview.model else []
        return frozenset([*thinkers(self.header).values(), *answering])

    @property
    def in_batches(self) -> bool:
        """True if a model is called through its provider's batch API."""
        models = {**(self.interview.models if self.interview else {}), **self.header.models}
        return any(models.get(name, {}).get("batch") for name in self.models)

    def granted_models(self) -> dict[str, GrantedSettings]:
        """Return the settings of these models, by name. Raises UserError for one that is not granted."""
        survey = self.interview and self.interview._replace(grants=self.grants)
        answering = {survey.model: survey.granted_settings()} if survey and survey.model else {}
        return {**answering, **granted_models(self.header, self.grants)}

    @property
    def survey_journal(self) -> Journal | None:
        """The journal of replies to the survey, which stays beside the recording."""
        return Journal(Path(f"{self.path}.survey")) if self.path else None

    async def ask(self, row: Row, events: Sequence[Event], routes: Routes | None) -> Row:
        """Ask the survey about the game, whose log does not change; return the row with the answers.

        Raises UserError if a model cannot be reached, or a limit is reached.
        """
        if self.interview is None:
            return row
        interview = self.interview._replace(grants=self.grants, journal=self.survey_journal)
        log = _Log(self.header, events, Path(self.recording) if self.recording else None)
        answers = await interview.ask_about(log, routes)
        means = {each.label: each.value(answers) for each in answer_measures(interview.questions)}
        return replace(row, survey=tuple(answers), answers=means)

    def row(self, tally: EventCounts, scene: Scene | None = None, cpu_s: float = 0.0, error: str = "") -> Row:
        """Build the row from the counts and the scene's state."""
        return tally.row(
            self.header,
            scene,
            cpu_s=cpu_s,
            error=error,
            many_fallbacks=self.many_fallbacks,
            rotation=self.rotation,
            recording=self.recording,
            experiment=self.experiment,
            cell=self.cell,
            planned=self.planned,
            primary=self.primary,
        )

    def past(self) -> Recording | None:
        """Return the existing recording, if any. Raises UserError if it is of another game."""
        if not self.continues or (path := self.path) is None or not path.exists():
            return None
        with path.open("rb") as file:
            if not file.readline().endswith(b"\n"):  # the process was killed before the game began
                path.unlink()
                return None
        recording = read_run(path)
        if recording.header.stable() != self.header.stable():
            raise UserError(f"{path} is a recording of another game or Playbill version; move it to another folder.")
        return recording


def usage_of(job: Job) -> ModelUsage:
    """Return the usage of a game without a row: calls in its log, and journaled replies not yet in it."""
    past = job.past()
    if past is None:
        return ModelUsage()
    usage, logged = EventCounts(past.past).usage, recorded_calls(past.past)
    for key, call in Journal(past.path).replies().items():
        if key not in logged:
            usage = usage.plus(usage_of_call(call.completion.spent))
    for call in job.survey_journal.replies().values() if job.interview and job.survey_journal else ():
        usage = usage.plus(usage_of_call(call.completion.spent))
    return usage


class _Log(NamedTuple):
    """The log of a played game."""

    header: Header
    events: Sequence[Event]
    path: Path | None


class _KeptEvents(EventCounts):
    """Counts that keep the events, for the survey after the game."""

    def __init__(self, decisions: Decisions | None) -> None:
        self.events: list[Event] = []
        super().__init__(decisions=decisions)

    def take(self, events: Sequence[Event]) -> None:
        self.events += events
        super().take(events)


async def play_job(job: Job, routes: Routes | None = None, programs: "Programs | None" = None) -> Row:
    """Play one game to its end, and ask the survey; the row holds a failure.

    `routes` and `programs` are shared with other games: models, and the host of players from outside.

    Raises:
        UserError: A mistake of the user.
        StorageError: Files cannot be written, which ends a batch.
    """
    began, decisions = time.process_time(), Decisions(job.header) if job.regret else None
    tally = _KeptEvents(decisions) if job.interview else EventCounts(decisions=decisions)
    try:
        scene = await _play(job, tally, routes, programs)
        row = job.row(tally, scene, time.process_time() - began)
        return await job.ask(row, tally.events, routes) if isinstance(tally, _KeptEvents) and row.is_whole else row
    except RepeatedFailure as error:
        message = str(error)
    except (UserError, StorageError):
        raise
    except Exception as error:  # noqa: BLE001  one bad game must not take the others with it
        message = str(error) if isinstance(error, CodeError) else failure(error)
    return job.row(tally, cpu_s=time.process_time() - began, error=message)


async def _play(job: Job, tally: EventCounts, routes: Routes | None, programs: "Programs | None") -> Scene:
    """Play or continue a game, or read a finished one; return the scene in its last state."""
    past = job.past()
    if past and not past.resumable:
        tally.take(past.events)
        return scene_after(past.header, past.events)
    header = past.header if past else job.header
    session = Session(header, job.path, past, routes=routes, grants=job.grants, programs=programs)
    tally.take(session.past)
    await _to_end(session, job, tally)
    return session.run.scene


async def _to_end(session: Session, job: Job, tally: EventCounts) -> None:
    """Play to the end; a game that is rejected at its start leaves no file behind."""
    try:
        await session.play_to_end(tally.take)
    except (UserError, asyncio.CancelledError):
        if not job.continues:
            session.discard_recording()
        raise


async def play_alone(jobs: Iterable[Job], on_row: OnRow) -> None:
    """Play games without models one by one; yield to the event loop now and then, so that interrupts arrive."""
    yielded = time.monotonic()
    for job in jobs:
        on_row(await play_job(job))
        if time.monotonic() - yielded > YIELD_INTERVAL:
            await asyncio.sleep(0)
            yielded = time.monotonic()


async def play_together(
    next_job: NextJob,
    on_over: Callable[[Job, Row | None], None],
    places: Callable[[str, int], Places],
    most: int = GAMES_AT_ONCE,
    programs: "Programs | None" = None,
    tell: Tell = lambda text: None,
) -> None:
    """Play games: with models, `most` at once; with players from outside, one by one at the host `programs`.

    `places` makes the limit of calls in flight for a model (see Routes). `on_over` gets each game's row, or None for a
    game that a limit stopped. `tell` gets sentences about batches of calls. CPU time cannot be split by game: a row has
    the time of all games since the row before, so the sum is right.

    Raises:
        LimitReached: A limit of the batch is reached and calls in flight have ended.
    """
    allow_open_files(4 * most)
    routes, counted, limits = Routes(places=places, tell=tell), time.process_time(), list[LimitReached]()

    async def play() -> None:
        nonlocal counted
        while not limits and (job := await next_job()) is not None:
            try:
                row = await play_job(job, routes, programs)
                before, counted = counted, time.process_time()
                on_over(job, replace(row, cpu_s=counted - before))
            except LimitReached as limit:
                limits.append(limit)
                on_over(job, None)

    tasks = [asyncio.ensure_future(play()) for _ in range(most)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await routes.close()
        if programs is not None:
            await programs.leave()
    if limits:
        raise limits[0]
