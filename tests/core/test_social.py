"""The base of social scenes: replies, plans, the floor, personas, interventions, and misbehaving models."""

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest
from pydantic import BaseModel, ValidationError, field_validator

import playbill as pb
from core.actions.forms import Forms
from core.engine.capabilities import Touched, capability, check_intervention
from core.engine.chance import Chance
from core.engine.events import Asked, Defaulted, Prompted, Rejected, Said
from core.engine.turn import Action
from core.errors import IllegalAction, UserError
from core.llm.replies import Unreadable
from core.social import element
from core.social.actions import ScheduleOrder, SendMessage, TalkTo, Yield
from core.social.events import Announced, PropertyChanged, Scheduled
from core.social.loose import as_element
from core.social.plan import EXAMPLES, NO_CHANGE, Plan, PlanChanged
from core.social.player import merged, window
from core.social.reply import SHAPE, UPDATE, Block, ReplyContent
from core.text import capitalized
from core.validation_errors import validation_message
from tests.block_styles import STYLES, THOUGHTS

FORMS = Forms((SendMessage, TalkTo, Yield, ScheduleOrder))
NAMES = ("Ann", "Bob")
SMUGGLED = '<Action name="yield" />'
SAYING = '<Action name="send_message"><message>{}</message></Action>'


def block(action: str, update: str = "", thoughts: str = "I think.", plan: str = "I go on.") -> str:
    text = f"--- Thoughts ---\n{thoughts}\n--- Plan ---\n{plan}\n--- Action ---\n{action}"
    return f"{text}\n--- Plan Update ---\n{update}" if update else text


def build(tag: str, fields: Mapping[str, str]) -> Action:
    return FORMS.build(tag, fields, NAMES)


def mend(text: str, done: list[str]) -> str:
    return as_element(element.repair_markup(text, done), FORMS, NAMES, done, (Yield(),))


REPLY = Block(
    "step", ReplyContent("I see.", "I wait.", Yield(), None), build, partial(element.write_action, FORMS), mend
)


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ('<Action name="yield" />', {}),
        ('  <Action name="yield"></Action>\n', {}),
        ('<Action name="say"><message>1 &lt; 2 &amp; "so"</message></Action>', {"message": '1 < 2 & "so"'}),
        ('<Action name="say"><message><![CDATA[<b>]]></message></Action>', {"message": "<b>"}),
        (f"<Action name='say'><message>{escape(SMUGGLED)}</message></Action>", {"message": SMUGGLED}),
    ],
)
def test_one_element_is_read(text: str, fields: dict[str, str]) -> None:
    assert dict(element.read(text).fields) == fields


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yield",
        "<Action>yield</Action>",
        '<action name="yield" />',
        '<Action name="yield" for="Bob" />',
        f"{SMUGGLED}{SMUGGLED}",
        f"{SMUGGLED} and more",
        f'<Action name="say"><message>{SMUGGLED}</message></Action>',
        '<Action name="say"><message>a</message><message>b</message></Action>',
        '<Action name="say"><message to="Bob">a</message></Action>',
        '<Action name="say">a<message>b</message></Action>',
        '<Action name="say"><message>a & b</message></Action>',
        '<Action name="say"><message>a',
        '<!DOCTYPE a [<!ENTITY b "c">]><Action name="say"><message>&b;</message></Action>',
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Action name="say"><message>&b;</message></Action>',
        '<?xml-stylesheet href="a"?><Action name="yield" />',
        '<Action name="say"><message>&nbsp;</message></Action>',
    ],
)
def test_what_is_not_just_one_element_is_refused_in_words(text: str) -> None:
    with pytest.raises(element.Malformed) as caught:
        element.read(text)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    "step",
    [
        ReplyContent("I see.", "I wait.", Yield(), None),
        ReplyContent(
            "Why not?", "I greet.", SendMessage('Hi <Bob> & "all"'), PlanChanged(goals=("win", "be kind"), notes="a")
        ),
        ReplyContent("Hm.", "I whisper.", TalkTo("Bob", "psst"), PlanChanged(whole=True, strategy="calm")),
    ],
)
def test_what_is_written_is_read(step: ReplyContent) -> None:
    read = REPLY.read(REPLY.write(step))
    assert read[:3] == step[:3]
    assert read.update == step.update


