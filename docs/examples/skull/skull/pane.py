"""The table of Skull: a row for each mat."""

from collections.abc import Sequence

from playbill.panes import Line, ScenePane, Span, fit, pad
from skull.events import Disc, Seen

SIGNS: dict[Disc, Span] = {"flower": ("(✿)", "good"), "skull": ("(☠)", "bad")}
PHASES = {"lay": "everybody places a disc", "discard": "chooses a disc to lose", "begin": "names who begins"}


class SkullPane(ScenePane):
    """Draws each player's points, discs on the mat and discs in hand."""

    def state(self, width: int) -> Sequence[Line]:
        seen: Seen = self.view.observe(self.view.perspective)
        rows = [self.mat(seen, name) for name in seen.left]
        return [fit(row, width) for row in (self.heading(seen), (), *rows)]

    def heading(self, seen: Seen) -> Line:
        if seen.phase in PHASES:
            return ((f" {f'{seen.to_move} ' if seen.to_move else ''}{PHASES[seen.phase]}", "mid"),)
        if not seen.bid:
            return ((" no bid yet", "dim"),)
        flipped = f", {len(seen.flipped)} flipped" if seen.phase == "flip" else ""
        return (
            (f" {seen.bidder} bids ", "mid"),
            (str(seen.bid), "bold hi"),
            (f" of {self.discs(seen)}{flipped}", "mid"),
        )

    def discs(self, seen: Seen) -> int:
        """Return the number of discs on all mats, flipped or not."""
        return sum(seen.mats.values()) + len(seen.flipped)

    def mat(self, seen: Seen, name: str) -> Line:
        up = name == seen.to_move
        head: list[Span] = [(" ▸ " if up else "   ", "accent"), (pad(name, 8), "bold hi" if seen.left[name] else "dim")]
        head.append((pad("●" * seen.points[name] + "○" * (2 - seen.points[name]), 4), "accent"))
        if not seen.left[name]:
            return (*head, ("out", "dim"))
        known = seen.piles.get(name, ())
        flipped = [SIGNS[disc] for owner, disc in seen.flipped if owner == name]
        hidden = [self.hidden(known[at]) if at < len(known) else ("(?)", "mid") for at in range(seen.mats[name])]
        held = seen.left[name] - seen.mats[name] - len(flipped)
        mat = [*hidden, *reversed(flipped)]
        blank = ("   " * (4 - len(mat)), "")
        note = "passed" if name in seen.passed else "bids" if name == seen.bidder else ""
        return (*head, *mat, blank, (pad(f"  {held} in hand", 12), "mid"), (note, "dim"), *self.in_hand(seen, name))

    def hidden(self, disc: Disc) -> Span:
        """Return a disc that lies face down and may be seen."""
        return (f"[{SIGNS[disc][0][1]}]", "fg")

    def in_hand(self, seen: Seen, name: str) -> Sequence[Span]:
        """Return the discs in hand that may be seen."""
        hand = list(seen.own.get(name, ()))
        for disc in seen.piles.get(name, ()):
            hand.remove(disc)
        return [("  ", ""), *(SIGNS[disc] for disc in hand)] if hand else ()
