"""A person's possible answers at the Coup table, with key, cost and risk."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from core.actions.menu import Entry
from scenes.coup.actions import Action, Block, Challenge, Keep, Lose, Move, Pass, Say, describe
from scenes.coup.moves import RULES, Character, Verb
from tui.panes.coup.facts import Facts
from tui.panes.drawing import amount
from tui.styles import Line, Span, clip


class Answer(NamedTuple):
    """A line of the menu with its cost and risk."""

    entry: Entry
    short: Line
    """Effect, for a narrow line."""
    full: tuple[Line, ...]
    """Cost, claim and risk, in columns."""


def answers(facts: Facts, entries: Sequence[Entry]) -> list[Answer]:
    """Return the menu's lines with cost and risk, in display order, which is also the order of the digits."""
    phase = facts.seen.phase
    if phase == "act":
        order = [*Move.key]
        return [_move(facts, entry) for entry in sorted(entries, key=lambda entry: order.index(entry.head))]
    if phase == "lose":
        return [Answer(entry, (), _lost(facts, entry.actions[0].character)) for entry in entries]
    if phase == "talk":
        heard, enough = (("everybody hears it", "mid"),), (("say no more", "mid"),)
        say = Entry("say", "m", "say", "", False, (Say(""),), ("say ",))
        return [Answer(say, (), (heard,)), Answer(entries[0], (), (enough,))]
    if phase in ("challenge", "block", "challenge block"):
        ordered = sorted(entries, key=partial(_order, facts))
        return [Answer(entry, *_cost_and_risk(facts, entry.actions[0])) for entry in ordered]
    return []


def _order(facts: Facts, entry: Entry) -> int:
    """Return the sort key of a line: challenges and true blocks first, then bluffs, passing last."""
    action = entry.actions[0]
    return 2 if isinstance(action, Pass) else int(isinstance(action, Block) and not facts.has(action.character))


# -- on the person's own turn


def _move(facts: Facts, entry: Entry) -> Answer:
    move: Move = entry.actions[0]
    rule = RULES[move.verb]
    coins = f"−{rule.cost}" if rule.cost else f"+{rule.gain}" if rule.gain else ""
    brief: Span = ("", "")
    claim: Line = (("claims nothing", "dim"),)
    if rule.claims:
        true, style = facts.has(rule.claims), "good" if facts.has(rule.claims) else "bad"
        brief = (f" {'✓' if true else '✗'}{rule.claims}", style)
        claim = ((f"claims {rule.claims}", "mid"), (" true" if true else " bluff", style))
    columns: tuple[Line, ...] = (((f"{coins:<3}", "fg"),), claim, blockers(move.verb))
    return Answer(entry, ((f" {coins}" if coins else "", "mid"), brief), columns)


def blockers(verb: Verb) -> Line:
    blocks = RULES[verb].blocks
    return ((f"{'/'.join(blocks)} block{'s' * (len(blocks) == 1)}" if blocks else "no block", "dim"),)


def effect(facts: Facts, move: Move) -> Line:
    """Describe an action's effect, cost and risk."""
    rule, target = RULES[move.verb], clip(move.target, 12)
    does = {
        "income": "+1 coin",
        "foreign aid": "+2 coins",
        "tax": "+3 coins",
        "exchange": "draws two, two go back",
        "coup": f"−7, {target} loses a card",
        "assassinate": f"−3, {target} loses a card",
        "steal": f"+{min(2, facts.players[move.target].coins)} from {target}" if move.target else "",
    }[move.verb]
    line: Line = ((does, "fg"), *_risk(facts, rule.claims))
    if rule.blocks:
        return (*line, (f"  {blockers(move.verb)[0][0]}", "mid"))
    return line if rule.claims else (*line, ("  nobody can stop it", "mid"))


