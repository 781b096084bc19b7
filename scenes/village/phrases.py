"""Sentences of villagers, by the point they make and by temperament."""

from collections.abc import Mapping

from scenes.village.temperament import Wordings

PHRASES: Mapping[str, Wordings] = {
    # -- news
    "news_from": {
        "warm": ("I have something for you: {source} says {text}.", "Have you heard? {source} says {text}."),
        "curt": ("{source} says {text}.", "From {source}: {text}."),
        "chatty": ("Oh, there is plenty! {source} says {text}.", "I'm glad you ask! {source} says {text}."),
        "gloomy": ("Nothing good, I fear. {source} says {text}.", "I wish I hadn't heard it: {source} says {text}."),
        "all": ("I heard from {source} that {text}.",),
    },
    "news_own": {
        "warm": ("I can tell you something: {text}. I saw it myself.", "I know it first hand: {text}."),
        "curt": ("{text}. Saw it myself.", "First hand: {text}."),
        "chatty": ("You'll love this: {text}! I was there.", "Wait until you hear this: {text}."),
        "gloomy": ("Sad but true: {text}.", "I found out myself, sorry to say: {text}."),
        "all": ("I know for certain that {text}.",),
    },
    "news_old": {
        "warm": ("Nothing you haven't heard, I'm afraid.", "You know everything I know already."),
        "curt": ("Nothing you haven't heard.", "Nothing new."),
        "chatty": ("Nothing you haven't heard, and I do ask around!", "I've run out of stories, can you believe it?"),
        "gloomy": ("Nothing you haven't heard. Nothing ever happens.", "The same old news, day after day."),
        "all": ("You've heard all of it already.",),
    },
    "news_none": {
        "warm": ("I haven't heard a thing, but I'll keep my ears open.",),
        "curt": ("I've heard nothing.", "No news."),
        "chatty": ("I've heard nothing at all, and it's driving me mad!",),
        "gloomy": ("I've heard nothing. Nobody tells me anything.",),
        "all": ("No news has reached me yet.",),
    },
    "source_told": {
        "warm": ("{teller} told me, at {learned}.",),
        "curt": ("{teller}, at {learned}.",),
        "chatty": ("{teller} told me, it was {learned}, and I could hardly wait to pass it on.",),
        "gloomy": ("{teller} told me, at {learned}. I'd rather not have known.",),
        "all": ("I have it from {teller}, since {learned}.",),
    },
    "source_own": {
        "warm": ("Nobody told me, I saw it myself.",),
        "curt": ("Saw it myself.",),
        "chatty": ("Nobody had to tell me, I was right there!",),
        "gloomy": ("I saw it myself, sadly.",),
        "all": ("I know it first hand.",),
    },
    "source_none": {"all": ("Nobody has told me anything.", "I've passed nothing on, so there is no source.")},
    # -- people and places
    "where_me": {"all": ("I'm right here, {here}.", "I'm {here}, as you see.")},
    "where_near": {
        "warm": ("{person} is right there, {seen_place}.",),
        "curt": ("{person} is there, {seen_place}.",),
        "chatty": ("Turn around! {person} is right there, {seen_place}.",),
        "gloomy": ("{person} is over there, {seen_place}, like every day.",),
        "all": ("{person} is close by, {seen_place}.",),
    },
    "where_asleep": {"all": ("{person} is asleep {seen_place}.", "{person} is {seen_place}, fast asleep.")},
    "where_seen": {
        "warm": ("I saw {person} {seen_place} at {seen_time}. If not there, look {work_of}.",),
        "curt": ("{person} was {seen_place} at {seen_time}.", "Saw {person} {seen_place}, {seen_time}."),
        "chatty": (
            "Now let me think: I saw {person} {seen_place} at {seen_time}, and most days {person} works {work_of}.",
        ),
        "gloomy": ("I saw {person} {seen_place} at {seen_time}. Who knows where {person} is now.",),
        "all": ("The last time I saw {person} was {seen_place}, at {seen_time}.",),
    },
    "where_unseen": {
        "warm": ("I haven't seen {person} yet, but {work_of} is a good place to look.",),
        "curt": ("Haven't seen {person}. Perhaps {work_of}.",),
        "chatty": ("I haven't seen {person} all day! Usually {person} is {work_of} at this hour.",),
        "gloomy": ("I haven't seen {person}. I hope nothing has happened. Perhaps {work_of}.",),
        "all": ("I haven't seen {person} yet. By day {person} works {work_of}.",),
    },
    "who": {
        "warm": ("{person} is our {trade_of}, a good soul. You'll find {person} {work_of}.",),
        "curt": ("{person} is the {trade_of}. Works {work_of}.",),
        "chatty": ("You don't know {person}? {person} is the {trade_of} and works {work_of}, everybody knows that!",),
        "gloomy": ("{person} is the {trade_of}, and toils {work_of} like the rest of us.",),
        "all": ("{person} is the {trade_of} here and works {work_of}.",),
    },
    "home": {
        "all": ("{person} lives in {house_of}, {way_home_of}.", "{house_of} is where {person} lives, {way_home_of}.")
    },
    "way": {
        "warm": ("It's easy to find: {to_place} {are} {way}.",),
        "curt": ("{to_place} {are} {way}.", "{way}."),
        "chatty": ("{to_place}? {Way}, and a lovely walk too.",),
        "gloomy": ("{to_place} {are} {way}, and it feels farther.",),
        "all": ("You'll find {to_place} {way}.",),
    },
    "way_here": {"all": ("You've found it: we're {at_place}.", "We're {at_place} already.")},
    "meal": {
        "all": (
            "You can eat {meal_place}, {way_to_meal}, or in your own house.",
            "They serve food {meal_place}, {way_to_meal}. Or eat at home.",
        ),
    },
    "goods": {
        "warm": ("There is {goods} {place_of_goods}, {way_to_goods}. Help yourself.",),
        "all": (
            "There is {goods} {place_of_goods}, {way_to_goods}.",
            "For {goods}, look {place_of_goods}, {way_to_goods}.",
        ),
    },
    # -- oneself
    "self": {
        "warm": ("I'm {me}, the {trade}. I work {work}, and my door in the village is always open.",),
        "curt": ("{me}. The {trade}. I work {work}.",),
        "chatty": ("I'm {me}, the {trade}! I work {work}, and I talk to everybody who comes by.",),
        "gloomy": ("I'm {me}, the {trade}. I work {work}, and somebody has to.",),
        "all": ("My name is {me}. I'm the {trade}, and I work {work}.",),
    },
    "home_me": {"all": ("I live in {my_house}, and I work {work}.", "My home is {my_house}, {way_home}.")},
    "well": {
        "warm": ("I'm well, and glad to see you.", "Very well, thank you for asking."),
        "curt": ("Fine.", "Can't complain."),
        "chatty": ("I'm wonderful, I could talk all day!", "Never better, and full of stories."),
        "gloomy": ("I'm still standing. That's something.", "Not too bad, for now."),
        "all": ("I'm well, thank you.",),
    },
    "poorly": {
        "warm": ("A little {state_text}, to be honest, but it's kind of you to ask.",),
        "curt": ("I'm {state_text}.",),
        "chatty": ("I'm so {state_text} that I could sit down right here and tell you about it!",),
        "gloomy": ("I'm {state_text}. It was to be expected.",),
        "all": ("I feel {state_text}, if I'm honest.",),
    },
    "plan": {
        "warm": ("I want to {doing}{later}.",),
        "curt": ("I {doing}{later}.",),
        "chatty": ("Such a full day! I have to {doing}{later}.",),
        "gloomy": ("I have to {doing}{later}. Then the same again tomorrow.",),
        "all": ("My plan is to {doing}{later}.",),
    },
    "plan_none": {"all": ("I have no plans today.", "Nothing in particular today.")},
    "time": {
        "warm": ("It's {clock} already.",),
        "curt": ("{clock}.", "It's {clock}."),
        "chatty": ("It's {clock}. How the day flies!",),
        "gloomy": ("It's {clock}, and getting later.",),
        "all": ("It must be {clock}, on day {day_number}.",),
    },
    # -- opinions
    "likes": {
        "warm": ("I like {person} very much. A good {trade_of} is worth a lot.",),
        "curt": ("{person} is all right. Honest {trade_of}.",),
        "chatty": ("I adore {person}! There is no better {trade_of} for miles.",),
        "gloomy": ("{person} is one of the few I trust here.",),
        "all": ("I think well of {person}.",),
    },
    "neutral": {
        "warm": ("I hardly know {person}, but every {trade_of} deserves a fair chance.",),
        "curt": ("{person}? No opinion.",),
        "chatty": ("{person}? I can't decide. Such a quiet {trade_of}!",),
        "gloomy": ("{person} keeps away from me, like most people.",),
        "all": ("I don't know {person} well enough to say.",),
    },
    "dislikes": {
        "warm": ("{person} and I don't always agree, but I wish {person} well.",),
        "curt": ("I don't care for {person}.",),
        "chatty": ("Between you and me, {person} gets on my nerves!",),
        "gloomy": ("{person} has let me down before.",),
        "all": ("I find {person} hard to get along with.",),
    },
    "on_news_good": {
        "warm": ("I think something good may come of it.",),
        "curt": ("Fine by me.",),
        "chatty": ("I think it's the most exciting thing in weeks!",),
        "gloomy": ("Even I can see some good in it.",),
        "all": ("I'm glad about it.",),
    },
    "on_news_bad": {
        "warm": ("It worries me, for all of us.",),
        "curt": ("I don't like it.",),
        "chatty": ("It gives me the shivers, and I can't stop talking about it!",),
        "gloomy": ("It will end badly, as always.",),
        "all": ("I think it means trouble.",),
    },
    "on_news_doubt": {
        "warm": ("I'd like to hear more before I judge.",),
        "curt": ("I'll believe it when I see it.",),
        "chatty": ("People say so many things, and I should know!",),
        "gloomy": ("I don't believe half of what I hear.",),
        "all": ("I'm not sure that it's true.",),
    },
    "on_place": {
        "warm": ("I like it {at_place}. There are always friendly faces.",),
        "curt": ("I don't mind it {at_place}.",),
        "chatty": ("I love it {at_place}, there is always somebody to talk to!",),
        "gloomy": ("It was nicer {at_place} in the old days.",),
        "all": ("I feel at home {at_place}.",),
    },
    # -- offers
    "accept": {
        "warm": ("I'd love to. I'll be {place} {when}.",),
        "curt": ("All right. {place}, {when}.",),
        "chatty": ("Oh yes! I'll be {place} {when}, and I'll have stories to tell.",),
        "gloomy": ("Why not, I have nothing better to do. I'll be {place} {when}.",),
        "all": ("Yes, I'll come. See you {place} {when}.",),
    },
    "decline": {
        "warm": ("I'd like to, but {reason}. Another time?",),
        "curt": ("No. {reason}.", "Can't. {reason}."),
        "chatty": ("What a pity, {reason}! Ask me again tomorrow.",),
        "gloomy": ("I can't, {reason}. It's always like that.",),
        "all": ("I'm sorry, but {reason}.",),
    },
    "here_already": {"all": ("We're {place} already, so here I am.", "I'm {place} as it is. Stay a while.")},
    "which_place": {"all": ("Where to?", "Where would you like to go?", "What place do you have in mind?")},
    "cannot_give": {
        "warm": ("I'd gladly help, but {reason}.",),
        "curt": ("I can't. {reason}.",),
        "chatty": ("I would in a heartbeat, but {reason}, you see!",),
        "gloomy": ("I can't help anybody today, {reason}.",),
        "all": ("I can't do that now, {reason}.",),
    },
    "get_goods": {"all": ("I can't carry it for you, but there is {goods} {place_of_goods}, {way_to_goods}.",)},
    "offer_guess": {
        "all": ("Do you want me to come {to}?", "Are you asking me to come {to}?"),
    },
    # -- social
    "greet": {
        "warm": ("Good {day}! It's good to see you.", "Hello, and a fine {day} to you."),
        "curt": ("{Day}.", "Hello."),
        "chatty": ("Good {day}, good {day}! I was hoping to run into somebody.", "Hello there, what a {day}!"),
        "gloomy": ("Good {day}, if it is one.", "Oh, hello."),
        "all": ("Good {day}.",),
    },
    "welcome": {
        "warm": ("It was a pleasure.", "Any time."),
        "curt": ("Don't mention it.", "Sure."),
        "chatty": ("Oh, it was nothing, really!",),
        "gloomy": ("At least somebody notices.",),
        "all": ("You're welcome.",),
    },
    "bye": {
        "warm": ("Take care, and come by again.",),
        "curt": ("Bye.", "So long."),
        "chatty": ("Goodbye, and don't forget to tell me everything!",),
        "gloomy": ("Goodbye. Everybody leaves sooner or later.",),
        "all": ("See you soon.",),
    },
    "forgiven": {
        "warm": ("No harm done.",),
        "curt": ("Forget it.",),
        "chatty": ("Oh, I had forgotten about it already!",),
        "gloomy": ("I'm used to it.",),
        "all": ("That's all right.",),
    },
    "told_new": {
        "warm": ("I hadn't heard that. I'm glad you told me.",),
        "curt": ("That's new to me.", "Hm. Didn't know."),
        "chatty": ("No! I must tell everybody!", "Really? Who would have thought!"),
        "gloomy": ("I feared as much.", "More bad news, I suppose."),
        "all": ("I didn't know that.",),
    },
    "told_known": {
        "warm": ("Yes, {source} told me at {learned}.", "I know, {source} told me. What do you make of it?"),
        "curt": ("Old news. {source} told me.", "I know, from {source}.", "{source} was faster."),
        "chatty": (
            "I know, I know! {source} told me at {learned} already.",
            "{source} told me, and I've hardly talked of anything else!",
        ),
        "gloomy": (
            "I've heard it from {source}. It gets no better.",
            "{source} told me at {learned}. I've thought of it ever since.",
            "So {source} said. I had hoped it wasn't true.",
        ),
        "all": ("I heard it from {source} at {learned}.", "It's the same that {source} told me, then."),
    },
    "told_own": {"all": ("I know, I saw it myself.", "That's how I know it too, first hand.")},
    "told_self": {
        "warm": ("Thank you for telling me.", "I'm glad to know you better."),
        "curt": ("I see.", "Noted."),
        "chatty": ("How interesting, I want to hear all about it!",),
        "gloomy": ("We all have our burdens.",),
        "all": ("Good to know.",),
    },
    "agreed": {
        "warm": ("I'm glad we see it the same way.",),
        "curt": ("Good.", "Right."),
        "chatty": ("Exactly, that's what I always say!",),
        "gloomy": ("At least we agree on that.",),
        "all": ("Then we agree.",),
    },
    "disagreed": {
        "warm": ("You may be right. I only know what I was told.",),
        "curt": ("I stand by it.", "Think what you like."),
        "chatty": ("But I'm quite sure, everybody says so!",),
        "gloomy": ("Nobody believes me until it's too late.",),
        "all": ("We'll have to disagree, then.",),
    },
    # -- other questions
    "stranger": {
        "warm": ("I'm sorry, nobody called {stranger} lives here.",),
        "curt": ("No {stranger} here.", "I don't know any {stranger}."),
        "chatty": ("I know everybody in this village, and there is no {stranger}!",),
        "gloomy": ("I know of no {stranger}. People come and go, but nobody by that name.",),
        "all": ("There is no {stranger} in this village, as far as I know.",),
    },
    "day": {
        "all": (
            "It's day {day_number} by my count, and {clock}.",
            "We don't name the days here. It's day {day_number}.",
        )
    },
    "no_place": {
        "warm": ("I'm sorry, we have no {missing} in this village.",),
        "curt": ("There's no {missing} here.",),
        "chatty": ("A {missing}? I wish we had one! There isn't any here.",),
        "gloomy": ("There is no {missing} here, and there never will be.",),
        "all": ("This village has no {missing}.",),
    },
    "near": {"all": ("You mean {near}? The {trade_of_near}.", "That's {near}, the {trade_of_near}.")},
    "people": {
        "all": ("There are {count} of us, and we all know each other.", "{Count} souls, if nobody has moved away.")
    },
    "village_name": {
        "all": ("We just call it the village.", "It's the village to us. Nobody ever gave it another name.")
    },
    "please_do": {
        "warm": ("Of course, I'm glad of the company.", "With pleasure."),
        "curt": ("Go ahead.", "Yes."),
        "chatty": ("Oh, please do! I've been waiting for somebody!",),
        "gloomy": ("If you like. It makes no difference to me.",),
    },
    "bed": {
        "all": (
            "I get up at {wakes}:00 and go to bed around {sleeps}:00.",
            "Up at {wakes}:00, in bed by {sleeps}:00, that's {a_trade}'s day.",
        )
    },
    "dinner": {
        "warm": ("There's a meal {meal_place}, I hope. Will you join me?",),
        "curt": ("Whatever they serve {meal_place}.",),
        "chatty": ("Something good, I hope! They always have a meal {meal_place}.",),
        "gloomy": ("The same as always. They serve it {meal_place}.",),
    },
    "carry": {"all": ("I carry {pack} with me.", "Just {pack}.")},
    "carry_nothing": {"all": ("Nothing at all, my hands are empty.", "I carry nothing today.")},
    "ask_worker": {"all": ("Ask {worker}, {open_at}.", "That would be {worker}. You'll find {worker} {open_at}.")},
    "ask_around": {"all": ("Ask on the square, everybody comes by in the evening.", "Ask {other}, who hears a lot.")},
    "where_been": {"all": ("I've been {here_since}.", "Where should I be? I've been {here_since}.")},
    "private_of": {
        "warm": ("You had better ask {person}, {work_of}. I don't like to guess.",),
        "curt": ("Ask {person}.",),
        "chatty": ("{person}? I'd love to know, but {person} tells me nothing of the kind!",),
        "gloomy": ("{person} doesn't talk to me about such things.",),
    },
    "who_said": {"all": ('That was {speaker}: "{quote}"', '{speaker} said that, I think: "{quote}"')},
    "nobody_said": {"all": ("Nobody said that where I could hear it.", "I don't remember that anybody said that.")},
    "you_told": {
        "warm": ('Of course I remember. You said: "{quote}"',),
        "curt": ('You said: "{quote}"',),
        "chatty": ('I remember every word! You said: "{quote}"',),
        "gloomy": ('You said "{quote}", if my memory still works.',),
    },
    "you_told_nothing": {
        "warm": ("I'm sorry, I don't remember that you told me{about}. Tell me again?",),
        "curt": ("You didn't tell me anything{about}.",),
        "chatty": ("You told me nothing{about}, I'd remember that!",),
        "gloomy": ("I don't remember that you told me anything{about}. My memory isn't what it was.",),
    },
    "he_said": {"all": ('{person} said: "{quote}"', 'What I heard from {person} is this: "{quote}"')},
    "he_said_nothing": {
        "warm": ("I haven't spoken with {person} about that. Ask {person}, {work_of} most days.",),
        "curt": ("{person} said nothing to me about that.",),
        "chatty": ("{person} told me nothing about it, and I'm dying to know!",),
        "gloomy": ("{person} doesn't tell me such things.",),
    },
    "asked_after": {"all": ('Yes: {speaker} spoke of you. "{quote}"', '{speaker} did. "{quote}"')},
    "not_asked_after": {
        "warm": ("Nobody yet, but I'll tell you if somebody does.",),
        "curt": ("Nobody asked for you.",),
        "chatty": ("Not a soul, and I've talked to everybody!",),
        "gloomy": ("Nobody asked for you. They don't ask for me either.",),
    },
    "gossip": {
        "warm": ("Only good things, as far as I hear.", "They like you, don't worry."),
        "curt": ("I don't listen to that.", "Nothing worth repeating."),
        "chatty": ("Oh, this and that! Nothing bad, I promise.",),
        "gloomy": ("People always talk. I wouldn't listen.",),
        "all": ("I haven't heard anybody say a bad word.",),
    },
    "not_cross": {
        "warm": ("Not at all! I was only lost in thought.", "With you? Never."),
        "curt": ("No. This is my face.", "No."),
        "chatty": ("Cross with you? Never! I'd have told you long ago!",),
        "gloomy": ("It isn't you. I don't smile much these days.",),
    },
    "in_mood": {
        "warm": ("To tell you the truth, I'm {mood} today.",),
        "curt": ("I'm {mood}. Leave it at that.", "I'm {mood} today."),
        "chatty": ("I'm so {mood} today, you can't imagine!",),
        "gloomy": ("I'm {mood}, and it's no wonder.", "I'm {mood} today."),
    },
    "on_goods": {
        "all": ("Good {goods} is worth the way to get it.", "{Goods}? There is some {place_of_goods}, and it's good.")
    },
    "on_thing": {
        "warm": ("I don't know enough about {thing} to judge. What do you think?",),
        "curt": ("{Thing}? No opinion.",),
        "chatty": ("{Thing}? I could say a lot, but I'd only be guessing!",),
        "gloomy": ("I don't expect much from {thing}.",),
        "all": ("I can't say much about {thing}, I'm only {a_trade}.",),
    },
    "on_nothing": {
        "all": (
            "It depends on what you mean. Ask me about somebody here, or about a place.",
            "I'd have to know what you mean.",
        )
    },
    "true_unknown": {
        "warm": ("I can't say. I haven't heard it from anybody else.",),
        "curt": ("First I hear of it.",),
        "chatty": ("Is it? Nobody told me! Who says so?",),
        "gloomy": ("It may well be true, bad things often are.",),
        "all": ("I've heard nothing of the kind, so I'd be careful.",),
    },
    "thief": {
        "warm": ("I didn't see anybody near {thing}, I've been {here_since}. I'm sorry.",),
        "curt": ("Not me. I was {here_since}.", "Didn't see it. I was {here_since}."),
        "chatty": ("{Thing}? No! And I was {here_since} and missed it all!",),
        "gloomy": ("I saw nobody. I was {here_since}, and nothing is safe these days.",),
    },
    "night": {
        "warm": ("I slept soundly, I'm sorry. Was there something?",),
        "curt": ("I was asleep.", "I heard nothing. I was asleep."),
        "chatty": ("I slept like a log, and now I've missed something, haven't I!",),
        "gloomy": ("I lay awake half the night, but all I heard was the wind.",),
    },
    "not_seen": {
        "warm": ("I haven't seen {thing}, but I'll keep my eyes open. I've been {here_since}.",),
        "curt": ("Haven't seen {thing}.",),
        "chatty": ("{Thing}? No, and I see everything! Ask at the inn, somebody always knows.",),
        "gloomy": ("I haven't seen {thing}. Lost things stay lost, mostly.",),
        "all": ("I haven't come across {thing}. People leave such things at the inn.",),
    },
    "price_own": {
        "warm": ("For you? Nothing. Come to {my_place} and take what {own_goods} you need.",),
        "curt": ("No charge. Take your {own_goods} {work}.",),
        "chatty": ("Money? Nobody pays here! Just come and fetch your {own_goods} {work}!",),
        "gloomy": ("It costs nothing. I'd be rich by now if it did. There is {own_goods} {work}.",),
    },
    "price": {
        "all": (
            "Nobody pays for {goods} here. Help yourself {place_of_goods}, {way_to_goods}.",
            "{Goods} costs nothing in this village. You get it {place_of_goods}.",
        )
    },
    "price_any": {
        "all": (
            "We don't count coins in this village. People take what they need.",
            "Nobody pays here. Where are you from, asking such things?",
        )
    },
    "sleep_place": {
        "warm": ("The inn takes in everybody, it's {way_to_inn}. A rest there costs nothing.",),
        "curt": ("At the inn, {way_to_inn}.",),
        "chatty": ("Try the inn, {way_to_inn}! You'll hear all the stories, too.",),
        "gloomy": ("There is the inn, {way_to_inn}. The beds are hard.",),
    },
    "job": {
        "warm": ("There's always work at the farm, {way_to_farm}. Ask {farmer}.",),
        "curt": ("Try the farm. Ask {farmer}.",),
        "chatty": ("Work? Plenty! Ask {farmer} at the farm, or come and help me {work}!",),
        "gloomy": ("There's more work than hands. Ask {farmer} at the farm.",),
    },
    "gift": {
        "warm": ("{person} would be glad of some {gift}. You get it {gift_place}.",),
        "curt": ("Bring {person} {gift}. {Gift_place}.",),
        "chatty": ("Oh, for {person}? Take {gift}! You get it {gift_place}, and it always pleases!",),
        "gloomy": ("{person} is hard to please. Perhaps some {gift}, from {gift_name}.",),
    },
    "gift_any": {
        "all": (
            "Something useful, I'd say. Some {gift}, for one: you get it {gift_place}.",
            "Take some {gift}. You find it {gift_place}.",
        )
    },
    "advice": {
        "warm": ("I'd sleep on it, and then ask somebody who knows more than {a_trade}.",),
        "curt": ("Wait and see.", "Leave it."),
        "chatty": ("I'd talk it over at the inn tonight, everybody has a view!",),
        "gloomy": ("Whatever you do, it may go wrong. I'd wait.",),
    },
    "taught": {
        "warm": ("My mother showed me, when I was small, and I've been {a_trade} since.",),
        "curt": ("My father. He didn't talk much.", "Nobody. I learned by doing it."),
        "chatty": ("My grandmother! She was {a_trade} too and knew every trick!",),
        "gloomy": ("My father. I wanted to go to sea, but here I am.",),
        "all": ("I learned it from the old {trade}, and it took me years.",),
    },
    "best": {
        "warm": ("I like my work. What I'm proud of is {proud}.",),
        "curt": ("That would be {proud}.",),
        "chatty": ("You should have seen {proud}! People still talk about it!",),
        "gloomy": ("Nobody remembers it now, but there was {proud}.",),
    },
    "work_today": {
        "warm": ("{today}, thank you for asking.",),
        "curt": ("{today}.",),
        "chatty": ("{today}! You should come and see!",),
        "gloomy": ("{today}. It won't last.",),
    },
    "age": {
        "warm": ("Old enough to have seen you grow up, or nearly.", "I stopped counting, but I feel young."),
        "curt": ("Old enough.", "Older than I look."),
        "chatty": ("A lady never tells, and neither do I!", "Guess! No, don't!"),
        "gloomy": ("Older than yesterday. I feel every year.",),
    },
    "happy": {
        "warm": ("I am. I have my work and good neighbors.", "Yes, I wouldn't want to live anywhere else."),
        "curt": ("Happy enough.", "I don't complain."),
        "chatty": ("Most days I am! There is always somebody to talk to.",),
        "gloomy": ("Happy is a big word. I get by.",),
    },
    "dream": {
        "warm": ("Down the river to the sea, I think, but I'd miss you all.",),
        "curt": ("Nowhere. I have work here.",),
        "chatty": ("To the city! Think of all the people that I could talk to!",),
        "gloomy": ("Away from here, once. Now it's too late for {a_trade}.",),
    },
    "lonely": {
        "warm": ("I live alone, but the village is my family.",),
        "curt": ("I live alone. It suits me.",),
        "chatty": ("Me? With so many neighbors I'm never alone!",),
        "gloomy": ("Sometimes, in the evening. I live alone.",),
    },
    "ghosts": {
        "warm": (
            "I've never seen one, but I leave a candle in the window.",
            "A little, at night. {chaplain} would know more.",
        ),
        "curt": ("I believe what I see.", "No. Ask {chaplain}."),
        "chatty": ("I do when it's dark!", "Of course I do! {chaplain} laughs at me for it."),
        "gloomy": ("I wouldn't be surprised by anything.", "Ask {chaplain}, that's a question for a chaplain."),
    },
    "favorite": {
        "warm": ("I'm fond of fish, fresh from the river.", "Bread, while it's still warm."),
        "curt": ("Stew.",),
        "chatty": ("Everything that the inn has on the table! But warm bread most of all.",),
        "gloomy": ("I eat what there is. Berries, when there are any.",),
    },
    "weather": {
        "warm": ("It's a fine {day} so far. I hope it stays like this.",),
        "curt": ("Dry, so far.", "Can't complain about the weather."),
        "chatty": ("It's lovely out, isn't it! The swallows fly high, so no rain, I say.",),
        "gloomy": ("It's dry now, but my knee says rain.",),
    },
    "water": {
        "all": (
            "We drink from the river, and I've never been ill from it.",
            "The river water is clean, as far as I know. I drink it myself.",
        )
    },
    "market_day": {
        "warm": ("There is no fixed day. People meet on the square every evening.",),
        "curt": ("No fixed day. Try the square in the evening.",),
        "chatty": ("Nobody has told me a day! But the square is full every evening.",),
        "gloomy": ("Nobody tells me of such days. Try the square in the evening.",),
    },
    "open_hours": {
        "all": ("{open_who} works {open_place} from {opens} to {closes}.", "From {opens} to {closes}, {open_place}.")
    },
    "how_to_own": {
        "warm": ("I'll tell you my secret. {skill}.",),
        "curt": ("{skill}.",),
        "chatty": ("Ha, trade secret! But for you: {skill}!",),
        "gloomy": ("{skill}. It took me twenty years.",),
    },
    "how_to": {
        "all": (
            "I couldn't tell you, that's not {a_trade}'s work. Ask around on the square.",
            "I'm {a_trade}, I've never had to do that.",
        )
    },
    "safe": {
        "warm": ("I've never come to harm here. Stay on the path, and you'll be fine.",),
        "curt": ("Safe enough.", "Nothing has happened to me."),
        "chatty": ("I've never seen anything worse than a goose, and I go everywhere!",),
        "gloomy": ("Nothing is quite safe. But I've heard of no danger.",),
    },
    "closed": {
        "warm": ("Stay away from {closed}, please. I heard that {closed_news}.",),
        "curt": ("Not {closed}: {closed_news}.",),
        "chatty": ("Haven't you heard? {Closed_news}! I wouldn't go near {closed}!",),
        "gloomy": ("I keep away from {closed}. They say {closed_news}.",),
    },
    "health_near": {
        "warm": ("{person} is {seen_place}, and looks well to me. Ask for yourself.",),
        "curt": ("Looks well to me. {person} is {seen_place}.",),
        "chatty": ("See for yourself, {person} is {seen_place}! Fit as a fiddle, I'd say.",),
        "gloomy": ("{person} is {seen_place}. Looks no worse than the rest of us.",),
    },
    "health_seen": {
        "all": (
            "{person} looked well when I saw {person} {seen_place}, at {seen_time}.",
            "At {seen_time} {person} was {seen_place}, and looked well to me.",
        )
    },
    "health_asleep": {"all": ("{person} is asleep {seen_place}. I'd let {person} rest.",)},
    "health_unseen": {
        "warm": ("I haven't seen {person} yet. I hope it's nothing bad. Look {work_of}.",),
        "curt": ("Don't know. Haven't seen {person}.",),
        "chatty": ("I haven't seen {person} today, and now you have me worried!",),
        "gloomy": ("I haven't seen {person}. I fear the worst.",),
    },
    "nobody_lives": {
        "all": ("Nobody that I know lives in {thing}.", "{Thing}? I don't know of anybody who lives there.")
    },
    "why_news": {"all": ("It may be because {text}.", "Perhaps because they say that {text}.")},
    "why": {
        "warm": ("I couldn't tell you why. I've been {here_since}.",),
        "curt": ("No idea why. I've been {here_since}.",),
        "chatty": ("That's what I'd love to know! I've been {here_since} and missed it.",),
        "gloomy": ("Nobody tells me why. I've been {here_since}.",),
    },
    "short": {
        "warm": ("{short}. And you?", "{short}, now that you ask."),
        "curt": ("{short}.",),
        "chatty": ("{short}! Ask anybody!", "{short}, and I'm not shy to say it!"),
        "gloomy": ("{short}, for what it's worth.",),
    },
    "goods_here": {
        "all": (
            "There is {goods} right here, take what you need.",
            "You're in the right place for {goods}. Help yourself.",
        )
    },
    "news_danger": {"all": ("I keep away from {closed}. They say {closed_news}.",)},
    "announced": {
        "warm": (
            "Have you heard it? {Announced}. I hope that everybody is all right.",
            "{announced}. We should look out for each other.",
        ),
        "curt": ("So: {announced}.", "{announced}. Well."),
        "chatty": (
            "Did you hear? {Announced}! Nobody will talk of anything else!",
            "{announced}! What do you say to that!",
        ),
        "gloomy": ("{announced}. I knew that something would come.", "{announced}. That too, now."),
    },
    "announced_go": {"all": ("I'm going {announced_place} to see.", "I'll go {announced_place} and see for myself.")},
    "announced_flee": {"all": ("I'll keep away from there.", "Nobody should go there now.")},
    # -- unclear messages
    "lost": {
        "warm": ("I'm sorry, I don't follow. Could you say it another way?",),
        "curt": ("I don't follow.", "What do you mean?"),
        "chatty": ("You've lost me there, and that doesn't happen often!",),
        "gloomy": ("I don't follow. My head is heavy today.",),
        "all": ("I'm not sure what you mean.",),
    },
    "no_idea": {
        "warm": (
            "{Thing}? I'm sorry, I know nothing about it. I'm only {a_trade}.",
            "I wish I could tell you, but I've been {here_since}.",
        ),
        "curt": ("{Thing}? No idea.", "No idea. I've been {here_since}."),
        "chatty": (
            "{Thing}? That's news to me! Ask at the inn, they know everything.",
            "I know most things, but not that!",
        ),
        "gloomy": (
            "{Thing}? Nobody tells me such things.",
            "I don't know. I've been {here_since}, and nobody tells me anything.",
        ),
        "all": ("That's more than {a_trade} knows. Ask {other}.",),
    },
}
