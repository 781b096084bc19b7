"""What rule players say: sentences that carry claims, and that `claims.read` reads back as those."""

from collections.abc import Callable, Mapping, Sequence

from scenes.werewolf.claims import Claim
from scenes.werewolf.evidence import Factor

Choose = Callable[[Sequence[str]], str]

_ROLES: Mapping[str, Sequence[str]] = {
    "seer": ("I am the seer.", "Time to say it: I am the seer.", "Listen, I am the seer."),
    "doctor": ("I am the doctor.", "I am the doctor, for what it is worth."),
    "witch": ("I am the witch.", "I did not want to say it yet: I am the witch."),
    "hunter": ("I am the hunter. Hang me, and I take one of you along.", "I am the hunter."),
    "villager": ("I am a villager, nothing more.", "I am just a villager.", "I am a simple villager."),
    "innocent": ("I am no werewolf.", "I am not a wolf."),
}
_LOOKS = {
    True: ("I looked at {name}: a werewolf.", "I saw {name}, and {name} is a werewolf.", "I checked {name}: a wolf."),
    False: ("I looked at {name}: no werewolf.", "I saw {name}, and {name} is no wolf.", "I checked {name}: innocent."),
}
_NIGHT = ("In night {night} {look}", "{look}")
_SUSPECT = (
    "I suspect {name}.",
    "{name} is suspicious.",
    "I do not trust {name}.",
    "To me {name} looks like a wolf.",
)
_SURE = ("{name} is a wolf.", "I am sure that {name} is a werewolf.", "{name} must be a wolf.")
_TRUST = ("I trust {name}.", "{name} is innocent, I think.", "I believe {name}.", "{name} seems honest to me.")
_VOTE = ("I vote for {name}.", "Let us hang {name}.", "My vote goes to {name}.")
_ASK: Mapping[str, Sequence[str]] = {
    "looks": ("{name}, whom did you look at?", "{name}, who have you checked so far?"),
    "role": ("{name}, what are you?", "And what is your role, {name}?"),
    "suspects": ("{name}, whom do you suspect?", "Whom do you suspect, {name}?"),
    "vote": ("{name}, why did you vote like that?", "Why that vote, {name}?"),
}
_DEEDS = {
    ("doctor", False): ("I protected {name}.",),
    ("witch", False): ("I saved {name}.",),
    ("witch", True): ("I poisoned {name}.",),
}


def sentence(claim: Claim, choose: Choose, sure: bool = False) -> str:
    """Put a claim into words."""
    match claim.kind:
        case "role":
            return choose(_ROLES[claim.role])
        case "look":
            look = choose(_LOOKS[claim.wolf]).format(name=claim.target)
            return choose(_NIGHT[:1]).format(night=claim.night, look=look) if claim.night else look
        case "suspect":
            return choose(_SURE if sure else _SUSPECT).format(name=claim.target)
        case "trust":
            return choose(_TRUST).format(name=claim.target)
        case "vote":
            return choose(_VOTE).format(name=claim.target)
        case "deed":
            return choose(_DEEDS[claim.role, claim.wolf]).format(name=claim.target)
        case "ask":
            return choose(_ASK[claim.about]).format(name=claim.target)


def every(claim: Claim) -> list[str]:
    """All ways to say a claim."""
    out: list[str] = []
    for sure in (False, True):

        def keep(options: Sequence[str]) -> str:
            out.extend(options)
            return options[0]

        sentence(claim, keep, sure)
    return [each.format(name=claim.target, night=claim.night, look="") for each in dict.fromkeys(out)]


def because(factor: Factor, suspect: str, wolf: bool | None) -> str:
    """Give the reason for a suspicion: an act, which claims nothing by itself. `wolf` tells what is known of the other
    one."""
    known = "" if wolf is None else f", who was {'a' if wolf else 'no'} wolf"
    if suspect == factor.actor:
        return f"{suspect} {factor.what} {factor.target}{known}."
    return f"{factor.actor}{known}, {factor.what} {suspect}."
