"""News: recognizing a piece of news in words, and the record of its spread."""

import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, Field

from core.text import one_line
from scenes.village.temperament import trait
from scenes.village.terrain import Ground, Place, with_article
from scenes.village.understanding import is_named
from scenes.village.villagers import KnownNews, VillageSeen

RUMORS = (
    "the mill stream is rising, and the mill may be under water by Sunday",
    "a pedlar was seen on the north road with a white horse",
    "the old bell in the chapel has a crack",
    "wolves were heard beyond the river at dawn",
    "there will be a wedding before the harvest",
    "the price of flour will double at the market",
    "the smith has been offered work in the city",
    "a letter came for somebody who left years ago",
    "the ferry down the river does not run any more",
    "somebody found an old coin in the field",
    "a traveling theater asks for leave to play on the square",
    "the chaplain is writing a book about the village",
)
AT_FIRST = 3
"""Pieces at the start of a village without other news; one more begins each morning."""
AT_FIRST_LIVELY = 4
"""The same in a village with aims."""
INVITATION = "table"
"""Matter of the pieces that are invitations; they begin with the name of the host."""
SHARE = 0.6
"""Share of a piece's words that must be repeated to tell it."""
_WORDS = re.compile(r"[^\W\d_]{4,}")


def parse_news(value: Any) -> Any:
    """Parse news from the short form of the command line, `Ida: the mill is under water; Kai: …`. Raises ValueError."""
    if not isinstance(value, str):
        return value
    pieces = []
    for part in filter(str.strip, value.split(";")):
        name, colon, words = (each.strip() for each in part.partition(":"))
        if not colon or not words or not name:
            raise ValueError(f"{one_line(part)!r} is no news; write Ida: what she knows; Kai: …")
        pieces.append((name, one_line(words)))
    return tuple(pieces)


Words = Annotated[str, Field(min_length=1, max_length=500)]
News = Annotated[tuple[tuple[str, Words], ...], BeforeValidator(parse_news)]
"""Pairs of a villager and a piece of news that it knows first hand."""


def tells_news(words: str, piece: str) -> bool:
    """Return True if words tell a piece of news: all of it, or most of its words of four letters and more.

    >>> tells_news("They say the mill is under water!", "the mill is under water")
    True
    """
    if piece.casefold() in words.casefold():
        return True
    needed = set(_WORDS.findall(piece.casefold()))
    return bool(needed) and len(needed & set(_WORDS.findall(words.casefold()))) >= max(2, SHARE * len(needed))


def tells(name: str, text: str, known: KnownNews, names: Sequence[str]) -> bool:
    """Return True if a villager's words tell a piece of news; a clue or an invitation needs the others' names in it."""
    named = names_in(known.text, names) if known.about else []
    return tells_news(text, known.text) and set(named) - {name} <= set(names_in(text, names))


def names_in(text: str, names: Sequence[str]) -> list[str]:
    """List the villagers whose names are in a text."""
    return [name for name in names if re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)]


def host(known: KnownNews) -> str:
    """Return the host whose invitation a piece of news is; empty for other news."""
    return known.text.split()[0] if known.about == INVITATION else ""


FIRST_HAND = 2
"""Minimum number of villagers to whom a villager passes on news that it knows first hand."""


def would_tell(seen: VillageSeen, known: KnownNews, to: str) -> bool:
    """Return True if a villager passes a piece of news on to another one without being asked for it.

    With aims, a clue is only for those it likes much. Other news is for those it likes, or if it knows the news first
    hand, does not dislike, until as many know it as the news interests the villager. Nobody passes on an invitation or
    hearsay about itself.
    """
    if not seen.lively:
        return True
    if known.source and (host(known) or is_named(seen.name, known.text)):
        return False
    if known.about in seen.matters:
        return seen.regard[to] > 1
    least = FIRST_HAND if not known.source else 0
    enough = len(seen.names) if known.about and not known.source else max(least, trait(seen.name, known.text, 3))
    return seen.regard[to] >= bool(known.source) and len({*known.shared} - {known.source}) < enough


def all_news(seen: VillageSeen) -> tuple[KnownNews, ...]:
    """Return the news that a villager knows, with the announcements among its newest messages."""
    announced = (KnownNews(0, each.text.rstrip(".!? "), "", seen.now, ()) for each in seen.heard if not each.name)
    return (*seen.me.news.values(), *announced)


_BAD = re.compile(
    r"\b(?:rising|crack|wolves|double|not run|lost|sick|ill|died|stolen|storm|fell|broke\w*|gone|thief)\b"
)
_GOOD = re.compile(
    r"\b(?:wedding|theater|coin|feast|dance|found|born|won|offered|gift|fair|music|saved|holiday|married)\b"
)


def judgment(name: str, text: str) -> str:
    """Return a villager's opinion of a piece of news, which never changes: "good", "bad" or "doubt"."""
    good, bad = _GOOD.search(text.casefold()), _BAD.search(text.casefold()) or DANGER.search(text)
    return "doubt" if trait(name, text, 3) == 0 else "bad" if bad else "good" if good else "doubt"


DANGER = re.compile(
    r"\b(?:burn(?:s|ing|ed)?|on fire|collapsed|flooded|under water|closed|locked|plague|robbers?|haunted|"
    r"dangerous|poisoned|torn down|wolf|bear|murder\w*)\b(?<!may be under water)",
    re.IGNORECASE,
)


def danger(words: str, known: Iterable[KnownNews], ground: Ground) -> tuple[str, str]:
    """Return the place in words that a piece of news warns of, and the news; empty if there is none.

    Without a place in the words, any place that news warn of.
    """
    for news in known:
        place = place_in(news.text, ground)
        if place and DANGER.search(news.text) and (place_in(words, ground) in (place, None)):
            return with_article(place.name), news.text
    return "", ""


def place_in(words: str, ground: Ground) -> Place | None:
    """Return the first place of a village that words name."""
    low = words.casefold()
    return next((each for each in ground.places if re.search(rf"\b{re.escape(each.name.casefold())}\b", low)), None)


class Branch(NamedTuple):
    """A villager who knows a piece of news: its source ("" if first hand), hops, and the minute of learning it."""

    name: str
    source: str
    hops: int
    minute: int


def spread(sources: Iterable[tuple[str, str, int]]) -> tuple[Branch, ...]:
    """Count the hops of (name, source, minute), given in the order of learning."""
    hops: dict[str, int] = {}
    out = []
    for name, source, minute in sources:
        hops[name] = hops[source] + 1 if source else 0
        out.append(Branch(name, source, hops[name], minute))
    return tuple(out)
