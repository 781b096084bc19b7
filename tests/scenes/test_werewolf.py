"""Werewolf: games checked against their logs, hidden information, roles, protocols, and models that err."""

import json
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any

import msgspec
import pytest

import playbill as pb
from core.engine.capabilities import Told, capability
from core.engine.casting import prepare, set_up
from core.engine.chance import Chance
from core.engine.events import Asked, Defaulted, Rejected, Said
from core.testing.conformance import Conformance
from scenes.werewolf.config import SEATS
from scenes.werewolf.events import Called, Dawn, Dealt, Inspected, VotingClosed, VotingOpened
from scenes.werewolf.scene import WerewolfScene
from tests.scenes.werewolf_checker import Wrong, judge

PROTOCOLS = ("moderated", "round-robin", "random", "bidding", "parallel")
EVERYBODY = "werewolf 2, seer, witch, doctor, hunter"


def plain(game: pb.Played) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    header = msgspec.to_builtins(game.header)
    return header, [{"kind": e.kind, **msgspec.to_builtins(e)} for e in game.events]


def of(game: pb.Played, kind: type) -> list[Any]:
    return [event for event in game.events if isinstance(event.data, kind)]


@pytest.mark.parametrize("cast", ["rules", "random", "bold", "quiet"])
@pytest.mark.parametrize(("protocol", "vote"), product(PROTOCOLS, ("open", "sealed")))
@pytest.mark.few(4)
def test_games_are_as_the_rules_have_them(protocol: str, vote: str, cast: str) -> None:
    for seed in range(3):
        options = {"protocol": protocol, "vote": vote, "players": 8, "roles": EVERYBODY}
        options |= {
            "tie": ("nobody", "random")[seed % 2],
            "reveal": seed != 1,
            "last_words": seed != 2,
            "first_night": ("kill", "peace")[seed % 2],
        }
        game = pb.play("werewolf", options, {"*": cast}, seed=seed)
        winner = judge(*plain(game))
        assert game.reason == ("out_of_days" if winner == "nobody" else f"{winner}_won")


@pytest.mark.slow
@pytest.mark.parametrize("players", range(6, 17))
def test_tables_of_all_sizes_are_as_the_rules_have_them(players: int) -> None:
    for seed in range(3):
        assert judge(*plain(pb.play("werewolf", {"players": players}, seed=seed)))


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.few(2)
def test_with_equal_talk_every_protocol_gives_the_same_number_of_speeches(protocol: str) -> None:
    options = {"protocol": protocol, "players": 8, "equal_talk": True, "last_words": False}
    full = days = 0
    for seed in range(4):
        game = pb.play("werewolf", options, {"*": "bold" if seed % 2 else "rules"}, seed=seed)
        assert game.reason == f"{judge(*plain(game))}_won"
        alive, said = 8, 0
        for event in game.events:
            match event.data:
                case Dawn(dead=dead):
                    alive, said = alive - len(dead), 0
                case Said() if event.audience is None and event.agent != "Moderator":
                    said += 1
                case VotingOpened():
                    assert said <= 2 * alive
                    days, full = days + 1, full + (said == 2 * alive)
                case VotingClosed(hanged=hanged):
                    alive -= bool(hanged)
    assert full >= 0.9 * days > 0, (full, days)


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        *(("voting_closed", "hanged", "Ann"), ("dawn", "dead", ["Fay"]), ("unmasked", "winner", "")),
        *(("inspected", "wolf", None), ("buried", "role", "hunter")),
    ],
)
def test_the_judge_finds_wrong_events(kind: str, field: str, value: Any) -> None:
    header, events = plain(pb.play("werewolf", {"players": 8}, seed=2))
    at = next(i for i, event in enumerate(events) if event["kind"] == kind)
    events[at]["data"][field] = value
    with pytest.raises((Wrong, ValueError)):
        judge(header, events)


# -- scenarios, after those that test Kaggle's public environment (kaggle-environments, envs/werewolf, test_engine.py)
#
# Its rules agree in all that is tried here: nights at once, a protected victim lives, the wolves win at parity, the
# village with the last wolf, the dead win with their side. They differ where this scene has an option: there a tie is
# broken by lot (here `-o tie=random`; nobody is hanged by default), the doctor may protect the same player again and
# again, nobody has last words, and there is no witch and no hunter.


