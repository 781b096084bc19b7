"""Plainer words for how people put things: "it would be great if b2 became red" is "please b2 be red".

Rules rewrite words that single spaces separate, in order. N is a node, C a color; what is in (brackets) is kept.
"""

import re

from core.text import later

N = r"[a-z]+[0-9]+"
C = "(?:red|green|blue|yellow|purple|white)"
_FINE = "(?:fine|ok|okay|good|acceptable|alright|possible)"
_TURN = "(?:became|become|becomes|be|were|was|is|turned|turns|turn|went|goes|go)"
_END = r"(?= (?:[.,;!?]|and|please) | $)"

_RULES = (
    # spelling
    (" do nt ", " do not "),
    (" over to ", " to "),
    (" (?:no one|noone) ", " nobody "),
    # asking politely
    (" , (?:ok|okay|right|yes|agreed|will you|would you|can you|could you) $", " please "),
    (" i would (?:rather|sooner|much rather)(?: have| see| like)? (?=N)", " please "),
    (" (?:ideally|preferably|best) ,? ?(N) (?:is|would be|was|were)? ?(?=C)", r" please \1 "),
    (
        " (?:it|that) (?:would|will|is) (?:be )?(?:really |so |very )?(?:great|nice|lovely|good|kind|wonderful|perfect"
        "|helpful|cool) (?:of you )?(?:if|when|to see|to have|to) ",
        " please ",
    ),
    (" it would (?:really )?(?:help|please) (?:me|us) (?:a lot |a bit |much )?if ", " please "),
    (
        " (?:i|we) (?:would|will) (?:really |all )?(?:be (?:very |so )?(?:grateful|happy|glad|thankful|pleased|done"
        "|fine)|appreciate it|love it|like it) (?:if|when) ",
        " please ",
    ),
    (" (?:do you think|i was wondering if|i wonder if|i was wondering whether) you (?:could|can|would) ", " please "),
    (" (?:might|may|could|can) i (?:ask|trouble|bother|get) you (?:to|for) ", " please "),
    (" would it be possible (?:to have|for you to) ", " please "),
    (" (?:may|can|could) (?:i|we) (?:please )?have ", " please "),
    (" (?:would you )?be so (?:good|kind|nice) (?:as to|and) ", " please "),
    (" if it (?:'s|is) (?:no trouble|not too much trouble|possible|ok|okay) ", " please "),
    (" (?:whenever|when|if) you (?:can|could)(?= ,) ", " please "),
    (" if you (?:do not mind|can help it|ask me|agree|wish|can manage)" + _END, " please"),
    (" (?:i|we) (?:hope|wish|would love)(?: that| for)? (N) (?:to |can |could |would )?TURN ", r" please \1 "),
    (" please you (?:made|set|changed|painted|turned|colored|switched|make|change|paint|turn|color) ", " please make "),
    (" please (N) TURN(?: in)? ", r" please \1 "),
    (" please (?:an? )?(C) (N) ", r" please \2 \1 "),
    (" (?:could|can|might) (N) (?:become|turn|go|be) (C) ,? ?please ", r" please \1 \2 "),
    (" (N) in (C) ", r" \1 \2 "),
    # what else would do, or is worse
    (
        " ,? ?(?:but|though|although) C(?: or C)* (?:is|are|would be|works|will do|would do)(?: also)?(?: FINE)?"
        "(?: too| as well| also)? ",
        " ",
    ),
    (" [,;:]? ?(?:otherwise|or else|second best|second choice|failing that|if not ,? ?(?:then )?):? C ", " "),
    (" better than C ", " "),
    (" my (?:favou?rite|first choice|preference) (?:for|on) (N) (?:is|would be) (C) ", r" \1 \2 "),
    (" (N) : first choice(?: is)? (C) ", r" \1 \2 "),
    (" (?:rather|sooner) (C) than C (?:for|on) (N) ", r" \2 \1 "),
    (" best (?:would be|is) (N) (C) ", r" \1 \2 "),
    (" (N) (C) (?:would be|is|works|would work) best(?: for (?:me|us))? ", r" please \1 \2 "),
    (" (C) (?:on|for) (N) (?:suits|helps|pleases) (?:me|us) ", r" please \2 \1 "),
    (" (?:i|we) (?:do not|don't) (?:care|mind)(?: which| what)?(?: one)? ", " "),
    # what is not wanted
    (" (?:but )?no (?:more|longer) (?=C )", " not "),
    (" (C) (?:on|for) (N) (?:hurts|bothers|disturbs|annoys) (?:me|us) ", r" \2 not \1 "),
    (" (N) (C) (?:hurts(?: me| us)?|is an? (?:bad|terrible|poor) idea) ", r" \1 not \2 "),
    (
        " (?:(?:can|could|may) be )?(?:to )?(?:anything|something|whatever|everything|any color|another color|any other"
        " color|some other color) (?:other )?(?:but|except|besides|than|apart from) ",
        " not ",
    ),
    (" (?:stop|quit) (?:using|making|with) ", " not "),
    (" get rid of (?:the )?", " not "),
    (" (?:keep|leave|hold) (N) (?:off|away from|free of|clear of) (C) ", r" \1 not \2 "),
    (" (N) (?:can not|cannot|must not|should not) (?:stay|remain|be) (C) ", r" \1 not \2 "),
    (" it is (?:not good|bad|not nice|no good) that (N) (?:is|stays) (C) ", r" \1 not \2 "),
    (" not (N) (C) ", r" \1 not \2 "),
    (" not (C) ,? ?(?:but )?(C) (on|for) (N) ", r" \4 not \1 , \4 \2 "),
    # lists
    ("^ (C) (N)" + _END, r" \2 \1"),
    (" (N) (is |to |= )?(C) ,? ?(?:and )?(N) (?:is )?(?:too|as well|also|likewise)" + _END, r" \1 \2\3 , \4 \2\3"),
    (
        " (N) (is |to |= )?(C) ,? ?(?:and )?(?:likewise|same for|the same for|also|ditto|ditto for) (N)" + _END,
        r" \1 \2\3 , \4 \2\3",
    ),
    (" (N) (C) ,? ?but (N) not ", r" \1 \2 , \3 not \2 "),
    (" (?:also|then) (?=N )", " "),
    # what was
    (" (N) (?:has )?(?:went|gone|changed|moved|turned) from C to (C) ", r" \1 is \2 "),
    (" (?:i|we) had (N) C ,? ?(?:but )?now it (?:'s|is) (C) ", r" \1 is \2 "),
    (" (N) C > (C) ", r" \1 \2 "),
    (
        " (N) (?:is not|is no longer|is not any longer|was) C (?:any more |anymore )?,? ?(?:but )?it (?:'s|is) ",
        r" \1 is ",
    ),
    (" ,? ?it was C ", " "),
)
_COMPILED = tuple(
    (later(re.sub("FINE", _FINE, re.sub("TURN", _TURN, re.sub(r"\bN\b", N, re.sub(r"\bC\b", C, rule))))), plain)
    for rule, plain in _RULES
)


def plainer(line: str) -> str:
    """Rewrite words between single spaces by the rules."""
    spoken = f" {line} "
    for rule, plain in _COMPILED:
        spoken = rule.sub(plain, spoken)
    return spoken.strip()
