"""The person's seat at Hanabi: the selection, keys, effects of commands, and hints."""

from collections import Counter
from collections.abc import Mapping, Sequence

from scenes.hanabi.actions import SLOTS, SPEECH, Action, Clue, Discard, Play, Propose, Speech
from scenes.hanabi.convention.player import explain as convention
from scenes.hanabi.hat.player import HatPlayer
from scenes.hanabi.scene import HanabiScene
from scenes.hanabi.search.player import is_for_two
from themes.palettes import Palette
from tui.keys import with_keys
from tui.panes.drawing import join_fitting
from tui.panes.hanabi.facts import Facts
from tui.panes.hanabi.table import face
from tui.panes.kit import Advice, Key
from tui.panes.seat import ENTER
from tui.styles import Line, Span, clip, spread, width_of


class Selection:
    """The selected card, and the prepared clue. The selection stays with the card when slots shift."""

    def __init__(self) -> None:
        self.order: int | None = None
        self.clue: Clue | None = None
        self.seat = self.slot = 0

    def settle(self, facts: Facts, you: str) -> int | None:
        """Update the selection and return its card's order; a card that is gone is replaced by one in its slot."""
        hands = facts.seen.hands
        if self.order is None:
            self.seat, self.slot = (facts.seen.names.index(you), 0) if you else (self.seat, self.slot)
            self.order = hands[self.seat][0].order if you and hands[self.seat] else None
        elif at := facts.find(self.order):
            self.seat, self.slot = at
        elif hand := hands[self.seat]:
            self.slot = min(self.slot, len(hand) - 1)
            self.order = hand[self.slot].order
        return self.order

    def pick(self, facts: Facts, seat: int, slot: int) -> bool:
        hands = facts.seen.hands
        if not (0 <= seat < len(hands) and 0 <= slot < len(hands[seat])):
            return False
        self.seat, self.slot, self.clue = seat, slot, None
        self.order = hands[seat][slot].order
        return True

    def move(self, facts: Facts, key: str) -> None:
        hands, by = facts.seen.hands, 1 if key in ("down", "right") else -1
        if self.order is None:
            self.pick(facts, 0, 0)
        elif key in ("up", "down"):
            seat = (self.seat + by) % len(hands)
            self.pick(facts, seat, min(self.slot, len(hands[seat]) - 1))
        else:
            self.pick(facts, self.seat, (self.slot + by) % len(hands[self.seat]))

    def go_home(self, seat: int) -> None:
        """Select the player's own hand again."""
        self.order, self.clue, self.seat, self.slot = None, None, seat, 0

    def point(self, facts: Facts, action: Action | Speech) -> None:
        """Select the card of a move, or prepare a clue."""
        if isinstance(action, Clue):
            slot, _ = facts.touched_cards(action.to, action.clue)[0]
            self.pick(facts, action.to, slot)
            self.clue = action
        elif isinstance(action, Play | Discard):
            self.pick(facts, facts.seen.seat, action.slot)


ANSWERS = {"s": "support", "o": "modify ", "a": "alternative "}
"""Keys and commands for answering a request for advice; two of the commands are completed with a move in the input."""


def asked_by(facts: Facts) -> str:
    """Return the player who asks this seat for advice; empty if the seat is to move."""
    proposal = facts.seen.talk.proposal
    return facts.seen.names[proposal.seat] if proposal and proposal.seat != facts.seen.seat else ""


def press(key: str, selection: Selection, facts: Facts, scene: HanabiScene) -> str | None:
    """Return the command of a key; keys that only select or prepare are handled by `select_or_prepare`.

    If another player's card is selected, p and d first go back to the player's own hand. While another player asks for
    advice, keys only answer.
    """
    if asked_by(facts):
        return ANSWERS.get(key)
    mine = selection.seat == facts.seen.seat
    if key in ("p", "d"):
        if mine:
            return f"{'play' if key == 'p' else 'discard'} {SLOTS[selection.slot]}"
        selection.pick(facts, facts.seen.seat, 0)
        return ""
    if key == "c" and mine:
        return "clue "
    return scene.describe(selection.clue) if key == "enter" and selection.clue else None


def select_or_prepare(key: str, selection: Selection, facts: Facts) -> bool:
    """Select a card, or prepare or drop a clue. Returns False if the key does neither."""
    if key in ("left", "right", "up", "down"):
        selection.move(facts, key)
    elif key in ("1", "2", "3", "4", "5"):
        selection.pick(facts, facts.seen.seat, int(key) - 1)
    elif key in ("c", "r") and selection.seat != facts.seen.seat:
        selection.clue = _clue_for(key, selection, facts)
    elif key == "escape" and selection.clue:
        selection.clue = None
    else:
        return False
    return True


def _clue_for(key: str, selection: Selection, facts: Facts) -> Clue | None:
    """Return the clue that a key prepares for the selected card; None if no clue of that kind touches it.

    If several clues touch it, each press chooses the next one.
    """
    card = facts.seen.hands[selection.seat][selection.slot].card
    variant, last = facts.variant, selection.clue
    touching = 0 if card is None else variant.touching[card]
    clues = [n for n in range(len(variant.clues)) if touching >> n & 1 and variant.is_color(n) == (key == "c")]
    at = clues.index(last.clue) + 1 if last and last.to == selection.seat and last.clue in clues else 0
    return Clue(selection.seat, clues[at % len(clues)]) if clues else None


def keys(selection: Selection, facts: Facts) -> Sequence[Key]:
    if asked_by(facts):
        labels = {"s": "support", "o": "modify", "a": "another move", "arrows": "card"}
    elif selection.clue:
        labels = {"enter": "give the clue", "esc": "drop it", "c": "color", "r": "rank"}
    elif selection.seat == facts.seen.seat:
        labels = {_digits(facts): "slot", "p": "play", "d": "discard", "↑↓": "clue", "m": "write"}
    else:
        labels = {"c": "clue color", "r": "clue rank", "arrows": "card", _digits(facts): "slot", "p": "your hand"}
    return [Key(key, label) for key, label in labels.items()]


