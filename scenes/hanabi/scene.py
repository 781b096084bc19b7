"""Hanabi: cooperative, and nobody sees their own cards (Antoine Bauza 2010; rules as in the official rulebook)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, ClassVar

from core.actions.forms import UnknownCommand
from core.engine.agents import Agent
from core.engine.capabilities import Judged, Language, Mark, Portable, Reviewed, Told, Touched, Verdict
from core.engine.chance import Chance
from core.engine.events import Event, Metric, Thought
from core.engine.folding import on
from core.engine.recap import sentence
from core.engine.scene import Outcome
from core.engine.turn import Pick
from core.env.encoding import Learned
from core.errors import IllegalAction, unknown_command
from core.llm.judge import Case
from core.llm.prompts import Prompts
from scenes.hanabi import actions, talk_cases
from scenes.hanabi.actions import Action, Clue, Discard, Play, Propose, Speech
from scenes.hanabi.bots import Cautious, silenced
from scenes.hanabi.config import HanabiConfig
from scenes.hanabi.convention.explanations import meaning_of_last_clue
from scenes.hanabi.convention.player import ConventionPlayer, advised
from scenes.hanabi.encoding import HanabiEncoding
from scenes.hanabi.events import BODIES, Advised, Clued, Discarded, Drew, Hid, Played, Proposed
from scenes.hanabi.hanablive import read, write
from scenes.hanabi.hat.player import HatPlayer
from scenes.hanabi.interventions import admit, swap
from scenes.hanabi.legality import LegalActions
from scenes.hanabi.measures import MEASURES
from scenes.hanabi.observation import Held, Observation, Talk
from scenes.hanabi.players import ModelPlayer
from scenes.hanabi.review import points_in_reach
from scenes.hanabi.rules import NO_DISCUSSION, UNKNOWN
from scenes.hanabi.search.player import SearchPlayer
from scenes.hanabi.talk.checker import redact, subject
from scenes.hanabi.variants import FUSES

THOUGHTS = 3
"""Number of remembered thoughts per player: this turn's, and those of the last two turns with thoughts."""


@cache
def _pick_of_one(name: str) -> Pick:
    return Pick((name,))


