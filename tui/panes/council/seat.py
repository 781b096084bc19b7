"""A person's seat in a council: keys, commands expressed in words, their meaning, and hints."""

import re
from collections.abc import Sequence

from core.engine.turn import Action
from core.errors import IllegalAction
from core.social.actions import Speak, Yield
from scenes.council.actions import Amend, Announce, Offer, Propose, Second, Vote, VoteBecause
from scenes.council.member import unanswered
from scenes.council.mind import NEWS, Mind
from scenes.council.observation import CHAIR, CouncilSeen
from scenes.council.own_motions import read_effects, words_of
from scenes.council.reading import read
from scenes.council.scene import CouncilScene
from tui.panes.kit import Advice, Key
from tui.panes.seat import first_bot
from tui.styles import Line, clip

AMENDMENT_WORDING = re.compile(
    r"(?:i )?(?:move|propose|would like) (?:to amend(?: the motion| it)?|an amendment)(?: so)?(?:[\s,:]+that)?[\s,:]+"
    r"(?P<provision>.+)",
    re.IGNORECASE,
)
"""Everyday wordings that move an amendment."""
PROPOSES = re.compile(r"(?:i )?(?:propose|move)(?:[\s,:]+(?:that )?(?:we )?)(?P<motion>.+?)[.!]*", re.IGNORECASE)
"""Everyday wordings that put a motion on the agenda, where members may do so."""
SECOND_WORDING = re.compile(r"i second (?:it|that|this|the amendment|\w+'s amendment)[.!]?", re.IGNORECASE)
COMMAND_WORDS = ("say", "announce", "tell", "offer", "accept", "schedule", "vote", "position")
"""First words of commands. A text that starts with one is never said aloud, even if the command is invalid."""


def keys_of_chair(seen: CouncilSeen) -> dict[str, str]:
    """Return the chair's commands by key, which give the floor to all members or to some."""
    if seen.name != CHAIR or seen.phase in ("vote", "done"):
        return {}
    return {"g": f"schedule {', '.join(seen.members)}", "s": "schedule "}


def keys(seen: CouncilSeen, declared: Sequence[Key]) -> Sequence[Key]:
    """Return the keys for the footer."""
    if seen.phase == "vote":
        return declared
    chair = (Key("g", "all speak"), Key("s", "schedule")) if keys_of_chair(seen) else ()
    return (Key("m", "speak"), *chair, *declared)


def idle(seen: CouncilSeen) -> Line:
    """Draw the prompt while nothing is typed."""
    if seen.phase == "vote":
        return (
            ("vote with ", "mid"),
            ("y n a", "bold accent"),
            ("; with a comment: vote yes because it is worth it", "mid"),
        )
    if seen.phase == "done":
        return (("the agenda is done: ", "mid"), ("f", "bold accent"), (" closes the meeting", "mid"))
    if seen.name == CHAIR:
        return (("nobody has the floor: ", "mid"), ("s", "bold accent"), (" says who has it, ", "mid"),
                ("b", "bold accent"), (" opens the vote", "mid"))  # fmt: skip
    cares = ", ".join(seen.interests[seen.name].values)
    if seen.moved is not None and seen.moved.name != seen.name:
        backs = f" backs {clip(seen.moved.name, 12)}'s amendment; you care about "
        return (("m", "bold accent"), (f" {Second.form}", "hi"), (backs, "mid"), (cares, "bold hi"))
    return (("m", "bold accent"), (" states your position; you care about ", "mid"), (cares, "bold hi"))


def command(text: str, scene: CouncilScene, seat: str) -> str:
    """Return the command of a text: speech, unless it is a command or starts with a word of `COMMAND_WORDS`.

    Everyday wordings also move or second an amendment.
    """
    text = text.strip()
    if moved := AMENDMENT_WORDING.fullmatch(text):
        return f"amend {moved['provision']}"
    if Propose in scene.now(seat) and (proposed := PROPOSES.fullmatch(text)):
        motion = proposed["motion"]
        return f"propose {motion[0].upper()}{motion[1:]}"
    if SECOND_WORDING.fullmatch(text):
        return Second.form
    try:
        scene.parse(seat, text)
    except IllegalAction:
        first = text.split()[0].casefold() if text.split() else ""
        return text if not first or first in COMMAND_WORDS else f"{'announce' if seat == CHAIR else 'say'} {text}"
    return text


def meaning(action: Action, scene: CouncilScene, seat: str) -> str:
    """Describe how the others will understand a speech; for other actions return the action text."""
    if isinstance(action, Propose):
        return f"motion {len(scene.state.agenda) + 1}: {words_of(read_effects(action.motion))}"
    if not isinstance(action, Speak | Announce) or seat == CHAIR:
        return scene.describe(action)
    reading = read(scene.utterance(seat, "", action.message), scene.voters)
    parts = [f"you are {reading.position.words()}"] if reading.position else []
    parts += [f"{side} it: {value}" for side, value in reading.arguments]
    parts += [f"ask {to}{f' about {value}' if value else ''}" for to, value in reading.questions]
    return ", ".join(parts) or "no position or argument"


# -- hints

MIN_EFFECT = 0.03
"""Minimum effect of an argument that a hint mentions."""


def advice(scene: CouncilScene, seat: str, number: int, seed: int) -> Advice:
    """Advise a member: return a command and its reason."""
    seen: CouncilSeen = scene.observe(seat)
    found = first_bot(scene, seat, number, seed)
    if seat == CHAIR or not seen.text:
        return found
    mind, action, question = Mind(seen), scene.parse(seat, found.command), unanswered(seen)
    if isinstance(action, Speak) and mind.position.stance == "open" and not question:
        return Advice(Yield.form, f"{_leaning(mind)}; hear the others first")
    if isinstance(action, Speak | Vote | VoteBecause):
        return Advice(found.command, f"{f'{question.name} asked you; ' if question else ''}{_leaning(mind)}")
    if isinstance(action, Amend | Offer | Second):
        return found
    return Advice(found.command, "you have made your point" if isinstance(action, Yield) else found.why)


def _leaning(mind: Mind) -> str:
    """Describe the effect of the person's own values, and the argument that moved the person most."""
    serves = " and ".join(value for value, effect in mind.bearing.items() if effect > 0)
    hurts = " and ".join(value for value, effect in mind.bearing.items() if effect < 0)
    does = ", and ".join([*([f"serves {serves}"] if serves else []), *([f"hurts {hurts}"] if hurts else [])])
    does = f": it {does}, which you care about" if does else ""
    lean = "are open" if mind.position.stance == "open" else f"lean {mind.position.stance} it"
    moved = max(mind.influences, key=lambda each: abs(each.by), default=None)
    by = (
        f"; {moved.made.name or NEWS} on {moved.made.value} moved you most"
        if moved and abs(moved.by) >= MIN_EFFECT
        else ""
    )
    return f"you {lean}{does}{by}"