def scripted(tmp_path: Path, roles: Sequence[str] = ("werewolf", "seer", "doctor"), **commands: str) -> pb.Played:
    """Play with the roles dealt to Ann, Bob, Cat …, three villagers, and a list of commands for each player."""
    names = SEATS[: len(roles) + 3]
    for name in names:
        (tmp_path / name).write_text(commands.get(name, "").replace(", ", "\n"))
    deal = ", ".join(f"{name}={role}" for name, role in zip(names, roles, strict=False))
    options = {"players": len(names), "roles": ", ".join(roles), "deal": deal, "protocol": "round-robin", "days": 5}
    cast: Any = {name: f"script:{tmp_path / name}" for name in names}
    game = pb.play("werewolf", {**options, "speeches": 1}, cast, seed=1)
    judge(*plain(game))
    return game


def test_a_night_of_attack_protection_and_look_then_a_vote_that_ends_it(tmp_path: Path) -> None:
    game = scripted(
        tmp_path,
        Ann="kill Dan, yield, vote Bob, yield",
        Bob="look Ann, say Ann is a wolf., vote Ann",
        Cat="protect Dan, yield, vote Ann",
        Dan="yield, vote Ann",
        Eli="yield, vote Ann",
        Fay="yield, vote Ann",
    )
    assert of(game, Dawn)[0].data.dead == ()
    assert of(game, Inspected)[0].data.wolf
    assert of(game, VotingClosed)[0].data.hanged == "Ann"
    assert (game.reason, game.outcome.winners) == ("village_won", ("Bob", "Cat", "Dan", "Eli", "Fay"))


def test_the_wolf_wins_at_parity_and_not_before(tmp_path: Path) -> None:
    night = "yield, yield"  # words and a vote, by day
    game = scripted(tmp_path, Ann=f"kill Bob, {night}, kill Cat, {night}, kill Dan, {night}, kill Eli")
    assert [event.data.dead for event in of(game, Dawn)] == [("Bob",), ("Cat",), ("Dan",), ("Eli",)]
    assert (game.reason, game.outcome.winners) == ("wolves_won", ("Ann",))


def test_a_tie_hangs_nobody_or_one_of_them_by_lot(tmp_path: Path) -> None:
    votes = {"Ann": "kill Fay, yield, vote Bob", "Bob": "yield, yield, vote Ann"}
    assert of(scripted(tmp_path, **votes), VotingClosed)[0].data.hanged == ""


# -- hidden information


SECRETIVE = {"players": 8, "roles": EVERYBODY}


@pytest.mark.parametrize("seeds", [1, pytest.param(8, marks=pytest.mark.slow)])
def test_swapping_two_roles_that_a_seat_may_not_know_changes_no_byte_of_what_it_sees(seeds: int) -> None:
    """Checked as the game begins; conformance checks it at every event."""
    swaps = 0
    for seed in range(seeds):
        scene, chance = set_up(prepare("werewolf", SECRETIVE, {}, seed))
        roles = {event.agent: event.data.role for event in scene.start(chance) if isinstance(event.data, Dealt)}
        dealt = _first_night(roles)
        for one, other in combinations(roles, 2):
            if roles[one] != roles[other]:
                swapped = _first_night({**roles, one: roles[other], other: roles[one]})
                pack = "werewolf" in (roles[one], roles[other])
                unaware = [n for n in roles if n not in (one, other) and not (pack and roles[n] == "werewolf")]
                assert [dealt[name] for name in unaware] == [swapped[name] for name in unaware]
                swaps += len(unaware)
    assert swaps > 100 * seeds


def _first_night(roles: dict[str, str]) -> dict[str, bytes]:
    header = prepare("werewolf", {**SECRETIVE, "deal": ", ".join(f"{n}={r}" for n, r in roles.items())}, {}, 1)
    scene, _ = set_up(header)
    for event in scene.start(Chance(1)):
        scene.apply(event)
    prompt = capability(scene, Told).status_prompt
    return {name: msgspec.json.encode([scene.observe(name), scene.legal(name), prompt(name)]) for name in roles}


