"""Sentences of bots that state no position and make no argument, and their recognition."""

import re
from functools import cache

from core.intents.conversation import Guess

LEADS: dict[str, tuple[str, ...]] = {
    "stays": (
        "I hear you, {name}. Still:",
        "{name}, that may be so, and yet:",
        "I see it differently, {name}.",
        "Fair enough, {name}, but:",
        "{name}, we will not agree on this one.",
    ),
    "agrees": (
        "{name} is right.",
        "I agree with {name}.",
        "I am with {name} on this.",
        "{name} put it well.",
        "What {name} said goes for me too.",
    ),
    "firmer": ("{name} has made me surer.", "After {name} I am even surer.", "What {name} said settles it for me."),
    "softer": ("{name} has made me less sure.", "After {name} I am a little less sure.", "{name} is not all wrong."),
    "moved": (
        "{name} has changed my mind.",
        "{name}, you have a point.",
        "After what {name} said I see it differently.",
        "I did not think of what {name} said.",
    ),
    "amended": ("As it is amended now I see it differently.", "With that amendment it is another motion."),
    "news": ("The news changes it for me.", "After that news I see it differently."),
    "asked": ("Fair question, {name}.", "Since you ask, {name}:", "{name}, let me answer that.", "Well, {name}:"),
    "admits": ("To be honest:", "I admit that:", "This speaks for the other side, though:"),
    "aside": ("Between us:", "Just between you and me:", "I would not say this aloud:"),
    "because": ("For me it is this:", "My reason is simple:", "Here is why:"),
    "to_others": ("I would tell them what I tell you:", "I would say to them:"),
    "known": ("What I do know is this:", "This much I know:"),
    "said": ("I said this:", "My words were:"),
    "not_there": ("That is not where I stand.", "You have me on the wrong side."),
    "hears_news": (
        'We have just heard: "{text}".',
        'You have heard the news: "{text}".',
    ),
}
"""Beginnings of a speech or of a sentence."""

