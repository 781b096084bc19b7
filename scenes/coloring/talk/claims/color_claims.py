"""Statements about colors in plain words: a node's present or earlier color, or its change."""

import re
from collections.abc import Generator, Iterator
from typing import NamedTuple

from core.text import later
from scenes.coloring.talk.claims.plain_text import words


class Is(NamedTuple):
    """A node has a color, or has it not; "+" has it if all own nodes have."""

    node: str
    color: str
    yes: bool = True


class Was(NamedTuple):
    """A node had a color before this turn."""

    node: str
    color: str


class Changed(NamedTuple):
    """A node (or, without one, any) was changed in this turn, to some color, or was not."""

    node: str = ""
    yes: bool = True
    color: str = ""


Deed = Is | Was | Changed

NODE = r"[+@]\w++"
ITEM = (
    r"(?:(?:the )?colors? of |(?:all|both) of |(?:my|your|our|own|nodes?|both|the|all) ){0,3}"
    rf"{NODE}(?: 's(?: (?:own|colors?|node))?)?"
)
LIST = rf"{ITEM}(?: (?:, and|,|and|/|-|nor) {ITEM}){{0,7}}"

_IS = words("is are 's stays stay remains remain became")
_CHANGE = words(
    """changed switched updated flipped moved recolored turned modified altered adjusted shifted went gone
    repainted swapped"""
)
_SET = words("set made painted colored picked chose chosen put gave given used assigned selected took")
_KEPT = words("kept left keeping leaving")
_ONGOING = words(
    "changing switching updating flipping moving recoloring turning setting making painting coloring picking"
)
_BASE = words("change switch update flip move recolor turn modify alter adjust swap touch")
_NOT = words("not never no neither")
_LOOSE = words("already again back")

_GLUE = "|".join(
    map(
        re.escape,
        sorted(
            _IS
            | _CHANGE
            | _SET
            | _NOT
            | _LOOSE
            | words(
                "was were has have had been being got now currently still also both all just longer indeed actually"
            )
            | words(
                "really color colored at on in the a an to into as from locked fixed : = -> ( "
                "| over right fact simply therefore"
            ),
            key=len,
            reverse=True,
        ),
    )
)
_ASSIGN = later(
    rf"(?P<nodes>{LIST}) (?P<link>(?:(?:{_GLUE}) ){{0,8}})(?:#(?P<was>\w+) (?:->|to|into) )?#(?P<color>\w+)(?= )"
)
_NODES = later(LIST)
NAMES = later(NODE)
_LEAD = (
    "i|we|have|am|are|did|not|never|just|now|also|already|only|finally|successfully|indeed|actually|both|and|,|yes|okay"
    "|ok|done|sure|then|so|simply|currently|therefore|instead|sorry|all"
)
_DEED = later(
    rf"(?:^|(?<= ,)|(?<= and)|(?<= i)|(?<= we)|(?<= that)) (?P<lead>(?:(?:{_LEAD}) ){{0,7}})"
    rf"(?P<verb>{'|'.join(sorted(_CHANGE | _SET | _KEPT | _ONGOING | _BASE))}) (?P<fill>(?:only |just |back "
    rf"|over ){{0,2}})"
)
_COLOR_FOR = later(rf"(?:with )?#(?P<color>\w+) (?:for|on|at|to|in) (?P<nodes>{LIST})(?= )")
_CHOSEN = later(rf" (?:went|chose|picked|used|using|put|took|assigned|gave) (?={_COLOR_FOR.pattern})")
_ALONE = later(
    rf"(?P<nodes>{LIST}) (?P<aux>(?:(?:was|were|has|have|been|is|are|'s|did|not|never|got|just|also|all|both|still"
    rf"|remains|remain|stays|stay|:|\(|now|already) ){{0,6}})"
    rf"(?P<verb>{'|'.join(sorted(_CHANGE | _BASE))}|unchanged|untouched)(?= )"
)
_ELIDED = later(
    r"(?:^|(?<= ,)|(?<= and)) (?:(?:is|are) (?P<a>(?:now |currently |still |not |actually ){0,3})|now (?P<b>not )?)"
    r"#(?P<color>\w+)(?= )"
)
_ANY = (
    "(?:anything|any colors?|any nodes?|any of my (?:nodes|colors)"
    "|my (?:own )?(?:colors?|nodes|coloring|cluster|assignments?))"
)
_END = r"(?= $| ,| \)| and| this| on| in| yet| now| so| here| at| since)"
_NOTHING = later(
    rf" (?:(?:did|have) not (?:changed?|moved?|modify|modified|updated?|recolor|recolored|touched?|altered?"
    rf"|switch) {_ANY}"
    rf"|(?:i|we) (?:did|have) not (?:changed?|moved?)|(?:i|we) (?:just |have )?changed nothing"
    rf"|(?:made|making|with) no changes?|(?<=^ )no changes?(?: were)?(?: made)?|nothing (?:has |was |is |have )?changed"
    rf"|(?:my|our) (?:colors|nodes|coloring|cluster) (?:are|is|remain|remains|stay) (?:still )?(?:unchanged|the same)"
    rf"|(?:kept|left) (?:everything|all my (?:nodes|colors)|my (?:nodes|colors|coloring)) "
    rf"(?:as (?:it|they) (?:is|are|was|were)|as is|the same|unchanged)){_END}"
)
_SOMETHING = later(
    r" (?:i|we) (?:have |just |also |now |did ){0,3}(?:(?:changed|updated|adjusted|modified|recolored) (?:my|our|some|"
    r"several|a few|the)(?: own| of my)? (?:colors|nodes|coloring|cluster|assignments?)|(?:made|applied) (?:the"
    r"|that|this"
    rf"|your|a|some|my|these|those) changes?){_END}"
)
_ALL = later(
    r" (?:now )?(?:all (?:of )?my (?:own )?nodes are|my (?:own )?nodes are (?:now )?all)(?: now| still| currently)?"
    r" #(?P<color>\w+)(?: now)? $"
)
_CLEAN = words(
    ". , and now currently that both ) | / still also right ok okay yes done again here : = sorry actually no"
)
_BEFORE_OTHERS = words("of to near beside by from about except with like than between around for touching against not")
_AFTER_BARE = words(". , ) | and now again still too already instead here both + (")


