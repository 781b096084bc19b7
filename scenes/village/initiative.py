"""Sentences with which villagers start to talk: greetings, news, small talk and questions."""

from collections.abc import Mapping, Sequence

from scenes.village.temperament import Wordings

INITIATIVE: Mapping[str, Wordings] = {
    "hello": {
        "warm": ("Good {day}, {to}.", "How good to see you, {to}.", "A fine {day} to you, {to}."),
        "curt": ("{Day}, {to}.", "{to}.", "Hello, {to}."),
        "chatty": ("{to}! There you are!", "Good {day}, good {day}, {to}!", "Hello, {to}!"),
        "gloomy": ("Good {day}, {to}, if it is one.", "Ah, {to}.", "Good {day}, {to}, such as it is."),
    },
    "small_talk": {
        "warm": (
            "{today}.",
            "I met {met} {met_place} at {met_time}.",
            "I hope you slept well.",
            "Look after yourself today.",
            "I'm going to {next}.",
            "Come for {my_goods} {work}, if you need any.",
            "Have you eaten yet? They serve food {meal_place}.",
        ),
        "curt": (
            "{today}.",
            "Busy day. I'm going to {next}.",
            "Saw {met} {met_place}, {met_time}.",
            "Work calls.",
            "I have to {doing}.",
        ),
        "chatty": (
            "{today}, would you believe it!",
            "Guess who I met {met_place} at {met_time}: {met}!",
            "I'm going to {next}, what a day!",
            "You look as if you had a story to tell!",
            "If you need {my_goods}, you know where I work!",
            "I've talked to everybody today, only not to you!",
        ),
        "gloomy": (
            "{today}. It won't last.",
            "I have to {doing}. Every day the same.",
            "I saw {met} {met_place} at {met_time}. Not a word.",
            "My back tells me that winter is coming.",
            "I still have to {next}.",
            "It looks like rain.",
        ),
    },
    "tell": {
        "warm": (
            "I thought you should know: {text}.",
            "Here is something for you: {text}.",
            "{source} told me that {text}.",
        ),
        "curt": ("Listen: {text}.", "News from {source}: {text}.", "{Text}. In case you care."),
        "chatty": (
            "You won't believe it: {text}!",
            "Guess what I know: {text}!",
            "{source} told me, and I have to pass it on: {text}!",
        ),
        "gloomy": (
            "I have bad news, perhaps: {text}.",
            "They say, and I fear it's true: {text}.",
            "{source} says that {text}. What next.",
        ),
        "all": (
            "Everybody is talking about it: {text}.",
            "Have you heard that {text}?",
            "I saw it myself: {own_text}.",
        ),
    },
    "question": {
        "warm": (
            "{to}, how are you?",
            "{to}, what is new?",
            "{to}, {trade_question}",
            "{to}, have you seen {absent}?",
            "{to}, are you happy here?",
            "{to}, who taught you your trade?",
            "{to}, what are your plans today?",
        ),
        "curt": (
            "{to}, any news?",
            "{to}, {trade_question}",
            "Where is {absent}, {to}?",
            "{to}, what do you think of {absent}?",
            "{to}, your plans today?",
        ),
        "chatty": (
            "{to}, what is new?",
            "{to}, what do you think of {absent}?",
            "{to}, {trade_question}",
            "{to}, do you believe in ghosts?",
            "{to}, what are you proud of?",
            "{to}, if you could leave, where would you go?",
            "{to}, what do people say about me?",
        ),
        "gloomy": (
            "{to}, how are you?",
            "{to}, did you hear anything in the night?",
            "{to}, {trade_question}",
            "{to}, have you seen {absent}?",
            "{to}, do you ever get lonely?",
            "{to}, is it true that {rumor}?",
        ),
    },
}
TRADE_QUESTIONS: Mapping[str, Sequence[str]] = {
    "baker": ("how did the bread turn out today?", "what's the secret of your bread? How do you make it?"),
    "innkeeper": ("how is the inn today?", "what's the best thing about your work?"),
    "miller": ("how is the mill today?", "how does the flour get so fine? What's the trick?"),
    "farmer": ("how is the harvest this year?", "what are you growing this year? How is the grain?"),
    "smith": ("how is the work at the forge today?", "how do you make such good nails?"),
    "chaplain": ("how is the work in the chapel today?", "what was your proudest day?"),
    "woodcutter": ("how is the wood today?", "how do you make a tree fall the right way? What's the trick?"),
    "fisher": ("how is the fishing today?", "what is the biggest thing that you ever caught? Your best catch?"),
    "peddler": ("how is business?", "what are you selling today?"),
    "farmhand": ("how is the work today?", "how do you get through the day? What's the secret?"),
    "cook": ("how is the stew today?", "what's the secret of your stew?"),
    "baker's boy": ("how is the oven today?", "how did the bread turn out today?"),
}
"""Questions to a villager about its trade."""
