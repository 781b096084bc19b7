"""A social feed whose accounts follow a statechart (spec 001). A turn of the run is a tick."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import ClassVar

from msgspec.structs import replace

from core.engine.agents import Agent
from core.engine.capabilities import Language, Mark, Portable, Told, Touched
from core.engine.chance import Chance
from core.engine.events import Event
from core.engine.scene import Outcome
from core.engine.turn import Pick
from core.errors import IllegalAction
from core.llm.prompts import Prompts
from scenes.feed import actions, interventions, legality, metrics, rumors
from scenes.feed import events as e
from scenes.feed.account import UNKNOWN_PROFILE, Account, Observation, Seen, SocialAgent
from scenes.feed.actions import SCROLL_ON, AccountAction, Decide, DecideOn, NameSource, Quote
from scenes.feed.behavior import ARC_OF_LETTER, DECISIONS, LETTER_OF_DECISION, NO_EVENT, REPLY
from scenes.feed.config import FeedConfig, read_plan
from scenes.feed.exports import EXPORTS, TABLES
from scenes.feed.measures import MEASURES
from scenes.feed.oracle import Amplifier, Lurker, RuleOracle
from scenes.feed.players import ModelOracle, post_context
from scenes.feed.pursuing import Pursuing
from scenes.feed.society import VISITOR
from scenes.feed.ticking import is_deciding, tick
from scenes.feed.wording import reply_words


class FeedScene(Pursuing, Told, Touched, Portable, Language):
    """Only agents evaluating a post take a turn; after it the statechart moves everyone else."""

    name = "feed"
    summary = "scroll a social network"
    Config = FeedConfig
    events = e.BODIES
    actions = (Decide, DecideOn, Quote, NameSource)
    bots: ClassVar[Mapping[str, Callable[[], Agent]]] = {"rules": RuleOracle, "amplify": Amplifier, "lurk": Lurker}
    player = ModelOracle
    prompts = Prompts(Path(__file__).parent / "prompts")
    exports = EXPORTS
    tables = TABLES
    marks = {"good": "cascade", "set": "set"}
    measures = MEASURES

    def __init__(self, config: FeedConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.plan = read_plan(config.plan)

    # -- events

    def start(self, chance: Chance) -> Iterator[Event]:
        """Yield the accounts and follows.

        For a crowd they would not fit into an event: they are drawn when `Founded` is applied.
        """
        letters: dict[str, tuple[str, str, str]] = {letter: arc.move for letter, arc in ARC_OF_LETTER.items()}
        config = self.config
        if config.is_crowd:
            yield e.Founded(chance.seed, config.agents, letters).by()
            return
        from scenes.feed.network_setup import set_up  # imported late: numpy is needed only for playing

        founding = set_up(config, chance.seed)
        nobody = [""] * config.newcomers
        yield e.Opened((*founding.kinds, *nobody), (*founding.links, *(() for _ in nobody)), letters).by()
        for number, name in enumerate(self.handles[: config.agents]):
            yield e.Profiled(founding.profile(number, self.society)).by(name, to=(name,))
        yield from rumors.begin(self, chance)

    def long_opening(self, seed: int) -> Callable[[], object] | None:
        if not self.config.is_crowd:
            return None
        from scenes.feed.network_setup import set_up_once

        return partial(set_up_once, self.config, seed)

    def decide(self, name: str, action: AccountAction, chance: Chance) -> Iterator[Event]:
        return self.resolve({name: action}, chance)

    def resolve(self, actions: Mapping[str, AccountAction], chance: Chance) -> Iterator[Event]:
        """Apply all answers at once, in the order of the accounts."""
        column, words = self._answers_of_crowd(chance)
        for name, action in actions.items():
            number = self.numbers[name]
            agent = self.agents[number]
            if not is_deciding(agent, self._next_tick):
                continue  # a pass while nothing is being evaluated
            if isinstance(action, NameSource):
                yield e.SourceNamed(action.account, action.account == self.handles[self.source]).by(name)
                action = SCROLL_ON
            if isinstance(action, Quote):
                action = action.decision
            if isinstance(action, DecideOn):
                yield e.WentBack(action.item).by(name)
            column[number] = ord(LETTER_OF_DECISION[action.state])
            if action.words:
                words[number] = action.words
            elif action.state == REPLY:
                topic = self.society.topics[self.posts.items[agent.item].topic]
                words[number] = reply_words(topic, chance("words", name), self.society.wording(topic))
        moves = column.decode("ascii")
        if moves.count(NO_EVENT) < len(moves):
            yield e.Decided(moves, words).by()

    def _answers_of_crowd(self, chance: Chance) -> tuple[bytearray, dict[int, str]]:
        """Return the decisions of the crowd's accounts that have not moved in this tick, as fields of `Decided`."""
        column = bytearray(NO_EVENT.encode() * len(self.handles))
        if self.crowd is None:
            return column, {}
        from scenes.feed.crowd_tick import rule_based_answers

        return column, rule_based_answers(self, self.crowd, column, chance)

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        now = self._next_tick
        if self.crowd is not None:
            yield from self.resolve({}, chance)  # if no visitor decided, `resolve` has not asked the crowd yet
        for text in self.plan.get(now, ()):
            yield from interventions.intervene(self, text, chance)
        yield from rumors.explain(self)
        ticked = self._tick_event(now, chance)
        yield replace(ticked, posts=(*ticked.posts, *rumors.due(self, now))).by()
        yield from self.settle()

    def _tick_event(self, now: int, chance: Chance) -> e.Ticked:
        if self.crowd is None:
            return tick(self, now, chance)
        from scenes.feed import crowd_tick

        return crowd_tick.tick(self, self.crowd, now, chance)

    def intervene(self, what: str, chance: Chance) -> Iterator[Event]:
        yield from interventions.events(self, what, chance)

    def _is_deciding(self, name: str) -> bool:
        return is_deciding(self.agents[self.numbers[name]], self._next_tick)

    def outcome(self) -> Outcome:
        if self.aim is None:
            return Outcome(metrics=metrics.result(self))
        winners = tuple(name for name, own in self.settled if own.met)
        return Outcome(winners, metrics={**metrics.result(self), "aim_met": bool(winners)})

    # -- observations

    def observe(self, name: str) -> Observation:
        if not name:
            return Observation(
                name="",
                tick=self._next_tick,
                profile=UNKNOWN_PROFILE,
                kind=self.society.archetypes[VISITOR],
                accounts=tuple(map(_account, self.agents)),
                likes=tuple(self.posts.likes),
                topics=dict(self.weights.topics),
                authors=dict(self.weights.authors),
            )
        agent = self.agents[self.numbers[name]]
        seen = Observation(
            name=name,
            tick=self._next_tick,
            profile=agent.profile,
            kind=agent.kind,
            state=agent.state,
            ticks_in_state=agent.ticks_in_state,
            spree=agent.spree,
            run=agent.run,
        )
        if not is_deciding(agent, self._next_tick):
            return seen
        return replace(
            seen,
            post=self.seen(agent.item),
            interest=agent.profile.interests[self.posts.items.topic[agent.item]],
            tie=self.tie(agent.number, agent.item),
            options=DECISIONS,
        )

    def seen(self, number: int) -> Seen:
        """Return an item as its readers see it."""
        posts = self.posts
        item = posts.items[number]
        root = posts.root(number)
        return Seen(
            number=number,
            author=self.handles[posts.items[root].author],
            by=self.handles[item.author] if item.kind == "reshare" else "",
            topic=self.society.topics[item.topic],
            text=item.text,
            age=self._next_tick - posts.items[root].tick,
            likes=posts.likes[root],
            replies=posts.replies[root],
            reshares=posts.reshares[root],
            appeal=item.appeal,
        )

    def status_prompt(self, name: str) -> str:
        agent = self.agents[self.numbers[name]]
        if not is_deciding(agent, self._next_tick):
            return ""
        if self.aim is None or agent.number != self.person:
            return post_context(self, agent)
        rumor = f' The rumor: "{self.aim.claim}"' if self.aim.claim else ""
        return f"Your aim by tick {self.aim.until}: {self.aim.order}.{rumor}\n\n{post_context(self, agent)}"

    def notable(self, event: Event) -> Mark | None:
        match event.data:
            case e.Decided() if self._milestone:
                return "good"
            case e.Injected() | e.Weighed() | e.Tuned() | e.Joined():
                return "set"
            case _:
                return None

    def concerns(self, event: Event, name: str) -> str:
        """Report this tick's replies to, and reshares of, this account's items."""
        if not isinstance(event.data, e.Decided):
            return ""
        posts, number, lines = self.posts, self.numbers[name], list[str]()
        for item in takewhile(lambda item: item.tick == self._next_tick, reversed(posts.items)):
            if item.kind != "post" and item.author != number and posts.items[item.parent].author == number:
                by = f"@{self.handles[item.author]}"
                lines.append(f"{by} replies: {item.text}" if item.kind == "reply" else f"{by} reshares: {item.text}")
        return "; ".join(reversed(lines))

    def admits(self, event: Event) -> None:
        legality.admit(self, event.data)

    def board(self, perspective: str = "") -> str:
        return metrics.board(self, perspective)

    # -- commands

    def legal(self, name: str) -> Sequence[Decide]:
        return [Decide(state) for state in DECISIONS] if self._is_deciding(name) else []

    def check(self, name: str, action: AccountAction) -> None:
        if isinstance(action, NameSource):
            self._check_guess(name, action.account)
            return
        if isinstance(action, Quote):
            action = action.decision
        if not isinstance(action, Decide | DecideOn) or action.state not in actions.WORD_OF:
            raise IllegalAction("an account can scroll, like, reply, reshare, post")
        if action != SCROLL_ON and not self._is_deciding(name):
            raise IllegalAction(f"{name} has no post before it to {actions.WORD_OF[action.state]}; it can scroll")
        if isinstance(action, DecideOn):
            self._check_item(self.agents[self.numbers[name]], action)

    def _check_guess(self, name: str, account: str) -> None:
        if self.aim is None or self.aim.what != "source" or self.numbers[name] != self.person:
            raise IllegalAction("only an account with the aim to find a source names one; set aim=source")
        if not self._is_deciding(name):
            raise IllegalAction("name the source when the next post is before you")
        if account in (name, *self.guesses):
            raise IllegalAction(f"@{account} is not the source; name another account")

    def _check_item(self, agent: SocialAgent, action: DecideOn) -> None:
        if self.crowd is not None:
            raise IllegalAction("in a crowd, only the post before you can be answered")
        if action.item not in agent.page:
            raise IllegalAction(f"item {action.item} is not in your feed; choose one of the last {len(agent.page)}")
        if action.state != REPLY and any(
            (entry.to_state, entry.context) == (action.state, action.item) for entry in agent.history
        ):
            raise IllegalAction(f"you did {actions.WORD_OF[action.state]} that post before; reply to it, or scroll on")

    def default(self, name: str) -> Decide:
        return SCROLL_ON


def _account(agent: SocialAgent) -> Account:
    return Account(
        state=agent.state,
        ticks_in_state=agent.ticks_in_state,
        item=agent.item,
        spree=agent.spree,
        run=agent.run,
        spent=agent.spent,
        draft=agent.draft,
        inbox=tuple(agent.inbox),
        page=tuple(agent.page),
        profile=agent.profile,
    )
