"""Werewolf's lists: votes and claims by day, and plans and thoughts."""

from collections.abc import Sequence

from core.engine.events import Event
from core.social.plan import Plan
from tui.panes.drawing import hanging_indent, notice
from tui.panes.social import labeled, plan_lines
from tui.panes.werewolf.facts import Facts, claim_words
from tui.styles import Line, clip


def votes(facts: Facts, width: int) -> list[Line]:
    """Draw each day's votes by target, most votes first, and whether the target was a wolf if that is known."""
    out: list[Line] = []
    hanged = {each.day: each.hanged for each in facts.seen.ballots}
    for day, ballot in facts.ballots():
        by: dict[str, list[str]] = {}
        for name, target in ballot.items():
            by.setdefault(target, []).append(name)
        label = f"day {day}"
        for target, names in sorted(by.items(), key=lambda each: -len(each[1])):
            role = facts.seen.roles.get(target, "")
            style = "good" if role == "werewolf" else "bad" if role else "fg"
            mark = {"good": " ✓", "bad": " ✗"}.get(style, "")
            fate = " hanged" if target and hanged.get(day) == target else ""
            head: Line = ((f" {label:<7}", "dim"), (f"{clip(target, 12) or 'nobody'}{mark}", f"bold {style}"))
            out += hanging_indent((*head, (f" {len(names)}{fate}  ", "mid")), " ".join(names), width)
            label = ""
        if hanged.get(day) == "":
            out.append(((f" {label:<7}", "dim"), ("nobody is hanged", "mid")))
    return out or notice("No votes yet")


def notebook(facts: Facts, names: Sequence[str], width: int) -> list[Line]:
    """Draw each player's claims and vote, a row per day; votes are marked right or wrong once known."""
    out: list[Line] = []
    ballots = dict(facts.ballots())
    for name in names:
        alive = name in facts.seen.alive
        head, fate = (clip(name, 12), "bold hi" if alive else "mid"), (f"  {facts.fate(name)}", "dim")
        out.append(((" ", ""), head, fate, *((("  ", ""), facts.revealed_role(name)) if not alive else ())))
        for day in range(1, facts.seen.day + 1):
            vote = ballots.get(day, {}).get(name)
            voted: Line = ()
            if vote is not None:
                role = facts.seen.roles.get(vote, "")
                style = "good" if role == "werewolf" else "bad" if role else "hi"
                mark = {"good": " ✓", "bad": " ✗"}.get(style, "")
                voted = (("votes ", "mid"), (f"{clip(vote, 12) or 'nobody'}{mark}   ", style))
            said = _claimed(facts, name, day)
            if voted or said:
                out += hanging_indent(((f"   d{day:<3}", "dim"), *voted), said, width, "fg" if alive else "dim")
    return out or notice("Nobody has said or voted anything yet")


def claims(facts: Facts, names: Sequence[str], width: int) -> list[Line]:
    """List each player's claims day by day."""
    out: list[Line] = []
    for name in names:
        alive = name in facts.seen.alive
        days = ((day, _claimed(facts, name, day)) for day in range(1, facts.seen.day + 1))
        words = [f"d{day} {claims}" for day, claims in days if claims]
        if words:
            head: Line = ((f" {clip(name, 5):<6}", "bold hi" if alive else "dim"),)
            out += hanging_indent(head, "; ".join(words), width, "fg" if alive else "dim")
    return out or notice("Nobody has claimed anything yet")


def _claimed(facts: Facts, name: str, day: int) -> str:
    """Write a player's claims of a day, without a suspicion if it also announced a vote for the same target."""
    made = [each.claim for each in facts.seen.claims if each.name == name and each.day == day]
    hang = {claim.target for claim in made if claim.kind == "vote"}
    kept = [claim for claim in made if claim.kind != "ask" and not (claim.kind == "suspect" and claim.target in hang)]
    return ", ".join(dict.fromkeys(map(claim_words, kept)))


def notes(events: Sequence[Event], plans: dict[str, Plan], names: Sequence[str], width: int) -> list[Line]:
    """Draw the plans and thoughts of agents."""
    out: list[Line] = []
    for name in names:
        if lines := plan_lines(plans[name], width):
            out += [((f" {clip(name, 12)}'s plan", "bold hi"),), *lines[2:]]
    for event in events:
        out += labeled(clip(event.agent, 10), event.data.sentence(), width, "mid")
    return out or notice("No plans, notes or thoughts yet")
