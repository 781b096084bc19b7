"""The tour of Hanabi."""

from tui.tour import Step, Tour, gave

TOUR = Tour(
    options={"players": 2},
    seed=3,
    scripted=True,
    steps=(
        Step("You see Bob's cards, never your own. Together you build five colors, each from 1 to 5. <Go to his: "
             "`↑`.>"),
        Step("Three of his cards are 1s, and a 1 can always begin a color. <Go to the purple one: `→` `→`.> "
             "", at="board"),
        Step("<`r` clues its rank: the row below shows which cards that touches. `Enter` gives the clue.>",
             gave("clue Bob 1"), "preview"),
        Step("Bob understood, and played one. A clue costs a token, a discard brings one back. Discard your oldest "
             "card<: `5` `d`>.", gave("discard e"), "board"),
        Step("Now Bob clued you<: the card with ▸ is a 1>. Perhaps its color has not been started yet. `h` asks for "
             "advice."),
        Step("Playing a card that does not fit is a strike; the third one ends the game. This one is safe<: `2` `p`>.",
             gave("play b"), "board"),
        Step("<Missed something? `[` looks back at the last round, and `End` comes back to now.>", at="track"),
        Step("That is Hanabi: clue, play, discard. <? has the rules and conventions. >Play on as long as you like<; "
             "esc leaves, and the game is kept>."),
    ),
)  # fmt: skip
