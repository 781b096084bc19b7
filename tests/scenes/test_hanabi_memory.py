"""Folds over talk: memory, and an adviser's observation in the meantime."""

import msgspec
import pytest

from core.engine.casting import prepare, set_up
from core.engine.events import Event, Noted
from core.testing.games import view
from scenes.hanabi.events import Drew
from scenes.hanabi.talk.discussion import DiscussionManager
from scenes.hanabi.talk.wording import game_memory
from tests.scenes.test_hanabi_talk import DECK, Table


def test_memory_folds_over_events() -> None:
    table = Table("Ann clue Bob 3", "Bob clue Cat green", "Cat propose play e: it is a one", "Ann support")
    table.do("Bob modify discard b: tidy")
    manager = table.hanabi.floor.manager
    assert [(e.agent_id, e.content, e.round_number, e.turn_number) for e in manager.discussion_history] == [
        ("Cat", "propose play e: it is a one", 0, 2),
        ("Ann", "support", 1, 2),
        ("Bob", "modify discard b: tidy", 1, 2),
    ]
    assert [entry.timestamp for entry in manager.discussion_history] == [1, 2, 3]
    assert (manager.current_turn, manager.current_round, manager.game_history) == (2, 1, ())
    table.do("Cat play e")
    table.do("Ann discard d")
    table.do("Bob play a")
    after = table.hanabi.floor.manager
    assert after.game_history == manager.discussion_history
    assert (after.discussion_history, after.current_turn, after.current_round) == ((), 5, 0)
    memory = game_memory(table.hanabi.observe("Bob"))
    assert memory == game_memory(table.hanabi.observe("Ann"))
    assert memory.game_history == after.game_history
    assert memory.game_summary == (
        "Turn 1: Ann clued Bob 3. Score 0, clues 7, strikes 0",
        "Turn 2: Bob clued Cat green. Score 0, clues 6, strikes 0",
        "Turn 3: Cat played e, G1. Score 1, clues 6, strikes 0",
        "Turn 4: Ann discarded d, R2. Score 1, clues 7, strikes 0",
        "Turn 5: Bob played a, Y5, which did not fit. Score 1, clues 7, strikes 1",
    )
    folded, _ = set_up(prepare("hanabi", {"players": 3, "deck": DECK}, {}, 1))
    for event in table.events:
        folded.apply(event)
    assert view(folded) == view(table.scene)


def test_a_manager_starts_a_new_discussion_and_keeps_the_old() -> None:
    manager = DiscussionManager().hear("Ann", "hm", 0).hear("Bob", "yes", 1)
    fresh = manager.start_new_discussion(1)
    assert fresh.discussion_history == ()
    assert fresh.game_history == manager.discussion_history
    assert fresh.hear("Cat", "no", 0).discussion_history[0].turn_number == 1
    assert len(fresh.start_new_discussion(2).game_history) == 2


# -- an adviser's observation


def without(events: list[Event], name: str, *, active: str) -> list[Event]:
    """Return the log as the player knows it, without the cards that the active player drew."""
    out = []
    for event in events:
        known = event.audience is None or name in event.audience
        own = isinstance(event.data, Drew) and event.agent == active
        out.append(event if known and not own else Event(event.n, event.turn, "noted", "", (), Noted("")))
    return out


@pytest.mark.parametrize("mode", ["strict", "advice", "open"])
def test_strict_advice_cannot_depend_on_the_active_hand(mode: str) -> None:
    table = Table("Ann clue Bob 3", "Bob propose play c: a try", talk=mode)
    for name in ("Cat", "Ann"):
        folded, _ = set_up(prepare("hanabi", {"players": 3, "deck": DECK, "talk": mode}, {}, 1))
        for event in without(table.events, name, active="Bob"):
            folded.apply(event)
        seen, blind = (
            msgspec.json.encode([scene.observe(name), [scene.describe(a) for a in scene.legal(name)]])
            for scene in (table.scene, folded)
        )
        assert (seen == blind) == (mode == "strict")
    assert (table.hanabi.observe("Cat").hands[1][0].card is None) == (mode == "strict")
    assert all(held.card is not None for held in table.hanabi.observe("Bob").hands[0])
    table.do("Cat support")
    table.do("Ann support")
    assert table.hanabi.observe("Cat").hands[1][0].card is not None
