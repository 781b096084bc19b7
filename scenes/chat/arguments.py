"""Arguments for and against things, by field. Each is a clause, with a noun phrase that refers back to it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Argument(NamedTuple):
    claim: str
    gist: str


class Field(NamedTuple):
    """A field of topics, recognized by its words."""

    words: str
    good: Sequence[Argument]
    """Arguments for the thing."""
    bad: Sequence[Argument]
    """Arguments against the thing."""
    good_case: str
    bad_case: str


def _read(text: str) -> Sequence[Argument]:
    return tuple(Argument(*(part.strip() for part in line.split("|"))) for line in text.strip().splitlines())


FIELDS: Mapping[str, Field] = {
    "cars": Field(
        r"\bcars?\b|traffic|parking|driv|\bbus(?:es)?\b|\btrams?\b|\bbikes?\b|bicycle|highway|scooter",
        _read("""
            some people can't get to a doctor without a car | the way to the doctor
            small shops live from customers who come by car | the small shops
            a bus doesn't come at four in the morning | the hours without a bus
            tradespeople can't carry a boiler on a tram | the people who carry things
            a car is the only quiet room that some families have | the family car
            not everybody can afford to live close to work | those who live far out
            """),
        _read("""
            the air is better wherever fewer cars go | the air
            children could walk to school alone again | the children
            a parked car takes more room than a bed | the room that cars take
            most trips are short enough for a bike | the short trips
            you can hear people talk again in a street without cars | the noise
            traffic kills people, and we've got used to it | the accidents
            """),
        "My neighbor drives her father to the clinic twice a week. There is no bus on that road.",
        "Our street was closed to cars for one summer, and people put their tables outside.",
    ),
    "machines": Field(
        r"machine|robot|\bai\b|computer|software|algorithm|chatbot|technolog|internet|automat",
        _read("""
            a machine listens at any hour and never sighs | the listening at any hour
            a machine has patience, and people often run out of it | the patience
            talking to a machine is better than talking to nobody | those who have nobody to talk to
            a machine remembers what I said last week, and my friends don't | the good memory
            a machine does the dull part and leaves us the rest | the dull part of the work
            nobody asks whether a dog understands us, and it helps all the same | the dog
            """),
        _read("""
            a machine doesn't care whether I come back or not | the caring
            a machine only gives back what people put into it | the source of its words
            somebody earns money with every word that I say to a machine | the money behind it
            it costs a machine nothing to be kind, so it means nothing | the price of kindness
            nobody can say who answers for it when a machine gets it wrong | the blame for mistakes
            what we leave to machines, we forget how to do | the things that we forget
            """),
        "My aunt says good night to her radio, and since she got one that answers she sleeps better.",
        "A machine on the phone told me that it understood me, and then it cut me off.",
    ),
    "food": Field(
        r"food|meat|pizza|pineapple|sandwich|hot dogs?|soup|cereal|bread|vegan|vegetarian|\beat|sugar|cheese|chocolate|"
        r"coffee|\btea\b|breakfast|salad|tomato|burger|cook|restaurant",
        _read("""
            what tastes good to somebody needs no excuse | the taste
            good food brings people to one table | the table
            every dish was strange to somebody once | the strange dishes
            people have eaten like this for as long as we know | the long habit
            nobody is forced to order it | the free choice
            """),
        _read("""
            not everything that fits on a plate belongs there | the limits of a plate
            we pay for it later with our health | the health
            somebody or something suffers for it, far away from the kitchen | the suffering
            a thing loses its taste if you have it every day | too much of it
            people only like it because they were told to | the fashion
            """),
        "My grandmother put plums into everything, and everybody asked for more.",
        "I tried it at a wedding once, and I still remember the night after it.",
    ),
    "animals": Field(
        r"animal|\bdogs?\b|\bcats?\b|\bpets?\b|\bzoos?\b|wildlife|horse|hunting|wolves",
        _read("""
            an animal gives more than it asks for | what animals give
            children learn from animals how to look after somebody | the children
            an old person with a dog gets out of the house every day | the old people
            we only protect the animals that we have met | the animals that we know
            """),
        _read("""
            an animal never agreed to live like that | what the animal wants
            most people think of the cute part and not of the work | the work
            a cage stays a cage, even with a nice sign on it | the cage
            the money could save the places where animals live | the wild places
            """),
        "There was a lonely man in our house until he got a dog. Now he knows everybody.",
        "I once saw a bear walk in a circle all afternoon. I haven't been to a zoo since.",
    ),
    "work": Field(
        r"\bwork|\bjobs?\b|office|\bboss|salary|wages?|employ|four-day|overtime|retire|remote",
        _read("""
            people who have a say in their day do better work | a say in the day
            an hour saved on the way is an hour for the family | the hours saved
            rested people make fewer mistakes | the rest
            good people go where they are trusted | the trust
            """),
        _read("""
            the best ideas come up by accident, in a corridor | the talks in the corridor
            somebody has to be there when the customer knocks | the customers
            at home the work never ends | the evenings
            young people learn by watching others at work | the young ones
            """),
        "In my cousin's firm they tried it for a year, and nobody wants to go back.",
        "A friend of mine sat at home for months, and in the end he talked to his plants.",
    ),
    "school": Field(
        r"school|homework|teach|student|pupil|universit|exam|grades?\b|educat|learn",
        _read("""
            what you do yourself at a desk stays in your head | the practice
            school is the one place where all kinds of children meet | the meeting of all kinds
            somebody has to show a child that it can do hard things | the hard things
            a clear rule is fair to every child | the clear rule
            """),
        _read("""
            children with a quiet room at home have it easier | the quiet room at home
            a tired child learns nothing | the tired children
            most of what I needed later I learned outside of school | life outside of school
            marks show who was lucky and not who is clever | the marks
            """),
        "My niece hated it for two years and then taught her whole street to read maps.",
        "The boy next door cried over his books every evening. He is a fine cook today.",
    ),
    "money": Field(
        r"money|price|\btax|\btips?\b|tipping|rent\b|income|cheap|expensive|\bpay|wealth|rich|poor|cost",
        _read("""
            good work has to be paid by somebody | the pay for good work
            what costs nothing is treated like nothing | the things that cost nothing
            people need to know today what they can spend tomorrow | the plans for tomorrow
            somebody gets up at night so that we can have it | the people who get up at night
            """),
        _read("""
            what one person pays without a look is a day's wage to another | those who have little
            prices go up in a week and never come down | the way prices go up
            somebody in the middle earns most of it | the one in the middle
            people save on the wrong things when they have to count coins | the counting of coins
            """),
        "Our baker wrote on a board what flour costs, and nobody complained after that.",
        "I saw a woman put a loaf back on the shelf last week. It stays with me.",
    ),
    "health": Field(
        r"health|sport|smok|alcohol|doctor|exercise|medic|vaccin|sleep|football|running|\bage\b|immortal|forever",
        _read("""
            a body that is used stays young | the use of the body
            people feel better when they have something to look forward to | the looking forward
            we know more today than our parents did | what we know today
            it's cheaper to stay well than to get well | the cost of getting well
            """),
        _read("""
            half of what we're told is taken back ten years later | what is taken back later
            worry makes people ill as well | the worry
            not every life has room for good habits | the lives without room for it
            too much of a good thing is no good thing | too much of it
            """),
        "My uncle started at seventy, and now he overtakes me on the stairs.",
        "I did everything right for a month, and all I got was a bad mood.",
    ),
    "media": Field(
        r"social media|phones?|\btv\b|television|news\b|screens?|video|games?|facebook|twitter|instagram|tiktok|online",
        _read("""
            people who live far apart can stay close | those who live far apart
            a shy person finds others who are alike | the shy ones
            you can learn almost anything with it for free | the free lessons
            things come to light that were hidden before | what comes to light
            """),
        _read("""
            everybody looks happier there than they are | the happy faces
            it takes an hour and gives back a minute | the lost hours
            lies travel faster than the answer to them | the lies
            people sit at one table and look at different screens | the silent tables
            """),
        "My grandfather found a friend from his school days with it, after fifty years.",
        "I left my phone at home by mistake, and it was the best day of the week.",
    ),
    "nature": Field(
        r"climate|nature|forest|\btrees?\b|nuclear|energy|solar|wind|plastic|planet|environment|mars|space|ocean|river",
        _read("""
            those who come after us will ask what we did | those who come after us
            somebody has to begin, or nobody will | the beginning
            big things looked impossible before they were done | the big things of the past
            we learn most when we try something hard | what we learn from it
            """),
        _read("""
            the bill goes to people who never asked for it | the bill
            it takes longer than anybody says | the time that it takes
            we break one thing to mend another | what breaks on the way
            there are nearer things to put in order first | the nearer things
            """),
        "They planted trees in our yard when I was small. Now we sit in the shade.",
        "They promised us a clean river by last summer. You should smell it.",
    ),
    "arts": Field(
        r"\bart\b|music|books?\b|films?\b|movie|museum|paint|poem|poet|theater|theatre|novel|libra",
        _read("""
            one good song can turn a bad day around | the bad days
            it lets us see with the eyes of somebody else | the eyes of others
            nobody remembers the taxes of a hundred years ago, but everybody knows the songs | the old songs
            it's worth something if one person is moved by it | the one person
            """),
        _read("""
            most of it is forgotten within a year | what is forgotten
            a few decide what all the others have to like | the few who decide
            it says nothing if nobody meant anything by it | the meaning
            it should stand on its own feet | its own feet
            """),
        "I once missed my train because of a street musician, and I didn't mind.",
        "I stood in front of a white square for ten minutes, and then my feet hurt.",
    ),
    "spirits": Field(
        r"ghost|\bgod\b|relig|luck|fate|astrolog|aliens?|magic|afterlife|soul|heaven|spirit|horoscope",
        _read("""
            too many honest people tell of such things | the honest people
            we can't see the wind either | the wind
            it helps people through the night | the nights
            nobody has shown that it can't be | the missing proof
            """),
        _read("""
            people see what they hope or fear to see | the hopes and fears
            it never happens when somebody is watching | the missing witnesses
            every story of that kind comes from a friend of a friend | the friend of a friend
            there is always somebody who earns money with it | the money in it
            """),
        "My clock stopped in the night in which my grandfather died. I have no other word for it.",
        "I sat in a haunted house once. It was the water pipes.",
    ),
    "love": Field(
        r"\blove|friend|marri|famil|child|parent|happi|lonel|trust|\blie|lying|honest|truth|kind",
        _read("""
            nobody gets far alone | the lonely ones
            it grows if you give it time | the time that it takes
            the small things count more than the big words | the small things
            people are better than we think on most days | most days
            """),
        _read("""
            people promise more than they can keep | the promises
            the wish for it makes us blind | the blind spot
            it hurts most where we expected it least | the hurt
            not everybody means the same by it | the meaning of the word
            """),
        "My parents fought about the window for forty years and never spent a night apart.",
        "A friend borrowed my tent for a weekend. That was six years ago.",
    ),
    "rules": Field(
        r"\blaw|rules?\b|vot|government|police|prison|politic|democra|minister|mayor|border|army|\bwar\b|rights?\b",
        _read("""
            a rule protects those who can't shout | those who can't shout
            without a rule the strongest decides | the strongest
            people can get used to almost any fair rule | fair rules
            it can be tried for a year and changed again | the year on trial
            """),
        _read("""
            a rule is quickly made and hard to get rid of | old rules
            those who make the rule don't have to live with it | those who make the rules
            people always find a way around it | the ways around it
            it catches the small ones and lets the big ones go | the small ones
            """),
        "They asked everybody in our town for once, and even the losers were content.",
        "I once filled in a form to get a form. That was a rule, too.",
    ),
}
ANY: Mapping[str, Field] = {
    "plan": Field(
        "",
        _read("""
            it can be tried for a year and changed again | the year on trial
            somebody has to make a start | the start
            the people who would gain from it are seldom asked | those who are seldom asked
            it costs less than doing nothing | the cost of doing nothing
            other places have done it, and they are still there | the other places
            children who grow up with it won't know it otherwise | the next generation
            we can't go on like this forever | the way things are now
            """),
        _read("""
            it hits those hardest who have least | those who have least
            people would find a way around it | the ways around it
            it sounds easier than it is | the work that it takes
            we'd miss the old way within a month | the old way
            nobody has said who will pay for it | the bill
            good habits can't be ordered | the habits
            we have more urgent things to do | the urgent things
            """),
        "Something like it was tried where I grew up. People grumbled, and then they liked it.",
        "They tried something like it in our town, and after a year nobody spoke of it.",
    ),
    "kind": Field(
        "",
        _read("""
            what counts is what it does and not what we call it | the things that it does
            a word belongs to the people who use it | the use of the word
            I couldn't name one difference that matters | the difference that matters
            most people would nod if you asked them on the street | the people on the street
            names change, and we've got used to stranger ones | the new names
            I grew up with it, and nobody ever doubted it | the way I grew up
            two things that do the same job belong together | the same job
            a word lives from its exceptions | the exceptions
            """),
        _read("""
            if that counts, then everything counts | the line that we have to draw
            the likeness ends as soon as you look closely | the closer look
            a child would laugh at the idea | the laugh of a child
            there is a reason why we have two words for it | the two words
            a thing is more than the sum of its parts | the sum of the parts
            words get useless if they mean everything | the useless words
            no dictionary that I know would agree | the dictionary
            nobody would ask for one and be glad to get the other | the mix-up
            """),
        "I once asked ten people at a bus stop. Seven of them nodded.",
        "I asked my niece, who is five. She laughed for a whole minute.",
    ),
    "thing": Field(
        "",
        _read("""
            people would miss it on the day it was gone | the day it was gone
            it does more good than it gets praise for | the quiet good
            nobody has to join in who doesn't want to | the free choice
            it has been around for a long time for a reason | the long time
            it brings people together who would never meet | the people who meet
            small joys count on gray days | the gray days
            I've learned more from it than from most books | the lessons in it
            """),
        _read("""
            it promises more than it keeps | the promises
            somebody else pays for it in the end | who pays for it
            we did well enough without it | the time before it
            people only like it because others do | the fashion
            there is always too much of it or too little | the right measure
            it brings out the worst in some people | the worst in people
            people talk about it more than it deserves | the talk about it
            """),
        "I know a family whose whole week got better by it.",
        "I gave it a fair try last year, and I wouldn't do it again.",
    ),
}
"""Arguments for topics of no field, by the form of the topic."""
