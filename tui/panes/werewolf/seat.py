"""The person's seat at Werewolf: keys, targets, prompts and hints."""

from collections.abc import Sequence
from typing import Any

from core.actions.menu import Entry
from core.engine.turn import Action
from core.social.actions import Speak, Yield
from scenes.werewolf.actions import TARGETED, Bid, CloseVoting, Howl, NightKill, OpenVoting, VoteLynch, WitchSave
from scenes.werewolf.claims import Claim, read
from scenes.werewolf.evidence import Evidence, claims_of_roles
from scenes.werewolf.observation import WerewolfObservation
from scenes.werewolf.record import ACCUSING_KINDS, Record
from scenes.werewolf.replies import questions
from scenes.werewolf.scene import WerewolfScene
from scenes.werewolf.sentences import Voice
from tui.log_view import LogView
from tui.panes.kit import Advice, Key
from tui.panes.menu import Menu
from tui.panes.seat import first_bot
from tui.panes.werewolf.facts import claims_words
from tui.styles import Line, clip

QUESTIONS = {
    "vote": "whom do you vote for?",
    "kill": "whom does the pack kill?",
    "look": "whom do you look at?",
    "protect": "whom do you protect?",
    "poison": "poison anybody?",
    "shoot": "you die: whom do you shoot?",
}


def is_out(view: LogView) -> bool:
    """Return True if the person is dead while the game goes on."""
    scene: Any = view.head
    is_in = view.seat in (*scene.alive, *scene.dying, scene.woken)
    return view.seat in scene.players and not is_in and view.ended is None


def free_seats(view: LogView) -> Sequence[str]:
    """List the living players that a person who is out may replace: all but people."""
    scene: Any = view.head
    return [name for name in scene.alive if view.header.cast[name] != "human"] if is_out(view) else ()


class Seat:
    """One decision of the person: the legal actions and their targets."""

    def __init__(
        self, scene: WerewolfScene, name: str, entries: Sequence[Entry] = (), menu: Menu | None = None
    ) -> None:
        self.scene = scene
        self.name = name
        self.entries = entries
        self.aimed = [entry for entry in entries if isinstance(entry.actions[0], TARGETED)]
        self.verb = self.aimed[0].head if self.aimed else ""
        """First word of the commands that need a target; "" if there are none."""
        self.targets: tuple[str, ...] = tuple(action.target for entry in self.aimed for action in entry.actions)
        self.picked = menu.chosen(self.aimed).rpartition(" ")[2] if menu else ""

    def can(self, kind: type[Action]) -> bool:
        return any(isinstance(action, kind) for entry in self.entries for action in entry.actions)

    @property
    def howls(self) -> bool:
        """True if words go only to the pack now."""
        return self.scene.phase == "night" and self.scene.roles.get(self.name) == "werewolf"

    @property
    def speaks(self) -> bool:
        """True if the person has the floor."""
        return self.scene.phase in ("talk", "words") and self.can(Yield) and self.name not in self.scene.woken

    # -- keys

    def numbered(self) -> dict[str, str]:
        """Return the command of each digit, which selects the player with this number on the board."""
        players = enumerate(self.scene.players, 1)
        return {str(number): f"{self.verb} {name}" for number, name in players if name in self.targets}

    def moderator_command(self) -> str | None:
        """Return the command that Enter gives to a moderator; an order of speakers is completed in the input."""
        for kind in (CloseVoting, OpenVoting):
            if self.can(kind):
                return kind.form
        return "schedule " if self.scene.nudged(self.name) else None

    def keys(self) -> Sequence[Key]:
        command = self.moderator_command() or ""
        keys = (
            (self.verb, f"1–{len(self.scene.players)} ↑↓", "player"),
            (self.picked, "enter", f"{self.verb} {clip(self.picked, 12)}"),
            (self.can(WitchSave), "s", f"save {clip(self.scene.victim, 12)}"),
            (self.can(Bid), "0–4", "bid"),
            (command, "enter", command.strip()),
            (self.speaks or self.howls, "m", "speak" if self.speaks else "howl"),
            (self.can(Yield), "p", "nobody" if self.verb else "pass"),
        )
        return [Key(key, label) for is_open, key, label in keys if is_open]

    # -- the rows below the board

    def idle(self) -> Line:
        """Draw the question that the person must answer, or the keys and their effects."""
        if self.picked:
            return ((f"{self.verb} {clip(self.picked, 12)}", "bold hi"), ("   ", ""), *_key("Enter", "confirms"))
        if self.verb:
            save = _key("   s", f"saves {clip(self.scene.victim, 12)}") if self.can(WitchSave) else ()
            return ((QUESTIONS[self.verb], "bold hi"), *save, *_key("   p", "nobody"))
        if self.can(WitchSave):
            return (*_key("s", f"saves {clip(self.scene.victim, 12)}   "), *PASSES)
        if self.can(Bid):
            return (("how much do you want to speak?  ", "bold hi"), *_key("0 1 2 3 4", "not at all … I must"))
        if self.scene.nudged(self.name):
            return (("who speaks next?   ", "bold hi"), *_key("Enter", "and their names, with commas between"))
        if command := self.moderator_command():
            return ((command, "bold hi"), ("   ", ""), *_key("Enter", "confirms"))
        if self.speaks:
            return (("you have the floor   ", "bold hi"), *_key("m", "speaks   "), *PASSES)
        return PASSES

    def understood(self, action: object) -> Line:
        """Draw how the others will understand the words."""
        match action:
            case Speak(words):
                return ((claims_words(read(words, self.name, self.scene.players)), "bold hi"),)
            case Howl():
                return (("only the pack hears it", "mid"),)
        return ((self.scene.describe(action), "bold hi"),)


