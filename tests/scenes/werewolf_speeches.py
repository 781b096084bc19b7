"""Speeches in the wordings of Werewolf's bots, each with its claims.

Run as `python -m tests.scenes.werewolf_speeches` to write the training file of the intents.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

from scenes.werewolf.claims import Claim
from scenes.werewolf.evidence import Factor
from scenes.werewolf.templates import AGREEMENTS, HUNCHES, VERBS
from scenes.werewolf.wording import answer, because, sentence, wordings

FILE = Path(__file__).parent.parent / "corpora" / "intents" / "training" / "werewolf" / "wordings.tsv"
SPEAKER = "Ann"
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eli", "Fay", "Gus", "Hal")
ROLES = ("seer", "doctor", "witch", "hunter", "villager", "innocent")
TOPICS = ("looks", "role", "suspects", "vote")


def speeches(count: int, seed: int) -> Iterator[tuple[str, tuple[Claim, ...]]]:
    """Yield every wording by itself and in an answer, then `count` speeches of several sentences."""
    rng = Random(seed)
    for claim in every_claim("Bob"):
        for sure in (False, True) if claim.kind == "suspect" else (False,):
            for option in wordings(claim, sure):
                text = sentence(claim, partial(_pick, option, rng), sure)
                yield text, (claim,)
                if claim.kind != "ask":
                    yield answer(rng.choice(NAMES[1:]), text), (claim,)
    for text in (*HUNCHES, *AGREEMENTS):
        yield text, ()
    for _ in range(count):
        yield speech(rng)


def every_claim(name: str) -> Iterator[Claim]:
    """Yield one claim of every kind that bots make."""
    yield from (Claim("role", role=role) for role in ROLES)
    yield from (Claim("look", name, wolf=wolf, night=night) for wolf in (False, True) for night in (0, 1, 2, 3, 12))
    yield from (Claim(kind, name) for kind in ("suspect", "trust", "vote"))
    yield from (Claim("deed", name, role=role, wolf=wolf) for role, wolf in (("doctor", False), ("witch", True)))
    yield Claim("deed", name, role="witch")
    yield from (Claim("ask", name, about=about) for about in TOPICS)  # type: ignore[arg-type]


def speech(rng: Random) -> tuple[str, tuple[Claim, ...]]:
    """Draw a speech as `scenes.werewolf.speech` composes one: a role and looks, opinions with reasons, a question."""
    names = rng.sample(NAMES[1:], 5)
    claims: list[Claim] = []
    texts: list[str] = []

    def say(claim: Claim, *, sure: bool = False) -> None:
        text = sentence(claim, rng.choice, sure)
        claims.append(claim)
        texts.append(answer(rng.choice(NAMES[1:]), text) if rng.random() < 0.2 and claim.kind != "ask" else text)

    if rng.random() < 0.4:
        role = rng.choice(("seer", *ROLES))
        say(Claim("role", role=role))
        for name in names[3:] if role == "seer" else ():
            say(Claim("look", name, wolf=rng.random() < 0.5, night=rng.randint(0, 5)))
    if rng.random() < 0.7:
        suspect = names[0]
        say(Claim("suspect", suspect), sure=rng.random() < 0.5)
        texts += reason(suspect, names[1], rng)
        if rng.random() < 0.4:
            say(Claim("vote", suspect))
    elif rng.random() < 0.3:
        say(Claim("vote", names[0]))
    if rng.random() < 0.3:
        say(Claim("trust", names[1]))
    if rng.random() < 0.3:
        say(Claim("ask", names[2], about=rng.choice(TOPICS)))  # type: ignore[arg-type]
    return " ".join(dict.fromkeys(texts)), tuple(claims)


def reason(suspect: str, other: str, rng: Random) -> Iterator[str]:
    """Yield a reason for a suspicion, or a sentence in its place, or nothing."""
    kind = rng.random()
    if kind < 0.6:
        pair = (suspect, other) if rng.random() < 0.6 else (other, suspect)
        factor = Factor(*pair, (1.0, 1.0, 1.0, 1.0), rng.choice(VERBS))  # type: ignore[arg-type]
        yield because(factor, suspect, rng.choice((None, None, True, False)), rng.choice)
    elif kind < 0.8:
        yield rng.choice((*HUNCHES, *AGREEMENTS))


def label(claim: Claim) -> str:
    """Write a claim as a label of the training file."""
    match claim.kind:
        case "role":
            return "innocent" if claim.role == "innocent" else f"claim {claim.role}"
        case "look":
            return f"{'wolf' if claim.wolf else 'clear'} {claim.target}"
        case "deed":
            return f"{'poisoned' if claim.wolf else 'saved'} {claim.target}"
        case "ask":
            return f"ask_{claim.about.removesuffix('s')} {claim.target}"
    return f"{claim.kind} {claim.target}"


def training_text() -> str:
    """Return the text of the training file."""
    lines = [f"{text}\t{'; '.join(map(label, claims)) or '-'}" for text, claims in speeches(500, seed=1)]
    return "\n".join(dict.fromkeys(lines)) + "\n"


def _pick(option: str, rng: Random, options: list[str]) -> str:
    return option if option in options else rng.choice(options)


if __name__ == "__main__":
    FILE.write_text(training_text(), encoding="utf-8")
