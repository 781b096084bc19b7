"""Generated texts for accounts without a model, and handles."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from string import ascii_lowercase

import msgspec

from core.engine.chance import Draw

_PLAIN_NAMES = """
    mira kofi oona li_wei rosa kasper amara ben yuki tomsk ines ravi noor jonas chidi pilar emre hana diego freya
    minh zola anton leila tariq wren sanna mateo priya old_nils aiko bram nadia kwame elif bruno thuy oskar salma jiro
    maren anil paloma idris greta haruto lucia soren asha el_paco dunja femi tilda omar xiu rafa signe kenji amina
    pavel lola sefa bjorn meera tadeo ilse hamid ngozi luca vesna goran suri abel marit jamal keiko otis zeynep hugo
    thandi pekka carmen arjun dora malik sunniva tao renata yusuf inge caleb farah milo ayo katya dr_ines bela jun
    marisol stig anjali kwesi lotte hassan eun_ji nico tove sipho beatriz janek laila teo mei ulla obi daria ramon
    ana_lu henrik naledi samir yara piet chloe baraka linh jorge edda rohan imani felix saoirse enzo kaja ali
    nuria tuan elsa zuri viktor hye dalia lars uma kojo petra ivo shirin tomas wanda ade flora kiran oleg selma
    juno isak
