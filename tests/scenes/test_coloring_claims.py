"""False claims of an owner about its state. The speaker is B; b2 has just turned from blue to red."""

import asyncio
import re
from collections.abc import Iterable, Iterator
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.agents import Agent
from core.engine.casting import prepare
from core.engine.turn import Turn
from scenes.coloring.actions import Move
from scenes.coloring.bots.rule_based import ClusterAgent
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.problem.penalty import judge
from scenes.coloring.rules.observation import Observation
from scenes.coloring.talk.claims.check import Facts, Finding, check_words, correction
from tests.core.table import play, run_of
from tests.corpora import corpus
from tests.examples import counts, examples
from tests.proportion import in_proportion
from tests.scenes.test_coloring_runs import Unruly

CLUSTERS = {owner: tuple(f"{owner.lower()}{i}" for i in range(1, 6)) for owner in "AHB"}
INSIDE = (("b1", "b2"), ("b2", "b3"), ("b3", "b4"), ("b4", "b5"))
ACROSS = (("b2", "h2"), ("b4", "h4"), ("b5", "h3"), ("a2", "b3"), ("h1", "a1"))
PROBLEM = Problem(CLUSTERS, INSIDE + ACROSS, ("red", "green", "blue"), 10.0, {})
BEFORE = {"b1": "green", "b2": "blue", "b3": "green", "b4": "blue", "b5": "green"}
NOW = BEFORE | {"b2": "red"}


def facts(colors: Coloring = NOW, before: Coloring = BEFORE, to: str = "H", **believed: str) -> Facts:
    known = {"h2": "red", "h4": "blue", "a2": "blue", **believed}
    return Facts(PROBLEM, "B", before, colors, known, judge(PROBLEM, "B", colors, known), {"b1": "green"}, to)


CLASHING = facts()
"""Penalty 20: b2–h2 are red, b4–h4 are blue. h3 was never reported, b1 is locked."""
TO_A = facts(to="A")
TO_SOMEBODY = facts(to="")
CALM = facts(BEFORE, h4="green")
"""Penalty 0, and nothing changed."""
BARE = facts({"b1": "green"}, {"b1": "green"})
"""No conflict, and four nodes without a color."""

SAID = corpus("coloring_claims")
"""Lies with the claims they make, and truths, by the situation they are made in."""


def missed(lies: Iterable[str], *situations: Facts) -> list[str]:
    """List the lies that are not caught."""
    return [text for known in situations for text in lies if not check_words(known, text)]


def suspected(truths: Iterable[str], *situations: Facts) -> list[str]:
    """List the truths that are taken for lies."""
    return [text for known in situations for text in truths if check_words(known, text)]


def test_most_lies_are_caught() -> None:
    """The lies are in many styles, more than any reader knows; those of rule-based owners are all caught, see below."""
    passed = missed(SAID["more_lies"], CLASHING)
    for text, claims in SAID["lies"]:
        found = "; ".join(finding.claim for finding in check_words(CLASHING, text))
        passed += [] if set(claims.split("; ")) <= set(found.split("; ")) else [text]
    assert len(passed) <= 0.06 * len([*SAID["lies"], *SAID["more_lies"]]), passed


def test_truths_and_sentences_without_a_claim_pass() -> None:
    wrong = suspected(SAID["true"], CLASHING)
    assert len(wrong) <= 0.01 * len(SAID["true"]), wrong


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize("opening", ["", "Hi H! ", "As you asked, ", "Yes, ", "I changed nothing else. "])
def test_what_is_only_asked_wished_supposed_or_quoted_is_no_claim(opening: str, negated: bool) -> None:
    color = "not blue" if negated else "green"
    for form in ("is b2 {}?", "if b2 is {}, I am happy.", "I wish b2 was {}.", "you said b2 is {}.", "maybe b2 is {}."):
        assert check_words(CLASHING, opening + form.format(color)) == ()


def test_only_conflicts_with_the_addressee_count() -> None:
    assert suspected(SAID["to_a_true"], TO_A, TO_SOMEBODY) == []
    assert missed(SAID["to_a_true"][:2], facts(to="", a2="green"), facts(to="A", a2="green")) == []


def test_lies_of_an_owner_without_conflicts() -> None:
    for text, truth in SAID["calm_lies"]:
        found = check_words(CALM, text)
        assert any(truth in (each.claim, each.truth) or truth in correction((each,)) for each in found), text
    assert suspected(SAID["calm_true"], CALM) == []


def test_lies_about_nodes_without_a_color() -> None:
    assert missed(SAID["bare_lies"], BARE) == []
    assert suspected(SAID["bare_true"], BARE) == []


def test_a_correction_says_what_is_true() -> None:
    for text, said in SAID["corrections"]:
        assert correction(check_words(CLASHING, text)) == said


