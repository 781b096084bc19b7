"""Metrics of Hanabi, with their ranges and descriptions."""

from core.engine.measures import Measure, yes_or_no

MEASURES = {
    "score": Measure("cards on the fireworks; 0 after a third strike with bomb=zero", "points"),
    "kept": Measure("cards on the fireworks, whether or not a third strike lost them", "points"),
    "strikes": Measure("misplayed cards; three end the game", most=3),
    "perfect": yes_or_no("all cards of the variant were played"),
    "bombed": yes_or_no("the game ended by a third strike"),
    "clues_left": Measure("clue tokens at the end"),
    "deck_left": Measure("cards that were never drawn"),
    "moves": Measure("plays, discards and clues"),
    "talk": Measure("the option talk", "text"),
    "proposals": Measure("moves that were put up for discussion"),
    "leaks": Measure("messages that tell more of a hand than the rules of talk allow; a lower bound", "messages"),
}
