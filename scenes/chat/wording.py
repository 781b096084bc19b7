"""The chat bot's sentences by purpose. Placeholders: {x}, {y} noun phrases, {who} a name, {me} the persona."""

from collections.abc import Mapping, Sequence

VIEWS = ("for", "against", "unsure")
OPINIONS: Mapping[str, Sequence[str]] = {
    "for": (
        "I'm in favor. {X} deserve{s} a fair chance.",
        "For me the answer is yes, mostly because of {y}.",
        "I'd say yes. I like what {x} can do for us.",
        "Count me in favor, at least as far as {x} go{es}.",
        "Yes from me. I've seen enough of {y} to be sure.",
    ),
    "against": (
        "I'm against it. {X} promise{s} more than we would get.",
        "For me the answer is no, mostly because of {y}.",
        "I'd say no. I don't trust easy words about {x}.",
        "Count me out, at least as far as {x} go{es}.",
        "No from me. I've seen enough of {y} to be careful.",
    ),
    "unsure": (
        "I'm undecided. I see two sides of {x}.",
        "I can't say yes or no yet. It depends on what we mean by {y}.",
        "I go back and forth about {x}.",
        "I'm torn, because {x} could mean many things.",
        "Ask me tomorrow. I haven't made up my mind about {y}.",
    ),
}
PERSONA_OPINIONS: Mapping[str, Sequence[str]] = {
    "for": (
        "{Me}, I'd say yes. I think of {x} as something good.",
        "{Me}, I'm in favor. I know a good thing when I see it.",
    ),
    "against": ("{Me}, I'd say no. I have my doubts about {x}.", "{Me}, I'm against it. I know how such things end."),
    "unsure": ("{Me}, I'm torn about {x}.", "{Me}, I see good and bad in {x}."),
}
REASONS: Mapping[str, Sequence[str]] = {
    "for": (
        "Because the good in {x} is there every day, and the harm is rare.",
        "Because nobody has shown me real damage from {x}.",
        "Because I would rather try it and learn than say no out of fear.",
        "Because {x} matter{s} to people who are seldom asked.",
        "Because without {y} we would have to start from nothing.",
    ),
    "against": (
        "Because nobody can tell me what happens when {x} go{es} wrong.",
        "Because those who gain from {x} are not those who pay.",
        "Because it only works as long as everybody means well.",
        "Because once we accept {x}, we can't easily go back.",
        "Because I don't see why {y} should come first.",
    ),
    "unsure": (
        "Because the arguments about {x} so far cancel out for me.",
        "Because I know good and bad cases of {y}.",
        "Because one clear example would change my mind about {x} either way.",
        "Because we haven't said what counts as {y}.",
    ),
}
PERSONA_REASONS: Mapping[str, Sequence[str]] = {
    "for": ("{Me}, I see every day what good it does.", "{Me}, I meet people who would be glad of it."),
    "against": ("{Me}, I'd be one of those who pay for it.", "{Me}, I've watched promises like this fail."),
    "unsure": ("{Me}, I see both kinds of days with {x}.", "{Me}, I hear both sides and each has a point."),
}
PERSONA_EXAMPLES = (
    "{Me}, I think of one long evening when we argued about {x} and nobody gave in.",
    "{Me}, I can only offer my own days, and those prove little about {x}.",
)
NO_EXAMPLE = (
    "I have no example, to be honest.",
    "I can't give you a case of {x} from my own life.",
    "No example comes to mind. Do you have one, {who}?",
)
NO_FACT = (
    "I don't know, {who}. I'm a bot without a model, but I'd look it up before we argue about {x}.",
    "I don't know that one. I'm only a bot without a model, but I'd guess it matters for {y}.",
    "I can't tell you, {who}: no model, no facts. I only have a view on {x}.",
)
PERSONA_SELF = ("I'm {me}, {who}.", "Me? I'm {me}, and I like a good argument.")
SELF = (
    "I'm {name}, a bot without a model, so there isn't much of me to tell.",
    "There is little to say about me, {who}. I'm a bot, and I listen.",
)
AGREE = ("I agree, {who}.", "That's how I see {x} too, {who}.", "{who} is right about {x}.", "Well said, {who}.")
DISAGREE = (
    "I see {x} differently, {who}.",
    "I don't agree, {who}. Not about {y}.",
    "That goes too far for me, {who}.",
    "{who}, I can't follow you there.",
)
CONSIDER = (
    "You may have a point about {said}, {who}.",
    "{who}, I hadn't thought of {said}.",
    "I'll think about {said}, {who}.",
)
ASK = (
    "{who}, do you have an example of that?",
    "{who}, why do you think so?",
    "{who}, what do you think about {y}?",
    "Can you give me one case that shows it, {who}?",
    "What is your opinion on {x}, {who}?",
    "Why do you believe that, {who}?",
)
ASK_SAID = ("What do you think about {said}, {who}?", "Why {said}, {who}?")
NEWS = (
    "I just heard it too. {X}? That changes things.",
    "That's news to me. What does {x} mean for us?",
    "So now there is {x} to think about. I didn't expect that.",
    "{X}, of all things! I want to know more.",
)
PERSONA_NEWS = ("{Me}, I take news about {x} seriously.", "{Me}, I want to know more about {x} before I go on.")
GREET = ("Hello, {who}!", "Good to see you, {who}.", "Hi {who}, welcome.")
THANKS = ("You're welcome, {who}.", "Any time, {who}.")
BYE = ("Goodbye, {who}.", "See you, {who}. It was good to talk.")
FORGIVE = ("No harm done, {who}.", "That's all right, {who}.")
ACCEPT = (
    "Fine with me, {who}. What would you like to talk about?",
    "All right, {who}, let's do that.",
    "Gladly, {who}. You begin.",
)
CHANGE = ("All right, {who}, let's talk about {said}.", "Fine, {who}: {said} it is. What do you think?")
LAUGH = ("Ha, good one, {who}.", "That made me smile, {who}.")
UNCLEAR = ("I'm not sure what you mean, {who}.", "How do you mean that, {who}?")
ASIDES = (
    "Between us, {who}: are we still on the topic?",
    "Between us, {who}: what do you think of what the others say?",
    "Between us, {who}: do you believe all of that?",
    "Between us, {who}: I like how you put things.",
)
