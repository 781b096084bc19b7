"""Bots' sentences: each intent in three voices, with alternatives in brackets and placeholders in braces."""

import re
from collections.abc import Mapping
from typing import Literal

from core.engine.chance import Draw
from core.text import capitalized
from scenes.coup.events import Deed, Strike

Intent = Literal[
    "threaten", "warn", "offer", "ally", "trust", "agree", "decline", "accuse", "report", "strike", "betray", "point",
    "own", "doubt",
]  # fmt: skip
_CHOICE = re.compile(r"\[([^\[\]]*)\]")

DEEDS: dict[Deed, str] = {
    "steal": "[steal from me|take from me|touch my coins|go for my coins|rob me]",
    "attack": "[attack me|come after me|go after me|touch me|aim at me]",
    "challenge": "[challenge me|doubt me|call me a liar|question my claims|call my bluff]",
    "block": "[block me|get in my way|block my plans|stop me]",
}
"""Deeds against the speaker, after "if you"."""
STRIKES: dict[Strike, str] = {
    "coup": "[I coup you|I'll coup you|my next coup is yours|the next coup goes to you|you get my next coup"
    "|I spend seven coins on you]",
    "assassinate": "[I send my Assassin|I'll assassinate you|my Assassin comes for you|I pay my Assassin"
    "|my Assassin visits you]",
    "steal": "[I take your coins|I'll steal from you|I empty your purse|my Captain comes for your coins]",
    "challenge": "[I challenge your next claim|I'll challenge whatever you claim next|I doubt your next claim aloud"
    "|I call your next claim]",
}
"""Punishments that a threat announces, after "if you …,"."""
SPAN = "[this round|until my next turn|for a round|for two rounds|for the next two rounds]"
PHRASES: dict[Intent, tuple[str, str, str]] = {
    "threaten": (
        "[{who}, {deeds}. [If you do it again,|If that happens again,|The next time,] {strike}."
        "|{deeds}, {who}. [Once more and|Do it again and|If it happens again,|The next time,] {strike}."
        "|{who}, {deeds}[: I keep count|, and I saw it|]. If you {deed} again, {strike}.]",
        "[I liked you, {who}, but {deeds}. [Please, not again, or|Do it again and|If I see that again,] {strike}."
        "|{who}, {deeds}[ and I let it go|; that hurt|]. If you {deed} once more, {strike}[, I promise|]."
        "|[Let's stay friends|I don't want a fight], {who}. You know that {deeds}; if you do it again, {strike}."
        "|Why me, {who}? [First |]{deeds}. If you {deed} again, [I'm afraid |]{strike}.]",
        "[{deeds}, {who}. [Try that again|Dare to do it again|One more time] and {strike}."
        "|So {deeds}, {who}[. Big mistake|. Noted|]: {deed} again and {strike}."
        "|{who}, {deeds}. Nobody does that twice: [try it|do it again] and {strike}.]",
    ),
    "warn": (
        "[{who}, [I see your {coins} coins|you have {coins} coins|{coins} coins may give you ideas]."
        " If you {deed}, {strike}.|If you {deed}, {who}, {strike}.[| I mean it.]"
        "|Just so you know, {who}: {deed} and {strike}.]",
        "[No hard feelings, {who}, but if you {deed}, {strike}."
        "|{who}, let's not fight. If you {deed}, [though, |]{strike}."
        "|Be nice, {who}: [with {coins} coins you can go elsewhere; |]{deed} and {strike}.]",
        "[Don't even try, {who}: {deed} and {strike}.|{deed} if you dare, {who}. Then {strike}."
        "|{who}, [{coins} coins or not|whatever you hold]: {deed} and {strike}.]",
    ),
    "offer": (
        "[{who}, leave me alone {span} and I leave you alone.[ {why}.|]"
        "|{who}, [let's leave|we should leave] each other alone {span}[: {why}|]."
        "|Shall we leave each other alone {span}, {who}?[ {why}.|]]",
        "[[How about|What do you say to|Would you like] a truce {span}, {who}?[ {why}.|]"
        "|Peace {span}, {who}?[ {why}.|| We would both be safer.]]",
        "[{who}: hands off each other {span}. {why}.|{who}, you stay off me, I stay off you, {span}. {why}."
        "|{who}, don't touch me {span} and I won't touch you[. {why}|].]",
    ),
    "ally": (
        "[{who}, {why}. [Let's leave|We leave] each other alone until {rival} is out."
        "|{rival} first, {who}: [{why}, so |]let's leave each other alone"
        " [and go after {rival}|until {rival} is out].]",
        "[{who}, you and I [could|should] team up against {rival}: {why}."
        "|[Shall we|Could we] work together against {rival}, {who}?[ {why}.| Alone neither of us gets there.]"
        "|{why}, {who}. Peace between us until {rival} is out?]",
        "[{who}, forget me, look at {rival}: {why}. Truce until {rival} is out."
        "|{why}. Truce, {who}, [and we go for {rival}|until {rival} is out]."
        "|{who}: you, me, against {rival}. [{why}. |]Hands off each other till {rival} is out.]",
    ),
    "trust": (
        "[{who}, leave me alone {span} and I will not challenge your {card}."
        "|{who}, I won't challenge your {card} if you leave me alone {span}."
        "|You claim {a} {card}, {who}. I won't doubt your {card}, and you stay off me {span}.]",
        "[I'll let your claims pass, {who}, if you let me be {span}."
        "|{who}, [be kind|a small favor|a thought]: don't attack me {span}, and I won't doubt your {card}."
        "|I won't challenge your {card}, {who}, if you keep away from me {span}. Fair?]",
        "[{who}, whatever your {card} is: stay off me {span} and I won't doubt your {card}."
        "|Keep away from me {span}, {who}, and I won't challenge your {card}."
        "|{who}, I could doubt your {card}. Leave me alone {span} and I won't challenge your {card}.]",
    ),
    "agree": (
        "[[Deal|Agreed|Done|Yes], {who}[|, until turn {until}|, for now]."
        "[| I stay off you.| I keep my side.| {why}.]|{who}, [agreed|that works for me|you have my word]"
        "[|, until turn {until}].[| {why}.]]",
        "[[With pleasure, yes|Sounds good|Okay, deal|All right], {who}."
        "[| Let's both [keep|stick to] it.| {why}.| You're safe from me.]"
        "|[You have my word|Yes, I'm in|Fine by me], {who}[, until turn {until}|]."
        "[| Thank you.| {why}.| I trust you.]]",
        "[[Fine|All right|Okay|Deal], {who}."
        " [Break it and you'll regret it.|Don't make me sorry.|{why}.|Until turn {until}.|But I'm watching you.]"
        "|{who}, [deal|fine|okay][, but once|, this time|, until turn {until}|].[| {why}.]]",
    ),
    "decline": (
        "[[No|No deal|No, thank you|Not this time|I'd rather not], {who}[: {why}|. {why}]."
        "|{who}, [no|I decline|I'd rather not][: {why}|. {why}].]",
        "[Sorry, no|I'm sorry, no|Not today, sorry|I'd rather not|Thank you, but no], {who}[: {why}|. {why}|; {why}].",
        "[[No|Forget it|Never|No chance|Not with me], {who}[. {why}|: {why}|! {why}]."
        "|{who}, [no|never|forget it]. {why}.]",
    ),
    "accuse": (
        "[{who}, we had a deal, and on turn {turn} you broke it|You gave me your word, {who}, and then you {did}"
        "|{who}, you {did} on turn {turn}, in the middle of our deal]"
        "[. I won't trust you again|. That changes everything|. From now on you are an enemy].",
        "[I trusted you, {who}.|That was not fair, {who}.|Why, {who}?]"
        " [We had a deal until you {did} on turn {turn}|Our deal, and then you {did}]."
        "[| I am disappointed.| Not a second time.| I would have kept it.]",
        "[So that's your word, {who}: you {did} on turn {turn}|{who} the traitor: a deal, and then you {did}"
        "|You broke our deal on turn {turn}, {who}]"
        "[. You'll pay|. I don't forget|. Never again|. Your turn will come].",
    ),
    "report": (
        "[{who}, be careful with {rival}, who broke a deal with {victim} on turn {turn}"
        "|{rival} broke a deal with {victim} on turn {turn}, {who}|On turn {turn} {rival} broke a deal with {victim}]"
        "[. Keep that in mind|. I trust those words less now|].",
        "[Poor {victim}: {rival} promised and broke it on turn {turn}"
        "|Did you see, {who}? {rival} broke a promise to {victim}]"
        "[. Be careful|. I would be careful|. Think before you trust {rival}].",
        "[{rival} sold out {victim} on turn {turn}|{rival}'s word is worth nothing: ask {victim} about turn {turn}"
        "|{victim} believed {rival}, and look]"
        "[. {who}, you are next|. Remember it, {who}|. Don't be a fool too, {who}].",
    ),
    "strike": (
        "[I warned you on turn {turn}, {who}.|{who}, this is for turn {turn}[|, as I said].|You were warned, {who}."
        "|As announced, {who}.][| I keep my word.| Nothing more.]",
        "[I did warn you, {who}.|{who}, you knew this would come.|I'm sorry, {who}, but I said so before turn {turn}.]"
        "[| A promise is a promise.| It was your choice.]",
        "[You had your warning, {who}.|Turn {turn}, {who}: did you think I forgot?|Remember turn {turn}, {who}?"
        "|I told you, {who}.][| Enjoy.| Now you see.| Pay up.]",
    ),
    "betray": (
        "[{who}, our deal ends here|I have to break our deal, {who}|The deal of turn {turn} is over, {who}]"
        ": [{why}|it no longer helps me|this wins me more].",
        "[Forgive me, {who}|I'm sorry, {who}|I hate to do this, {who}]"
        ": [{why}|I can't pass this up|I have no better move|it's only a game].",
        "[Deals end, {who}|Nothing personal, {who}|You trusted me, {who}][. {why}|; your mistake|. It was fun|].",
    ),
    "point": (
        "[{rival} has {coins} coins[|, and a coup costs seven| and {cards}]."
        "|With {coins} coins {rival} is ahead of [us|all of us|you and me, {who}]."
        "|{rival} holds {cards} and {coins} coins.|Look at {rival}: {coins} coins[| and {cards}].]"
        "[ {who}, do something.| Somebody should act.| {who}, I would go there.| We should not let that run."
        "| That is the one to stop.]",
        "[I am worried about {rival}|{rival} is doing too well|Has anybody looked at {rival} lately]"
        "[, with {coins} coins|: {coins} coins and {cards}][.|, {who}.]"
        "[| We should help each other there.| What do you think, {who}?]",
        "[Are you all asleep? {rival} has {coins} coins.|{rival}, {coins} coins. Wake up, {who}!"
        "|{who}, you look the wrong way: {rival} has {coins} coins."
        "|{rival} wins this if nobody moves: {coins} coins, {cards}.][| I can't do it all alone.| Hit {rival}.]",
    ),
    "own": (
        "[I have {a} {card}|I hold {a} {card}|One of my cards is {a} {card}|For the record, I have {a} {card}]"
        "[.|: {why}.|, so {why}.]",
        "[Just to save us trouble, I have {a} {card}|I've got {a} {card}, honestly|Friends, I have {a} {card}"
        "|Believe me, I have {a} {card}|I do have {a} {card}][.|: {why}.|, so {why}.]",
        "[I have {a} {card}. Try me|Go ahead, I've got {a} {card}|I'm holding {a} {card}, by the way"
        "|Careful: I have {a} {card}|Guess what, I have {a} {card}][.|: {why}.|. So {why}.]",
    ),
    "doubt": (
        "[I say that {who} has no {card}|I doubt that {who} has {a} {card}|{who} has no {card}, I think]"
        "[.|: {why}.|, as {why}.]",
        "[I'm sorry, but {who} has no {card}|I don't quite believe in {who}'s {card}"
        "|Maybe I'm wrong, but {who} has no {card}][.|: {why}.|, as {why}.]",
        "[{who} has no {card}. Come on|{who}'s {card} is a lie|{who}'s {card} is made up|I don't buy {who}'s {card}]"
        "[.|: {why}.|, {who}, and you know it.]",
    ),
}


def sentence(intent: Intent, voice: int, facts: Mapping[str, str | int], draw: Draw) -> str:
    """Write a sentence for an intent with its facts, in one of the voices."""
    text = PHRASES[intent][voice]
    for name, options in (("deed", facts.get("deed", "")), ("strike", facts.get("strike", "")), ("span", SPAN)):
        text = text.replace(f"{{{name}}}", str(options))
    while found := _CHOICE.search(text):
        text = f"{text[: found.start()]}{draw.choice(found[1].split('|'))}{text[found.end() :]}"
    text = text.format(**facts)
    return re.sub(r"([.!?] )([a-z])", lambda found: found[1] + found[2].upper(), capitalized(text))
