"""The talk checker: words about another's cards may say no more than clues have shown.

It finds colors, ranks and identities (red, "5s", R3, three of blue) and checks for each whether it is about the table
(a stack, discarded cards, a number of tokens, the clue under discussion). Otherwise it is about a card: the one in the
named slot, else any in the hand under discussion. It is allowed if everybody knows it.
"""

import re
from collections.abc import Sequence
from math import inf
from typing import NamedTuple
from unicodedata import normalize

from scenes.hanabi.actions import Advise, Clue, Propose, parse_move
from scenes.hanabi.observation import Observation
from scenes.hanabi.talk.intents import leak_probability, nouns
from scenes.hanabi.talk.mentions import Mention, find_mentions
from scenes.hanabi.talk.words import (
    CLUE_WORDS,
    DENIAL_WORDS,
    GONE_WORDS,
    NEED_WORDS,
    OTHER_PLAYER_WORDS,
    OWN_CARD_WORDS,
    SEEING_VERBS,
    SPEAKING_VERBS,
    STACK_WORDS,
    THIRD_PERSON_WORDS,
    THIS_WORDS,
    VERBS,
    YOUR_WORDS,
    Word,
    slot_of,
    split_sentences,
)
from scenes.hanabi.variants import VARIANTS, Variant

HIDDEN_WORDS = re.compile(r"\[\d+ words? hidden: named a card\]")
SENTENCE_PATTERN = re.compile(r"[^.!?;]+[.!?;]*")
BLANK = "\0"
"""Placeholder for each hidden character."""
MAX_PASSES = 5
"""Maximum number of passes over a text; after these, all remaining words are hidden."""
MAX_HARMLESS = 0.03
"""Probability of a leak below which nothing is hidden although the rules find a card, unless a slot is named."""
MIN_LEAK = 0.2
"""Minimum probability of a leak for hiding a sentence in which the rules find no card."""
MIN_LEAK_BESIDE_KNOWN = 0.3
"""Minimum probability of a leak for hiding a sentence in which the rules find only cards that may be named."""
MIN_LEAK_PROVEN = 0.5
"""The same minimum if clues prove all these cards, or if the cards belong to a clue under discussion."""
MIN_LEAK_OWN = 0.2
"""Minimum probability of a leak for hiding a sentence in a proposal that mentions no other player."""
MAX_SHORT = 8
"""Maximum number of words of a text on own cards, or on clues and proven cards, for which only the rules count."""


class Subject(NamedTuple):
    """The public information at the time of a statement, with the statement's speaker and subject."""

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
    """Seat whose hand the words refer to if they name nobody."""
    addressed: tuple[int, ...]
    """Players whom "you" may mean."""

    @property
    def others(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.names)) if seat != self.speaker)


