"""The person's seat at Werewolf: whom a key picks, and what it does to them."""

from collections.abc import Sequence

from core.actions.menu import Entry
from core.engine.turn import Action
from core.social.actions import Speak, Yield
from scenes.werewolf.actions import (
    Bid,
    CloseVoting,
    Howl,
    Inspect,
    NightKill,
    OpenVoting,
    Protect,
    Shoot,
    VoteLynch,
    WitchPoison,
    WitchSave,
)
from scenes.werewolf.claims import read
from scenes.werewolf.scene import WerewolfScene
from tui.panes.kit import Key
from tui.panes.menu import Menu
from tui.panes.werewolf.facts import claims_words
from tui.styles import Line, clip

AIMED = (VoteLynch, NightKill, Inspect, Protect, WitchPoison, Shoot)
"""Actions that are aimed at a player."""
QUESTIONS = {
    "vote": "whom do you vote for?",
    "kill": "whom does the pack kill?",
    "look": "whom do you look at?",
    "protect": "whom do you protect?",
    "poison": "poison anybody?",
    "shoot": "you die: whom do you shoot?",
}


class Seat:
    """One decision of the person: what may be done, and whom it may be done to."""

    def __init__(
        self, scene: WerewolfScene, name: str, entries: Sequence[Entry] = (), menu: Menu | None = None
    ) -> None:
        self.scene = scene
        self.name = name
        self.entries = entries
        self.aimed = [entry for entry in entries if isinstance(entry.actions[0], AIMED)]
        self.verb = self.aimed[0].head if self.aimed else ""
        """The command that still needs a player; empty if none does."""
        self.targets: tuple[str, ...] = tuple(action.target for entry in self.aimed for action in entry.actions)
        self.picked = menu.chosen(self.aimed).rpartition(" ")[2] if menu else ""

    def can(self, kind: type[Action]) -> bool:
        return any(isinstance(action, kind) for entry in self.entries for action in entry.actions)

    @property
    def howls(self) -> bool:
        """True if words go to the pack now, and to nobody else."""
        return self.scene.phase == "night" and self.scene.roles.get(self.name) == "werewolf"

    @property
    def speaks(self) -> bool:
        """True if the person has the floor."""
        return self.scene.phase in ("talk", "words") and self.can(Yield) and self.name not in self.scene.woken

    # -- keys

    def numbered(self) -> dict[str, str]:
        """Give the command that each digit chooses: players by their numbers on the board."""
        players = enumerate(self.scene.players, 1)
        return {str(number): f"{self.verb} {name}" for number, name in players if name in self.targets}

    def moderate(self) -> str | None:
        """Give the command that Enter gives to a moderator; an order is finished in the input."""
        if self.can(CloseVoting):
            return "close voting"
        if self.can(OpenVoting):
            return "open voting"
        return "schedule " if self.scene.nudged(self.name) else None

    def keys(self) -> Sequence[Key]:
        out: list[Key] = []
        if self.verb:
            out.append(Key(f"1–{len(self.scene.players)} ↑↓", "player"))
        if self.picked:
            out.append(Key("enter", f"{self.verb} {clip(self.picked, 12)}"))
        if self.can(WitchSave):
            out.append(Key("s", f"save {clip(self.scene.victim, 12)}"))
        if self.can(Bid):
            out.append(Key("0–4", "bid"))
        if command := self.moderate():
            out.append(Key("enter", command.strip()))
        if self.speaks:
            out.append(Key("m", "speak"))
        elif self.howls:
            out.append(Key("m", "howl"))
        return [*out, *([Key("p", "nobody" if self.verb else "pass")] if self.can(Yield) else [])]

    # -- the rows below

    def idle(self) -> Line:
        """Draw the question to the person, or the action of Enter."""
        if self.picked:
            return ((f"{self.verb} {clip(self.picked, 12)}", "bold hi"), ("   ", ""), *_enter("does it"))
        if self.verb:
            save: Line = (("   s", "bold accent"), (f" saves {clip(self.scene.victim, 12)}", "mid"))
            quiet: Line = (("   p", "bold accent"), (" nobody", "mid"))
            return ((QUESTIONS[self.verb], "bold hi"), *(save if self.can(WitchSave) else ()), *quiet)
        if self.can(WitchSave):
            return (("s", "bold accent"), (f" saves {clip(self.scene.victim, 12)}   ", "mid"), *_pass())
        if self.can(Bid):
            return (
                ("how much do you want to speak?  ", "bold hi"),
                ("0 1 2 3 4", "bold accent"),
                (" not at all … I must", "mid"),
            )
        if self.scene.nudged(self.name):
            return (("who speaks next?   ", "bold hi"), *_enter("and their names, with commas between"))
        if command := self.moderate():
            return ((command, "bold hi"), ("   ", ""), *_enter("does it"))
        if self.speaks:
            return (("you have the floor   ", "bold hi"), ("m", "bold accent"), (" speaks   ", "mid"), *_pass())
        return _pass()

    def understood(self, action: object) -> Line:
        """Draw the others' understanding of the words."""
        match action:
            case Speak(words):
                return ((claims_words(read(words, self.name, self.scene.players)), "bold hi"),)
            case Howl():
                return (("only the pack hears it", "mid"),)
        return ((self.scene.describe(action), "bold hi"),)


def _enter(what: str) -> Line:
    return (("Enter", "bold accent"), (f" {what}", "mid"))


def _pass() -> Line:
    return (("p", "bold accent"), (" passes", "mid"))