SENTENCES: dict[str, tuple[str, ...]] = {
    # answers about the speaker's own mind
    "listens": ("I am still listening.", "Give me a good reason, and you have my vote."),
    "hinges": ("For me it comes down to {value} in the end.", "Convince me about {value}, and I will move."),
    "needs_proof": (
        "You would have to show me that it does no good for {value}.",
        "If it turned out to be useless for {value}, I would think again.",
    ),
    "needs_clause": (
        'Put in "{text}", and I could live with it.',
        'If the motion said "{text}", I would look at it again.',
    ),
    "needs_a_lot": ("It would take a lot.", "I do not see myself moving far."),
    "clause_not_enough": ("The amendment helps, but {value} still worries me.",),
    "for_anyway": (
        "I am for it with or without that, {name}.",
        "I could live with that, {name}, and I am for it anyway.",
    ),
    "proposal": (
        "Move that as an amendment, {name}, and I will look at what it does for {value}.",
        "I could talk about that, {name}, if {value} is taken care of.",
    ),
    "last_word": ("No, {name}, I can still be convinced.", "It is what I think now, {name}, not a vow."),
    "price_motion": (
        "I would also listen to an offer: what I want is a {choice} on motion {n}.",
        "And there is motion {n}, where I need every {choice} that I can get.",
    ),
    "deal_terms": (
        "I would talk about that, {name}: make me an offer that gives me your {choice} on motion {n}.",
        "A deal is possible, {name}, and my price is your {choice} on motion {n}.",
    ),
    "deal_none": (
        "I will not trade this vote, {name}, it matters too much to me.",
        "No deal on this one, {name}, I vote as I think.",
    ),
    "deal_open": (
        "Make it a proper offer, {name}, and I will weigh it.",
        "Perhaps, {name}, but only as a proper offer about a motion on our agenda.",
    ),
    "deal_last": ("There is no later motion to trade for, {name}.",),
    "deal_refused": (
        "Thank you for the offer, {name}, but motion {n} matters too much to me.",
        "No, {name}, motion {n} is worth more to me than that.",
    ),
    "deal_taken": ("Agreed, {name}.", "We have a deal, {name}."),
    "kept": ("Thank you for keeping your word, {name}.",),
    "broken": ("{name}, you promised me something else last time.",),
    "weighs": ("For me {value} comes first, then {other}.", "I weigh {value} more than {other}."),
    "weighs_one": ("What counts for me is {value} alone.",),
    "blamed": (
        "I mean what I say, {name}.",
        "You may not like it, {name}, but I am honest with you.",
    ),
    "personal": (
        "How I live does not matter here, {name}.",
        "That is my own business, {name}, and it does not decide my vote.",
    ),
    "only_this": ("All that I can tell you is this, {name}.", "I can only tell you where I stand, {name}."),
    "tell_undecided": ("I would tell them that I have not decided, {name}.",),
    "few_worries": ("Little about it worries me, {name}.", "I see more good than harm in it, {name}."),
    "own_view": (
        "I speak for myself, {name}, and nobody tells me how to vote.",
        "It is my own view, {name}, whatever is written or said about me.",
    ),
    "not_read": (
        "I have not, {name}, I go by what we hear in this room.",
        "No, {name}, I know only what is said at this table.",
    ),
    "no_figures": (
        "Nobody has given us figures, {name}, and I will not make one up.",
        "I have seen no numbers, {name}, so I cannot tell you.",
    ),
    "unknown": (
        "I do not know that, {name}, and nothing before us says it.",
        "Nobody has told us, {name}, and I do not want to guess.",
        "I cannot answer that, {name}, we have no report on it.",
    ),
    "not_my_field": (
        "I cannot judge what it means for {value}, {name}.",
        "I have not looked into {value}, {name}.",
        "About {value} I know too little, {name}.",
        "I do not see what it has to do with {value}, {name}.",
        "Ask somebody else about {value}, {name}, it is not what I look at.",
    ),
    "no_effect": ("I do not see that it changes much for {value}, {name}.",),
    "no_number": (
        "Nobody has given us a number yet, {name}, so I cannot name mine.",
        "I have no number in mind, {name}, as long as nobody shows us one.",
    ),
    "other_worry": ("What worries me most is this, {name}:", "My worry is this, {name}:"),
    "worried": ("Yes, that worries me, {name}.", "I do worry about that, {name}."),
    "not_worried": ("On that point I am not worried, {name}.", "I think that it is the other way round, {name}."),
    "evades": (
        "{name}, that is not what decides it for me.",
        "There is something to it, {name}, but it does not decide it.",
    ),
    "will_vote": (
        "As things stand I will vote {choice}, {name}.",
        "I will vote {choice}, {name}, unless I hear something new.",
    ),
    "may_abstain": ("I may well abstain, {name}.", "If nobody convinces me, {name}, I will abstain."),
    "no_abstention": ("No, {name}, I will not abstain.",),
    "was": ("At first I was {text}, {name}.", "I began as {text}, {name}."),
    "never_changed": ("I have not changed my mind, {name}.", "I say what I said at first, {name}."),
    "cause": ("It was {other} who changed that.", "What {other} said made the difference."),
    "said_nothing": ("I said nothing about {value}, {name}.",),
    "listening": ("I am listening, {name}.", "Every word, {name}."),
    "last_said": ("The last one I heard was {other}.",),
    # answers about others
    "other_stands": ("As far as I heard, {other} is {text}.", "From what was said, {other} is {text}."),
    "other_silent": ("{other} has not told us yet, {name}.", "I do not know, {name}, {other} has said nothing so far."),
    "other_close": ("There {other} and I agree.", "I think {other} is right there."),
    "other_far": ("There I see it differently from {other}.", "{other} and I do not agree on that."),
    "other_cares": ("{other} speaks of {value}.", "What {other} brings up is {value}."),
    "closest": ("I think I am closest to {other}.", "It is {other} whom I agree with most."),
    "closest_none": ("So far I do not really agree with anybody.",),
    # answers about the meeting
    "vote_when": (
        "The chair calls the vote once nothing new is said, {name}.",
        "As soon as the chair thinks that we have heard it all, {name}.",
    ),
    "majority_simple": ("It needs more yes than no, {name}.",),
    "majority_two-thirds": ("It needs two yes for each no, {name}.",),
    "majority_unanimity": ("It fails with a single no, {name}.",),
    "can_amend": ("It can still be amended, {name}, if somebody seconds it.",),
    "cannot_amend": ("It has been amended once, {name}, and that is the limit.",),
    "pending": ("{other} has moved an amendment already, and it needs a second.",),
    "next_motion": ("After this we turn to motion {n}, {name}.",),
    "no_motion": ("This is the last motion, {name}.",),
    "motion": ('It is about this, {name}: "{text}".', 'We are debating this, {name}: "{text}".'),
    "counts": (
        "So far I count {n} for it and {m} against it, {name}.",
        "As far as people have said, {name}, {n} are for it and {m} against it.",
    ),
    "chair_decides": ("That is for the chair to decide, {name}.", "Ask the chair about that, {name}."),
    "all_decide": ("That is for all of us to decide, {name}.", "I cannot decide that alone, {name}."),
    # other remarks
    "news_counts": ("That bears on what we decide.", "We should not decide as if we had not heard it."),
    "news_leaves": ("It does not change my mind.", "I stay where I am all the same."),
    "yes?": ("{name}, do I take that as a yes?",),
    "no?": ("{name}, are you saying that you are against it?",),
    "open?": ("{name}, do you mean that you have not decided yet?",),
    "wants": (
        "I would like to hear what it means in practice.",
        "Tell me what would change for us, and I will listen.",
        "Before I decide I want to know what we are in for.",
    ),
    "why": ("What makes you so sure, {name}?", "{name}, what would change your mind?"),
}
"""Whole sentences, by their content."""
BACK = {"for": "yes?", "against": "no?", "open": "open?"}
"""Questions back about a position that was not understood for certain."""
_SLOT = re.compile(r"\\\{(\w+)\\\}")
_END = re.compile(r"(?<=[.!?:;])\s+")


def ask_back(speaker: str, guess: Guess) -> str:
    """Write the question that asks a speaker back."""
    return SENTENCES[BACK[guess.intent]][0].format(name=speaker)


def asks(speaker: str, guess: Guess, text: str) -> bool:
    """Return True if a speech asks a speaker back."""
    return ask_back(speaker, guess) in text


def is_neutral(sentence: str) -> bool:
    """Return True for one of these sentences, or a part of one up to a colon; quotations may be blank."""
    return _pattern().fullmatch(sentence.strip()) is not None


@cache
def _pattern() -> re.Pattern[str]:
    texts = (text for table in (LEADS, SENTENCES) for texts in table.values() for text in texts)
    parts = dict.fromkeys(part.rstrip(".:!?;") for text in texts for part in _END.split(re.sub('"[^"]*"', "", text)))
    return re.compile("|".join(rf"{_shape(part)}[\s.:!?;]*" for part in parts if part), re.IGNORECASE)


def _shape(part: str) -> str:
    """Return a pattern for a template; a slot takes one word, and {text} any words."""
    words = (re.escape(word).replace(r"\{text\}", r"[\w' -]+?") for word in part.split())
    return r"\s+".join(_SLOT.sub(r"\\w+", word) for word in words)
