"""Words of the chat: their kinds, their spelling, and the nearest word that would be understood."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from enum import Enum, auto
from typing import NamedTuple

from scenes.coloring.problem.graph import COLORS, Problem


class Kind(Enum):
    """Role of a token in a sentence."""

    NODE = auto()  # a node, or a word that looks like one
    COLOR = auto()  # a color, or a word in a color's place
    LINK = auto()  # b2 = green, b2 to green
    FOR = auto()  # green for b2
    FROM = auto()  # from red, instead of red
    COMMA = auto()
    AND = auto()
    OR = auto()
    BUT = auto()  # starts afresh
    BECAUSE = auto()
    STOP = auto()
    QUERY = auto()  # a stop with a question mark
    ORDER = auto()  # make, paint
    CHANGE = auto()  # an order that alters: "don't change b2" keeps it
    PAST = auto()  # an order that reads like a past: "you set b2 to red"
    KEEP = auto()
    STAY = auto()
    DID = auto()  # made, changed, keeping
    WISH = auto()  # want, should
    IS = auto()
    MAYBE = auto()  # could, said, swap: nothing after it is a fact or a wish
    NOT = auto()
    FIX = auto()  # no, sorry: the next color replaces the last
    I = auto()  # noqa: E741
    YOU = auto()
    IT = auto()
    PLEASE = auto()
    CAN_YOU = auto()
    IF = auto()
    ASK = auto()  # why, what
    FILL = auto()  # may stand between a node and its color
    WORD = auto()  # anything else


class Token(NamedTuple):
    """A word and its kind; nodes and colors have the problem's spelling."""

    kind: Kind
    text: str


def _table(**words: str) -> dict[str, Kind]:
    return {word: Kind[kind] for kind, line in words.items() for word in line.split()}


WORDS = _table(
    LINK="= > : to into",
    FOR="for on at in of",
    FROM="from",
    COMMA=", -",
    AND="and & / + plus nor",
    OR="or",
    BUT="but so then therefore while though although however",
    BECAUSE="because since cause cuz",
    STOP=". ! ;",
    QUERY="?",
    ORDER="make paint color get pick choose use try give let consider let's lets repaint",
    CHANGE="change touch move recolor alter modify switch flip turn",
    PAST="set put have has",
    KEEP="keep leave hold",
    STAY="stay stays remain remains",
    DID="""made painted colored got picked chose used gave changed moved recolored switched flipped turned kept left
        making painting coloring picking choosing using giving changing touching moving recoloring switching flipping
        turning setting putting keeping leaving""",
    WISH="want need needs prefer like love should must ought ensure demand request suggest propose",
    IS="is are am will becomes",
    MAYBE="""can could would may might maybe perhaps probably shall was were said says say asked asks told wants wanted
        tried plan hope intend suppose imagine guess swap exchange trade needn't needless""",
    NOT="not never avoid except cannot neither without",
    FIX="no sorry wait oops actually rather mean",
    I="i we ive im",
    YOU="you u",
    IT="it them",
    PLEASE="please pls plz kindly",
    IF="if unless when whenever once until till provided otherwise either assuming",
    ASK="why what what's who which how where whether",
    FILL="""a an the my your our his her their node nodes color be become now still back also too both all just
        simply always again colored really do does did sure ok okay yes hey hi hello there alone unchanged same as me
        yet anything any only definitely already " '""",
)
_CAN_YOU = {f"{can} {you}": Kind.CAN_YOU for can in ("can", "could", "would", "will") for you in ("you", "u", "we")}
PHRASES = {
    tuple(phrase.split()): kind
    for phrase, kind in {
        **_CAN_YOU,
        **dict.fromkeys(("would you mind", "do you mind"), Kind.CAN_YOU),
        **dict.fromkeys(("as it is", "as is", "as they are", "never mind", "if possible", "at once"), Kind.FILL),
        **dict.fromkeys(("once more", "no problem", "no worries", "not bad", "for now"), Kind.FILL),
        **dict.fromkeys(("instead of", "rather than"), Kind.FROM),
        **dict.fromkeys(("anything but", "everything but", "any color but", "other than", "away from"), Kind.NOT),
        **dict.fromkeys(("can not", "must not", "should not", "instead not"), Kind.NOT),
        **dict.fromkeys(("have to", "has to", "make sure", "would like", "would love"), Kind.WISH),
        **dict.fromkeys(("do not have to", "do not need", "no need", "need not", "not sure"), Kind.MAYBE),
    }.items()
}
_ENDS = {Kind.COMMA, Kind.AND, Kind.OR, Kind.STOP, Kind.QUERY, Kind.PLEASE}
_POLITE_IF = {tuple(f"if you {rest}".split()) for rest in ("can", "could", "like", "want", "please", "would", "will")}
_PHRASE_STARTS = {phrase[0] for phrase in [*PHRASES, *_POLITE_IF]}
_NOUNS = {"color", "turn", "move", "change", "touch", "use", "like"}
"""Orders only before what they act on: "your turn", "the color of b2" are not."""

OTHER_COLORS = {*COLORS, "pink", "orange", "black", "brown", "grey", "gray", "cyan", "violet", "magenta", "gold"}

