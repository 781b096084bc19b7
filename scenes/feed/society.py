"""Societies of a feed: archetypes, mixes and topics, built in or from a TOML file."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec.structs import replace

from core.engine.chance import Draw
from core.errors import UserError, did_you_mean
from core.text import one_line
from scenes.feed.wording import NO_PHRASES, TOPICS, WORDS, Phrases, slots_in

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Weight = Annotated[float, msgspec.Meta(ge=0, le=1000)]
Above = Annotated[float, msgspec.Meta(gt=0, le=1000)]
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class Archetype(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of user. Weights of decisions are relative to scrolling on, which has weight 1."""

    name: str
    attention: Share
    """Minimum interest in a topic, 0 to 1, for stopping at a post."""
    engagement_threshold: Above
    """Heat of a post at which the weights of decisions apply unchanged (see `oracle`)."""
    patience: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    """Number of ticks beyond the option `timeout` for which the account stays in a state."""
    activity: Share
    """Probability of opening the feed in a tick of its busiest hour."""
    urge: Share
    """Probability of writing a post instead, in a tick of the busiest hour."""
    fluency: Share
    """Probability of finishing a post in a tick of writing."""
    stamina: Count
    """Number of engagements before the account rests."""
    rest: Count
    """Number of ticks for which the account rests."""
    like: Weight
    reply: Weight
    reshare: Weight
    compose: Weight
    stranger: Share = 1.0
    """Factor on a post's heat if the account does not follow its author."""
    friend: Annotated[float, msgspec.Meta(ge=1, le=1000)] = 1.0
    """Factor on replies if both accounts follow each other."""
    herd: Count = 1_000_000
    """Limit on the attention that counts as social proof: likes plus replies plus twice the reshares."""
    quote: Share = 0.0
    """Share of the account's reshares that quote: the account adds a comment."""
    manner: str = ""
    """Description in a model's prompt, after the account's name and "is"."""


MANNERS = {
    "lurker": "a lurker: it reads a lot, and almost never shows that it was there.",
    "casual": "a casual user: it looks in now and then, likes what pleases it, and seldom writes.",
    "enthusiast": "an enthusiast: it is quick to like, and gladly joins a conversation.",
    "creator": "a creator: it writes posts of its own, and talks with those who answer.",
    "amplifier": "an amplifier: it passes on whatever it finds worth knowing.",
    "visitor": "a visitor who is online all day and looks at everything.",
}
VISITOR: Final = "visitor"
"""Archetype for people's accounts: always online, and stops at every post."""


def _archetypes_by_name(*kinds: Archetype, herd: int = 1_000_000, quote: float = 0.0) -> dict[str, Archetype]:
    return {kind.name: replace(kind, manner=MANNERS[kind.name], herd=herd, quote=quote) for kind in kinds}


LIVELY = _archetypes_by_name(
    Archetype("lurker", 0.35, 2.4, 1, 0.40, 0.001, 0.25, 4, 10, 0.40, 0.03, 0.03, 0.010),
    Archetype("casual", 0.35, 1.8, 0, 0.40, 0.015, 0.30, 5, 7, 0.50, 0.12, 0.14, 0.040),
    Archetype("enthusiast", 0.25, 1.2, 1, 0.60, 0.060, 0.40, 10, 5, 0.80, 0.35, 0.22, 0.080),
    Archetype("creator", 0.35, 1.5, 3, 0.50, 0.300, 0.30, 8, 6, 0.50, 0.35, 0.17, 0.250),
    Archetype("amplifier", 0.20, 1.0, 0, 0.70, 0.010, 0.30, 12, 5, 0.50, 0.10, 0.60, 0.010),
    Archetype(VISITOR, 0.0, 1.2, 5, 1.0, 0.000, 0.90, 1_000_000, 1, 0.60, 0.20, 0.20, 0.010),
)
"""A lively society, in which everybody takes part."""
MEASURED = _archetypes_by_name(
    Archetype("lurker", 0.60, 2.4, 1, 0.40, 0.0002, 0.25, 2, 10, 0.004, 0.0005, 0.0012, 0.000, 0.1, 8.0),
    Archetype("casual", 0.50, 1.8, 0, 0.40, 0.0025, 0.30, 3, 7, 0.019, 0.002, 0.010, 0.001, 0.1, 8.0),
    Archetype("enthusiast", 0.40, 1.2, 1, 0.60, 0.20, 0.50, 6, 5, 0.11, 0.010, 0.017, 0.010, 0.1, 8.0),
    Archetype("creator", 0.40, 1.5, 3, 0.50, 0.90, 0.50, 6, 6, 0.11, 0.010, 0.015, 0.020, 0.1, 8.0),
    Archetype("amplifier", 0.35, 1.0, 0, 0.70, 0.02, 0.30, 6, 5, 0.12, 0.010, 0.090, 0.010, 0.1, 8.0),
    Archetype(VISITOR, 0.0, 1.2, 5, 1.0, 0.000, 0.90, 1_000_000, 1, 0.60, 0.20, 0.20, 0.010, 0.5),
    herd=64,
)
"""A society tuned to published figures, except for the mix of posts, replies and reshares; the former default."""
CALIBRATED = _archetypes_by_name(
    Archetype("lurker", 0.60, 2.4, 1, 0.40, 0.00003, 0.25, 2, 10, 0.0022, 0.0014, 0.0012, 0.0, 0.1, 8.0),
    Archetype("casual", 0.50, 1.8, 0, 0.40, 0.0004, 0.30, 3, 7, 0.012, 0.0058, 0.0123, 0.0002, 0.1, 8.0),
    Archetype("enthusiast", 0.40, 1.2, 1, 0.60, 0.005, 0.50, 6, 5, 0.045, 0.0203, 0.089, 0.001, 0.1, 8.0),
    Archetype("creator", 0.40, 1.5, 3, 0.50, 0.45, 0.50, 6, 6, 0.03, 0.0135, 0.029, 0.002, 0.1, 8.0),
    Archetype("amplifier", 0.35, 1.0, 0, 0.70, 0.002, 0.30, 6, 5, 0.038, 0.0083, 0.181, 0.0005, 0.1, 8.0),
    Archetype(VISITOR, 0.0, 1.2, 5, 1.0, 0.000, 0.90, 1_000_000, 1, 0.60, 0.20, 0.20, 0.010, 0.5),
    herd=16,
    quote=0.085,
)
"""A society tuned to published figures about real networks, with few writers and many readers; see docs/feed.md."""


