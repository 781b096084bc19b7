"""An account's page in the feed, and the chart of states over the whole run."""

import pytest

from scenes.feed.behavior import AgentState
from scenes.feed.interventions import complete
from scenes.feed.scene import FeedScene
from tests.tui.conftest import replaying, screen_of
from tests.tui.test_feed_lines import scene, texts
from tui.panes.feed import agents, posts, table
from tui.styles import width_of

__all__ = ["scene"]


def answered(scene: FeedScene) -> tuple[int, int]:
    """Return the numbers of a post that was replied to, and of the reply."""
    reply = next(n for n, item in enumerate(scene.posts.items) if item.kind == "reply" and item.generation == 0)
    return scene.posts.items[reply].parent, reply


def test_a_page_has_ones_posts_their_replies_in_full_and_how_far_they_came(scene: FeedScene) -> None:
    post, reply = answered(scene)
    items = scene.posts.items
    page = " ".join(" ".join(texts(posts.account_page(scene, items[post].author, 80))).split())
    assert items[post].text in page
    assert f"↳ @{scene.names[items[reply].author]} {items[reply].text}" in page
    assert f"♡ {scene.posts.likes[post]} ↳ {scene.posts.replies[post]}" in page
    far = max(range(len(scene.posts.levels)), key=lambda thread: len(scene.posts.levels[thread]))
    root, depth = scene.posts.threads[far], len(scene.posts.levels[far]) - 1
    told = "\n".join(texts(posts.account_page(scene, items[root].author, 80)))
    assert f"spread {depth} step" in told
    assert f"passed on {scene.posts.size(far) - 1} time" in told


def test_what_others_wrote_is_public_and_what_they_think_is_not(scene: FeedScene) -> None:
    post, _ = answered(scene)
    card = " ".join(" ".join(texts(agents.account_card(scene, scene.posts.items[post].author, 80, True))).split())
    assert scene.posts.items[post].text in card
    assert "minds are closed" in card
    assert "Interests" not in card


@pytest.mark.parametrize("width", [24, 60, 80, 157])
def test_pages_and_areas_are_no_wider_than_they_may_be(scene: FeedScene, width: int) -> None:
    lines = [row for number in range(0, 60, 7) for row in posts.account_page(scene, number, width)]
    lines += table.paint_area([scene, scene], AgentState.IDLE, width, 8)
    assert max(map(width_of, lines)) <= width


def test_each_state_has_its_share_of_a_column() -> None:
    column = table.fill_states([50, 25, 0, 0, 25, 0, 0, 0], 8)
    states = list(AgentState)
    assert column == [states[0]] * 4 + [states[1]] * 2 + [states[4]] * 2


@pytest.mark.slow
async def test_the_guest_has_a_page_and_nobody_has_none() -> None:
    app = replaying("feed-sample", at=600, perspective="guest")
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Page 6" in screen_of(app)
        await pilot.press(*["tab"] * 6)
        assert "same here" in screen_of(app) or "reshare of @bram" in screen_of(app)
        await pilot.press("shift+tab")
        assert "z resting" in screen_of(app)


def test_interventions_are_completed(scene: FeedScene) -> None:
    assert complete(scene, "bo") == "boost"
    assert complete(scene, "mute foo") == "mute food"
    assert complete(scene, "inject @kof") == "inject @kofi"
    assert complete(scene, "add le") is None
    assert complete(scene, "add lu") == "add lurker"
    assert complete(scene, "inject kofi wo") is None
