"""Errors that users and authors of plugins can cause. Any other exception is a bug and keeps its traceback."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

MAX_LISTED = 30
"""Largest number of names that an error lists."""
MAX_SUGGESTIONS = 3
"""Largest number of commands that an error suggests."""
EXPECTED_EVENTS = "yield events, such as Rolled(3).by(name)"
"""Expected result that errors state for most methods of a scene."""


class UserError(Exception):
    """Wrong usage or input; exit code 2. The text is one line: the problem and its remedy.

    >>> import playbill as pb
    >>> pb.play("coop")
    Traceback (most recent call last):
    core.errors.UserError: There is no scene 'coop'; did you mean coup? Known: chat, coloring, council, coup, ...
    """


class IllegalAction(Exception):
    """An action that the scene does not accept now; raised in `Scene.check` and `Scene.parse`.

    The text is the reason and the alternatives. The agent's log records it, and the agent is asked again.

    >>> import playbill as pb
    >>> game = pb.play("coup", {"max_turns": 1}, {"*": "random"})
    >>> game.scene.parse("Ann", "dance")
    Traceback (most recent call last):
    core.errors.IllegalAction: Unknown command "dance". Try: ...
    """


class GaveUp(Exception):
    """Raised in `Agent.act` by an agent that has no action.

    The scene's default action is taken, and the log records the reason.

    >>> import playbill as pb
    >>> class Tired(pb.Agent):
    ...     def act(self, turn: pb.Turn) -> pb.Action:
    ...         raise pb.GaveUp("too tired")
    >>> game = pb.play("coup", {"max_turns": 1}, {"*": Tired})
    >>> next(event.data.why for event in game.events if event.kind == "defaulted")
    'too tired'
    """


class RunFailed(Exception):
    """An error that ends a run; exit code 1. The text is one line. The recording holds everything before the error."""


class StorageError(RunFailed):
    """A file cannot be written, for example because the disk is full."""


class CodeError(RunFailed):
    """Code of a plugin is wrong. The text is one line with the place and the reason."""


class AgentError(CodeError):
    """An agent's code failed.

    >>> import playbill as pb
    >>> class Broken(pb.Agent):
    ...     def act(self, turn: pb.Turn) -> pb.Action:
    ...         return turn.legal[99]
    >>> pb.play("coup", cast={"*": Broken})
    Traceback (most recent call last):
    core.errors.AgentError: Dan (py:...:Broken) failed: IndexError: ...
    """


class SceneError(CodeError):
    """A method of a scene returned something wrong. The text names the method, the expected type and the value.

    >>> import playbill as pb
    >>> class Dice(pb.Scene):
    ...     name, summary, events, bots = "dice", "roll dice", (), {}
    ...     start = observe = legal = decide = is_complete = lambda self, *_: None
    >>> pb.play(Dice, cast={"*": "random"})
    Traceback (most recent call last):
    core.errors.SceneError: the scene dice: start should yield events, such as Rolled(3).by(name), and gave None
    """


def bad_hook_result(scene: str, hook: str, expected: str, got: object) -> SceneError:
    """Return the error for a method of a scene that returned something unexpected."""
    return SceneError(f"the scene {scene}: {hook} should {expected}, and gave {got!r:.80}")


def listed(names: Sequence[str]) -> str:
    """Join names with commas for an error; more than 30 are cut, and their number added."""
    return ", ".join(names[:MAX_LISTED]) + (f" … ({len(names)} in all)" if len(names) > MAX_LISTED else "")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """List the known words, after the question whether the closest one was meant."""
    names = list(known)
    spelled = {name.lower(): name for name in names}
    close = get_close_matches(word.lower(), spelled, n=1, cutoff=0.5)
    return f"did you mean {spelled[close[0]]}? Known: {listed(names)}" if close else f"known: {listed(names)}"


def nearest(text: str, commands: Iterable[str]) -> list[str]:
    """Choose at most three commands: those closest to a text, then others with different first words."""
    known = {command.casefold(): command for command in commands}
    low = text.casefold()
    close = get_close_matches(low, known, n=MAX_SUGGESTIONS, cutoff=0.5)
    heads: dict[str, list[str]] = {}
    for command in known:
        heads.setdefault(command.partition(" ")[0], []).append(command)
    for head in get_close_matches(low.partition(" ")[0], heads, n=MAX_SUGGESTIONS, cutoff=0.6):
        close += heads[head][:1]
    return [
        known[each] for each in list(dict.fromkeys([*close, *(each[0] for each in heads.values())]))[:MAX_SUGGESTIONS]
    ]


def unknown_command(text: str, commands: Iterable[str]) -> str:
    """Write the error for a text that is not a command, with suggestions.

    >>> unknown_command("hi", ["income", "tax", "steal Bob", "steal Cat"])
    'Unknown command "hi". Try: income, tax, steal Bob'
    """
    return f'Unknown command "{text}". Try: {", ".join(nearest(text, commands))}'


def illegal_now(text: str, commands: Iterable[str]) -> str:
    """Write the error for a command that is not legal now, with suggestions."""
    return f"that cannot be done now; try: {', '.join(nearest(text, commands))}"
