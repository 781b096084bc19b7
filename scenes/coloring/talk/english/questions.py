"""Topics of questions in plain words."""

from core.text import later
from scenes.coloring.problem.graph import Problem
from scenes.coloring.talk.english.idioms import C, N
from scenes.coloring.talk.speech import About, Question

_LEAD = later(
    r"(?:(?:and|so|but|hey|hi|hello|dear|ok|okay|well|then|now|,|:|please(?= (?:tell|show|say|explain|what|why|which))"
    r"|(?:can|could|would) you (?:please )?(?:tell|say|explain|show)(?: to)? me|do you know|tell me|show me|say) )+"
)
_WHAT = "(?:what(?: color)?|whta|wat|waht|which(?: color)?)"
_WHY = "(?:why|wy|how come|explain|what (?:is|'s) the reason|for what reason)"
_IF = (
    "(?:what if|and if|if|how about|what about|suppose|imagine|assume"
    "|what (?:happens|would happen|would you do) (?:if|when))"
)
_WELL = "(?:ok|okay|fine|work|works|clash|clashes|happy|good|possible|hurt|hurts|help|helps|allowed)"

_ABOUT: dict[About, tuple[str, ...]] = {
    "fine": (
        "(?:is|are) (?:everything|all|it all|that|things) (?:fine|ok|okay|good|well|right)",
        "(?:are|is) (?:you|we|everybody|everyone|it) (?:all )?(?:satisfied|happy|done|fine|ok|okay|finished|there)$",
        "(?:do|have) you (?:still )?(?:have |see |got )?(?:any |a )?(?:conflict|clash|problem)",
        "(?:any|how many) (?:open |more )?(?:conflict|clash|problem)",
        "(?:what|how) (?:is|'s|high is) your (?:penalty|score|state|status|cost)",
        "how (?:are you|is it|are things|do you stand)(?: doing| going)?$",
        "(?:ok|okay|fine|satisfied|done|happy|all good)$",
    ),
    "promised": (r"(?:what|which|did|have|do|any) .*\b(?:promise[ds]?|agreed?|offers?|commit|committed)\b",),
    "do": (
        "what (?:should|shall|can|could|must) (?:i|we) (?:do|change|color)(?! with)",
        "what (?:do|would) you (?:want|need|suggest|propose|recommend|advise|wish)",
        "(?:any|have you any|do you have any|got any) (?:idea|suggestion|advice|tip|wish|proposal)",
        "(?:how )?(?:can|could|may) (?:i|we) help",
        "(?:help|help me|what now|what next)$",
        "how (?:do|can|could) we (?:fix|solve|mend)",
    ),
    "why": (
        rf"{_WHY}\b.*?\bnot <C> (?:on|for) <N>",
        rf"{_WHY}\b.*?\b<N> not <C>",
        rf"{_WHY}\b.*?\b<N>\b",
        "(?:why|why not|why that|why so|how come|why that color)$",
    ),
    "if": (rf"{_IF}\b.*?\b<N>\b.*?\b<C>\b",),
    "can": (
        rf"(?:(?:which|what) )?colors? (?:of|for|can|could|may|are (?:{_WELL}|left) (?:for|on)) <N>",
        rf"(?:which|what) (?:colors?|values?)\b.*\b(?:can|could|may|{_WELL}|left)\b.*?\b<N>\b",
        r"(?:which|what) .*?\b<N>\b.*\b(?:take|be|have) (?:for you|with you)",
        "what (?:can|could|may) (?:i|we) do with <N>",
        r"(?:can|could|may|might|should|shall|must) <N> (?:\w+ )?(?:be|become|take|have|go|turn|stay) <C>",
        rf"(?:would|is|does|are|do|will) (?!you mind)(?=.*\b{_WELL}\b).*?\b<N>\b.*?\b<C>\b",
        "<N> <C>$",
    ),
    "what": (
        r"(?:is|are|was|did|have|has) (?:not )?(?:you )?(?:\w+ )?<N>\b",
        rf"{_WHAT} (?:is|are|'s|does|has|do)\b.*?\b<N>\b",
        "the (?:current )?colors? of <N>",
        "(?:color )?<N>$",
        "(?:(?:what|which|how) (?:are|is) )?your (?:own )?(?:colors?|nodes?)$",
    ),
}
_RULES = tuple(
    (about, later(rule.replace("<N>", f"(?P<node>{N})").replace("<C>", f"(?P<color>{C})")))
    for about, rules in _ABOUT.items()
    for rule in rules
)
_ALWAYS = later(
    rf"why|wy|how come|explain|wh?at|whta|which|help|help me|how can|how about|any |the color of|your |{N}$"
)
"""Openings that make a question of a sentence without a question mark."""


def question(problem: Problem, line: str, asked: bool) -> Question | None:
    """Return the topic of a sentence that an owner can answer; `asked` if it has a question mark."""
    lead = _LEAD.match(f"{line} ")
    told = lead is not None and lead[0].rstrip().endswith("me")
    bare = (line[lead.end() :] if lead else "") or line
    if not (asked or told or _ALWAYS.match(bare)):
        return None
    for about, rule in _RULES:
        found = rule.match(bare)
        if found:
            named = {"node": "", "color": ""} | {key: word for key, word in found.groupdict().items() if word}
            if named["node"] in problem.owner or not named["node"]:
                return Question(about, **named)
    return None
