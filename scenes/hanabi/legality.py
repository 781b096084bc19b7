"""Legal actions of a player, judged by the state and by the player's knowledge."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from core.errors import IllegalAction
from core.text import one_line
from scenes.hanabi import actions
from scenes.hanabi.actions import Action, Advise, Clue, Discard, Play, Propose, Speech
from scenes.hanabi.rules import NO_DISCUSSION, Rules
from scenes.hanabi.variants import CLUES

PLAYS: tuple[tuple[Action, ...], ...] = tuple(tuple(map(Play, range(n))) for n in range(6))
CARD_MOVES: tuple[tuple[Action, ...], ...] = tuple((*plays, *map(Discard, range(n))) for n, plays in enumerate(PLAYS))
"""Plays and discards, by the size of a hand."""


@cache
def _clue_actions(count: int, to: int, mask: int) -> tuple[Clue, ...]:
    """Return the possible clues to a player, given a mask of the clues that touch a card; games share them."""
    return tuple(Clue(to, clue) for clue in range(count) if mask >> clue & 1)


class LegalActions(Rules):
    """Legal actions and the default action, as a part of the scene."""

    def legal(self, name: str) -> Sequence[Any]:
        """List the legal moves; while another player asks for advice, the possible answers."""
        seat = self.seat[name]
        if self.floor is not NO_DISCUSSION and self.floor.proposal is not None and self.floor.proposal.seat != seat:
            return self._legal_advice(seat)
        size = len(self.hands[seat])
        clues = self.clues
        if not clues:
            return CARD_MOVES[size]
        out: tuple[Action, ...] = PLAYS[size] if clues == CLUES else CARD_MOVES[size]
        for to, clues_to in enumerate(self._clues_to):
            if to != seat:
                out += self._clues_for(to) if clues_to is None else clues_to
        return out

    def _clues_for(self, to: int) -> tuple[Clue, ...]:
        mask, touching, cards = 0, self.variant.touching, self.cards
        for order in self.hands[to]:
            mask |= touching[cards[order]]
        self._clues_to[to] = possible = _clue_actions(len(self.variant.clues), to, mask)
        return possible

    def check(self, name: str, action: Action | Speech) -> None:
        """Raise IllegalAction for an action that this player may not take now."""
        seat, proposal = self.seat[name], self.floor.proposal
        if isinstance(action, actions.SPEECH):
            self._check_speech(name, action)
        elif proposal is not None and proposal.seat != seat:
            raise IllegalAction(f"{self.names[proposal.seat]} asks for advice: support, or alternative and a move")
        else:
            self._check_move(name, action)

    def _check_move(self, name: str, action: Action) -> None:
        seat = self.seat[name]
        match action:
            case Play(slot) | Discard(slot):
                if slot >= len(self.hands[seat]):
                    raise IllegalAction(f"{name} has {len(self.hands[seat])} cards")
                if type(action) is Discard and self.clues == CLUES:
                    raise IllegalAction("all 8 clue tokens are there, so nobody may discard; play or clue")
            case Clue(to, clue):
                if to == seat:
                    raise IllegalAction("you cannot clue your own hand")
                if not self.clues:
                    raise IllegalAction("no clue token is left; play or discard")
                mask = self.variant.touched[clue]
                if not any(mask >> self.cards[order] & 1 for order in self.hands[to]):
                    raise IllegalAction(f"{self.variant.clues[clue]} touches no card of {self.names[to]}")
            case _:
                raise IllegalAction("play, discard or clue")

    def _check_speech(self, name: str, action: Speech) -> None:
        proposal, seat = self.floor.proposal, self.seat[name]
        said = action.reasons if isinstance(action, Propose) else action.words
        if len(said) > actions.MAX_STATEMENT or said != one_line(said):
            raise IllegalAction(f"words are one line of at most {actions.MAX_STATEMENT} characters")
        if self.config.talk == "none":
            raise IllegalAction("nobody talks in this game (talk=none); play, discard or clue")
        if isinstance(action, Propose):
            if proposal is not None:
                raise IllegalAction("there is a proposal already; now play, discard or clue")
            self._check_move(name, action.move)
        elif proposal is None or proposal.seat == seat:
            raise IllegalAction("nobody asked for your advice; play, discard or clue")
        elif action.stance == "support":
            if action.move is not None:
                raise IllegalAction("support takes no move; write modify or alternative to name another")
        elif action.stance not in actions.ADVICE_STANCES or not isinstance(action.move, actions.MOVES):
            raise IllegalAction("write support, or modify or alternative with a move")
        elif isinstance(action.move, Clue) and action.move.to == seat:
            raise IllegalAction("you cannot tell what a clue would touch in your own hand")
        else:
            self._check_move(self.names[proposal.seat], action.move)

    def _legal_advice(self, seat: int) -> Sequence[Advise]:
        """List support, and each alternative move that this player knows to be legal."""
        assert self.floor.proposal is not None
        proposal, out = self.floor.proposal, [Advise("support")]
        for move in self.legal(self.names[proposal.seat]):
            known = not isinstance(move, Clue) or move.to != seat
            if known and actions.describe(move, self.names, self.variant) != proposal.move:
                out.append(Advise("alternative", "", move))
        return out

    def _least_harmful(self, seat: int) -> int:
        """Choose the default discard: a known useless card, else the oldest without a clue, else the oldest."""
        hand = self.hands[seat]
        played = sum(((1 << rank) - 1) << 5 * suit for suit, rank in enumerate(self.stacks))
        trash = [order for order in hand if not self.possible[order] & ~played]
        chop = trash or [order for order in hand if not self.clued[order]] or hand
        return len(hand) - 1 - hand.index(chop[0])

    def default(self, name: str) -> Action | Speech:
        """Return the least harmful action.

        Discard a known useless card, else the oldest card without a clue. If discards are illegal, give a clue, or play
        the oldest card if no clue touches a card. Support proposals.
        """
        seat, proposal = self.seat[name], self.floor.proposal
        if proposal is not None and proposal.seat != seat:
            return Advise("support")
        if self.clues == CLUES:
            move: Action = actions.fallback_move(self.legal(name))
            return move
        return Discard(self._least_harmful(seat))
