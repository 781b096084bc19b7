"""Options of a council."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from core.engine.config import HIDDEN, ReadTalk
from core.social.persona import SocialConfig
from core.text import one_line
from scenes.council.grounds import DEFAULT_AGENDA, Grounds, check_grounds, read_values
from scenes.council.observation import CHAIR
from scenes.council.values import VALUE_WEIGHTS, Value, read_trust
from scenes.council.votes import Majority

MAX_MOTIONS, MAX_CHARACTERS = 12, 120
"""Maximum motions of an agenda, and maximum characters of each."""


def _split_agenda(agenda: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, agenda.split(";"))))


def _check_own_motion(text: str) -> str:
    """Normalize a motion in a person's own words; the result may be empty. Raises ValueError if it is too long."""
    text = one_line(text).strip(" .")
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"a motion has at most {MAX_CHARACTERS} characters")
    return text


def _check_agenda(text: str) -> str:
    """Normalize an agenda. Raises ValueError if it is invalid."""
    listed = _split_agenda(one_line(text))
    if not 1 <= len(listed) <= MAX_MOTIONS:
        raise ValueError(f"it has {len(listed)} motions; write 1 to {MAX_MOTIONS}, with semicolons between them")
    if odd := next((motion for motion in listed if len(motion) > MAX_CHARACTERS), None):
        raise ValueError(f"{odd[:30]!r}… is longer than {MAX_CHARACTERS} characters")
    if len(set(listed)) < len(listed):
        raise ValueError("a motion is listed twice")
    return "; ".join(listed)


Values = Annotated[
    dict[str, Annotated[tuple[Value, ...], Field(max_length=len(VALUE_WEIGHTS))]], BeforeValidator(read_values)
]


class CouncilConfig(SocialConfig, ReadTalk):
    max_turns: int = Field(500, ge=1, le=10_000_000, description="number of turns after which the run ends")
    members: int = Field(7, ge=4, le=11, description="members, 4 to 11; each has a vote, and the chair has none")
    agenda: Annotated[str, AfterValidator(_check_agenda)] = Field(
        DEFAULT_AGENDA, description="motions, separated by semicolons"
    )
    motion: Annotated[str, AfterValidator(_check_own_motion)] = Field(
        "", description="your own motion, debated last: what it serves and hurts is read from its words"
    )
    proposals: int = Field(0, ge=0, le=MAX_MOTIONS, description="motions that members may add to the agenda in play")
    grounds: Grounds = Field(
        (), description='arguments on motions: "1 for nature: It cools the street; 1 against thrift"'
    )
    values: Values = Field(
        {},
        description='members\' values: "Ann=nature, thrift"; other members without a persona get random ones',
        json_schema_extra=HIDDEN,
    )
    majority: Majority = Field("simple", description="majority that a motion needs")
    vote: Literal["open", "sealed"] = Field("open", description="open: votes are public; sealed: only the count is")
    rounds: int = Field(
        3, ge=1, le=20, description="turns per member on a motion, after which the vote opens by itself"
    )

    @model_validator(mode="after")
    def _check_grounds(self) -> Self:
        if self.motion in _split_agenda(self.agenda):
            raise ValueError("motion: it is on the agenda already; leave one of them out")
        check_grounds(self.grounds, len(self.motions))
        return self

    @model_validator(mode="after")
    def _check_trust(self) -> Self:
        for name, persona in self.personas.items():
            others = {*self.people[: self.members]} - {name}
            try:
                read_trust(persona.properties.get("trust", ""), others)
            except ValueError as error:
                raise ValueError(f"persona of {one_line(name)}: {error}") from error
        return self

    @property
    def motions(self) -> tuple[str, ...]:
        """Motions of the agenda, and the own one last."""
        return (*_split_agenda(self.agenda), *filter(None, [self.motion]))

    def is_own(self, number: int) -> bool:
        """Return True for a motion in a person's own words: from the options, or put in play."""
        return number > len(_split_agenda(self.agenda))

    people = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kim")

    @property
    def competitors(self) -> tuple[str, ...]:
        return self.people[: self.members]

    @property
    def seats(self) -> tuple[str, ...]:
        return (*self.competitors, CHAIR)
