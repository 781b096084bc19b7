"""hanab.live's game files (JSON): import as a run, export from a recording.

The format: `players`; `deck`, cards as {suitIndex, rank}; `actions` with type 0 play and 1 discard (target is the
position of the card in the deck), 2 color clue and 3 rank clue (target is a player, value the number of the color, or
the rank), 4 or, by a vote, 5 an early end of the game (value gives the reason); `options`, of which the variant
matters; `seed`; `notes`.

The site ends a game when no more points are possible; Playbill plays on until the rules end it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.engine.capabilities import Imported
from core.engine.casting import set_up
from core.engine.events import Event, RunEnded
from core.errors import UserError
from core.recording.header import Header
from core.text import one_line
from scenes.hanabi.actions import SLOTS
from scenes.hanabi.config import Origin
from scenes.hanabi.events import Shuffled
from scenes.hanabi.knowledge import Deductions, PublicTable
from scenes.hanabi.variants import RANKS, VARIANTS, Variant, option_by_site_name, why_no_deck

PLAY, DISCARD, COLOR, RANK, END, VOTED = range(6)
UNSUPPORTED_OPTIONS = {
    "startingPlayer": "another first player",
    "oneExtraCard": "an extra card",
    "oneLessCard": "a card less",
    "allOrNothing": "all or nothing",
    "detrimentalCharacters": "detrimental characters",
}
"""Options whose rules are not implemented."""
IGNORED_OPTIONS = {
    *("variant", "variantName", "variantID", "numPlayers", "maxPlayers", "tableName"),
    *("timed", "timeBase", "timePerTurn", "speedrun", "cardCycle"),
    *("deckPlays", "emptyClues"),
}
"""Options that are ignored.

They concern the table, its time limits, or extra moves; a game with such a move is rejected at that move.
"""
TERMINATED = 4
"""The site's number for a game that a player ended early."""
LONGEST_NAME = 40


class _Strict(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)


class _Card(_Strict):
    suitIndex: int = Field(ge=0)  # noqa: N815  as in the file
    rank: int = Field(ge=1, le=7)
    """Ranks above 5 occur only in unsupported variants, which are rejected by name first."""


class _Move(_Strict):
    type: int = Field(ge=0, le=VOTED)
    target: int = Field(ge=-1)
    """Card, player or slot, by type; -1 if no particular player ended the game."""
    value: int | None = None


class _Game(_Strict):
    players: list[str] = Field(min_length=2, max_length=5)
    deck: list[_Card]
    actions: list[_Move] = []
    variant: str | None = None
    """Name of the deck, in files of programs that write no options."""
    options: dict[str, Any] | None = None
    seed: str = ""
    notes: list[list[str | None] | None] | None = None


def read(text: str) -> Imported:
    """Parse a game. Raises UserError for an invalid game, and for unknown rules."""
    try:
        game = _Game.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise UserError(f"not a game of hanab.live: {f'{where}: ' if where else ''}{first['msg']}.") from error
    options = game.options or {}
    _check_options(options)
    named = str(options.get("variant", game.variant or "No Variant"))
    key = option_by_site_name().get(named)
    if key is None:
        raise UserError(f"unknown variant {named!r}: {why_no_deck(named)}.")
    variant, names = VARIANTS[key], _distinct_names(game.players)
    deck = [_card_identity(card, variant) for card in game.deck]
    if sorted(deck) != list(variant.deck):
        raise UserError(f"its deck of {len(deck)} cards is not that of {named}, which has {len(variant.deck)}.")
    notes = [[one_line(note or "") for note in each or ()] for each in game.notes or ()]
    origin = Origin(seed=one_line(game.seed), notes=notes)
    world = {
        "players": len(names),
        "names": ",".join(names),
        "variant": key,
        "deck": " ".join(variant.labels[card] for card in deck),
        "origin": origin.model_dump_json() if origin.seed or notes else "",
    }
    return Imported(world, tuple(_player_commands(game, names, variant)))


def _check_options(options: Mapping[str, Any]) -> None:
    """Raise UserError for an unknown option or one that changes the rules."""
    for option, value in options.items():
        if option in UNSUPPORTED_OPTIONS and value:
            raise UserError(
                f"the game was played with {UNSUPPORTED_OPTIONS[option]} ({option}), which Playbill does not play."
            )
        if option not in UNSUPPORTED_OPTIONS and option not in IGNORED_OPTIONS:
            raise UserError(f"the game was played with an unknown option, {option[:40]!r}.")