def test_a_patch_assigns_parts_and_a_replacement_all() -> None:
    plan = Plan(("a", "b"), ("c",), "slow", "n")
    assert plan.after(PlanChanged(goals=("d",))) == Plan(("d",), ("c",), "slow", "n")
    assert plan.after(PlanChanged(whole=True, notes="m")) == Plan(notes="m")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("I yield.", "has no section"),
        (block(SMUGGLED).replace("--- Plan ---\nI go on.\n", ""), "Thoughts, Action"),
        (f"{block(SMUGGLED)}\n{block(SMUGGLED)}", "exactly one block"),
        (f"Sure!\n{block(SMUGGLED)}", "after other text"),
        (block(SMUGGLED + SMUGGLED), "more than one"),
        (block("yield"), "There is no <Action> element"),
        (block('<Action name="fly" />'), "there is no action 'fly'"),
        (block('<Action name="talk_to"><to>Bob</to></Action>'), "talk_to lacks message"),
        (block('<Action name="talk_to"><to>Zoe</to><message>a</message></Action>'), "nobody is called 'Zoe'"),
        (block('<Action name="yield"><why>tired</why></Action>'), "yield has no 'why'"),
    ],
)
def test_what_is_no_block_is_told_what_to_mend(text: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        REPLY.read(text)


@pytest.mark.parametrize(
    "text",
    [
        *EXAMPLES,
        f'"{NO_CHANGE}"',
        "No changes needed.",
        "I watch Bob.",
        '{"patch": {"mood": "good"}}',
        '{"patch": {"strategy": null}}',
        '{"patch": {}, "replace": {}}',
        '{"replace": {}}',
        '{"patch": {"goals": ["one',
        f"no change\n--- {UPDATE} ---\nno change",
    ],
)
def test_an_update_that_changes_nothing_costs_nothing(text: str) -> None:
    reply = REPLY.understand(block(SMUGGLED, text))
    assert (reply.value.action, reply.value.update) == (Yield(), None)
    assert ("plan update left out" in reply.repairs) == (text not in EXAMPLES and text[0] in "I{")


@pytest.mark.parametrize(
    ("text", "update"),
    [
        ('{"patch": {"notes": {"Bob": "wolf"}}}', PlanChanged(notes="Bob: wolf")),
        (
            '{"patch": {"notes": {"Bob": "wolf", "Cat": ["calm", "seer?"]}}}',
            PlanChanged(notes="Bob: wolf; Cat: calm; seer?"),
        ),
        ('{"patch": {"goals": "be heard", "notes": null}}', PlanChanged(goals=("be heard",))),
        ('{"patch": {"goals": []}}', PlanChanged(goals=())),
        ('{"patch": {"goal": ["a"], "mood": "good"}}', PlanChanged(goals=("a",))),
        ('{"replace": {"goals": [{"first": "a"}, "b"], "strategy": null}}', PlanChanged(True, goals=("first: a", "b"))),
        ('"patch": {"milestones": ["a"]}', PlanChanged(milestones=("a",))),
        ('I add a note: {"patch": {"notes": "a"}}', PlanChanged(notes="a")),
    ],
)
def test_an_update_keeps_its_keys_and_what_it_does_not_name(text: str, update: PlanChanged) -> None:
    assert REPLY.understand(block(SMUGGLED, text)).value.update == update


def test_the_shape_of_the_prompt_is_read() -> None:
    shown = SHAPE.replace(SHAPE.split("--- Action ---\n")[1].split("\n")[0], SMUGGLED)
    assert REPLY.read(shown) == ReplyContent(
        "what you make of the situation; nobody else reads it", "what you are up to next", Yield(), None
    )


@pytest.mark.parametrize("name", STYLES)
def test_an_odd_style_is_read(name: str) -> None:
    step = REPLY.understand(STYLES[name](SMUGGLED)).value
    assert (step.action, step.thoughts) == (Yield(), THOUGHTS)


@pytest.mark.parametrize(
    "label", ["**Message:**", "**Message**:", "### Message:", "Message:", "__Speech:__", "--- Message ---"]
)
def test_a_stray_header_is_no_thought(label: str) -> None:
    text = f"**Thoughts:** I think.\n{label} Hi, Bob.\n**Plan:** I go on.\n**Action:** {SMUGGLED}"
    assert REPLY.understand(text).value.thoughts == "I think. Hi, Bob."
    kept = f"**Thoughts:** **Bob:** quiet. The message: none.\n**Plan:** I go on.\n**Action:** {SMUGGLED}"
    assert REPLY.understand(kept).value.thoughts == "**Bob:** quiet. The message: none."


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (f"<think>first --- Action --- then</think>\n{block(SMUGGLED)}", Yield()),
        (block(f"```xml\n{SMUGGLED}\n```", "no change"), Yield()),
        (block(SMUGGLED, "```json\n{}\n```").replace("--- Plan Update ---", "---- plan update ----"), Yield()),
        (block(SMUGGLED, thoughts=f"Bob said: {SAYING.format('x')}"), Yield()),
        (f"Sure, here it is.\n\n{block(SMUGGLED)}", Yield()),
        (block(SMUGGLED).replace("--- ", "**").replace(" ---", "**"), Yield()),
        (block(SMUGGLED).replace("--- ", "### ").replace(" ---", ""), Yield()),
        (block(SMUGGLED).replace("--- ", "").replace(" ---\n", ": "), Yield()),
        (f"{block(SMUGGLED)}\n---", Yield()),
        (block(SMUGGLED.replace("Action", "action")), Yield()),
        (block(SAYING.format("R&D <3 you, 1 < 2 &amp; 3")), SendMessage("R&D <3 you, 1 < 2 & 3")),
        (block(SAYING.format("<![CDATA[R&D]]>")), SendMessage("R&D")),
        (block(SMUGGLED, '```json\n{"patch": {"goals": ["win",],},}\n```'), Yield()),
        (block(SMUGGLED, '{"goals": "win"}'), Yield()),
        (block("yield"), Yield()),
        (block("I yield my turn."), Yield()),
        (block("send_message hi, Bob"), SendMessage("hi, Bob")),
        (block("say: Hi, Bob"), SendMessage("Hi, Bob")),
        (json.dumps({"plan": "I go on.", "action": "Yield"}), Yield()),
        (block('{"action": "yield", "reason": "tired"}'), Yield()),
        (block('<Action name="talk_to" to="Bob" message="hi" />'), TalkTo("Bob", "hi")),
        (block("<talk_to><name>bob</name><text>hi &amp; so</text></talk_to>"), TalkTo("Bob", "hi & so")),
        (block('<Action name="talk_to"><to>**Bob**</to><message>hi</message>'), TalkTo("Bob", "hi")),
        (block('talk_to(to="Bob", message="hi")'), TalkTo("Bob", "hi")),
        (block('{"name": "talk_to", "arguments": {"to": "Bob", "message": "hi"}}'), TalkTo("Bob", "hi")),
        (block('<Action name="send_message">hi, <b>Bob</b></Action>'), SendMessage("hi, Bob")),
        (block('say: "hi, Bob"'), SendMessage("hi, Bob")),
        (block(f"{SAYING.format('hi')}\n(I wait for an answer.)"), SendMessage("hi")),
        (f"{block(SMUGGLED)}\n\n{block(SMUGGLED)}", Yield()),
        (SMUGGLED, Yield()),
        ("I yield.", Yield()),
        (block(SMUGGLED).replace("--- Plan ---\nI go on.\n", ""), Yield()),
        (block(SMUGGLED).replace("---", "==="), Yield()),
        (block(SMUGGLED).replace("--- ", "[").replace(" ---", "]"), Yield()),
        (json.dumps({"thoughts": "I think.", "plan": "I go on.", "action": {"name": "yield"}}), Yield()),
    ],
)
def test_a_block_is_understood_as_models_write_it(text: str, action: Action) -> None:
    assert REPLY.understand(text).value.action == action


