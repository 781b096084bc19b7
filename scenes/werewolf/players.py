"""The player of Werewolf that asks a model."""

from core.social.player import SocialPlayer
from scenes.werewolf.observation import Village
from scenes.werewolf.prompting import briefing


class ModelPlayer(SocialPlayer):
    """A model player whose prompts also describe its role and this game's rules."""

    def briefing(self, seen: Village) -> str:
        return briefing(seen)
