"""Sentences of a fixed form: costs, questions, courtesies, and requests taken back."""

import re

from core.text import later
from scenes.coloring.problem.graph import Problem
from scenes.coloring.solvers.bound import MOST, Cost
from scenes.coloring.talk.english.idioms import C, N
from scenes.coloring.talk.speech import About, Question

_WORDS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
_LEAST = r"(?:at least )?"
_COUNT = rf"{_LEAST}(?P<count>[0-9]{{1,6}}|{'|'.join(_WORDS)}) (?P<unit>conflicts?|clash(?:es)?|points?|penalty)?"
_COSTS = tuple(
    later(rule.replace("COUNT ?", rf"{_COUNT}"))
    for rule in (
        r"\b(?:will |would )?(?:cost|costs) (?:me |us )?COUNT ?",
        r"\b(?:will |would )?(?:leave|leaves|give|gives|bring|brings) (?:me|us) (?:with )?COUNT ?",
        r"\b(?:i|we) (?:would |will )?(?:always |still )?"
        r"(?:lose|have|get|am left with|end up with|am stuck with|keep|pay) COUNT ?",
    )
)
_NEVER = later(
    r"\b(?:(?:can )?never (?:works?|fits?|suits?)(?: for| with)?(?: me| us| my side)?"
    r"|(?:is|are) impossible (?:for|with) (?:me|us|my side)"
    r"|(?:(?:i|we) (?:can never|have no way to)|there (?:is|'s) no way for (?:me|us) to)"
    r" (?:work with|live with|fit|handle|take|accept)"
    r"|(?:leaves?|gives?) (?:me|us) (?:no way out|nothing|no valid coloring))\b"
)
_PAIR = later(rf"\b({N}) (?:(?:to|in|is|=|turns?|being|be|as) )?({C})\b")
_BEFORE = later(rf"\b({C}) (?:on|for) ({N})\b")
_NOT_SO = later(r"\b(?:not|unless|or|except|but|if you)\b")
_GAIN = later(r"^(?:with|if|then|now) .*\b(?:i|we) (?:could|can|would) (?:reach|get (?:down )?to|be at) [0-9]+\b")


def cost(problem: Problem, speaker: str, line: str) -> Cost | None:
    """Read a sentence of plain words that says what colors of others' nodes cost its speaker, if it is one."""
    said = _cost(problem, line)
    if said is None or _NOT_SO.search(line):
        return None
    conflicts, rest = said
    pairs = {node: color for color, node in _BEFORE.findall(rest)} | dict(_PAIR.findall(rest))
    named = set(re.findall(rf"\b{N}\b", rest))
    owners = {problem.owner.get(node) for node in named}
    if len(owners) != 1 or owners <= {None, speaker} or named != set(pairs):
        return None
    return Cost(pairs, conflicts) if set(pairs.values()) <= set(problem.colors) and conflicts else None


def of_own(problem: Problem, speaker: str, line: str) -> bool:
    """Return True if a sentence gives the cost of colors at its speaker's own nodes, which reports no color."""
    named = re.findall(rf"\b{N}\b", line)
    return bool(named) and {problem.owner.get(node) for node in named} == {speaker} and _cost(problem, line) is not None


def gain(line: str) -> bool:
    """Return True if a sentence states a possible gain of its speaker, which requests nothing."""
    return _GAIN.search(line) is not None


def _cost(problem: Problem, line: str) -> tuple[int, str] | None:
    """Find how many conflicts are spoken of, and what is said beside it."""
    for rule in _COSTS:
        if found := rule.search(f"{line} "):
            count = int(_WORDS.get(found["count"], 0) or found["count"])
            whole = found["unit"] in (None, "point", "points", "penalty")
            conflicts = round(count / problem.conflict_penalty) if whole else count
            return min(conflicts, MOST), rule.sub(" ", f"{line} ")
    return (1, _NEVER.sub(" ", line)) if _NEVER.search(line) else None


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
    tells = lead is not None and lead[0].rstrip().endswith("me")
    bare = (line[lead.end() :] if lead else "") or line
    if not (asked or tells or _ALWAYS.match(bare)):
        return None
    for about, rule in _RULES:
        found = rule.match(bare)
        if found:
            named = {"node": "", "color": ""} | {key: word for key, word in found.groupdict().items() if word}
            if named["node"] in problem.owner or not named["node"]:
                return Question(about, **named)
    return None


_POLITE = (
    r"hello|hi|hey|hiya|good (?:morning|evening|day|afternoon)|(?:many )?thanks|thank you|thx|tysm|ty|cheers"
    r"|(?:much|very much) appreciated|well done|bye|goodbye|welcome|great(?: job| work)?|good (?:job|work|game)"
    r"|nice(?: job| work| to meet you)?|perfect|(?:i (?:'m|am) )?(?:so |very )?sorry|im sorry|(?:my )?apologies"
    r"|i apologi[sz]e|my (?:bad|mistake|fault)|oops|pardon(?: me)?|gg"
)
_AFTER = (
    r"there|very much|so much|a lot|again|everybody|everyone|all|both|you|guys|team|mate|pal"
    r"|(?:for|about) (?:that|this|it|everything|(?:your|the|all the) (?:help|mess|trouble|confusion))"
)
_KIND = r"that (?:was|is|'s) (?:very |so |really )?(?:kind|nice|helpful|good|great)(?: of you)?(?: ,)? "
GREETING = later(rf"(?:{_KIND})?(?:(?:{_POLITE})(?: (?:{_AFTER}))*(?: [,:])?(?: |$))+(?:, )?(?:[a-z]+ ?)?")
_ANSWERS = (
    (re.compile(r"\b(?:thanks?|thx|tysm|ty|cheers|appreciated)\b"), "You're welcome."),
    (re.compile(r"\b(?:sorry|apologies|apologi[sz]e|my (?:bad|mistake|fault)|oops|pardon)\b"), "No problem."),
    (re.compile(r"\b(?:bye|goodbye)\b"), "Goodbye."),
    (re.compile(r"\b(?:well done|great|perfect|nice (?:job|work)|good (?:job|work|game)|gg)\b"), "Thank you."),
)


