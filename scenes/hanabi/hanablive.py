"""hanab.live's game files (JSON): read into what a run is made from, and written from a recording.

The format: `players`; `deck`, cards as {suitIndex, rank}; `actions` with type 0 play and 1 discard (target is the place
of the card in the deck), 2 color clue and 3 rank clue (target is a player, value the place of the color, or the rank),
4 the end of the game; `options`, of which the variant matters; `seed` and `notes`.
"""

import json
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import UserError, did_you_mean
from core.events import Event
from core.header import Header
from core.scene import Imported
from core.text import one_line
from scenes.hanabi.events import Clued, Discarded, Played, Shuffled
from scenes.hanabi.variants import HANDS, RANKS, VARIANTS, Variant

PLAY, DISCARD, COLOR, RANK, END = range(5)
REFUSED = {
    "startingPlayer": "another first player",
    "oneExtraCard": "an extra card",
    "oneLessCard": "a card less",
    "allOrNothing": "all or nothing",
    "deckPlays": "playing from the deck",
    "emptyClues": "empty clues",
    "detrimentalCharacters": "detrimental characters",
}
"""Options that change the rules in ways that are not played here."""


class _Card(BaseModel):
    suitIndex: int = Field(ge=0)  # noqa: N815  as in the file
    rank: int = Field(ge=1, le=5)


class _Move(BaseModel):
    type: Literal[0, 1, 2, 3, 4]
    target: int = Field(0, ge=0)
    value: int | None = None


class _Game(BaseModel):
    model_config = ConfigDict(extra="ignore")

    players: list[str] = Field(min_length=2, max_length=5)
    deck: list[_Card]
    actions: list[_Move] = []
    options: dict[str, Any] = {}
    seed: str = ""
    notes: list[Any] = []


def read(text: str) -> Imported:
    """Raises UserError for what is no such game, or is played by rules that are not known here, by name."""
    try:
        game = _Game.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise UserError(f"no game of hanab.live: {f'{where}: ' if where else ''}{first['msg']}.") from error
    for option, what in REFUSED.items():
        if game.options.get(option):
            raise UserError(f"the game was played with {what} ({option}), which Playbill does not play.")
    named = str(game.options.get("variant", "No Variant"))
    key = next((key for key, variant in VARIANTS.items() if variant.name == named), None)
    if key is None:
        raise UserError(f"no variant {named!r} here; {did_you_mean(named, [v.name for v in VARIANTS.values()])}.")
    variant, names = VARIANTS[key], _names(game.players)
    deck = [_identity(card, variant) for card in game.deck]
    if sorted(deck) != list(variant.deck):
        raise UserError(f"its deck of {len(deck)} cards is not that of {named}, which has {len(variant.deck)}.")
    options = {
        "players": len(names),
        "names": ",".join(names),
        "variant": key,
        "deck": " ".join(variant.labels[card] for card in deck),
    }
    return Imported(options, tuple(_commands(game, names, variant)))


def _names(players: list[str]) -> list[str]:
    names = [one_line(player).replace(",", "").replace(" ", "_") or f"player{n}" for n, player in enumerate(players, 1)]
    return [name if names.count(name) == 1 else f"{name}{n}" for n, name in enumerate(names, 1)]


def _identity(card: _Card, variant: Variant) -> int:
    if card.suitIndex >= len(variant.suits):
        raise UserError(f"there is no suit {card.suitIndex} in {variant.name}.")
    return 5 * card.suitIndex + card.rank - 1


def _commands(game: _Game, names: list[str], variant: Variant) -> list[tuple[str, str]]:
    """Who did what, as commands; slots are found by following the hands."""
    size, count = HANDS[len(names)], len(names)
    hands = [list(range(n * size, (n + 1) * size)) for n in range(count)]
    drawn, out = count * size, []
    for turn, move in enumerate(game.actions):
        seat = turn % count
        hand = hands[seat]
        match move.type:
            case 0 | 1:
                if move.target not in hand:
                    raise UserError(f"action {turn + 1}: {names[seat]} does not hold card {move.target}.")
                slot = len(hand) - 1 - hand.index(move.target)
                out.append((names[seat], f"{('play', 'discard')[move.type]} {'abcde'[slot]}"))
                hand.remove(move.target)
                if drawn < len(variant.deck):
                    hand.append(drawn)
                    drawn += 1
            case 2 | 3:
                told = (move.value or 0) if move.type == COLOR else len(variant.colors) + (move.value or 0) - 1
                known = (
                    range(len(variant.colors)) if move.type == COLOR else range(len(variant.colors), len(variant.clues))
                )
                if told not in known or move.target >= count:
                    raise UserError(f"action {turn + 1}: there is no such clue, or no such player.")
                out.append((names[seat], f"clue {names[move.target]} {variant.clues[told]}"))
            case _:
                break
    return out


def write(header: Header, events: Sequence[Event]) -> str:
    """A recording as such a file."""
    variant = VARIANTS[header.config["variant"]]
    deck: tuple[int, ...] = ()
    actions = []
    for event in events:
        match event.data:
            case Shuffled(cards):
                deck = cards
            case Played(order=order):
                actions.append({"type": PLAY, "target": order, "value": 0})
            case Discarded(order=order):
                actions.append({"type": DISCARD, "target": order, "value": 0})
            case Clued(to=to, clue=clue) if variant.is_color(clue):
                actions.append({"type": COLOR, "target": to, "value": clue})
            case Clued(to=to, clue=clue):
                actions.append({"type": RANK, "target": to, "value": RANKS[clue - len(variant.colors)]})
    game = {
        "players": list(header.cast),
        "deck": [{"suitIndex": card // 5, "rank": card % 5 + 1} for card in deck],
        "actions": actions,
        "options": {"variant": variant.name},
        "seed": f"playbill-{header.seed}",
        "notes": [[] for _ in header.cast],
    }
    return json.dumps(game)
