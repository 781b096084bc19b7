"""The user's own config file, and config files for single runs."""

import json
import os
import tomllib
from pathlib import Path
from typing import Any

from core.errors import UserError, did_you_mean

KNOWN_KEYS = {
    "seed": int,
    "max_turns": int,
    "options": dict,
    "cast": dict,
    "models": dict,
    "web": dict,
    "keys": dict,
    "motion": bool,
}
"""Keys of a config file, with the types of their values."""
OWN_KEYS = ("web", "keys", "motion")
"""Keys that are allowed only in the user's own config, since other config files may come from anybody."""


def read_config(path: Path) -> dict[str, Any]:
    """Read a config file in TOML. Raises UserError."""
    known = KNOWN_KEYS if path == own_path() else {key: kind for key, kind in KNOWN_KEYS.items() if key not in OWN_KEYS}
    try:
        config = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise UserError(f"The config {path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"The config {path} is not TOML: {error}.") from error
    for key, value in config.items():
        if key in OWN_KEYS and key not in known:
            name = f"[{key}]" if KNOWN_KEYS[key] is dict else key
            raise UserError(
                f"The config {path}: {name} is read only from your own config, {own_path()}; move it there."
            )
        if key not in known:
            raise UserError(f"The config {path} has an unknown key {key!r}; {did_you_mean(key, known)}.")
        if type(value) is not known[key]:
            kind = {int: "a whole number", bool: "true or false", dict: "a table"}[known[key]]
            raise UserError(f"The config {path}: {key} should be {kind}.")
    if seat := next((name for name, policy in config.get("cast", {}).items() if not isinstance(policy, str)), None):
        raise UserError(f'The config {path}: cast.{seat} should be a policy in quotes, such as {seat} = "rules".')
    if bad := next((name for name, table in config.get("models", {}).items() if not isinstance(table, dict)), None):
        raise UserError(f"The config {path}: models.{bad} should be a table: [models.{bad!r}].")
    return config


def data_folder() -> Path:
    """Return the folder of the user's recordings and other stored data."""
    from platformdirs import user_data_path

    return Path(os.environ.get("PLAYBILL_DATA") or user_data_path("playbill", False))


def own_path() -> Path:
    """Return the path of the user's own config file, which need not exist."""
    from platformdirs import user_config_path

    named = os.environ.get("PLAYBILL_CONFIG")
    return Path(named) if named else user_config_path("playbill", False) / "config.toml"


def read_own() -> dict[str, Any]:
    """Read the user's own config. Raises UserError, also if PLAYBILL_CONFIG names a missing file."""
    path = own_path()
    return read_config(path) if os.environ.get("PLAYBILL_CONFIG") or path.exists() else {}


def own_models() -> dict[str, dict[str, Any]]:
    """Return the model settings in the user's own config. Raises UserError."""
    models: dict[str, dict[str, Any]] = read_own().get("models", {})
    return models


def own_web() -> dict[str, Any]:
    """Return the web settings in the user's own config. Raises UserError."""
    web: dict[str, Any] = read_own().get("web", {})
    return web


def add_model(name: str, settings: dict[str, str]) -> None:
    """Append a model's table to the user's own config, which keeps everything else as it is. Raises UserError."""
    if name in own_models():
        raise UserError(f"your config has a table for {name} already: {own_path()}")
    table = "".join(f"{key} = {json.dumps(value)}\n" for key, value in settings.items())
    path = own_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(f"\n[models.{json.dumps(name)}]\n{table}")
    except OSError as error:
        raise UserError(f"The config {path} cannot be written: {error.strerror}.") from error