class HanabiScene(LegalActions, Told, Reviewed, Judged, Touched, Portable, Language, Learned):
    """A turn of the game is a move, or a proposal, simultaneous advice from the next players, and a move."""

    name = "hanabi"
    summary = "play your cards unseen"
    Config = HanabiConfig
    events = BODIES
    actions = actions.MOVES
    exports: ClassVar = {"hanab.live": write}
    figures = "points that can still be reached after the move, with all cards known; a lost fuse counts as one"
    marks = {"good": "complete", "bad": "strike", "lost": "critical lost"}
    measures = MEASURES
    imports: ClassVar = {"hanab.live": read}
    bots: ClassVar[Mapping[str, Callable[[], Agent]]] = silenced(
        {
            "rules": ConventionPlayer,
            "convention": ConventionPlayer,
            "hat": HatPlayer,
            "search": SearchPlayer,
            "cautious": Cautious,
        }
    )
    player = ModelPlayer
    free_chat = False
    prompts = Prompts(Path(__file__).parent / "prompts")
    encoding = HanabiEncoding

    @cached_property
    def _quiet(self) -> Talk:
        """State of the discussion in observations before anybody has spoken."""
        return self._talk("", -1)

    def outcome(self) -> Outcome:
        metrics: dict[str, Metric] = {
            "score": self.score,
            "kept": self.kept,
            "strikes": self.strikes,
            "perfect": self.kept == self.variant.count,
            "bombed": self.strikes == FUSES,
            "clues_left": self.clues,
            "deck_left": len(self.deck) - self.drawn,
            "moves": len(self.history),
            "talk": self.config.talk,
            "proposals": self.floor.proposals,
            "leaks": self.floor.leaks,
        }
        return Outcome(metrics=metrics)

    # -- talk

    def pick(self) -> Pick | None:
        """Pick by the number of moves, because some turns of the run are talk."""
        names, proposal = self.names, self.floor.proposal
        if proposal is not None:
            asked = tuple(names[seat] for seat in self._asked())
            return Pick(asked, together=True) if asked else _pick_of_one(names[proposal.seat])
        return _pick_of_one(names[len(self.history) % len(names)])

    def _asked(self) -> tuple[int, ...]:
        """Return the seats whose advice is awaited."""
        return self.floor.advisers(len(self.names), self.config.advisers)

    def speak(self, name: str, action: Speech) -> Iterator[Event]:
        seat = self.seat[name]
        said, count = (action.reasons if isinstance(action, Propose) else action.words), 0
        if self.config.talk != "open":
            said, count = redact(said, subject(self.observe(""), seat, action))
        move = "" if action.move is None else self.describe(action.move)
        if isinstance(action, Propose):
            yield Proposed(move, said).by(name)
        else:
            yield Advised(action.stance, move, said).by(name)
        if count:
            yield Hid(count).by(name)

    @on
    def on_proposed(self, event: Event, body: Proposed) -> None:
        content = f"propose {body.move}{f': {body.reasons}' if body.reasons else ''}"
        self.floor = self.floor.propose(self.seat[event.agent], event.agent, body.move, content, len(self.history))

    @on
    def on_advised(self, event: Event, body: Advised) -> None:
        content = f"{body.stance} {body.move}".strip() + (f": {body.words}" if body.words else "")
        self.floor = self.floor.advise(self.seat[event.agent], event.agent, content, body.stance != "support")

    @on
    def on_hid(self, event: Event, body: Hid) -> None:
        self.floor = self.floor.hide()

    @on
    def on_thought(self, event: Event, body: Thought) -> None:
        thoughts = (*self.thoughts.get(event.agent, ()), (len(self.history), body.text))
        self.thoughts = {**self.thoughts, event.agent: thoughts[-THOUGHTS:]}

    def change(self, change: str) -> Iterator[Event]:
        """Swap a card in a hand or the deck with one in the deck: "Ann a=R3"."""
        return swap(self, change)

    def admits(self, event: Event) -> None:
        admit(self, event)

    def cases(self, events: Sequence[Event]) -> Iterable[Case]:
        return talk_cases.cases(self.observe(""), events)

    # -- observations

    def observe(self, name: str) -> Observation:
        """Return a player's view; without a name the director's."""
        seat, floor = self.seat[name] if name else -1, self.floor
        talk = self._quiet if floor is NO_DISCUSSION and name not in self.thoughts else self._talk(name, seat)
        is_blind = floor.proposal is not None and seat >= 0 and talk.phase == "advise" and talk.mode == "strict"
        hidden = floor.proposal.seat if is_blind and floor.proposal else -1
        cards, possible, clued = self.cards, self.possible, self.clued
        hands = []
        for owner, hand in enumerate(self.hands):
            if owner in (seat, hidden):
                held = [Held(n, None, possible[n], clued[n]) for n in reversed(hand)]
            else:
                held = [
                    Held(n, None if cards[n] == UNKNOWN else cards[n], possible[n], clued[n]) for n in reversed(hand)
                ]
            hands.append(tuple(held))
        return Observation(
            name=name,
            seat=seat,
            names=self.names,
            variant=self.config.variant,
            turn=self.turn,
            hands=tuple(hands),
            stacks=tuple(self.stacks),
            discards=tuple(self.discards),
            clues=self.clues,
            strikes=self.strikes,
            deck=len(self.deck) - self.drawn,
            left=self.left,
            score=self.kept,
            history=tuple(self.history),
            talk=talk,
        )

    def _talk(self, name: str, seat: int) -> Talk:
        proposal, config = self.floor.proposal, self.config
        now, thoughts = len(self.history), self.thoughts.get(name, ())
        proposed = proposal is not None and proposal.seat == seat
        return Talk(
            mode=config.talk,
            phase="act" if proposal is None else "advise" if self._asked() else "decide",
            proposal=proposal,
            discussion=self.floor.manager,
            against=self.floor.against,
            thoughts=next((text for turn, text in reversed(thoughts) if proposed and turn == now), ""),
            remembered=tuple(each for each in thoughts if each[0] < now) if config.recall else (),
            deductions=config.deductions,
            recall=config.recall,
        )

    def notable(self, event: Event) -> Mark | None:
        match event.data:
            case Played(fits=False):
                return "bad"
            case Played(card=card) if card % 5 == 4:
                return "good"
            case Discarded(card=card) | Played(card=card) if self.is_lost(card):
                return "lost"
            case _:
                return None

    def concerns(self, event: Event, name: str) -> str:
        """Report a clue's meaning for own cards by convention, misplays, completed suits and lost cards."""
        if event.agent == name:
            return ""
        if isinstance(event.data, Clued):
            means = meaning_of_last_clue(self.observe(name))
            head = sentence(event, name) if event.data.name == name else event.agent if means else ""
            return ": ".join(filter(None, [head, means]))
        if isinstance(event.data, Drew):
            return ""
        return sentence(event, name) if self.notable(event) else super().concerns(event, name)

    def weigh(self, name: str, action: Action | Speech) -> Verdict | None:
        """Judge a move by the conventions and by the points that it cost. Words are not judged."""
        if not isinstance(action, Play | Discard | Clue):
            return None
        options = {option: self._standing_after(name, option) for option in advised(self.observe(name))}
        best = max(options, key=lambda option: options[option])
        cost = max(0, options[best] - self._standing_after(name, action))
        return Verdict(self.describe(best), float(cost), "points")

    def _standing_after(self, name: str, action: Action) -> int:
        """Count the points that can still be reached after a move; each lost fuse subtracts a point."""
        after = self.copy()
        for event in after.decide(name, action, Chance(0)):
            after.apply(event)
        return points_in_reach(after.observe(""))

    def is_lost(self, card: int) -> bool:
        """Return True if the last copy of a useful card is gone."""
        return self.discards.count(card) == self.variant.copies[card] and self.stacks[card // 5] <= card % 5

    def board(self, perspective: str = "") -> str:
        seen, v = self.observe(perspective), self.variant
        fire = " ".join(f"{suit.letter}{rank or '·'}" for suit, rank in zip(v.suits, seen.stacks, strict=True))
        counts = f"score {self.score}   clues {seen.clues}   strikes {seen.strikes}   deck {seen.deck}"
        lines = [f"fireworks {fire}   {counts}"]
        for name, hand in zip(self.names, seen.hands, strict=True):
            cards = " ".join("??" if held.card is None else v.labels[held.card] for held in hand)
            lines.append(f"{name:4} {cards}")
        lines.append(f"gone {' '.join(v.labels[card] for card in sorted(seen.discards)) or 'nothing'}")
        return "\n".join(lines)

    # -- commands

    def parse(self, name: str, text: str) -> Any:
        try:
            return actions.parse(text, self.names, self.variant)
        except UnknownCommand as error:
            raise IllegalAction(unknown_command(error.text, map(self.describe, self.legal(name)))) from None

    def describe(self, action: Action | Speech) -> str:
        return actions.describe(action, self.names, self.variant)
