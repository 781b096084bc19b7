"""A hint at Werewolf: what a careful player of the same role would do, with the reason that it has."""

from core.social.actions import Speak, Yield
from scenes.werewolf.actions import NightKill, VoteLynch
from scenes.werewolf.claims import Claim, read
from scenes.werewolf.evidence import Evidence, claims_of_roles
from scenes.werewolf.observation import Village
from scenes.werewolf.scene import WerewolfScene
from scenes.werewolf.wording import because
from tui.panes.kit import Advice
from tui.panes.seat import first_bot

OPINIONS = ("suspect", "vote")
"""Claims that want a reason."""


def advice(scene: WerewolfScene, seat: str, number: int, seed: int) -> Advice:
    """Say what to do in a seat, and why."""
    seen: Village = scene.observe(seat)
    found = first_bot(scene, seat, number, seed)
    if not seen.role:
        return found
    action = scene.parse(seat, found.command)
    target: str = getattr(action, "target", "")
    if isinstance(action, Speak):
        return _speech(seen, found.command, read(action.message, seat, seen.players))
    if isinstance(action, NightKill):
        return Advice(found.command, _prey(seen, target))
    if target:
        public = seen.role == "werewolf" and isinstance(action, VoteLynch)
        return Advice(found.command, _known(seen, target) or _suspicion(seen, target, public))
    return (
        found if found.why or not isinstance(action, Yield) else Advice(found.command, "you have nothing to tell yet")
    )


def _speech(seen: Village, command: str, claims: tuple[Claim, ...]) -> Advice:
    """A speech that has a reason; else silence, and why."""
    wolves = [look.target for look in seen.looks if look.wolf and look.target in seen.alive]
    cleared = [look.target for look in seen.looks if not look.wolf and look.target in seen.alive]
    named = [claim.target for claim in claims if claim.kind in OPINIONS]
    if asker := _asker(seen):
        return Advice(command, f"{asker} asked you")
    if any(claim.kind in ("role", "look") for claim in claims):
        saw = f": you saw that {' and '.join(wolves)} is a wolf" if wolves else ""
        return Advice(
            command, f"it is time to say what you are{saw}" if seen.role != "werewolf" else "a lie that helps"
        )
    if cleared:
        innocent = " and ".join(cleared)
        why = f"you alone know that {innocent} is no wolf; to say so shows the wolves who the seer is"
        return Advice(Yield.form, f"{why}, and nothing forces you yet")
    public = seen.role == "werewolf"
    if named:
        if Evidence(seen, public).why(named[0]) is None:
            return Advice(Yield.form, "nothing that was said or done speaks against anybody yet; listen")
        return Advice(command, _suspicion(seen, named[0], public))
    asked = [claim.target for claim in claims if claim.kind == "ask"]
    return Advice(command, f"{asked[0]} has said least" if asked else "it fits what was said and done")


def _asker(seen: Village) -> str:
    """Return the player who has asked this player since its last speech today."""
    own = max((heard.turn for heard in seen.heard if heard.name == seen.name and heard.by is None), default=0)
    asked = [t for t in seen.told if t.speech > own and t.day == seen.day and t.claim.kind == "ask"]
    return next((told.name for told in reversed(asked) if told.claim.target == seen.name != told.name), "")


def _known(seen: Village, target: str) -> str:
    wolf = next((look.wolf for look in seen.looks if look.target == target), None)
    return "" if wolf is None else f"you saw that {target} is {'a' if wolf else 'no'} wolf"


def _suspicion(seen: Village, target: str, public: bool) -> str:
    """Describe a player's probability of being a wolf, with the strongest evidence except the player's own acts."""
    evidence = Evidence(seen, public)
    chance, factor = f"{target} is a wolf in {100 * evidence.chances[target]:.0f} of 100 cases", evidence.why(target)
    if factor is None or factor.actor == seen.name:
        claimed = seen.told or seen.ballots
        return f"{chance}{', by all that was claimed and done' if claimed else '; nothing is known of anybody yet'}"
    other = factor.target if factor.actor == target else factor.actor
    known = seen.roles.get(other) == "werewolf" if other in seen.roles and other != seen.name else None
    return f"{chance}; {because(factor, target, known, lambda options: options[0]).rstrip('.')}"


def _prey(seen: Village, target: str) -> str:
    roles = [role for role, names in claims_of_roles(seen.told).items() if target in names]
    if roles:
        return f"{target} says it is the {roles[0]}"
    hunts = any(t.name == target and t.claim.kind in OPINIONS and t.claim.target in seen.pack for t in seen.told)
    return f"{target} is after your pack" if hunts else "nobody has shown yet what they are: one is as good as another"
