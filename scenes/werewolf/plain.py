"""Plain words: what people type, in the few words that `claims` understands. "Bob's def. sus" becomes "<1> is bad".

Names become their numbers in angle brackets, several in one pair where they share what is said of them ("<1+2> is
wolf"). Apostrophes, slang, typos and words without weight go; commas and colons stay, as words of their own.
"""

import re
from collections.abc import Sequence

from core.social.reply import LONGEST

WORDS = {
    "wolf": "werewolf werewolves wolves wolfs werwolf werwolfs warewolf werewolfs wolfy wolfish scum scummy mafia evil"
    " guilty red",
    "bad": "suspicious suspicous suspcious sus suss sussy susp fishy shady dirty lying liar liars dishonest fake lies"
    " untrustworthy",
    "town": "innocent innocents inocent innocnt innocant townie human village villagery green",
    "clear": "cleared clean",
    "good": "honest trustworthy trusty trusted truthful legit",
    "villager": "villagers villiger vt vanilla",
    "seer": "cop detective",
    "doctor": "doc medic",
    "not": "never hardly no dont isnt arent",
    "is": "am are be seems seem sounds sound smells smell appears appear acts act behaves talks talk plays play looks",
    "i": "we",
    "my": "our",
    "you": "u ya",
    "he": "she him her they them",
    "vote": "voting",
    "hang": "lynch eliminate execute hanging lynching",
    "trust": "trusting trsut",
    "suspect": "distrust mistrust suspecting accuse",
    "think": "guess feel reckon",
    "say": "know swear insist bet repeat",
    "looked": "checked inspected investigated peeked saw",
    "check": "checks result results vision visions",
    "protected": "guarded shielded",
    "will": "would gonna wanna wo",
    "must": "should shall",
    "can": "ca",
    "has": "have",
    "reads": "read",
    "or": "if unless suppose supposing assuming assume whether either until imagine provided were when hypothetically"
    " lol haha lmao rofl quoted nonsense untrue false absurd ridiculous joking",
    "retract": "kidding jk",
    "": "a an the very really quite rather kinda totally definitely def definately clearly obviously surely certainly"
    " also still today really lowkey highkey tbh imo honestly frankly again most more maybe perhaps"
    " probably likely both pls please do does own absolutely certain some bit little main top pretty strong strongly"
    " finally simple deeply fully completely entirely highly extremely currently",
}
"""Each plain word, and the words that it stands for; "or" stands for all that leaves a sentence open."""
_PHRASES = {
    # what leaves a sentence open
    "may or may not": "or", "as if": "or", "in case": "or", "let us say": "or", "yeah right": "or", "oh sure": "or",
    "ha ha": "or", "not not": "or", "not (?:just|simply|only)": "or", "just|simply": "", "my (?:foot|ass)": "or",
    "except": "or", "(?:(?:every|any|no)(?:one|body)|all|no one)(?: of (?:you|us|he))? (?:but|save)": "or",
    "given that": "or", "^had": "or",
    ", (?:(?:<[\\d+]+>|he|you|people) )?(?:says?|said|thinks?|claims?|claimed|thought|according to)(?: (?:<[\\d+]+>|he|you|people))?$": "or",
    "that is what (?:<[\\d+]+>|he|you) (?:says?|said|thinks?|claims?|claimed)$": "retract", "^not$": "retract",
    "i not (?:think|believe|say)(?: (?:that|it|so))?$": "retract",
    "take (?:it|that|this) back": "retract", "scratch that": "retract",
    # what somebody is
    "so far": "", "for now": "", "now": "", "i is (?:real|true)": "i is",
    "(<\\d+>) is (?:behaviou?r|silence|story|conduct|voting|claim|words?|defen[cs]e)(?= (?:is )?(?:bad|wolf|town|good)\\b|$)": r"\1",
    "is so": "is", "i find": "i think", "i (?:can )?(?:confirm|discovered|propose|suggest)": "i say",
    "and (?:found|looked|learned|discovered)(?: out)?(?: that)?(?= (?:he|<|wolf|town|not))": ",",
    "(looked <[\\d+]+>) , who is": r"\1 , he is",
    "(?:must|has to|got to|gotta) is": "is", "(?:can|could) not is": "is not", "(?:can|could|might|may) is": "mayis",
    "might not is": "mayis not", "has been": "is", "is to is": "is", "is like": "is", "=": "is",
    "one of (?:he|wolf)": "wolf", "(?:one of|with) us": "town", "on (?:my|your|town) side": "town",
    "telling truth": "good", "hiding something": "bad", "lied": "is bad",
    "real (?:seer|doctor|witch|hunter)": "good", "bad (?:seer|doctor|witch|hunter)": "bad", "stop bad": "you is bad",
    "has my trust": "is good", "is only one i trust": "is good", "is last person i will suspect": "is good",
    "gives? me (?:wolf|bad) (?:vibes?|feelings?)": "is bad", "gives? me (?:town|good) (?:vibes?|feelings?)": "is good",
    # what I think of somebody
    "(?:there is |i has |i )?not doubts?": "i think", "without doubt": "", "i doubts?": "i not think", "(?:there is )?not way": "i not think",
    "not longer": "not", "i is (?:afraid|sure|convinced|positive|confident)": "i say", "my gut (?:says|tells me)": "i think",
    "(?:i is )?(?:\\d+ )?%(?: sure)?": "i think", "i is \\d+ sure": "i think", "(?:i is )?leaning (?:towards?|to|on)(?: vote| vote for)?": "i suspect",
    "(?:i (?:has|is|get) )?(?:getting )?(?:wolf|bad) (?:vibes?|reads|feelings?) (?:from|on|about)": "i suspect",
    "(?:i (?:has|is|get) )?(?:getting )?(?:good|town) (?:vibes?|reads|feelings?) (?:from|on|about)": "i trust",
    "tr on": "i trust", "wr on": "i suspect", "fos(?: on)?": "i suspect", "everything points to": "i suspect",
    "i is not bad (?:of|about)": "i not suspect", "(?:i is )?bad (?:of|about)": "i suspect", "suspects :": "suspect :", "i vouch for": "i trust",
    "my suspect is": "i suspect", "something is (?:off|wrong) with": "i suspect", "my suspicion falls on": "i suspect",
    # what I want, and did
    "(?:want|going|need|like|ready|happy|promise|inclined|plan|rather) to(?= (?:vote|hang))": "will", "will rather": "will",
    "let (?:us|is)(?: all)?": "i must", "get rid of": "hang", "vote (?:for|out|against|on|off)": "vote",
    "(?:i (?:will )?(?:is )?cast(?:ing)? )?my vote(?: (?:is|goes|will go))?(?: (?:for|to|on|:))?(?= <)": "i vote", "has my vote": "must go",
    "(?:must|has to|needs to|deserves to) (?:hang|is (?:hang|hanged|lynched|voted)|go|die)(?! <| he)": "must go",
    "must not (?:hang|is (?:hang|hanged|lynched|voted)|go|die)(?! <| he)": "not must go",
    "looked (?:at|into)": "looked", "came (?:back|up|out)(?: as)?": "is", "turned out(?: to is)?": "is",
    "(wolf|bad|town|good|clear) check on (<[\\d+]+>)": r"i looked \2 \1", "(?:my |seer )*check (?:on|of|for)": "i looked",
    "(?:my|seer) check": "i looked", "(?:i )?(?:is )?(?:hard claim|hard claiming|claiming)(?: to is)?": "i claim",
    "i claim to is": "i claim", "last night": "", "in night": "",
}  # fmt: skip
"""Turns of plain words, and what they mean; those further up go first."""
_WORDS = {word: plain for plain, words in WORDS.items() for word in words.split()}
_SHORT = {"'m": " am", "'re": " are", "'s": " is", "'ll": " will", "'d": " would", "'ve": " have", "n't": " not"}
_RUN = {
    "im": "i am", "ive": "i have", "its": "it is", "hes": "he is", "shes": "he is", "lets": "let us", "r": "are",
    "youre": "you are", "cannot": "can not", "theyre": "they are", "ur": "your", "havent": "have not",
    **{f"{verb}nt": f"{verb} not" for verb in ("do", "does", "did", "is", "are", "was", "wo", "ca", "would", "should")},
}  # fmt: skip
_NIGHTS = {"first": 1, "one": 1, "second": 2, "two": 2, "third": 3, "three": 3, "fourth": 4, "four": 4, "five": 5}
_SPELT = "|".join(_NIGHTS)
_NIGHT = re.compile(rf"\b(?:(?:in|on|during) )?(?:(?:night |n)(\d\d?|{_SPELT})|({_SPELT}) night)\b")
_MEANS = [(re.compile(rf"(?<!\S)(?:{phrase})(?!\S)"), plain) for phrase, plain in _PHRASES.items()]
_TOKEN = re.compile(r"[a-z0-9]+|[,:=%]")
_MARK = re.compile(r"[;,–—()]+| -+ ")
_QUOTED = re.compile(r"[\"“][^\"”]*(?:[\"”]|$)|(?<!\w)'\w[^']*'(?!\w)|(?<!\S)/s\b")


