"""Metrics of the council, with their ranges and descriptions."""

from core.engine.measures import Measure

MEASURES = {
    "score *": Measure("influence: steps by which others moved after the member's speeches", "steps"),
    "motions": Measure("motions that were voted on", "motions"),
    "motions_passed": Measure("motions that passed", "motions"),
    "moved": Measure("steps by which stated positions changed, over all motions", "steps"),
    "arguments": Measure("arguments that were read in speeches", "arguments"),
    "questions": Measure("questions that were read in speeches", "questions"),
    "changes": Measure("stated changes of position", "changes"),
    "whispers": Measure("messages to some members only", "messages"),
    "briefs": Measure("briefs for the chair", "briefs"),
    "deals": Measure("offers to trade votes that were accepted", "offers"),
    "amendments": Measure("amendments that were seconded", "amendments"),
}
