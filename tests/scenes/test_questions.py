"""Questions to agents: a legal action answers each question, and the prompt lists exactly the legal actions."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

import playbill as pb
from core.engine.casting import prepare, set_up
from core.engine.chance import Chance
from core.engine.turn import Action
from core.errors import IllegalAction
from core.llm.messages import Completion, OnWords, Request
from core.llm.replies import Json
from core.llm.routes import Mock
from core.llm.schema_fitting import resolve
from core.social import element
from core.social.actions import SendMessage, Speak, TalkTo
from core.social.element import shapes
from core.social.scene import SocialScene

ANSWERS = {
    r"^What do you say\?": "speak send_message",
    r"floor\. What do you say\?": "speak",
    r"Do you open the voting\?": "open_voting",
    r"Who speaks next\? Name one or more": "schedule_order",
    r"Close the voting\.": "close_voting",
    r"For whom do you vote\?": "vote_lynch",
    r"How much do you want to speak next\?": "bid",
    r"Whom do you shoot\?": "shoot",
    r"Do you save the victim": "witch_save",
    r"Do you poison somebody\?": "witch_poison",
    r"Whom does the pack kill\?": "night_kill",
    r"Do you talk to the pack\?": "talk_to_pack",
    r"Whom do you look at\?": "inspect",
    r"Whom do you protect\?": "protect",
    r"There is nothing for you to decide": "yield",
    r"Your last words\?": "speak",
    r"Decide who acts next, by schedule_order": "schedule_order",
    r"^It is your turn\.$": "send_message",
    r"What do you do next\?": "move_to_location rest",
    r"The vote is open: vote": "vote",
    r"schedule who speaks next": "schedule_order",
    r"or open the vote when": "start_voting",
    r"close the meeting": "finish_meeting",
    r"You have the floor: speak, act, or yield": "speak",
}
"""Tag of an action that answers the question, by a pattern of the question."""
WOLVES = {"roles": "werewolf 3, seer, doctor, witch, hunter", "players": 12, "days": 4}
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "chat": ("chat", {"max_turns": 20}),
    "moderated chat": ("chat", {"max_turns": 20, "ordering": "moderated"}),
    "persona without words": ("chat", {"max_turns": 8, "personas": {"*": {"actions": ["talk_to"]}}}),
    "council": ("council", {"agenda": "Plant trees; Open the library at night", "members": 5}),
    "village": ("village", {"max_turns": 60}),
    "werewolf": ("werewolf", WOLVES),
    **{
        f"werewolf, {protocol}": ("werewolf", {**WOLVES, "protocol": protocol, "vote": "open", "first_night": "peace"})
        for protocol in ("bidding", "parallel", "random", "round-robin")
    },
}
SPEECH = (Speak, SendMessage, TalkTo)


def decisions(name: str, seed: int) -> Iterator[tuple[SocialScene, str]]:
    """Yield a scene at each of its decisions, with a player who acts; all play at random."""
    scene_name, options = GAMES[name]
    game = pb.play(scene_name, options, {"*": "random"}, seed=seed)
    scene, _ = set_up(prepare(scene_name, options, {"*": "random"}, seed))
    assert isinstance(scene, SocialScene)
    for event in game.events:
        scene.apply(event)
        if event.end and scene.is_complete() is None:
            pick = scene.pick()
            names = pick.names if pick else (scene.floor.up,) if scene.floor else scene.names
            yield from ((scene, each) for each in names if scene.legal(each))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.few(2)
def test_a_legal_action_answers_each_question(name: str) -> None:
    asked = set()
    for seed in range(2):
        for scene, who in decisions(name, seed):
            status = scene.status_prompt(who)
            could = {scene.forms.tag(type(action)) for action in (*scene.legal(who), *scene.openings(who))}
            found = [text for text in ANSWERS if re.search(text, status.splitlines()[-1])]
            assert found, status
            if name != "persona without words":
                assert all({*ANSWERS[text].split()} & could for text in found), (status, could)
            asked.update(found)
    assert asked


def filled(scene: SocialScene, shape: str) -> Iterator[Action]:
    """Yield the actions that a line of a prompt describes, with text for "…" and each of the listed values."""
    written, _, told = shape.partition(" (")
    options = dict(each.split(": ", 1) for each in told.removesuffix(")").split("; ")) if told else {}
    for text in re.split(r"(?<=>) (?=<Action)", written):
        tag, fields = element.read(text)
        blank = {name: "Hello." if value == "…" else value for name, value in fields.items()}
        rows = [blank]
        for name, values in options.items():
            rows = [{**row, name: value} for row in rows for value in values.split(", ")]
        yield from (scene.forms.build(tag, row, scene.names) for row in rows)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.few(2)
def test_a_prompt_lists_what_is_legal_and_nothing_else(name: str) -> None:
    for scene, who in decisions(name, 7):
        legal, openings = scene.legal(who), scene.openings(who)
        listed = [action for shape in shapes(scene.forms, legal, openings) for action in filled(scene, shape)]
        assert len({*listed}) == len(listed)
        for action in listed:
            scene.check(who, action)
        opened = {type(action) for action in openings}
        assert {*listed} >= {action for action in legal if type(action) not in opened}
        assert {type(action) for action in listed} == {type(action) for action in (*legal, *openings)}
        for kind in scene.actions:
            if issubclass(kind, SPEECH) and not issubclass(kind, TalkTo):
                assert (kind in opened) == accepts(scene, who, kind("Hello.")), kind
        spoken = [action for action in listed if isinstance(action, SPEECH)]
        assert all(action.message == "Hello." for action in spoken), "no speech is put into a model's mouth"


def accepts(scene: SocialScene, name: str, action: Action) -> bool:
    try:
        scene.check(name, action)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_may_ever_do_holds_all_that_is_listed(name: str) -> None:
    for scene, who in decisions(name, 7):
        tags = scene.observe(who).actions
        assert {scene.forms.tag(type(action)) for action in (*scene.legal(who), *scene.openings(who))} <= {*tags}


def test_roles_are_told_of_their_own_actions_alone() -> None:
    scene, _ = set_up(prepare("werewolf", WOLVES, {"*": "random"}, 3))
    for event in scene.start(Chance(3)):
        scene.apply(event)
    tags = {scene.outcome().roles.get(name, ""): {*scene.observe(name).actions} for name in scene.names}
    common = {"yield", "speak", "vote_lynch"}
    assert tags == {
        "villager": common,
        "werewolf": common | {"night_kill", "talk_to_pack"},
        "seer": common | {"inspect"},
        "doctor": common | {"protect"},
        "witch": common | {"witch_save", "witch_poison"},
        "hunter": common | {"shoot"},
        "": {"yield", "speak", "schedule_order", "open_voting", "close_voting"},
    }


@pytest.mark.parametrize(
    ("scene", "options"),
    [
        ("coup", {"players": 3, "talk": "open", "notes": "always", "verifier": "always", "max_turns": 20}),
        ("feed", {"ticks": 12, "agents": 20}),
        ("hanabi", {"max_turns": 8, "talk": "open"}),
    ],
)
def test_a_prompt_names_each_choice_of_its_reply(
    scene: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    complete, seen = Mock.complete, 0

    async def watched(self: Mock, request: Request, hear: OnWords | None) -> Completion:
        nonlocal seen
        if isinstance(request.reply, Json):
            prompt = "\n".join(message["content"] for message in request.messages)
            for field in request.reply.schema["properties"].values():
                for choice in resolve(field, request.reply.schema).get("enum", ()):
                    seen += 1
                    assert not choice or str(choice) in prompt
        return await complete(self, request, hear)

    monkeypatch.setattr(Mock, "complete", watched)
    pb.play(scene, options, {"*": "llm:mock"}, seed=2)
    assert seen
