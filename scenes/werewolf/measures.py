"""Meaning of Werewolf's metrics."""

from core.engine.measures import Measure, yes_or_no

MEASURES = {
    "score *": Measure("1 for a player whose side won, else 0", "points", most=1),
    "village_wins": yes_or_no("the village won"),
    "seer_found": yes_or_no("the seer looked at a werewolf"),
    "days": Measure("days that began", "days"),
    "speeches": Measure("public speeches of players, last words included", "speeches"),
    "nudges": Measure("schedules of speakers by the moderator"),
    "hanged_wolves": Measure("werewolves that the village hanged", "players"),
    "hanged": Measure("players that the village hanged", "players"),
}
