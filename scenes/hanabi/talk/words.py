"""Vocabulary of talk about cards, and its tokenizer."""

import re
from typing import NamedTuple

from core.intents.lexicon import word_set

RANKS = {
    **{word: n for n in range(1, 6) for word in (str(n), f"{n}s", f"{n}'s")},
    **{word: n for n, word in enumerate(("one", "two", "three", "four", "five"), 1)},
    **{word: n for n, word in enumerate(("twos", "threes", "fours", "fives"), 2)},
}
SYNONYMS = {
    "red": ("reddish", "crimson", "scarlet"),
    "blue": ("bluish",),
    "purple": ("violet",),
    "teal": ("cyan",),
    "rainbow": ("multi", "multicolor", "multicolored"),
}
COUNTED_NOUNS = word_set(
    "clues tokens cards turns strikes fuses points players moves rounds times more left other others us them copies "
    "remaining out people mistakes"
)
"""Nouns before which a number is a count, not a rank."""
WORDS_BEFORE_NUMBER = word_set("turn turns score at / +")
"""Words after which a number is not a rank."""
CLUE_WORDS = word_set(
    "clue clues clued cluing hint hints hinting tell telling give gives giving number color rank touch touches"
)
STACK_WORDS = word_set("stack stacks pile piles firework fireworks suit column tower")
VERBS = word_set("is are stands sits was one")
NEED_WORDS = word_set("need needs needed wants missing await awaits next")
GONE_WORDS = word_set("gone discarded discards lost out played dead trashed burned burnt")
SLOT_WORDS = word_set("slot card position slots cards")
HOLDING_VERBS = word_set("have had hold held keep own got")
OWN_CARD_WORDS = {
    "my": word_set("slot card cards hand own chop newest oldest"),
    "i": HOLDING_VERBS,
    "i've": HOLDING_VERBS,
    "i'd": HOLDING_VERBS,
}
"""Words that refer to the speaker's own cards, each with the words of which one must follow it."""
THIS_WORDS = word_set("it it's this")
"""Words for the card in question."""
DENIAL_WORDS = word_set("not no never neither nor cannot")
JOINING_WORDS = word_set("in at on is are - = :")
YOUR_WORDS = word_set("you your yours you're you'd you'll you've yourself")
THIRD_PERSON_WORDS = word_set("his her their he she they hers theirs him them")
OTHER_PLAYER_WORDS = THIRD_PERSON_WORDS | word_set(
    "partner partner's partners teammate teammate's teammates neighbor neighbor's other other's others opposite across "
    "somebody's someone's everybody's everyone's anybody's player's players our ours whoever whose"
)
"""Words that refer to another player."""
SEEING_VERBS = word_set("see sees seen saw seeing spot spotted notice noticed watching facing")
"""Verbs of seeing, which refer to other players' cards."""
SPEAKING_VERBS = word_set("clued clue clue's clues told hinted hint hints said gave touched marked pointed")
"""Verbs after a name that make the player the one who speaks or clues, not the owner of a card."""
SLOT_OF_ORDINAL = {"first": 0, "newest": 0, "leftmost": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4}
WORDS_FOR_OLDEST = ("oldest", "last", "rightmost")


class Word(NamedTuple):
    text: str
    """Text in lower case."""
    raw: str
    start: int
    end: int
    seat: int | None = None
    """Seat of the player, if the word is a name."""


def split_sentences(text: str, names: tuple[str, ...]) -> list[list[Word]]:
    """Split the text into sentences of words."""
    known = sorted(names, key=len, reverse=True)
    pattern = re.compile(
        rf"(?P<name>(?<!\w)(?:{'|'.join(map(re.escape, known))})(?!\w))(?:['’]s)?"
        r"|\w+(?:['’]\w+)?|[-=/:+]|(?P<end>[.!?;]+)"
    )
    out: list[list[Word]] = [[]]
    for found in pattern.finditer(text):
        raw = found[0].replace("’", "'")
        if found["end"]:
            out.append([])
        else:
            seat = names.index(found["name"]) if found["name"] else None
            out[-1].append(Word(raw.lower(), raw, found.start(), found.end(), seat))
    return [sentence for sentence in out if sentence]


def slot_of(words: list[Word], at: int, size: int) -> int | None:
    """Return the slot that a word names: b, slot 2, the third card, your oldest."""
    text = words[at].text
    before = words[at - 1].text if at else ""
    after = words[at + 1].text if at + 1 < len(words) else ""
    if len(text) == 1 and text in "abcde":
        if not _is_slot(words[at], before, after):
            return None
        slot = ord(text) - ord("a")
    elif text.isdecimal() and before in ("slot", "position", "card"):
        slot = int(text) - 1
    elif text in SLOT_OF_ORDINAL and (after in (*SLOT_WORDS, "one") or text in ("newest", "leftmost")):
        slot = SLOT_OF_ORDINAL[text]
    elif text in WORDS_FOR_OLDEST and (text != "last" or after in SLOT_WORDS):
        slot = size - 1
    else:
        return None
    return slot if 0 <= slot < size else None


def _is_slot(letter: Word, before: str, after: str) -> bool:
    """Return True if a letter names a slot, and is neither the article "a" nor a color's letter such as B."""
    if letter.text == "a" and not (
        before in SLOT_WORDS or before in ("play", "discard") or after in ("is", "=", "must")
    ):
        return False
    named = before in SLOT_WORDS or before in ("play", "discard", "keep", "save", "hold", "your", "'s")
    named = named or before.endswith("'s") or after in ("is", "must", "=", ":", "has", "isn't", "could", "might")
    return named or not letter.raw.isupper()
