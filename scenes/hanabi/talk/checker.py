"""The talk checker: words about another's cards may say no more than clues have shown.

It finds colors, ranks and identities (red, "5s", R3, three of blue) and checks for each whether it is about the table
(a stack, discarded cards, a number of tokens, the clue under discussion). Otherwise it is about a card: the one in the
named slot, else any in the hand under discussion. It is allowed if everybody knows it.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple
from unicodedata import normalize

from scenes.hanabi.actions import Advise, Clue, Propose, parse_move
from scenes.hanabi.observation import Observation
from scenes.hanabi.talk.intents import leak_probability, nouns
from scenes.hanabi.talk.words import (
    CLUING,
    COUNTED,
    DENIALS,
    GONE,
    HERS,
    JOINING,
    MINE,
    NEEDED,
    NUMBERED,
    OTHERS,
    PILE,
    RANKS,
    SEEING,
    SLOT,
    SPOKE,
    SYNONYMS,
    THIS,
    VERBS,
    YOURS,
    Word,
    slot_of,
    words_of,
)
from scenes.hanabi.variants import VARIANTS, Variant

HIDDEN = re.compile(r"\[\d+ words? hidden: named a card\]")
SENTENCE = re.compile(r"[^.!?;]+[.!?;]*")
BLANK = "\0"
"""Placeholder for each hidden character."""
PASSES = 5
"""Maximum passes over a text; after these, all remaining finds are hidden."""
HARMLESS = 0.03
"""Probability of a leak below which the model overrules the rules, unless a slot is named."""
LEAK = 0.2
"""Probability of a leak from which a sentence is hidden although the rules find no card."""
LEAK_BESIDE_KNOWN = 0.3
"""Probability of a leak from which a sentence is hidden in which the rules find only cards that may be named."""
LEAK_TOLD = 0.5
"""The same threshold if clues prove all cards that the rules find, or if these belong to a clue under discussion."""
LEAK_OWN = 0.2
"""Probability of a leak from which a sentence is hidden in a proposal that mentions nobody else."""
SHORT = 8
"""Maximum words of a text on own cards, or on clues and what they prove, for which only the rules count."""


class Subject(NamedTuple):
    """The public information around a statement, with its speaker and subject."""

    names: tuple[str, ...]
    variant: Variant
    possible: tuple[tuple[int, ...], ...]
    """Identities that clues allow, by seat and slot."""
    public: int
    """Identities of which a copy was played or discarded."""
    clues: frozenset[tuple[int, int]]
    """Proposed or advised clues with their receivers; these may be named."""
    speaker: int
    about: int
    """Hand that words refer to if nobody is named."""
    addressed: tuple[int, ...]
    """Players whom "you" may mean."""

    @property
    def others(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.names)) if seat != self.speaker)


class Mention(NamedTuple):
    """A color, a rank or both, from the first to the last of its words."""

    first: int
    last: int
    cards: int
    """Identities that fit it."""
    clues: tuple[int, ...]
    """Clues that would say it."""


def subject(seen: Observation, speaker: int, action: Propose | Advise) -> Subject:
    """Return the subject of words about to be said. It uses only public parts of the observation."""
    variant, proposal = VARIANTS[seen.variant], seen.talk.proposal
    moves = [action.move]
    about = action.move.to if isinstance(action.move, Clue) else speaker
    if isinstance(action, Advise) and proposal is not None:
        about = proposal.seat
        moves.append(parse_move(proposal.move, seen.names, variant))
    public = 0
    for card in seen.discards:
        public |= 1 << card
    for suit, rank in enumerate(seen.stacks):
        public |= ((1 << rank) - 1) << 5 * suit
    return Subject(
        seen.names,
        variant,
        tuple(tuple(held.possible for held in hand) for hand in seen.hands),
        public,
        frozenset((move.to, move.clue) for move in moves if isinstance(move, Clue)),
        speaker,
        about,
        (about,) if about != speaker else tuple(seat for seat in range(len(seen.names)) if seat != speaker),
    )


def redact(said: str, of: Subject) -> tuple[str, int]:
    """Return the text with hidden words replaced, and the number of hidden words."""
    hidden, out, end = 0, [], 0
    for first, last, count in leaks(said, of):
        out += [said[end:first], f"[{count} word{'s' * (count != 1)} hidden: named a card]"]
        end, hidden = last, hidden + count
    return "".join([*out, said[end:]]), hidden


def leaks(said: str, of: Subject, *, use_model: bool = True) -> list[tuple[int, int, int]]:
    """Return the start, end and word count of each span that reveals something not public.

    Hidden words are blanked and the rest is checked again, so that checking a redacted text changes nothing.

    Args:
        said: The words.
        of: Their table and speaker.
        use_model: False to use only the exact rules.
    """
    plain = "".join(one if len(one := normalize("NFKC", char)) == 1 else char for char in said)
    plain = plain.replace(BLANK, " ")
    plain = HIDDEN.sub(lambda found: BLANK * len(found[0]), plain)
    out: list[tuple[int, int, int]] = []
    for _ in range(PASSES):
        found = _find(plain, of, use_model=use_model)
        if not found:
            return sorted(out)
        out += found
        for first, last, _ in found:
            plain = plain[:first] + BLANK * (last - first) + plain[last:]
    return sorted(out + [(word.start, word.end, 1) for words in words_of(plain, of.names) for word in words])


def _find(plain: str, of: Subject, *, use_model: bool) -> list[tuple[int, int, int]]:
    """Return the spans that rules and model hide in one pass."""
    sentences = words_of(plain, of.names)
    if of.about == of.speaker and any(_points(words, at, of) for words in sentences for at in range(len(words))):
        unnamed = of.others
    else:
        unnamed = (of.about,)
    mentions = [
        (words, mention, _owners(words, mention, of) or unnamed)
        for words in sentences
        for mention in _mentions(words, of.variant)
    ]
    bad = [
        (words, mention)
        for words, mention, owners in mentions
        if not all(_may(words, mention, of, owner) for owner in owners)
    ]
    whole = [found for found in SENTENCE.finditer(plain) if BLANK not in found[0] and found[0].strip()]
    if use_model and whole:
        find = nouns(of.names, of.names[of.speaker], of.variant)
        chance = leak_probability("".join(found[0] for found in whole), find)
        if chance < HARMLESS and not any(_slot(words, mention, 5) is not None for words, mention in bad):
            return []
        own = of.about == of.speaker and unnamed == (of.about,)
        proven = bool(mentions) and all(_is_told(words, mention, of, owners) for words, mention, owners in mentions)
        least = LEAK_TOLD if proven else LEAK_OWN if own else LEAK_BESIDE_KNOWN if mentions else LEAK
        short = sum(map(len, sentences)) <= SHORT and (proven or own)
        if not bad and not short and chance >= least:
            chances = [leak_probability(found[0], find) for found in whole]
            least = min(least, max(chances))
            return [_stretch(found, of) for found, each in zip(whole, chances, strict=True) if each >= least]
    return [(words[m.first].start, words[m.last].end, m.last - m.first + 1) for words, m in bad]


def _stretch(sentence: re.Match[str], of: Subject) -> tuple[int, int, int]:
    """Return the start, end and word count of a sentence without its marks."""
    words = [word for each in words_of(sentence[0], of.names) for word in each]
    if not words:
        return sentence.start(), sentence.end(), 1
    return sentence.start() + words[0].start, sentence.start() + words[-1].end, len(words)


def _mentions(words: list[Word], variant: Variant) -> list[Mention]:
    found: list[Mention] = []
    at = 0
    while at < len(words):
        color, rank = _color(words, at, variant), _rank(words, at)
        both = _label(words[at].text, variant)
        last = at if color is None else color.last
        if both is None and color is not None:
            step = 2 if last + 2 < len(words) and words[last + 1].text in ("-", "number", "rank") else 1
            if last + step < len(words) and (next_rank := _rank(words, last + step)) is not None:
                both, last = color.cards & _ranked(variant, next_rank), last + step
        elif both is None and rank is not None:
            step = 2 if at + 2 < len(words) and words[at + 1].text in ("of", "in", "-") else 1
            if at + step < len(words) and (next_color := _color(words, at + step, variant)) is not None:
                both, last = next_color.cards & _ranked(variant, rank), next_color.last
        if both is not None:
            found.append(Mention(at, last, both, ()))
        elif color is not None:
            found.append(color)
        elif rank is not None:
            clue = _clue(variant, str(rank))
            found.append(Mention(at, at, variant.touched[clue[0]] if clue else _ranked(variant, rank), clue))
        at = last + 1
    return found


def _clue(variant: Variant, says: str) -> tuple[int, ...]:
    return (variant.clues.index(says),) if says in variant.clues else ()


def _ranked(variant: Variant, rank: int) -> int:
    return sum(1 << 5 * suit + rank - 1 for suit in range(len(variant.suits)))


def _label(text: str, variant: Variant) -> int | None:
    """Parse a label such as R3, r3s or 3R."""
    if match := re.fullmatch(r"([a-z])([1-5])s?|([1-5])([a-z])", text):
        label = f"{match[1] or match[4]}{match[2] or match[3]}".upper()
        return 1 << variant.labels.index(label) if label in variant.labels else None
    return None


def _color(words: list[Word], at: int, variant: Variant) -> Mention | None:
    """Parse a suit by its name, else the suits of a color."""
    text, before = words[at].text, words[at - 1].text if at else ""
    found = []
    for n, suit in enumerate(variant.suits):
        *first, name = suit.name.lower().split()
        end = at + len(first)
        forms = (name, f"{name}s", f"{name}ish", *SYNONYMS.get(name, ()))
        is_named = [word.text for word in words[at:end]] == first and end < len(words) and words[end].text in forms
        if is_named or (words[at].raw == suit.letter and before in ("is", "not", "be", "are", "color", "=", ":")):
            clue = _clue(variant, name) if name in suit.own else ()
            found.append(Mention(at, end if is_named else at, 0b11111 << 5 * n, clue))
    if found:
        return max(found, key=lambda mention: mention.last)
    if text in variant.colors:
        cards = sum(0b11111 << 5 * n for n, suit in enumerate(variant.suits) if text in suit.own)
        return Mention(at, at, cards, _clue(variant, text))
    return None


def _rank(words: list[Word], at: int) -> int | None:
    rank = RANKS.get(words[at].text)
    if rank is None:
        return None
    before = words[at - 1].text if at else ""
    after = [word.text for word in words[at + 1 : at + 3]]
    counted = [word in COUNTED or (rank == 1 and f"{word}s" in COUNTED) for word in after]
    if any(counted[:1]) or (any(counted) and before not in YOURS and after[0] not in JOINING):
        return None
    if (
        before in SLOT
        or before in NUMBERED
        or after[:1] == ["/"]
        or [w.text for w in words[:at][-2:]] == ["score", "of"]
    ):
        return None
    if words[at].text == "one":  # "that one", "no one", "one of us"
        return rank if before in ("a", "rank") else None
    return rank


def _may(words: list[Word], mention: Mention, of: Subject, owner: int) -> bool:
    """Return True if the mention is allowed for a card in this hand."""
    texts = [word.text for word in words]
    before = texts[max(0, mention.first - 4) : mention.first]
    after = texts[mention.last + 1 : mention.last + 5]
    slot = _slot(words, mention, len(of.possible[owner]))
    owned = slot is not None or any(text in YOURS or text in HERS for text in before) or "'s" in "".join(before)
    if owner == of.speaker:
        return True
    proposed = {to for to, clue in of.clues if clue in mention.clues}
    if proposed and (CLUING & {*before, *after[:2]} or (slot is None and owner in proposed)):
        return True
    if not owned and _is_public(texts, before, after, mention, of):
        return True
    return _is_known(texts, mention, of.possible[owner], slot)


def _is_told(words: list[Word], mention: Mention, of: Subject, owners: tuple[int, ...]) -> bool:
    """Return True if the mention names a clue under discussion, or cards that clues prove to their owners."""
    texts = [word.text for word in words]
    proposed = any(clue in mention.clues and (to in owners or CLUING & {*texts}) for to, clue in of.clues)
    hands = [of.possible[owner] for owner in owners]
    return proposed or all(_is_known(texts, mention, hand, _slot(words, mention, len(hand))) for hand in hands)


def _is_known(texts: list[str], mention: Mention, hand: Sequence[int], slot: int | None) -> bool:
    """Return True if clues prove that a card of the hand, or of the slot, matches the mention.

    A denial about a slot counts if clues prove that its card does not match.
    """
    masks = hand if slot is None else hand[slot : slot + 1]
    denied = slot is not None and any(text in DENIALS or text.endswith("n't") for text in texts)
    return any(not mask & ~mention.cards or (denied and not mask & mention.cards) for mask in masks)


def _is_public(texts: list[str], before: list[str], after: list[str], mention: Mention, of: Subject) -> bool:
    """Return True if the words are about the stacks, or about cards that are gone."""
    board = mention.clues and after[:1] and after[0] in PILE
    standing = len(after) > 1 and after[0] in VERBS and after[1] in ("at", "on", "up", "complete", "finished")
    needed = NEEDED & {*before[-3:], *after[:3]} and after[:2] != ["next", "to"]
    gone = (GONE & {*before[-3:], *after[:4]}) and mention.cards & of.public
    return bool(gone or ((board or standing or needed) and not THIS & set(texts)))


def _owners(words: list[Word], mention: Mention, of: Subject) -> tuple[int, ...]:
    """Return the possible owners of the mentioned card.

    The nearest word before the mention in its sentence decides, else the first after it.
    """
    for at in (*range(mention.first - 1, -1, -1), *range(mention.last + 1, len(words))):
        word = words[at]
        after = words[at + 1].text if at + 1 < len(words) else ""
        if after in SPOKE:
            continue
        if word.seat is not None:
            return (word.seat,)
        if word.text in YOURS:
            return of.addressed
        if word.text in SEEING:
            return of.others if of.about == of.speaker else (of.about,)
        if word.text in MINE and after:
            of_slot = word.text == "my" and slot_of(words, at + 1, 5) is not None
            if at + 1 == mention.first or of_slot or (after in MINE[word.text] and not SEEING & _near(words, at)):
                return (of.speaker,)
    return ()


def _points(words: list[Word], at: int, of: Subject) -> bool:
    """Return True if a word refers to another player who might hold a card."""
    word = words[at]
    if at + 1 < len(words) and words[at + 1].text in SPOKE:
        return False
    disowned = word.text in ("my", "mine") and at > 0 and (words[at - 1].text in DENIALS or "n't" in words[at - 1].text)
    return disowned or word.text in YOURS | OTHERS | SEEING or word.seat not in (None, of.speaker)


def _near(words: list[Word], at: int) -> set[str]:
    return {word.text for word in words[at : at + 4]}


def _slot(words: list[Word], mention: Mention, size: int) -> int | None:
    """Return the slot named nearest to the mention in its sentence."""
    near = [
        (abs(at - mention.first), slot)
        for at in range(len(words))
        if not mention.first <= at <= mention.last and (slot := slot_of(words, at, size)) is not None
    ]
    return min(near)[1] if near else None
