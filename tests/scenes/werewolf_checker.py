"""A checker of Werewolf games by the event log alone, written from the rules without importing the scene.

It reads events as plain values (kind, agent, audience, data), and keeps its own state.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any


class Wrong(AssertionError):
    """A violation of the rules."""


def need(fair: object, breach: str) -> None:
    if not fair:
        raise Wrong(breach)


class Table:
    """The state of a game, computed from its events."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        self.options = header["config"]
        self.seats = [name for name in header["cast"] if name != "Moderator"]
        self.roles: dict[str, str] = {}
        self.alive = set(self.seats)
        self.night = self.day = 0
        self.dark = True
        self.wants: dict[str, str] = {}
        self.safe: set[str] = set()
        self.guarded = self.guarded_before = ""
        self.poisoned = ""
        self.spent: set[str] = set()
        self.looked: set[str] = set()
        self.votes: dict[str, str] = {}
        self.voting = False
        self.unburied: list[str] = []
        self.ended = ""

    def pack(self) -> set[str]:
        return {name for name, role in self.roles.items() if role == "werewolf"}

    def winner(self) -> str:
        wolves = len(self.pack() & self.alive)
        return "village" if not wolves else "wolves" if wolves >= len(self.alive) - wolves else ""

    def prey(self) -> set[str]:
        """Return the victims with the most votes of the pack; several in a tie."""
        return most_of(self.wants.values())

    def take(self, kind: str, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        if kind in ("stalked", "inspected", "protected", "saved", "poisoned"):
            self.take_secret(kind, agent, set(audience), data["target"], data)
        elif kind in ("voting_opened", "voted", "voting_closed"):
            self.take_vote(kind, agent, audience, data)
        match kind:
            case "dealt":
                need(list(audience) == [agent], "a role is for its player alone")
                self.roles[agent] = data["role"]
            case "pack":
                need(set(audience) == self.pack() == set(data["names"]), "the pack is for the pack")
            case "night_fell":
                self.night += 1
                need(data["night"] == self.night and not self.winner() and not self.unburied, "night falls too early")
                self.dark, self.wants, self.safe, self.poisoned, self.looked = True, {}, set(), "", set()
                self.guarded_before, self.guarded = self.guarded, ""
            case "dawn":
                self.take_dawn(data["day"], set(data["dead"]))
                self.kill(data["dead"])
            case "buried":
                self.unburied.remove(agent)
                need(data["role"] == (self.roles[agent] if self.options["reveal"] else ""), "a wrong role is shown")
            case "shot":
                need(self.roles[agent] == "hunter" and agent not in self.alive, "only a dying hunter shoots")
                need(agent != self.poisoned, "a poisoned hunter shoots")
                self.kill([data["target"]])
            case "said" if audience is None and agent in self.seats:
                need(not self.dark, "nobody talks aloud by night")
                need(agent in self.alive or agent in self.unburied, "the dead talk")
            case "said" if agent in self.seats:
                need(set(audience) <= self.pack(), "a whisper leaves the pack")
            case "unmasked":
                need(data["roles"] == self.roles and not self.unburied, "the roles at the end are not those dealt")
                need(data["winner"] == self.winner(), f"{data['winner']!r} has not won")
                self.ended = data["winner"] or "nobody"
            case "run_ended" if self.ended in ("village", "wolves"):
                won = self.pack() if self.ended == "wolves" else set(self.seats) - self.pack()
                need(set(data["winners"]) == won, "the side wins together, the dead too")

    def take_secret(self, kind: str, agent: str, audience: set[str], target: str, data: Mapping[str, Any]) -> None:
        role = {"stalked": "werewolf", "inspected": "seer", "protected": "doctor"}.get(kind, "witch")
        need(agent in self.alive and self.roles[agent] == role, f"{agent} has no such power")
        match kind:
            case "stalked":
                need(self.dark and agent not in self.wants, "a wolf kills once a night")
                need(target in self.alive - self.pack() and audience <= self.pack(), "no such prey, or not in secret")
                need(self.night > 1 or self.options["first_night"] != "peace", "the first night is peaceful")
                self.wants[agent] = target
            case "inspected":
                need(self.dark and agent not in self.looked and audience == {agent}, "one look a night, in secret")
                need(data["wolf"] == (self.roles[target] == "werewolf"), "the seer sees what is not so")
                need(target in self.alive, "the seer looks at the dead")
                self.looked.add(agent)
            case "protected":
                need(target in self.alive - {self.guarded_before}, "not twice in a row")
                self.guarded = target
                self.safe.add(target)
            case "saved":
                need("save" not in self.spent and target in self.prey(), "one salve, for tonight's victim")
                self.spent.add("save")
                self.safe.add(target)
            case "poisoned":
                need("poison" not in self.spent and target in self.alive, "one poison")
                self.spent.add("poison")
                self.poisoned = target

    def take_dawn(self, day: int, dead: set[str]) -> None:
        self.day += 1
        need(self.dark and day == self.day, "a day begins out of turn")
        poison = {self.poisoned} - {""}
        need(poison <= dead, "poison kills")
        eaten = dead - poison
        need(len(eaten) <= 1 and eaten <= self.prey() - self.safe, "the dead was not attacked, or was safe")
        saved = not self.prey() or self.prey() & (self.safe | poison)
        need(eaten or saved, "the attacked one lives, and nothing saved it")
        self.dark, self.votes = False, {}

    def kill(self, names: Iterable[str]) -> None:
        for name in names:
            need(name in self.alive, f"{name} dies twice")
            self.alive.remove(name)
            self.unburied.append(name)

    def take_vote(self, kind: str, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        match kind:
            case "voting_opened":
                need(not self.dark and not self.voting, "a vote out of turn")
                self.voting, self.votes = True, {}
            case "voted":
                need(self.voting and agent in self.alive and agent not in self.votes, f"{agent} may not vote")
                need(data["target"] in self.alive - {agent} | {""}, "no vote for the dead, or for oneself")
                heard = None if audience is None else list(audience)
                need(heard == ([agent] if self.options["vote"] == "sealed" else None), "a sealed vote is secret")
                self.votes[agent] = data["target"]
            case "voting_closed":
                need(set(self.votes) == self.alive and data["votes"] == self.votes, "all votes count, and no others")
                most = most_of(self.votes.values())
                decided = len(most) == 1 or (most and self.options["tie"] == "random")
                need(data["hanged"] in (most if decided else {""}), "most votes hang; a tie hangs nobody")
                self.voting = False
                self.kill(filter(None, [data["hanged"]]))


def most_of(choices: Iterable[str]) -> set[str]:
    count = Counter(filter(None, choices))
    return {name for name in count if count[name] == max(count.values())}


def judge(header: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> str:
    """Return the winner: "village", "wolves" or "nobody". Raises Wrong."""
    table = Table(header)
    for event in events:
        was = table.winner() if table.roles and len(table.roles) == len(table.seats) else ""
        table.take(event["kind"], event["agent"], event["audience"], event["data"])
        if was and not table.ended and event["kind"] in ("stalked", "voted", "called", "night_fell", "voting_opened"):
            raise Wrong("the game goes on after it was won")
    return table.ended
