"""The person's seat at Werewolf: whom a key picks, and what it does to them."""

from collections.abc import Sequence

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
from tui.panes.werewolf.facts import claims_words
from tui.styles import Line, clip

VERBS: dict[type[Action], str] = {
    VoteLynch: "vote",
    NightKill: "kill",
    Inspect: "look",
    Protect: "protect",
    WitchPoison: "poison",
    Shoot: "shoot",
}
"""Actions that are aimed at somebody, as commands."""
QUESTIONS = {
    "vote": "whom do you vote for?",
    "kill": "whom does the pack kill?",
    "look": "whom do you look at?",
    "protect": "whom do you protect?",
    "poison": "poison anybody?",
    "shoot": "you die: whom do you shoot?",
}
ARROWS = {"left": -1, "up": -1, "right": 1, "down": 1}


class Seat:
    """One decision of the person: what may be done, and whom it may be done to."""

    def __init__(self, scene: WerewolfScene, name: str, picked: str) -> None:
        self.scene = scene
        self.name = name
        self.legal = tuple(scene.legal(name))
        self.verb = next((VERBS[type(action)] for action in self.legal if type(action) in VERBS), "")
        """What is done to whom is picked; empty while nothing is."""
        self.targets: tuple[str, ...] = tuple(
            action.target  # type: ignore[attr-defined]
            for action in self.legal
            if type(action) in VERBS
        )
        self.picked = picked if picked in self.targets else ""

    def can(self, kind: type[Action]) -> bool:
        return any(isinstance(action, kind) for action in self.legal)

    @property
    def howls(self) -> bool:
        """Whether words go to the pack now, and to nobody else."""
        return self.scene.phase == "night" and self.scene.roles.get(self.name) == "werewolf"

    @property
    def speaks(self) -> bool:
        """Whether the person has the floor."""
        return self.scene.phase in ("talk", "words") and Yield() in self.legal and self.name not in self.scene.woken

    # -- keys

    def look(self, key: str) -> str | None:
        """Whom a key picks; "" for nobody, None if it picks nothing."""
        players = self.scene.players
        if not self.targets:
            return None
        if key == "escape" and self.picked:
            return ""
        if key in ARROWS:
            at = self.targets.index(self.picked) + ARROWS[key] if self.picked else min(ARROWS[key], 0)
            return self.targets[at % len(self.targets)]
        if key.isdecimal() and key.isascii():
            name = players[int(key) - 1] if 0 < int(key) <= len(players) else ""
            return name if name in self.targets else None
        return None

    def press(self, key: str) -> str | None:
        """The command a key stands for now."""
        if key == "enter" and self.picked:
            return f"{self.verb} {self.picked}"
        if key in tuple("01234") and self.can(Bid):
            return f"bid {key}"
        if key == "s" and self.can(WitchSave):
            return "save"
        if key == "p" and Yield() in self.legal:
            return "yield"
        return self._moderate() if key == "enter" else None

    def _moderate(self) -> str | None:
        """What a moderator does next; an order is finished in the input."""
        if self.can(CloseVoting):
            return "close voting"
        if self.can(OpenVoting):
            return "open voting"
        return "schedule " if self.scene.nudged(self.name) else None

    def keys(self) -> Sequence[Key]:
        out: list[Key] = []
        if self.verb:
            out.append(Key("1–9 ↑↓", "player"))
        if self.picked:
            out.append(Key("enter", f"{self.verb} {clip(self.picked, 12)}"))
        if self.can(WitchSave):
            out.append(Key("s", f"save {clip(self.scene.victim, 12)}"))
        if self.can(Bid):
            out.append(Key("0–4", "bid"))
        if command := self._moderate():
            out.append(Key("enter", command.strip()))
        if self.speaks:
            out.append(Key("m", "speak"))
        elif self.howls:
            out.append(Key("m", "howl"))
        return [*out, *([Key("p", "nobody" if self.verb else "pass")] if Yield() in self.legal else [])]

    # -- the rows below

    def idle(self) -> Line:
        """What is asked of the person, or what Enter does."""
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
        if command := self._moderate():
            return ((command, "bold hi"), ("   ", ""), *_enter("does it"))
        if self.speaks:
            return (("you have the floor   ", "bold hi"), ("m", "bold accent"), (" speaks   ", "mid"), *_pass())
        return _pass()

    def understood(self, action: object) -> Line:
        """What the others will understand of the words."""
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
