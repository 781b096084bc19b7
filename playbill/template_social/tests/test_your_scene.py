import playbill as pb
from playbill.social import Speak, TalkTo
from playbill.testing import Conformance

from your_scene.events import Toast
from your_scene.scene import YourScene


class TestYourScene(Conformance):
    scene, options, secrets = YourScene, {"players": 3}, False


class Whisperer(pb.Agent):
    """Whispers to Bob first, and then speaks to everybody."""

    def act(self, turn: pb.Turn) -> pb.Action:
        whispered = any(heard.name == turn.name for heard in turn.observation.heard)
        return Speak("Good evening.") if whispered else TalkTo("Bob", "Psst.")


class Toaster(pb.Agent):
    """Toasts the next guest in seat order."""

    def act(self, turn: pb.Turn) -> pb.Action:
        return Toast(turn.names[(turn.names.index(turn.name) + 1) % len(turn.names)])


def test_an_evening_is_over_when_every_guest_was_toasted() -> None:
    game = pb.play(YourScene, {"players": 3}, {"*": Toaster})
    assert game.reason == "toasted"
    assert game.outcome.metrics["toasts"] == 3


def test_only_the_guest_who_is_meant_hears_a_whisper() -> None:
    game = pb.play(YourScene, {"max_turns": 1}, {"Ann": Whisperer})
    heard = {name: [each.text for each in game.scene.observe(name).heard] for name in game.scene.names}
    assert "Psst." in heard["Bob"]
    assert "Psst." not in heard["Cat"]