def subject(seen: Observation, speaker: int, action: Propose | Advise) -> Subject:
    """Return the subject of words that are about to be said, from public parts of the observation."""
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
        of: The words' subject.
        use_model: False to use only the exact rules.
    """
    plain = "".join(one if len(one := normalize("NFKC", char)) == 1 else char for char in said)
    plain = plain.replace(BLANK, " ")
    plain = HIDDEN_WORDS.sub(lambda found: BLANK * len(found[0]), plain)
    out: list[tuple[int, int, int]] = []
    for _ in range(MAX_PASSES):
        found = _find_spans(plain, of, use_model=use_model)
        if not found:
            return sorted(out)
        out += found
        for first, last, _ in found:
            plain = plain[:first] + BLANK * (last - first) + plain[last:]
    return sorted(out + [(word.start, word.end, 1) for words in split_sentences(plain, of.names) for word in words])


def _find_spans(plain: str, of: Subject, *, use_model: bool) -> list[tuple[int, int, int]]:
    """Return the spans that the rules and the model hide in one pass."""
    sentences = split_sentences(plain, of.names)
    unnamed = _unnamed_owners(sentences, of)
    mentions = [
        (words, mention, _possible_owners(words, mention, of) or unnamed)
        for words in sentences
        for mention in find_mentions(words, of.variant)
    ]
    bad = [(words, m) for words, m, owners in mentions if not all(_may_mention(words, m, of, each) for each in owners)]
    spans = [(words[m.first].start, words[m.last].end, m.last - m.first + 1) for words, m in bad]
    whole = [found for found in SENTENCE_PATTERN.finditer(plain) if BLANK not in found[0] and found[0].strip()]
    if not use_model or not whole:
        return spans
    chance = _leak_probability("".join(found[0] for found in whole), of)
    if bad:
        has_place = any(_nearest_slot(words, mention, 5) is not None for words, mention in bad)
        return spans if has_place or chance >= MAX_HARMLESS else []
    own = of.about == of.speaker and unnamed == (of.about,)
    least = _least_to_hide(mentions, of, own=own, is_short=sum(map(len, sentences)) <= MAX_SHORT)
    return _leaking_sentences(whole, of, least) if chance >= least else []


def _least_to_hide(
    mentions: Sequence[tuple[list[Word], Mention, tuple[int, ...]]], of: Subject, *, own: bool, is_short: bool
) -> float:
    """Return the smallest probability of a leak for hiding a sentence, by the cards that may be mentioned in it."""
    proven = bool(mentions) and all(_is_proven_or_proposed(words, m, of, owners) for words, m, owners in mentions)
    if is_short and (proven or own):
        return inf
    return MIN_LEAK_PROVEN if proven else MIN_LEAK_OWN if own else MIN_LEAK_BESIDE_KNOWN if mentions else MIN_LEAK


def _leak_probability(text: str, of: Subject) -> float:
    return leak_probability(text, nouns(of.names, of.names[of.speaker], of.variant))


def _leaking_sentences(sentences: Sequence[re.Match[str]], of: Subject, least: float) -> list[tuple[int, int, int]]:
    """Return the spans of sentences that leak with at least this probability, or of the worst one."""
    chances = [_leak_probability(each[0], of) for each in sentences]
    least = min(least, max(chances))
    return [_span_of_sentence(each, of) for each, chance in zip(sentences, chances, strict=True) if chance >= least]


def _unnamed_owners(sentences: Sequence[list[Word]], of: Subject) -> tuple[int, ...]:
    """Return the owners of cards that are mentioned without an owner."""
    if of.about == of.speaker and any(
        _points_to_other(words, at, of) for words in sentences for at in range(len(words))
    ):
        return of.others
    return (of.about,)


def _span_of_sentence(sentence: re.Match[str], of: Subject) -> tuple[int, int, int]:
    """Return the start, end and word count of a sentence without its marks."""
    words = [word for each in split_sentences(sentence[0], of.names) for word in each]
    if not words:
        return sentence.start(), sentence.end(), 1
    return sentence.start() + words[0].start, sentence.start() + words[-1].end, len(words)


def _may_mention(words: list[Word], mention: Mention, of: Subject, owner: int) -> bool:
    """Return True if the mention may refer to a card in the owner's hand without revealing anything."""
    texts = [word.text for word in words]
    before = texts[max(0, mention.first - 4) : mention.first]
    after = texts[mention.last + 1 : mention.last + 5]
    slot = _nearest_slot(words, mention, len(of.possible[owner]))
    owned = (
        slot is not None
        or any(text in YOUR_WORDS or text in THIRD_PERSON_WORDS for text in before)
        or "'s" in "".join(before)
    )
    if owner == of.speaker:
        return True
    proposed = {to for to, clue in of.clues if clue in mention.clues}
    if proposed and (CLUE_WORDS & {*before, *after[:2]} or (slot is None and owner in proposed)):
        return True
    if not owned and _is_public(texts, before, after, mention, of):
        return True
    return _is_known(texts, mention, of.possible[owner], slot)


