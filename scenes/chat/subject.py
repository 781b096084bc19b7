"""The subject of a conversation: noun phrases taken from the text of a topic or of news."""

import re

_STOP_TEXT = (
    "is are was were be been am do does did can could will would shall should may might must has have had whether if "
    "a an the this that these those and or but nor not no yes of to in on at by for from with about as than then so "
    "what who whom whose which when where why how there here it its they them their we us our you your i me my he she "
    "him her his topic let talk discuss more less better worse best worst ever never always still just only very good "
    "bad until since after before during last next acceptable every each all some any everybody everyone "
    "nobody somebody people harm case cases example good view opinion question answer"
)
_STOP = frozenset(_STOP_TEXT.split())
_VERBS_TEXT = (
    "get go make take give keep use have want need become replace ban allow forbid end start work live think feel read "
    "write eat vote teach learn help pay tell know exist matter count cost close closes closed burns begins began"
)
_VERBS = frozenset(_VERBS_TEXT.split())
_ARTICLES = frozenset(("a", "an", "the", "our", "their", "every"))
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def phrases(text: str) -> tuple[str, ...]:
    """Return the noun phrases of a text, in their order.

    >>> phrases("The topic: Is a hot dog a sandwich?")
    ('a hot dog', 'a sandwich')
    """
    text = re.sub(r"^the topic: *", "", text, flags=re.IGNORECASE)
    out: list[str] = []
    current: list[str] = []
    for part in re.split(r"[^\w\s'’-]+", text):
        for word in (*_WORD.findall(part), ""):
            low = word.casefold()
            if not word or low in _STOP or low in _VERBS:
                if current and current[-1].casefold() not in _ARTICLES:
                    out.append(" ".join(current))
                current = [low] if low in _ARTICLES else []
            else:
                current.append(word if not word.istitle() or out or current else word.casefold())
    return tuple(dict.fromkeys(each for each in out if len(each) > 2))


def proposal(text: str) -> str:
    """Return the proposal of a "should" question as a gerund; empty for other texts.

    >>> proposal("The topic: Should cities ban cars?"), proposal("whether we should close the zoo")
    ('banning cars', 'closing the zoo')
    """
    for noun in ("we", "people", "everybody", "nobody", *phrases(text)):
        found = re.search(
            rf"\bshould {re.escape(noun)} ([a-z]+) ([^.?!;:]{{3,60}})|\b{noun} should ([a-z]+) ([^.?!;:]{{3,60}})",
            text,
            re.IGNORECASE,
        )
        if found:
            verb, rest = (found[1], found[2]) if found[1] else (found[3], found[4])
            return f"{_gerund(verb)} {rest.strip()}" if verb not in ("be", "not", "never") else ""
    return ""


def _gerund(verb: str) -> str:
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return f"{verb[:-1]}ing"
    doubled = re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", verb)
    return f"{verb}{verb[-1]}ing" if doubled else f"{verb}ing"


def is_plural(phrase: str) -> bool:
    """Return True if a phrase takes a plural verb."""
    last = phrase.split()[-1].casefold() if phrase else ""
    return last in ("people", "children") or (last.endswith("s") and not last.endswith(("ss", "us", "is")))