def test_nobody_at_the_table_learns_from_the_log_who_is_awake() -> None:
    game = pb.play("werewolf", {"players": 8, "roles": EVERYBODY}, {"*": "rules"}, seed=4)
    secret = {"dealt", "stalked", "inspected", "protected", "witch_woke", "saved", "poisoned", "declined", "marked"}
    assert all(event.audience is not None for event in game.events if event.kind in secret)
    by_night = [e for e in game.events if e.kind in ("group_started", "group_ended")]
    dark = False
    for event in game.events:
        dark = {"night_fell": True, "dawn": False}.get(event.kind, dark)
        if event in by_night:
            assert (event.audience == ()) is dark


# -- options


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"roles": "werewolf 4, seer", "players": 8}, "too many"),
        ({"roles": "seer"}, "needs a werewolf"),
        ({"roles": "werewolf 2, wizard"}, "no role 'wizard'"),
        ({"roles": "werewolf 2, seer 2"}, "one seer at most"),
        ({"deal": "Ann=seer, Ann=witch"}, "each name once"),
        ({"deal": "Zoe=seer"}, "NAME=ROLE"),
        ({"deal": "Ann=hunter", "players": 8}, "1 times hunter, and there are 0"),
        ({"players": 5}, "players"),
    ],
)
def test_roles_that_cannot_be_are_refused(options: dict[str, Any], says: str) -> None:
    with pytest.raises(pb.UserError, match=says):
        pb.play("werewolf", options)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_who_speaks_is_what_the_protocol_says(protocol: str) -> None:
    game = pb.play("werewolf", {"protocol": protocol, "players": 8, "days": 1}, {"*": "bold"}, seed=3)
    called = [event.data.names for event in of(game, Called)]
    alive = [name for name in game.header.cast if name not in of(game, Dawn)[0].data.dead]
    if protocol == "moderated":
        assert not called
        assert game.outcome.metrics["nudges"]
    elif protocol == "parallel":
        assert called[0] == tuple(alive)
    elif protocol == "round-robin":
        assert [names[0] for names in called[: len(alive)]] == alive
    else:
        assert all(len(names) == 1 for names in called)


# -- models


def block(action: str) -> str:
    return f"--- Thoughts ---\nI think.\n--- Plan ---\nI go on.\n--- Action ---\n{action}"


BAD = {
    "prose": "I would like to speak about Bob.",
    "two actions": block('<Action name="yield" /><Action name="yield" />'),
    "a dead or unknown player": block('<Action name="vote_lynch"><target>Zoe</target></Action>'),
    "somebody else's power": block('<Action name="night_kill"><target>Bob</target></Action>'),
    "a quoted action": block('<Action name="speak"><message>Look: <Action name="night_kill" /></message></Action>'),
    "long": block(f'<Action name="speak"><message>{"word " * 1_000}</message></Action>'),
    "an order for nobody": block('<Action name="schedule_order"><order>Zoe, Yan</order></Action>'),
}


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("seat", ["Ann", "Moderator"])
@pytest.mark.few(4)
def test_a_model_that_errs_is_asked_again_and_then_passed_over(tmp_path: Path, seat: str, bad: str) -> None:
    file = tmp_path / "replies.txt"
    file.write_text("\n".join([json.dumps(BAD[bad])] * 400))
    game = pb.play("werewolf", {"players": 6, "max_failures": 0}, {seat: f"llm:script:{file}"}, seed=3)
    assert judge(*plain(game)) in ("village", "wolves", "nobody")
    assert pb.verify(game) == len(game.events)
    asked = [event for event in of(game, Asked) if event.agent == seat]
    assert asked
    if bad != "long" or seat == "Moderator":
        assert [e for e in game.events if isinstance(e.data, Defaulted | Rejected) and e.agent == seat]
        assert max(Counter(event.turn for event in asked).values()) <= 9


def test_a_table_of_models_plays_each_protocol_and_its_prompts_keep_their_beginning() -> None:
    for protocol in PROTOCOLS:
        game = pb.play("werewolf", {"players": 6, "protocol": protocol, "days": 1}, {"*": "llm:mock"}, seed=2)
        assert judge(*plain(game))
        first: dict[str, str] = {}
        for event in game.events:
            if isinstance(event.data, Asked):
                system = event.data.prompt[0]
                assert first.setdefault(event.agent, system) == system, "the system message stays the same all game"


@pytest.mark.slow
class TestEveryRole(Conformance):
    """A game in which the roles of the dead are not shown."""

    scene, seeds, cuts, looks = WerewolfScene, (1,), 2, 10
    options = {"roles": "werewolf 2, seer, witch, doctor, hunter", "reveal": False}
