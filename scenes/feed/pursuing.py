"""The aim of a person's account: whom its posts reached, who saw a rumor and a correction, and the guesses."""

from copy import copy
from typing import Self

from core.engine.events import Event
from core.engine.folding import on
from core.social.aims import Aims, Pursuit
from scenes.feed import events as e
from scenes.feed.account import SocialAgent
from scenes.feed.aims import GUESSES, Aim, Telling
from scenes.feed.behavior import REPLY, AgentState
from scenes.feed.config import FeedConfig
from scenes.feed.state import FeedState

SETS = (
    "pursuits",
    "settled",
    "readers",
    "rumors",
    "heard",
    "exposed",
    "corrections",
    "corrected",
    "questions",
    "answers",
    "guesses",
)
"""Attributes that a copy has copies of."""


class Pursuing(Aims[Pursuit[Aim]], FeedState):
    """State of the aim, a fold over events. Without an aim, only `readers` are collected."""

    def __init__(self, config: FeedConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.person = self.numbers[config.human_seat]
        """Number of the account that people play, and that may have an aim."""
        self.readers = set[int]()
        """Accounts that were shown a post of the person."""
        self.source = -1
        """Account that started the rumor; -1 if there is none, or if it is hidden."""
        self.tellings: tuple[Telling, ...] = ()
        """Planned posts with the rumor."""
        self.rumors = set[int]()
        """Threads whose post spreads the rumor."""
        self.heard: list[int] = []
        """Threads of the rumor that the person was shown, in this order."""
        self.exposed = set[int]()
        """Accounts that were shown the rumor."""
        self.corrections = set[int]()
        """Threads in which the person corrects the rumor."""
        self.corrected = set[int]()
        """Accounts that were shown one of them."""
        self.questions = dict[int, int]()
        """The person's first reply to each post that spreads the rumor, by thread."""
        self.answers = dict[int, str]()
        """Answers to these replies, by thread."""
        self.guesses: list[str] = []
        """Accounts that the person named as the source, in order."""

    @on
    def on_went_back(self, event: Event, body: e.WentBack) -> None:
        agent = self.agents[self.numbers[event.agent]]
        if body.item not in agent.page:
            raise ValueError(f"account {agent.number} was not shown item {body.item}")
        agent.item = body.item

    @on
    def on_aim_set(self, event: Event, body: e.AimSet) -> None:
        self.pursuits[event.agent] = Pursuit(body.aim)

    @on
    def on_rumor_began(self, event: Event, body: e.RumorBegan) -> None:
        self.source, self.tellings = body.source, body.tellings

    @on
    def on_explained(self, event: Event, body: e.Explained) -> None:
        self.posts.reply(body.item, self.numbers[event.agent], self._next_tick, body.text)
        self.answers[self.posts.items.thread[body.item]] = body.text

    @on
    def on_source_named(self, event: Event, body: e.SourceNamed) -> None:
        self.guesses.append(body.account)

    def _publish_post(self, post: e.NewPost) -> None:
        super()._publish_post(post)
        thread = len(self.posts.threads) - 1
        if self.aim and self.aim.claim and self.aim.claim in post.text and post.author != self.person:
            self.rumors.add(thread)
        self._correct(thread, post.author, post.text)

    def _engage(self, number: int, item: int, state: AgentState, words: str) -> None:
        super()._engage(number, item, state, words)
        thread = self.posts.items.thread[item]
        if number == self.person and thread in self.rumors:
            if state is REPLY:
                self.questions.setdefault(thread, len(self.posts.items) - 1)
            self._correct(thread, number, words)

    def _correct(self, thread: int, author: int, text: str) -> None:
        """Count a thread as a correction if the person mentions the rumor's subject in it."""
        if author == self.person and self.aim and self.aim.word and self.aim.word in text.casefold():
            self.corrections.add(thread)

    def _show_item(self, agent: SocialAgent, item: int) -> None:
        super()._show_item(agent, item)
        thread, number = self.posts.items.thread[item], agent.number
        if number == self.person:
            self.heard += [thread] if thread in self.rumors else []
            return
        if self.posts.items.author[self.posts.root(item)] == self.person:
            self.readers.add(number)
        if thread in self.rumors:
            self.exposed.add(number)
        if thread in self.corrections:
            self.corrected.add(number)

    @property
    def pursuit(self) -> Pursuit[Aim] | None:
        """Aim of the person's account, with its result."""
        return self.pursuits.get(self.handles[self.person])

    @property
    def aim(self) -> Aim | None:
        return self.pursuit.aim if self.pursuit else None

    @property
    def progress(self) -> tuple[int, int]:
        """Progress of the aim, and the goal: accounts, corrected accounts, or named accounts."""
        assert self.aim is not None
        match self.aim.what:
            case "reach":
                return len(self.readers), self.aim.goal
            case "correct":
                return len(self.corrected & self.exposed), -(-len(self.exposed) * self.aim.goal // 100)
        return len(self.guesses), GUESSES

    def verdict(self, name: str) -> bool | None:
        assert self.aim is not None
        done, goal = self.progress
        is_late = self.now >= self.aim.until
        match self.aim.what:
            case "reach":
                return True if done >= goal else False if is_late else None
            case "correct":
                return done >= goal if is_late else None
        if self.handles[self.source] in self.guesses:
            return True
        return False if is_late or done == goal else None

    @property
    def last_tick(self) -> int:
        """The tick in which the run ends at the latest."""
        return self.aim.until if self.aim else self.config.ticks

    def is_complete(self) -> str | None:
        return "finished" if self.settled else super().is_complete()

    def copy(self) -> Self:
        other = super().copy()
        for name in SETS:
            setattr(other, name, copy(getattr(self, name)))
        return other
