"""Rewrite free text in the few plain words that `claims` understands: "Bob's def. sus" becomes "<1> is bad".

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
    "is": "am are be",
    "seems": "seem sounds sound smells smell appears appear acts act behaves talks talk plays play looks",
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
"""Plain words with their synonyms; "or" marks all that leaves a sentence open."""
_PHRASES = (
    ("or retract", "i (?:doubt|not (?:think|believe|say))(?: (?:that|it|so))?$|(?:that|which|it) is (?:a )?lie$"),
    ("or", "i seems|i is like"),
    ("is", "seems"),
    (r"\1 :", "(wolf|town) reads :"),
    ("or", "may or may not|as if|in case|let us say|yeah right|oh sure|ha ha|not not|not (?:just|simply|only)"),
    ("", "just|simply"),
    (
        "or",
        "my (?:foot|ass)|except|"
        "(?:(?:every|any|no)(?:one|body)|all|no one)(?: of (?:you|us|he))? (?:but|save)|given that|^had|"
        r", (?:(?:<[\d+]+>|he|you|people) )?(?:says?|said|thinks?|claims?|claimed|thought|"
        r"according to)(?: (?:<[\d+]+>|he|you|people))?$",
    ),
    (
        "retract",
        r"that is what (?:<[\d+]+>|he|you) (?:says?|said|thinks?|claims?|claimed)$|^not$|"
        "i not (?:think|believe|say)(?: (?:that|it|so))?$|take (?:it|that|this) back|scratch that",
    ),
    ("", "so far|for now|now"),
    ("i is", "i is (?:real|true)"),
    (
        r"\1",
        r"(<\d+>) is (?:behaviou?r|silence|story|conduct|voting|claim|words?|defen[cs]e)(?= (?:is )?(?:bad|"
        r"wolf|town|good)\b|$)",
    ),
    ("is", "is so"),
    ("i think", "i find"),
    ("i say", "i (?:can )?(?:confirm|discovered|propose|suggest)"),
    (",", "and (?:found|looked|learned|discovered)(?: out)?(?: that)?(?= (?:he|<|wolf|town|not))"),
    (r"\1 , he is", r"(looked <[\d+]+>) , who is"),
    ("is", "(?:must|has to|got to|gotta) is"),
    ("is not", "(?:can|could) not is"),
    ("mayis", "(?:can|could|might|may) is"),
    ("mayis not", "might not is"),
    ("is", "has been|is to is|is like|="),
    ("wolf", "one of (?:he|wolf)"),
    ("town", "(?:one of|with) us|on (?:my|your|town) side"),
    ("good", "telling truth"),
    ("bad", "hiding something"),
    ("is bad", "lied"),
    ("good", "real (?:seer|doctor|witch|hunter)"),
    ("bad", "bad (?:seer|doctor|witch|hunter)"),
    ("you is bad", "stop bad"),
    ("is good", "has my trust|is only one i trust|is last person i will suspect"),
    ("is bad", "gives? me (?:wolf|bad) (?:vibes?|feelings?)"),
    ("is good", "gives? me (?:town|good) (?:vibes?|feelings?)"),
    ("i think", "(?:there is |i has |i )?not doubts?"),
    ("", "without doubt"),
    ("i not think", "i doubts?|(?:there is )?not way"),
    ("not", "not longer"),
    ("i say", "i is (?:afraid|sure|convinced|positive|confident)"),
    ("i think", r"my gut (?:says|tells me)|(?:i is )?(?:[6-9]\d|100) %(?: sure)?"),
    (
        "i suspect",
        "(?:i is )?leaning (?:towards?|to|on)(?: vote| vote for)?|"
        "(?:i (?:has|is|get) )?(?:getting )?(?:wolf|bad) (?:vibes?|reads|feelings?) (?:from|on|about)",
    ),
    ("i trust", "(?:i (?:has|is|get) )?(?:getting )?(?:good|town) (?:vibes?|reads|feelings?) (?:from|on|about)|tr on"),
    ("i suspect", "wr on|fos(?: on)?|everything points to"),
    ("i not suspect", "i is not bad (?:of|about)"),
    ("i suspect", "(?:i is )?bad (?:of|about)"),
    ("suspect :", "suspects :"),
    ("i trust", "i vouch for"),
    ("i suspect", "my suspect is|something is (?:off|wrong) with|my suspicion falls on"),
    ("will", "(?:want|going|need|like|ready|happy|promise|inclined|plan|rather) to(?= (?:vote|hang))|will rather"),
    ("i must", "let (?:us|is)(?: all)?"),
    ("hang", "get rid of"),
    ("vote", "vote (?:for|out|against|on|off)"),
    ("i vote", "(?:i (?:will )?(?:is )?cast(?:ing)? )?my vote(?: (?:is|goes|will go))?(?: (?:for|to|on|:))?(?= <)"),
    (
        "must go",
        "has my vote|(?:must|has to|needs to|deserves to) (?:hang|is (?:hang|hanged|lynched|voted)|go|die)(?! <| he)",
    ),
    ("not must go", "must not (?:hang|is (?:hang|hanged|lynched|voted)|go|die)(?! <| he)"),
    ("looked", "looked (?:at|into)"),
    ("is", "came (?:back|up|out)(?: as)?|turned out(?: to is)?"),
    (r"i looked \2 \1", r"(wolf|bad|town|good|clear) check on (<[\d+]+>)"),
    ("i looked", "(?:my |seer )*check (?:on|of|for)|(?:my|seer) check"),
    ("i claim", "(?:i )?(?:is )?(?:hard claim|hard claiming|claiming)(?: to is)?|i claim to is"),
    ("", "last night|in night"),
)
"""Meanings of phrases in plain words; earlier ones go first."""
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
_MEANS = [(re.compile(rf"(?<!\S)(?:{phrase})(?!\S)"), plain) for plain, phrase in _PHRASES]
_TOKEN = re.compile(r"[a-z0-9]+|[,:=%]")
_MARK = re.compile(r"[;,()]+")
_DASH = re.compile(r" -+ | ?[–—] ?")
_QUOTED = re.compile(r"[\"“][^\"”]*(?:[\"”]|$)|(?<!\w)'\w[^']*'(?!\w)|(?<!\S)/s\b")


def sentences(text: str, names: Sequence[str]) -> list[tuple[str, bool]]:
    """Return a message's sentences in plain words, each with whether it is a question."""
    numbers = {name.lower(): f"<{i}>" for i, name in enumerate(names)}
    low = text[:LONGEST].strip().replace("’", "'").lower()
    if low[:1] == '"' == low[-1:] and low.count('"') == 2:
        low = low[1:-1]
    low = _QUOTED.sub(" quoted ", low)
    return [(_plain(part, numbers), "?" in part) for part in re.findall(r"[^.!?\n]+[.!?\n]*", low)]


