"""The tour of Werewolf."""

from tui.tour import Step, Tour, gave

TOUR = Tour(
    options={"players": 6, "roles": "werewolf, seer", "deal": "Ann=seer", "first_night": "peace", "speeches": 1},
    seed=3,
    scripted=True,
    steps=(
        Step("One of six is a werewolf. You are the seer: by night you may look at somebody. <`2` chooses Bob, "
             "`Enter` looks.>", gave("look Bob"), "board"),
        Step("Now it is day. <What you alone know stands in the row above the list; `o` adds how likely each is a "
             "wolf.>", at="legend"),
        Step("You have the floor. What you say is read for claims<: `m`, then `I am the seer. I checked Bob, he is a "
             "wolf.` and `Enter`>.", gave("say"), "preview"),
        Step("The others answer, and then all vote on who is hanged. <`2` is Bob, and `Enter` votes.> "
             "", gave("vote Bob"),
             "board"),
        Step("The wolf is hanged, and the village has won. So every game ends, with what may come next. <`Esc` goes to "
             "the board.>"),
        Step("Now all roles are open. <`←` `←` go back through what happened, and `End` comes back.>", at="track"),
        Step("That is Werewolf: watch who says what, and who votes for whom. <? has the rules. esc leaves, and the "
             "game is kept.>"),
    ),
)  # fmt: skip
