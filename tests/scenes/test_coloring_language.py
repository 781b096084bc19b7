"""The coloring chat: documented phrases, bots' phrases, guesses that are confirmed first, and hostile text."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.events import Said
from core.intents.conversation import is_yes
from scenes.coloring.events import Cleared
from scenes.coloring.negotiation.question_answers import Answers
from scenes.coloring.negotiation.reach import lowest_penalty
from scenes.coloring.talk.language import Understood, parts_for_display, understand
from scenes.coloring.talk.speech import Addressed, Question
from tests.intents.corpus import LabeledMessage
from tests.make_intents import PROBLEM, TASKS, authors
from tests.scenes.coloring_games import person

COLORS = PROBLEM.colors
CLUSTERS = PROBLEM.clusters
LINES = authors("coloring")


def read(text: str, speaker: str = "H") -> Understood:
    return understand(PROBLEM, speaker, text)


def summary(understood: Understood) -> str:
    """Return the understood parts on one line: `ask B: b2 = green   tell B: h2 = blue`."""
    return "   ".join(" ".join(word for word in part if word) for part in parts_for_display(understood))


def taken(line: LabeledMessage) -> frozenset[tuple[str, ...]]:
    task = TASKS["coloring"]
    readings = task.grammar.read(line.text, task.nouns, line.context)
    return frozenset((reading.intent, *reading.slots) for reading in readings if reading.licensed)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@B change b2 to green please", "ask B: b2 = green"),
        ("b2 not red", "ask B: b2 not red"),
        ("h2 is red", "tell all: h2 = red"),
        ("don't change b2", "ask B: keep b2"),
        ("if you make b2 red, I make h2 green", "offer all: h2 green if b2 red"),
        ("always b2 blue", "ask B, until withdrawn: b2 = blue"),
        ("b2 red never works for me", "tell all: b2 red costs me a conflict"),
        ("b2 red costs me 2 conflicts", "tell all: b2 red costs me 2 conflicts"),
        ("what should I do?", "ask all: what should I do?"),
        ("what would it cost you to have b2 red?", "ask all: what does b2 red cost you?"),
        ("would you accept h2 red for b2 green?", "ask all: would you take h2 red for b2 green?"),
        ("what can you offer me?", "ask all: what can you offer?"),
        ("my friend thinks b2 should be red, but I disagree", "say to all"),
        ("make b1-b3 green", "ask B: b1 = green   ask B: b2 = green   ask B: b3 = green"),
        ("h1, h2 and h4 are green", "tell all: h1 = green   tell all: h2 = green   tell all: h4 = green"),
        ("make b2 R and b3 B", "ask B: b2 = red   ask B: b3 = blue"),
    ],
)
def test_phrases(text: str, expected: str) -> None:
    assert summary(read(text)) == expected


def test_documented_phrases_are_read_as_documented() -> None:
    wrong = [line.text for line in LINES["documented"] if taken(line) - line.labels]
    right = sum(taken(line) == line.labels for line in LINES["documented"])
    assert len(wrong) <= 0.03 * len(LINES["documented"]), wrong
    assert right >= 0.9 * len(LINES["documented"])


@pytest.mark.slow
def test_authors_that_were_trained_on_are_seldom_acted_upon_wrongly() -> None:
    lines = [line for name, each in LINES.items() if name.startswith("author") for line in each[::5]]
    wrong = [line for line in lines if {each for each in taken(line) - line.labels if each[0] in ACTS}]
    assert len(wrong) <= 0.02 * len(lines), wrong


ACTS = TASKS["coloring"].grammar.acts


def test_two_addressees_without_an_at_sign_get_their_own_parts() -> None:
    understood = read("A, why is a2 green? And B, what is b2?")
    assert [(m.to, m.text) for m in understood.meanings] == [("A", "why is a2 green?"), ("B", "what is b2?")]
    assert understood.notes == ()


def test_unknown_nodes_and_colors_are_noted() -> None:
    assert read("make b9 red").notes == ("there is no node b9 (B has b1 … b5)",)
    assert read("b2 pink please").notes == ('"pink" is not a color here: red, green, blue',)
    assert len(read(" ".join(f"b{i} red" for i in range(6, 1000))).notes) == 6


def test_texts_and_addressees() -> None:
    understood = read("hello all.   @B:  change  b2 to green, @A thanks")
    assert [(m.to, m.text) for m in understood.meanings] == [
        (None, "hello all."),
        ("B", "change b2 to green"),
        ("A", "thanks"),
    ]
    assert [(m.to, m.text) for m in read("thanks @B").meanings] == [("B", "thanks")]
    assert read(" \n ").meanings == ()


def test_another_speaker() -> None:
    assert summary(read("@H b2 is red", "B")) == "tell H: b2 = red"


def test_a_later_sentence_replaces_an_earlier_one() -> None:
    (meaning,) = read("h2 is red. h2 is blue.").meanings
    assert meaning.report == {"h2": "blue"}


UNSURE = [
    "I keep wondering whether b2 might look nicer in blue from where I am sitting",
    "b2 blue would tickle me pink, mate",
    "perhaps blue suits b2 best, all things considered",
    "if it isn't a bother, try blue on that b2 of yours",
]


async def test_a_guess_is_asked_back_and_yes_confirms_it() -> None:
    text = next(text for text in UNSURE if read(f"@B {text}").meanings[0].guess == "Do you want b2 blue?")
    _, _, events = await person(f"say @B {text}", "pass", "say @B yes", "pass", max_turns=6)
    guesses = [event.data.guess for event in events if isinstance(event.data, Addressed) and event.agent == "H"]
    assert guesses == ["Do you want b2 blue?", ""]
    said = [event.data.text for event in events if isinstance(event.data, Said) and event.agent == "B"]
    assert any("Do you want b2 blue?" in text for text in said)
    cleared = [event.data.colors for event in events if isinstance(event.data, Cleared) and event.agent == "B"]
    assert {"b2": "blue"} in cleared


def test_only_the_number_of_an_offer_is_its_number() -> None:
    numbered = understand(PROBLEM, "H", "accept 3", offer=True)
    assert [meaning.replies for meaning in numbered.meanings] == [(("accept", 3),)]
    costly = understand(PROBLEM, "H", "I accept. It costs me 10 points.", offer=True)
    assert all(number == 0 for meaning in costly.meanings for _, number in meaning.replies)


def test_yes() -> None:
    assert all(map(is_yes, ("Yes, please", "@B yes", "ok, yes", "exactly")))
    assert not any(map(is_yes, ("b2 red", "yesterday", "no", "yes, and then b3 has to be blue as well")))


async def test_questions_about_trades_are_answered_from_tables() -> None:
    _, scene, _ = await person("pass", max_turns=3)
    seen = scene.observe("B")
    answers = Answers(seen, seen.colors, "H")
    price = answers.answer(Question("price", "b2", seen.colors["b2"]), direct=True)
    assert price == f"Nothing: b2 is {seen.colors['b2']} already."
    assert answers.answer(Question("would", give={}, want={"b2": seen.colors["b2"]}), direct=True).startswith(
        "I would accept"
    )
    assert answers.answer(Question("trade"), direct=True) == "If you make h5 blue, I make b2 red."
    assert lowest_penalty(seen, {"h5": "blue", "b2": "red"}) == 0 < lowest_penalty(seen, {"b2": "red"})
    for color in seen.problem.colors:
        assert color == seen.colors["b2"] or lowest_penalty(seen, {"b2": color}) > 0, (
            "nothing could be given for nothing"
        )


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Are you locked on b5?", "is b5 locked?"),
        ("Which of your nodes could you still move?", "which of your nodes are locked?"),
        ("What did A tell you?", "what did A tell you?"),
        ("what did a tell you", "what did A tell you?"),
        ("Why do you keep saying no?", "why do you refuse?"),
        ("What do you care about most?", "what matters to you?"),
        ("Do you still stand by our deal?", "what was promised?"),
        ("Who has to give way here, you or A?", "how do we solve the conflict?"),
        ("Which of your nodes touch mine?", "which of our nodes are linked?"),
        ("Can we swap colors, h5 takes yours and b5 takes mine?", "will you swap the colors of b5 and h5?"),
        ("What do you want for b2 green?", "what does b2 green cost you?"),
        ("Any other way to fix the clash at b3?", "how do we solve the conflict?"),
        ("What's wrong with red?", "what about red?"),
    ],
)
def test_questions_without_a_label_are_read_by_their_words(text: str, asked: str) -> None:
    (meaning,) = read(f"@B {text}").meanings
    assert [each.sentence() for each in meaning.asks] == [asked]
    assert meaning.question
    assert not meaning.guess


WORDS = "b2 B3 h1 a4 b9 c1 red green b or and not no don't make keep is to = , . ? @A @B @C if you I please for"
TEXTS = st.text() | st.lists(st.sampled_from(WORDS.split())).map(" ".join)


@given(TEXTS, st.sampled_from("AHBZ"))
def test_nothing_outside_the_problem(text: str, speaker: str) -> None:
    understood = read(text, speaker)
    for meaning in understood.meanings:
        asked = {*meaning.request, *meaning.avoid, *meaning.keep, *meaning.change}
        own = set(CLUSTERS.get(speaker, ()))
        assert set(meaning.report) <= own
        assert asked <= set(CLUSTERS[meaning.to] if meaning.to else PROBLEM.nodes) - own
        named = {*meaning.report.values(), *meaning.request.values(), *(c for cs in meaning.avoid.values() for c in cs)}
        assert named <= set(COLORS)
        assert meaning.text
    assert len(parts_for_display(understood)) >= len(understood.meanings)
    assert msgspec.json.decode(msgspec.json.encode(understood), type=Understood) == understood


@given(st.text(st.characters(max_codepoint=127)) | TEXTS.filter(str.isascii))
def test_case_and_spacing_do_not_matter(text: str) -> None:
    assert (
        parts_for_display(read(text.upper()))
        == parts_for_display(read(text))
        == parts_for_display(read("  ".join(text.split())))
    )


@pytest.mark.parametrize(
    "piece", ["b2 ", "(", "[]", "=", "-", "'", "@", "@B ", "b2,", "red or ", "if ", "\u202eb2 red ", "\x1b[31m", "or "]
)
@pytest.mark.few(2)
def test_hostile_text_stays_small(piece: str) -> None:
    understood = read(piece * (10_000 // len(piece)))
    assert len(understood.meanings) <= 1
    assert len(parts_for_display(understood)) <= len(PROBLEM.nodes)
    assert len(understood.notes) <= 6
