"""Options and cast of one scene in the lobby: choices, chosen values and errors."""

from collections.abc import Sequence
from types import UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

from pydantic import ValidationError

from core.engine.casting import check_policy, configure, describe_policy, policies, prepare
from core.engine.config import OpenOrder
from core.engine.scene import Scene
from core.errors import UserError, did_you_mean
from core.recording.header import Header
from core.remote.policies import REMOTE
from core.user_config import own_models

CROWD = 12
"""Largest cast with a row for each seat; a larger one has a row for all seats."""
ALL, ADD = "*", "+"
"""Rows of a large cast: for all seats without a separate row, and for adding a row."""


class Option(NamedTuple):
    """An option of a scene, with the values to cycle through, or the type to enter."""

    key: str
    about: str
    default: Any
    choices: tuple[Any, ...]
    typed: type | None


def options_of(kind: type[Scene]) -> tuple[Option, ...]:
    """List a scene's options in the order of declaration: its own first, then those of all scenes."""
    defaults = kind.Config()
    fields = kind.Config.model_fields
    own = kind.Config.__annotations__
    keys = sorted(fields, key=lambda key: (key in OpenOrder.model_fields, key not in own))
    out = []
    for key in keys:
        annotation = fields[key].annotation
        union = get_origin(annotation) in (Union, UnionType)
        parts = get_args(annotation) if union else (annotation,)
        choices = tuple(value for part in parts if get_origin(part) is Literal for value in get_args(part))
        typed = next(
            (part for part in (float, int, str) if part in parts), str if get_origin(annotation) is dict else None
        )
        about = fields[key].description or ""
        out.append(Option(key, about, getattr(defaults, key), (True, False) if bool in parts else choices, typed))
    return tuple(out)


def value_text(value: object) -> str:
    """Write an option's value as the lobby shows it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value == {}:
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value)


class Setup:
    """Options and cast of one scene, which may be invalid."""

    def __init__(self, kind: type[Scene]) -> None:
        self.kind = kind
        self.all_options = options_of(kind)
        self.options: dict[str, Any] = {}
        self.cast: dict[str, str] = {}
        self.errors: dict[tuple[str, str], str] = {}
        """Errors by row; a row is identified by pane and item."""
        self._config: Any = kind.Config()
        """The last valid config, which determines the seats."""
        self._recalled: tuple[dict[str, Any], dict[str, str]] = ({}, {})
        """Options and cast taken over from the last game, if any."""

    @property
    def edited(self) -> bool:
        """True if the user has changed options or cast."""
        return (self.options, self.cast) != self._recalled

    def recall(self, header: Header) -> None:
        """Take over options and cast of an earlier game where they are valid and differ from the defaults."""
        known = {option.key: option.default for option in self.all_options}
        self.options = {key: value for key, value in header.config.items() if known.get(key, value) != value}
        self.check()
        self.cast = {
            name: policy for name, policy in header.cast.items() if name in self.seats and policy != self.policy(name)
        }
        self._recalled = (dict(self.options), dict(self.cast))
        self.check()

    def option(self, key: str) -> Option:
        return next(option for option in self.all_options if option.key == key)

    def value(self, key: str) -> Any:
        """Return the chosen value or the default, which may depend on other options."""
        return self.options.get(key, getattr(self._config, key))

    @property
    def seats(self) -> tuple[str, ...]:
        seats: tuple[str, ...] = self._config.seats
        return seats

    @property
    def rows(self) -> tuple[str, ...]:
        """Rows of the cast.

        These are usually the seats. A large cast has a row for all seats, the person's seat, seats that the user added,
        and a row to add one.
        """
        seats, person = self.seats, self._config.human_seat
        if len(seats) <= CROWD:
            return seats
        return (ALL, person, *(name for name in self.cast if name in seats and name != person), ADD)

    @property
    def policies(self) -> tuple[str, ...]:
        """Policies that a seat cycles through: those of the scene, and models in the user's config."""
        models = (f"llm:{name}" for name in own_models()) if self.kind.player else ()
        return tuple(dict.fromkeys((*policies(self.kind), REMOTE, *models)))

    def policy_summary(self, name: str) -> str:
        """Describe the policy of a row in one line."""
        return "" if name == ADD else describe_policy(self.kind, self.policy(name))

    def add(self, text: str) -> None:
        """Add a row for a seat of a large cast; an empty text adds none."""
        name = text.removeprefix("@")
        self.check()
        if name in self.seats:
            self.cast.setdefault(name, self.policy(name))
        elif name:
            self.errors["cast", ADD] = f"nobody is called {name!r} here; {did_you_mean(name, self.seats)}"

    def policy(self, name: str) -> str:
        own = self.cast.get(name) or ("human" if name == self._config.human_seat else "")
        return own or self.cast.get(ALL) or "rules"

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(name for name in self.seats if self.policy(name) == "human")

    def set_option(self, key: str, value: Any) -> None:
        self.options[key] = value
        self.check()

    def cycle_option(self, key: str, by: int) -> None:
        """Move an option by `by` choices, or a number by `by` steps within its bounds."""
        option, value = self.option(key), self.value(key)
        if option.choices:
            self.set_option(key, _next(option.choices, value, by))
        elif option.typed in (int, float):
            value = value if isinstance(value, int | float) else option.default
            step = 0.1 if option.typed is float and abs(option.default) < 1 else 1
            further = round(value + by * step, 6)
            try:
                configure(self.kind, {**self.options, key: further})
            except UserError:
                return
            self.set_option(key, further)

    def write_option(self, key: str, text: str) -> None:
        """Set an option to a typed text; an empty text restores the default."""
        typed = self.option(key).typed
        if not text:
            self.options.pop(key, None)
        else:
            try:
                self.options[key] = typed(text) if typed else text
            except ValueError:
                self.options[key] = text
        self.check()

    def cycle_policy(self, name: str, by: int) -> None:
        self.write_policy(name, _next(self.policies, self.policy(name), by))

    def write_policy(self, name: str, text: str) -> None:
        self.cast[name] = text
        self.check()

    def check(self) -> None:
        """Collect the errors of the options and of each seat."""
        self.errors = {}
        try:
            self._config = configure(self.kind, self.options)
        except UserError as error:
            self.errors["options", _key_of(error)] = str(error).removeprefix(f"{self.kind.name}: ")
        for name in self.rows:
            if name == ADD or (name not in self.cast and ALL in self.cast):
                continue  # its error is that of the row for all seats
            try:
                check_policy(self.kind, self.policy(name), own_models())
            except UserError as error:
                self.errors["cast", name] = str(error)

    def header(self, seed: int, *, bots_only: bool = False) -> Header:
        """Make the header of the run. `bots_only` replaces humans by the bot `rules`. Raises UserError."""
        cast = {name: self.policy(name) for name in self.seats}
        if bots_only:
            cast |= dict.fromkeys(self.people, "rules")
        return prepare(self.kind.name, self.options, cast, seed, models=own_models())


def _next(ring: Sequence[Any], value: Any, by: int) -> Any:
    return ring[(ring.index(value) + by) % len(ring)] if value in ring else ring[0]


def _key_of(error: UserError) -> str:
    """Return the option that an error is about; "" if it is about several."""
    cause = error.__cause__
    where = cause.errors()[0]["loc"] if isinstance(cause, ValidationError) else ()
    return str(where[0]) if where else ""
