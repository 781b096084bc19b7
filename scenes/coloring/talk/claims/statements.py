"""Parts of free words that are stated as facts: no questions, wishes, conditions, plans or quotes."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from scenes.coloring.problem.graph import Problem
from scenes.coloring.talk.claims.plain_text import Speller, lines, unmarked, words


class Part(NamedTuple):
    """A part of a sentence, in plain words with a blank before and after each."""

    words: str
    subject: str
    """The one node that was spoken of just before, or empty."""
    closes: bool
    """True if the sentence ends with it."""
    can: bool
    """True if it states a possibility."""
    outcomes: bool
    """True if a penalty or verdict in it is about the present."""
    bare: bool
    """True if a node and a color without a verb are about the present."""
    particular: bool
    """True if the sentence names nodes or clashes."""


_BULLET = re.compile(r"\s*(?:[-*•+·▪◦‣]|\d+[.)])\s+|\s+(?=\S)")
_ENDS = words(". ! ? ;")
_SPLITS = words("but so because since therefore while whereas though although however thus hence which then yet")
_NEW = words("i we please you there it they nothing everything no zero all satisfied penalty let kindly thanks now")
_LABELS = words("penalty satisfied conflicts clashes conflict clash locked fixed node nodes colors")
_VALUES = words("yes no none true false zero locked fixed now")
_SKIPPED = words("and also then , just")
_CONDITION = words(
    "if unless when whenever once until till provided assuming suppose supposing imagine otherwise case long soon"
)
_QUOTE = words(
    """said says say saying asked told claimed thought mentioned wrote writes reported reports request requested
    requests requesting promised wanted insisted proposed suggested quote according understood heard"""
)
_WISH = words(
    """would could may might maybe perhaps possibly probably likely should shall must ought want wants need needs
    needed wish hope hoping prefer preferred preferable like love rather suggest suggesting suggestion propose
    proposing proposal recommend plan plans planning planned intend idea ideas option options alternative
    alternatively alternatives candidate consider considering try trying tried attempt going gonna will next later
    future eventually let lets please pls kindly ask asking asks seek hypothetically hypothetical theoretically
    potential potentially think believe guess assume expect expected suspect unsure uncertain wonder whether either
    else avoid avoiding prevent example goal target aim aiming ideal ideally desired almost nearly close hardly
    barely far wrong mistaken pretend able scenario scenarios choice choices gives result results"""
)
_PAST = words("previously originally initially earlier before last ago formerly yesterday past")
_IMPERATIVE = words(
    """make change keep paint color switch turn try use move recolor pick choose flip take give leave have update
    repaint consider select tell do wait"""
)
_ASKING = words("can could would will do does did is are am was were should shall have has may might")
_ASKED = words("you i we it my your the that there this all any")
_WHAT = words("what why how who where whose")
_PURPOSE = words(
    """avoid prevent resolve fix remove eliminate help match accommodate reduce get make reach keep satisfy break
    stop escape clear solve lower ease free bring improve minimize cut end honor meet follow respect suit allow let
    give leave"""
)
_GRANTED = re.compile(
    r",?\s*\b(?:(?:as )?per|matching|meeting|following|hono(?:u)?ring|fulfill?ing|granting|in line with|at|(?:up)?on)"
    r" (?:your|the|their) (?:last |latest |recent )?(?:requests?|wish(?:es)?|suggestions?|ask)\b"
    r"|,?\s*\bas (?:you )?(?:have |had )?(?:requested|asked|wished|suggested|wanted)(?: for)?\b",
    re.IGNORECASE,
)
"""Says that somebody got what he asked for: what it is said of is stated all the same."""
_FOLLOWS = words("then that this thus hence otherwise instead alternatively looks")


def stated(problem: Problem, speaker: str, text: str) -> Iterator[Part]:
    """Yield the parts of a text that are stated as facts, in reading order. Takes linear time."""
    reader = _Reader(Speller(problem, speaker))
    for line in lines(text):
        yield from reader.line(line)


class _Reader:
    """Reads line by line: a heading says how the bullets and rows below it are meant."""

    def __init__(self, speller: Speller) -> None:
        self.speller = speller
        self.held = self.table = self.wished = False
        self.recent: set[str] = set()

    def line(self, line: str) -> Iterator[Part]:
        bullet = _BULLET.match(line)
        body = _GRANTED.sub("", unmarked(line[bullet.end() :] if bullet else line))
        if not body or body[0] == ">":
            return
        table = "|" in body
        tokens = self.speller.tokens(body)
        if table and not self.table:
            self.held = self.held or not _plain(tokens) or "penalty" in tokens
        elif body[0] == "#" or body[-1] == ":":
            self.held = not _plain(tokens)
        elif not (bullet or table):
            self.held = False
        self.table = table
        if not self.held:
            yield from self._sentences(tokens)

    def _sentences(self, tokens: list[str]) -> Iterator[Part]:
        start, wished = 0, False
        for at, token in enumerate([*tokens, "."]):
            if token in _ENDS:
                if start < at:
                    cut = list(_cut(tokens[start:at]))
                    yield from self._sentence(cut, token == "?", wished)
                    if any(mark == ":" and not _plain(cut[i - 1][1]) for i, (mark, _) in enumerate(cut) if i):
                        return  # "Options: b2 green; b2 blue"
                    wished = wished or self.wished
                start = at + 1

    def _sentence(self, cut: list[tuple[str, list[str]]], asked: bool, wished: bool) -> Iterator[Part]:
        tokens = [token for _, part in cut for token in part]
        particular = any(t[0] in "+@" or t.startswith(("clash", "conflict")) for t in tokens)
        silent = _unstated(cut, asked)
        outcomes, held = True, self.wished and not _FOLLOWS.isdisjoint((cut[0][0], tokens[0]) if cut else ())
        recent, here = self.recent, set[str]()
        for i, (mark, part) in enumerate(cut):
            subject = _only(here or recent)
            named = {t for t in part if t[0] in "+@"}
            here = here | named
            kind = _kind(part)
            before = cut[i - 1][1] if i else []
            held = held or kind == "condition" or (mark == ":" and not _plain(before))
            silenced = held or i in silent
            outcomes = outcomes and kind != "wish" and not _is_option(mark, before) and (mark == "to" or not silenced)
            if kind in ("", "can") and not silenced and mark != "to":
                said = part if named else [subject or t if t == "it" else t for t in part]
                bare = not wished or part[0] in ("now", "currently")
                text, closes = f" {' '.join(said)} ", i == len(cut) - 1
                yield Part(text, subject, closes, kind == "can", outcomes, bare, particular)
            if kind == "quote":
                outcomes = False
        self.recent = here or recent
        self.wished = not outcomes


def _unstated(cut: list[tuple[str, list[str]]], asked: bool) -> set[int]:
    """Return the parts that are questions, or depend on a later condition."""
    questions = {i for i, (_, part) in enumerate(cut) if _opens_question(part)}
    last = set(range(min(questions, default=0), len(cut))) if asked else set()
    return questions | last | _before_conditions(cut)


def _only(subjects: set[str]) -> str:
    return next(iter(subjects)) if len(subjects) == 1 else ""


def _cut(tokens: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the parts of a sentence, each with the word or mark before it."""
    mark, part, opened = "", list[str](), False
    padded = ["", *tokens, "", "", ""]
    for at, token in enumerate(padded[1:-3], start=1):
        cuts = _cuts(padded, at)
        if token == "(":
            opened = not cuts
        elif token == ")":
            cuts, opened = not opened, False
        elif token == "-" and _gives(padded, at):
            token = ":"
        if not cuts:
            part.append(token)
            continue
        if part:
            yield mark, part
        mark, part = token, []
    if part:
        yield mark, part


