"""Reading of Werewolf sentences as claims, or as none."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import playbill as pb
from core.engine.events import Said
from core.engine.turn import Turn
from scenes.werewolf.claims import Claim, claim_of, read, statement_of
from scenes.werewolf.config import SEATS
from scenes.werewolf.events import Buried, VotingClosed
from scenes.werewolf.observation import WerewolfObservation
from scenes.werewolf.record import REASONS_BY_STRENGTH
from scenes.werewolf.sentences import TEMPERAMENTS, Statement, Voice, statements, templates
from scenes.werewolf.speech import address, speak
from tests.corpora import corpus
from tests.examples import counts
from tests.make_intents import authors
from tests.proportion import in_proportion

SAID = corpus("werewolf_claims")
SPEAKER = "Hal"
NAMES = SEATS[:12]
AGAINST = {"wolf", "suspect", "vote"}
FOR = {"clear", "trust", "spare"}
FILLED = {"name": "Bob", "other": "Cat", "third": "Dan"}
FRAMES = ("", "reason", "praise", "counter", "alibi", "recall", "admit")


def side(claim: Claim) -> int:
    """Return 1 if a claim speaks against its target, -1 if for it, otherwise 0."""
    if claim.kind == "look":
        return 1 if claim.wolf else -1
    return {"suspect": 1, "vote": 1, "trust": -1}.get(claim.kind, 0)


# -- bots


def every_statement() -> Iterator[tuple[Statement, str, str]]:
    """Yield a statement of each act, with a kind of frame and a person where it is a clause."""
    slots: dict[str, set[str]] = {}
    kinds = {name: each.kind for name, each, _ in templates()}
    for name, _, template in templates():
        if kinds[name] != "frame":
            slots.setdefault(name, set()).update(re.findall(r"\{(\w+)\}", template))
    for act, found in slots.items():
        filled = {slot: value for slot, value in FILLED.items() if slot in found}
        made = Statement(act, **filled, day=3 * bool(found & {"when", "night"}), role="witch" * ("role" in found))
        filled_name = made._replace(name="Bob") if "whom" in found else made
        for frame, person in product(FRAMES, ("", "you", "I")) if kinds[act] == "clause" else (("", ""),):
            yield filled_name, frame, person


def test_every_sentence_of_bots_is_recognized_as_what_it_says() -> None:
    count = 0
    for temperament, (made, frame, person), seed in product(TEMPERAMENTS, every_statement(), range(2)):
        text = Voice(temperament, 7, Random(seed).choice).say(made, frame, person)
        meant = made._replace(name=SPEAKER) if person == "I" else made._replace(name="") if person == "you" else made
        claim = claim_of(made)
        for said, listener in ((text, ""), (address("Eli", text), "Eli")):
            found = [each for each in statements(said, SPEAKER, NAMES) if each is None or each.act]
            expected = meant._replace(name=listener) if person == "you" else meant
            assert [each and each.content for each in found] == [expected.content], said
            assert read(said, SPEAKER, NAMES) == ((claim,) if claim else ()), said
            count += 1
    assert count > 5000


def test_no_two_temperaments_share_a_sentence_and_neighbors_keep_theirs() -> None:
    own = {letter: {text for _, act, _ in templates() for text in act.templates.get(letter, ())} for letter in "cbf"}
    assert not own["c"] & own["b"]
    assert not own["f"] & (own["c"] | own["b"])
    plain = {text for _, act, text in templates() if act.kind != "frame" and text in set().union(*own.values())}
    heard = Counter[tuple[str, str]]()
    for seed in range(5):
        for event in pb.play("werewolf", {"players": 9}, {"*": "rules"}, seed=seed).events:
            if isinstance(event.data, Said) and event.agent in SEATS:
                text = re.sub("|".join(SEATS), "{}", event.data.text)
                for template in plain:
                    shape = re.sub(r"\{\w+\}", "{}", template)
                    if shape in text:
                        letter = next(letter for letter in "cbf" if template in own[letter])
                        heard[event.agent, letter] += len(shape) > 12
    for name in SEATS[:9]:
        by_letter = sorted(heard[name, letter] for letter in "cbf")
        assert by_letter[-1] > 8 * by_letter[-2], (name, by_letter)


def test_every_claim_that_a_bot_can_make_is_read_back() -> None:
    for claim in (
        *(Claim("role", role=role) for role in ("seer", "doctor", "witch", "hunter", "villager", "innocent")),
        *(Claim("look", "Bob", wolf=wolf, night=night) for wolf, night in product((True, False), (0, 1, 12))),
        *(Claim("suspect", "Bob"), Claim("trust", "Bob"), Claim("vote", "Bob")),
        *(Claim("ask", "Bob", about=about) for about in ("role", "looks", "suspects", "vote")),
    ):
        assert claim_of(statement_of(claim)) == claim
        assert read(Voice("", 1, Random(1).choice).say(statement_of(claim)), SPEAKER, NAMES) == (claim,)


# -- humans


@pytest.mark.slow
def test_the_training_messages_are_seldom_read_as_their_opposite() -> None:
    """In at most 1 of 200 messages is an accusation read as a claim in favor of the accused, or the reverse."""
    opposite, right, total = list[str](), 0, 0
    for author, lines in authors("werewolf").items():
        if author == "wordings":
            continue
        for line in lines:
            meant: dict[str, set[int]] = {}
            for intent, *slots in line.labels:
                if intent in AGAINST | FOR:
                    meant.setdefault(slots[0], set()).add(1 if intent in AGAINST else -1)
            got = read(line.text, "Ann", SEATS[:8])
            total += 1
            right += bool(got) == bool(line.labels - {("retract",)})
            if any(side(claim) and meant.get(claim.target) == {-side(claim)} for claim in got):
                opposite.append(line.text)
    assert len(opposite) <= total / 200, opposite
    assert right >= 0.6 * total


def test_few_traps_claim_anything() -> None:
    traps = SAID["traps"].splitlines()
    misread = [said for said in traps if any(claim.kind != "ask" for claim in read(said, SPEAKER, NAMES))]
    assert len(misread) <= len(traps) / 8, misread


@pytest.mark.parametrize(
    ("text", "nights"),
    [
        ("On night 1 I looked at Bob: a werewolf. On night 2 I checked Cat: innocent.", {"Bob": 1, "Cat": 2}),
        ("N1 I peeked Leo, not a wolf. N2 I peeked Fay, wolf.", {"Leo": 1, "Fay": 2}),
        ("On the second night I looked at Bob and he is a wolf", {"Bob": 2}),
        ("I looked at Bob last night: innocent.", {"Bob": 0}),
        ("Cat, on night 3 I checked Bob: innocent. On night 4 I looked at Cat: no werewolf.", {"Bob": 3, "Cat": 4}),
    ],
)
def test_the_number_of_a_night_goes_with_its_name(text: str, nights: dict[str, int]) -> None:
    looks = [claim for claim in read(text, SPEAKER, NAMES) if claim.kind == "look"]
    assert {claim.target: claim.night for claim in looks} == nights


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("bob is a wolf", [Claim("suspect", "Bob")]),
        ("Gus, I trust you.", [Claim("trust", "Gus")]),
        ("Not Cat! Don't vote for Cat", [Claim("trust", "Cat")]),
        ("i'm a wolf", [Claim("role", role="werewolf")]),
        ("I am the doctor. I saved Bob.", [Claim("role", role="doctor"), Claim("deed", "Bob", role="doctor")]),
        ("who are you all voting for?", [Claim("ask", about="vote")]),
        ("Bob is a wolf. Just kidding.", []),
        ("Bob is a wolf. I take that back.", []),
        ("Hal is innocent. I trust Hal.", []),
    ],
)
def test_common_sentences(text: str, claims: list[Claim]) -> None:
    assert list(read(text, SPEAKER, NAMES)) == claims


@pytest.mark.parametrize("name", ["Zoë", "ＢＯＢ", "O'Brien", "José María", "İnci", "Straße"])
def test_names_may_have_unusual_letters_and_spaces(name: str) -> None:
    for text in (f"I trust {name}.", f"I trust {name.upper()}."):
        assert read(text, "Ann", ("Ann", name)) == (Claim("trust", name),)
        assert read(text, name, ("Ann", name)) == ()


# -- whole games


@counts(2, 12)
def test_speeches_in_whole_games_are_read_as_meant(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """No sentence changes the meaning of another, and all of them can be read."""
    meant: list[Statement] = []
    spoken = 0

    class Noted(Voice):
        def say(self, statement: Statement, frame: str = "", person: str = "") -> str:
            meant.append(statement)
            return super().say(statement, frame, person)

    def talk(turn: Turn, seen: WerewolfObservation, daring: float) -> str:
        nonlocal spoken
        meant.clear()
        words = speak(turn, seen, daring)
        spoken += 1
        found = statements(words, seen.name, seen.players)
        assert None not in found, words
        assert [each.content for each in found if each and each.act] == [each.content for each in meant], words
        assert set(read(words, seen.name, seen.players)) == {claim for each in meant if (claim := claim_of(each))}
        return words

    monkeypatch.setattr("scenes.werewolf.speech.Voice", Noted)
    monkeypatch.setattr("scenes.werewolf.bots.speak", talk)
    for seed, cast in product(range(count), ("rules", "bold", "quiet")):
        pb.play("werewolf", {"players": 6 + 5 * seed % 11}, {"*": cast}, seed=seed)
    assert spoken > 40 * count


@counts(5, 40)
def test_what_bots_say_of_the_record_is_true_and_public(count: int) -> None:
    """Votes, accusations and shown roles that a bot mentions all happened before, in public."""
    told = Counter[str]()
    for seed in range(count):
        game = pb.play("werewolf", {"players": 7 + seed % 3}, {"*": ("rules", "bold", "quiet")[seed % 3]}, seed=seed)
        players = game.header.cast.keys() - {"Moderator"}
        names = tuple(name for name in game.header.cast if name in players)
        votes, claims, shown = set[tuple[str, str]](), set[tuple[str, str, str]](), dict[str, str]()
        for event in game.events:
            match event.data:
                case VotingClosed(votes=cast):
                    votes |= {(name, target) for name, target in cast.items()}
                case Buried(role):
                    shown[event.agent] = role
                case Said(text) if event.audience is None and event.agent in names:
                    own = read(text, event.agent, names)
                    claims |= {(event.agent, "against" if side(c) > 0 else "for", c.target) for c in own if side(c)}
                    for each in statements(text, event.agent, names):
                        assert each is not None
                        told[each.act] += 1
                        name, act, other = each.name, each.act, each.other
                        if (act.endswith("_wolf") and act != "wolf_attacked") or act in ("missed", "wolf_defended"):
                            assert shown[other] == "werewolf", text
                        if act in ("voted_innocent", "accused_innocent", "false_look"):
                            assert shown[other] != "werewolf", text
                        if act in (
                            "voted_wolf",
                            "voted_innocent",
                            "voted_too",
                            "voted_with_me",
                            "followed",
                            "meant_it",
                        ):
                            assert (name, other) in votes, text
                        if act in ("accused_wolf", "accused_innocent", "same_suspect", "groundless", "switch"):
                            assert (event.agent if act == "switch" else name, "against", other) in claims, text
                        if act in ("defended_wolf", "turned"):
                            assert (name, "for", other) in claims, text
                        if act in ("join", "vote_with"):
                            assert (other, "against", name) in claims, text
                        if act in ("lost_trust", "had_trusted"):
                            pair = (event.agent, name) if act == "lost_trust" else (name, event.agent)
                            assert (pair[0], "for", pair[1]) in claims, text
    assert sum(told[act] > 0 for act in REASONS_BY_STRENGTH) >= len(REASONS_BY_STRENGTH) // 2


@counts(5, 20)
def test_bots_neither_repeat_themselves_nor_ask_the_dead_nor_vouch_for_those_they_accused(count: int) -> None:
    """They vouch for such players only after they withdrew the accusation."""
    vouched = 0
    for seed in range(count):
        game = pb.play("werewolf", {"players": 9}, {"*": "rules"}, seed=seed)
        made, said, accused = Counter[tuple[int, str, Claim]](), Counter[tuple[str, str]](), set[tuple[str, str]]()
        dead, day = set[str](), 0
        for event in game.events:
            day += event.kind == "dawn"
            if event.kind == "buried":
                dead.add(event.agent)
            if not isinstance(event.data, Said) or event.audience is not None or event.agent not in SEATS:
                continue
            said[event.agent, event.data.text] += 1
            withdrawn = {s.name for s in statements(event.data.text, event.agent, SEATS[:9]) if s and s.act == "regain"}
            for each in read(event.data.text, event.agent, SEATS[:9]):
                assert each.kind != "ask" or each.target not in dead
                if each.kind in ("trust", "vote", "ask"):
                    made[day, event.agent, each] += 1
                if each.kind == "trust":
                    assert (event.agent, each.target) not in accused or each.target in withdrawn, event.data.text
                    vouched += 1
                if each.kind == "suspect" or (each.kind == "look" and each.wolf):
                    accused.add((event.agent, each.target))
            accused -= {(event.agent, name) for name in withdrawn}
        assert set(made.values()) == {1}
        assert set(said.values()) == {1}
    assert vouched


# -- hostile text


HOSTILE = (
    "i ", "Bob is a wolf. ", "Bob, ", "n't", "and ", "'a", '"', "i trust ", "Bob and ", "not ", "night 1 ", "to me ",
    "%", "- ", "he ", "Bob, Cat he ", "Bob is wolf and Cat is not ", "who why what check ", "neither Bob nor ",
    "\x00\x1b", "İ", "😀", "<1> ", "<99> ", "i think that ", "1 % ", ", ", ": ", "\n", "says ", "\u202e",
    "my vote ", "٣ ", "night ٣ ",
)  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.few(1)
def test_hostile_text_takes_time_in_proportion_and_no_more_than_a_reply_may_hold(piece: str) -> None:
    assert in_proportion(lambda text: read.__wrapped__(text, SPEAKER, NAMES), piece * (4000 // len(piece)))
    for text in (piece * (100_000 // len(piece)), f"Bob is bad {piece * 50_000}", f"I trust {piece}" * 900):
        assert read(text, SPEAKER, NAMES) == read(text[:4000], SPEAKER, NAMES)


WORDS = (
    "is a wolf not innocent the seer trust suspect vote hang checked night 1 he she you , . : ? ! if says and looked"
)


@given(st.lists(st.sampled_from([*WORDS.split(), *HOSTILE]), max_size=30).map(" ".join))
def test_without_a_name_nothing_is_claimed_of_anybody(text: str) -> None:
    if not any(name.lower() in text.lower() for name in NAMES):
        assert all(not claim.target for claim in read(text, SPEAKER, NAMES))


@given(st.lists(st.sampled_from([*WORDS.split(), "Bob", "Cat", "Hal", "I", "am"]), max_size=30).map(" ".join))
def test_nobody_is_both_accused_and_defended_and_speakers_are_no_targets(text: str) -> None:
    sides: dict[str, set[int]] = {}
    for claim in read(text, SPEAKER, NAMES):
        sides.setdefault(claim.target, set()).add(side(claim))
    assert all(not {1, -1} <= each for each in sides.values())
    assert SPEAKER not in sides
