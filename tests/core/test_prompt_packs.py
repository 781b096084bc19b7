"""Prompt packs: replacement, recording, checks, safety; and the effect of a model without a usable reply."""

import shutil
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import playbill as pb
from core.engine import registry
from core.engine.casting import open_run
from core.engine.events import Asked, Defaulted, ModelFailed, Prompted, RunEnded
from core.engine.registry import find_scene, scene_names
from core.errors import UserError
from core.lab.design import read_experiment
from core.lab.experiment import ExperimentFolder
from core.lab.rows import Row
from core.llm.messages import Request
from core.llm.prompts import Pack, Prompts, prompts_in
from core.llm.replies import Json
from core.recording.file import Recording
from core.recording.header import Header
from core.recording.verification import Mismatch
from core.remote.projection import public_header
from core.testing.pack_check import check_pack, unread_literals
from core.trust.grants import Grants
from scenes.feed.behavior import SCROLLING
from scenes.feed.players import Answer

MOCK = {"*": "llm:mock"}
SHIPPED = {
    "chat": "chat 1",
    "coloring": "coloring 1",
    "council": "council 1",
    "coup": "coup 1",
    "feed": "feed 2",
    "hanabi": "hanabi 1",
    "village": "village 1",
    "werewolf": "werewolf 1",
}


@pytest.fixture
def terse(tmp_path: Path) -> Path:
    """Write a pack for the chat whose scenario has other words."""
    return written("chat", tmp_path / "terse", scenario="You are {{ seen.name }} and wait for a bus.")


def written(scene: str, folder: Path, **changed: str) -> Path:
    """Write a scene's pack to a folder, with some templates changed."""
    folder.mkdir()
    (folder / "pack.toml").write_text(f'name = "{folder.name}"\nversion = "7"\n')
    for name, text in {**find_scene(scene).prompts.pack.templates, **changed}.items():
        (folder / f"{name}.j2").write_text(text)
    return folder


def sent(game: pb.Played) -> str:
    """Return all messages that were sent to models."""
    bodies = [event.data for event in game.events if isinstance(event.data, Prompted)]
    return "\n".join(message["content"] for body in bodies for message in body.messages.values())


def play(terse: Path | str = "", **options: Any) -> pb.Played:
    return pb.play("chat", {"max_turns": 4, **({"prompts": str(terse)} if terse else {}), **options}, MOCK, seed=3)


# -- packs


def test_every_scene_ships_a_pack_with_a_version() -> None:
    """A changed pack needs a new version: recordings made with the old one no longer verify."""
    found = {name: find_scene(name).prompts.pack.label.rpartition(" ")[0] for name in SHIPPED}
    assert found == SHIPPED
    assert SHIPPED.keys() <= {*scene_names()}


def test_a_pack_is_sent_in_place_of_the_shipped_one_and_recorded(terse: Path) -> None:
    game, plain = play(terse), play()
    assert "You are Ann and wait for a bus." in sent(game)
    assert "You are in a group chat." not in sent(game)
    assert "You are in a group chat." in sent(plain)
    label = Pack.read(terse).label
    assert label.startswith("terse 7 ")
    assert game.header.prompts == {"llm:mock": label}
    assert plain.header.prompts == {"llm:mock": find_scene("chat").prompts.pack.label}
    shutil.rmtree(terse)
    assert pb.verify(game) == len(game.events)
    assert "wait for a bus" in sent(pb.branch(game, 12, {"max_turns": 6}))