def _distinct_names(players: list[str]) -> list[str]:
    """Turn players' names into distinct single words, as names of seats must be."""
    names: list[str] = []
    for n, player in enumerate(players, 1):
        name = one_line(player).replace(",", "").replace(" ", "_")[:LONGEST_NAME] or f"player{n}"
        while name.lower() in (other.lower() for other in names):
            name += str(n)
        names.append(name)
    return names


def _card_identity(card: _Card, variant: Variant) -> int:
    if card.suitIndex >= len(variant.suits):
        raise UserError(f"there is no suit {card.suitIndex} in {variant.name}.")
    if card.rank not in RANKS:
        raise UserError(f"there is no rank {card.rank} in {variant.name}.")
    return 5 * card.suitIndex + card.rank - 1


def _player_commands(game: _Game, names: list[str], variant: Variant) -> Iterator[tuple[str, str]]:
    """Yield each player with its command. Slots are found by replaying the hands."""
    table = PublicTable(variant, len(names))
    for turn, move in enumerate(game.actions):
        seat, number = turn % len(names), f"action {turn + 1}"
        hand = table.hands[seat]
        if move.type in (END, VOTED):
            if turn + 1 < len(game.actions):
                raise UserError(f"{number} ends the game, but there are {len(game.actions)} actions.")
        elif move.type in (PLAY, DISCARD):
            if move.target == table.drawn and table.deck == 1 and move.type == PLAY:
                raise UserError(
                    f"{number} plays the last card of the deck (deckPlays), which Playbill does not support."
                )
            if move.target not in hand:
                raise UserError(f"{number}: {names[seat]} does not hold card {move.target}.")
            yield names[seat], f"{('play', 'discard')[move.type]} {SLOTS[len(hand) - 1 - hand.index(move.target)]}"
            table.replace(seat, move.target)
        else:
            clue = _clue_number(move, variant)
            if clue is None or not 0 <= move.target < len(names):
                raise UserError(f"{number}: there is no such clue, or no such player.")
            yield names[seat], f"clue {names[move.target]} {variant.clues[clue]}"


def _clue_number(move: _Move, variant: Variant) -> int | None:
    colors, ranks = len(variant.colors), variant.ranks
    if move.type == COLOR:
        return move.value if move.value in range(colors) else None
    return colors + ranks.index(move.value) if move.value in ranks else None


def write(header: Header, events: Sequence[Event]) -> str:
    """Write a recording as a game file; a game that ended early gets an action that says so.

    Raises UserError for a recording that has no cards yet.
    """
    scene, _ = set_up(header)
    deck: tuple[int, ...] = ()
    reason = ""
    for event in events:
        scene.apply(event)
        match event.data:
            case Shuffled(cards):
                deck = cards
            case RunEnded(reason=why):
                reason = why
    if not deck:
        raise UserError("the game has no cards yet, so there is nothing to write.")
    config, seen = scene.config, scene.observe("")
    variant, colors = VARIANTS[config.variant], len(VARIANTS[config.variant].colors)
    actions: list[dict[str, int]] = []
    for move in seen.history:
        if move.kind != "clue":
            actions.append({"type": PLAY if move.kind == "play" else DISCARD, "target": move.order, "value": 0})
        elif variant.is_color(move.clue):
            actions.append({"type": COLOR, "target": move.to, "value": move.clue})
        else:
            actions.append({"type": RANK, "target": move.to, "value": variant.ranks[move.clue - colors]})
    names = list(header.cast)
    # the site considers a game over when no more points are possible
    if reason not in ("", "bombed", "perfect", "deck_out") and Deductions(seen).best > seen.score:
        actions.append({"type": END, "target": len(actions) % len(names), "value": TERMINATED})
    origin = Origin(seed=f"playbill-{header.seed}", notes=[])
    if config.origin:
        origin = Origin.model_validate_json(config.origin)
    game = {
        "players": names,
        "deck": [{"suitIndex": card // 5, "rank": card % 5 + 1} for card in deck],
        "actions": actions,
        "options": {"variant": variant.name},
        "seed": origin.seed,
        "notes": origin.notes or [[] for _ in names],
    }
    return json.dumps(game)
