"""The subject of a text: its noun phrases, and the statement that a question asks about."""

import re
from typing import NamedTuple

from core.intents.lexicon import stem
from scenes.chat.arguments import FIELDS

_STOP_TEXT = (
    "is are was were be been am do does did can could will would shall should may might must has have had whether if "
    "a an the year years this that these those and or but nor not no yes of to in on at by for from with "
    "about as than then so "
    "what who whom whose which when where why how there here it its they them their we us our you your i me my he she "
    "him her his topic let talk discuss more less better worse best worst ever never always still just only very good "
    "bad until since after before during last next acceptable every each all some any everybody everyone nobody "
    "anybody somebody something anything people harm case cases example good view opinion question answer really "
    "please ok okay well now too also thing things lot maybe again honestly anyway huh even actually simply yet like "
    "u ur r im dont cant thats whats yours mine yourself once minute bit kind sort way time today tell hi hello hey "
    "oh say said says mean explain name allow happen happens wait don't didn't isn't aren't can't won't i'm it's i've "
    "out up down over many much few several exactly right wrong first second sure because while without into "
    "anyone one two three ones off own same such between against through i'll i'd you're we're that's what's there's "
    "nothing fight pros cons vote argument arguments subject built made done tho though btw lol angry behind "
    "being you've you'd you'll they're he's she's we've they've side under real lowered fair expensive "
    "boil stand least most count get got getting go goes going went come comes came agree listen look sorry "
    "late makes made"
)
_STOP = frozenset(_STOP_TEXT.split())
_VERBS_TEXT = (
    "make take give keep use have want need become replace ban allow forbid end start work live think feel read "
    "write eat vote teach learn help pay know exist matter count cost close closes closed burns begins began drive "
    "carry carries carried die dies afford happen belong belongs cause causes improve improves change changes bring "
    "brings decide try tried see seen believe find found lives lived ask asked show shows put leave rise rises be "
    "own mean wear carrying meet miss love hate enjoy prefer remember forget buy sell abolish trust own stop ride"
)
_VERBS = frozenset(_VERBS_TEXT.split())
_ARTICLES = frozenset(("a", "an", "the", "our", "their", "my", "his", "her"))
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_PARTICIPLE = re.compile(r"\w{3,}ed")
_MODAL = "should|can|could|will|would|must|may|do|does|did"
_YES_NO = re.compile(
    rf"(?:^|[,;:.!?] |\b(?:and|but|so|or) )(is|are|was|were|has|have|{_MODAL}) ([^,.?!;:]+)", re.IGNORECASE
)
_OPINION = re.compile(
    r"\b(?:do|would|don't) (?:you|u) (?:\w+ )?(?:think|believe|say|reckon|agree|feel)(?: that)? "
    r"((?!about\b|of\b|so\b|that\b|with\b|to\b)[^,.?!;:]+ [^,.?!;:]+)",
    re.IGNORECASE,
)
_ASKS = re.compile(r"(?:\w+,? ){0,2}?(?:who|what|which|when|where|why|how|do|does|did|would|will) ", re.IGNORECASE)
_AFTER_SUBJECT = re.compile(
    r"(?:a|an|the|our|also|not|better|worse|more|less|too|very|really|good|bad|right|wrong|fair|real|worth|"
    r"just|only|still|always|"
    r"never|necessary|possible|important|over\w+|under\w+|dead|healthy|safe|dangerous|useful|useless|a?live|art|to)\b"
)
_COMMON = re.compile(
    "|".join((*(f"{each} " for each in _ARTICLES), *(field.words for field in FIELDS.values()))), re.IGNORECASE
)
"""Beginning of a text whose first word is no proper name, so that it can be written in lower case."""
_NEGATIVE = re.compile(
    r"\b(?:ban\w*|abolish\w*|forbid\w*|prohibit\w*|outlaw\w*|stop\w*|end|ended|close|closed|replace\w*|limit\w*|tax\w*|"
    r"quit|worse|wrong|bad|harm\w*|danger\w*|useless|overrated|dead|too (?:much|many|expensive)|not|never|no longer)\b"
)


