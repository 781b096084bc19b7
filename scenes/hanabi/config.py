"""Options of Hanabi."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, Field, ValidationInfo, field_validator, model_validator

from core.engine.config import HIDDEN, JudgedTalk
from core.text import is_safe
from scenes.hanabi.variants import VARIANTS, option_by_site_name, site_name_by_option, why_no_deck

Common = Literal[
    "standard", "six-suits", "four-suits", "three-suits", "rainbow", "rainbow-5", "pink",
    "pink-5", "white", "white-5", "brown", "brown-5", "black", "black-5",
]  # fmt: skip
"""Decks that menus list; other decks are selected by name."""
LONGEST_NAME = 60
"""Maximum characters of a player's name."""
Talk = Literal["strict", "advice", "open", "none"]


class Origin(BaseModel):
    """Data of an imported game that do not affect play."""

    seed: str
    notes: list[list[str]]
    """Notes by player and card, in deck order."""


class HanabiConfig(JudgedTalk):
    players: int = Field(4, ge=2, le=5, description="players, 2 to 5")
    variant: Common | str = Field(
        "standard",
        description="deck: one of these, a name such as omni-null-5, or its name on hanab.live; if color and rank "
        "clues do not identify each card, hat and search play like beginners",
    )
    names: str = Field("", description="players' names, separated by commas")
    deck: str = Field("", description="deck in drawing order: R1 Y3 … (default: shuffled)", json_schema_extra=HIDDEN)
    origin: str = Field("", description="imported game's seed and notes", json_schema_extra=HIDDEN)
    bomb: Literal["zero", "keep"] = Field("zero", description="score after a third strike: 0, or the cards played")
    talk: Talk = Field(
        "strict",
        description="advice: strict (not seeing the active hand), advice (naming no card), open (anything), none",
    )
    advisers: int = Field(2, ge=2, le=3, description="number of players who advise on a proposal")
    deductions: Literal["none", "cards"] = Field("cards", description="deductions about cards in models' prompts")
    recall: bool = Field(True, description="yes: models' prompts repeat thoughts of earlier turns")

    @field_validator("variant")
    @classmethod
    def _check_variant(cls, name: str) -> str:
        key = option_by_site_name().get(name, name)
        if key not in site_name_by_option():
            raise ValueError(f"there is no such deck: {why_no_deck(name[:40])}")
        return key

    @field_validator("deck")
    @classmethod
    def _check_deck(cls, text: str, info: ValidationInfo) -> str:
        if text and "variant" in info.data:
            variant = VARIANTS[info.data["variant"]]
            if sorted(text.split()) != sorted(variant.labels[card] for card in variant.deck):
                raise ValueError(f"these {len(text.split())} cards are not the {len(variant.deck)} of {variant.name}")
        return text

    @field_validator("origin")
    @classmethod
    def _check_origin(cls, text: str) -> str:
        if text:
            Origin.model_validate_json(text)
        return text

    @model_validator(mode="after")
    def _check_names(self) -> "HanabiConfig":
        names = self.names.split(",") if self.names else []
        if names and (len(names) != self.players or len({name.lower() for name in names}) != len(names)):
            raise ValueError(f"give {self.players} different names, one for each player")
        if any(
            len(name.split()) != 1 or name != name.strip() or not is_safe(name) or len(name) > LONGEST_NAME
            for name in names
        ):
            raise ValueError(f"a name is one word of 1 to {LONGEST_NAME} characters")
        return self

    def team_points(self, metrics: Mapping[str, Any]) -> tuple[float, float] | None:
        return metrics["score"], VARIANTS[self.variant].count

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(self.names.split(",")) if self.names else self.people[: self.players]
