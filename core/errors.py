"""The errors that users and agents can cause. Everything else is a bug and keeps its traceback."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

LISTED = 30
"""Names that an error lists at most."""
EVENTS = "yield events, such as pb.Event.of(body, name)"
"""What most of a scene's methods should do."""


class UserError(Exception):
    """Tells of bad usage or input. Its text is one line that says what is wrong and how to mend it; exit code 2."""


class IllegalAction(Exception):
    """Refuses an action or a command that the scene does not accept now: raised in `Scene.check` and
    `Scene.parse`. Its text says why, and what the scene would accept: that is put into the agent's log, and the agent
    is asked again."""


class GaveUp(Exception):
    """Tells that an agent has no action to give, and why: raised in `Agent.act`, it has the scene's default action
    taken, and the reason put into the log."""


class RunFailed(Exception):
    """An error that ends a run. Its text is one line; exit code 1. The recording holds what was played until then."""


class StorageError(RunFailed):
    """A file cannot be written: the disk is full, or a limit is reached."""


class CodeError(RunFailed):
    """Tells that code which somebody brought is wrong. Its text is one line that says where and how."""


class AgentError(CodeError):
    """Tells that the code of an agent failed: whose, how and where."""


class SceneError(CodeError):
    """Tells that a scene gave what it should not: which of its methods, what that should give, and what it gave."""


def misgiven(scene: str, hook: str, wanted: str, given: object) -> SceneError:
    """Make the error of a scene one of whose methods should do something else."""
    return SceneError(f"the scene {scene}: {hook} should {wanted}, and gave {given!r:.80}")


def listed(names: Sequence[str]) -> str:
    """List names for an error; of a crowd, the first ones."""
    return ", ".join(names[:LISTED]) + (f" … ({len(names)} in all)" if len(names) > LISTED else "")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Write what is known, led by the match that is closest to a word, if one is close."""
    names = list(known)
    spelled = {name.lower(): name for name in names}
    close = get_close_matches(word.lower(), spelled, n=1, cutoff=0.5)
    return f"did you mean {spelled[close[0]]}? Known: {listed(names)}" if close else f"known: {listed(names)}"