def _is_proven_or_proposed(words: list[Word], mention: Mention, of: Subject, owners: tuple[int, ...]) -> bool:
    """Return True if the mention names a clue under discussion, or cards that their owners know from clues."""
    texts = [word.text for word in words]
    proposed = any(clue in mention.clues and (to in owners or CLUE_WORDS & {*texts}) for to, clue in of.clues)
    hands = [of.possible[owner] for owner in owners]
    return proposed or all(_is_known(texts, mention, hand, _nearest_slot(words, mention, len(hand))) for hand in hands)


def _is_known(texts: list[str], mention: Mention, hand: Sequence[int], slot: int | None) -> bool:
    """Return True if clues prove that a card of the hand, or the card in the slot, matches the mention.

    A denial about a slot counts if clues prove that its card does not match.
    """
    masks = hand if slot is None else hand[slot : slot + 1]
    denied = slot is not None and any(text in DENIAL_WORDS or text.endswith("n't") for text in texts)
    return any(not mask & ~mention.cards or (denied and not mask & mention.cards) for mask in masks)


def _is_public(texts: list[str], before: list[str], after: list[str], mention: Mention, of: Subject) -> bool:
    """Return True if the words are about the stacks, or about cards that are gone."""
    board = mention.clues and after[:1] and after[0] in STACK_WORDS
    standing = len(after) > 1 and after[0] in VERBS and after[1] in ("at", "on", "up", "complete", "finished")
    needed = NEED_WORDS & {*before[-3:], *after[:3]} and after[:2] != ["next", "to"]
    gone = (GONE_WORDS & {*before[-3:], *after[:4]}) and mention.cards & of.public
    return bool(gone or ((board or standing or needed) and not THIS_WORDS & set(texts)))


def _possible_owners(words: list[Word], mention: Mention, of: Subject) -> tuple[int, ...]:
    """Return the possible owners of the mentioned card.

    The nearest word before the mention in its sentence decides, else the first after it.
    """
    for at in (*range(mention.first - 1, -1, -1), *range(mention.last + 1, len(words))):
        word = words[at]
        after = words[at + 1].text if at + 1 < len(words) else ""
        if after in SPEAKING_VERBS:
            continue
        if word.seat is not None:
            return (word.seat,)
        if word.text in YOUR_WORDS:
            return of.addressed
        if word.text in SEEING_VERBS:
            return of.others if of.about == of.speaker else (of.about,)
        if word.text in OWN_CARD_WORDS and after:
            of_slot = word.text == "my" and slot_of(words, at + 1, 5) is not None
            if (
                at + 1 == mention.first
                or of_slot
                or (after in OWN_CARD_WORDS[word.text] and not SEEING_VERBS & _next_words(words, at))
            ):
                return (of.speaker,)
    return ()


def _points_to_other(words: list[Word], at: int, of: Subject) -> bool:
    """Return True if a word refers to another player who might hold a card."""
    word = words[at]
    if at + 1 < len(words) and words[at + 1].text in SPEAKING_VERBS:
        return False
    disowned = (
        word.text in ("my", "mine") and at > 0 and (words[at - 1].text in DENIAL_WORDS or "n't" in words[at - 1].text)
    )
    return (
        disowned or word.text in YOUR_WORDS | OTHER_PLAYER_WORDS | SEEING_VERBS or word.seat not in (None, of.speaker)
    )


def _next_words(words: list[Word], at: int) -> set[str]:
    return {word.text for word in words[at : at + 4]}


def _nearest_slot(words: list[Word], mention: Mention, size: int) -> int | None:
    """Return the slot named nearest to the mention in its sentence."""
    near = [
        (abs(at - mention.first), slot)
        for at in range(len(words))
        if not mention.first <= at <= mention.last and (slot := slot_of(words, at, size)) is not None
    ]
    return min(near)[1] if near else None