"""
NAMES = tuple(_PLAIN_NAMES.split())
AVOIDED_NUMBERS = frozenset({14, 18, 69, 88, 187, 420, 666, 911, 1488})
"""Numbers that handles avoid because they have a political or sexual meaning."""

_YEARS = range(75, 100)
_SUFFIX_TIERS = (
    tuple(f"_{letter}" for letter in ascii_lowercase) + tuple(str(n) for n in _YEARS if n not in AVOIDED_NUMBERS),
    tuple(str(n) for n in range(10, 75) if n not in AVOIDED_NUMBERS),
    tuple(str(n) for n in range(100, 1_000) if n not in AVOIDED_NUMBERS),
    tuple(str(n) for n in range(1_000, 10_000) if n not in AVOIDED_NUMBERS),
)
"""Suffixes of handles, most common first."""

_STEP, _SHIFT = 19, 31
"""Steps in the list of suffixes: from one round to the next for the same name, and from one name to the next in the
same round. The first has no common factor with the size of a tier, so that a name takes each suffix once."""


@cache
def handles(count: int) -> tuple[str, ...]:
    """Return the first `count` handles, all different; a longer list starts with a shorter one.

    There are over a million.
    """
    return tuple(islice(_all_handles(), count))


def _all_handles() -> Iterator[str]:
    yield from NAMES
    for endings in _SUFFIX_TIERS:
        size = len(endings)
        for turn in range(size):
            for place, name in enumerate(NAMES):
                yield name + endings[(turn * _STEP + place * _SHIFT) % size]


TOPICS = ("energy", "transit", "books", "food", "football", "music", "space", "garden")

WORDS = {
    "n": ("two", "three", "four", "five", "six", "seven", "eight", "nine"),
    "many": ("12", "15", "18", "20", "25", "30", "40", "60"),
    "day": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "hour": ("6:40", "7:15", "7:52", "8:05", "8:30", "9:10"),
    "line": ("4", "7", "11", "14", "23", "31", "48", "62"),
    "page": ("38", "80", "112", "140", "206", "311"),
    "street": ("Mill Street", "Harbor Road", "Linden Street", "Church Lane", "Quarry Road", "Bridge Street"),
    "kid": ("son", "daughter", "niece", "nephew"),
}

POSTS = {
    "energy": (
        "Solar roof paid itself back in {n} years. {Numbers inside.|Ask me anything.|I will not shut up about it.}",
        "The meter ran backwards all {day}. I {waved at it|made popcorn|called my mother|took a photo}.",
        "Turned the heating down {two|three|four} degrees. {The cat|The dog|Grandma|My boss} has filed a complaint.",
        "Power was out on {street} until {hour}. Finally met the neighbors.",
        "The heat pump hums a perfect {B flat|G|F sharp|D}. My {kid} tunes the {cello|guitar|ukulele} to it.",
        "Who else runs the {dishwasher|dryer|washing machine} at {two|three|four} in the morning for the cheap rate?",
        "Turns out the {old fridge|fish tank|doorbell|router} uses more power than {the oven|all our lamps|I do}.",
        "Standby check: {n} gadgets, {many} watts, one guilty {printer|amplifier|coffee machine|massage chair}.",
        "Bill is down {many} percent since the new windows. So is my excuse for {wool socks|blankets|cocoa}.",
        "After {many} gadgets: {a clothesline|a sweater|a lid on the pot|closing the door} is the best energy tech.",
        "E-bike battery: {n} cents to charge, {many} kilometers, one very smug rider.",
        "Does anyone understand the {footnotes|second page|bar chart} on the power bill? Asking for {n} adults.",
        "So much wind on {day} that power was nearly free. Baked {n} {loaves|cakes|lasagnas|trays of cookies}.",
        "Balcony panel, day {many}: made enough for {n} {coffees|phone charges|slices of toast|pots of tea}.",
        "Insulation guy says our attic is {a sieve|basically outdoors|a very large window}. Work starts {day}.",
        "The kids found the {smart meter|thermostat|dimmer|energy app}. We have had {n} candlelit dinners since.",
        "Is {n} thousand kilowatt hours a year a lot for {two people|a small house|one person and a sauna}?",
        "Better bulbs in the {stairwell|hallway|cellar|kitchen}. Turns out the walls are {green|yellow|not clean}.",
        "Cold showers, week {n}: I {feel alive|regret everything|miss my toes|am saving money and hate it}.",
        "Someone on {street} has had the {porch light|patio heater|hot tub} on since {day}. No names.",
    ),
    "transit": (
        "Bus {line} is late again, {second|third|fourth|fifth} day in a row",
        "Whoever gave up a seat on the {line} on {day}: my {knees|groceries|grandmother|cello} and I thank you.",
        "Missed the {hour} by {n} seconds. The driver {waved|saw me|looked sorry|smiled}.",
        "Tram {line} now stops at {street}. Only took {n} years of {letters|asking|meetings|complaining}.",
        "New bike lane on {street} ends {at a lamp post|in a hedge|in a bus shelter|without warning}. Art, I assume.",
        "The board at {street} says {two|three|four} minutes. It has said so for {ten|fifteen|twenty|thirty}.",
        "Ticket machine at {street} {ate my card|is out of paper|speaks only Finnish|is thinking}. Walking, then.",
        "Anyone else miss the old seats on the {line}? The new ones {squeak|are somehow damp|are built for elves}.",
        "Night bus {line}: {n} nurses, one {trombone|wedding cake|mattress|goose}, total silence. Perfect ride.",
        "They moved the stop at {street} by {many} meters. My commute now has a {sprint|hill|rival|duck pond}.",
        "Cycled {three|four|five} days running. Same time as the {line}, {wetter socks|better mood|more flies eaten}.",
        "The conductor on the {hour} {sings the stops|knows every name|hands out mints}. Give her a medal.",
        "Stuck outside {street} since {hour}. {We are sharing snacks.|A choir is forming.|Someone has cards.}",
        "Track works until {day}. The replacement {line} takes the {scenic|very scenic|goat|cemetery} route.",
        "Pro tip: last car of the {line}, left side. {The heating works.|You see the river.|Nobody talks.}",
        "Left my {umbrella|scarf|lunch|left glove} on the {line} on {day}. It is having a better week than I am.",
        "Monthly pass went up {n} percent. My {bike|old scooter|hiking boots} just got more interesting.",
        "A dog boards the {line} alone at {hour}, gets off at {street}. Nobody asks. Everybody nods.",
        "Why does the {line} always come in {pairs|threes|packs}, as if it is scared of {street}?",
        "First punctual {line} since {day}. {I was not ready.|I missed it.|I nearly cried.|Somebody clapped.}",
    ),
    "books": (
        "The library on {street} opens on {Sundays|Saturdays|holidays|weekday evenings} now",
        "On page {page} and nobody has {died|kissed|left the train|explained the goat} yet. Is it worth it?",
        "Stayed up for the last {n} chapters. {Worth it.|It was all a dream. I am furious.|I miss them already.}",
        "Book club on {day}: {n} people, {n} cakes, one of us had read it.",
        "Someone penciled '{liar|yes!|call Anna|no, Greta}' on page {page} of my library copy. I must meet them.",
        "My to-read pile is now {a side table|taller than the dog|holding up the lamp}. Bought {n} more on {day}.",
        "Unpopular opinion: the {maps|footnotes|acknowledgments} are the best part of a {novel|saga|thick book}.",
        "Looking for a {crime novel|love story|sea story|family saga} with no {murder|weather|twins|prologue}. Ideas?",
        "Lent my best {cookbook|atlas|novel} to {my boss|a cousin|my dentist}. It has been {n} months. I lie awake.",
        "This translator deserves {a medal|a holiday|a statue}. {Two|Three|Four} puns a page and every one lands.",
        "Reread my childhood favorite after {many} years. The {wolf|aunt|pirate|headmaster} was right.",
        "Found a {train ticket|love letter|pressed fern} from {1962|1974|1981} in a used {atlas|thriller|cookbook}.",
        "The narrator does {n} accents, {all of them wrong|each one his uncle|none of them human}. I am hooked.",
        "My {kid} asked if the {dragon|ghost|bear|wizard} pays rent. {Five|Six|Seven} chapters in, no answer.",
        "Day {many} of reading {two|three|four} pages a night. On track to finish {in 2031|in 2038|by retirement}.",
        "Bookshop on {street} has a cat in {poetry|crime|travel|cookbooks}. Sales are up, says the cat.",
        "If a novel needs {n} family trees, {it needs an editor|I need a whiteboard|I need a nap}.",
        "Library fine: {n} cents. Shame: {endless|considerable|a week's worth}. Book: {superb|still unread}.",
        "Who folds corners in a library {atlas|cookbook|novel|songbook}? I found {many}. I am not calm.",
        "Typo on page {page} of a {bestseller|dictionary|spelling guide}. Best {day} I have had in weeks.",
    ),
    "food": (
        "Sourdough attempt {n}: {a brick|a doorstop|almost bread}. The {ducks|neighbors|kids|in-laws} were polite.",
        "The soup place on {street} {changed the lentils|moved the chairs|has a new cook}. I need a minute.",
        "Put {miso|mustard|anchovies|burnt butter} in the {stew|gravy|sauce} and told no one. They had {n} helpings.",
        "Grandma's recipe says '{enough flour|until it looks right|a normal oven}'. {Four|Five|Six} tries in. Help.",
        "Market on {day}: {n} kilos of {plums|quinces|apricots} for the price of one. We make jam now.",
        "Hot take: {soup|rice|leftover curry|cold noodles} for breakfast. Week {n} and I am never going back.",
        "Is it still {lasagna|goulash|paella|ramen} if it has {peas|raisins|pickles} in it? My {aunt|flatmate} left.",
        "Asked for medium spicy on {street}. I can {hear colors|see the future|smell music}. Back {day}.",
        "The avocado was ripe for {n} minutes on {day}. I was {in a meeting|in the shower|on the bus}.",
        "Oven died {n} minutes into the {birthday cake|roast|souffle|pie}. Dinner is now {toast|olives|cereal}.",
        "Rate my lunch: {cold rice|two eggs|half a cucumber}, {n} {pickles|olives|crackers}, eaten over the sink.",
        "Who in this office microwaves {fish|cabbage|eggs|blue cheese} at {hour}? I only want to talk.",
        "Neighbor left {n} {zucchini|pumpkins|cabbages} at our door. Nobody on {street} is safe.",
        "Dumpling night: {many} folded, {n} burst, no survivors",
        "Finally learned to {poach eggs|chop an onion|cook rice|flip pancakes}. I am {34|41|52|67}. Tell my mother.",
        "The bakery on {street} is out of {rye|cinnamon buns|seeded rolls} by {hour}. When do you people get up?",
        "Cooked for {nine|ten|twelve}, {three|four|five} came. It is {chili|biryani|moussaka|stew} until {day}.",
        "My {kid} says {olives|mushrooms|beets|capers} taste like {a pond|a basement|sadness}. Not wrong.",
        "Salt your {melon|cocoa|caramel|oatmeal|grapefruit}. I wasted {many} years not knowing this.",
        "Review: {n} forks, no spoon, rude waiter, best {dumplings|flatbread|noodles|grilled fish} of my life.",
    ),
    "football": (
        "{Two|Three|Four} nil up at {half time|the hour|minute 80} and we drew. I drove {n} hours for that.",
        "Under nines on {day}: {n} goals, {one|two} in the right net, one {lost tooth|lost shoe|dog on the pitch}.",
        "{many} seconds in, they scored. Our keeper was {tying a shoe|waving to mom|eating an orange}.",
        "Referee on {day} needed {glasses|a hug|a map|a chair}. So did our {back four|left back|striker}.",
        "Explained offside to {my mother|my date|grandma} with {salt shakers|sugar cubes|olives}. It took {n} tries.",
        "My dad, {66|68|71|74}, scored at walking football. He has told us {n} times since {day}.",
        "New kit is {mustard|lilac|salmon|traffic cone orange}. {Three|Four|Five} nil down, but easy to find.",
        "Row {n}, right behind a {pillar|tall man|drummer|flag}. I have {heard|imagined|nearly seen} {many} goals.",
        "The pitch on {street} is {a lake|frozen solid|full of geese} again. {day} training is {yoga|darts|a quiz}.",
        "{many} games this season. Best part, every time: the {half time pie|walk there|bus home}.",
        "Penalty in minute {89|90|93}. Our {left back|keeper|captain} wants it. I cannot watch. I am the coach.",
        "Why do we pass back to the keeper {many} times a half? {Are we shy?|Is he lonely?|Does he ask for it?}",
        "Lost {n} to one away, {n} hours on the bus, sang all the way home anyway",
        "Coach wanted for the under {sixes|sevens|eights}, {day}s. Bring {patience|a whistle|tissues|spare laces}.",
        "Our striker has not scored since he {bought white boots|cut his hair|got married}. {Six|Seven|Nine} matches.",
        "Sunday league: we hit the {bar|corner flag|linesman|tea table} {n} times. Coach calls it progress.",
        "Corners: {n} to nil. Shots: {many}. Goals: nil. Statistics are a {cruel|strange|beautiful} hobby.",
        "Cleared the hedge behind the goal: {many} balls, {n} shin pads, one {trophy|sandwich|whistle|hedgehog}.",
        "Table football at work is closed until {day}. {Accounting|The intern|My boss|Legal} spun the rods again.",
        "The {trumpet|drum|flute} in our stand knows {two|three|four} songs. By minute {many} so do we all.",
    ),
    "music": (
        "Upstairs neighbor learned {two|three|four} chords on {day}. I have learned {patience|them too|to hum along}.",
        "Choir needs {n} tenors by {day}. {Reading music|Being in tune|Talent} optional. There is cake.",
        "The busker on {street} plays the {saw|accordion|oboe|harp}. Missed the {hour} on purpose.",
        "Stuck in my head since {day}: the {dishwasher|elevator|hold line|ice cream van} tune. Send help.",
        "Bought a {banjo|theremin|tuba|bagpipe} on {day}. The {cat|dog|flatmate} has not come home since.",
        "Violin lesson {n}: it now sounds like {a door|two doors|a sad goose|a violin, briefly}.",
        "Our drummer was {n} beats ahead all {day} night. We call it {jazz|leadership|the new style}.",
        "Flea market vinyl: {n} coins, {many} scratches, the best {bossa nova|polka|soul|highlife} I own.",
        "Open mic on {street}: {n} sad guitars, one {yodeler|tap dancer|beatboxer}. Guess who got the encore.",
        "Our practice room smells of {valve oil|soup|old carpet}. {many} years in and I would not change it.",
        "Listen number {many} and I am sure: the {bass line|bridge|triangle|fade-out} is the whole song.",
        "Turned {two|three} pages at once at the {recital|wedding|fair}. {Nobody noticed.|We won.|The oboe knew.}",
        "My {aunt|uncle|barber} says nothing good came after {1968|1974|1983}. I have {many} playlists to disagree.",
        "Earplugs saved my {evening|marriage|ears}. Row {n}, right next to the {gong|speakers|timpani|bagpipes}.",
        "Tuned for {many} minutes, played for {n}. That is {the oud|the harp|the lute|a twelve-string} for you.",
        "Best {waltz|ballad|cumbia|tango} for {doing dishes|a long drive|peeling potatoes}? I need {n}.",
        "Brass band under my window at {hour} on a {day}. Honestly? {Not bad.|More tuba.|I applauded.}",
        "My {kid} started a band. {Four|Five|Six} members, all of them on {tambourine|pots|kazoo|lead vocals}.",
        "Cried at the {key change|oboe solo|school concert|last chorus}. Row {n} saw everything.",
        "Sheet music, {1911|1926|1938}, penciled note: '{slower, Otto|breathe, Vera|softer than Karl}'. Still true.",
    ),
    "space": (
        "Saw {n} meteors from the {roof|balcony|car park} and {n} cats. Good night overall.",
        "Saturn through a {borrowed|homemade|secondhand} telescope. My {kid} said '{a sticker|fake|oh|hello}'.",
        "The space station flies over on {day}, {n} minutes. Wave, {it is polite|it costs nothing}.",
        "Clouds again on {day}. I have now missed {n} {eclipses|comets|meteor showers} in a row.",
        "That star is {many} light years off and still outshines the lamp on {street}.",
        "The rover drove {many} meters on {day}. {More than I did.|Faster than my bus.|Good robot.}",
        "Pluto came up at the pub quiz. {Six|Eight|Nine} tables, one {walkout|long silence|lecture}, no winner.",
        "Launch moved to {day}: {wind|a valve|a boat in the way|one sensor}. My {popcorn|pizza|cake} could not wait.",
        "My {kid} wants to go as {a black hole|the far moon|a whole galaxy}. We have {n} days and cardboard.",
        "A day on Venus lasts longer than its year. So does {day} at my {office|school|bakery|gym}.",
        "Drove {n} hours to a dark sky and forgot the {tripod|eyepiece|thermos|star map}. Looked up anyway. Wow.",
        "Unpopular opinion: {Neptune|Mercury|Ceres|Titan} is underrated. Give me {n} minutes and a napkin.",
        "Night {n} of photographing {Jupiter|Mars|Andromeda}: a {gray|fuzzy|smaller} {smudge|potato}. I love it.",
        "If the sun were a {melon|pumpkin|beach ball}, we would be a crumb {n} houses down {street}.",
        "That probe left {many} years ago and still calls home. My {kid} lives {n} streets away.",
        "Up at {four|half past four|five} for the comet. {Saw it|Had it} for {n} minutes. Told the whole bus.",
        "Someone on {street} has a floodlight that {confuses the owls|can be seen from Mars}. I miss Orion.",
        "Asked the planetarium guide {many} questions. At the end she {sat down|hugged me|gave me her chair}.",
        "The moon over {street} tonight is {absurd|the color of soup|too close, frankly|worth the cold}.",
        "How do astronauts {sneeze|fold laundry|butter toast|find socks}? Awake since {two|three|four} over this.",
    ),
    "garden": (
        "{many} tomato plants, one tomato. It is {delicious|the size of a pea|named Gustav|under guard}.",
        "Slugs {n}, {lettuce|hostas|basil|beans} nil. Second half starts at {dusk|breakfast|the next rain}.",
        "Planted {many} {tulips|crocuses|daffodils}, forgot where. See you in {spring|April|March}, mystery lawn.",
        "The neighbor's cat has opinions about my {seedbed|new mulch|onion rows|sandpit}. It left {n} of them.",
        "Compost hit {55|58|61|64} degrees. I have told {n} people and not one of them clapped.",
        "First {bee|hedgehog|robin|swallow|frog} of the year, {day} at {hour}. Everything is going to be fine.",
        "Does anyone want {rhubarb|mint|chard|marrows}? {street}. I will {pay you|deliver|leave it and run}.",
        "Read {n} guides on pruning {roses|apple trees|grapes}. They agree on {nothing|gloves|the ladder}.",
        "Garden center for one {trowel|hose fitting|bag of soil}. Came home with {n} {ferns|dahlias|fig trees}.",
        "Mowed around the {daisies|clover|toad} again. It looks like {a bad haircut|a map of Norway|modern art}.",
        "Tasted my first homegrown chili on {day}. {Still crying.|Lips gone.|Saw my ancestors.|Seconds, please.}",
        "Frost on {day}. {Bedsheets|Old curtains|My good towels} over the {lemons|dahlias|peppers|figs} again.",
        "Allotment waiting list: number {many}. I expect to harvest in {2034|2041|retirement|my next life}.",
        "Moved the {fern|monstera|orchid|basil} {n} centimeters and it {fainted|dropped every leaf}. Drama queen.",
        "A squirrel buried {many} walnuts in my {pots|raised bed|boots|lawn}. I seem to run an orchard.",
        "Leave {nettles|dandelions|ivy|thistles} a corner. I counted {n} kinds of butterfly on {day}.",
        "Watered {the beans|the new hedge|all the pots}, rolled up the hose. It rained {n} minutes later.",
        "Seed packet says {n} days. It has been {many}. I am talking to the {carrots|parsley|soil} now.",
        "My {mother|uncle|grandmother} came by, said nothing about the garden, and weeded for {n} hours.",
        "Swapped {n} {leeks|seedlings|cuttings} for a {wheelbarrow|ladder|scythe} on {street}. I think I won.",
    ),
}

GENERAL_REPLIES = (
    "same here", "source?", "exactly this", "ha, true", "go on...", "this made my day", "since when?",
    "I needed this today", "my brother says the opposite", "who told you that?", "hard disagree, warm regards",
    "finally someone says it", "counterpoint: no", "reading this to my mother", "we need the full story",
    "was not ready for this", "you too?", "and then?",
)  # fmt: skip

REPLIES = {
    "energy": "what does your meter say?|per day or per year?|my kettle feels attacked|try wool socks|radiator envy",
    "transit": "which line?|this is why I cycle|I was on that one!|try the 7:15|walking is a mode too|hence the moped",
    "books": "adding it to the pile|no spoilers please|is there an audiobook?|the film was worse|ask a librarian",
    "food": "recipe please|now I am hungry|needs more garlic|my grandma would faint|any leftovers?|butter fixes this",
    "football": "ref, are you seeing this?|we go again next week|clearly offside|still better than our lot",
    "music": "needs more cowbell|my neighbors agree|louder, please|in which key?|the bass player knew",
    "space": "cloudy here, of course|makes my rent feel small|look up, everyone|I still miss Pluto",
    "garden": "the slugs say thanks|have you tried mulch?|mine died in May|talk to it, it helps|blame the squirrel",
}

_SLOT = re.compile(r"\{([^}]*)\}")


PLAIN_SENTENCES = (
    "{Thinking about|Reading up on|Back to|Still not over} {topic}.",
    "{Anyone else|Who else here is} into {topic}?",
    "{Hot take|Small thing|Long story, short}: {topic} deserves better.",
    "{Today|This week|For once}, nothing but {topic}.",
)
"""Sentences for posts on a topic that has no phrases."""


class Phrases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Phrases on a topic from a file; built-in phrases fill the gaps."""

    posts: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()


NO_PHRASES = Phrases()


def post_words(topic: str, draw: Draw, own: Phrases = NO_PHRASES) -> str:
    """Write a post on the topic: one of its sentences, with each slot drawn independently."""
    sentence = draw.choice(own.posts or POSTS.get(topic, PLAIN_SENTENCES))
    return _SLOT.sub(lambda slot: topic if slot[1] == "topic" else draw.choice(choices_for(slot[1])), sentence)


def reply_words(topic: str, draw: Draw, own: Phrases = NO_PHRASES) -> str:
    """Write a reply to any post on the topic: a general one or the topic's own, about equally often."""
    fitting = own.replies or (choices_for(REPLIES[topic]) if topic in REPLIES else GENERAL_REPLIES)
    return draw.choice(draw.choice((GENERAL_REPLIES, fitting)))


def slots_in(sentence: str) -> list[str]:
    """Return the content of each pair of braces."""
    return _SLOT.findall(sentence)


def choices_for(slot: str) -> Sequence[str]:
    """Return the choices of a slot: its own list, or the list that it refers to."""
    return slot.split("|") if "|" in slot else WORDS[slot]