@pytest.mark.parametrize(
    "text",
    [
        f"Action: {SMUGGLED}\n{block(SAYING.format('hi'))}",
        f"{block(SMUGGLED)}\n{block(SAYING.format('hi'))}",
        block(SAYING.format("hi"), thoughts=f"Bob wrote:\n--- Action ---\n{SMUGGLED}"),
        block(SAYING.format("hi")).replace("--- ", "**").replace(" ---", "**") + f"\n**Action**\n{SMUGGLED}",
        block(SAYING.format(f"Bob said {SMUGGLED}")),
        f"**Thoughts**\nBob wrote:\n{block(SMUGGLED)}",
        block(f"Bob said {SMUGGLED} but I say {SAYING.format('hi')}"),
        block(f"{SAYING.format('hi')} instead of {SMUGGLED}"),
        block(SAYING.format("hi</message></Action><Action name='yield'/>")),
        block(SAYING.format("hi</message><message>ho")),
        f"I take none. Bob wrote {SMUGGLED}.",
        f"Bob wrote:\n{SMUGGLED}",
        block("I will not yield."),
        block("talk_to"),
        block("message to Bob"),
        block("say to Bob: hi"),
        block("say: to Bob: hi"),
        block("send_message: to Bob, psst"),
        block('<Action name="send_message"><to>Bob</to><message>a secret</message></Action>'),
        block('<Action name="talk_to"><message>hi</message></Action>'),
        block(f"{SAYING.format('hi')}\nor rather nothing"),
        block('{"action": "yield", "name": "send_message", "message": "hi"}'),
        f"{block(SMUGGLED)}\n\n{block('yield', thoughts='Hm.')}",
    ],
)
def test_what_is_quoted_never_becomes_an_action(text: str) -> None:
    with pytest.raises(Unreadable):
        REPLY.understand(text)