_STRIPPED = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff*_`~]")
_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)?|[-=]{1,3}>|[^\w\s]")
_SAME = str.maketrans("‘’´′“”„–—−→⇒➔…", "''''\"\"\"--->>>.")
_TAILS = {"n't": "not", "'ll": "will", "'d": "would"}
_BARE = {f"{verb}nt": f"{verb}n't" for verb in ("do", "is", "are", "ca", "wo", "must", "should", "does", "did")}
_SPELLED = {**_BARE, "colour": "color", "recolour": "recolor", "coloured": "colored", "colouring": "coloring"}
_NODE = re.compile(r"([a-z]+)[0-9]+")


def prefix(word: str) -> str:
    """Return the letters of a word of letters and digits; empty for other words."""
    match = _NODE.fullmatch(word)
    return match[1] if match else ""


def spoken(problem: Problem, text: str) -> list[str]:
    """Split a text into words in lower case, without apostrophes and odd marks; "b 2" is b2. Takes linear time."""
    names = {node.casefold() for node in problem.nodes}
    out: list[str] = []
    for spelled in _TOKEN.findall(_STRIPPED.sub("", text.translate(_SAME).replace("!=", " not ")).casefold()):
        word = _SPELLED.get(spelled, spelled)
        if word[-1] == ">":
            out.append(">")
        elif word.isdigit() and out and (joined := _joined(names, out, word)):
            out[:] = joined
        elif word.endswith("n't"):
            out += ["will" if word == "won't" else "can" if word == "can't" else word[:-3], "not"]
        elif "'" in word[1:] and word not in WORDS:
            stem, _, tail = word.partition("'")
            out += [stem, _TAILS.get("'" + tail, "'" + tail)]
        else:
            out.append(word)
    return out


def _joined(names: set[str], out: list[str], digits: str) -> list[str] | None:
    """Join the letter and the number of a node that were written apart: "b 2", "b-2". None for other words."""
    for head, back in ((out[-1], 1), (out[-2] if len(out) > 1 and out[-1] == "-" else "", 2)):
        if head + digits in names:
            return [*out[:-back], head + digits]
    return None


def tokenize(problem: Problem, raw: list[str]) -> list[Token]:
    """Classify words as tokens. Never fails, and takes linear time."""
    names = {node.casefold(): node for node in problem.nodes}
    prefixes = {prefix(name) for name in names}
    out: list[Token] = []
    at = 0
    while at < len(raw):
        found = _phrase(raw, at) if raw[at] in _PHRASE_STARTS else None
        if found:
            kind, size = found
            out.append(Token(kind, " ".join(raw[at : at + size])))
            at += size
            continue
        word, after = raw[at], raw[at + 1] if at + 1 < len(raw) else "."
        before = out[-1] if out else Token(Kind.STOP, ".")
        at += 1
        if len(word) == 1 and not word.isalnum():
            mark = Token(WORDS.get(word, Kind.WORD), word)
            if mark != before and (mark.kind, before.kind) != (Kind.WORD, Kind.WORD):
                out.append(mark)
        elif word in names:
            out.append(Token(Kind.NODE, names[word]))
        elif prefix(word) in prefixes or len(prefix(word)) == 1:
            out.append(Token(Kind.NODE, word))
        elif color := problem.color_named(word) if len(word) > 1 or _stands_alone(before, after) else None:
            out.append(Token(Kind.COLOR, color))
        elif word in OTHER_COLORS:
            out.append(Token(Kind.COLOR, word))
        else:
            out.append(Token(_kind(problem, word, before, after), word))
    return out


def _stands_alone(before: Token, after: str) -> bool:
    """Return True if a single letter stands for a color: "b2 = g", "b2 g"."""
    return before.kind in (Kind.LINK, Kind.IS) or (before.kind is Kind.NODE and WORDS.get(after) in _ENDS)


def _phrase(raw: list[str], at: int) -> tuple[Kind, int] | None:
    for size in (4, 3, 2):
        words = tuple(raw[at : at + size])
        if words in PHRASES:
            return PHRASES[words], len(words)
        if words in _POLITE_IF and (at + size >= len(raw) or WORDS.get(raw[at + size]) in _ENDS):
            return Kind.FILL, size
    return None


def _kind(problem: Problem, word: str, before: Token, after: str) -> Kind:
    kind = WORDS.get(word, Kind.WORD)
    acts = bool(prefix(after)) or WORDS.get(after) in (Kind.FILL, Kind.IT, Kind.LINK)
    if word in _NOUNS and not acts and problem.color_named(after) is None:
        return Kind.FILL
    if word == "no" and problem.color_named(after) and len(after) > 1:
        return Kind.NOT
    if word == "'s":
        return Kind.IS if problem.color_named(after) or WORDS.get(after) is Kind.NOT else Kind.FILL
    if (
        kind is Kind.WORD
        and word[0].isalpha()
        and before.text in ("to", "=", ">", "into")
        and WORDS.get(after) in _ENDS
    ):
        return Kind.COLOR
    return kind


def unknown_color(problem: Problem, word: str) -> str:
    """Write a note that a word is no color, with the nearest color."""
    close = _close(problem, word)
    return f'"{word}" is not a color here: {f"did you mean {close}?" if close else ", ".join(problem.colors)}'


def nearest(problem: Problem, speaker: str, words: Sequence[str]) -> str:
    """Write a note that a sentence was not understood, with an example on its own node and color if it has them."""
    names = {node.casefold(): node for node in problem.nodes}
    nodes = [names[word] for word in words if word in names]
    colors = [color for word in words if word not in names and (color := _close(problem, word))]
    if not nodes:
        other = next(node for node in problem.nodes if problem.owner[node] != speaker)
        return f'nothing to act on: I read "{other} {problem.colors[0]}", "why {other}?", "what should I do?"'
    node, color = nodes[0], colors[0] if colors else problem.colors[0]
    if problem.owner[node] == speaker:
        return f'I did not understand; try "{node} is {color}" or "what if {node} is {color}?"'
    return f'I did not understand; try "{node} {color}", "{node} not {color}" or "why {node}?"'


def _close(problem: Problem, word: str) -> str | None:
    return next(iter(get_close_matches(word, problem.colors, n=1, cutoff=0.6)), None) if len(word) > 2 else None
