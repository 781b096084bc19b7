"""Personas of accounts: interests and archetypes that a user sets, and descriptions for models."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.errors import did_you_mean
from core.social.persona import Persona, Portrait
from scenes.feed.society import VISITOR, Society

ALL_OTHERS = "*"


class PersonaProfile(NamedTuple):
    """The part of an account's profile that a persona sets; the other parts are drawn."""

    archetype: str
    """Archetype; "" if it is drawn."""
    interests: Mapping[int, int]
    """Interest in hundredths, by topic."""
    portrait: Portrait


def read_personas(
    personas: Mapping[str, Persona], society: Society, accounts: Sequence[str], visitors: int
) -> dict[int, PersonaProfile]:
    """Read the personas of accounts, by number.

    A property named after a topic is the interest in the topic, from 0 to 1; `archetype` is the archetype. All other
    properties are for models.

    Args:
        personas: Personas by account; `*` is the persona of all other accounts.
        society: Archetypes and topics.
        accounts: Names by number.
        visitors: Number of visitors, the last accounts, whose archetype is fixed.

    Raises:
        ValueError: A persona names no account, or a value is invalid.
    """
    if not personas:
        return {}
    numbers = {name: number for number, name in enumerate(accounts)}
    if odd := next((name for name in personas if name not in numbers and name != ALL_OTHERS), None):
        raise ValueError(f"no account is called {odd!r}; {did_you_mean(odd, numbers)}, * for all others")
    read = {name: _persona_profile(name, persona, society) for name, persona in personas.items()}
    first_visitor = len(accounts) - visitors
    if odd := next((name for name in read if numbers.get(name, 0) >= first_visitor and read[name].archetype), None):
        raise ValueError(f"{odd} is a visitor, whose archetype cannot be set")
    given = {numbers[name]: each for name, each in read.items() if name in numbers}
    if common := read.get(ALL_OTHERS):
        given |= {n: common for n in range(first_visitor) if n not in given}
        given |= {n: common._replace(archetype="") for n in range(first_visitor, len(accounts)) if n not in given}
    return given


def _persona_profile(name: str, persona: Persona, society: Society) -> PersonaProfile:
    if persona.actions:
        raise ValueError(f"{name}: an account's actions cannot be limited; leave the column actions out")
    properties = dict(persona.properties)
    archetype = properties.pop("archetype", "")
    known = [each for each in society.archetypes if each != VISITOR]
    if archetype and archetype not in known:
        raise ValueError(f"{name}: {archetype[:40]!r} is not an archetype; {did_you_mean(archetype[:40], known)}")
    interests = {
        topic: _hundredths(name, label, properties.pop(label))
        for topic, label in enumerate(society.topics)
        if label in properties
    }
    words = persona.model_dump(exclude={"actions", "properties"})
    return PersonaProfile(archetype, interests, Portrait(**words, properties=properties))


def _hundredths(name: str, topic: str, text: str) -> int:
    try:
        level = float(text)
    except ValueError:
        level = -1.0
    if not 0 <= level <= 1:
        raise ValueError(f"{name}: the interest in {topic} is {text[:40]!r}; write a number from 0 to 1")
    return round(100 * level)