def _digits(facts: Facts) -> str:
    """Write the digits that select the player's own cards."""
    return f"1–{len(facts.seen.hands[facts.seen.seat]) or 1}"


def idle(selection: Selection, facts: Facts, palette: Palette, width: int) -> Line:
    """Draw the possible moves with the selected card, the effect of the prepared clue, or the keys for an answer."""
    if (name := asked_by(facts)) and (proposal := facts.seen.talk.proposal):
        keys: Line = (("s", "accent"), (" support  ", "mid"), ("o", "accent"), (" modify  ", "mid"), ("a", "accent"))
        return ((f"{clip(name, 12)}'s move", "bold hi"), (f": {proposal.move}?  ", "fg"), *keys, (" another", "mid"))
    if selection.clue:
        return explain(selection.clue, facts, palette, width)
    if not facts.seen.hands[selection.seat]:
        return ((with_keys("give a clue: {write}, then clue Cat 1"), "dim"),)
    if selection.seat == facts.seen.seat:
        held, slot = facts.seen.hands[selection.seat][selection.slot], SLOTS[selection.slot]
        keys = (("p", "accent"), (f" plays {slot}  ", "mid"), ("d", "accent"), (" discards it  ", "mid"))
        line: Line = (*keys, facts.verdict(facts.possible(facts.seen.seat, held)))
        return (*line, *join_fitting([(("   ↑↓ to clue", "dim"),)], width - width_of(line)))
    if not facts.seen.clues:
        return (("no clue token is left: ", "bad"), ("pick a slot of yours", "dim"))
    name, spans = clip(facts.seen.names[selection.seat], 12), list[Span]()
    for key in "cr":
        clue = _clue_for(key, selection, facts)
        spans += [(key, "accent"), (f" clues {name} {facts.variant.clues[clue.clue]}   " if clue else "", "mid")]
    return (*spans, (f"{_digits(facts)} your slots", "dim"))


def explain(action: Action | Speech, facts: Facts, palette: Palette, width: int) -> Line:
    """Describe the known effect of an action."""
    if isinstance(action, SPEECH):
        says = "asks the others what they think of it" if isinstance(action, Propose) else "your advice"
        return spread(((says, "mid"),), (("Enter", "bold accent"), (" says it ", "mid")), width)
    if isinstance(action, Clue):
        return spread(_touching(action, facts, palette, width - 15), ENTER, width)
    hand = facts.seen.hands[facts.seen.seat]
    if action.slot >= len(hand):
        return ((f"you have {len(hand)} cards", "bad"),)
    does = "plays" if isinstance(action, Play) else "discards"
    left: Line = ((f"{does} your ", "mid"), (SLOTS[action.slot], "bold hi"), ("  by what you know: ", "dim"))
    verdict = facts.verdict(facts.possible(facts.seen.seat, hand[action.slot]))
    return spread((*left, verdict), ENTER, width)


def _touching(action: Clue, facts: Facts, palette: Palette, width: int) -> Line:
    """Draw each touched card with the clue's effect on it; if that is too long, count the effects by kind."""
    name = (clip(facts.seen.names[action.to], 12), "bold hi")
    full: list[Span] = [("touches  ", "mid"), name]
    short: list[Span] = [("touches ", "mid"), name]
    counts = Counter[str]()
    for slot, held in facts.touched_cards(action.to, action.clue):
        card = face(facts, palette, facts.variant.labels[held.card or 0])
        full += [(f"  {SLOTS[slot]} ", "fg"), card]
        short += [(f" {SLOTS[slot]}", "fg"), card]
        for i, (word, style) in enumerate(
            [("again" if held.clued else "new", "mid"), *_card_value(held.card or 0, facts)]
        ):
            counts[word] += 1
            full.append((f"{',' if i else ''} {word}", style))
    if width_of(tuple(full)) <= width:
        return tuple(full)
    summary = ", ".join(f"{n} {word}" for word, n in counts.items())
    fits = width_of(tuple(short)) + len(summary) < width
    return (*short, (f" {summary if fits else summary.replace(' playable now', ' play')}", "mid"))


def _card_value(card: int, facts: Facts) -> list[Span]:
    known = facts.known
    if known.playable >> card & 1:
        return [("playable now", "good")]
    if known.useless >> card & 1:
        return [("trash", "bad")]
    return [("critical", "accent")] if known.critical >> card & 1 else []


def advice(scene: HanabiScene, seat: str, cast: Mapping[str, str]) -> Advice:
    """Return a move in the strategy of the other players, with reasons.

    It follows the number code of the bots if all others use it, else conventions.
    """
    if scene.floor.proposal is not None and scene.floor.proposal.seat != scene.seat[seat]:
        return Advice("support", "unless you see something that they do not see")
    seen, lead = scene.observe(seat), ""
    others = {policy for name, policy in cast.items() if name != seat}
    if others <= {"hat", "search"}:  # players who read clues as numbers
        if others == {"search"} and is_for_two(seen):
            from scenes.hanabi.search.pair import PairPlayer  # imported late because of numpy

            found, strategy = PairPlayer().decide(seen, scene.legal(seat)), "the code for two"
        else:
            found, strategy = HatPlayer().decide(seen, scene.legal(seat)), "the hat strategy"
        if found:
            return Advice(scene.describe(found[0]), f"{strategy} {found[1]}")
        lead = "the others no longer follow the code; by conventions one "
    action, sentence = convention(seen)
    return Advice(scene.describe(action), lead + sentence)