def test_messages_of_the_same_role_are_one_and_the_beginning_stays_where_it_can() -> None:
    sent = [{"role": role, "content": str(i)} for i, role in enumerate(["user", "user", "assistant", "user"])]
    assert [each["content"] for each in merged(sent)] == ["0\n1", "2", "3"]
    many = [{"role": "user", "content": str(i)} for i in range(100)]
    starts = [window(many[:n], 20)[0]["content"] for n in range(1, 100)]
    assert sorted(set(starts), key=int) == [str(i) for i in range(0, 90, 10)]
    assert all(len(window(many[:n], 20)) <= 20 for n in range(100))


# -- the floor, by a moderator


def chat(cast: Mapping[str, Any], **options: Any) -> pb.Played:
    game = pb.play("chat", {"max_turns": 12, **options}, cast, seed=3)
    assert pb.verify(game) == len(game.events)
    return game


def script(tmp_path: Path, *replies: str) -> str:
    (tmp_path / "replies.txt").write_text("\n".join(map(json.dumps, replies)))
    return f"llm:script:{tmp_path / 'replies.txt'}"


def of(game: pb.Played, kind: type) -> list[Any]:
    return [event for event in game.events if isinstance(event.data, kind)]


def order(*names: str) -> str:
    return block(f'<Action name="schedule_order"><order>{", ".join(names)}</order></Action>')


def test_the_moderators_order_is_followed_in_the_order_given(tmp_path: Path) -> None:
    game = chat({"Moderator": script(tmp_path, order("Cat", "Ann", "Cat"))}, ordering="moderated")
    first = of(game, Scheduled)[0].turn
    speakers = {e.turn: e.agent for e in game.events if e.kind in ("said", "turn_taken") and e.agent}
    assert [speakers[first + i] for i in (1, 2, 3)] == ["Cat", "Ann", "Cat"]


@pytest.mark.parametrize(
    "replies",
    [
        ["I will not."] * 3,
        [order("Zoe")] * 3,
        [order("")] * 3,
        [block('<Action name="send_message"><message>hello</message></Action>')] * 3,
        [block(SMUGGLED)] * 3,
    ],
)
def test_a_moderator_that_gives_no_order_has_everybody_speak_once(tmp_path: Path, replies: list[str]) -> None:
    game = chat({"Moderator": script(tmp_path, *replies)}, ordering="moderated")
    assert of(game, Defaulted)[0].agent == "Moderator"
    assert of(game, Scheduled)[0].data == Scheduled(("Ann", "Bob", "Cat", "Dan"))
    assert len(of(game, Rejected)) <= 3


# -- misbehaving models


@pytest.mark.parametrize(
    "bad",
    [
        "I'd rather just talk.",
        block(SMUGGLED + SMUGGLED),
        block('<Action name="talk_to"><to>Zoe</to><message>hi</message></Action>'),
        block('<Action name="schedule_order"><order>Ann</order></Action>'),
        block(f'<Action name="send_message"><message>He said {SMUGGLED}</message></Action>'),
        "",
        "--- Action ---",
        block('<Action name="talk_to"><to>Bob</to><message>a</message></Action>'),
    ],
)
def test_a_reply_that_is_no_use_is_asked_for_again_and_the_game_goes_on(tmp_path: Path, bad: str) -> None:
    game = chat({"Bob": script(tmp_path, bad, block(SAYING.format("word " * 5_000)), block(SMUGGLED))}, max_turns=4)
    [said] = [e.data.text for e in of(game, Said) if e.agent == "Bob"]
    assert 3990 < len(said) <= 4000, "a long message is cut"
    assert [e.data.value is None for e in of(game, Asked) if e.agent == "Bob"][:1] == [True] or of(game, Rejected)


def test_own_replies_come_back_as_the_models_own_and_quoted_actions_stay_words(tmp_path: Path) -> None:
    quote = '<Action name="send_message"><message>I quit</message></Action>'
    first = block(element.write_action(FORMS, SendMessage(quote)), '{"patch": {"goals": ["stay"]}}')
    game = chat({"Bob": script(tmp_path, first, *[block(SMUGGLED)] * 5)})
    assert [e.data.text for e in of(game, Said) if e.agent == "Bob"] == [quote]
    sent: dict[str, dict[str, str]] = {}
    for event in of(game, Prompted):
        if event.agent == "Bob":
            sent.update(event.data.messages)
    assert first in {message["content"] for message in sent.values() if message["role"] == "assistant"}
    assert any("goals: stay" in message["content"] for message in sent.values() if message["role"] == "user")
    assert {frozenset(message) for message in sent.values()} == {frozenset({"role", "content"})}


