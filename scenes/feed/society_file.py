"""A world from a file: archetypes, a mix, topics and appetites in TOML, read once; what stands in a header is JSON."""

import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec

from core.errors import UserError, did_you_mean
from core.text import one_line
from scenes.feed.archetypes import VISITOR, Archetype, Share
from scenes.feed.society import SOCIETIES, Society
from scenes.feed.wording import TOPICS, WORDS, Phrases, slots

LARGEST = 256 * 1024
"""Bytes of a file."""
EXAMPLE = "base, mix, spread, audience, welcome, nearness, pull, appeal, echo, archetypes.NAME and topics.NAME"


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The content of a file: a base society, and changes to it."""

    base: str = "measured"
    mix: dict[str, Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]] = {}
    archetypes: dict[str, dict[str, str | int | float]] = {}
    topics: dict[str, Phrases] = {}
    spread: Annotated[float, msgspec.Meta(ge=0, le=3)] | None = None
    audience: Share | None = None
    welcome: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    nearness: Share | None = None
    pull: Share | None = None
    appeal: Annotated[float, msgspec.Meta(ge=1, le=1000)] | None = None
    echo: Share | None = None


def read_file(path: Path) -> str:
    """Return the file's content as the option holds it. Raises UserError."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        known = did_you_mean(str(path), tuple(SOCIETIES))
        raise UserError(
            f"feed: option world = {one_line(str(path))}: {known}, or a FILE.toml that is there."
        ) from error
    if len(data) > LARGEST:
        raise UserError(f"{path}: a world has at most {LARGEST // 1024} KiB; leave phrases out.")
    try:
        content = msgspec.convert(tomllib.loads(data.decode()), Told)
        society(content)
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: no UTF-8 text; save it as UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path}: no TOML: {one_line(str(error))}.") from error
    except ValueError as error:
        raise UserError(f"{path}: {one_line(str(error))}; a world has {EXAMPLE} (docs/feed.md).") from error
    return "=" + msgspec.json.encode(content, order="sorted").decode()


def read_text(text: str) -> Society:
    """Read an option's society. Raises ValueError."""
    if not text.startswith("="):
        raise ValueError(f"{text[:40]!r} is no world: {did_you_mean(text[:40], tuple(SOCIETIES))}, or a FILE.toml")
    return society(msgspec.json.decode(text[1:].encode(), type=Told))


def society(content: Told) -> Society:
    """Apply a file's changes to its base. Raises ValueError with the error and the remedy."""
    if content.base not in SOCIETIES:
        raise ValueError(f"base = {content.base!r}: {did_you_mean(content.base, tuple(SOCIETIES))}")
    base = SOCIETIES[content.base]
    kinds = dict(base.archetypes)
    for name, fields in content.archetypes.items():
        kinds[name] = _archetype(name, fields, kinds)
    settings = {
        name: getattr(content, name) for name in ("spread", "audience", "welcome", "nearness", "pull", "appeal", "echo")
    }
    out = msgspec.structs.replace(
        base, archetypes=kinds, **{name: value for name, value in settings.items() if value is not None}
    )
    if content.mix:
        out = msgspec.structs.replace(out, mixes={**base.mixes, "typical": _mix(content.mix, kinds)})
    if content.topics:
        _check_topics(content.topics)
        out = msgspec.structs.replace(out, topics=tuple(content.topics), phrases=content.topics)
    return out


def _archetype(name: str, fields: dict[str, str | int | float], kinds: dict[str, Archetype]) -> Archetype:
    """Return the archetype of this name, or the one that `as` names, with the given fields."""
    _check_name("archetypes", name)
    values: dict[str, Any] = dict(fields)
    like = values.pop("as", name)
    if like not in kinds:
        known = ", ".join(kinds)
        raise ValueError(f'archetypes.{name} has no `as`; begin it with as = "casual", or another of {known}')
    try:
        return msgspec.convert({**msgspec.to_builtins(kinds[like]), "manner": "", **values, "name": name}, Archetype)
    except msgspec.ValidationError as error:
        raise ValueError(f"archetypes.{name}: {error}") from error


def _mix(mix: dict[str, int], kinds: dict[str, Archetype]) -> dict[str, int]:
    for name in mix:
        if name not in kinds:
            raise ValueError(f"mix.{name}: {did_you_mean(name, tuple(kinds))}, or describe it as archetypes.{name}")
    if not sum(share for name, share in mix.items() if name != VISITOR):
        raise ValueError("mix has no share above 0; write for example lurker = 60")
    return mix


def _check_topics(topics: dict[str, Phrases]) -> None:
    if not 2 <= len(topics) <= 40:
        raise ValueError(f"{len(topics)} topics; name 2 to 40")
    for name, phrases in topics.items():
        _check_name("topics", name)
        for sentence in phrases.posts:
            for slot in slots(sentence):
                if "|" not in slot and slot not in WORDS and slot != "topic":
                    known = ", ".join(WORDS)
                    raise ValueError(f"topics.{name}: {{{slot}}} is no slot; write {{this|that}}, or one of {known}")
        if any(not sentence.strip() for sentence in (*phrases.posts, *phrases.replies)):
            raise ValueError(f"topics.{name} has an empty sentence; take it out")
        if name not in TOPICS and len(name) > 24:
            raise ValueError(f"topics.{name} is longer than 24 characters")


def _check_name(where: str, name: str) -> None:
    """Reject names that commands could not contain: with spaces, colons or equals signs."""
    if not (name.isascii() and name.islower() and name.isidentifier()):
        raise ValueError(f"{where}.{one_line(name)[:40]!r} is no name; write small letters, digits and _")