def sentences(text: str, names: Sequence[str]) -> list[tuple[str, bool]]:
    """Put a message into plain words: its sentences, each with whether it is a question."""
    numbers = {name.lower(): f"<{i}>" for i, name in enumerate(names)}
    low = text[:LONGEST].strip().replace("’", "'").lower()
    if low[:1] == '"' == low[-1:] and low.count('"') == 2:
        low = low[1:-1]
    low = _QUOTED.sub(" quoted ", low)
    return [(_plain(part, numbers), "?" in part) for part in re.findall(r"[^.!?\n]+[.!?\n]*", low)]


def _plain(text: str, numbers: dict[str, str]) -> str:
    for short, full in _SHORT.items():
        text = text.replace(short, full)
    tokens = " ".join(_RUN.get(token, token) for token in _TOKEN.findall(_MARK.sub(" , ", text))).split()
    text = " ".join(filter(None, (numbers.get(token) or _WORDS.get(token, token) for token in tokens)))
    text = _grouped(_NIGHT.sub(lambda m: f"night{_NIGHTS.get(m[1] or m[2]) or m[1]}", text))
    for pattern, meaning in _MEANS:
        text = pattern.sub(meaning, text)
    return " ".join(text.split())


def _grouped(text: str) -> str:
    """Put names that share what is said of them into one pair of brackets."""

    def group(match: re.Match[str]) -> str:
        return "<" + "+".join(dict.fromkeys(re.findall(r"\d+", match[0]))) + ">"

    text = re.sub(r"neither (<\d+>) nor (<\d+>)", r"not \1 and \2", text)
    text = re.sub(r"(?<!trust )(?<!suspect )(?<!> , )<\d+>(?: , <\d+>)*(?: ,)? and <\d+>", group, text)
    text = re.sub(r"<\d+>(?: , <\d+>)*(?: ,)? and <\d+>(?! is)", group, text)
    return re.sub(r"(?<=: )<\d+>(?: , <\d+>)+$|<\d+>(?: , <\d+>){2,}$", group, text)
