"""Options of a village."""

from pydantic import Field

from core.social.persona import SocialConfig
from scenes.village.folk import NAMES
from scenes.village.news import News


class VillageConfig(SocialConfig):
    max_turns: int = Field(20_000, ge=1, le=10_000_000, description="the run ends after so many turns")
    players: int = Field(8, ge=4, le=12, description="villagers, 4 to 12")
    size: int = Field(20, ge=20, le=40, description="tiles a side, 20 to 40")
    days: int = Field(2, ge=1, le=60, description="the run ends at midnight after so many days")
    minutes: int = Field(3, ge=1, le=60, description="minutes that a turn takes; everybody has one in turn")
    earshot: int = Field(5, ge=0, le=80, description="tiles over which words are heard, and people noticed")
    sight: int = Field(10, ge=0, le=80, description="tiles over which one sees who looks around")
    news: News = Field((), max_length=20, description='who knows what at first: "Ida: the mill is under water; Kai: …"')

    people = NAMES