@pytest.mark.parametrize("text", ["b2 is conflict-free.", "b2–h2 do not clash.", "I've fixed the conflict with h2."])
@pytest.mark.parametrize("known", [TO_A, TO_SOMEBODY])
def test_a_correction_tells_nobody_of_clashes_with_others(known: Facts, text: str) -> None:
    assert correction(check_words(known, text)) == "what I said of b2 is not so"


def test_findings() -> None:
    assert check_words(CLASHING, "I changed b3 to red. Penalty: 0.") == (
        Finding("b3 is red", "it is green", "b3"),
        Finding("b3 was changed", "it did not change", "b3"),
        Finding("penalty 0", "its penalty is 20"),
    )
    assert check_words(BARE, "Satisfied") == (Finding("satisfied", "4 nodes have no color"),)


class Checked(ClusterAgent):
    """A rule-based owner whose messages are checked as they are, and with each stated color flipped."""

    def __init__(self) -> None:
        self.messages = self.flips = 0

    def act(self, turn: Turn) -> Move:
        seen: Observation = turn.observation
        move = super().act(turn)
        assert isinstance(move, Move)
        colors = {**seen.colors, **move.colors}
        verdict = judge(seen.problem, seen.name, colors, seen.believed)
        known = Facts(seen.problem, seen.name, seen.colors, colors, seen.believed, verdict, seen.fixed)
        for text in (message.text() for message in move.messages):
            self.messages += bool(text)
            assert check_words(known, text) == (), text
            for lie in flipped(seen.problem, text):
                self.flips += 1
                assert check_words(known, lie), lie
        return move


STATED = re.compile(r"I changed [^.]*|Now [^.]*|\w+\d+ (?:stays|is now|is locked to) \w+|it is \w+ now")


def flipped(problem: Problem, text: str) -> Iterator[str]:
    """Yield the text once for each color that it states of an own node, with that color replaced."""
    for statement in STATED.finditer(text):
        for word in re.finditer(r"\b[a-z]+\b|\b[A-Z]\b(?=[,.]|$)", statement[0]):
            color = problem.color_named(word[0])
            if color is None or (len(word[0]) == 1 and word[0].islower()):
                continue
            other = next(c for c in problem.colors if c != color)
            at = statement.start()
            yield text[: at + word.start()] + other + text[at + word.end() :]


@pytest.mark.parametrize("human", ["rules", "unruly"])
@counts(3, 12)
def test_rule_based_owners_never_lie_and_their_flipped_words_always_do(human: str, count: int) -> None:
    messages = flips = 0
    for seed in range(count):
        generated = {"problem": "generate", "clusters": 3 + seed % 3, "topology": "ring"}
        options = {"fixed": seed % 3, "max_turns": 25, **(generated if seed % 2 else {})}
        header = prepare("coloring", options, {}, seed)
        agents: dict[str, Agent] = {name: Checked() for name in header.cast}
        checked = [agent for agent in agents.values() if isinstance(agent, Checked)]
        if human == "unruly":
            agents["H"] = Unruly()
        asyncio.run(play(run_of(prepare("coloring", options, dict.fromkeys(header.cast, "rules"), seed), agents)))
        messages += sum(agent.messages for agent in checked)
        flips += sum(agent.flips for agent in checked)
    assert messages > 3 * count
    assert flips > 3 * count


PIECES = """b1 b2 h2 h3 red green R is not now changed I to = : , . and - ( ) | locked clash with no penalty 0 20
satisfied if can ? it so"""
TEXTS = st.text(max_size=60) | st.lists(st.sampled_from([*PIECES.split(), "\n"]), max_size=20).map(" ".join)


@examples(20)
@given(TEXTS, st.sampled_from([CLASHING, CALM, BARE]))
def test_any_text_is_checked(text: str, known: Facts) -> None:
    found = check_words(known, text)
    assert len(set(found)) == len(found)
    assert bool(correction(found)) == bool(found)


@given(st.sampled_from(sorted(NOW)), st.sampled_from(PROBLEM.colors))
def test_a_plain_statement_is_false_when_its_color_is(node: str, color: str) -> None:
    for form in ("{} is {}", "I set {} to {}.", "My {} is {} now!", "**{}**: {}", "- {} = {}", "Now {} {}."):
        assert bool(check_words(CLASHING, form.format(node, color))) == (NOW[node] != color)


@pytest.mark.parametrize(
    "piece", ["", "x", "b2 ", "b2, ", "if ", "b2-h2 clash ", "my my ", "a\n", '"', "' a", "(", "no "]
)
@pytest.mark.slow
def test_takes_time_in_proportion(piece: str) -> None:
    text = ((piece or " ".join(SAID["true"])) * 8000)[:8000]
    assert in_proportion(partial(check_words, CLASHING), text)
