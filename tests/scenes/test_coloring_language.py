"""What the coloring chat understands, phrase by phrase; the speaker is H unless the table says otherwise."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes.coloring.problem.graph import Problem
from scenes.coloring.talk.english.language import Understood, classify, parts, summary, understand
from scenes.coloring.talk.english.words import spoken, tokenize

COLORS = ("red", "green", "blue")
CLUSTERS = {owner: tuple(f"{owner.lower()}{i}" for i in range(1, 6)) for owner in "AHB"}
PROBLEM = Problem(clusters=CLUSTERS, edges=(), colors=COLORS, conflict_penalty=10.0, preferences={})

TAKEN = [
    ("@B change b2 to green please, h2 is red", "ask B: b2 = green   tell B: h2 = red"),
    (
        "@A keep a2 blue please, h1 stays red. @B b2 blue please",
        "ask A: a2 = blue   tell A: h1 = red   ask B: b2 = blue",
    ),
    ("don't make b2 red", "ask B: b2 not red"),
    ("b2 must not be red", "ask B: b2 not red"),
    ("anything but red for b2", "ask B: b2 not red"),
    ("b2 not red", "ask B: b2 not red"),
    ("dont make b2 red", "ask B: b2 not red"),
    ("b2 anything other than red", "ask B: b2 not red"),
    ("avoid red on b2", "ask B: b2 not red"),
    ("no red for b2, please", "ask B: b2 not red"),
    ("b2 can't be red", "ask B: b2 not red"),
    ("I don't want b2 red", "ask B: b2 not red"),
    ("neither red nor blue for b2", "ask B: b2 not red   ask B: b2 not blue"),
    ("Don’t make b2 red — make it blue", "ask B: b2 = blue   ask B: b2 not red"),
    ("can you set B2=GREEN and b3 to R?", "ask B: b2 = green   ask B: b3 = red"),
    ("could you change b2 to green?", "ask B: b2 = green"),
    ("would you mind changing b2 to green?", "ask B: b2 = green"),
    ("b2 green please?", "ask B: b2 = green"),
    ("h2 is red, can you make b2 green?", "ask B: b2 = green   tell all: h2 = red"),
    ("h2 and h5 are blue", "tell all: h2 = blue   tell all: h5 = blue"),
    ("my h2 is blue", "tell all: h2 = blue"),
    ("I set h2 to blue", "tell all: h2 = blue"),
    ("I'll make h2 blue", "tell all: h2 = blue"),
    ("I’ll make h2 blue", "tell all: h2 = blue"),
    ("h2's red", "tell all: h2 = red"),
    ("h2 will be red", "tell all: h2 = red"),
    ("h1=r, h2=g", "tell all: h1 = red   tell all: h2 = green"),
    ("I changed h2, it is blue now", "tell all: h2 = blue"),
    ("I made h1 red, h2 blue and h3 green", "tell all: h1 = red   tell all: h2 = blue   tell all: h3 = green"),
    ("@all h2 is red", "tell all: h2 = red"),
    ("make b1, b2 and b3 green", "ask B: b1 = green   ask B: b2 = green   ask B: b3 = green"),
    ("b1-b3 green", "ask B: b1 = green   ask B: b2 = green   ask B: b3 = green"),
    ("b1 green b2 red", "ask B: b1 = green   ask B: b2 = red"),
    ("green for b1 and b2, red for b3", "ask B: b1 = green   ask B: b2 = green   ask B: b3 = red"),
    ('{"b1": "red", "b2": "green"}', "ask B: b1 = red   ask B: b2 = green"),
    ("b2 -> green", "ask B: b2 = green"),
    ("b2 red or green", "ask B: b2 not blue"),
    ("keep b2 red until I say so", "ask B, until withdrawn: b2 = red"),
    ("never mind b2", "ask B: b2 is free again"),
    ("A, h1 is locked", "tell A: h1 is locked"),
    ("if you can make b2 green, h2 stays red", "offer all: h2 red if b2 green"),
    ("…, and B, please set b2 to red", "ask B: b2 = red"),
    ("change b2 to green, do not use red on b1", "ask B: b2 = green   ask B: b1 not red"),
    ("B2 → GREEN!!!", "ask B: b2 = green"),
    ("b2 = g", "ask B: b2 = green"),
    ("b2 to g", "ask B: b2 = green"),
    ("set b2 to b", "ask B: b2 = blue"),
    ("colour b2 green", "ask B: b2 = green"),
    ("change the color of b2 to green", "ask B: b2 = green"),
    ("change b2's colour to green", "ask B: b2 = green"),
    ("change b2 from red to green", "ask B: b2 = green"),
    ("b2 green instead of red", "ask B: b2 = green"),
    ("your turn, b2 red", "ask B: b2 = red"),
    ("b2 should stay blue", "ask B: b2 = blue"),
    ("I'd like b2 green", "ask B: b2 = green"),
    ("I would prefer green for b2", "ask B: b2 = green"),
    ("I need b2 to be green", "ask B: b2 = green"),
    ("make b2 green, if you can", "ask B: b2 = green"),
    ("if possible make b2 green", "ask B: b2 = green"),
    ("make b3 green because b2 is red", "ask B: b3 = green"),
    ("@B you keep b2 green, I take h2 red", "ask B: b2 = green   tell B: h2 = red"),
    ("please make b2 green and h2 is blue", "ask B: b2 = green   tell all: h2 = blue"),
    ("a1 green and b1 red", "ask A: a1 = green   ask B: b1 = red"),
    ("keep b2 blue", "ask B: b2 = blue"),
    ("keep b2", "ask B: keep b2"),
    ("don't change b2", "ask B: keep b2"),
    ("don't touch b2 or b3", "ask B: keep b2   ask B: keep b3"),
    ("leave b2 as it is", "ask B: keep b2"),
    ("keep b2, h2 is red", "ask B: keep b2   tell all: h2 = red"),
    ("keep b2 and make b3 blue", "ask B: b3 = blue   ask B: keep b2"),
    ("b2 green, no, red", "ask B: b2 = red"),
    ("h2 is red. no, blue", "tell all: h2 = blue"),
    ("hey @B, make b2 green", "ask B: b2 = green"),
    ("make b2 green @B", "ask B: b2 = green"),
    ("@A and @B h2 is red, make b2 green", "tell A: h2 = red   ask B: b2 = green   tell B: h2 = red"),
    ("@a thanks @b b2 red", "say to A   ask B: b2 = red"),
]

TALK = [
    "swap b2 and b3",
    "cancel",
    "thanks",
    "not b2",
    "please don't",
    "I think a b is r",
    "b2 clashes with red h2",
    "b2 could be green",
    "you could make b2 green",
    "you don't have to change b2",
    "b2 and b3 different please",
    "I asked A to make b2 red",
    "you said h2 is red",
    "h2 is not red",
    "h2 isnt red",
    "h2 was red",
    "h2 might be red",
    "I won't make h2 red",
    "I want h2 red",
    "I plan to make h2 red",
]

ASKED = [
    ("why is b2 red?", "why b2?"),
    ("is b2 red?", "what is b2?"),
    ("should b2 be green?", "can b2 be green?"),
    ("what if b2 were green?", "what if b2 is green?"),
    ("what colour is b2", "what is b2?"),
    ("did you change b2 to red?", "what is b2?"),
    ("can you tell me why you set b2 to red?", "why b2?"),
    ("b2 green?", "can b2 be green?"),
]

NOTED = [
    ("b2 is red", 'b2 is B\'s: to ask for it, write "make b2 red"'),
    ("you made b2 red", 'b2 is B\'s: to ask for it, write "make b2 red"'),
    ("b2 is not red", 'b2 is B\'s: to ask for it, write "b2 not red"'),
    ("@A b2 is red", 'b2 is B\'s: to ask for it, write "@B make b2 red"'),
    ("set h2 to red", "h2 is yours: color it on the board (select it and press r)"),
    ("can you set h2 to blue?", "h2 is yours: color it on the board (select it and press b)"),
    ("make b9 green", "there is no node b9 (B has b1 … b5)"),
    ("make c2 green", "there is no node c2 (A has a1 … a5; H has h1 … h5; B has b1 … b5)"),
    ("b2 to pink", '"pink" is not a color here: red, green, blue'),
    ("set b2 to mauve please", '"mauve" is not a color here: red, green, blue'),
    ("make b2 yellow", '"yellow" is not a color here: red, green, blue'),
    ("@A change b2 to green", "b2 is B's, not A's: write @B"),
    ("@A keep b2", "b2 is B's, not A's: write @B"),
    ("b2 green if h2 is red", 'I read no "if" yet: say it as two sentences'),
    ("make b2 red or b3 green", 'I read no "or" yet: say it as two sentences'),
    ("h2 red or green", "h2: red or green? name one color"),
    ("h2 will be red next turn", 'h2 is not red yet: say "h2 is red" once it is'),
    ("chnage b2 to bleu", '"bleu" is not a color here: did you mean blue?'),
    ("the red one", 'nothing to act on: I read "a1 red", "why a1?", "what should I do?"'),
    ("b2 gren", 'I did not understand; try "b2 green", "b2 not green" or "why b2?"'),
    ("@C make b2 red", "nobody is called C here: @A, @B"),
    ("@H make b2 red", "you are H: write @A or @B"),
]


def read(text: str, speaker: str = "H") -> Understood:
    return understand(PROBLEM, speaker, text)


@pytest.mark.parametrize(("text", "expected"), TAKEN)
def test_taken(text: str, expected: str) -> None:
    understood = read(text)
    assert summary(understood) == expected
    assert not understood.notes or "is red" in text or text.startswith("…")
    assert not any(m.question for m in understood.meanings)


@pytest.mark.parametrize("text", TALK)
def test_plain_talk(text: str) -> None:
    """Nothing is taken, and that is said."""
    assert summary(read(text)) == "say to all"
    assert len(read(text).notes) == (text != "thanks")
    assert not read(text).meanings[0].question


@pytest.mark.parametrize(("text", "asked"), ASKED)
def test_questions(text: str, asked: str) -> None:
    assert (summary(read(text)), read(text).notes) == (f"ask all: {asked}", ())
    assert read(text).meanings[0].question


@pytest.mark.parametrize(("text", "note"), NOTED)
def test_notes(text: str, note: str) -> None:
    understood = read(text)
    assert understood.notes == (note,)
    assert all(verb.startswith("say") for verb, _, _ in parts(understood))


def test_a_condition_holds_up_only_its_sentence() -> None:
    understood = read("b2 green unless h2 is red. b3 blue")
    assert summary(understood) == "ask B: b3 = blue"
    assert understood.notes == ('I read no "unless" yet: say it as two sentences',)


def test_good_nodes_are_taken_beside_bad_ones() -> None:
    understood = read("make b1 and b9 red")
    assert summary(understood) == "ask B: b1 = red"
    assert understood.notes == ("there is no node b9 (B has b1 … b5)",)


def test_texts_and_addressees() -> None:
    understood = read("hello all.   @B:  change  b2 to green, @A thanks")
    assert [(m.to, m.text) for m in understood.meanings] == [
        (None, "hello all."),
        ("B", "change b2 to green"),
        ("A", "thanks"),
    ]
    assert [(m.to, m.text) for m in read("thanks @B").meanings] == [("B", "thanks")]
    assert read(" \n ").meanings == ()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("make b2 green", "command"),
        ("b2 not red, please", "preference"),
        ("keep b2", "preference"),
        ("h2 is red", "information"),
        ("why is b2 red?", "question"),
        ("h2 is red, can you make b2 green?", "mixed"),
        ("@A keep a2. @B why is b2 red?", "mixed"),
        ("@A keep a2. @B keep b2.", "preference"),
        ("thanks", "talk"),
        ("", "talk"),
    ],
)
def test_what_a_message_is(text: str, kind: str) -> None:
    assert classify(read(text)) == kind


def test_another_speaker() -> None:
    assert summary(read("@H b2 is red, make h2 green", "B")) == "ask H: h2 = green   tell H: b2 = red"


def test_parts_draw_chips() -> None:
    assert parts(read("@B b2 green, b3 not red, keep b4, h2 is blue")) == [
        ("ask B:", "b2 =", "green"),
        ("ask B:", "b3 not", "red"),
        ("ask B:", "keep b4", None),
        ("tell B:", "h2 =", "blue"),
    ]


def test_later_words_replace_earlier_ones() -> None:
    (meaning,) = read("b2 red. b2 not red. b3 not blue. b3 blue. keep b4. b4 green").meanings
    assert meaning.request == {"b3": "blue", "b4": "green"}
    assert (meaning.avoid, meaning.keep) == ({"b2": ("red",)}, ())


WORDS = "b2 B3 h1 a4 b9 c1 red green b or and not no don't make keep is to = , . ? @A @B @C if you I please for"
TEXTS = st.text() | st.lists(st.sampled_from(WORDS.split())).map(" ".join)


@given(TEXTS, st.sampled_from("AHBZ"))
def test_nothing_outside_the_problem(text: str, speaker: str) -> None:
    understood = read(text, speaker)
    for meaning in understood.meanings:
        asked = {*meaning.request, *meaning.avoid, *meaning.keep}
        own = set(CLUSTERS.get(speaker, ()))
        assert set(meaning.report) <= own
        assert asked <= set(CLUSTERS[meaning.to] if meaning.to else PROBLEM.nodes) - own
        named = {*meaning.report.values(), *meaning.request.values(), *(c for cs in meaning.avoid.values() for c in cs)}
        assert named <= set(COLORS)
        assert meaning.text
    assert len(parts(understood)) >= len(understood.meanings)
    assert msgspec.json.decode(msgspec.json.encode(understood), type=Understood) == understood


@given(st.text(st.characters(max_codepoint=127)) | TEXTS.filter(str.isascii))
def test_case_and_spacing_do_not_matter(text: str) -> None:
    assert parts(read(text.upper())) == parts(read(text)) == parts(read("  ".join(text.split())))


@pytest.mark.parametrize("text", [*(t for t, _ in TAKEN), *TALK, *(t for t, _ in ASKED), *(t for t, _ in NOTED)])
@pytest.mark.few(40)
def test_upper_case_phrases(text: str) -> None:
    assert parts(read(text.upper())) == parts(read(text))


@pytest.mark.parametrize(
    "piece", ["b2 ", "(", "[]", "=", "-", "'", "@", "@B ", "b2,", "red or ", "if ", "\u202eb2 red ", "\x1b[31m", "or "]
)
@pytest.mark.few(5)
def test_hostile_text_stays_small(piece: str) -> None:
    text = piece * (10_000 // len(piece))
    assert len(tokenize(PROBLEM, spoken(PROBLEM, text))) <= len(text)
    understood = read(text)
    assert len(understood.meanings) <= 1
    assert len(parts(understood)) <= len(PROBLEM.nodes)
    assert len(understood.notes) <= 6


def test_many_wrong_nodes_make_few_notes() -> None:
    assert len(read(" ".join(f"b{i} red" for i in range(6, 1000))).notes) == 6


def test_two_addressees_without_an_at_sign_get_their_own_parts() -> None:
    understood = read("A, why is a2 green? And B, what is b2?")
    assert [(m.to, m.text) for m in understood.meanings] == [("A", "why is a2 green?"), ("B", "what is b2?")]
    assert understood.notes == ()
