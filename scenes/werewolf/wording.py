"""Sentences of bots, which `claims.read` reads back as the same claims."""

import re
from collections.abc import Callable, Mapping, Sequence

from scenes.werewolf.claims import Claim
from scenes.werewolf.config import SEATS
from scenes.werewolf.evidence import Factor

Choose = Callable[[Sequence[str]], str]

_ROLES: Mapping[str, Sequence[str]] = {
    "seer": ("I am the seer.", "Time to say it: I am the seer.", "Listen, I am the seer."),
    "doctor": ("I am the doctor.", "I am the doctor, for what it is worth."),
    "witch": ("I am the witch.", "I did not want to say it yet: I am the witch."),
    "hunter": ("I am the hunter. Hang me, and I take one of you along.", "I am the hunter."),
    "villager": (
        "I am a villager, nothing more.",
        "I am just a villager.",
        "I am a simple villager.",
        "I am a villager. I sleep at night, as one should.",
    ),
    "innocent": ("I am no werewolf.", "I am not a wolf."),
}
_LOOKS = {
    True: (
        "I looked at {name}: a werewolf.",
        "I saw {name}, and {name} is a werewolf.",
        "I checked {name}: a wolf.",
        "I looked at {name}, a werewolf.",
        "I inspected {name}, and {name} is a wolf.",
        "I checked {name}. A werewolf.",
    ),
    False: (
        "I looked at {name}: no werewolf.",
        "I saw {name}, and {name} is no wolf.",
        "I checked {name}: innocent.",
        "I looked at {name}: one of us.",
        "I inspected {name}, and {name} is innocent.",
        "I checked {name}. No wolf.",
    ),
}
_NIGHT = ("In night {night} {look}", "On night {night} {look}")
_SUSPECT = (
    "I suspect {name}.",
    "{name} is suspicious.",
    "I do not trust {name}.",
    "To me {name} looks like a wolf.",
    "I have a bad feeling about {name}.",
    "Something is off with {name}.",
    "{name} could be a wolf.",
    "My main suspect is {name}.",
)
_SURE = (
    "{name} is a wolf.",
    "I am sure that {name} is a werewolf.",
    "{name} must be a wolf.",
    "I have no doubt that {name} is a wolf.",
    "{name} is lying.",
    "Mark my words: {name} is a werewolf.",
)
_TRUST = (
    "I trust {name}.",
    "{name} is innocent, I think.",
    "I believe {name}.",
    "{name} seems honest to me.",
    "I have a good feeling about {name}.",
    "I do not think that {name} is a wolf.",
    "I vouch for {name}.",
)
_VOTE = (
    "I vote for {name}.",
    "Let us hang {name}.",
    "My vote goes to {name}.",
    "{name} has my vote.",
    "We should hang {name}.",
    "I will vote for {name} today.",
    "{name} must go.",
)
_ASK: Mapping[str, Sequence[str]] = {
    "looks": (
        "{name}, whom did you look at?",
        "{name}, who have you checked so far?",
        "Whom did you look at, {name}?",
        "{name}, what did you see at night?",
        "What did you learn at night, {name}?",
        "{name}, which of us did you look at?",
    ),
    "role": (
        "{name}, what are you?",
        "And what is your role, {name}?",
        "{name}, will you tell us your role?",
        "Who are you, {name}?",
        "What are you, {name}?",
        "{name}, are you a villager?",
    ),
    "suspects": (
        "{name}, whom do you suspect?",
        "Whom do you suspect, {name}?",
        "{name}, who is a wolf, if you ask yourself?",
        "What do you think, {name}?",
        "{name}, who do you think it is?",
        "And your suspects, {name}?",
    ),
    "vote": (
        "{name}, why did you vote like that?",
        "Why that vote, {name}?",
        "{name}, why that vote?",
        "What was behind your vote, {name}?",
        "{name}, whom will you vote for?",
        "Whom do you vote for, {name}?",
    ),
}
_DID = (
    "{actor} {what} {target}.",
    "Remember: {actor} {what} {target}.",
    "After all, {actor} {what} {target}.",
    "I have not forgotten that {actor} {what} {target}.",
)
HUNCHES = ("It is only a hunch.", "Call it a hunch.", "I have nothing to go by but a feeling.", "Do not ask me why.")
"""Sentences of a speaker without a reason."""
AGREEMENTS = ("You have heard why.", "I have nothing to add to that.", "The reason has been named.", "Need I say why?")
"""Sentences in place of a reason that others have given."""
_DEEDS = {
    ("doctor", False): ("I protected {name}.",),
    ("witch", False): ("I saved {name}.",),
    ("witch", True): ("I poisoned {name}.",),
}


def sentence(claim: Claim, choose: Choose, sure: bool = False) -> str:
    """Write a claim as a sentence."""
    words = choose(_wordings(claim, sure)).format(name=claim.target)
    return choose(_NIGHT).format(night=claim.night, look=words) if claim.night else words


def _wordings(claim: Claim, sure: bool) -> Sequence[str]:
    match claim.kind:
        case "role":
            return _ROLES[claim.role]
        case "look":
            return _LOOKS[claim.wolf]
        case "suspect":
            return _SURE if sure else _SUSPECT
        case "trust":
            return _TRUST
        case "vote":
            return _VOTE
        case "deed":
            return _DEEDS[claim.role, claim.wolf]
        case "ask":
            return _ASK[claim.about]


def because(factor: Factor, suspect: str, wolf: bool | None, choose: Choose) -> str:
    """Write the reason for a suspicion: an act, which claims nothing by itself.

    `wolf` is True or False if the role of the other player is known.
    """
    known = "" if wolf is None else f", who was {'a' if wolf else 'no'} wolf"
    if suspect == factor.actor:
        return choose(_DID).format(actor=suspect, what=factor.what, target=f"{factor.target}{known}")
    return choose(_DID).format(actor=f"{factor.actor}{known and f'{known},'}", what=factor.what, target=suspect)


def gist(option: str) -> str:
    """Return the longest part of a wording without a name."""
    return max(re.split(r"\{\w+\}", option), key=len)


def answer(asker: str, words: str) -> str:
    """Address an answer to the asker."""
    first = words.split()[0].strip(",")
    return f"{asker}, {words if first == 'I' or first in SEATS else words[0].lower() + words[1:]}"