def _risk(facts: Facts, card: Character | None) -> Line:
    """Describe the cost of being challenged."""
    if card is None:
        return ()
    if facts.has(card):
        return (("  you have it", "good"), ("; a challenger loses a card", "mid"))
    return (("  bluff", "bad"), (f", caught: {'you are out' if len(facts.seen.hand) == 1 else 'lose a card'}", "mid"))


# -- answers to others' claims and actions


def _cost_and_risk(facts: Facts, action: Action) -> tuple[Line, tuple[Line, ...]]:
    """Draw cost and risk of an answer in two forms: short, and in columns."""
    match action:
        case Challenge():
            return (), _challenge(facts)
        case Block(card):
            return _block(facts, card)
    return _pass(facts)


def _challenge(facts: Facts) -> tuple[Line, ...]:
    seen = facts.seen
    loses = f"{clip(seen.claimant, 12)} {'is out' if facts.players[seen.claimant].cards == 1 else 'loses a card'}"
    both = seen.verb == "assassinate" and seen.target == seen.name and not seen.blocker
    cost = "you are out" if len(seen.hand) == 1 else "you may lose both" if both else "you lose a card"
    return (("right: ", "good"), (loses, "mid")), (("wrong: ", "bad"), (cost, "mid"))


def _block(facts: Facts, card: Character) -> tuple[Line, tuple[Line, ...]]:
    seen, true = facts.seen, facts.has(card)
    claim: Line = (("true claim", "good"),) if true else (("a bluff", "bad"),)
    if true:
        risk = {"assassinate": "the 3 coins stay spent", "steal": "you keep your coins"}
        why = risk.get(seen.verb, f"{clip(seen.actor, 12)} gets nothing")
    elif len(seen.hand) == 1 or seen.verb == "assassinate":
        why = "caught: you are out"
    else:
        why = "caught: you lose a card"
    mark: Span = (" ✓", "good") if true else (" ✗ bluff", "bad")
    return (mark,), (claim, ((why, "mid"),))


def _pass(facts: Facts) -> tuple[Line, tuple[Line, ...]]:
    seen = facts.seen
    actor, target = clip(seen.actor, 12), seen.target == seen.name
    if seen.phase == "challenge block":
        mine = seen.actor == seen.name
        result = "the block stands" + (", the 3 coins stay spent" if mine and seen.verb == "assassinate" else "")
    elif seen.phase == "challenge":
        blocks = target and bool(facts.rule.blocks)
        result = f"then you may block with {' or '.join(facts.rule.blocks)}" if blocks else "the claim stands"
    elif seen.verb == "assassinate":
        result = "you are out" if len(seen.hand) == 1 else "you lose a card"
    elif seen.verb == "steal":
        result = f"you lose {amount(min(2, facts.seen.me.coins), 'coin')}"
    else:
        result = f"{actor} takes 2"
    return ((f", {result}", "mid"),), (((result, "mid"),),)


# -- cards


def _lost(facts: Facts, card: Character) -> tuple[Line, ...]:
    left = list(facts.seen.hand)
    left.remove(card)
    return (((f"you keep {left[0]}" if left else "you are out", "mid"),),)


def outcome(facts: Facts, action: Action) -> Line:
    """Draw an action's expected result for the row below the input."""
    match action:
        case Move():
            return effect(facts, action)
        case Say():
            return (("said to everybody", "mid"),)
        case Lose(card):
            return ((f"turns up your {card}: ", "fg"), *_lost(facts, card)[0])
        case Keep(cards):
            back = list(facts.seen.hand)
            for card in cards:
                back.remove(card)
            gone = " and ".join(map(str, back))
            return ((f"keeps {' and '.join(cards)}", "fg"), (f"   {gone} go back", "mid"))
    spans = [span for column in _cost_and_risk(facts, action)[1] for span in (*column, ("   ", ""))]
    return ((f"{describe(action)}   ", "fg"), *spans[:-1]) if facts.open else (("lets it pass", "fg"),)
