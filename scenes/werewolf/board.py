"""The game as a few lines of text."""

from collections.abc import Iterator

from scenes.werewolf.observation import Death, Village

PHASES = {
    "night": "Night {day}.",
    "talk": "Day {day}: the village talks.",
    "bid": "Day {day}: the players bid for the floor.",
    "voting": "Day {day}: the village votes.",
    "counting": "Day {day}: the votes are counted.",
    "words": "Day {day}: last words.",
}
CAUSES = {"night": "died in night {day}", "rope": "was hanged on day {day}", "shot": "was shot on day {day}"}


def board(seen: Village) -> str:
    """Write who lives, who died and how, and what else is known of the game."""
    return "\n".join(_lines(seen))


def _lines(seen: Village) -> Iterator[str]:
    if seen.winner:
        yield f"The {seen.winner} won."
    else:
        day = seen.night if seen.phase == "night" else seen.day
        yield PHASES.get(seen.phase, "Day {day}.").format(day=day)
    yield f"still alive: {', '.join(name + _role(seen, name) for name in seen.alive)}"
    if seen.deaths:
        yield f"dead: {', '.join(_fate(seen, death) for death in seen.deaths)}"
    for look in seen.looks:
        yield f"seen in night {look.night}: {look.target} is {'a werewolf' if look.wolf else 'no werewolf'}"
    if seen.stalked and seen.phase == "night":
        yield f"the pack wants: {_pairs(seen.stalked)}"
    if seen.victim and seen.phase == "night":
        yield f"attacked tonight: {seen.victim}"
    if seen.protected:
        yield f"protected last: {seen.protected}"
    if seen.potions:
        yield f"potions left: {', '.join(seen.potions)}"
    for ballot in seen.ballots:
        hanged = f"{ballot.hanged} is hanged" if ballot.hanged else "nobody is hanged"
        yield f"day {ballot.day}: {hanged} ({_pairs(ballot.votes)})"
    if seen.votes and not seen.winner:
        yield f"votes so far: {_pairs(seen.votes)}"
    if seen.speaking:
        yield f"has the floor: {', '.join(seen.speaking)}"
    if seen.phase == "talk":
        yield f"speeches left today: {seen.speeches}"


def _fate(seen: Village, death: Death) -> str:
    return f"{death.name}{_role(seen, death.name)} {CAUSES[death.how].format(day=death.day)}"


def _role(seen: Village, name: str) -> str:
    return f" ({seen.roles[name]})" if seen.roles.get(name) else ""


def _pairs(votes: dict[str, str]) -> str:
    return ", ".join(f"{name} → {target or 'nobody'}" for name, target in votes.items())
