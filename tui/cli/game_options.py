"""Options of a game from the command line and a config file, not validated yet."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from core.errors import UserError
from core.user_config import own_models, read_config

if TYPE_CHECKING:
    from core.recording.header import Header


class GameOptions(NamedTuple):
    """Options of a game as given on the command line, not validated yet."""

    scene: str
    options: list[str] | None
    cast: list[str] | None
    seed: int | None
    max_turns: int | None
    config: Path | None

    def header(self, *, human: bool, fresh_seed: bool = False) -> "Header":
        """Validate the options and make a header. The command line overrides the config file. Raises UserError."""
        from core.engine.casting import default_seed, draw_seed, prepare

        settings = self.merged()
        seed = settings.seed
        if seed is None:
            seed = draw_seed() if fresh_seed else default_seed(settings.cast)
        return prepare(self.scene, settings.options, settings.cast, seed, human=human, models=settings.models)

    def seats(self) -> int:
        """Return the number of seats. Raises UserError."""
        from core.engine.casting import configure
        from core.engine.registry import find_scene

        kind = find_scene(self.scene)
        return len(configure(kind, self.merged().options).seats)

    def merged(self) -> "GameSettings":
        """Merge the command line and the config file. Raises UserError."""
        from core.llm.settings import read_settings

        file = read_config(self.config) if self.config else {}
        options = {**file.get("options", {}), **parse_pairs(self.options or (), "-o", "KEY=VALUE", empty=True)}
        max_turns = self.max_turns if self.max_turns is not None else file.get("max_turns")
        if max_turns is not None:
            options["max_turns"] = max_turns
        models = {**own_models(), **file.get("models", {})}
        for name, table in models.items():
            read_settings(name, table)  # models that this game does not use are read too, to report mistakes early
        return GameSettings(
            options,
            {**file.get("cast", {}), **parse_pairs(self.cast or (), "-c", "NAME=POLICY")},
            self.seed if self.seed is not None else file.get("seed"),
            models,
        )


class GameSettings(NamedTuple):
    """Settings of a game, not validated yet, with the user's own models."""

    options: dict[str, Any]
    cast: dict[str, str]
    seed: int | None
    models: dict[str, dict[str, Any]]


def parse_pairs(items: Iterable[str], flag: str, form: str, *, empty: bool = False) -> dict[str, str]:
    """Parse items of the form KEY=VALUE; `empty` allows empty values. Raises UserError."""
    out: dict[str, str] = {}
    for item in items:
        key, equals, value = item.partition("=")
        if not equals or not key or not (value or empty):
            raise UserError(f"{flag} takes {form}, not {item!r}.")
        if key in out:
            raise UserError(f"{flag} gives {key} twice: {out[key]!r} and {value!r}. Leave one of them out.")
        out[key] = value
    return out
