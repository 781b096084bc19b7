"""The player of Werewolf that asks a model."""

from core.social.player import SocialPlayer
from scenes.werewolf.observation import Village
from scenes.werewolf.prompting import briefing


class ModelPlayer(SocialPlayer):
    """Tells its model the role and the rules of this game beside what stays the same in all games."""

    def briefing(self, seen: Village) -> str:
        return briefing(seen)
