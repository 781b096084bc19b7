"""Hanabi in a page: rules, signs, keys, and common conventions."""

from scenes.hanabi.variants import Variant
from tui.tour import Step, Tour, gave

HELP = (
    "Together you build five colors, each in order from 1 to 5. You score one point per card played. "
    "Everybody sees all hands but their own. In your turn you play a card, discard one, or give a clue.",
    "A clue names a player and a color or a rank: it touches all cards of that kind, at least one, and says that the "
    "others are not of it. It takes one of 8 tokens; a discard brings one back (with all 8 there nobody "
    "discards), and so does a 5. A card that does not fit burns a fuse: the third ends the game. After the last "
    "card is drawn everybody has one more turn.",
    "There are three 1s, two 2s, 3s and 4s and one 5 of a color. The last one of its kind is critical: without it "
    "that color ends below. Of black (K) there is one of each card. Rainbow (M) is touched by every color, white (W) "
    "by none, pink (I) by every rank, brown (N) by none.",
    "Under each card are the colors and ranks that its holder can think possible: · for an excluded one, bold for the "
    "only one left. A small terminal shows only what is certain: - is some excluded, · nothing known. ▸ was "
    "touched by the last clue. Slots are a, b, c … from the newest.",
    "Keys: 1 to 5 or ← → pick a slot of yours, p plays it, d discards it. ↑ ↓ or a click go to others' cards: "
    "there c clues the color and r the rank of the selected card (of a rainbow card c goes through the colors), "
    "Enter gives the clue, Esc drops it. Or write: {write}, then play b, discard e, clue Cat 1, clue Bob red.",
    "pace is score + deck + players - best score still possible: the discards you can afford and still reach that "
    "score. eff is the cards that clues still have to get played (best score - score - useful cards already clued) "
    "per clue to come: tokens now, discards you can afford, and colors that will be completed. Above "
    "about 1.4 it gets tight.",
    "You may also ask the others about your move: propose play b: it must fit. They answer at once, then you move. "
    "When you are asked, s supports, o modifies, a names another move: modify play c: why, alternative clue Cat 1: "
    "why. Words that name a card its holder may not know are hidden.",
    "Conventions for reading clues: the chop is your oldest card that no clue touched, and the next you "
    "discard. A clue that touches the chop saves it (it is critical, or a 2 or 5) or says play; any other clue "
    "says play. Of several touched cards, a clue means the chop, else the newest one. A clued card is taken "
    "to be needed: nobody clues trash, or a card that is clued in another hand.",
    "Conventions for acting: if a clued card seems not to fit yet, somebody in between has the card that is missing: "
    "already clued (a prompt: play it), or else as the newest card that is not clued (a finesse: play that one). "
    "Play known cards before you clue; clue before you discard where a critical card would go next; discard from "
    "the chop.",
)


def paragraphs(variant: Variant) -> tuple[str, ...]:
    """Return the help page, with the suits of an unusual deck."""
    return (f"This deck is {variant.rules}.", *HELP) if variant.name != "No Variant" else HELP


TOUR = Tour(
    options={"players": 2},
    seed=3,
    scripted=True,
    steps=(
        Step("You see Bob's cards, never your own. Together you build five colors, each from 1 to 5. Go to his: `↑`."),
        Step("Three of his cards are 1s, and a 1 can always begin a color. Go to the purple one: `→` `→`.", at="board"),
        Step("`r` clues its rank: the row below shows which cards that touches. `Enter` gives the clue.",
             gave("clue Bob 1"), "preview"),
        Step("Bob understood, and played one. A clue costs a token, a discard brings one back. Drop your oldest card: "
             "`5` `d`.", gave("discard e"), "board"),
        Step("Now Bob clued you: the card with ▸ is a 1. Perhaps its color has not been started yet. `h` asks for "
             "advice."),
        Step("A card that does not fit burns a fuse, and the third ends the game. This one is safe: `2` `p`.",
             gave("play b"), "board"),
        Step("Missed something? `[` looks back at the last round, and `End` comes back to now.", at="track"),
        Step("That is Hanabi: clue, play, discard. ? has the rules and conventions. Play on as long as you like; esc "
             "leaves, and the game is kept."),
    ),
)  # fmt: skip