class Subject(NamedTuple):
    """The subject of a text: a statement, and noun phrases."""

    text: str
    statement: str
    """The statement that the text makes or asks about, as a clause; empty if there is none."""
    phrases: tuple[str, ...]

    @property
    def main_phrase(self) -> str:
        """The main noun phrase."""
        return self.phrases[0] if self.phrases else "this"

    @property
    def is_negative(self) -> bool:
        """True if a supporter of the statement is against the thing, as in "cars should be banned"."""
        return bool(_NEGATIVE.search(self.statement))

    def is_part_of(self, other: "Subject") -> bool:
        """Return True if at least half of the words in the phrases are also words of the other subject."""
        stems = {stem(word) for phrase in other.phrases for word in phrase.casefold().split()}
        own = {stem(word) for phrase in self.phrases for word in phrase.casefold().split()}
        return len(own & stems) >= len(own - stems)


def subject(text: str) -> Subject:
    """Return the subject of a text."""
    text = re.sub(r"^the topic: *", "", text.strip(), flags=re.IGNORECASE)
    return Subject(text, statement(text), phrases(text))


def phrases(text: str) -> tuple[str, ...]:
    """Return the noun phrases of a text, in their order.

    >>> phrases("Is a hot dog a sandwich?")
    ('a hot dog', 'a sandwich')
    """
    out: list[str] = []
    current: list[str] = []
    for part in re.split(r"[^\w\s'’-]+", text):
        for at, word in enumerate((*_WORD.findall(part), "")):
            low = word.casefold()
            if low == "of" and current and current[-1].casefold() not in _ARTICLES:
                current.append(word)
            elif low in _ARTICLES and current and current[-1] == "of":
                current.append(low)
            elif not word or {low, low.removesuffix("s")} & (_STOP | _VERBS | _ARTICLES):
                while current and (current[-1] in (*_ARTICLES, "of") or _PARTICIPLE.fullmatch(current[-1].casefold())):
                    current.pop()
                if current:
                    out.append(" ".join(current))
                current = [low] if low in _ARTICLES else []
            else:
                current.append(word if at or not word.istitle() else low)
    return tuple(dict.fromkeys(each for each in out if len(each) > 2))


def statement(text: str) -> str:
    """Return the statement that a text makes or asks about, as a clause.

    >>> statement("Should cities ban cars?"), statement("whether a machine can be a friend"), statement("Bread")
    ('cities should ban cars', 'a machine can be a friend', '')
    """
    if found := re.match(r"(?:whether|that) (.+?)[.?!]*$", text, re.IGNORECASE):
        return found[1]
    if found := _OPINION.search(text):
        return found[1]
    for found in _YES_NO.finditer(text):
        verb, words = found[1].casefold(), found[2].split()
        if len(words) > 1 and words[0].casefold() not in ("you", "u", "i", "anyone", "anybody", "somebody", "someone"):
            at = _subject_length(verb, words)
            verb = f" {verb} " if verb not in ("do", "did") else " "
            return f"{' '.join(words[:at])}{verb}{' '.join(words[at:])}".rstrip()
    if "?" not in text and not _ASKS.match(text) and re.search(rf"\w (?:is|are|{_MODAL}|must|belongs?) \w", text):
        return text[:1].lower() + text[1:].rstrip(".!") if _COMMON.match(text) else text.rstrip(".!")
    return ""


def _subject_length(verb: str, words: list[str]) -> int:
    """Return how many of the words after the first verb of a yes-no question are the subject."""
    lows = [word.casefold() for word in words]
    if re.fullmatch(_MODAL, verb):
        return next((at for at, word in enumerate(lows) if at and word in _VERBS), 1 + (lows[0] in _ARTICLES))
    found = (at for at in range(1, len(words)) if lows[at - 1] not in _ARTICLES and _AFTER_SUBJECT.match(lows[at]))
    return next(found, len(words) - 1)
