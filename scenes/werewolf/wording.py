"""Sentences of bots, which `claims.read` reads back as the same claims."""

import re
from collections.abc import Callable, Sequence

from scenes.werewolf.claims import Claim
from scenes.werewolf.config import SEATS
from scenes.werewolf.evidence import Factor
from scenes.werewolf.templates import ASK, DEEDS, DID, LOOKS, NIGHT, ROLES, SURE, SUSPECT, TRUST, VOTE

Choose = Callable[[Sequence[str]], str]


def sentence(claim: Claim, choose: Choose, sure: bool = False) -> str:
    """Write a claim as a sentence."""
    words = choose(wordings(claim, sure)).format(name=claim.target)
    return choose(NIGHT).format(night=claim.night, look=words) if claim.night else words


def wordings(claim: Claim, sure: bool) -> Sequence[str]:
    """Return the templates of a claim."""
    match claim.kind:
        case "role":
            return ROLES[claim.role]
        case "look":
            return LOOKS[claim.wolf]
        case "suspect":
            return SURE if sure else SUSPECT
        case "trust":
            return TRUST
        case "vote":
            return VOTE
        case "deed":
            return DEEDS[claim.role, claim.wolf]
        case "ask":
            return ASK[claim.about]


def because(factor: Factor, suspect: str, wolf: bool | None, choose: Choose) -> str:
    """Write the reason for a suspicion: an act, which claims nothing by itself.

    `wolf` is True or False if the role of the other player is known.
    """
    known = "" if wolf is None else f", who was {'a' if wolf else 'no'} wolf"
    if suspect == factor.actor:
        return choose(DID).format(actor=suspect, what=factor.what, target=f"{factor.target}{known}")
    return choose(DID).format(actor=f"{factor.actor}{known and f'{known},'}", what=factor.what, target=suspect)


def gist(option: str) -> str:
    """Return the longest part of a wording without a name."""
    return max(re.split(r"\{\w+\}", option), key=len)


def answer(asker: str, words: str) -> str:
    """Address an answer to the asker, unless it names the asker anyway."""
    if asker in words:
        return words
    first = words.split()[0].strip(",")
    return f"{asker}, {words if first == 'I' or first in SEATS else words[0].lower() + words[1:]}"