def _gives(padded: list[str], at: int) -> bool:
    """Return True for a dash between a node and its color."""
    return padded[at - 1][:1] in ("+", "@") and padded[at + 1][:1] == "#"


def _cuts(padded: list[str], at: int) -> bool:
    """Return True if a word or mark stands between two parts of a sentence; a ")" does as its "(" did."""
    token, before, after = padded[at], padded[at - 1] or ".", padded[at + 1] or "."
    match token:
        case ":":
            label = before[0] in "+@" or before in _LABELS
            return not label or not (after[0] in "+@#" or after[0].isdigit() or after in _VALUES)
        case "-" if not _gives(padded, at):
            return not (before[0] in "+@" and after[0] in "+@")
        case "(":
            return not (before[0] in "+@#" and (after[0] == "#" or after in _VALUES))
        case "," | "and":
            return _starts(padded, at)
    return token in _SPLITS or (token == "to" and after in _PURPOSE)


def _starts(padded: list[str], at: int) -> bool:
    """Return True if a new statement starts after this comma or "and"."""
    to = at + 1
    while padded[to] in _SKIPPED and to < at + 3:
        to += 1
    head, after = padded[to], padded[to + 1]
    if head == "my":
        return padded[at] == "," or after[:1] != "+"
    return head in _NEW or head in _CONDITION or (head in _ASKING and after == "you")


