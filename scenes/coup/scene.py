"""Coup: two characters each, and everybody may claim to be any (Rikki Tahta, Indie Boards & Cards 2012)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Self

from msgspec.structs import asdict, replace

from core.engine.agents import Agent
from core.engine.capabilities import Large, Mark, Portable, Reviewed, Talk, Told, Touched, Verdict
from core.engine.chance import Chance
from core.engine.events import Defaulted, Event, Said, Withheld
from core.engine.folding import on
from core.engine.recap import sentence
from core.engine.scene import Outcome, Scene
from core.engine.turn import Pick
from core.env.encoding import Learned
from core.errors import IllegalAction
from core.llm.prompts import Prompts
from scenes.coup import events as e
from scenes.coup import flow
from scenes.coup.actions import KINDS, PASS, Action, Say, describe
from scenes.coup.admission import admit
from scenes.coup.bots import Bluffer, Honest
from scenes.coup.claims import Claim, count_claims
from scenes.coup.config import CoupConfig
from scenes.coup.encoding import CoupEncoding
from scenes.coup.exports import EXPORTS
from scenes.coup.measures import MEASURES
from scenes.coup.moves import NOBODY, Character
from scenes.coup.observation import Fact, Note, Observation, view
from scenes.coup.pacts import Pacts, apply_event, consequences, count_outcomes
from scenes.coup.players import ModelPlayer
from scenes.coup.rules import Dealt, Game
from scenes.coup.strong import player
from scenes.coup.strong.player import Strong
from scenes.coup.tables import TABLES
from scenes.coup.understanding import commitment
from scenes.coup.wording import board

OWN_EVENTS = frozenset((e.Drew, e.Kept, e.Swapped))
"""Events that only the acting player sees."""
CLAIM_EVENTS = frozenset((e.Declared, e.Blocked, e.Challenged))
COUNTED_METRICS = ("defaults", "verifier_checks", "verifier_disagreements")


class CoupScene(Scene, Told, Talk, Reviewed, Touched, Portable, Large, Learned):
    """A turn of the run is one decision: a player's action, or the simultaneous answers of all who may object to it."""

    name = "coup"
    summary = "lie about your cards"
    Config = CoupConfig
    figures = "share of games won: playouts of deals that fit what you knew, or the solved game of two"
    marks = {"good": "proved", "bad": "caught", "lost": "out", "missed": "undoubted bluff"}
    measures = MEASURES
    tables = TABLES
    events = e.BODIES
    actions = KINDS
    exports: ClassVar = EXPORTS
    bots: ClassVar[Mapping[str, Callable[[], Agent]]] = {
        "rules": Strong,
        "strong": Strong,
        "honest": Honest,
        "bluffer": Bluffer,
    }
    player = ModelPlayer
    prompts = Prompts(Path(__file__).parent / "prompts")
    encoding = CoupEncoding

    def __init__(self, config: CoupConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.seat = {name: seat for seat, name in enumerate(names)}
        self.game = Game(names, talks=config.talk == "open")
        self._admitted: Game | None = None
        """State after the last checked event of a foreign recording."""
        self.held: dict[int, Action] = {}
        """Answers received while others are still awaited. The dictionary is replaced, never changed."""
        self.history: list[Fact] = []
        self.withheld: tuple[Fact, ...] = ()
        """Statements that were withheld: only their speaker's history contains them."""
        self.claims: tuple[Claim, ...] = ()
        self.pacts: Pacts = ()
        self.notes: dict[str, tuple[Note, ...]] = {}
        self.counts = dict.fromkeys(COUNTED_METRICS, 0)
        self._legal: dict[str, tuple[Action, ...]] = {}
        """Legal actions by player, cached since the last event of the rules."""

    # -- the game

    def start(self, chance: Chance) -> Iterator[Event]:
        first = chance("starter").below(len(self.names)) if self.config.starter == "random" else 0
        yield from self._with_audiences(flow.start(self.game, first, chance("cards").shuffle))

    def _with_audiences(self, events: Iterator[Dealt]) -> Iterator[Event]:
        """Set the audiences: nobody for the court deck, the drawing player for drawn cards, everybody for the rest."""
        names = self.names
        for seat, body in events:
            if seat == NOBODY:
                yield body.by(to=())
            else:
                name = names[seat]
                yield body.by(name, to=(name,) if type(body) in OWN_EVENTS else None)
                if self.pacts:
                    for doer, change in consequences(self.pacts, self.game, name, body):
                        yield change.by(doer)

    def pick(self) -> Pick | None:
        names = tuple([self.names[seat] for seat in self.game.deciding])
        return Pick(names, together=len(names) > 1) if names else None

    def legal(self, name: str) -> Sequence[Action]:
        known = self._legal.get(name)
        if known is None:
            known = self._legal[name] = flow.legal(self.game, self.seat[name])
        return known

    def check(self, name: str, action: Action) -> None:
        if type(action) is Say:
            flow.check_words(action.text, self.config.talk != "off")
        elif action not in self.legal(name):
            raise IllegalAction(flow.why_illegal(self.game, self.seat[name], action, self.legal(name)))

    def deliver_message(self, name: str, text: str, to: tuple[str, ...] = ()) -> Iterator[Event]:
        """Yield the statement, and the commitment that it makes."""
        yield from super().deliver_message(name, text, to)
        talks = self.config.talk != "off" and not to
        if talks and (made := commitment(text, name, self.game, self.pacts)):
            yield made.by(name)

    def decide(self, name: str, action: Action, chance: Chance) -> Iterator[Event]:
        return self.resolve({name: action}, chance)

    def resolve(self, actions: Mapping[str, Action], chance: Chance) -> Iterator[Event]:
        """Deliver statements at once; keep answers until all have arrived, then reveal them."""
        game, answers = self.game, dict[int, Action]()
        deciding = [seat for seat in game.deciding if seat not in self.held]
        for name, action in actions.items():
            if isinstance(action, Say):
                yield from self.deliver_message(name, action.text)
            elif self.seat[name] in deciding:
                answers[self.seat[name]] = action
        if answers and len(answers) < len(deciding):
            for seat, action in answers.items():
                name = self.names[seat]
                yield e.Answered(describe(action)).by(name, to=(name,))
        elif answers:
            yield from self._reveal_answers({**self.held, **answers}, chance)

    def _reveal_answers(self, answers: Mapping[int, Action], chance: Chance) -> Iterator[Event]:
        game, names = self.game, self.names
        heard = [seat for seat in game.deciding if answers[seat] != PASS]
        unheard = [seat for seat in game.deciding if heard and seat != heard[0]]
        believed = None if heard else flow.unchallenged_claim(game)
        yield from self._with_audiences(flow.resolve_answers(game, answers, lambda deck: chance("cards").shuffle(deck)))
        for seat in unheard:
            yield e.Unheard(describe(answers[seat])).by(names[seat], to=(names[seat],))
        if believed is not None:
            seat, undoubted = believed
            yield undoubted.by(names[seat], to=(names[seat],))

    def change(self, what: str) -> Iterator[Event]:
        """Swap a card with one in the court deck: "Ann Duke=Contessa"."""
        return self._with_audiences(iter([flow.swap_card(self.game, what)]))

    def is_complete(self) -> str | None:
        return "won" if self.game.phase == "over" else None

    def outcome(self) -> Outcome:
        game = self.game
        left = tuple(name for name, hand in zip(self.names, game.hands, strict=True) if hand)
        metrics = {"actions": game.actions, **count_claims(self.claims, self.claims), **self.counts}
        if self.config.talk != "off":
            metrics |= count_outcomes(self.pacts)
        return Outcome(left if len(left) == 1 else (), metrics=metrics)

    def forfeit(self, names: tuple[str, ...]) -> Outcome:
        """Return the outcome in which all others who are still in the game win."""
        left = [name for name, hand in zip(self.names, self.game.hands, strict=True) if hand and name not in names]
        return self.outcome()._replace(winners=tuple(left))

    # -- state

    def apply(self, event: Event) -> None:
        body, kind, game = event.data, type(event.data), self.game
        if kind not in _TABLE:
            super().apply(event)
            if kind in _PACTS:
                self.pacts = apply_event(self.pacts, event.agent, body, game.actions)
                self.history.append(Fact(event.turn, game.actions, event.agent, body))
            return
        if self.held and kind is not e.Swapped:
            self.held = {}
        if self._legal:
            self._legal = {}
        if kind in CLAIM_EVENTS:
            self._count_claims(event)
        game.apply(self.seat.get(event.agent, NOBODY), body)
        if kind in _PUBLIC:
            self.history.append(Fact(event.turn, game.actions, event.agent, body))

    def _count_claims(self, event: Event) -> None:
        """Record claims and challenges before they take effect."""
        game, name, fallback = self.game, event.agent, self.is_fallback(event)
        match event.data:
            case e.Declared(verb=verb, target=target, claim=card) if card is not None:
                said = game.actions + 1, name, card, verb, False, target
            case e.Blocked(card):
                said = game.actions, name, card, game.verb, True, self.names[game.actor]
            case e.Challenged():
                last = replace(self.claims[-1], challenger=name, fallback_challenge=fallback)
                self.claims = (*self.claims[:-1], last)
                return
            case _:
                return
        self.claims += (Claim(event.n, event.turn, *said, self._holds(name, card), fallback=fallback),)

    def _holds(self, name: str, card: Character) -> bool | None:
        """Return True if a player holds a card; None if this observer may not know."""
        hand = self.game.hands[self.seat[name]]
        return True if card in hand else None if None in hand else False

    @on
    def on_answered(self, event: Event, body: e.Answered) -> None:
        self.held = {**self.held, self.seat[event.agent]: self.parse(event.agent, body.command)}

    @on
    def on_said(self, event: Event, body: Said) -> None:
        self.history.append(Fact(event.turn, self.game.actions, event.agent, body))

    @on
    def on_withheld(self, event: Event, body: Withheld) -> None:
        self.withheld += (Fact(event.turn, self.game.actions, event.agent, Said(body.text)),)

    @on
    def on_note_added(self, event: Event, body: e.NoteAdded) -> None:
        note = Note(**asdict(body), turn=event.turn)
        self.notes = {**self.notes, event.agent: (*self.notes.get(event.agent, ()), note)}

    @on
    def on_note_deleted(self, event: Event, body: e.NoteDeleted) -> None:
        self.notes = {**self.notes, event.agent: tuple(note for note in self.notes[event.agent] if note.id != body.id)}

    @on
    def on_verified(self, event: Event, body: e.Verified) -> None:
        self._add_to_metric("verifier_checks", 1)
        self._add_to_metric("verifier_disagreements", not body.agrees)

    @on
    def on_defaulted(self, event: Event, body: Defaulted) -> None:
        self._add_to_metric("defaults", 1)

    def _add_to_metric(self, what: str, count: int) -> None:
        self.counts = {**self.counts, what: self.counts[what] + count}

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.game, other.history, other._legal = self.game.copy(), self.history.copy(), {}
        return other

    def admits(self, event: Event) -> None:
        admit(self._admitted or Game(self.names), self.game, event)
        self._admitted = self.game.copy()

    # -- observations

    def observe(self, name: str) -> Observation:
        history: Sequence[Fact] = self.history
        if own := [fact for fact in self.withheld if fact.agent == name]:
            history = sorted([*history, *own], key=lambda fact: fact.turn)
        return view(self.game, self.config, history, self.notes.get(name, ()), self.pacts, name)

    def notable(self, event: Event) -> Mark | None:
        match event.data:
            case e.Lost(why="bluff"):
                return "bad"
            case e.Proved():
                return "good"
            case e.Lost(out=True):
                return "lost"
            case e.Undoubted(true=False):
                return "missed"
            case _:
                return None

    def concerns(self, event: Event, name: str) -> str:
        """Report others' claims, challenges, blocks, shown and lost cards, exchanges, words and gains of coins."""
        if event.agent == name:
            return ""
        match event.data:
            case e.Declared() | e.Challenged() | e.Blocked() | e.Proved() | e.Lost() | e.Exchanged():
                return sentence(event, name)
            case Said() | e.PactChanged():
                return sentence(event, name)
            case e.Settled(verb, target, "done", coins) if target == name or (verb != "income" and coins):
                return sentence(event, name)
        return ""

    def weigh(self, name: str, action: Action) -> Verdict | None:
        return player.weigh(self.observe(name), action)

    def board(self, perspective: str = "") -> str:
        return board(self.observe(perspective))


_TABLE, _PUBLIC, _PACTS = frozenset(e.RULE_EVENTS), frozenset(e.PUBLIC_EVENTS), frozenset(e.COMMITMENT_EVENTS)
