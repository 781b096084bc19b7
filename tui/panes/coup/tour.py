"""The tour of Coup."""

from tui.tour import Step, Tour, gave

TOUR = Tour(
    options={"players": 2, "starter": "first", "timer": 0, "talk": "off"},
    seed=546,
    scripted=True,
    steps=(
        Step("You have two cards, face down, and a coin. You do hold a Duke, who takes three coins<: `t` chooses tax, "
             "`Enter` does it>.", gave("tax"), "board"),
        Step("Bob claims to be a Duke as well. A player who wrongly challenges a claim loses a card, so let it "
             "stand<: `p`>.", gave("pass"), "board"),
        Step("<How likely was that? `o` shows the odds, given the cards that you see.>", at="dock"),
        Step("Now lie. You have no Captain, but nobody knows<: `s` steals two coins, `Enter` does it>.", gave("steal"),
             "board"),
        Step("Caught! You lose one of your two cards, and it stays turned up for all to see. Give up the Contessa<: "
             "`2` `Enter`>.", gave("lose Contessa"), "board"),
        Step("<Want to see that again? `[` looks back at the last round, and `End` comes back to now.>", at="track"),
        Step("Seven coins buy a coup, which nobody can stop; the last player with a card wins. Play on as long as you "
             "like<; esc leaves, and the game is kept>."),
    ),
)  # fmt: skip