def test_a_recording_is_resumed_without_the_folder(terse: Path, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole = pb.play("chat", {"max_turns": 4, "prompts": str(terse)}, MOCK, seed=3, record=path)
    lines = path.read_bytes().splitlines(keepends=True)
    cut = next(i for i, line in enumerate(lines[20:], 20) if b'"end":"turn"' in line) + 1
    path.write_bytes(b"".join(lines[:cut]))
    shutil.rmtree(terse)
    resumed = pb.Played(*_resumed(path))
    assert resumed.events[-1].data == whole.events[-1].data


def _resumed(path: Path) -> tuple[Header, list[pb.Event]]:
    import asyncio

    from core.engine.session import Session

    past = Recording.read(path)

    async def go() -> list[pb.Event]:
        return [event async for event in Session(past.header, path, past)]

    return past.header, [*past.events, *asyncio.run(go())]


@pytest.mark.parametrize("where", ["header", "pack"])
def test_other_prompts_than_recorded_are_one_clear_line(where: str, terse: Path) -> None:
    game = play(terse)
    prompts = {"llm:mock": "terse 7 000000000000"} if where == "header" else game.header.prompts
    text = game.header.config["prompts"].replace("a bus", "a train" if where == "pack" else "a bus")
    other = replace(game.header, prompts=prompts, config={**game.header.config, "prompts": text})
    with pytest.raises(Mismatch, match=r"The prompts of llm:mock were terse 7 \w{12}, and are terse 7 \w{12} here\."):
        pb.verify(pb.Played(other, game.events))
    with pytest.raises(UserError, match="branch the recording"):
        open_run(other)


def test_each_policy_can_have_a_pack_and_advice_of_its_own(terse: Path) -> None:
    models = {"bus": {"model": "mock", "prompts": str(terse), "advice": False}}
    game = pb.play("chat", {"max_turns": 4}, {"Ann": "llm:bus", "*": "llm:mock"}, models=models)
    assert game.header.prompts is not msgspec.UNSET
    assert [label.split()[0] for label in game.header.prompts.values()] == ["terse", "chat"]
    assert "You are Ann and wait for a bus." in sent(game)
    assert "You are Bob and wait for a bus." not in sent(game)
    shutil.rmtree(terse)
    assert pb.verify(game) == len(game.events)


def test_a_resumed_run_keeps_its_prompts_whatever_the_config_says_now(terse: Path) -> None:
    own = {"bus": {"model": "mock", "prompts": str(terse), "on_failure": "random", "temperature": 0.5}}
    header = pb.play("chat", {"max_turns": 2}, {"*": "llm:bus"}, models=own).header
    now = {"bus": {"model": "mock", "prompts": "elsewhere", "advice": False, "temperature": 0.7}}
    described = Grants.of(own=now).describe(header)
    assert described.models == {"bus": {**header.models["bus"], "temperature": 0.7}}


def test_rows_hold_labels_and_no_texts(terse: Path) -> None:
    [row] = pb.batch("chat", 1, {"max_turns": 4, "prompts": str(terse)}, MOCK)
    label = Pack.read(terse).label
    assert row.options["prompts"] == label
    assert row.prompts == {"llm:mock": label}
    assert row.flat()["prompts of llm:mock"] == label
    assert Row.decode(row.encode()).encode() == row.encode()
    [plain] = pb.batch("chat", 1, {"max_turns": 4}, MOCK)
    assert [plain.options[name] for name in ("prompts", "advice", "on_failure")] == ["", True, "scene"]
    [bots] = pb.batch("chat", 1, {"max_turns": 4}, {"*": "rules"})
    assert not {"prompts", "advice", "on_failure"} & bots.options.keys()


@pytest.mark.parametrize("scene", ["coup", "hanabi", "werewolf"])
def test_advice_is_left_out_on_request(scene: str) -> None:
    with_advice, without = (pb.play(scene, {"max_turns": 2, "advice": on}, MOCK, seed=1) for on in (True, False))
    assert "How to play well" in sent(with_advice)
    assert "How to play well" not in sent(without)
    assert pb.verify(without) == len(without.events)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"system": None}, r"The pack terse lacks system\.j2\."),
        ({"system": "{% if %}"}, r"The prompt system\.j2, line 1: Expected an expression"),
        ({"pack": 'name = "a b"\nversion = "1"'}, r"pack\.toml: name and version have letters"),
        ({"Odd": "x"}, r"Odd\.j2: a template's name has small letters"),
        ({"more": "x" * 2_000_000}, "more than 1,000,000 bytes"),
        ({"pack": "name = 3"}, r"pack\.toml holds two texts"),
        ({"pack": "name ="}, "is not TOML"),
        ({"pack": None}, r"is no pack of prompts: it has no pack\.toml"),
        ({"system": "x" * 300_000}, "characters; at most"),
        ({"system": "\x1b[2J"}, "characters that a recording cannot store"),
    ],
)
def test_an_unusable_pack_is_rejected_before_the_game(change: dict[str, str | None], says: str, terse: Path) -> None:
    for name, text in change.items():
        path = terse / ("pack.toml" if name == "pack" else f"{name}.j2")
        path.unlink() if text is None else path.write_text(text)
    with pytest.raises(UserError, match=says) as error:
        play(terse)
    assert "\n" not in str(error.value)


