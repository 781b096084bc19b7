"""Options of Coup."""

from typing import Literal

from pydantic import Field, model_validator

from core.engine.config import SceneConfig
from core.text import one_line

When = Literal["stakes", "always", "never"]
SEATS = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
MAX_PERSONALITY = 300


class CoupConfig(SceneConfig):
    players: int = Field(4, ge=2, le=6, description="players, 2 to 6")
    talk: Literal["off", "turns", "open"] = Field(
        "turns", description="turns: players may talk when they act; open: also between turns; off: never"
    )
    starter: Literal["random", "first"] = Field("random", description="first player: random, or the first seat")
    timer: int = Field(0, ge=0, le=3600, description="seconds for a person to challenge or block; 0 is no limit")
    playouts: int = Field(200, ge=1, le=100_000, description="strong: simulated games per decision")
    bluff: float = Field(0.3, ge=0, le=1, description="bluffer: probability of claiming a card it does not hold")
    suspicion: float = Field(0.25, ge=0, le=1, description="bluffer: readiness to challenge")
    grudge: float = Field(0.5, ge=0, le=1, description="bluffer: preference for attacking players who harmed it")
    personality: str = Field("", description='for models: "Bob=never backs down; *=a careful accountant"')

    notes: When = Field("stakes", description="models' notes: stakes (after news of hands), always, never")
    verifier: When = Field(
        "stakes", description="models' verifier: stakes (if the plan risks a card or spends 3 coins), always, never"
    )
    parser: When = Field("stakes", description="models' parser: stakes (for verified plans and talk), always, never")

    @model_validator(mode="after")
    def _personality(self) -> "CoupConfig":
        personalities(self.personality, SEATS[: self.players])
        return self

    people = SEATS


def personalities(text: str, names: tuple[str, ...] = SEATS) -> dict[str, str]:
    """Parse personalities by player name; `*` applies to all others. Raises ValueError."""
    texts: dict[str, str] = {}
    for part in filter(str.strip, text.split(";")):
        name, equals, words = (each.strip() for each in part.partition("="))
        if not equals or not words or words != one_line(words):
            raise ValueError(f"{one_line(part)!r} is not a personality; write Bob=…; Cat=…; *=… for everybody else")
        if name not in (*names, "*"):
            raise ValueError(f"personality: nobody is called {name!r}; known: {', '.join(names)}, * for all others")
        if name in texts:
            raise ValueError(f"personality: {name} is given twice")
        if len(words) > MAX_PERSONALITY:
            raise ValueError(f"a personality has at most {MAX_PERSONALITY} characters, {name}'s has {len(words)}")
        texts[name] = words
    return texts
