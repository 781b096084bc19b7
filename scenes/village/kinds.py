"""Kinds of questions to villagers, by their words, and the answers to each kind."""

from collections.abc import Mapping, Sequence

SYNONYMS: Mapping[str, str] = {
    "chapel": r"church|chapel|altar|kirk",
    "inn": r"inn|tavern|pub|alehouse|bar|bed for the night",
    "smithy": r"smithy|forge",
    "jetty": r"jetty|pier|dock|docks|harbou?r|riverbank",
    "woods": r"woods?|forest|trees",
    "farm": r"farm|fields?|barn",
    "square": r"square|market|market place|plaza|village center",
    "bakery": r"bakery|bakehouse|oven",
    "mill": r"mill",
}
"""Patterns of the places, by name."""
GOODS: Mapping[str, str] = {
    "bread": r"bread|loaf|loaves|rolls?|buns?|cakes?|cookies?|pastry|croissants?|something sweet|anything sweet",
    "stew": r"stew|soup|hot meal|ale|beer|wine|milk",
    "flour": r"flour",
    "grain": r"grain|wheat|barley|corn|vegetables?|apples?|eggs?|carrots?",
    "candles": r"candles?",
    "nails": r"nails?|horseshoes?|hinges?",
    "fish": r"fish|trout|eels?",
    "wood": r"firewood|logs?|timber|planks?",
}
"""Patterns of the goods, by name."""
MISSING = (
    "doctor|healer|midwife|tailor|barber|teacher|mayor|sheriff|shoemaker|well|school|shop|store|bank|bridge|station|"
    "library|castle|graveyard|cemetery|lighthouse|theater|post office"
)
"""Places and trades that a village does not have."""
_YOU = r"(?:you|u|ye|thou)"
KINDS: Mapping[str, str] = {
    "near": r"who(?:'s| is) (?:that|this|he|she|over there)\b",
    "people": r"how many (?:people|folk|souls|villagers)|how big is the village",
    "village_name": r"name of (?:this|the) village|this (?:place|village) called",
    "please_do": r"(?:may|can|could) i (?:come|sit|join|help|stay|look|ask)\b|got a (?:minute|moment)|"
    r"have a (?:minute|moment)|"
    r"keep a secret",
    "bed": r"when do (?:you|u) (?:go to bed|sleep|get up|wake|rise)|up so early",
    "dinner": r"what(?:'s| is) for \w+|what (?:did|do|will) (?:you|u) (?:have|eat)\b",
    "carry": r"\bcarrying\b|in (?:your|the) (?:bag|basket|pockets?|pack)\b",
    "ask_whom": r"who (?:should|can|could|do|would) i (?:ask|talk|speak|see|go)",
    "where_been": r"where (?:were|have) (?:you|u)\b",
    "who_said": r"\bwho (?:said|says|claims)\b(?! so)",
    "told": r"\bwhat did i (?:tell|say)|\bdo (?:you|u) remember what i|\bremember what i|\bdid i (?:tell|mention)",
    "said_by": r"\bwhat (?:exactly )?(?:did|has|does) (?!you\b|i\b|we\b|it\b|that\b|the\b)\w+ (?:say|said|tell|"
    r"told|want|reply|answer)\b",
    "asked_after": r"\b(?:asking|asked|looking|looked) (?:after|for|about) me\b|anybody want to see me",
    "gossip": r"\b(?:folks?|people|they|everybody|everyone|neighbou?rs) (?:all )?(?:say|think|talk\w*|whisper\w*|"
    r"saying) (?:of|about) me\b|behind my back|"
    r"what (?:do|does) (?:folks?|people|they|everybody|everyone) (?:say|think) (?:of|about)",
    "cross": rf"\b(?:cross|angry|mad|upset|annoyed) (?:with|at) (?:me|us)\b|have i (?:done|said|upset|offended|"
    rf"hurt)|did i (?:do something|upset|offend|hurt)|"
    rf"why (?:are|r) {_YOU} so (?:quiet|cross|angry|sad|grumpy)",
    "feel": rf"\bhow (?:are|r|art|is) {_YOU}\b(?! going| getting)|how(?:'s| is) (?:life|it going|business|your day|"
    rf"the day|everything|your soul|it)\b|\b(?:are|r) {_YOU} (?:\w+ ){{0,3}}(?:ok|okay|alright|all right|"
    rf"well|tired|"
    rf"hungry|hurt|ill|sick|cold|better|happy(?! here)|sad|managing)\b|did {_YOU} (?:sleep|rest)|{_YOU} (?:look|"
    rf"seem|sound) \w+|how do {_YOU} feel|\b{_YOU} hungry|everything (?:all right|fine|well)",
    "time": r"\bwhat(?:'s| is|s) the (?:time|hour|day)|what (?:time|day|hour) is it|the time (?:pls|please)|"
    r"\b(?:have|know|tell me) the (?:time|hour)|how late is it|is it (?:noon|late|evening|morning|"
    r"\w+day) (?:already|yet)|is it (?:noon|midnight)|what (?:time|hour) (?:do|does|has)",
    "source": r"\bwho (?:told|tells|said so)\b|from (?:whom|who|where) (?:did|do|have) you|where did (?:you|u|"
    r"ye) hear|who did (?:you|u) hear|how do (?:you|u) know|says who|heard (?:that|it) from|"
    r"where does that story",
    "favorite": r"favou?rite (?:food|meal|dish|drink|thing to eat)|what do you like to eat",
    "opinion": rf"\bwhat(?:'s| is) \w+ like\b|\btell me about (?!yourself)|\bis the \w+ (?:any )?(?:good|nice|"
    rf"worth)|\bwhat do(?:es)? {_YOU} (?:think|make|reckon|say) (?:of|about|to)\b|your (?:honest |"
    rf"considered )?(?:opinion|view|judge?ment)|\b(?:do|d')? ?{_YOU} (?:like|trust|get along|get on)|"
    rf"can (?:i|one|you|we) trust|"
    r"\bis (?:he|she|\w+) (?:a )?(?:good|honest|kind|decent|bad|nice)\b|would you say",
    "true": r"\bis it true\b|\bis that true\b|\btrue that\b|is there any truth",
    "stolen": r"\bwho (?:stole|took|broke|did (?:it|this|that)|killed|left|put|let)\b|\bwho(?:'s| has|"
    r" is) (?:been |the )?(?:steal\w*|tak\w+|thief)",
    "night": r"\b(?:in|at|during|last|all) (?:the )?night\b|\byesterday\b.*\bhear|hear (?:the|that|a|"
    r"any) \w+ (?:last|in the)",
    "taught": rf"\bwho (?:taught|trained|showed) {_YOU}|(?:how|where|when) did {_YOU} (?:learn|begin|start|become|"
    rf"get to be)|how long have {_YOU} (?:been|lived|worked|had)|been (?:at|in) (?:this|the) (?:trade|"
    rf"village)|why did {_YOU} become",
    "dream": rf"what would {_YOU} do (?:with|if)|\bif {_YOU} (?:could|had|were)\b|\bdream\w*|\bwish for|"
    rf"ever (?:want|wanted|think of|thought of|"
    rf"wish) (?:to )?(?:leav\w*|go\w*)|(?:leave|left) (?:this|the) (?:village|place)",
    "plan": rf"\bwhat (?:will|would|do|are) {_YOU} (?:do|doing|going|up)\b(?!.*\b(?:all day|for a living|here|"
    rf"if)\b)|where(?: are|'re) {_YOU} (?:going|off|headed|bound)|\bplans for\b|any plans|\byour plans?\b|"
    rf"(?:busy|free) (?:today|tonight|later|this)",
    "self": rf"\bwho (?:are|r|art) {_YOU}|your name|what do {_YOU} do\b|for a living|your trade|about yourself|"
    rf"where do {_YOU} (?:live|sleep|work)|do {_YOU} live|are {_YOU} the (?:baker|miller|smith|farmer|cook|"
    rf"inn\w*|fisher|chaplain)",
    "seen_thing": rf"\b(?:have|has|did) {_YOU} (?:\w+ )?(?:seen|see|met|meet|spotted|spoken to|"
    rf"heard from) [a-z]+\W*$|\b(?:have|has|did) {_YOU} (?:\w+ )?(?:seen|see|found|find|spotted|"
    rf"come across) (?:a|an|my|the|any|our|some)\b|\b(?:lost|misplaced|mislaid|"
    rf"can't find) my\b(?! way)|where (?:is|are|did i (?:put|leave)) my\b|where's my\b",
    "goods": r"\bdo (?:you|u|ye) (?:have|sell|got)\b|\bhave (?:you|u|ye) (?:got )?(?:any|some|a)\b|\bgot (?:any|"
    r"some)\b|\b(?:can|could|may|might) i (?:get|buy|have|borrow|take)\b|\bi(?:'d| would) like (?:a|some|"
    r"two|three)\b|any .* left\b",
    "price": r"\bhow much\b(?! do you (?:like|know))|\bprices?\b|\bcosts?\b|\bcoppers?\b|\bcoins?\b|\bcheaper\b|"
    r"\bdiscount|for how much|\bpay you for\b|\bwhat do i owe",
    "sleep_place": r"\bwhere (?:can|could|might|may|do|should) .*\b(?:sleep|stay|lodge|spend the night)|"
    r"\bbed for the night|a room\b",
    "job": r"\b(?:is there|any|find|looking for|need) (?:any )?(?:work|job|help)\b|\bwork to be had|hire (?:me|"
    r"anybody)|need a hand",
    "gift": r"\bwhat (?:should|shall|could|can|do) (?:i|we) (?:bring|give|get|buy|take)\b|\bbirthday\b|\bpresent for\b",
    "advice": r"\bwhat (?:should|shall|would|must) (?:i|we|you) do\b|\bany advice|what would you do if|"
    r"\bshould (?:i|we)\b|would it be wise|do you advise",
    "best": rf"\b(?:best|worst|biggest|hardest|proudest|favou?rite) (?:thing|part|piece|loaf|catch|day|work)\b|"
    rf"proud of|"
    rf"\bdo {_YOU} (?:like|enjoy|love) (?:your|being|the|it|this)|hardest|tired of (?:it|this|the)",
    "work": rf"\bhow (?:did|does|do|is|are|was|were) (?:the|your) (?:bread|dough|fish|fishing|harvest|grain|mill|"
    rf"catch|wood|flour|work|trade|oven|fire|cow|cows|crop|crops|nets?|stew|kitchen|inn|sheep|hens?|day)\b|"
    rf"(?:what|how) do {_YOU} (?:make|bake|sell|grow|catch|put in|cook)|(?:what's|what is) (?:that|"
    rf"this) (?:smell|you're|you are)|what are {_YOU} (?:making|baking|cooking|cutting|building|selling)|"
    rf"how'?s (?:the )?(?:business|trade|fishing|work|harvest)",
    "age": rf"\bhow old\b|your age\b|when were {_YOU} born|your birthday",
    "happy": rf"\bhappy (?:here|in|with)\b|\bdo {_YOU} like (?:it here|living|this village)|\bmiss (?:home|the|"
    rf"your)\b|\bbored\b|\bregret",
    "lonely": r"\blonely\b|\balone\b|\bmarried\b|\bhusband\b|\bwife\b|\bsweetheart\b|\bchildren\b|\bfamily\b|"
    r"\bin love\b|\bcourting\b|\bkids\b|\byour (?:mother|father|brother|sister|parents)",
    "ghosts": r"\bghosts?\b|\bspirits?\b|\bgod\b|\bwitch\w*|\bhaunted\b|\bdevil\b|\bmagic\b|\bpray\w*|\bheaven\b|"
    r"\bluck\b|\bbelieve in\b|\bfairies\b",
    "weather": r"\bweather\b|\brain\w*|\bsnow\b|\bstorm\b|\bsun(?:ny|shine)?\b(?!day)|\bcold (?:today|tonight|"
    r"winter)|\bharvest be\b|\bfrost\b",
    "water": r"\bwater\b.*\b(?:safe|drink|clean)|safe to drink",
    "market_day": r"\bmarket day\b|\bwhen(?:'s| is) the (?:market|fair|feast|dance|wedding|service|mass)|"
    r"\bopening hours|when (?:do|does|are|is) (?:you|the \w+|it) (?:open|close)",
    "how_to": r"\bhow (?:do|can|does|would|should|to) (?:i|you|one|we|u)\b(?!.*\b(?:get|go|reach|find|feel|like|"
    r"think|say|know)\b)|\bteach me|what's the (?:trick|secret|recipe)|\brecipe\b",
    "safe": r"\bis it safe\b|\bdanger\w*|\bafraid\b|\bscared\b|\bfear\b|\bwolves\b.*\?",
    "health": r"\b(?:is|are|was) (?:he|she|they|\w+) (?:\w+ )?(?:better|well|ill|sick|all right|recovered|hurt|"
    r"dead|mending)\b|what's wrong with|\w+'s (?:leg|back|health|cough|fever)|"
    r"how (?:is|are|was|does) (?!you\b|u\b|it\b|the\b|your\b)[a-z]+\b(?! far| much| many)",
    "who_lives": r"\bwho lives\b|whose (?:house|cottage|home)|\bwho owns\b",
    "why": r"\bwhy (?:is|are|does|do|did|has|have|was|would|so|not)\b|\bhow come\b|^why\b|what for\b",
    "who_is": r"\bwho(?:'?s| is| makes| has| can| knows| else)\b|\bis there an? \w+ (?:here|in|around|near)",
    "where": r"\bwhere(?:'?s| is| are|'re|abouts)?\b(?! (?:you|u|are you|did you|would you|do you) )|"
    r"\bwhich (?:way|road|path)\b|\bway to\b|\bi'?m lost\b|\blost my way\b|\bhow far\b|\bhow (?:do|"
    r"can) i (?:get|find|reach)\b|looking for \w+",
    "news": r"\bwhat(?:'s| is|s) (?:new|the news|the word|happening|going on|up)\b|\bany(?:thing)? (?:news|new|"
    r"gossip|odd|strange|interesting|exciting|word)\b|\bany (?:news|trouble|tidings)|what have i missed|"
    r"did anything happen|(?:everybody|everyone|people|folk) (?:is |are )?(?:talking|whispering) about",
}
"""Patterns of the kinds of questions, the more specific first."""
BY_MODEL: Mapping[str, str] = {
    "ask_news": "news", "ask_who": "who", "where": "where", "ask_self": "self", "ask_feel": "feel", "ask_plan": "plan",
    "ask_source": "source", "ask_opinion": "opinion", "ask_time": "time",
}  # fmt: skip
"""Kinds for the questions that the trained model reads."""
_PLACE = ("missing:no_place", "in_place:way_here", "way")
_PERSON = ("stranger:stranger", "person:where_{sight}")
ANSWERS: Mapping[str, Sequence[str]] = {
    "near": ("person:who", "near", "no_idea"),
    "people": ("people",),
    "village_name": ("village_name",),
    "please_do": ("please_do",),
    "bed": ("bed",),
    "dinner": ("dinner",),
    "carry": ("carry", "carry_nothing"),
    "ask_whom": ("ask_worker", "ask_around"),
    "where_been": ("where_been",),
    "who_is": ("stranger", "missing:no_place", "person:who", "no_idea"),
    "who_said": ("who_said", "nobody_said"),
    "told": ("you_told", "you_told_nothing"),
    "said_by": ("stranger", "he_said", "he_said_nothing", "no_idea"),
    "asked_after": ("asked_after", "not_asked_after"),
    "gossip": ("stranger", "person:{liking}", "gossip"),
    "cross": ("mood:in_mood", "not_cross"),
    "feel": ("mood:in_mood", "{state}"),
    "time": ("day_asked:day", "time"),
    "source": ("source_{source_kind}",),
    "opinion": (
        "{liking}",
        "stranger",
        "missing:no_place",
        "about_news:on_news_{judgment}",
        "on_place",
        "on_goods",
        "on_thing",
        "any_news:on_news_{judgment}",
        "on_nothing",
    ),
    "true": ("stranger", "about_news:source_{source_kind}", "true_unknown"),
    "stolen": ("thief", "no_idea"),
    "night": ("about_news:news_{fresh}", "night"),
    "seen_thing": ("person:where_{sight}", "not_seen", "no_idea"),
    "goods": (
        "own_goods:goods_own",
        "goods_here:goods_here",
        "goods",
        "person:where_{sight}",
        "have_none",
        "cannot_give_any",
    ),
    "price": ("price_own", "price", "price_any"),
    "sleep_place": ("sleep_place",),
    "job": ("job",),
    "gift": ("gift", "gift_any"),
    "advice": ("advice",),
    "taught": ("taught",),
    "best": ("best",),
    "work": ("work_today",),
    "age": ("age",),
    "happy": ("happy",),
    "dream": ("dream",),
    "lonely": ("stranger", "person:private_of", "lonely"),
    "ghosts": ("ghosts",),
    "weather": ("weather",),
    "water": ("water",),
    "market_day": ("open_hours", "market_day"),
    "how_to": ("own_goods:how_to_own", "how_to"),
    "safe": ("closed:closed", "safe"),
    "health": ("stranger", "person:health_{sight}", "no_idea"),
    "who_lives": ("home", "nobody_lives", "no_idea"),
    "why": ("stranger", "about_news:why_news", "why"),
    "plan": ("plan", "plan_none"),
    "self": ("stranger", "person:who", "home_asked:home_me", "self"),
    "news": ("news_{fresh}",),
    "who": ("stranger", "home_asked:home", "trade_asked:who", "person:where_{sight}", *_PLACE, "self"),
    "where": (
        "meal_asked:meal",
        *_PLACE,
        "goods_here:goods_here",
        "goods",
        *_PERSON,
        "not_seen",
        "where_me_asked:where_me",
        "which_place",
    ),
    "where_me": ("where_me",),
    "you": ("short",),
    "unclear": ("stranger", "missing:no_place", "no_idea", "lost"),
}
"""Answers to each kind of question: the names of phrases, in order of preference.

The first one is given whose placeholders have values, and the value before a colon, too.
"""
TRADE_TALK: Mapping[str, Mapping[str, str]] = {
    "baker": {
        "today": "The bread rose well today, with a good crust",
        "proud": "a plum cake for a wedding, with three floors",
        "skill": "Warm water, patience, and never a cold draft: that's all there is to bread",
    },
    "innkeeper": {
        "today": "The inn is quiet so far, and the barrels are full",
        "proud": "the night when forty guests came in out of a storm, and everybody got a bed",
        "skill": "Keep the fire going and forget what you overhear: that's how you run an inn",
    },
    "miller": {
        "today": "The wheel turns well, there is enough water in the stream",
        "proud": "a winter in which nobody in the village ran out of flour",
        "skill": "Listen to the stones: they tell you when the flour gets too warm",
    },
    "farmer": {
        "today": "The grain stands well, if the weather holds",
        "proud": "a harvest that did not fit into the barn",
        "skill": "Sow late, weed early, and don't trust a warm day in March",
    },
    "smith": {
        "today": "The fire draws well today, and I have nails enough for a church",
        "proud": "the gate of the chapel: it hasn't squeaked once",
        "skill": "Strike while it glows, and stop before it cracks",
    },
    "chaplain": {
        "today": "It's quiet in the chapel, and there are candles enough",
        "proud": "the day on which two brothers who hadn't spoken for years shook hands",
        "skill": "Listen for an hour before you speak for a minute",
    },
    "woodcutter": {
        "today": "The wood is dry and splits well today",
        "proud": "an oak that I left standing when everybody told me to cut it",
        "skill": "Let the axe do the work, and always know which way the tree wants to fall",
    },
    "fisher": {
        "today": "The fish bite well this morning, better than last week",
        "proud": "an eel as long as the boat, or nearly",
        "skill": "Sit still, and be there before the sun is",
    },
    "peddler": {
        "today": "I sold two ribbons and a mirror, so I can't complain",
        "proud": "a clock that I carried over three hills without stopping it",
        "skill": "Show the second-best first",
    },
    "farmhand": {
        "today": "The hay is in, and my back knows it",
        "proud": "a calf that I pulled out of the river",
        "skill": "Get up before the cows do",
    },
    "cook": {
        "today": "The stew has been on since dawn, and it's getting better by the hour",
        "proud": "a soup for a sick child that was eaten to the last spoon",
        "skill": "Onions first, salt last, and taste it before anybody else does",
    },
    "baker's boy": {
        "today": "I've only burned three buns today",
        "proud": "my first loaf, though it was as flat as a plate",
        "skill": "Don't open the oven to look. I always open the oven",
    },
}
"""Sentences about each trade: on the day's work, on the greatest pride, and on the skill."""
SHORT_FORMS: Mapping[str, Sequence[str]] = {
    "do": ("Yes, I do", "No, I don't"),
    "did": ("Yes, I did", "No, I didn't"),
    "are": ("Yes, I am", "No, I'm not"),
    "were": ("Yes, I was", "No, I wasn't"),
    "have": ("Yes, I have", "No, I haven't"),
    "can": ("Yes, I can", "No, I can't"),
    "could": ("Yes, I could", "No, I couldn't"),
    "would": ("Yes, I would", "No, I wouldn't"),
    "will": ("Yes, I will", "No, I won't"),
}
"""Answers to a yes-no question about the listener, by its first word."""
STOPS = (
    "morning|evening|night|day|week|minute|moment|of|in|on|at|by|with|for|from|to|and|or|is|are|was|were|be|been|that|who|which|do|does|did|has|have|had|can|could|"
    "will|would|should|may|might|go|goes|went|come|came|get|got|turn|turned|when|where|while|if|so|than|then|as|about|"
    "the|a|an|this|these|those|there|here|today|tonight|tomorrow|yesterday|now|take|takes|took|make|makes|made|ever|just|too|"
    "without|after|before|around|near|until|because|but|not|his|her|my|your|their|they|them|have|what|past|you|me|i|we|"
    "it|us|he|she|like|know|think|tell|told|said|says|say|please|put|puts|find|found|lost|left|lent|hid|kept|gave|see|saw|seen|hear|heard|feel|felt|look|looks|seem|seems|ought|mean|means|lie|lies|sell|sells|say|buy|bring|really|very|only|some|any|all|many|much|more|most"
)
"""Words at which the name of a thing ends."""
NOT_NAMES = (
    "Good", "Morning", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "God", "Lord",
    "Miss", "Sir", "Madam", "March", "May", "April", "June", "July", "Easter", "Christmas", "Excuse", "Please", "Is",
    "Are", "Do", "Did", "What", "Where", "Who", "How", "Why", "Can", "Have", "You", "The", "And", "But", "Any",
    "English",
)  # fmt: skip
"""Words with a capital letter that are nobody's name."""
