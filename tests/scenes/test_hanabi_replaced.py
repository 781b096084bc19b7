"""A card replaced by an intervention: the clues that its holder can be given follow the new card."""

import pytest

from core.engine.capabilities import Touched, capability
from core.engine.casting import prepare, set_up
from core.engine.events import Event
from core.errors import IllegalAction
from scenes.hanabi.events import Replaced
from scenes.hanabi.interventions import admit
from scenes.hanabi.rules import Rules


def test_clues_go_by_the_card_that_was_put_in_anothers_place() -> None:
    header = prepare("hanabi", {"players": 2}, {"*": "rules"}, 3)
    other = 0
    for place in "abcde":
        for label in ("R5", "Y5", "G5", "W5", "B5"):
            scene, chance = set_up(header)
            events: list[Event] = []
            for event in scene.start(chance):
                scene.apply(event)
                events.append(event)
            before = scene.legal("Ann")
            try:
                for event in capability(scene, Touched).change(f"Bob {place}={label}"):
                    scene.apply(event)
                    events.append(event)
            except IllegalAction:
                continue
            fresh, _ = set_up(header)
            for event in events:
                fresh.apply(event)
            assert isinstance(scene, Rules)
            assert scene.legal("Ann") == fresh.legal("Ann"), (place, label)
            other += scene.legal("Ann") != before
    assert other > 3


def test_a_card_of_another_hand_is_not_admitted() -> None:
    scene, chance = set_up(prepare("hanabi", {"players": 2}, {"*": "rules"}, 3))
    assert isinstance(scene, Rules)
    for event in scene.start(chance):
        scene.apply(event)
    order = scene.hands[1][0]
    body = Replaced(order, scene.deck[order], scene.variant.labels[scene.deck[order]])
    admit(scene, body.by("Bob"))
    with pytest.raises(ValueError, match="a different card"):
        admit(scene, body.by("Ann"))