def _plain(tokens: list[str]) -> bool:
    """Return True if the text after a heading or colon can be a fact."""
    return not any(t in _CONDITION or t in _QUOTE or t in _WISH or t == "can" for t in tokens)


def _kind(part: list[str]) -> str:
    """Return the reason why a part is no statement; empty if it is one."""
    said = set(part)
    first = next((t for t in part if t not in _SKIPPED and t != "now"), "")
    given = "with" in said and re.search(r" with [+@]\w+ #", f" {' '.join(part)}")
    if said & _CONDITION or given or (first == "with" and any(t[0] in "+@" for t in part)):
        return "condition"
    if said & _QUOTE:
        return "quote"
    if _is_wish(part, said) or (first in _IMPERATIVE and len(part) > 1):
        return "wish"
    if said & _PAST and "now" not in said:
        return "past"
    return "can" if "can" in said else ""


def _is_wish(part: list[str], said: set[str]) -> bool:
    """Return True for a wish, a proposal for others' nodes, or a denial."""
    denied = "not" in said and not said.isdisjoint(("true", "correct"))
    theirs = any(a[0] == "@" and b[0] == "#" for a, b in pairwise(part))
    proposed = theirs and said.isdisjoint(("is", "are", "both", "now")) and not any(t[0] == "+" for t in part)
    return denied or proposed or bool(said & _WISH)


def _is_option(mark: str, before: list[str]) -> bool:
    """Return True if the text before is only a configuration, so that a penalty after it is hypothetical."""
    mere = all(t[0] in "+@#" or not t.isalpha() or t in ("and", "or") for t in before)
    return mere and any(t[0] == "#" for t in before) and (mark != "," or any(t[0] == "@" for t in before))


def _opens_question(part: list[str]) -> bool:
    head = [t for t in part if t not in _SKIPPED][:2]
    if len(head) < 2:
        return bool(head) and head[0] in _WHAT
    return head[0] in _WHAT or (head[0] in _ASKING and (head[1] in _ASKED or head[1][0] in "+@"))


def _before_conditions(cut: list[tuple[str, list[str]]]) -> set[int]:
    """Return parts that depend on a later one: "I am satisfied, no clashes, if you take blue", "no clash but one"."""
    out = set[int]()
    for i, (mark, part) in enumerate(cut):
        if mark == "but" and (part[0][0] in "+@" or part[0] in ("one", "two")) and "is" not in part:
            out |= {i - 1} if i > 0 and "no" in cut[i - 1][1] else set()
        late = any(t in _CONDITION for t in part) and (part[0] not in _CONDITION or mark == ",")
        while late and i > 0 and cut[i][0] in (",", "and") and i - 1 not in out:
            i -= 1
            out.add(i)
    return out
