"""Help page and tour of Coup."""

from tui.tour import Step, Tour, gave

HELP = (
    "Each player has two cards, face down, and two coins. The last player with a card wins. "
    "There are three of each character; everybody may claim to be any of them, true or not.",
    "In your turn: income takes 1 coin, foreign aid 2 (a Duke blocks it), a coup pays 7 and takes somebody's "
    "card: nobody can stop it, and with 10 coins you must. Characters do more: Duke takes 3 (tax). Assassin pays "
    "3 and takes somebody's card (the target's Contessa blocks it). Captain steals 2 (the target's Captain or "
    "Ambassador blocks it). Ambassador draws two cards and puts two back.",
    "Anybody may challenge a claim. If it was false, the claimant turns up a card, the action or block fails, and "
    "a failed action's cost is refunded. If it was true, the claimant shows the card, shuffles it into the court "
    "deck and draws another; the challenger turns up a card. The loser chooses which.",
    "So a turn has up to three windows: 1 the claim may be challenged, 2 the action may be blocked, which is a "
    "claim too, 3 the block may be challenged. All who may answer decide at once, and nobody sees the others' "
    "answers before all are in; if several challenge or block, the first in turn order after the actor counts. "
    "Coins for an assassination that is blocked stay spent. Two cards may go in one: a wrong challenge, or a "
    "block that was a bluff, and then the assassination.",
    "With -o timer=30 the line beside On the table shows the seconds left to challenge or block; at 0 you pass. "
    "Without a timer there is no limit. The timer stops while you look back, read this page or the inspector, or "
    "the run is paused.",
    "Keys in your turn: n income, f foreign aid, t tax, s steal, a assassinate, e exchange, c coup; or digits, "
    "from the top. ← → or a digit choose the target, Enter plays it, Esc drops it. In a window at once: c "
    "challenges, b blocks (of two characters b again or its letter chooses, and Enter), p passes. To lose a card: "
    "1 or 2 or its letter, and Enter; to exchange: digits, and Enter. Or write: {write}, then tax, steal Bob, block "
    "with Contessa, challenge, pass, lose Duke, keep Duke Captain; any other text is said aloud.",
    'Words commit: "Bob, if you steal from me, I coup you." is a threat, "Bob, leave me alone this round and I leave '
    'you alone." an offer, "Deal, Bob." and "No deal, Bob." are answers. The history says how they were read and who '
    "kept their word; bots remember it. With -o talk=open everybody may also talk between turns, with -o talk=off "
    "nobody talks.",
    "Signs: ● is awaited, ? has not answered, × is turned up. o shows how likely the claim on the table is, by "
    "the cards that you see. In the full view ({perspective}) a claim is ✓ true or ✗ a bluff. On the track: ◆ a "
    "challenged claim was proved, ╳ a bluff was caught, ! a player is out, ◇ an unchallenged bluff, which only its "
    "player sees.",
)


TOUR = Tour(
    options={"players": 2, "starter": "first", "timer": 0, "talk": "off"},
    seed=546,
    scripted=True,
    steps=(
        Step("You have two cards, face down, and a coin. You do hold a Duke, who takes three coins: `t` chooses tax, "
             "`Enter` does it.", gave("tax"), "board"),
        Step("Bob claims to be a Duke as well. Whoever doubts a claim wrongly loses a card, so let it stand: `p`.",
             gave("pass"), "board"),
        Step("How likely was that? `o` shows the odds, by the cards that you see.", at="dock"),
        Step("Now lie. You have no Captain, but nobody knows: `s` steals two coins, `Enter` does it.", gave("steal"),
             "board"),
        Step("Caught! You lose one of your two cards, and it stays turned up for all to see. Give up the Contessa: "
             "`2` `Enter`.", gave("lose Contessa"), "board"),
        Step("What was all that? `[` looks back at the last round, and `End` comes back to now.", at="track"),
        Step("Seven coins buy a coup, which nobody can stop; the last player with a card wins. Play on as long as you "
             "like; esc leaves, and the game is kept."),
    ),
)  # fmt: skip