def _plain(text: str, numbers: dict[str, str]) -> str:
    for short, full in _SHORT.items():
        text = text.replace(short, full)
    tokens = " ".join(
        _RUN.get(token, token) for token in _TOKEN.findall(_DASH.sub(" : ", _MARK.sub(" , ", text)))
    ).split()
    text = " ".join(filter(None, (numbers.get(token) or _WORDS.get(token, token) for token in tokens)))
    text = _grouped(_NIGHT.sub(lambda m: f"night{_NIGHTS.get(m[1] or m[2]) or m[1]}", text))
    for pattern, meaning in _MEANS:
        text = pattern.sub(meaning, text)
    return " ".join(text.split())


def _grouped(text: str) -> str:
    """Join names with the same statement into one pair of brackets."""

    def group(match: re.Match[str]) -> str:
        apart = match[3] and match[1] in ("trust ", "suspect ", "believe ", "vote ", "hang ", "for ", "at ", "looked ")
        return match[0] if apart else f"{match[1] or ''}{_bracket(match[2])}{match[3] or ''}"

    text = re.sub(r"neither (<\d+>) nor (<\d+>)", r"not \1 and \2", text)
    text = re.sub(r"([a-z]+ )?(<\d+>(?: , <\d+>)*(?: ,)? and <\d+>)( (?:is|was|has|seems)\b)?", group, text)
    return re.sub(r"(?<=: )<\d+>(?: , <\d+>)+$|<\d+>(?: , <\d+>){2,}$", lambda m: _bracket(m[0]), text)


def _bracket(names: str) -> str:
    return "<" + "+".join(dict.fromkeys(re.findall(r"\d+", names))) + ">"
