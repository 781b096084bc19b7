"""The help page and the tour of Werewolf."""

from tui.tour import Step, Tour, gave

HELP = (
    "Some of the players are werewolves, and know each other; all others belong to the village and know only their own "
    "role. The village wins when no werewolf is left, the werewolves once they equal everyone else.",
    "By night the werewolves choose whom to kill; most of their votes count. The seer looks at somebody and is told "
    "whether it is a werewolf. The doctor protects somebody, not the same one twice in a row. The witch may once save "
    "the night's victim, and once poison somebody. The hunter, in dying, may shoot somebody. Nobody sees who is awake.",
    "By day all talk, in an order that a moderator decides, or by seats, by lot, by bids, or all at once "
    "(-o protocol=…); then all vote, sealed or openly, and whoever has most votes is hanged.",
    "Speech is read for claims: roles, looks, suspicions, trust, and wishes to hang somebody. The line below the input "
    "shows which claims your words make, before you say them. Questions and hypotheticals are not read as claims.",
    "Keys: {write} speaks when you have the floor, by night as a werewolf to the pack alone. Digits and arrows pick "
    "a player (from 10 on by arrows), Enter plays it: vote, kill, look, protect, poison, shoot. s saves, as the "
    "witch. p passes, or votes for nobody. 0 to 4 bids for the floor. o shows how likely each is a werewolf, by what "
    "you know. Or write: vote Bob, look Cat; everything else is said.",
    "Signs: ☼ day, ☾ night, ● has the floor or is awaited, × is dead. Votes: ✓ was for a werewolf, ✗ was not, once "
    "that is known; · for nobody. ▸ in the talk is a whisper in the pack. On the track: ! a death in the night, ◆ a "
    "werewolf was hanged, ╳ somebody else was. The full view ({perspective}) shows all roles.",
)

TOUR = Tour(
    options={"players": 6, "roles": "werewolf, seer", "deal": "Ann=seer", "first_night": "peace", "speeches": 1},
    seed=3,
    scripted=True,
    steps=(
        Step("One of six is a werewolf. You are the seer: by night you may look at somebody. `2` chooses Bob, "
             "`Enter` looks.", gave("look Bob"), "board"),
        Step("Now it is day. What you alone know stands in the row above the list; `o` adds how likely each is a "
             "wolf.", at="legend"),
        Step("You have the floor. What you say is read for claims: `m`, then `I am the seer, Bob is a wolf` and "
             "`Enter`.", gave("say"), "preview"),
        Step("The others answer, and then all vote on who is hanged. `2` is Bob, and `Enter` votes.", gave("vote Bob"),
             "board"),
        Step("The wolf is hanged, and the village has won. So every game ends, with what may come next. `Esc` goes to "
             "the board."),
        Step("Now all roles are open. `←` `←` go back through what happened, and `End` comes back.", at="track"),
        Step("That is Werewolf: watch who says what, and who votes for whom. ? has the rules. esc leaves, and the game "
             "is kept."),
    ),
)  # fmt: skip