class Society(msgspec.Struct, frozen=True):
    """Archetypes and topics of a network. The option `world` names a society, or a file that contains one."""

    archetypes: Mapping[str, Archetype]
    mixes: Mapping[str, Mapping[str, int]]
    """Shares of archetypes, by name of the mix."""
    topics: tuple[str, ...] = TOPICS
    phrases: Mapping[str, Phrases] = {}
    """Phrases for new topics, or phrases that replace built-in ones."""
    spread: float = 0.0
    """Standard deviation of the logarithm of zeal among accounts of an archetype."""
    audience: float = 0.0
    """Strength of the relation between writing and having followers, 0 to 1."""
    welcome: int = 0
    """Number of most followed accounts with which each visitor gets mutual follows, besides its own follows."""
    nearness: float = 0.0
    """Addition to the interest in a post if reader and author follow each other."""
    pull: float = 0.0
    """Addition to the interest for each point of a post's appeal above 1."""
    appeal: float = 8.0
    """Maximum appeal of a post."""
    echo: float = 1.0
    """Factor on an item's score in a feed for each reshare between it and the original post."""
    density: float = 1.0
    """Factor on the option `links`, the number of follows of each new account."""
    least: int = 0
    """Minimum number of accounts of each archetype of the mix, so that a small network has rare ones, too."""
    reach: float = 0.15
    """Share of the network that a person's posts should reach, if that is the aim."""
    correct: int = 75
    """Percentage of those who saw a rumor that should see a correction, if that is the aim."""

    def wording(self, topic: str) -> Phrases:
        """Return the phrases that the society's file has on a topic, if any."""
        return self.phrases.get(topic, NO_PHRASES)

    def read_mix(self, text: str) -> Mapping[str, int]:
        """Parse shares by archetype, from the name of a mix or "lurker=60 creator=5". Raises ValueError."""
        if text in self.mixes:
            return self.mixes[text]
        shares: dict[str, int] = {}
        for part in text.replace(",", " ").split():
            name, equals, share = part.partition("=")
            if name not in self.archetypes or not equals or not (share.isascii() and share.isdigit()):
                known = ", ".join(self.mixes)
                raise ValueError(f"{part!r} is neither a mix ({known}) nor a share such as lurker=60")
            if name in shares:
                raise ValueError(f"{name} has two shares")
            shares[name] = int(share)
        if not sum(shares.values()):
            raise ValueError("a mix needs at least one share above 0, such as lurker=60 creator=5")
        return shares


def archetypes(mix: Mapping[str, int], count: int, least: int, draw: Draw) -> Iterator[str]:
    """Yield `count` archetypes in the shares of the mix (largest remainder method), in random order.

    Each archetype of the mix gets at least `least` accounts, at the cost of the most frequent one.
    """
    total = sum(mix.values())
    exact = {name: count * share / total for name, share in mix.items()}
    if count >= least * len(mix) > 0:
        exact = {name: max(share, least * bool(share)) for name, share in exact.items()}
        exact[max(exact, key=exact.__getitem__)] -= sum(exact.values()) - count
    counts = {name: int(share) for name, share in exact.items()}
    for name in sorted(mix, key=lambda name: counts[name] - exact[name])[: count - sum(counts.values())]:
        counts[name] += 1
    pool = [name for name, n in counts.items() for _ in range(n)]
    draw.shuffle(pool)
    yield from pool


