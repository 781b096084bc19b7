"""The game in words: the table in a few lines, and the public events turn by turn."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import asdict

from core.engine.events import Body, Said
from core.text import quoted
from scenes.coup import events as e
from scenes.coup.observation import Fact, Observation

ANNOUNCEMENTS = {
    "income": "took income",
    "foreign aid": "asked for foreign aid",
    "coup": "paid {cost} for a coup against {target}",
    "tax": "claimed {claim} for tax",
    "assassinate": "claimed {claim} and paid {cost} to assassinate {target}",
    "steal": "claimed {claim} to steal from {target}",
    "exchange": "claimed {claim} to exchange cards",
}
"""Announcements of actions, by verb."""
REMEMBERED_CYCLES = 2
"""Number of full cycles of turns that a player remembers besides the current cycle (spec 002)."""


def board(seen: Observation) -> str:
    """Write the state of the game as plain text, as far as the observation contains it."""
    lines = [f"treasury {seen.treasury}   deck {seen.deck}   turn {seen.actions}{pending_decision(seen)}"]
    for player in seen.players:
        live = [card or "?" for card in seen.hands.get(player.name, ())] or ["?"] * player.cards
        cards = " ".join([*live, *(f"x{card}" for card in player.lost)])
        mark = ">" if player.name == seen.actor else " "
        out = "" if player.cards else "   out"
        lines.append(f"{mark} {player.name:4} {player.coins:2} coin{'s' if player.coins != 1 else ' '}   {cards}{out}")
    return "\n".join(lines)


def pending_decision(seen: Observation) -> str:
    """Write who has to decide, and on what, to append to a line; empty if nobody has to."""
    if seen.phase in ("deal", "over") or not seen.deciding:
        return ""
    what = {"act": "acts", "talk": "may talk", "lose": "turns up a card", "exchange": "exchanges cards"}
    said = what.get(seen.phase, f"may {seen.phase}")
    return f"   {', '.join(seen.deciding)} {said}"


# -- history


class Sentence(NamedTuple):
    at: int
    """Index in the history of the fact that it reports."""
    text: str
    """Text in the past tense without a full stop. Players' words are in double quotes that they cannot close."""


class TurnWords(NamedTuple):
    """One turn of the game: an action, its consequences, and the words until the next one."""

    turn: int
    """Turn of the run in which it began."""
    action: int
    """Number among the game's turns; 0 is the time before the first turn."""
    actor: str
    """Player whose turn it was; for turn 0 the starting player."""
    sentences: tuple[Sentence, ...]

    @property
    def line(self) -> str:
        """The whole turn in one line: "Dan claimed Duke for tax; not challenged"."""
        return "; ".join(sentence.text for sentence in self.sentences)


def turns(history: Sequence[Fact]) -> list[TurnWords]:
    """Write all public events, oldest first: one entry per turn of the game, the last of which may be unfinished.

    Entries only grow: the text of a fact does not depend on later facts.
    """
    entries = []
    for action, group in groupby(enumerate(history), key=lambda each: each[1].action):
        facts = list(group)
        first = facts[0][1]
        entries.append(TurnWords(first.turn, action, first.agent, tuple(_sentences(facts))))
    return entries


def recent_turns(seen: Observation) -> list[TurnWords]:
    """Return the turns of the current cycle and of the last two full ones.

    A cycle goes once around the players in the game, from the one who began.
    """
    entries = turns(seen.history)
    first = seen.names.index(entries[0].actor)
    cycle, last, cycles = 0, -1, []
    for actor in [*(turn.actor for turn in entries[1:]), *([seen.actor] if seen.phase in ("talk", "act") else [])]:
        place = (seen.names.index(actor) - first) % len(seen.names)
        cycle, last = cycle + (place <= last), place
        cycles.append(cycle)
    return [turn for turn, of in zip(entries, [0, *cycles], strict=False) if of >= cycle - REMEMBERED_CYCLES]


def _sentences(facts: Iterable[tuple[int, Fact]]) -> Iterator[Sentence]:
    """Write the sentences of one turn. All passes form one sentence; silence between turns forms none."""
    window, passed = "", set[str]()
    for at, fact in facts:
        match fact.data:
            case e.Passed() if window:
                if fact.agent in passed:  # the player passed on the claim before, and now on the action
                    window, passed = "not blocked", set()
                if not passed:
                    yield Sentence(at, window)
                passed.add(fact.agent)
            case e.Declared(verb="foreign aid"):
                window = "nobody blocked"
            case e.Declared() | e.Blocked():
                window, passed = "not challenged", set()
            case e.Proved():
                window = "not blocked"
            case e.Settled():
                window = ""
        if text := _sentence(fact):
            yield Sentence(at, text)


_PAST: dict[type[Body], str] = {
    e.Began: "{name} began",
    e.Challenged: "{name} challenged {claimant}'s {claim}",
    e.Blocked: "{name} claimed {claim} to block",
    e.Proved: "{name} showed the {card} and drew another card",
    e.Exchanged: "{name} put two cards back",
}


def _sentence(fact: Fact) -> str:
    """Write a sentence for a fact; empty if the fact needs no mention."""
    name = fact.agent
    match fact.data:
        case Said(text):
            return f"{name} said {quoted(text)}"
        case e.Declared():
            return f"{name} {ANNOUNCEMENTS[fact.data.verb].format(**asdict(fact.data))}"
        case e.Lost(card, why, out):
            return f"{name} {'was caught and ' if why == 'bluff' else ''}turned up {card}{', out' if out else ''}"
        case e.Settled(verb="steal", outcome="done", coins=coins):
            return f"{name} stole {coins}"
        case e.Settled(outcome="challenged", coins=coins) if coins:
            return f"{name} got {coins} coins back"
        case e.Threatened() | e.Offered() | e.Agreed() | e.Declined() | e.PactChanged():
            return f"{name} {fact.data.sentence()}"
    return _PAST.get(type(fact.data), "").format(name=name, **asdict(fact.data))
