"""The game in words: the table as a few lines, and what everybody saw, turn by turn."""

from scenes.coup.observation import Observation


def board(seen: Observation) -> str:
    """The table as plain text, as one player knows it or in full."""
    lines = [f"treasury {seen.treasury}   deck {seen.deck}   turn {seen.actions}{on_table(seen)}"]
    for player in seen.players:
        live = [card or "?" for card in seen.hands.get(player.name, ())] or ["?"] * player.cards
        cards = " ".join([*live, *(f"x{card}" for card in player.lost)])
        mark = ">" if player.name == seen.actor else " "
        out = "" if player.cards else "   out"
        lines.append(f"{mark} {player.name:4} {player.coins:2} coins   {cards}{out}")
    return "\n".join(lines)


def on_table(seen: Observation) -> str:
    """What is being decided, for the end of a line."""
    if seen.phase in ("deal", "over") or not seen.deciding:
        return ""
    what = {"act": "acts", "talk": "may talk", "lose": "turns up a card", "exchange": "exchanges cards"}
    said = what.get(seen.phase, f"may {seen.phase}")
    return f"   {', '.join(seen.deciding)} {said}"
