"""Sentences that take a request back, and those that report somebody else's opinion."""

import re

from core.text import later
from scenes.coloring.problem.graph import Problem
from scenes.coloring.talk.english.idioms import C, N

_LEAD = (
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
        rf"^{_LEAD}(?:i )?{_CANCEL}(?: about)?"
        rf"(?: what i (?:said|asked|wanted|told you)(?: (?:about|for|on))?)? {_ENDS}",
        rf"^{_LEAD}i no longer (?:need|want|require|insist on|ask for) {_ENDS}",
        rf"^{_LEAD}i do not (?:need|require|insist on) {_ENDS}",
        rf"^{_LEAD}(?:i (?:'ve|have) |there (?:is|'s) )?no (?:more|further) need {_OF} {_ENDS}",
        rf"^{_LEAD}(?:there (?:is|'s) )?no need {_OF} {_THING}(?: <C>)? (?:any ?more|any longer|after all|now)$",
        rf"^{_LEAD}you (?:no longer (?:have|need) to|do not (?:have|need) to|need not)"
        rf" (?:make|paint|color|set|turn|switch) {_ENDS}",
        rf"^{_LEAD}<N>(?: <C>)? is (?:no longer|not|not any ?more) (?:necessary|needed|required|important){_TAIL}",
        rf"^{_LEAD}(?:i (?:have |'ve )?changed my mind )?(?:about|on|for) <N>"
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
    """The node that is no longer asked for."""
    return next((found["node"] for rule in _DROPS if (found := rule.match(line))), None)


def own_part(problem: Problem, speaker: str, line: str) -> str:
    """Return what a sentence says for its speaker, without what it reports of others; all of it if it reports nothing,
    or the speaker agrees.
    """
    names = "|".join(re.escape(name.casefold()) for name in problem.clusters if name != speaker)
    who = rf"(?:{_SOMEBODY}|{names})"
    reports = rf"{who} (?:also |really |just )?(?:{_SAYS})\b|according to {who} "
    told = re.match(rf"(?:(?:and|but|well|so) )?(?:{reports})", line)
    if not told or not re.search(rf"\b{N}\b", line) or (_SHARED.search(line) and "not agree" not in line):
        return line
    rest = line.rpartition(" but ")[2] if " but " in line[told.end() :] else ""
    return rest if re.search(rf"\b{N}\b", rest) else ""
