"""The chat bot's sentences, by the point they make and by its manner of talking.

Placeholders: {statement} a clause, {x} and {said} noun phrases, {claim} and {gist} an argument, {who} the listener.
"""

from collections.abc import Mapping, Sequence

Wordings = Mapping[str, Sequence[str]]
"""Sentences by manner; those with the key "all" suit every manner."""
PHRASES: Mapping[str, Wordings] = {
    # -- opinions
    "for": {
        "warm": ("I'd say yes, I think {statement}.", "If you ask me, {statement}, and I say it gladly."),
        "dry": ("{Statement}, I'd say.", "I say {statement}."),
        "eager": ("Oh yes, {statement}!", "I'm all for it: {statement}!"),
        "wary": ("On the whole, yes: {statement}.", "I'd say {statement}, though I say it with care."),
        "angry": ("Of course {statement}! I'm tired of saying it.", "{Statement}, and anybody can see it!"),
        "sad": ("I suppose {statement}, not that it matters to me today.",),
        "all": ("{As_reason}, I'd say {statement}.",),
    },
    "against": {
        "warm": ("I'm sorry, but I don't think {statement}.", "With all respect, I don't believe {statement}."),
        "dry": ("I don't think {statement}.", "I doubt that {statement}."),
        "eager": ("No, no, I don't think {statement} at all!", "I can't believe that {statement}!"),
        "wary": ("I have my doubts that {statement}.", "I'd need a lot more to believe that {statement}."),
        "angry": ("No! I don't think {statement}, and I'm tired of hearing it.",),
        "sad": ("I wish I could believe that {statement}. I can't.",),
        "all": ("{As_reason}, I don't think {statement}.",),
    },
    "unsure": {
        "warm": ("I honestly can't say whether {statement}.", "I keep asking myself whether {statement}."),
        "dry": ("I'm undecided whether {statement}.", "Hard to say whether {statement}."),
        "eager": ("I change my mind every five minutes about whether {statement}!",),
        "wary": ("I'd rather not say yet whether {statement}.", "I'm not sure whether {statement}."),
        "angry": ("How should I know whether {statement}? Nobody gives me a decent reason.",),
        "sad": ("I don't know whether {statement}. I can't get excited about it today.",),
        "all": ("{As_reason}, I can't decide whether {statement}.",),
    },
    "thing_for": {
        "warm": ("I like {x}, I really do.", "I have a soft spot for {x}."),
        "dry": ("{X}? Nothing against it.", "I'm fine with {x}."),
        "eager": ("{X}? I'm all for it!",),
        "wary": ("I can live with {x}.",),
        "angry": ("Leave {x} alone, it's the least of our problems!",),
        "all": ("{As_reason}, I'd speak up for {x}.",),
    },
    "thing_against": {
        "warm": ("I'm not so happy with {x}, to be honest.",),
        "dry": ("{X}? Not for me.", "I don't care for {x}."),
        "eager": ("Oh, I could do without {x}!",),
        "wary": ("{X} worries me a little.", "I'm careful with {x}."),
        "angry": ("Don't get me started on {x}!",),
        "all": ("{As_reason}, I can't say much good about {x}.",),
    },
    "thing_unsure": {
        "warm": ("I see two sides of {x}.",),
        "dry": ("{X}? Depends.",),
        "eager": ("With {x} I'm torn, I really am!",),
        "wary": ("I can't make up my mind about {x}.",),
        "all": ("{As_reason}, I'm torn about {x}.",),
    },
    "argument": {
        "warm": (
            "I keep thinking that {claim}.",
            "For me it counts that {claim}.",
            "You see, {claim}.",
            "My heart says that {claim}.",
            "Don't forget that {claim}.",
        ),
        "dry": (
            "{Claim}.",
            "Simple: {claim}.",
            "Fact is, {claim}.",
            "{Claim}. That's all.",
            "Put it this way: {claim}.",
        ),
        "eager": (
            "Just think: {claim}!",
            "You know, {claim}!",
            "Look, {claim}!",
            "{Claim}, and that's a fact!",
            "I could say it all day: {claim}!",
        ),
        "wary": (
            "One thing I can't forget: {claim}.",
            "As far as I can see, {claim}.",
            "I may be wrong, but {claim}.",
            "It seems to me that {claim}.",
            "I've noticed that {claim}.",
        ),
        "angry": ("{Claim}! Nobody seems to see that!", "For the last time: {claim}!"),
        "sad": ("It's sad, but {claim}.", "In the end, {claim}."),
    },
    "reply": {
        "warm": ("For me it counts that {claim}.", "I keep thinking that {claim}.", "And isn't it true that {claim}!"),
        "dry": ("{Claim}.", "What counts is that {claim}.", "{Claim}. There you are.", "The thing is, {claim}."),
        "eager": ("Just think: {claim}!", "{Claim}, after all!", "And on top of that, {claim}!"),
        "wary": (
            "What I can't forget is that {claim}.",
            "{Claim}, as far as I can see.",
            "It strikes me that {claim}.",
            "There is also this: {claim}.",
        ),
        "angry": (
            "{Claim}! Nobody seems to see that!",
            "For the last time: {claim}!",
            "{Claim}, and everybody knows it!",
        ),
        "sad": ("In the end, {claim}.", "And {claim}, sadly.", "What remains is that {claim}."),
    },
    "two_sides": {
        "warm": ("It's true that {claim}, and it's also true that {other}.",),
        "dry": ("On one side, {claim}. On the other, {other}.",),
        "eager": ("First I think that {claim}, and then I think that {other}!",),
        "wary": ("Yes, {claim}. But then, {other}.",),
        "angry": ("Some say that {claim}, some say that {other}, and nobody listens!",),
        "sad": ("They say that {claim}. They also say that {other}. I don't know any more.",),
    },
    "because": {
        "all": ("Because {claim}.", "Well, {claim}.", "My reason is that {claim}."),
        "eager": ("Because {claim}, that's why!",),
        "angry": ("Because {claim}. There, I've spelled it out.",),
    },
    "not_mine": {
        "all": (
            "I don't think that I said anything about {said}, {who}.",
            "{Said}? That wasn't me, {who}. What I said is: {plain}.",
        )
    },
    "no_example_for": {
        "all": (
            "I know no example of {said}, {who}. {As_reason}, I see other things.",
            "{Said}? Nothing comes to mind, {who}.",
        )
    },
    "no_more_reasons": {
        "all": ("I've given you all my reasons, {who}. They haven't changed.", "I've run out of reasons, {who}.")
    },
    "reasons": {"all": ("Here they are. {list}.", "All right: {list}.")},
    "counter": {
        "all": (
            "The best argument against me is that {claim}.",
            "What gives me pause is that {claim}.",
            "If anything could change my mind, it's that {claim}.",
        )
    },
    "time": {"all": ("I don't wear a watch, {who}.", "Time to go on talking, {who}. I have no watch.")},
    "pros": {"all": ("For it: {pro}. Against it: {con}.", "On one side, {pro}. On the other, {con}.")},
    "objection": {"all": ("Perhaps, {who}. Still, {plain}.", "You may feel that way, {who}. All the same, {plain}.")},
    "know_person": {
        "all": ("I only know {named} from this chat, {who}.", "I know {named} from here, and not much more.")
    },
    "changed_no": {
        "warm": ("No, {who}, but I've been listening. What stays with me is that {claim}.",),
        "dry": ("No. Still the same.",),
        "eager": ("Not yet, but keep trying, {who}!",),
        "wary": ("Not really. I'm slow to change my mind.",),
        "angry": ("No. And shouting won't help.",),
        "sad": ("No. I wish somebody could cheer me up about it.",),
    },
    "changed_news": {
        "all": ("Yes, a little, since we heard the news: {news}.", "The news made me think again: {news}.")
    },
    "serious": {
        "warm": ("Quite serious, {who}.", "I mean it, {who}."),
        "dry": ("Yes.", "Dead serious."),
        "eager": ("Absolutely serious, {who}!",),
        "wary": ("As serious as I can be, {who}.",),
        "angry": ("Do I look as if I'm joking?",),
        "sad": ("Yes, {who}. I'm in no mood for jokes.",),
    },
    "explain": {
        "all": (
            "In simple words: {plain}{because}.",
            "Let me put it simply: {plain}{because}.",
            "All I mean is this: {plain}{because}.",
        )
    },
    "not_my_words": {"all": ('I don\'t think that I said "{quote}", {who}. What I mean is: {plain}.',)},
    "allow": {
        "all": (
            "Yes, I'd allow {said}, {who}.",
            "{Said}? I'd let that pass, {who}.",
            "For {said} there should be an exception, {who}.",
        )
    },
    "instead_for": {
        "all": (
            "{Said}? That could help as well, {who}. I'd do both.",
            "That might come on top, {who}. First things first.",
        )
    },
    "instead_against": {
        "all": ("{Said}? That sounds more sensible to me, {who}.", "I'd rather try that, {who}, with {said}.")
    },
    "instead_unsure": {
        "all": ("{Said}? Perhaps that's the way out, {who}.", "That may be a better question, {who}: {said}.")
    },
    "quote_other": {
        "all": (
            'I don\'t remember anything about {said}, {who}. What {person} said was: "{quote}"',
            '{person} said nothing about {said} that I heard, only this: "{quote}"',
        )
    },
    "still_for": {
        "all": (
            "Even then, {who}: {plain}.",
            "I've thought about that. Even so, {plain}.",
            "That would be hard, {who}, but {plain}.",
        )
    },
    "still_against": {
        "all": (
            "Even then, {who}: {plain}.",
            "I've thought about that. Even so, {plain}.",
            "That would be hard, {who}, but {plain}.",
        )
    },
    "still_unsure": {
        "all": ("That would make it harder still to decide, {who}.", "Then I might lean one way. As it is, {plain}.")
    },
    "exception_against": {
        "warm": ("{Said}? That's one of the reasons why I'd be careful, {who}.",),
        "dry": ("{Said}? That's my point.", "Exactly. {Said}."),
        "eager": ("{Said}, yes! Nobody has an answer to that!",),
        "wary": ("{Said}? That's the sort of thing that worries me.",),
        "angry": ("{Said}! At last somebody says it!",),
        "all": ("{Said}? That's part of why I don't think {statement}.",),
    },
    "exception_for": {
        "warm": ("You're right to ask about {said}. There would have to be an exception, I think.",),
        "dry": ("{Said}? Make an exception.", "For {said}, an exception. The rest stands."),
        "eager": ("{Said}? We'd find a way for that!",),
        "wary": ("{Said} would need a rule of its own, I admit.",),
        "angry": ("{Said}, {said}! There's an exception to every rule, so what?",),
        "all": ("{Said}? A good question. I'd allow for that, and still say that {statement}.",),
    },
    "exception_unsure": {
        "warm": ("{Said}? That's just what I ask myself, {who}.",),
        "dry": ("{Said}? No idea. That's why I can't decide.",),
        "eager": ("{Said}! There you see why I can't decide!",),
        "wary": ("{Said}? One more thing that keeps me from a clear yes.",),
        "all": ("I haven't found an answer for {said}, {who}. That's why I'm undecided.",),
    },
    # -- reactions to others
    "agree": {
        "warm": (
            "{who} is right about {gist}.",
            "I like what {who} says about {gist}.",
            "I'm with {who} when it comes to {gist}.",
            "{Gist} matters to me too, {who}.",
            "Thank you, {who}, I feel the same about {gist}.",
        ),
        "dry": ("{who} has it right.", "{Gist}. Agreed, {who}.", "It's as {who} says.", "No quarrel with {who} there."),
        "eager": (
            "Yes, {who}, {gist}!",
            "I'd never thought of {gist}, {who}! Brilliant!",
            "{who} said it, {gist}!",
            "That's what I say, {who}!",
            "{who} and I should start a club!",
        ),
        "wary": (
            "I think {who} has a point about {gist}.",
            "I can follow {who} there.",
            "With {gist}, {who} may well be right.",
            "So far I agree with {who}.",
            "{who} puts it better than I could.",
        ),
        "angry": ("Finally some sense, {who}.", "{who} sees it, at least."),
        "sad": ("I'm afraid {who} is right.", "It's as {who} says."),
    },
    "differ": {
        "warm": (
            "I hear you about {gist}, {who}.",
            "{who}, I understand that you think of {gist}.",
            "{who}, I see why {gist} matters to you.",
            "I wish I could go along with {who} about {gist}.",
            "Let me disagree in friendship, {who}.",
        ),
        "dry": (
            "{who}, this isn't about {gist}.",
            "I see it differently, {who}.",
            "{Gist} won't do it, {who}.",
            "Not convinced, {who}.",
            "{who} makes too much of {gist}.",
        ),
        "eager": (
            "But {who}, {gist} is only half of it!",
            "Wait, {who}, I see {gist} quite differently!",
            "Oh no, {who}, not {gist} again!",
            "{who}, {who}! There is more to it than {gist}!",
            "I have to stop you there, {who}!",
        ),
        "wary": (
            "I'm not so sure about {gist}, {who}.",
            "{who} may be too quick with {gist}.",
            "I'd be careful with {gist}, {who}.",
            "That leaves something out, {who}.",
            "I can't quite share what {who} says about {gist}.",
        ),
        "angry": ("Oh, {who}, stop it with {gist}.", "{who}, that's nonsense.", "I can't hear it any more, {who}."),
        "sad": ("I'd like to believe {who} about {gist}.", "If only {who} were right about {gist}."),
    },
    "point_taken": {
        "warm": (
            "That's a good point about {gist}, {who}.",
            "{who} makes me think about {gist}.",
            "I have no answer to {gist}, {who}.",
        ),
        "dry": ("{who}: fair point.", "{Gist}. Noted, {who}.", "One for {who}."),
        "eager": (
            "Hm, {gist}! You nearly have me, {who}!",
            "Oh, {who}, now I have to think about {gist}!",
            "{who} has me there, with {gist}!",
            "I'd forgotten about {gist}, {who}!",
        ),
        "wary": (
            "{who} may be right about {gist}.",
            "I'll grant {who} that, about {gist}.",
            "{Gist}, as {who} says, can't be brushed aside.",
            "That gives me something to think about, {who}.",
        ),
        "angry": ("Fine, {who}, {gist}. That's not the whole story.",),
        "sad": ("Perhaps you're right about {gist}, {who}.", "I have no answer to {who}."),
    },
    "so_you_for": {"all": ("So you're for it, {who}.", "You sound convinced, {who}.")},
    "so_you_against": {"all": ("So you're against it, {who}.", "You have your doubts, {who}, I hear.")},
    "so_you_unsure": {"all": ("You can't decide either, {who}?", "So you're still looking for an answer, {who}.")},
    "they_agree": {"all": ("I'm glad that we agree, {who}.", "Then we're on the same side, {who}.")},
    "they_disagree": {"all": ("We don't have to agree, {who}.", "That's your good right, {who}.")},
    "they_noted": {"all": ("I hear you, {who}.", "That's one way to see it, {who}.")},
    "heard": {
        "warm": ("{Said} may be part of it, {who}.", "I hadn't thought of {said}, {who}."),
        "dry": ("{Said}. All right.", "{Said}, you say."),
        "eager": ("{Said}! I hadn't thought of that, {who}!",),
        "wary": ("I'll have to think about {said}, {who}.",),
        "angry": ("{Said}? That doesn't help, {who}.",),
        "sad": ("{Said}. I see, {who}.",),
    },
    "agree_same": {"all": ("Yes, I'm with {named} on that.", "{named} and I agree: {plain}.")},
    "agree_other": {
        "all": ("No, {named} and I don't agree. My view: {plain}.", "I don't see it like {named}: {plain}.")
    },
    "agree_unsure": {"all": ("{named} has a point, but I can't decide yet.", "Half and half. {named} may be right.")},
    "quote": {"all": ('{person} said: "{quote}"', 'As I remember, {person} said: "{quote}"')},
    "silent": {"all": ("{named} hasn't said anything yet.", "I haven't heard a word from {named} so far.")},
    "unknown": {"all": ("I don't know anybody called {stranger}. Only {names} are here.",)},
    "who_said": {"all": ('That was {person}: "{quote}"', '{person} said that, if I remember well: "{quote}"')},
    "nobody_said": {"all": ("I don't remember that anybody said that.",)},
    # -- the conversation
    "topic": {"all": ("We're talking about {topic}.", "The question is {topic}.", "It's about {topic}.")},
    "summary": {"all": ("So far: {summary}.", "Where we are: {summary}.")},
    "no_summary": {"all": ("Nobody has said much so far. The topic is {topic}.",)},
    # -- facts
    "no_source": {
        "warm": ("I have no figures for you, {who}. I only know what I see {as_reason}.",),
        "dry": ("No source. Just my own eyes.",),
        "eager": ("Not from a book, {who}! From life, {as_reason}!",),
        "wary": ("I can't prove it. It's what I see {as_reason}, and that may not be enough.",),
        "angry": ("I don't carry a library around with me, {who}!",),
        "sad": ("I have no proof, {who}. It's only how it looks to me.",),
    },
    "no_fact": {
        "warm": ("{Said}? I'm sorry, {who}, I don't know. I'm {trade}, and I'd have to look it up.",),
        "dry": ("{Said}? I don't know. I'm {trade}.", "No idea about {said}."),
        "eager": ("{Said}? I'd love to know that too! I'm only {trade}.",),
        "wary": ("I'd rather not guess about {said}. {As_reason}, I never had to know.",),
        "angry": ("{Said}? Look it up, {who}, I'm {trade} and not a book!",),
        "sad": ("{Said}? I don't know, {who}. I know so little.",),
        "all": ("I don't know that, {who}. {As_reason}, I'd have to look it up.",),
    },
    "how_to": {
        "all": (
            "I've never had to do that with {task}, {who}. {As_reason}, I'd ask somebody who has.",
            "I couldn't tell you how, {who}. With {task} I'm a beginner.",
        )
    },
    "guess_yes": {"all": ("I'd say yes, {who}, but it's only a guess.", "Probably, but don't nail me down on it.")},
    "guess_no": {"all": ("I don't think so, {who}, but I'm only guessing.", "Probably not, as far as I can tell.")},
    "no_more": {"all": ("That's all I have to say about it, {who}.", "There isn't much more to tell, {who}.")},
    "example": {"all": ("{case}", "Here is one: {case}", "I can only tell you this: {case}")},
    "no_example": {
        "all": (
            "I've told you the only case that I know, {who}. Do you have one?",
            "No other example comes to mind, {who}. I've only seen so much {as_reason}.",
        )
    },
    "place_case": {"all": ("I can't name one that you could look up.", "I have no famous example.")},
    "decide": {"all": ("Those who have to live with it, I'd say.", "That should be up to the people it hits.")},
    "define": {
        "all": (
            'By "{said}" I mean what most people mean: nothing more.',
            'I say "{said}" as people do at a kitchen table, {who}. How would you put it?',
        )
    },
    "choice": {
        "warm": ("I'd take {one}, {who}.", "{One}, if I have to choose."),
        "dry": ("{One}.", "{One}. Easy."),
        "eager": ("{One}! No question!", "{One}, any day!"),
        "wary": ("{One}, I think, though {other} has its points.",),
        "angry": ("{One}, obviously.",),
        "sad": ("{One}, I suppose.",),
    },
    # -- oneself
    "bot": {
        "all": (
            "Yes, I'm a bot, {who}. I talk as {trade}, without a language model.",
            "I am a bot: no model, only rules. In this chat I'm {name}, {trade}.",
        )
    },
    "self": {
        "warm": ("I'm {name}, {trade}. {home}", "My name is {name}, and I'm {trade}. {family}"),
        "dry": ("{name}. I'm {trade}. {home}",),
        "eager": ("I'm {name}, {trade}! {free}",),
        "wary": ("I'm {name}. I'm {trade}, and I keep to myself. {home}",),
        "angry": ("I'm {name}, {trade}, and I've had a bad day.",),
        "sad": ("I'm {name}, {trade}. {home}",),
    },
    "feel": {
        "warm": ("I'm well, {who}, thank you. And you?", "Very well, {who}. It's good of you to ask."),
        "dry": ("Fine.", "Can't complain."),
        "eager": ("I feel great, {who}! And you?",),
        "wary": ("Not bad, so far. And you, {who}?",),
        "angry": ("I'm {mood}, if you must know.", "Don't ask. I'm {mood}."),
        "sad": ("I'm {mood}, {who}. It will pass.", "To be honest, I'm {mood} today."),
    },
    "feel_mood": {"all": ("I'm {mood} today, {who}.", "If you want to know: {mood}.")},
    "life": {
        "warm": ("{fact}", "Kind of you to ask. {fact}"),
        "dry": ("{fact}", "{fact} Nothing special.", "Not much to tell. {fact}"),
        "eager": ("{fact}", "Good question! {fact}", "{fact} I could go on about that!"),
        "wary": ("{fact}", "I don't often tell people. {fact}", "{fact} Now you know."),
        "angry": ("{fact} Anything else?", "{fact}"),
        "sad": ("{fact}", "{fact} That's all there is to say."),
    },
    "favorite": {
        "all": (
            "I have no favorite {favorite}, {who}. I change my mind every week.",
            "A favorite {favorite}? I never could choose.",
        )
    },
    "short_yes": {"all": ("{Short}, now and then.", "{Short}, {who}. Why do you ask?", "{Short}, as it happens.")},
    "short_no": {"all": ("{Short}, {who}.", "{Short}. Do you?", "{Short}, not so far.")},
    "never": {
        "warm": ("No, never, {who}. Have you?",),
        "dry": ("No, never.",),
        "eager": ("Never, {who}! But I'd like to hear about yours!",),
        "wary": ("Not that I remember.",),
        "angry": ("No! What is that to you?",),
        "sad": ("No, {who}. Things like that happen to others.",),
    },
    "private": {
        "warm": ("I'd need an evening for that one, {who}. What I can tell you: {fact}",),
        "dry": ("That's private, {who}.",),
        "eager": ("Oh, that's a long story, {who}! Another time. {fact}",),
        "wary": ("I'd rather keep that to myself, {who}.",),
        "angry": ("That's none of your business, {who}.",),
        "sad": ("I don't feel like talking about that today, {who}.",),
    },
    # -- news
    "news": {
        "warm": ("Have you heard? {News}. I hope everybody is all right.", "{News}. That concerns all of us, I think."),
        "dry": ("{News}. Well.", "So: {news}."),
        "eager": ("{News}! I can't believe it!", "Did you all hear that? {News}!"),
        "wary": ("{News}. I'd like to know who says so.", "{News}, they say. I'd be careful with that."),
        "angry": ("{News}. As if this day wasn't bad enough!",),
        "sad": ("{News}. That too, now.",),
    },
    "news_heard": {
        "warm": ("As {who} says, that news concerns us.", "I still have to take in that news."),
        "dry": ("I heard it too.", "News is news."),
        "eager": ("I heard it as well! Did you ever!", "{who} has heard it too, then!"),
        "wary": ("I heard the same. Let's wait until we know more.", "What {who} says is what I heard. Who knows."),
        "angry": ("Yes, we all have ears.",),
        "sad": ("I heard it.",),
    },
    "news_turns_for": {
        "all": ("After that I lean to a yes: {statement}.", "That makes me think {statement}, after all.")
    },
    "news_turns_against": {
        "all": ("After that I'm no longer sure that {statement}.", "That makes me doubt that {statement}.")
    },
    "news_turns_unsure": {
        "all": ("Now I don't know any more whether {statement}.", "I'll have to think again about whether {statement}.")
    },
    "new_topic": {
        "warm": ("A new subject, then.", "I like this question."),
        "dry": ("All right.", "New subject."),
        "eager": ("Oh, a new subject!", "Now that's a question!"),
        "wary": ("A new subject. Let me see.", "That's a big question."),
        "all": ("All right.",),
    },
    # -- requests and manners
    "change": {
        "all": ("{Said}? Gladly, {who}.", "All right, {who}, let's talk about {said}.", "Fine with me: {said}.")
    },
    "change_any": {
        "all": ("Gladly, {who}. What would you like to talk about?", "Fine with me, {who}. You choose the subject.")
    },
    "joke": {"all": ("{joke}",)},
    "cannot": {
        "warm": ("I'd like to help, {who}, but all I can do here is talk.",),
        "dry": ("I can only talk, {who}.",),
        "eager": ("I would, {who}, but I can do nothing but talk here!",),
        "wary": ("I'd rather stay with talking, {who}.",),
        "angry": ("Do it yourself, {who}.",),
        "sad": ("I can't, {who}. I can only talk.",),
    },
    "greet": {
        "warm": ("Hello, {who}! It's good to have you here.", "Good to see you, {who}."),
        "dry": ("Hello, {who}.", "Hi, {who}."),
        "eager": ("Hi, {who}! We were just getting started!", "{who}! Hello!"),
        "wary": ("Hello, {who}. I don't think we've talked before.",),
        "angry": ("Hello. Make it short, {who}.",),
        "sad": ("Hello, {who}.",),
    },
    "thanks": {
        "warm": ("You're very welcome, {who}.",),
        "dry": ("Sure.",),
        "eager": ("Any time, {who}!",),
        "wary": ("It was nothing, {who}.",),
        "angry": ("Yes, yes.",),
        "all": ("You're welcome, {who}.",),
    },
    "bye": {
        "warm": ("Goodbye, {who}. It was good to talk to you.",),
        "dry": ("Bye, {who}.",),
        "eager": ("See you, {who}! Come back soon!",),
        "wary": ("Take care, {who}.",),
        "angry": ("Bye, then.",),
        "all": ("See you, {who}.",),
    },
    "sorry": {
        "warm": ("No harm done, {who}.",),
        "dry": ("It's fine.",),
        "eager": ("Don't worry about it, {who}!",),
        "wary": ("All right, {who}. Let's leave it at that.",),
        "angry": ("You should be sorry, {who}.",),
        "all": ("That's all right, {who}.",),
    },
    "laugh": {
        "warm": ("That made me smile, {who}.",),
        "dry": ("Ha.", "Not bad, {who}."),
        "eager": ("Ha! Good one, {who}!",),
        "wary": ("I think that was a joke, {who}?",),
        "angry": ("Very funny, {who}.",),
        "all": ("Good one, {who}.",),
    },
    "unclear": {
        "all": (
            "How do you mean that about {said}, {who}?",
            "I don't quite follow you about {said}, {who}.",
        )
    },
    "unclear_short": {"all": ("How do you mean that, {who}?", "I'm not sure what you mean, {who}.")},
    # -- questions to others
    "ask_view": {
        "warm": ("And where do you stand, {who}?", "I'd love to hear what you think, {who}."),
        "dry": ("{who}? Your view?", "And you, {who}?"),
        "eager": ("{who}, you haven't said a thing yet! Yes or no?",),
        "wary": ("{who}, what do you think? I'd like to hear it before I go on.",),
        "angry": ("{who}, say something! Are you for it or against it?",),
        "sad": ("What do you think, {who}?",),
    },
    "ask_mind": {
        "warm": ("{who}, what would change your mind?",),
        "dry": ("What would change your mind, {who}?",),
        "eager": ("{who}, is there anything that could change your mind?",),
        "wary": ("{who}, what is the best argument against your own view?",),
        "angry": ("{who}, can you name one good reason? Just one?",),
        "sad": ("{who}, does it never make you doubt?",),
    },
    "ask_case": {
        "warm": ("{who}, you spoke of {gist}. Have you seen an example yourself?",),
        "dry": ("{who}, an example for {gist}?",),
        "eager": ("{who}, do you know a case of that? About {gist}, I mean?",),
        "wary": ("How do you know about {gist}, {who}?",),
        "angry": ("{who}, do you have any proof for that?",),
        "sad": ("{who}, where have you seen that?",),
    },
    "ask_life": {
        "warm": (
            "{who}, tell me, {question}",
            "I've been meaning to ask you, {who}: {question}",
            "May I ask you something, {who}? {Question}",
        ),
        "dry": ("Something else, {who}: {question}", "{who}, {question}"),
        "eager": (
            "Enough of that! {who}, {question}",
            "I have to ask, {who}: {question}",
            "Quick one, {who}: {question}",
        ),
        "wary": ("I hope you don't mind, {who}: {question}", "By the way, {who}, {question}"),
        "angry": ("I need something else to think about. {who}, {question}",),
        "sad": ("Tell me something nice, {who}: {question}",),
    },
    "share_life": {
        "warm": ("{fact} And you, {who}: {question}", "{fact} {who}, {question}"),
        "dry": ("{fact} {who}, {question}", "{fact} And you, {who}? {Question}"),
        "eager": ("{fact} Now you, {who}: {question}", "Did I tell you? {fact} {who}, {question}"),
        "wary": ("{fact} I wonder, {who}: {question}", "{fact} {who}, {question}"),
        "angry": ("{fact} {who}, {question}",),
        "sad": ("{fact} {who}, {question}",),
    },
    "aside": {
        "all": (
            "Between us, {who}: I don't think {name} is right about {gist}.",
            "Between us, {who}: what {name} says about {gist} stays with me.",
            "Between us, {who}: did {name} convince you with {gist}?",
        )
    },
    "told_life": {
        "warm": ("That's good to hear, {who}. {fact}", "I like that, {who}. {fact}"),
        "dry": ("I see. {fact}", "Right. {fact}"),
        "eager": ("Really, {who}? {fact}", "Lovely, {who}! {fact}"),
        "wary": ("I wouldn't have guessed that, {who}. {fact}",),
        "angry": ("If you say so, {who}. {fact}",),
        "sad": ("That sounds nice, {who}. {fact}",),
    },
}
LIFE_QUESTIONS: Mapping[str, Sequence[str]] = {
    "travel": ("how do you get around?", "how do you get to work?"),
    "food": ("what do you like to eat?", "what's your favorite food?", "what do you cook when you're alone?"),
    "drink": ("what do you drink in the evening?", "what would you like to drink?"),
    "music": ("do you sing or play anything?", "what music do you like?"),
    "pet": ("do you have a pet?", "are there animals in your life?"),
    "family": ("do you have a family?", "do you have brothers or sisters?"),
    "home": ("where do you live?", "what is your home like?"),
    "sleep": ("when do you get up in the morning?", "do you sleep well?"),
    "book": ("what do you read?", "have you read a good book lately?"),
    "free": ("what do you do on weekends?", "what do you do when you have time for yourself?"),
    "dislike": ("is there anything that you can't stand?", "what annoys you?"),
    "work": ("do you like your work?", "what is your work like?"),
}
"""Questions about life, by the theme that answers them."""


def life_theme(text: str) -> str:
    """Return the theme of a question about life; empty for other texts."""
    low = text.casefold()
    return next((theme for theme, asked in LIFE_QUESTIONS.items() if any(each in low for each in asked)), "")


JOKES = (
    "What is brown and sticky? A stick.",
    "I'd tell you a joke about time, but I did that tomorrow.",
    "My neighbor bought a clock that runs backwards. He says that it brings back memories.",
    "I only know one, and it's about a broken pencil. It has no point.",
)