# -- abilities of a template

HOSTILE = {
    "an attribute of Python's": "{{ x.__class__ }}",
    "the same by a filter": "{{ l | map(attribute='__class__') | join }}",
    "a frame of Python's": "{{ (l | map('string')).gi_frame }}",
    "a call": "{{ x.upper() }}",
    "a call of something that looks like a mapping": "{{ f.items() }}",
    "a method as text": "{{ x.upper }}",
    "a file": "{% include '/etc/passwd' %}",
    "a folder above": "{% include '../pack.j2' %}",
    "a macro": "{% macro m() %}{% endmacro %}",
    "an import": "{% import 'a.j2' as a %}",
    "a long text by a factor": "{{ 'a' * 10000000000 }}",
    "a long text by width": "{{ 'a' | center(10000000000) }}",
    "a long text by its form": "{{ '%10000000000d' | format(1) }}",
    "a long text by doubling": "{% set x = 'aaaaaaaa' %}" + "{% set x = x ~ x %}" * 60 + "{{ x }}",
    "a long text by replacing": "{% set x = 'aaaaaaaa' %}" + "{% set x = x | replace('a', x) %}" * 60 + "{{ x }}",
    "loops in loops": "{% for a in l %}" * 8 + "{% endfor %}" * 8,
    "itself": "{% include 'a.j2' %}",
    "itself, twice": "{% include 'a.j2' %}{% include 'a.j2' %}",
    "a number range": "{% for i in range(1000000000) %}{% endfor %}",
    "lists in lists": "{% set l = [l, l] %}{{ l }}",
    "a longer list": "{{ l + l }}",
}


class Fake:
    def items(self) -> str:
        raise AssertionError("it was called")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_template_is_rejected_in_time(name: str) -> None:
    prompts = prompts_in(Pack("a", "1", {"a": HOSTILE[name]}).text, True)
    began = time.process_time()
    with pytest.raises(UserError) as error:
        prompts.render("a", x="abc", l=list(range(300)), f=Fake())
    assert time.process_time() - began < 5
    assert "\n" not in str(error.value)


def test_a_template_has_what_prompts_need(tmp_path: Path) -> None:
    (tmp_path / "b.j2").write_text("{{ name }}{{ '!' if loud }}")
    (tmp_path / "a.j2").write_text(
        "{% for k, v in d.items() if v %}{{ loop.index }}{{ k ~ v }}{{ ', ' if not loop.last }}{% endfor %}"
        " {% set n = d.get('b', 0) + 1 %}{{ n }} {% include 'b.j2' %} {{ 'x' in name | list }}"
    )
    text = Prompts(tmp_path).render("a", d={"a": 0, "b": 2, "c": 3}, name="Xx", loud=False)
    assert text == "1b2, 2c3 3 Xx True"


# -- trust


