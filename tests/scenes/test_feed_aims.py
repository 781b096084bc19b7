"""Aims in the feed: they can be met, and hide what a seat may not know."""

import pytest

import playbill as pb
from core.engine.agents import Agent
from core.engine.casting import prepare
from core.engine.turn import Turn
from core.errors import IllegalAction
from scenes.feed.actions import SCROLL_ON, AccountAction, Decide, NameSource, Quote
from scenes.feed.aims import RUMORS
from scenes.feed.behavior import COMPOSING, REPLY
from scenes.feed.events import Explained, RumorBegan
from scenes.feed.scene import FeedScene

OPTIONS = {"agents": 60, "ticks": 60, "world": "lively"}


class Corrector(Agent):
    """Contradicts the rumor wherever it is, and writes posts about it."""

    def act(self, turn: Turn) -> AccountAction:
        seen = turn.observation
        if not seen.options:
            return SCROLL_ON
        words = f"not true: {' '.join(rumor.word for rumor in RUMORS)}"
        return Decide(REPLY if any(rumor.claim in seen.post.text for rumor in RUMORS) else COMPOSING, words)


class Detective(Agent):
    """Asks everybody who spreads the rumor, then names the account in `suspect`."""

    suspect = ""

    def act(self, turn: Turn) -> AccountAction:
        seen = turn.observation
        if not seen.options:
            return SCROLL_ON
        if seen.tick > 50:
            return NameSource(self.suspect)
        return Decide(REPLY, "who says so?") if any(r.claim in seen.post.text for r in RUMORS) else SCROLL_ON


def scene_of(game: pb.Played) -> FeedScene:
    scene = game.scene
    assert isinstance(scene, FeedScene)
    return scene


@pytest.mark.parametrize(("aim", "agent", "met"), [("correct", Corrector, True), ("correct", "lurk", False),
                                                   ("reach", Corrector, True), ("reach", "lurk", False)])  # fmt: skip
def test_an_aim_is_met_by_those_who_pursue_it(aim: str, agent: type[Agent] | str, met: bool) -> None:
    game = pb.play("feed", {**OPTIONS, "aim": aim}, {"guest": agent}, 4)
    assert game.outcome.metrics["aim_met"] is met
    assert game.outcome.winners == (("guest",) if met else ())
    scene = scene_of(game)
    copy = scene.copy()
    copy.readers.clear()
    assert bool(scene.readers) is met, "a copy has its own readers"


def test_a_quote_carries_its_comment_to_followers_and_corrects_the_rumor() -> None:
    class Quoter(Corrector):
        def act(self, turn: Turn) -> AccountAction:
            action = super().act(turn)
            return Quote(action.words) if isinstance(action, Decide) and action.state == REPLY else SCROLL_ON

    scene = scene_of(pb.play("feed", {**OPTIONS, "aim": "correct"}, {"guest": Quoter}, 4))
    comments = [item.text.partition(" // @guest: ")[2] for item in scene.posts.items if item.kind == "reshare"]
    assert any(comment.startswith("not true: ") for comment in comments)
    assert scene.corrected & scene.exposed


def test_the_source_is_hidden_and_found_by_asking() -> None:
    options = {**OPTIONS, "aim": "source"}
    first = pb.play("feed", options, {"guest": Detective}, 4)
    began = next(event for event in first.events if isinstance(event.data, RumorBegan))
    assert began.audience == ()
    scene = scene_of(first)
    source = scene.handles[scene.source]
    said = [event.data.text for event in first.events if isinstance(event.data, Explained)]
    assert said, "those who are asked explain"
    posted = [post.text for post in scene.posts.items if post.author == scene.source]
    assert not any(rumor.claim in text for text in posted for rumor in RUMORS), "the source posts nothing about it"
    found = pb.play("feed", options, {"guest": type("Knowing", (Detective,), {"suspect": source})}, 4)
    assert found.outcome.metrics["aim_met"] is True


def test_the_progress_follows_from_what_the_person_may_see() -> None:
    game = pb.play("feed", {**OPTIONS, "aim": "correct"}, {"guest": Corrector}, 4)
    whole = scene_of(game)
    own = FeedScene(whole.config, whole.names)
    for event in game.events:
        if event.audience is None or "guest" in event.audience:
            own.apply(event)
    assert own.progress == whole.progress
    assert own.exposed
    assert not own.tellings, "who will post the rumor stays hidden"


def test_only_a_person_who_chose_nothing_gets_an_aim() -> None:
    games: tuple[tuple[bool, dict[str, object]], ...] = (
        (True, {}),
        (True, {"aim": "none"}),
        (True, {"agents": 6000}),
        (False, {}),
    )
    aims = [prepare("feed", options, {}, 1, human=human).config.get("aim") for human, options in games]
    assert aims == ["reach", "none", None, None]


def test_a_source_is_named_only_if_that_is_the_aim() -> None:
    scene = scene_of(pb.play("feed", {**OPTIONS, "aim": "reach"}, {}, 4))
    with pytest.raises(IllegalAction, match="set aim=source"):
        scene.check("guest", NameSource("mira"))