def _key(key: str, meaning: str) -> Line:
    return ((key, "bold accent"), (f" {meaning}", "mid"))


PASSES = _key("p", "passes")


# -- hints


def advice(scene: WerewolfScene, seat: str, number: int, seed: int) -> Advice:
    """Advise a player: return a command and its reason."""
    seen: WerewolfObservation = scene.observe(seat)
    found = first_bot(scene, seat, number, seed)
    if not seen.role:
        return found
    action = scene.parse(seat, found.command)
    target: str = getattr(action, "target", "")
    if isinstance(action, Speak):
        return _speech(seen, found.command, read(action.message, seat, seen.players))
    if isinstance(action, NightKill):
        return Advice(found.command, _prey(seen, target))
    if target:
        public = seen.role == "werewolf" and isinstance(action, VoteLynch)
        return Advice(found.command, _known(seen, target) or _suspicion(seen, target, public))
    nothing = isinstance(action, Yield) and not found.why
    return Advice(found.command, "you have nothing to tell yet") if nothing else found


def _speech(seen: WerewolfObservation, command: str, claims: tuple[Claim, ...]) -> Advice:
    """Return a speech with its reason, or the passing command if silence is better."""
    public = seen.role == "werewolf"
    wolves = [look.target for look in seen.looks if look.wolf and look.target in seen.alive]
    cleared = [look.target for look in seen.looks if not look.wolf and look.target in seen.alive]
    named = [claim.target for claim in claims if claim.kind in ACCUSING_KINDS]
    if waiting := questions(seen):
        return Advice(command, f"{waiting[-1].name} asked you")
    if any(claim.kind in ("role", "look") for claim in claims):
        saw = f": you saw that {' and '.join(wolves)} is a wolf" if wolves else ""
        return Advice(command, "a lie that helps" if public else f"it is time to say what you are{saw}")
    if cleared:
        innocent = " and ".join(cleared)
        why = f"you alone know that {innocent} is no wolf; to say so shows the wolves who the seer is"
        return Advice(Yield.form, f"{why}, and nothing forces you yet")
    if named:
        if not Record(seen).reasons_against(named[0]):
            return Advice(Yield.form, "nothing that was said or done speaks against anybody yet; listen")
        return Advice(command, _suspicion(seen, named[0], public))
    asked = [claim.target for claim in claims if claim.kind == "ask"]
    return Advice(command, f"{asked[0]} has said least" if asked else "it fits what was said and done")


def _known(seen: WerewolfObservation, target: str) -> str:
    wolf = next((look.wolf for look in seen.looks if look.target == target), None)
    return "" if wolf is None else f"you saw that {target} is {'a' if wolf else 'no'} wolf"


def _suspicion(seen: WerewolfObservation, target: str, public: bool) -> str:
    """Describe a player's probability of being a wolf, with the strongest reason from the record."""
    chance = f"{target} is a wolf in {100 * Evidence(seen, public).chances[target]:.0f} of 100 cases"
    if not (reasons := Record(seen).reasons_against(target)):
        claimed = seen.claims or seen.ballots
        return f"{chance}{', by all that was claimed and done' if claimed else '; nothing is known of anybody yet'}"
    return f"{chance}; {Voice('', seen.day, lambda options: options[0]).clause(reasons[0])}"


def _prey(seen: WerewolfObservation, target: str) -> str:
    roles = [role for role, names in claims_of_roles(seen.claims).items() if target in names]
    if roles:
        return f"{target} says it is the {roles[0]}"
    hunts = any(
        claimed.name == target and claimed.claim.kind in ACCUSING_KINDS and claimed.claim.target in seen.pack
        for claimed in seen.claims
    )
    return f"{target} is after your pack" if hunts else "nobody has shown yet what they are: one is as good as another"