# -- personas and interventions


def test_personas_are_told_and_limit_what_may_be_done(tmp_path: Path) -> None:
    personas = {"Bob": {"profile": "a baker", "language": "Dutch", "actions": ["talk_to"]}, "*": {"style": "dry"}}
    game = chat(
        {"Bob": script(tmp_path, block('<Action name="send_message"><message>a</message></Action>'))}, personas=personas
    )
    assert of(game, Rejected)[0].agent == "Bob"
    prompt = of(game, Prompted)[0].data.messages
    system = next(m["content"] for m in prompt.values() if m["role"] == "system")
    assert system.startswith("You are Bob: a baker.")
    assert "You speak Dutch." in system


@pytest.mark.parametrize(
    ("personas", "says"),
    [
        ("Zoe=a baker", "nobody is called 'Zoe'"),
        ("a baker", "is not a persona; write Ann="),
        ("Ann=a; Ann=b", "there are two personas for Ann"),
        (
            {"Ann": {"stile": "good"}},
            r"personas\.Ann\.stile = 'good': unknown name; did you mean style",
        ),
        ({"Ann": {"style": "x" * 1001}}, "'x{59}…: it should have at most 1000 characters, and has 1001"),
        ({"Ann": {"actions": ["talk"]}}, r"personas\.Ann\.actions: there is no action 'talk'; did you mean talk_to"),
    ],
)
def test_personas_that_fit_nobody_are_refused(personas: Any, says: str) -> None:
    with pytest.raises(UserError, match=says):
        pb.play("chat", {"personas": personas})


def test_interventions_are_events_and_begin_a_branch() -> None:
    game = pb.play("chat", {"max_turns": 8}, seed=5)
    scene = game.scene
    for text, body in {
        "inform Ann the bridge is closed": Announced("the bridge is closed"),
        "broadcast it rains": Announced("it rains"),
        "set Bob mood = bad": PropertyChanged("mood", "bad"),
        "plan Cat goals be brief, be kind": PlanChanged(goals=("be brief", "be kind")),
    }.items():
        check_intervention(scene, text)
        (event,) = capability(scene, Touched).intervene(text, Chance(1))
        assert event.data == body
    for text in ("set Bob mood", "inform Zoe a", "plan Cat mood a", "explode"):
        with pytest.raises(IllegalAction):
            check_intervention(scene, text)
    other = pb.branch(game, "t4", interventions=["broadcast it rains", "plan Cat goals be brief, be kind"])
    done = ["intervened", "announced", "intervened", "plan_changed"]
    assert [event.kind for event in other.events if event.turn == 4][:4] == done
    assert pb.verify(other) == len(other.events)
    with pytest.raises(UserError, match="'set Bob mood' cannot be done: write set NAME PROPERTY = VALUE"):
        pb.branch(game, "t4", interventions=["set Bob mood"])


def test_refusals_are_remembered_with_names_in_their_case(tmp_path: Path) -> None:
    whisper = block('<Action name="talk_to"><to>Zoe</to><message>hi</message></Action>')
    for seat, replies, refusal in (
        ("Bob", [whisper, block(SMUGGLED)], "nobody is called 'Zoe'; known: Ann, Bob, Cat, Dan"),
        ("Moderator", [order("Zoe"), order("Ann")], "'Zoe' cannot be scheduled; known: Ann, Bob, Cat, Dan"),
    ):
        game = chat({seat: script(tmp_path, *replies)}, ordering="moderated", max_turns=6)
        sent = (m["content"] for e in of(game, Prompted) for m in e.data.messages.values())
        assert any(refusal in text for text in sent)
    assert capitalized("Zoe refused; known: Ann, Bob") == "Zoe refused; known: Ann, Bob"

    class Options(BaseModel):
        seat: str

        @field_validator("seat")
        @classmethod
        def _seat(cls, seat: str) -> str:
            raise ValueError(f"{seat} has no seat; known: Ann, Bob.")

    with pytest.raises(ValidationError) as caught:
        Options(seat="Zoe")
    assert validation_message(caught.value.errors()[0], Options) == "Zoe has no seat; known: Ann, Bob"