def read_deeds(text: str, subject: str, bare: bool, closes: bool) -> Iterator[Deed]:
    """Return the color statements in a part of a sentence.

    `subject` is the node mentioned before; `bare` reads "b2 green" as a fact.
    """
    if not NAMES.search(text):
        yield from _of_all(text, closes)
    else:
        yield from _of_nodes(text, bare)
    for match in _ELIDED.finditer(text):
        nodes = set(names(text[: match.start()])) or ({subject} if subject else set())
        if len(nodes) == 1:
            yield Is(nodes.pop(), match["color"], "not" not in (match["a"] or match["b"] or ""))


def _of_all(text: str, closes: bool) -> Iterator[Deed]:
    if closes and (match := _ALL.match(text)):
        yield Is("+", match["color"])
    elif _NOTHING.search(text):
        yield Changed(yes=False)
    elif _SOMETHING.search(text):
        yield Changed()


def _of_nodes(text: str, bare: bool) -> Iterator[Deed]:
    done = 0
    for match in _DEED.finditer(text):
        if match.start() >= done:
            done = yield from _active(text, match)
    for match in _CHOSEN.finditer(text):
        if match["nodes"] and not _NOT & _said(text[: match.start()]):
            yield from (Is(node, match["color"]) for node in names(match["nodes"]))
    yield from _assigned(text, done, bare)
    for match in _ALONE.finditer(text):
        aux = _said(match["aux"])
        if match.end() > done and _clean(text, match.start()) and _after(text, match.end()) in _AFTER_CHANGE:
            base = match["verb"] in _BASE
            yes = not (aux & _NOT or match["verb"].startswith("un"))
            if not base or "did" in aux:
                yield from (Changed(node, yes) for node in names(match["nodes"]))


_AFTER_CHANGE = words(
    ". , ) and again back too now already for because this in just accordingly per as at after untouched"
    " unchanged alone"
)


