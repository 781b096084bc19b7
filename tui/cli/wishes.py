"""What a user asks for, before it is checked; and where runs are kept."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from core.errors import UserError
from core.user_config import data_folder, own_models, read_config

if TYPE_CHECKING:
    from core.recording.header import Header


class Wishes(NamedTuple):
    """A game as the command line asks for it, unchecked."""

    scene: str
    options: list[str] | None
    cast: list[str] | None
    seed: int | None
    max_turns: int | None
    config: Path | None

    def header(self, *, human: bool, fresh_seed: bool = False) -> "Header":
        """Checked and resolved; what the command line says goes over what the file says. Raises UserError."""
        from core.engine.casting import default_seed, draw_seed, prepare

        filled = self.filled()
        seed = filled.seed
        if seed is None:
            seed = draw_seed() if fresh_seed else default_seed(filled.cast)
        return prepare(self.scene, filled.options, filled.cast, seed, human=human, models=filled.models)

    def seats(self) -> int:
        """Count who sits at the table. Raises UserError."""
        from core.engine.casting import configure
        from core.engine.registry import find_scene

        kind = find_scene(self.scene)
        return len(configure(kind, self.filled().options).seats)

    def filled(self) -> "Filled":
        """Put together what command line and file say. Raises UserError."""
        from core.llm.settings import read_settings

        file = read_config(self.config) if self.config else {}
        options = {**file.get("options", {}), **pairs(self.options or (), "-o", "KEY=VALUE", empty=True)}
        max_turns = self.max_turns if self.max_turns is not None else file.get("max_turns")
        if max_turns is not None:
            options["max_turns"] = max_turns
        models = {**own_models(), **file.get("models", {})}
        for name, settings in models.items():
            read_settings(name, settings)  # also of models that this game does not use: a slip there waits for the next
        return Filled(
            options,
            {**file.get("cast", {}), **pairs(self.cast or (), "-c", "NAME=POLICY")},
            self.seed if self.seed is not None else file.get("seed"),
            models,
        )


class Filled(NamedTuple):
    """Says what a game is made from, unchecked, the user's own models included."""

    options: dict[str, Any]
    cast: dict[str, str]
    seed: int | None
    models: dict[str, dict[str, Any]]


def pairs(items: Iterable[str], flag: str, form: str, *, empty: bool = False) -> dict[str, str]:
    """What is written as KEY=VALUE; the value may be `empty` where that says something. Raises UserError."""
    out: dict[str, str] = {}
    for item in items:
        key, equals, value = item.partition("=")
        if not equals or not key or not (value or empty):
            raise UserError(f"{flag} takes {form}, not {item!r}.")
        if key in out:
            raise UserError(f"{flag} gives {key} twice: {out[key]!r} and {value!r}. Leave one of them out.")
        out[key] = value
    return out


def runs_folder() -> Path:
    """Where runs are recorded."""
    return data_folder() / "runs"


def folders_for(path: Path | None) -> list[Path]:
    """List where the run is looked for that a recording has left: beside it, or above it, as many branches are put;
    here; and where runs are recorded or shipped."""
    near = [path.parent, path.parent.parent] if path else []
    return [*near, Path(), runs_folder(), sample_path().parent]


def fresh_path(header: "Header") -> Path:
    """A new recording's place in the user's data folder."""
    stamp = header.created.replace("-", "").replace(":", "").partition("+")[0]
    folder = runs_folder()
    stem = f"{header.scene}-{stamp}-seed{header.seed}"
    names = (f"{stem}{f'-{i}' if i else ''}.jsonl" for i in range(1000))
    return next(path for name in names if not (path := folder / name).exists())


def sample_path(scene: str = "coloring") -> Path:
    """A recording that is shipped with the app; of a scene that has none, the path does not exist."""
    from importlib.resources import files

    return Path(str(files("recordings").joinpath(f"{scene}-sample.jsonl")))
