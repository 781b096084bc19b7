"""Free words, in any style, to plain ones: "I've switched **B2** → G!" becomes "i have switched +b2 -> #green !"."""

import re

from core.text import later
from scenes.coloring.problem.graph import Problem
from scenes.coloring.talk.language import OTHER_COLORS


def words(line: str) -> frozenset[str]:
    return frozenset(line.split())


_SAME = {
    "‘’´′": "'",
    "“”„«»″": '"',
    "–‑‒−": "-",
    "—―": " - ",
    "→⇒➔➜⟶➡": " -> ",
    "…": ". ",
    "≠": " not ",
    "❌✗✘✖": " no ",
    "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029": "\n",
}
_TABLE = str.maketrans({mark: text for marks, text in _SAME.items() for mark in marks})
_STRIPPED = later("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe0f\ufeff_`~]|\\*(?!\\d)|(?<!\\d)\\*")
_QUOTED = later(r'"[^"\n]*"|(?<!\w)\'[^\'\n]*\'(?!\w)')
_SHORT = later(r"\b(?:(e\.g\.)|i\.e\.|vs\.|etc\.)", re.IGNORECASE)
_TOKEN = later(
    r"[^\W\d_]+(?:-[^\W\d_]{2,})+(?!\w)|\d+(?:[.,]\d+)?(?!\w)|[^\W_]+(?:'[^\W_]+)?|[-=]{1,3}>|[.!?;:,=()|/&+<>*-]"
)
_TAILS = {"m": "am", "re": "are", "ve": "have", "ll": "will", "d": "would", "s": "'s"}
_IS = words("it that this there here everything nothing all what he she who side penalty cluster coloring")
_VERBS = ("do", "is", "are", "must", "should", "does", "did", "have", "has", "was", "could", "would")
_SPELLED = {
    **{f"{verb}nt": f"{verb} not" for verb in _VERBS},
    **dict.fromkeys(("can't", "cannot", "cant"), "can not"),
    **dict.fromkeys(("won't", "wont"), "will not"),
    "im": "i am",
    "ive": "i have",
    "colour": "color",
    "colours": "colors",
    "coloured": "colored",
    "&": "and",
    "recoloured": "recolored",
    "colouring": "coloring",
    "recolouring": "recoloring",
}
_BEFORE_LETTER = words(": = -> ( | to is are now from into currently still 's not stays remains as")
_AFTER_A = words("is has and said asked told can could will would should needs wants to")
_ASIDES = later(
    r" (?:just )?as (?:\S+ )?(?:have )?(?:asked|requested|wanted|suggested|wished|proposed|promised|agreed|discussed|"
    r"instructed|desired|mentioned|said|planned|reported|noted|told)(?: for| me| by you)?(?= )"
    r"|(?: now)? (?:per|at|on|following|given) your (?:request|suggestion|wish|message)(?= )"
    r"| like you (?:asked|wanted)(?: for)?(?= )| that said(?= )| (?:please )?(?:note|be aware)(?: that)?(?= )"
    r"| (?:as )?you can (?:now )?see(?: that)?(?= )| of course(?= )| if possible(?= )| went ahead and(?= )"
    r"| i can (?:now |also |happily )?(?:confirm|report|see|say|assure you)(?: that)?(?= )"
    r"| (?:i )?(?:just )?(?:want|wanted|would like) to (?:say|confirm|report|tell you|let you know)(?: that)?(?= )"
    r"| (?:i am )?(?:happy|glad|pleased) to (?:say|confirm|report|tell you|let you know)(?: that)?(?= )"
)
_ASKED_FOR = later(r"(?<= change) (?:that )?you (?:asked(?: for)?|requested|wanted)(?= )")
_DID = later(r" (?:managed|was able) to(?= )")
_BESIDE = later(r" next to(?= (?:my|your|our|the|a|an|both|[+@#]\w+) )")
_BECAME = later(r" (?:has|have|'s)((?: now| just| already)?) become(?= )")
_FREE = later(r" (conflict|clash) free(?= )")


def lines(text: str) -> list[str]:
    """Split a text into lines, without its quotations."""
    text = _QUOTED.sub(lambda m: " " if " " in m[0].strip("\"' ") else m[0], text.translate(_TABLE))
    return _SHORT.sub(lambda m: " example " if m[1] else " ", text).split("\n")


def unmarked(line: str) -> str:
    return _STRIPPED.sub("", line).strip()


class Speller:
    """Tokenizer that marks nodes and colors: +b2 (the speaker's), @h2 (another's), #red.

    The speaker's name becomes i, any other name you.
    """

    def __init__(self, problem: Problem, speaker: str) -> None:
        self.problem, self.speaker = problem, speaker
        self._nodes = {n.casefold(): f"{'+' if o == speaker else '@'}{n}" for n, o in problem.owner.items()}
        self._colors = {color: f"#{color}" for color in {*OTHER_COLORS, *problem.colors}}
        self._letters = {color[0]: f"#{color}" for color in reversed(problem.colors)}
        self._names = {name: "i" if name == speaker else "you" for name in problem.clusters}

    def tokens(self, line: str) -> list[str]:
        out = ["."]
        raw = [*_TOKEN.findall(line), "."]
        for at, word in enumerate(raw[:-1]):
            low = word.casefold()
            if token := self._nodes.get(low) or self._colors.get(low):
                out.append(token)
            elif low in self._letters and (out[-1][0] in "+@" or out[-1] in _BEFORE_LETTER):
                out.append(self._letters[low])
            elif word in self._names and (low != "a" or not raw[at + 1].isalpha() or raw[at + 1] in _AFTER_A):
                out.append(self._names[word])
            else:
                out += self._expand(word, low)
        spoken = _ASIDES.sub("", f" {' '.join(out[1:])} ")
        spoken = _DID.sub(" did", _ASKED_FOR.sub("", spoken))
        return _FREE.sub(r" \1-free", _BECAME.sub(r"\1 became", _BESIDE.sub(" beside", spoken))).split()

    def _expand(self, word: str, low: str) -> list[str]:
        if low in _SPELLED:
            return _SPELLED[low].split()
        stem, _, tail = low.partition("'")
        if not tail:
            return [low]
        if low.endswith("n't"):
            return [stem[:-1], "not"]
        if tail == "s" and stem in _IS:
            return [stem, "is"]
        return [self._nodes.get(stem) or self._names.get(word.partition("'")[0], stem), _TAILS.get(tail, tail)]
