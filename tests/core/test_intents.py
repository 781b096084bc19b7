"""The reader of sentences: tokens, features, training, licenses, and up-to-date weights."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.intents.cues import count_cues
from core.intents.features import closest, features
from core.intents.grammar import Grammar, Kind
from core.intents.license import vetoes
from core.intents.model import unpack
from core.intents.tokens import Noun, tokenize
from tests.intents.corpus import LabeledMessage, load
from tests.intents.training import fit
from tests.make_intents import TASKS, main


def fruit(words: Sequence[str], at: int) -> Noun | None:
    return Noun("fruit", words[at]) if words[at] in ("apple", "pear", "fig") else None


GRAMMAR = Grammar("nowhere", (Kind("fruit", (frozenset({"fruit"}),), ("want", "refuse")),), acts={"want"})
WANTED = ("I want the {}", "give me the {}", "the {} please", "I'd like that {}", "may I have the {}?")
REFUSED = ("no {} for me", "I hate the {}", "take the {} away", "never again a {}", "the {} is awful")
IDLE = ("a {} is a fruit", "yesterday I saw the {}", "Ann said the {} is ripe")


def lines(fruits: Sequence[str]) -> list[LabeledMessage]:
    out = [LabeledMessage(text.format(each), frozenset({("want", each)})) for text in WANTED for each in fruits]
    out += [LabeledMessage(text.format(each), frozenset({("refuse", each)})) for text in REFUSED for each in fruits]
    return out + [LabeledMessage(text.format(each), frozenset()) for text in IDLE for each in fruits]


def trained() -> Grammar:
    grammar = Grammar(GRAMMAR.package, GRAMMAR.kinds, GRAMMAR.acts)
    authors = {"one": lines(["apple", "pear"]), "two": lines(["pear", "fig"])}
    grammar.__dict__["heads"] = unpack(fit(grammar, fruit, authors))
    return grammar


def test_tokens_have_plain_words_and_spans() -> None:
    text = "I don’t want the APPLE, pls! Thx"
    (first, second) = tokenize(text, fruit)
    assert [token.text for token in first] == ["i", "do", "not", "want", "the", "apple", ",", "please", "!"]
    assert [text[token.start : token.end] for token in first if token.tag] == ["APPLE"]
    assert [token.text for token in second] == ["thanks", "."]


@pytest.mark.parametrize("text", ["n't", "'", "''n't", "n't n't?", "\u200b", "...", "?", "-", "'s n't"])
def test_pieces_of_words_are_read_without_empty_tokens(text: str) -> None:
    assert all(token.text for sentence in tokenize(text, fruit) for token in sentence)
    trained().read(text, fruit)


def test_a_message_of_two_nouns_is_read_by_noun() -> None:
    readings = trained().read("I want the pear, no apple for me", fruit)
    assert {(each.intent, each.slots) for each in readings} == {("want", ("pear",)), ("refuse", ("apple",))}
    assert all(each.evidence for each in readings)


def test_features_do_not_depend_on_the_noun() -> None:
    one, other = (tokenize(f"please give me the {name}", fruit) for name in ("fig", "pear"))
    assert features(one, ("fig",)) == features(other, ("pear",))


def test_a_list_is_read_like_each_of_its_nouns() -> None:
    grammar = Grammar("nowhere", GRAMMAR.kinds, (), lists={"fruit"})
    listed = grammar.message("give me the fig, apple and pear please", fruit)
    (alone,) = grammar.candidates(grammar.message("give me the fig please", fruit))
    for candidate in grammar.candidates(listed):
        assert features(candidate.sentences, candidate.slots) == features(alone.sentences, alone.slots)


def test_a_letter_may_name_a_noun_or_be_short_for_a_word() -> None:
    def find(words: Sequence[str], at: int) -> Noun | None:
        return Noun("color", "red") if words[at] == "r" and words[at - 1 : at] == ["b2"] else None

    (sentence,) = tokenize("b2 r, r u ok", find)
    assert [token.text for token in sentence] == ["b2", "red", ",", "are", "you", "okay", "."]


def test_quotations_and_strange_words_are_no_licenses() -> None:
    quoted = tokenize('she wrote "the apple please"', fruit)
    assert vetoes(quoted, ("apple",), {"she", "wrote", "the", "please"}) == ("quoted",)
    strange = tokenize("blorf the apple zwick", fruit)
    assert vetoes(strange, ("apple",), {"the"}) == ("unknown words: blorf, zwick",)
    assert vetoes(tokenize("the apple please", fruit), ("apple",), {"the", "please"}) == ()


def test_what_only_seems_so_is_a_guess() -> None:
    grammar = trained()
    assert all(each.licensed for each in grammar.read("give me the fig", fruit))
    readings = grammar.read("blorf give me the fig zwick", fruit)
    assert not any(each.licensed for each in readings if each.intent == "want")


def test_training_is_reproducible() -> None:
    authors = {"one": lines(["apple"]), "two": lines(["fig"])}
    assert fit(GRAMMAR, fruit, authors) == fit(GRAMMAR, fruit, authors)


def test_closest_places() -> None:
    assert closest([1, 9], [4, 20]) == (1, 4)
    assert closest([7], [2, 6]) == (6, 7)


def test_a_line_without_a_tab_is_named(tmp_path: Path) -> None:
    file = tmp_path / "bad.tsv"
    file.write_text("[offer] deal\taccept\nno tab here\n")
    with pytest.raises(ValueError, match="line 2: expected a message, a tab and labels"):
        load(file)


@pytest.mark.parametrize("scene", TASKS)
def test_every_label_of_the_corpus_is_known(scene: str) -> None:
    from tests.make_intents import authors

    known = {label for kind in TASKS[scene].grammar.kinds for label in kind.labels}
    for part in ("training", "unseen"):
        used = {label for each in authors(scene, part).values() for line in each for label, *_ in line.labels}
        assert used <= known


@pytest.mark.slow
@pytest.mark.parametrize("scene", TASKS)
def test_weights_are_what_training_gives(scene: str) -> None:
    assert main([scene], check=True) == 0


@pytest.mark.parametrize(
    ("text", "cue", "found"),
    [
        ("Whom did you actually meet?", "who|whom see|meet", True),
        ("Working on Saturdays is fine", "work saturday", True),
        ("I cant sing!", "can't sing", True),
        ("He looks shady to me", "SUSPICIOUS", True),
        ("Meet me. Whom?", "whom meet", False),
        ("you one two three four five sing", "you sing", False),
    ],
)
def test_cues_are_found_across_endings_and_other_words(text: str, cue: str, found: bool) -> None:
    assert bool(count_cues(text, (cue,))) is found
