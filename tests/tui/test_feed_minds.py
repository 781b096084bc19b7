"""Accounts and the reasons for their decisions, as the feed shows them."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from msgspec.structs import replace

from core.engine.casting import prepare, set_up
from core.engine.events import Asked, Defaulted, Event
from scenes.feed.account import MIN_SPREE, WORD_FOR_SPREE
from scenes.feed.behavior import NO_EVENT, RESHARE, SCROLLING, AgentState
from scenes.feed.events import Decided
from scenes.feed.metrics import largest
from scenes.feed.oracle import weigh
from scenes.feed.scene import FeedScene
from tests.scenes.test_feed_behavior import decided
from tests.scenes.test_feed_models import OPTIONS
from tests.tui.test_feed_lines import WIDTHS, fits, folded, played, texts, told
from tests.tui.test_feed_lines import scene as scene
from tests.tui.test_feed_lines import view as view
from tui.panes.feed import agents, cascades, posts, why
from tui.styles import Line, plain
from tui.view import View


def test_members_are_on_the_network_in_the_state_and_hold_the_words(scene: FeedScene) -> None:
    everybody = agents.members(scene, None, "")
    assert everybody == [agent.number for agent in scene.agents if agent.joined]
    in_states = [agents.members(scene, state, "") for state in AgentState]
    assert sorted(number for numbers in in_states for number in numbers) == everybody
    assert [scene.names[n] for n in agents.members(scene, None, " @KOFI ")] == ["kofi"]
    creators = agents.members(scene, None, "creator")
    assert {scene.archetypes[n] for n in creators} == {"creator"}


def test_a_row_tells_the_last_states(scene: FeedScene) -> None:
    rows = texts(agents.listing(scene, [4, 5], 80, 5, False))
    past = [agents.CODES[entry.to_state] for entry in scene.agents[5].history][-6:]
    assert rows[-1].startswith(f"▸@{scene.names[5]}")
    assert " ".join(past) in rows[-1]
    assert not rows[-2].startswith("▸")
    fresh = folded(played()[:70])
    assert texts(agents.listing(fresh, [5], 80, None, False))[-1].split()[-1] == "ID"


def test_a_crowd_is_sampled_evenly_and_the_list_says_so() -> None:
    made = prepare("feed", {"agents": 2500, "ticks": 1, "links": 1}, {"*": "rules"}, 1)
    scene = set_up(made)[0]
    assert isinstance(scene, FeedScene)
    for agent in scene.agents:
        agent.joined = True
    numbers = agents.members(scene, None, "")
    lines = agents.listing(scene, numbers, 80, 777, False)
    assert "2,000 of 2,502" in plain(lines[0])
    kept = agents.sample(numbers, 777)
    assert len(kept) == len(set(kept)) == 2000
    assert 777 in kept
    assert len(lines) == 2000 + len(agents.head(numbers, 80, False))
    assert max(b - a for a, b in pairwise(kept)) <= 4
    assert sum(plain(line).startswith("▸") for line in lines) == 1


def test_a_card_tells_where_an_account_stands(scene: FeedScene) -> None:
    agent = scene.agents[5]
    rows = told(agents.account_card(scene, 5, 120, False))
    assert f"follows {len(scene.follows[5])} followers {len(scene.followers[5])}" in rows
    assert f"since tick {agent.state_history.last}" in rows
    assert f"engages from about heat {agent.profile.engagement_threshold:.2f}" in rows
    assert all(f"{share:.2f}" in rows for share in agent.profile.interests)
    newest = agent.history[-1]
    assert rows.index(f" {newest.timestamp} {agents.STATES[newest.from_state]} →") > rows.index("History")


def test_closed_minds_show_what_is_public_and_why() -> None:
    one, other = folded(played()[:-1]), folded(played()[:-1])
    for agent in other.agents:
        agent.set_profile(one.agents[0].profile, one.agents[0].kind)
        agent.state, agent.spree, agent.run, agent.spent, agent.item = RESHARE, RESHARE, 7, 3, 0
        agent.state_history.records.clear()
    numbers = agents.members(one, None, "")
    drawn: tuple[Callable[[FeedScene], list[Line]], ...] = (
        lambda scene: agents.listing(scene, numbers, 80, 3, True),
        lambda scene: agents.account_card(scene, 3, 80, True),
        lambda scene: cascades.tree(scene, largest(scene, 1)[0], 80, closed=True),
    )
    for draw in drawn:
        assert draw(one) == draw(other)
        assert "v shows everything" in told(draw(one))


# -- why


def test_the_reasons_of_a_decision_are_the_rules_own(view: View) -> None:
    event = next(e for e in reversed(view.events) if isinstance(e.data, Decided))
    moves = event.data.moves  # type: ignore[attr-defined]
    number = next(n for n, letter in enumerate(moves) if letter != NO_EVENT)
    seen = view.scene_at(event.n - 1).observe(view.head.names[number])
    weighing = weigh(seen)
    for width in WIDTHS:
        lines = why.why(view, number, width)
        rows = told(lines)
        assert fits(lines, width)
        assert f"heat {weighing.heat:.2f} = interest {weighing.interest:.2f} × appeal {weighing.appeal:.2f}" in rows
        assert all(f"{weight:.2f} {weighing.chances[state]:.0%}" in rows for state, weight in weighing.weights.items())
        assert sum("taken" in row for row in texts(lines)) == 1
        assert "rules would" not in rows


def test_what_counts_in_a_row_is_what_the_rules_and_the_account_count(view: View) -> None:
    event = next(e for e in view.events if isinstance(e.data, Decided))
    moves = event.data.moves  # type: ignore[attr-defined]
    number = next(n for n, letter in enumerate(moves) if letter != NO_EVENT)
    seen = view.scene_at(event.n - 1).observe(view.head.names[number])
    calm = weigh(replace(seen, spree=None, run=0)).weights
    for spree in OPTIONS:
        counted = replace(seen, spree=spree, run=MIN_SPREE)
        changed = {state: weight / calm[state] for state, weight in weigh(counted).weights.items()}
        words = why._momentum_words(counted)
        others = {factor for state, factor in changed.items() if state != spree}
        factor = next(iter(others)) if spree == SCROLLING else changed[spree]
        assert (
            f"past {MIN_SPREE} in a row: " if spree == SCROLLING else f"{WORD_FOR_SPREE[spree]}, {MIN_SPREE} times in a"
        ) in words
        assert f" counts {factor:g} times" in words
        for before in OPTIONS:
            agent = decided(spree, spree, before, spree)
            assert bool(cascades._spree(agent, 9)) == bool(agent.on_a_spree) == (spree == before)


def test_the_decision_is_the_last_one_before_the_playhead(view: View) -> None:
    own = why.decisions(view, 5)
    assert list(own) == [n for n in why.decisions(view, None) if view.events[n - 1].data.moves[5] != NO_EVENT]  # type: ignore[attr-defined]
    assert len(own) > 1
    for at, n in ((own[0], own[0]), (own[1] - 1, own[0]), (own[1], own[1])):
        view.go(at)
        assert f"tick {view.events[n - 1].turn} " in plain(why.why(view, 5, 80)[0])
    view.go(own[0] - 1)
    assert "decided nothing yet" in plain(why.why(view, 5, 80)[1])
    view.go(0)
    assert "Nothing decided yet" in plain(why.why(view, None, 80)[1])


def test_a_decision_just_taken_is_weighed_without_going_back(view: View) -> None:
    found = 0
    for n in why.decisions(view, None):
        turn = view.events[n - 1].turn
        ends = max(event.n for event in view.events[n - 1 : n + 5] if event.turn == turn)
        for number, letter in enumerate(view.events[n - 1].data.moves):  # type: ignore[attr-defined]
            if letter == NO_EVENT or number % 5:
                continue
            seen = view.scene_at(n - 1).observe(view.head.names[number])
            for at in (n, ends):
                view.go(at)
                guess = why._just_before(view, view.events[n - 1], number)
                assert guess in (seen, None)
                found += guess is not None
    assert found > 30


def test_looking_back_does_not_move_the_playhead(view: View) -> None:
    view.go(300)
    scene = view.scene
    assert isinstance(scene, FeedScene)
    before = texts(posts.page(scene, "", 80))
    why.why(view, None, 80)
    assert isinstance(view.scene, FeedScene)
    assert view.n == 300
    assert texts(posts.page(view.scene, "", 80)) == before


def test_others_minds_are_closed_and_ones_own_is_open(view: View) -> None:
    view.perspective = view.head.names[5]
    assert "heat" in told(why.why(view, None, 80))
    assert why.why(view, None, 80) == why.why(view, 5, 80)
    closed = told(why.why(view, 4, 80))
    assert "v shows everything" in closed
    assert "heat" not in closed
    assert "tick" not in closed


def test_the_rules_weights_are_not_shown_as_a_models_reasons(view: View) -> None:
    n = why.decisions(view, 5)[-1]
    view.go(n)
    for policy, who in (("llm:mock", "llm:mock"), ("human", "a person"), ("script:x", "a script")):
        view.header.cast[view.head.names[5]] = policy
        rows = texts(why.why(view, 5, 80))
        assert any(f"decided by {who}, not by rules" in row for row in rows)
        assert any("rules would" in row for row in rows)


def test_a_model_gives_its_own_reason(view: View) -> None:
    n = why.decisions(view, 5)[-1]
    name, before = view.head.names[5], view.events[n - 2]
    view.header.cast[name] = "llm:mock"
    answer = {"why": "soup is life [b]", "state": "engaging_like", "words": ""}
    asked = Asked("mock", "decision", (), "", answer)
    view._timeline.events._recent[n - 2] = Event(before.n, before.turn, "asked", name, (name,), asked)
    view.go(view.known)
    assert "its reason: soup is life [b]" in told(why.why(view, 5, 80))


def test_a_default_says_that_it_was_one(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    n = why.decisions(view, 5)[-1]
    name = view.head.names[5]
    view.header.cast[name] = "llm:mock"
    before = view.events[n - 2]
    view._timeline.events._recent[n - 2] = Event(
        before.n, before.turn, "defaulted", name, None, Defaulted("scroll", "no reply in 5 s")
    )
    view.go(n)
    monkeypatch.setattr(view, "scene_at", lambda at: folded(played()[:at]))
    assert any("default action in place of llm:mock: no reply in 5 s" in row for row in texts(why.why(view, 5, 80)))
