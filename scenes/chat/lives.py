"""Lives of the chat's bots: sentences about themselves, by theme. A persona replaces the trade."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.text import package_toml

THEMES: Mapping[str, str] = {
    "age": r"\bhow old\b|\byour age\b|\bborn\b|birthday",
    "travel": r"\bbikes?\b|\bcars?\b|\btrams?\b|\bbus(?:es)?\b|\btrains?\b|\bdriv\w+|\bwalk\b|\bcommut\w+|"
    r"get around|\bcycl\w+|licen[cs]e",
    "food": r"\beat\b|\bate\b|\bfood\b|\blunch\b|\bdinner\b|\bbreakfast\b|\bcook\w*|\bdish\b|\bmeals?\b|"
    r"\bhungry\b|ice cream|\bpizza\b|\bsnacks?\b",
    "drink": r"\bdrinks?\b|\bcoffee\b|\btea\b|\bbeer\b|\bwine\b|\bpoison\b|\bpub\b",
    "music": r"\bmusic\b|\bsongs?\b|\bsing\w*|\bdanc\w+|\bbands?\b|\bguitar\b|\bpiano\b|\binstruments?\b",
    "pet": r"\bpets?\b|\bdogs?\b|\bcats?\b|\banimals?\b",
    "family": r"\bfamily\b|\bkids?\b|\bchildren\b|\bmarried\b|\bwife\b|\bhusband\b|\bbrothers?\b|\bsisters?\b|"
    r"\bmother\b|\bmom\b|\bmum\b|\bfather\b|\bdad\b|\bparents\b|\bpartner\b|\bsingle\b|\blonely\b|"
    r"\bdaughter\b|\bson\b|\bgran\w+",
    "home": r"\blive\b|\bhome\b|\bhouse\b|\bneighbou?r\w*|\btown\b|\bfrom\b.*\?|grow up|grew up|\bwhere are you\b|"
    r"\bflat\b",
    "sleep": r"\bsle(?:ep|pt)\w*|\bmorning\b|\bget up\b|\bwake\b|\btired\b|\bnight\b|\bdreams?\b",
    "book": r"\bbooks?\b|\bread\b|\bfilms?\b|\bmovies?\b|\btv\b|\bseries\b|\bwatch\b",
    "free": r"\bsundays?\b|\bsaturdays?\b|\bhobb\w+|\bweekend\b|\bholidays?\b|\bvacation\b|\bspare\b|free time|\bfun\b|"
    r"\bfor yourself\b|"
    r"\bafter work\b|\btonight\b|\bsports?\b|\bgames?\b|\bplans?\b",
    "dislike": r"\bhate\b|\bannoy\w*|\bafraid\b|\bfear\b|\bscared?\b|\bworst\b|pet peeve|\bstand\b|\bangry\b|"
    r"\bregret\w*",
    "work": r"\bwork\b|\bjob\b|\bliving\b|\bboss\b|\bcolleagues?\b|\bprofession\b|\btrade\b|\bcareer\b|\boffice\b",
}
"""Patterns of words by theme, the more specific first."""
_LIVES: Any = package_toml(__package__, "lives.toml")
LIVES: Sequence[Mapping[str, str]] = tuple(
    {**life, "work": _LIVES["work"][at % len(_LIVES["work"])]} for at, life in enumerate(_LIVES["lives"])
)
"""The lives: for each a sentence by theme, and the trade."""
LIFE_QUESTIONS: Mapping[str, Sequence[str]] = _LIVES["questions"]
"""Questions about life, by the theme that answers them."""
JOKES: Sequence[str] = _LIVES["jokes"]


def life_theme(text: str) -> str:
    """Return the theme of a question about life; empty for other texts."""
    low = text.casefold()
    return next((theme for theme, asked in LIFE_QUESTIONS.items() if any(each in low for each in asked)), "")
