"""A hint in the council: what a member who cares for the same would do, and what of the motion speaks for that."""

from core.social.actions import Speak, Yield
from scenes.council.actions import Amend, Offer, Second, Vote, VoteBecause
from scenes.council.mind import Mind
from scenes.council.observation import CHAIR, CouncilSeen
from scenes.council.scene import CouncilScene
from tui.panes.kit import Advice
from tui.panes.seat import first_bot

FELT = 0.03
"""Least effect of an argument that is named."""


def advice(scene: CouncilScene, seat: str, number: int, seed: int) -> Advice:
    """Say what to do in a seat, and why."""
    seen: CouncilSeen = scene.observe(seat)
    found = first_bot(scene, seat, number, seed)
    if seat == CHAIR or not seen.text:
        return found
    mind, action = Mind(seen), scene.parse(seat, found.command)
    if isinstance(action, Speak) and mind.position.stance == "open" and not _is_asked(seen):
        return Advice(Yield.form, f"{_leaning(mind)}; hear the others first")
    if isinstance(action, Speak | Vote | VoteBecause):
        return Advice(found.command, f"{_asked(seen)}{_leaning(mind)}")
    if isinstance(action, Amend | Offer | Second):
        return found
    return Advice(found.command, "you have said what there is to say" if isinstance(action, Yield) else found.why)


def _is_asked(seen: CouncilSeen) -> bool:
    last = max((each.turn for each in seen.heard if each.name == seen.name and not each.to), default=0)
    return any(each.to == seen.name and each.turn > last for each in seen.questions)


def _asked(seen: CouncilSeen) -> str:
    asked = [each.name for each in seen.questions if each.to == seen.name]
    return f"{asked[-1]} asked you; " if asked and _is_asked(seen) else ""


def _leaning(mind: Mind) -> str:
    """Describe the effect of the person's own values, and the members who moved it."""
    serves = " and ".join(value for value, effect in mind.bearing.items() if effect > 0)
    hurts = " and ".join(value for value, effect in mind.bearing.items() if effect < 0)
    does = ", and ".join([*([f"serves {serves}"] if serves else []), *([f"hurts {hurts}"] if hurts else [])])
    does = f": it {does}, which you care for" if does else ""
    lean = "are open" if mind.position.stance == "open" else f"lean {mind.position.stance} it"
    moved = max(mind.sways, key=lambda sway: abs(sway.by), default=None)
    by = f"; {moved.made.name} on {moved.made.value} moved you most" if moved and abs(moved.by) >= FELT else ""
    return f"you {lean}{does}{by}"