def courtesy(text: str) -> str:
    """Answer a greeting, thanks or an apology."""
    low = text.casefold()
    return next((answer for rule, answer in _ANSWERS if rule.search(low)), "Hello.")


_OPENING = (
    r"(?:(?:please|actually|ok|okay|well|no|so|sorry|never mind|(?:scrap|scratch|forget|strike) (?:that|it)"
    r"|on second thoughts?|i (?:have |'ve )?changed my mind) ?[,:]? ?)*"
)
_THING = (
    r"(?:(?:the|my|your) )?(?:(?:idea|request|wish|demand|need|plan)s? (?:of|for|about|on|to have) )?"
    r"(?:making |having |to make )?<N>"
)
_TAIL = r"(?: (?:=|to|as|is|being|be|in))?(?: <C>)?(?: (?:any ?more|any longer|after all|again|now|at all))*$"
_ENDS = rf"{_THING}{_TAIL}"
_OF = "(?:of|for|to (?:make|have|keep|paint|color))"
_CANCEL = "(?:forget|drop|skip|cancel|scrap|scratch|ignore|disregard|withdraw|revoke|retract|take back|never mind)"
_DROPS = tuple(
    later(pattern.replace("<N>", f"(?P<node>{N})").replace("<C>", C))
    for pattern in (
        rf"^{_OPENING}(?:i )?{_CANCEL}(?: about)?"
        rf"(?: what i (?:said|asked|wanted|told you)(?: (?:about|for|on))?)? {_ENDS}",
        rf"^{_OPENING}i no longer (?:need|want|require|insist on|ask for) {_ENDS}",
        rf"^{_OPENING}i do not (?:need|require|insist on) {_ENDS}",
        rf"^{_OPENING}(?:i (?:'ve|have) |there (?:is|'s) )?no (?:more|further) need {_OF} {_ENDS}",
        rf"^{_OPENING}(?:there (?:is|'s) )?no need {_OF} {_THING}(?: <C>)? (?:any ?more|any longer|after all|now)$",
        rf"^{_OPENING}you (?:no longer (?:have|need) to|do not (?:have|need) to|need not)"
        rf" (?:make|paint|color|set|turn|switch) {_ENDS}",
        rf"^{_OPENING}<N>(?: <C>)? is (?:no longer|not|not any ?more) (?:necessary|needed|required|important){_TAIL}",
        rf"^{_OPENING}(?:i (?:have |'ve )?changed my mind )?(?:about|on|for) <N>"
        r"(?: ?[:,] it (?:need not|does not (?:have|need) to|no longer (?:has|needs) to) be <C>)?$",
        r"^<N> is free(?: again| now)?$",
        r"^<N> (?:does not|need not|does no longer)(?: have to| need to)? be <C>(?: any more| anymore| any longer)$",
        r"^you (?:may|can|are free to) (?:change|recolor|move) <N>(?: again| now)?$",
        r"^i (?:release|free) you from <N>$",
        r"^you (?:no longer (?:have|need) to|do not (?:have|need) to) keep <N>\b.*$",
        r"^(?:do|choose) (?:whatever|what|as) you (?:like|want|please) (?:with|for|on) <N>$",
    )
)

_SAYS = (
    r"(?:think|believe|say|claim|want|suggest|propose|recommend|wish|insist|feel|reckon|prefer|demand|ask|tell)s?"
    r"|thought|believed|said|claimed|wanted|suggested|proposed|recommended|wished|insisted|felt|preferred|demanded"
    r"|asked|told|would (?:like|prefer|want)"
)
_OTHER = rf"(?!{N}\b|(?:side|cluster|nodes?|part|half|boundary|colors?|own)\b)[a-z]+"
_SOMEBODY = (
    rf"(?:(?:my|our|an?|some|the|one of my) (?:{_OTHER} )?{_OTHER}"
    r"|somebody|someone|everybody|everyone|people|they|he|she|others)"
)
_SHARED = later(r"\b(?:i (?:fully |also |do )?agree|so do i|me too|i think so too|and (?:so )?(?:do )?i)\b")


def dropped(line: str) -> str | None:
    """Return the node of a request that a sentence takes back."""
    return next((found["node"] for rule in _DROPS if (found := rule.match(line))), None)


def own_part(problem: Problem, speaker: str, line: str) -> str:
    """Return what a sentence says for its speaker, without what it reports of others.

    All of it if it reports nothing, or the speaker agrees.
    """
    names = "|".join(re.escape(name.casefold()) for name in problem.clusters if name != speaker)
    who = rf"(?:{_SOMEBODY}|{names})"
    reports = rf"{who} (?:also |really |just )?(?:{_SAYS})\b|according to {who} "
    report = re.match(rf"(?:(?:and|but|well|so) )?(?:{reports})", line)
    if not report or not re.search(rf"\b{N}\b", line) or (_SHARED.search(line) and "not agree" not in line):
        return line
    rest = line.rpartition(" but ")[2] if " but " in line[report.end() :] else ""
    return rest if re.search(rf"\b{N}\b", rest) else ""
