"""A scene of one's own in which people, bots and models talk, with public names alone."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import BaseModel

import playbill as pb
from core.engine.events import RunEnded
from core.engine.registry import temporary_registration
from core.testing.games import games_of, played
from playbill.types import Wording

WORDING = Wording(same=((r"\bgrab\b", "take"),), beside={"take": "stones stone"})


class Take(pb.Action):
    form = "take {count}"
    count: Literal[1, 2, 3]


class Say(pb.Action):
    form = "say {words}"
    ends_turn = False
    words: str


class Taken(pb.Body):
    line = "takes {count}"
    kind: ClassVar[str] = "taken by"
    count: int


class Counting(pb.Agent):
    def act(self, turn: pb.Turn) -> pb.Action:
        turn.say("I do not like this.")
        return turn.legal[0]


class Answer(BaseModel):
    words: str = ""
    action: Literal["take 1", "take 2", "take 3"]


class Asking(pb.Agent):
    async def act(self, turn: pb.Turn) -> pb.Action:
        first = turn.legal[0]  # it is only asked where there is something to do
        assert isinstance(first, Take)
        answer = await turn.ask(
            [{"role": "user", "content": f"How many of {turn.observation[0]}?"}],
            pb.Json(Answer, "a move", Answer(words="Well.", action="take 1"), WORDING),
        )
        turn.say(answer.words or "…")
        return Take(min(int(answer.action[-1]), turn.observation[0]))  # type: ignore[arg-type]


class Two(pb.SceneConfig):
    people = ("Ann", "Bob")


class Nim(pb.Scene):
    """Take one to three stones; who takes the last one loses."""

    name = "nim"
    summary = "take stones, and talk"
    actions = (Take, Say)
    events = (Taken,)
    bots: ClassVar = {"rules": Counting}
    player = Asking
    Config = Two

    def __init__(self, config: pb.SceneConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.stones, self.turns = 7, 0
        self.heard: tuple[tuple[str, str], ...] = ()

    def start(self, chance: pb.Chance) -> Iterator[pb.Event]:
        return iter(())

    def pick(self) -> pb.Pick:
        return pb.Pick((self.names[self.turns % 2],))

    def legal(self, name: str) -> Sequence[pb.Action]:
        return [Take(n) for n in (1, 2, 3) if n <= self.stones] if name == self.pick().names[0] else ()

    def check(self, name: str, action: pb.Action) -> None:
        if not isinstance(action, Say):
            super().check(name, action)

    def decide(self, name: str, action: pb.Action, chance: pb.Chance) -> Iterator[pb.Event]:
        match action:
            case Say(words):
                yield pb.Said(words).by(name)
            case Take(count):
                yield Taken(count).by(name)

    def apply(self, event: pb.Event) -> None:
        match event.data:
            case Taken(count):
                self.stones -= count
                self.turns += 1
            case pb.Said(text):
                self.heard = (*self.heard, (event.agent, text))
            case _:
                super().apply(event)

    def observe(self, name: str) -> tuple[int, tuple[tuple[str, str], ...]]:
        return self.stones, self.heard

    def is_complete(self) -> str | None:
        return None if self.stones else "empty"


def test_people_bots_and_models_hear_each_other(tmp_path: Path) -> None:
    lines, replies = tmp_path / "lines", tmp_path / "replies.jsonl"
    lines.write_text("say Have fun!\ntake 2\ntake 1\ntake 1")
    replies.write_text('"I would like to grab 2 stones."\n"words: Now you.\\naction: take one"')
    game = pb.play(Nim, {}, {"Ann": f"script:{lines}", "Bob": f"llm:script:{replies}"})
    assert game.scene.observe("")[1] == (("Ann", "Have fun!"), ("Bob", "…"), ("Bob", "Now you."))
    assert [event.data.count for event in game.events if isinstance(event.data, Taken)] == [2, 2, 1, 1, 1]


def test_what_every_scene_passes_is_tried_without_an_installed_package() -> None:
    with temporary_registration(Nim):
        ended = played(games_of(Nim, {}, (1,))[0])[-1].data
    assert isinstance(ended, RunEnded)
    assert ended.reason == "empty"