def _active(text: str, match: re.Match[str]) -> Generator[Deed, None, int]:
    """Read "I changed b2 from red to green, b3 to blue", and return where it ends."""
    lead, verb, at = _said(match["lead"]), match["verb"], match.end()
    if (verb in _ONGOING and not lead & {"am", "are"}) or (verb in _BASE and "did" not in lead):
        return 0
    yes, fresh = not lead & _NOT, verb in _CHANGE | _BASE | _ONGOING and not lead & _LOOSE
    first = True
    while True:
        item = _ASSIGN.match(text, at)
        if item and not _said(item["link"]) & _IS:
            yield from _done(item, verb, yes, fresh)
            at = item.end()
        elif first and (alone := _NODES.match(text, at)):
            nodes = names(alone[0])[: -1 if item else None]
            if (item or _after(text, alone.end()) in _AFTER_CHANGE) and (fresh or verb in ("kept", "left")):
                yield from (Changed(node, yes is (verb not in _KEPT)) for node in nodes)
            return alone.start() if item else alone.end()
        else:
            return at
        first = False
        more = _MORE.match(text, at)
        if not more or not _ASSIGN.match(text, more.end()):
            return at
        at = more.end()


def _done(item: re.Match[str], verb: str, yes: bool, fresh: bool) -> Iterator[Deed]:
    """Yield the claims of one item of a change."""
    for node in names(item["nodes"]):
        if yes and not _said(item["link"]) & _NOT:
            yield Is(node, item["color"])
            if verb in ("kept", "left"):
                yield Changed(node, yes=False)
            elif verb not in _KEPT and (fresh or item["was"]):
                yield Changed(node, True, item["color"])
                yield from [Was(node, item["was"])] if item["was"] else []
        elif fresh and not yes:
            yield Changed(node, False, item["color"])


_MORE = later(r" (?:, and |, |and |/ )(?:also |then )?")


def _assigned(text: str, done: int, bare: bool) -> Iterator[Deed]:
    """Read "b2 is green", "b2 was changed to green", and "b2 = green" where nothing contradicts it."""
    short: list[Deed] = []
    end = -1
    for match in _ASSIGN.finditer(text):
        link, nodes, left = _said(match["link"]), names(match["nodes"]), _before(text, match.start())
        chained, end = match.start() == end + 1, match.end()
        right = _after(text, end)
        if match.start() < done or right in ("or", "/") or text.startswith(" | #", end):
            bare = bare and match.start() < done
            continue
        deed = bool(link & (_CHANGE | _SET)) and not link & {"had"}
        yes = not link & _NOT and left != "neither"
        if link & _IS or deed or "been" in link:
            whole = left in _CLEAN or chained
            yield from _linked(match, nodes if whole else _nearest(match["nodes"], nodes, left), deed, yes)
        elif not link & {"was", "were", "had", "has", "have"} and yes:
            clean = (left in _CLEAN or chained) and (right in _AFTER_BARE or right[0] in "+@")
            theirs = any(node[0] == "@" for node in nodes) and not text.startswith((" now ", " currently "))
            bare = bare and clean and not theirs
            own = [node for node in nodes if node[0] == "+"]
            short += [Is(node, match["color"]) for node in own]
            short += [Changed(node, True, match["color"]) for node in own if match["was"]]
    if bare:
        yield from short


def _nearest(listing: str, nodes: list[str], left: str) -> list[str]:
    """Return the node that a verb is about, where other words stand before a list of nodes."""
    single = len(nodes) == 1 or " , " in listing
    return [] if not single or left in _BEFORE_OTHERS or left[0] == "#" else nodes[-1:]


def _linked(match: re.Match[str], nodes: list[str], deed: bool, yes: bool) -> Iterator[Deed]:
    """Read "b2 is green", "b2 was changed to green", and their denials."""
    link, color = _said(match["link"]), match["color"]
    for node in nodes:
        if deed and not yes:
            yield Changed(node, False, color)
            continue
        yield Is(node, color, yes)
        if yes and (match["was"] or (link & _CHANGE and not link & _LOOSE)):
            yield Changed(node, True, color)


def names(text: str) -> list[str]:
    """List the nodes in plain words."""
    return NAMES.findall(text)


def _said(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _before(text: str, at: int) -> str:
    """Return the word before a place; "." at the start."""
    return (text[max(0, at - 20) : at].split() or ["."])[-1]


def _after(text: str, at: int) -> str:
    return (text[at : at + 20].split() or ["."])[0]


def _clean(text: str, at: int) -> bool:
    return _before(text, at) in _CLEAN
