"""Errors that users and authors can cause. Everything else is a bug and keeps its traceback."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

LISTED = 30
"""Most names that an error lists."""
EVENTS = "yield events, such as Rolled(3).by(name)"
"""Remedy for most methods of a scene."""


class UserError(Exception):
    """Bad usage or input; exit code 2. The text is one line with the problem and its remedy."""


class IllegalAction(Exception):
    """An action or command that the scene does not accept now; raised in `Scene.check` and `Scene.parse`.

    The text says why, and what would be accepted. It enters the agent's log, and the agent is asked again.
    """


class GaveUp(Exception):
    """An agent has no action; raised in `Agent.act`.

    The scene's default action is taken, and the reason enters the log.
    """


class RunFailed(Exception):
    """An error that ends a run; exit code 1. The text is one line; the recording holds everything before it."""


class StorageError(RunFailed):
    """A file cannot be written, for example because the disk is full."""


class CodeError(RunFailed):
    """Foreign code is wrong. The text is one line with place and reason."""


class AgentError(CodeError):
    """An agent's code failed."""


class SceneError(CodeError):
    """A scene returned something wrong. The text names the method, the expected type and the value."""


def bad_hook_result(scene: str, hook: str, expected: str, got: object) -> SceneError:
    """Return the error for a method of a scene that returned something unexpected."""
    return SceneError(f"the scene {scene}: {hook} should {expected}, and gave {got!r:.80}")


def listed(names: Sequence[str]) -> str:
    """List names for an error; the first few of many."""
    return ", ".join(names[:LISTED]) + (f" … ({len(names)} in all)" if len(names) > LISTED else "")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """List the known words, the closest match first."""
    names = list(known)
    spelled = {name.lower(): name for name in names}
    close = get_close_matches(word.lower(), spelled, n=1, cutoff=0.5)
    return f"did you mean {spelled[close[0]]}? Known: {listed(names)}" if close else f"known: {listed(names)}"
