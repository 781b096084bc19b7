"""The table as a convention player reads it: a fold over the public moves.

Each move is read with only what the observer could see at that time, so a player created in the middle of a game reads
the same as one that was there from the start.
"""

from scenes.hanabi.convention.beliefs import UNSEEN, Beliefs, BeliefSource, DelayedIdentity, RequiredPlay
from scenes.hanabi.convention.reading import Bluff, Reading, asked_card, read_clue
from scenes.hanabi.observation import Move, Observation
from scenes.hanabi.variants import FUSES, VARIANTS


class Table(Beliefs):
    def __init__(self, seen: Observation) -> None:
        super().__init__(seen)
        self.open: tuple[Move, Reading, Bluff] | None = None
        """The last clue with its reading, if it may be a bluff."""
        self.history: tuple[Move, ...] = ()
        self._faces: dict[int, int] = {}
        self._stale = True

    def follows(self, seen: Observation) -> bool:
        """Return True if an observation continues the same game."""
        n = len(self.history)
        if self.me != seen.seat or self.names != seen.names or self.variant is not VARIANTS[seen.variant]:
            return False
        if not n or seen.history[:n] != self.history:
            return False
        others = (held for p, hand in enumerate(seen.hands) if p != self.me for held in hand)
        return all(held.order >= self.drawn or self.card[held.order] == held.card for held in others)

    def fold(self, seen: Observation) -> None:
        """Read the new moves."""
        news = seen.history[len(self.history) :]
        faces = self._faces
        faces.update((held.order, held.card) for hand in seen.hands for held in hand if held.card is not None)
        faces.update((move.order, move.card) for move in news if move.kind != "clue")
        if not self.history:
            for p, hand in enumerate(self.hands):
                for order in hand:
                    self._note_identity(p, order)
        for move in news:
            if self.open is not None:
                self._resolve_bluff(move, *self.open)
            if move.kind == "clue":
                if self._stale:
                    self.refresh()
                self._apply_clue(move)
            else:
                self._remove_card(move)
            self._stale = True
        self.history = seen.history
        self.refresh()
        self._stale = False

    def _note_identity(self, p: int, order: int) -> None:
        if p != self.me:
            self.card[order] = self._faces.get(order, UNSEEN)

    def _apply_clue(self, move: Move) -> None:
        reading = read_clue(self, move.seat, move.to, move.clue, move.touched)
        taken = self.known_identities(move.seat, move.to)
        mask = self.variant.touched[move.clue]
        self.apply(move)
        for order in self.hands[move.to]:
            if order not in move.touched:
                self.poss[order] &= ~mask
                continue
            self.poss[order] &= mask
            if not self.clued[order]:
                self.clued[order] = True
                self.why[order] = BeliefSource("touch", move.seat)
                if self.poss[order] & self.infer[order] & ~taken & ~self.trash:
                    self.infer[order] &= ~taken
        self._apply_meaning(move, reading)
        self.open = (move, reading, reading.bluff) if reading.bluff else None

    def _apply_meaning(self, move: Move, reading: Reading) -> None:
        """Apply a clue's reading to the beliefs about cards."""
        focus = reading.focus
        if reading.infer:
            self.infer[focus] = reading.infer
            self.why[focus] = BeliefSource("save" if reading.saves else "play", move.seat)
            self.lines = [line for line in self.lines if line.focus != focus]
        self.lines += reading.lines
        for order in reading.moved:
            self.moved[order] = True
            self.why[order] = BeliefSource("moved", move.seat, focus)
        links = reading.asked
        if move.to == self.me and len(reading.lines) == 1 and reading.infer == 1 << reading.lines[0].card:
            links = tuple(link for link in reading.lines[0].links if link.how != "known")
        for link in links:
            bluff = reading.bluff is not None and link.order == reading.bluff.order
            self.infer[link.order] = self.next if bluff else 1 << link.card
            self.blind[link.order] |= link.how in ("finesse", "bluff")
            self.why[link.order] = BeliefSource("bluff" if bluff else link.how, move.seat, focus, move.to)

    def _resolve_bluff(self, move: Move, clue: Move, reading: Reading, bluff: Bluff) -> None:
        """Decide by the next move whether the last clue was a bluff."""
        self.open, focus = None, reading.focus
        lines = [line for line in self.lines if line.focus == focus and line.links[0].order == bluff.order]
        if move.kind == "play" and move.order == bluff.order and move.fits:
            if all(line.links[0].card != move.card for line in lines):
                self.infer[focus] = bluff.cards
                self.lines = [line for line in self.lines if line.focus != focus]
        elif reading.instead:
            self.infer[focus] = self.infer[bluff.order] = self.variant.all
            self.blind[bluff.order] = False
            del self.why[bluff.order]
            self._apply_meaning(clue, reading.instead)
        elif lines and self.blind[bluff.order]:
            self.infer[bluff.order] = 1 << lines[0].links[0].card
            self.why[bluff.order] = self.why[bluff.order]._replace(kind="finesse")

    def bluff_target(self) -> int:
        """Return the own card that a bluff asks for in this turn; -1 if there is none."""
        bluff = self.open[2] if self.open else None
        return bluff.order if bluff and bluff.seat == self.me and self.blind[bluff.order] else -1

    def _remove_card(self, move: Move) -> None:
        """Remove a played or discarded card, and draw."""
        self.card[move.order] = move.card
        self._update_delayed(move)
        self.early &= move.kind != "discard"
        drawn = self.drawn
        self.apply(move)
        if self.drawn > drawn:
            self._note_identity(move.seat, drawn)

    def _update_delayed(self, move: Move) -> None:
        """Update the delayed identities after a move: advance or drop them."""
        kept = []
        for line in self.lines:
            link = line.links[0]
            if move.order == line.focus:
                continue
            if move.order == link.order and move.card == link.card and move.fits:
                if len(line.links) > 1:
                    kept.append(DelayedIdentity(line.focus, line.card, line.links[1:]))
            elif move.order == link.order and (other := self._next_asked_card(move, link)):
                kept.append(DelayedIdentity(line.focus, line.card, (other, *line.links[1:])))
                self._pass_on_request(link, other)
            elif move.order == link.order or (move.kind == "discard" and move.seat == link.seat and self._is_due(link)):
                self._rule_out(line)
            else:
                kept.append(line)
        self.lines = kept

    def _next_asked_card(self, move: Move, link: RequiredPlay) -> RequiredPlay | None:
        """Return the card now requested, after a player has played a different card that also fits.

        It is the next clued card for a prompt, or the next newest unclued card for a finesse.
        """
        if move.kind != "play" or not move.fits:
            return None
        other = asked_card(self, link.seat, link.card, [link])
        return other if other and (other.how == "finesse") == (link.how == "finesse") else None

    def _pass_on_request(self, link: RequiredPlay, other: RequiredPlay) -> None:
        why = self.why.get(link.order)
        if why and why.kind == link.how and other.how != "known":
            self.infer[other.order] = 1 << other.card
            self.blind[other.order] |= other.how == "finesse"
            self.why[other.order] = why._replace(kind=other.how)

    def _is_due(self, link: RequiredPlay) -> bool:
        """Return True if a requested card should be played now. With one fuse left, a finesse need not be."""
        careful = link.how == "finesse" and self.strikes == FUSES - 1
        return self.stacks[link.card // 5] == link.card % 5 and not careful

    def _rule_out(self, line: DelayedIdentity) -> None:
        """Rule out an identity of a focus, because its required card was not played."""
        rest = self.infer[line.focus] & ~(1 << line.card)
        self.infer[line.focus] = rest if rest & self.poss[line.focus] else self.variant.all
        for link in line.links:
            why = self.why.get(link.order)
            if why and why.card == line.focus:
                self.infer[link.order] = self.variant.all
                self.blind[link.order] = False
                self.why[link.order] = BeliefSource("touch", why.giver)


class HypotheticalTable(Table):
    """A copy of a table with one more move."""

    def __init__(self, table: Table, order: int) -> None:
        """Copy a table, and play an own card that is believed playable with its likeliest identity."""
        self.__dict__.update(table.__dict__)
        self.hands = [hand.copy() for hand in table.hands]
        self.stacks, self.copies = table.stacks.copy(), table.copies.copy()
        self.card, self.infer, self.blind = table.card.copy(), table.infer.copy(), table.blind.copy()
        self.why, self._faces = table.why.copy(), {}
        self._reachable_cache, self._known_cache = {}, {}
        fits = table.bel[order] & table.next
        card = max((card for card in range(table.variant.count) if fits >> card & 1), key=lambda n: table.unseen[n])
        self._remove_card(Move(0, table.me, "play", order, card, True))
        self.refresh()