def test_an_experiment_reads_a_pack_only_if_that_is_allowed(terse: Path, tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    head = 'name = "packs"\nscene = "chat"\ngames = 1\n'
    tail = f'[cast.seats]\nAnn = "llm:bus"\n[models.bus]\nmodel = "mock"\nprompts = "{terse}"\n'
    for text in (f'[factors]\nprompts = ["", "{terse}"]\n', tail):
        file.write_text(head + text)
        plan = read_experiment(file)
        with pytest.raises(UserError, match="would read the file"):
            plan.cells(Grants.of())
        cells = plan.cells(Grants.of([f"read:{terse}"]))
        assert "wait for a bus" in msgspec.json.encode(cells[-1].header).decode()


def test_an_experiment_with_edited_prompts_is_not_continued(terse: Path, tmp_path: Path) -> None:
    file, out, allow = tmp_path / "x.toml", tmp_path / "out", [f"read:{terse}"]
    options = f'[options]\nmax_turns = 2\nprompts = "{terse}"\n[cast.seats]\nAnn = "llm:mock"\n'
    file.write_text(f'name = "packs"\nscene = "chat"\ngames = 2\n{options}')
    ExperimentFolder(read_experiment(file), out, {}, allow=allow).run(file, 1)
    rows = out / "rows.jsonl"
    rows.write_bytes(rows.read_bytes().splitlines(keepends=True)[0])
    (terse / "scenario.j2").write_text("You wait for a train.")
    with pytest.raises(UserError, match=r"its games had the prompts terse 7 \w{12}, and the others would get terse 7 "):
        ExperimentFolder(read_experiment(file), out, {}, allow=allow).run(file, 1)


@pytest.mark.parametrize("place", ["option", "model"])
def test_a_foreign_recording_cannot_name_a_folder(place: str, terse: Path, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    game = pb.play("chat", {"max_turns": 2}, {"*": "llm:own"}, record=path, models={"own": {"model": "mock"}})
    _, _, rest = path.read_bytes().partition(b"\n")
    change = {"config": {**game.header.config, "prompts": str(terse)}}
    if place == "model":
        change = {"models": {"own": {"model": "mock", "prompts": str(terse)}}}
    path.write_bytes(replace(game.header, **change).encode() + b"\n" + rest)
    for use in (pb.load, pb.verify, lambda path: pb.branch(path, 5)):
        with pytest.raises((UserError, Mismatch), match="pack of prompts is damaged"):
            use(path)


def test_players_of_a_hosted_game_get_no_prompts(terse: Path) -> None:
    header = play(terse).header
    public = public_header(header, "Ann", 5, "")
    assert b"bus" in header.encode()
    assert b"bus" not in public.encode()
    assert public.prompts is msgspec.UNSET


# -- the check


@pytest.mark.parametrize("scene", SHIPPED)
@pytest.mark.slow
def test_shipped_packs_have_no_problem(scene: str) -> None:
    kind = find_scene(scene)
    found = check_pack(kind, kind.prompts.pack)
    assert found.problems == ()
    assert all(0 < size.mean <= size.longest for size in found.sizes)


def test_the_check_finds_each_kind_of_problem() -> None:
    kind = find_scene("chat")
    templates = dict(kind.prompts.pack.templates)
    del templates["briefing"]
    templates["scenario"] = "{% if false %}{{ nobody }}{% endif %}{{ seen.portraits.Zoe.role }}"
    templates["guidelines"] = "{% macro %}"
    templates["more"] = "x"
    templates["system"] = templates["system"].replace("{{ shape }}", "one element")
    problems = "\n".join(check_pack(kind, Pack("bad", "1", templates)).problems)
    for words in (
        "briefing.j2 is missing.",
        "The prompt scenario.j2, line 1: 'dict object' has no attribute 'Zoe'.",
        "scenario.j2: there is no variable nobody for scenario.j2; known: advice, scenario, seen.",
        "The prompt guidelines.j2, line 1: ",
        "more.j2 is used by nothing",
        "The prompt for step does not name --- Action ---, which its reader looks for.",
    ):
        assert words in problems


def test_the_check_finds_keys_that_no_reader_knows() -> None:
    text = find_scene("feed").prompts.pack.templates["decide"].replace('"state": one', '"choice": one')
    reply = Json(Answer, "decision", Answer(state=SCROLLING))
    assert [*unread_literals(Request([{"role": "user", "content": text}], reply, 0))] == [
        'The prompt for decision asks for "choice", which its reader does not know: why, state, words.',
        'The prompt for decision does not name "state", which its reader looks for.',
    ]


# -- no usable reply


@pytest.fixture
def mute(tmp_path: Path) -> str:
    """Return a model that never gives a usable reply."""
    (tmp_path / "mute.txt").write_text("I think about it.\n" * 200)
    return f"llm:script:{tmp_path / 'mute.txt'}"


def failing(scene: str, seat: str, policy: str, how: str, **options: Any) -> pb.Played:
    options = {"max_turns": 12, "max_failures": 0, "on_failure": how, **options}
    return pb.play(scene, options, {seat: policy, "*": "rules"}, seed=1)


def end(game: pb.Played) -> RunEnded:
    ended: RunEnded = of(game, RunEnded)[0]
    return ended


def of(game: pb.Played, kind: type[pb.Body]) -> list[Any]:
    return [event.data for event in game.events if isinstance(event.data, kind)]


@pytest.mark.parametrize("how", ["default", "random"])
def test_another_action_replaces_a_missing_reply(how: str, mute: str) -> None:
    game = failing("coup", "Bob", mute, how)
    replaced = of(game, Defaulted)
    assert replaced
    assert all(each.why.startswith(f"on_failure={how}: the model gave no usable reply: ") for each in replaced)
    assert pb.verify(game) == len(game.events)
    assert of(failing("coup", "Bob", mute, how), Defaulted) == replaced
    of_scene = of(failing("coup", "Bob", mute, "scene"), Defaulted)
    assert of_scene
    assert not any("on_failure" in each.why for each in of_scene)


@pytest.mark.parametrize(
    ("scene", "seat", "winners"),
    [
        ("coup", "Bob", ("Ann", "Cat", "Dan")),
        ("werewolf", "Bob", ("Ann", "Cat", "Dan", "Eli", "Fay", "Gus")),
        ("werewolf", "Ann", ("Bob", "Hal")),
        ("werewolf", "Moderator", ()),
        ("hanabi", "Bob", ()),
    ],
)
def test_a_forfeit_ends_the_game_and_others_win(scene: str, seat: str, winners: tuple[str, ...], mute: str) -> None:
    game = failing(scene, seat, mute, "forfeit", max_turns=40)
    assert (end(game).reason, end(game).winners) == ("forfeit", winners)
    assert [each.on_failure for each in of(game, ModelFailed)] == ["forfeit"]
    assert [event.agent for event in game.events if isinstance(event.data, ModelFailed)] == [seat]
    assert pb.verify(game) == len(game.events)


def test_an_aborted_game_counts_as_failed(mute: str) -> None:
    options = {"max_turns": 12, "on_failure": "abort"}
    [row] = pb.batch("coup", 1, options, {"Bob": mute})
    assert (row.status, row.reason, row.winners) == ("failed", "abort", ())
    assert row.error.startswith("Bob: abort: the model gave no usable reply")


def test_a_policy_has_a_fallback_of_its_own(mute: str) -> None:
    models = {"mute": {"model": mute.removeprefix("llm:"), "on_failure": "forfeit"}}
    game = pb.play("coup", {"on_failure": "random"}, {"Bob": "llm:mute"}, models=models)
    assert end(game).reason == "forfeit"


def test_members_of_a_group_forfeit_together(mute: str) -> None:
    game = pb.play("werewolf", {"protocol": "parallel", "on_failure": "forfeit"}, {"*": mute})
    assert len(of(game, ModelFailed)) > 1
    assert end(game).reason == "forfeit"
    assert pb.verify(game) == len(game.events)


def test_a_forfeit_holds_after_a_crash(mute: str, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    options = {"max_turns": 12, "on_failure": "forfeit"}
    whole = pb.play("coup", options, {"Bob": mute, "*": "rules"}, seed=1, record=path)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    _, events = _resumed(path)
    assert events[-1].data == whole.events[-1].data


def test_moves_prompt_and_parser_are_replaced_as_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    text = (Path(__file__).parents[2] / "docs" / "prompts.md").read_text("utf-8")
    names: dict[str, Any] = {"__name__": __name__}
    exec(text.split("```python\n")[1].split("```")[0], names)
    game: pb.Played = names["game"]
    assert "1. income" in sent(game)
    assert "How to play well" not in sent(game)
    assert {asked.reply for asked in of(game, Asked)} == {"1"}
    assert not of(game, Defaulted)
    assert game.header.prompts is msgspec.UNSET
