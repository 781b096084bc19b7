"""Templates of the sentences of bots, with their intents: `wording` fills them in, and `claims` recognizes them."""

from collections.abc import Iterator, Mapping, Sequence

ROLES: Mapping[str, Sequence[str]] = {
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
LOOKS = {
    True: (
        "I looked at {name}: a werewolf.",
        "I saw {name}, and {name} is a werewolf.",
        "I checked {name}: a wolf.",
        "I inspected {name}, and {name} is a wolf.",
        "I checked {name} and found a werewolf.",
    ),
    False: (
        "I looked at {name}: no werewolf.",
        "I saw {name}, and {name} is no wolf.",
        "I checked {name}: innocent.",
        "I inspected {name}, and {name} is innocent.",
        "I checked {name} and found no wolf.",
    ),
}
NIGHT = ("In night {night} {look}", "On night {night} {look}")
SUSPECT = (
    "I suspect {name}.",
    "{name} is suspicious.",
    "I do not trust {name}.",
    "To me {name} looks like a wolf.",
    "I have a bad feeling about {name}.",
    "Something is off with {name}.",
    "{name} could be a wolf.",
    "My main suspect is {name}.",
)
SURE = (
    "{name} is a wolf.",
    "I am sure that {name} is a werewolf.",
    "{name} must be a wolf.",
    "I have no doubt that {name} is a wolf.",
    "{name} is lying.",
    "Mark my words: {name} is a werewolf.",
)
TRUST = (
    "I trust {name}.",
    "I think that {name} is innocent.",
    "I believe {name}.",
    "{name} seems honest to me.",
    "I have a good feeling about {name}.",
    "I do not think that {name} is a wolf.",
    "I vouch for {name}.",
)
VOTE = (
    "I vote for {name}.",
    "Let us hang {name}.",
    "My vote goes to {name}.",
    "{name} has my vote.",
    "We should hang {name}.",
    "I will vote for {name} today.",
    "{name} must go.",
)
ASK: Mapping[str, Sequence[str]] = {
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
        "{name}, who do you think is a wolf?",
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
DID = (
    "{actor} {what} {target}.",
    "Remember: {actor} {what} {target}.",
    "After all, {actor} {what} {target}.",
    "I have not forgotten that {actor} {what} {target}.",
)
HUNCHES = ("It is only a hunch.", "Call it a hunch.", "I have nothing to go by but a feeling.", "Do not ask me why.")
"""Sentences of a speaker without a reason."""
AGREEMENTS = ("You have heard why.", "I have nothing to add to that.", "The reason has been named.", "Need I say why?")
"""Sentences in place of a reason that others have given."""
DEEDS = {
    ("doctor", False): ("I protected {name}.",),
    ("witch", False): ("I saved {name}.",),
    ("witch", True): ("I poisoned {name}.",),
}
VERBS = (
    *("accused", "defended", "wants to hang", "claims a look at", "voted for"),
    *(f"claims {role} against" for role in ("seer", "doctor", "witch", "hunter")),
)
"""Acts that are given as reasons for a suspicion."""


def by_intent() -> Iterator[tuple[str, str]]:
    """Yield every template with its intent, which is empty for a reason and for a sentence in place of one."""
    yield from (
        ("innocent" if role == "innocent" else "claim", text) for role, texts in ROLES.items() for text in texts
    )
    for wolf, texts in LOOKS.items():
        for text in texts:
            yield from (
                ("wolf" if wolf else "clear", each) for each in (text, *(n.format(night=1, look=text) for n in NIGHT))
            )
    yield from (("suspect", text) for text in (*SUSPECT, *SURE))
    yield from (("trust", text) for text in TRUST)
    yield from (("vote", text) for text in VOTE)
    yield from (("poisoned" if poison else "saved", text) for (_, poison), texts in DEEDS.items() for text in texts)
    yield from ((f"ask_{about.removesuffix('s')}", text) for about, texts in ASK.items() for text in texts)
    yield from (("", text) for text in (*HUNCHES, *AGREEMENTS))
    for text in DID:
        for verb in VERBS:
            for known in ("", ", who was a wolf", ", who was no wolf"):
                yield "", text.format(actor="{name}", what=verb, target=f"{{other}}{known}")
                yield "", text.format(actor=f"{{name}}{known}{known and ','}", what=verb, target="{other}")
