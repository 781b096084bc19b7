"""Judges a game of Werewolf by its event log alone: written from the rules, with nothing of the scene imported.

It reads events as plain values (kind, agent, data), keeps its own table, and says what is not as the rules have it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any


class Wrong(AssertionError):
    """What is against the rules."""


class Table:
    """What a game is at, by its events."""

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

    def need(self, fair: object, what: str) -> None:
        if not fair:
            raise Wrong(what)

    def living(self, name: str, role: str, what: str) -> None:
        self.need(name in self.alive and self.roles[name] == role, f"{name} may not {what}")

    def winner(self) -> str:
        wolves = sum(self.roles[name] == "werewolf" for name in self.alive)
        return "village" if not wolves else "wolves" if wolves >= len(self.alive) - wolves else ""

    def take(self, kind: str, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        judge = getattr(self, f"on_{kind}", None)
        if judge is not None:
            judge(agent, audience, data)

    # -- secrets

    def on_dealt(self, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        self.need(list(audience) == [agent], "a role is for its player alone")
        self.roles[agent] = data["role"]

    def on_pack(self, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        wolves = {name for name, role in self.roles.items() if role == "werewolf"}
        self.need(set(audience) == wolves == set(data["names"]), "the pack is for the pack")

    def on_night_fell(self, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        self.night += 1
        self.need(data["night"] == self.night and not self.winner() and not self.unburied, "night falls too early")
        self.dark, self.wants, self.safe, self.poisoned = True, {}, set(), ""
        self.guarded_before, self.guarded = self.guarded, ""
        self.looked = set()

    def on_stalked(self, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        self.living(agent, "werewolf", "kill")
        self.need(self.dark and agent not in self.wants, "a wolf kills once a night")
        self.need(data["target"] in self.alive and self.roles[data["target"]] != "werewolf", "no such prey")
        self.need(all(self.roles[name] == "werewolf" for name in audience), "only the pack hears the pack")
        self.need(not (self.night == 1 and self.options["first_night"] == "peace"), "the first night is peaceful")
        self.wants[agent] = data["target"]

    def on_inspected(self, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        self.living(agent, "seer", "look")
        self.need(self.dark and agent not in self.looked and list(audience) == [agent], "one look a night, in secret")
        self.need(data["wolf"] == (self.roles[data["target"]] == "werewolf"), "the seer sees what is not so")
        self.need(data["target"] in self.alive, "the seer looks at the dead")
        self.looked.add(agent)

    def on_protected(self, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        self.living(agent, "doctor", "protect")
        self.need(data["target"] in self.alive and data["target"] != self.guarded_before, "not twice in a row")
        self.guarded = data["target"]
        self.safe.add(data["target"])

    def on_saved(self, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        self.living(agent, "witch", "save")
        self.need("save" not in self.spent and data["target"] in self.prey(), "one salve, for tonight's victim")
        self.spent.add("save")
        self.safe.add(data["target"])

    def on_poisoned(self, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        self.living(agent, "witch", "poison")
        self.need("poison" not in self.spent and data["target"] in self.alive, "one poison")
        self.spent.add("poison")
        self.poisoned = data["target"]

    def prey(self) -> set[str]:
        """Whom most of the pack wants: several in a tie."""
        count = Counter(self.wants.values())
        return {name for name in count if count[name] == max(count.values())}

    # -- days

    def on_dawn(self, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        self.day += 1
        self.need(self.dark and data["day"] == self.day, "a day begins out of turn")
        dead, poison = set(data["dead"]), {self.poisoned} - {""}
        self.need(poison <= dead, "poison kills")
        eaten = dead - poison
        self.need(len(eaten) <= 1 and eaten <= self.prey() - self.safe, "who died was not attacked, or was safe")
        if not eaten:
            self.need(
                not self.prey() or self.prey() & (self.safe | poison), "the attacked one lives, and nothing saved it"
            )
        self.dark, self.votes = False, {}
        self.kill(data["dead"])

    def kill(self, names: Iterable[str]) -> None:
        for name in names:
            self.need(name in self.alive, f"{name} dies twice")
            self.alive.remove(name)
            self.unburied.append(name)

    def on_buried(self, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        self.unburied.remove(agent)
        self.need(data["role"] == (self.roles[agent] if self.options["reveal"] else ""), "a wrong role is shown")

    def on_shot(self, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        self.need(self.roles[agent] == "hunter" and agent not in self.alive, "only a dying hunter shoots")
        self.need(agent != self.poisoned, "a poisoned hunter shoots")
        self.kill([data["target"]])

    def on_voting_opened(self, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        self.need(not self.dark and not self.voting, "a vote out of turn")
        self.voting, self.votes = True, {}

    def on_voted(self, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        self.need(self.voting and agent in self.alive and agent not in self.votes, f"{agent} may not vote")
        self.need(data["target"] in self.alive - {agent} | {""}, "no vote for the dead, or for oneself")
        sealed = self.options["vote"] == "sealed"
        heard = None if audience is None else list(audience)
        self.need(heard == ([agent] if sealed else None), "a sealed vote is for its voter")
        self.votes[agent] = data["target"]

    def on_voting_closed(self, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        self.need(set(self.votes) == self.alive and data["votes"] == self.votes, "all votes count, and no others")
        count = Counter(filter(None, self.votes.values()))
        most = {name for name in count if count[name] == max(count.values())}
        if len(most) == 1 or (most and self.options["tie"] == "random"):
            self.need(data["hanged"] in most, "most votes hang")
        else:
            self.need(data["hanged"] == "", "a tie hangs nobody")
        self.voting = False
        self.kill(filter(None, [data["hanged"]]))

    def on_said(self, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        if audience is None and agent in self.seats:
            self.need(not self.dark, "nobody talks aloud by night")
            self.need(agent in self.alive or agent in self.unburied, "the dead talk")
        elif agent in self.seats:
            self.need({self.roles[name] for name in audience} == {"werewolf"}, "a whisper leaves the pack")

    def on_unmasked(self, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        self.need(data["roles"] == self.roles and not self.unburied, "the roles at the end are those that were dealt")
        self.need(data["winner"] == self.winner(), f"{data['winner']!r} has not won")
        self.ended = data["winner"] or "nobody"

    def on_run_ended(self, agent: str, audience: Any, data: Mapping[str, Any]) -> None:
        if self.ended in ("village", "wolves"):
            wolves = self.ended == "wolves"
            won = {name for name in self.seats if (self.roles[name] == "werewolf") == wolves}
            self.need(set(data["winners"]) == won, "the side wins together, the dead too")


def judge(header: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> str:
    """Who won: "village", "wolves" or "nobody". Raises Wrong."""
    table = Table(header)
    for event in events:
        was = table.winner() if table.roles and len(table.roles) == len(table.seats) else ""
        table.take(event["kind"], event["agent"], event["audience"], event["data"])
        if was and not table.ended and event["kind"] in ("stalked", "voted", "called", "night_fell", "voting_opened"):
            raise Wrong("the game goes on after it was won")
    return table.ended
