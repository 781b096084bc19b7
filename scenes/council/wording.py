"""What is written in a council: speeches of rule members, and how things stand."""

from collections.abc import Iterator

from scenes.council.agenda import Interests
from scenes.council.events import weighed
from scenes.council.observation import CHAIR, CouncilSeen
from scenes.council.positions import Position
from scenes.council.values import REASONS, Value

STANDS: dict[str, tuple[str, ...]] = {
    "rather for": ("I lean in favor.", "I am rather for it.", "I am inclined to say that I am for it."),
    "for": ("I am for it.", "I support this.", "I am in favor."),
    "strongly for": ("I am strongly for it.", "I am firmly in favor.", "I strongly support this."),
    "open": ("I am undecided.", "I am open, so far.", "I am torn."),
    "rather against": ("I lean against it.", "I am rather against it.", "I am somewhat opposed."),
    "against": ("I am against it.", "I oppose this.", "I am opposed to it."),
    "strongly against": ("I am strongly against it.", "I am firmly opposed.", "I strongly oppose this."),
}
STAYS = (
    "I hear you, {name}. Still:",
    "{name}, that may be so, and yet:",
    "With respect, {name}:",
    "I see it another way, {name}.",
)
AGREES = ("{name} is right.", "As {name} says.", "I add to what {name} said.", "I am with {name} here.")
MOVED = (
    "{name} has moved me.",
    "{name}, you have a point, I give you that.",
    "After what {name} said I see it differently.",
)
AS_AMENDED = "As it is amended now I see it differently."
ANSWERS = ("You asked, {name}.", "{name}, to your question:", "A good question, {name}.")
NO_ANSWER = (
    "{name}, I cannot tell you that.",
    "I would like to know that as well, {name}.",
    "Ask somebody who knows more of it, {name}.",
)
GRANTS = ("I grant you this:", "To be honest:", "That speaks for the other side:")
EVADES = ("{name}, that is not the point.", "Let us not get lost in that, {name}.")
LISTENS = ("I am still listening.", "Whoever gives me a good reason has my vote.")
HINGES = (
    "For me it hinges on {value}.",
    "Show me that I am wrong about {value}.",
    "It is {value} that decides it for me.",
)
ASKS = (
    "{name}, what about {value}?",
    "What does it mean for {value}, {name}?",
    "{name}, have you thought of {value}?",
)
WHY = ("What makes you so sure, {name}?", "{name}, what would change your mind?")
ASIDES = ("Between us:", "Not for the record:", "Since you listen to me:")
COMMENTS = {"yes": ("It is worth it.", "On balance, yes.", "For the reasons given."),
            "no": ("Not like this.", "On balance, no.", "I am not convinced."),
            "abstain": ("I cannot decide.", "Good points on both sides.")}  # fmt: skip
OPENS = ("We turn to motion {i}: {text}.", "Motion {i} is before us: {text}.", "Next, motion {i}: {text}.")
CALLS = (
    "Nothing new is being said. We vote.",
    "I think that we have heard it all. Please vote.",
    "The arguments are on the table. To the vote.",
)
CLOSES = ("That was the agenda. Thank you all.", "All motions are dealt with. I thank you.")


def ready(interests: Interests, motion: int) -> Iterator[str]:
    """Write a speech for each reason of a member's own, for whoever has no words."""
    if 1 <= motion <= len(interests.bearings):
        for value, effect in interests.bearings[motion - 1].items():
            side = "for" if effect > 0 else "against"
            yield f"{STANDS[side][0]} {REASONS[value][side][0]}"  # type: ignore[index]
        yield "I am undecided."


def status(seen: CouncilSeen) -> str:
    """Tell an agent's model how things stand, as its turn begins."""
    lines = [standing(seen)]
    if seen.positions:
        lines.append(
            "Stated so far: " + ", ".join(f"{n} {each.now.words()}" for n, each in seen.positions.items()) + "."
        )
    own = seen.interests.get(seen.name)
    if own is not None and seen.text:
        care = ", ".join(f"{value} ({weight} of 3)" for value, weight in own.values.items())
        lines.append(f"You care for {care}. Of this motion you know: {weighed(own.bearings[seen.motion - 1])}.")
        trusted = [name for name, trust in own.trust.items() if trust >= 0.8]
        lines += [f"You trust {', '.join(trusted)}."] * bool(trusted)
    if seen.moved:
        lines.append(f"{seen.moved.name} moves to amend: {seen.moved.text}. It counts if another member seconds it.")
    if seen.brief:
        lines.append(f"Your brief: {seen.brief}")
    lines += [f"{d.name}, in secret, {d.told.sentence()}{': accepted' * d.accepted}." for d in seen.deals]
    return "\n".join([*lines, _asked(seen)])


def _asked(seen: CouncilSeen) -> str:
    if seen.phase == "vote" and seen.name != CHAIR:
        return "The vote is open: vote yes, no or abstain."
    if seen.up != seen.name:
        return f"{seen.up} has the floor."
    if seen.phase == "done":
        return "The agenda is done: close the meeting."
    if seen.name == CHAIR:
        vote = ", or open the vote when nothing new is said" if any(seen.had.values()) else ""
        return f"Nobody has the floor: schedule who speaks next{vote}."
    return "You have the floor: speak, act, or yield."


def standing(seen: CouncilSeen) -> str:
    """Tell how things stand, in a few sentences."""
    told = [
        f"Motion {r.motion} {'passed' if r.passed else 'failed'}, {r.yes} to {r.no} ({r.why})." for r in seen.results
    ]
    if seen.text:
        added = f", {seen.amended.text}" if seen.amended else ""
        told.insert(
            0, f"Motion {seen.motion} of {len(seen.agenda)}: {seen.text}{added}. It needs {_NEEDS[seen.majority]}."
        )
        voted = f"You have voted {seen.ballots[seen.name]}." if seen.name in seen.ballots else ""
        told.insert(1, f"The vote is open. {voted}".strip() if seen.phase == "vote" else "No vote is open.")
    return " ".join(told)


_NEEDS = {"simple": "more yes than no", "two-thirds": "two yes for each no", "unanimity": "no vote against it"}


def board(seen: CouncilSeen) -> str:
    """The table as a few lines of text."""
    lines = []
    for i, motion in enumerate(seen.agenda, 1):
        result = next((r for r in seen.results if r.motion == i), None)
        mark = "▸" if i == seen.motion else " " if result is None else "✓" if result.passed else "✗"
        lines.append(f"{mark} {i} {motion}{f'   {result.yes} to {result.no}, {result.why}' if result else ''}")
    if seen.text:
        for name in seen.members:
            stated = seen.positions.get(name)
            floor = "●" if seen.up == name else " "
            lines.append(f"{floor} {name:<5} {stated.now.words() if stated else '·'}")
    return "\n".join(lines) or "The council meets."


def stance(position: Position) -> tuple[str, ...]:
    """Ways to state a position."""
    return STANDS[position.words()]


def reasons(value: Value, position: Position) -> tuple[str, ...]:
    """Ways to argue for the side that one is on."""
    assert position.stance != "open"
    return REASONS[value][position.stance]