MIXES = {
    "typical": {"lurker": 45, "casual": 30, "enthusiast": 12, "creator": 6, "amplifier": 7},
    "quiet": {"lurker": 70, "casual": 22, "enthusiast": 4, "creator": 3, "amplifier": 1},
    "lively": {"lurker": 15, "casual": 30, "enthusiast": 25, "creator": 12, "amplifier": 18},
}
SOCIETIES = {
    "calibrated": Society(
        CALIBRATED,
        {**MIXES, "typical": {"lurker": 48, "casual": 38, "enthusiast": 8, "creator": 2, "amplifier": 4}},
        spread=1.25,
        audience=1.0,
        welcome=6,
        nearness=0.25,
        pull=0.06,
        appeal=16.0,
        echo=0.35,
        density=2.0,
        least=1,
        reach=0.25,
        correct=95,
    ),
    "measured": Society(
        MEASURED,
        {**MIXES, "typical": {"lurker": 48, "casual": 38, "enthusiast": 6, "creator": 5, "amplifier": 3}},
        spread=1.25,
        audience=0.75,
        welcome=12,
        nearness=0.25,
        pull=0.06,
        appeal=40.0,
        echo=0.5,
    ),
    "lively": Society(LIVELY, MIXES),
}
"""Built-in societies, the default first."""
DEFAULT: Final = next(iter(SOCIETIES))
SETTINGS = (
    "spread",
    "audience",
    "welcome",
    "nearness",
    "pull",
    "appeal",
    "echo",
    "density",
    "least",
    "reach",
    "correct",
)
"""Settings of a society that a file can change."""

MAX_FILE_BYTES = 256 * 1024
"""Maximum number of bytes of a society file."""
FILE_EXAMPLE = f"base, mix, {', '.join(SETTINGS)}, archetypes.NAME and topics.NAME"


class SocietyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The content of a society file: a base society, and changes to it."""

    base: str = "measured"
    """Base society; this default holds for recordings, in new files the base is `DEFAULT`."""
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
    density: Annotated[float, msgspec.Meta(gt=0, le=10)] | None = None
    least: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    reach: Share | None = None
    correct: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None


def read_file(path: Path) -> str:
    """Return the file's content in the form of the option. Raises UserError."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: the path contains a null character
        known = did_you_mean(str(path), tuple(SOCIETIES))
        raise UserError(
            f"feed: option world = {one_line(str(path))}: {known}, or a FILE.toml that is there."
        ) from error
    if len(data) > MAX_FILE_BYTES:
        raise UserError(f"{path}: a world has at most {MAX_FILE_BYTES // 1024} KiB; leave phrases out.")
    try:
        content = msgspec.convert({"base": DEFAULT, **tomllib.loads(data.decode())}, SocietyFile)
        society(content)
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: not UTF-8 text; save it as UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path}: not valid TOML: {one_line(str(error))}.") from error
    except ValueError as error:
        raise UserError(f"{path}: {one_line(str(error))}; a world has {FILE_EXAMPLE} (docs/feed.md).") from error
    return "=" + msgspec.json.encode(content, order="sorted").decode()


def read_text(text: str) -> Society:
    """Parse the society in an option. Raises ValueError."""
    if not text.startswith("="):
        raise ValueError(f"{text[:40]!r} is no world: {did_you_mean(text[:40], tuple(SOCIETIES))}, or a FILE.toml")
    return society(msgspec.json.decode(text[1:].encode(), type=SocietyFile))


def society(content: SocietyFile) -> Society:
    """Apply a file's changes to its base. Raises ValueError with the error and the remedy."""
    if content.base not in SOCIETIES:
        raise ValueError(f"base = {content.base!r}: {did_you_mean(content.base, tuple(SOCIETIES))}")
    base = SOCIETIES[content.base]
    kinds = dict(base.archetypes)
    for name, fields in content.archetypes.items():
        kinds[name] = _archetype(name, fields, kinds)
    settings = {name: getattr(content, name) for name in SETTINGS}
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
    """Return the archetype of this name (or the one that `as` names), with its fields changed."""
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
            raise ValueError(f"mix.{name}: {did_you_mean(name, tuple(kinds))}; or define [archetypes.{name}]")
    if not sum(share for name, share in mix.items() if name != VISITOR):
        raise ValueError("mix has no share above 0; write for example lurker = 60")
    return mix


def _check_topics(topics: dict[str, Phrases]) -> None:
    if not 2 <= len(topics) <= 40:
        raise ValueError(f"{len(topics)} topics; name 2 to 40")
    for name, phrases in topics.items():
        _check_name("topics", name)
        for sentence in phrases.posts:
            for slot in slots_in(sentence):
                if "|" not in slot and slot not in WORDS and slot != "topic":
                    known = ", ".join(WORDS)
                    raise ValueError(f"topics.{name}: {{{slot}}} is no slot; write {{this|that}}, or one of {known}")
        if any(not sentence.strip() for sentence in (*phrases.posts, *phrases.replies)):
            raise ValueError(f"topics.{name} has an empty sentence; take it out")
        if name not in TOPICS and len(name) > 24:
            raise ValueError(f"topics.{name} is longer than 24 characters")


def _check_name(where: str, name: str) -> None:
    """Raise ValueError for a name that commands cannot contain: with spaces, colons or equals signs."""
    if not (name.isascii() and name.islower() and name.isidentifier()):
        raise ValueError(f"{where}.{one_line(name)[:40]!r} is no name; write small letters, digits and _")
