"""Options of a village."""

from typing import Literal, Self

from pydantic import Field

from core.engine.config import HIDDEN
from core.social.persona import SocialConfig
from scenes.village.news import News
from scenes.village.villagers import NAMES


class VillageConfig(SocialConfig):
    max_turns: int = Field(20_000, ge=1, le=10_000_000, description="number of turns after which the run ends")
    players: int = Field(8, ge=4, le=12, description="villagers, 4 to 12")
    size: int = Field(20, ge=20, le=40, description="tiles per side, 20 to 40")
    days: int = Field(2, ge=1, le=60, description="number of days; the run ends at midnight")
    minutes: int = Field(3, ge=1, le=60, description="minutes per turn")
    earshot: int = Field(5, ge=0, le=80, description="range of hearing in tiles")
    sight: int = Field(10, ge=0, le=80, description="range of sight in tiles")
    news: News = Field(
        (),
        max_length=20,
        description='initial knowledge: "Ida: the mill is under water; Kai: …"',
        json_schema_extra=HIDDEN,
    )
    aims: Literal["auto", "on", "off"] = Field(
        "auto",
        description="aims, opinions of each other, and events of days (default: on)",
    )

    people = NAMES

    def settled(self, human: bool) -> Self:
        """Turn aims on in new games. Recordings without the option keep "auto", which has none."""
        return self.model_copy(update={"aims": "on"}) if self.aims == "auto" else self
