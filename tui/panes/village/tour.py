"""The tour of the village."""

from tui.tour import Step, Tour, gave

TOUR = Tour(
    options={"players": 4, "days": 1},
    seed=13,
    steps=(
        Step("You are Ida, at home, early in the morning. <The line above the map is your aim, which only you know. "
             ">Jon is near; invite him to your table<: `a`>.", gave("tell"), "board"),
        Step("Everybody has a turn of three minutes. <`p` lets the others answer.>", gave("yield"), "board"),
        Step("<The map is your village: lit where you hear, plain where you see, else dim. `l` looks around.>",
             gave("look"), "board"),
        Step("You can always eat at home<: `e`>.", gave("eat"), "dock"),
        Step("<Arrows choose a place, and the way is drawn: `↑` for the smithy. `Enter` walks there.>", gave("go"),
             "board"),
        Step("<`Tab` goes through the lists below, such as who thinks what of you, and `Esc` back to the map.>",
             at="dock"),
        Step("Whoever is near hears what you say<: `m`, then `good morning` and `Enter`>.", gave("say"), "preview"),
        Step("Guests come to your table if they like you: meet them before the feast at 18:00, and ask them what is "
             "new. Play on as long as you like<; esc leaves, and the game is kept>."),
    ),
)  # fmt: skip
