"""What people type at a table of Werewolf, and what it claims: written by hand before the reader was.

`HEARD` is spoken by Hal among Ann … Leo. After the arrow stands what must be understood; nothing, if nothing may be
claimed. Every second line, from the first on, tuned the reader; the others were read only once, when it was done:

    half       right   nothing or only a part understood   misread
    tuning     176     3                                   0
    measuring  173     4                                   2

Misread is whatever claims something that does not stand there; neither of the two was the opposite of what was said:
"I'm a simple townie" was read as innocent rather than as a villager, "Why would Bob be a wolf?" as a question to Bob.
The second, and two that were not understood, have been mended since, so that the measuring half is used up.
"""

from scenes.werewolf.claims import Claim

SPEAKER = "Hal"
HEARD = """
Bob is a wolf. => suspect Bob
bob is the wolf => suspect Bob
I think Bob is a werewolf. => suspect Bob
i think its fay, she is lying => suspect Fay
Bob sus => suspect Bob
cat is so sus => suspect Cat
Gus is kinda wolfy tbh => suspect Gus
getting wolfy vibes from Jon => suspect Jon
I have a town read on Ann => trust Ann
strong wolf read on Leo => suspect Leo
Ann is clear. => trust Ann
Eli is clear for me, lets move on => trust Eli
hard claim seer => role seer
Hard claiming doctor here. => role doctor
I'm the cop, I checked Dan: wolf => role seer, look Dan wolf
im the seer and bob is a wolf => role seer, suspect Bob
seer checks: Ann good, Bob bad => look Ann clear, look Bob wolf
my checks so far: n1 Ivy town, n2 Gus wolf => look Ivy clear 1, look Gus wolf 2
on night 1 I checked Ann: innocent; on night 2 Gus: werewolf => look Ann clear 1, look Gus wolf 2
N1 I peeked Leo, not a wolf. N2 I peeked Fay, wolf. => look Leo clear 1, look Fay wolf 2
I'd like to say, with all respect, that Bob seems rather suspicious to me. => suspect Bob
Forgive me, Cat, but I do not believe you. => suspect Cat
If I may: I find Dan quite trustworthy. =>
With respect, I would not hang Ivy today. => trust Ivy
I beg you all, do not hang Eli. => trust Eli
Please do not vote for Ann, she is honest. => trust Ann
werwolf is bob => suspect Bob
jon is inocent => trust Jon
fay is suspicous => suspect Fay
i dont trsut gus => suspect Gus
bob isnt a wolf => trust Bob
bob isnt innocent => suspect Bob
Bob is not a wolf. => trust Bob
Bob is not innocent. => suspect Bob
Bob can't be a wolf. => trust Bob
There is no way that Cat is a wolf. => trust Cat
no way cat is town => suspect Cat
I don't think Dan is a wolf. => trust Dan
I don't think Dan is innocent. => suspect Dan
I do not believe Eli is a werewolf => trust Eli
I don't believe Eli. => suspect Eli
I believe Fay. => trust Fay
I believe Fay is a wolf. => suspect Fay
I never said that Bob is a wolf. =>
I am not saying Gus is a wolf. =>
I'm not saying Gus is innocent, but hang on. =>
It's not that I don't trust Ivy. =>
I don't doubt that Jon is innocent. => trust Jon
I have no doubt that Kim is a wolf. => suspect Kim
I doubt that Leo is a wolf. => trust Leo
I doubt Leo is innocent. => suspect Leo
I do not not trust Bob. =>
I can't say that Bob isn't a wolf. =>
Nobody believes that Ann is a wolf. =>
Nobody is innocent here, Bob. =>
We should not hang Gus => trust Gus
We should hang Gus. => vote Gus
I would never vote for Ann => trust Ann
I'd never vote Ann, never. => trust Ann
I won't vote for Bob. => trust Bob
I am voting for Bob. => vote Bob
voting bob => vote Bob
vote bob! => vote Bob
My vote is on Cat. => vote Cat
Cat has my vote. => vote Cat
my vote: dan => vote Dan
lynch eli => vote Eli
Let's lynch Fay today, shall we. => vote Fay
Let us not hang Gus. => trust Gus
lets not lynch ivy pls => trust Ivy
Jon should hang. => vote Jon
Kim must go. => vote Kim
Leo has to die today. => vote Leo
Leo should not die today. => trust Leo
I voted for Bob yesterday. =>
Bob voted for Ann. =>
Bob wants to hang Ann. =>
I will vote for Bob tomorrow. =>
I promise to vote for Gus. => vote Gus
I'll vote for Gus, promised. => vote Gus
I could vote for Cat or Dan. =>
I do not know who to vote for. =>
Not sure about Bob. =>
I am not sure that Bob is innocent. =>
I'm not sure Bob is a wolf. =>
I am pretty sure that Bob is a wolf. => suspect Bob
im 90% sure dan is evil => suspect Dan
100% Eli is a wolf => suspect Eli
Bob might be a wolf. => suspect Bob
Cat could be lying. => suspect Cat
Dan may or may not be a wolf. =>
Maybe Bob is a wolf, maybe not. =>
Bob could be anything. =>
If Bob is a wolf, then Ann is innocent. =>
Ann is innocent if Bob is a wolf. =>
Unless Cat is the seer, Dan is a wolf. =>
If Gus is not a wolf I am an idiot. =>
If I were the seer I would have checked Bob. =>
Suppose Kim is a wolf. Then Leo is innocent. =>
Assuming Ann is telling the truth, Bob must be a wolf =>
Either Bob or Cat is a wolf. =>
Bob or Cat is a wolf =>
Were Fay a wolf, she would have voted otherwise. =>
When Jon turns out to be a wolf, remember my words. =>
Hang Eli if you like, but Eli is innocent. =>
I'd vote for Kim only if she is silent again. =>
Bob and Cat are both wolves => suspect Bob, suspect Cat
Bob and Cat are wolves. => suspect Bob, suspect Cat
The wolves are Bob and Cat. => suspect Bob, suspect Cat
Ann and Eli are innocent. => trust Ann, trust Eli
Neither Ann nor Eli is a wolf. => trust Ann, trust Eli
I trust Ann and Eli. => trust Ann, trust Eli
I trust neither Ann nor Eli. => suspect Ann, suspect Eli
I trust Ann but not Eli. => trust Ann, suspect Eli
I trust Ann, Eli and Ivy. => trust Ann, trust Eli, trust Ivy
I suspect Gus, Jon and Kim. => suspect Gus, suspect Jon, suspect Kim
Gus, Jon and Kim are wolves. => suspect Gus, suspect Jon, suspect Kim
wolves: gus, fay => suspect Gus, suspect Fay
town: Ann, Eli. wolves: Bob, Cat. => trust Ann, trust Eli, suspect Bob, suspect Cat
My reads: Ann town, Bob wolf, Cat no idea. => trust Ann, suspect Bob
reads - ann clear, gus sus, jon null => trust Ann, suspect Gus
Bob is a wolf and Cat is not. => suspect Bob, trust Cat
Bob is a wolf, but Cat is innocent. => suspect Bob, trust Cat
Bob is lying and Ann is telling the truth. => suspect Bob, trust Ann
Not Bob, but Cat is the wolf. => trust Bob, suspect Cat
Bob is more suspicious than Cat. => suspect Bob
I trust Ann more than Bob. => trust Ann
Ann says Bob is a wolf. =>
Ann said that Bob was lying. =>
Ann thinks I'm a wolf. =>
According to Ann, Bob is a wolf. =>
Bob claims to be the seer. =>
bob claims seer =>
Bob told us he is innocent. =>
Cat accused Dan of being a wolf. =>
"Bob is a wolf" - those were the words of Ann. =>
You say "Ann is innocent", but why? =>
Ann's claim that Bob is a wolf is nonsense. =>
I heard that Bob is a wolf. =>
They say Gus is a wolf. =>
Everybody thinks that Fay is innocent. =>
I agree with Ann that Bob is a wolf. => suspect Bob
I agree with Ann. =>
Ann is right about Bob. =>
Oh sure, Bob is totally innocent /s =>
Yeah right, Cat is innocent. =>
lol sure, dan is "innocent" =>
Bob, the so-called seer, has spoken. =>
As if Bob were innocent! =>
Ha ha, Gus innocent, good one. =>
Bob, who do you suspect? => ask Bob suspects
@Bob who do you suspect? => ask Bob suspects
Whom do you suspect, Cat? => ask Cat suspects
And you, Dan, what is your role? => ask Dan role
fay what r u? => ask Fay role
Fay, what are you? => ask Fay role
Eli, are you the seer? => ask Eli role
Gus, are you a wolf? => ask Gus role
Ivy, who did you check last night? => ask Ivy looks
Seer, whom did you look at? => ask all looks
Jon, who are you voting for? => ask Jon vote
Why did you vote for Ann, Kim? => ask Kim vote
Leo, why did you vote like that? => ask Leo vote
Who does everybody suspect? => ask all suspects
Who is everyone voting for? => ask all vote
Who do you all think is a wolf? => ask all suspects
Who is the seer? => ask all role
anyone got a read? => ask all suspects
Any thoughts on who the wolves are? => ask all suspects
Is Bob a wolf? =>
Isn't Bob the wolf? =>
Why would Bob be a wolf? =>
Bob, is Ann a wolf? => ask Bob suspects
Tell us your role, Cat. => ask Cat role
Cat, tell us whom you suspect. => ask Cat suspects
Bob, you are a wolf. => suspect Bob
Bob, you're lying. => suspect Bob
You, Bob, are a wolf. => suspect Bob
@Cat you are lying => suspect Cat
you are a wolf, Dan! => suspect Dan
Eli, I trust you. => trust Eli
I trust you, Fay. => trust Fay
Gus, I don't trust you. => suspect Gus
I don't think you are a wolf, Ivy. => trust Ivy
Bob, you are innocent, I know it. => trust Bob
Bob, Ann is a wolf. => suspect Ann
Bob, vote for Ann with me. => vote Ann
Bob, please trust me, Cat is the wolf. => suspect Cat
Ann, Bob is innocent. => trust Bob
Hey Jon, I'll vote for you. => vote Jon
Kim, you have my trust. => trust Kim
Bob is odd today. I think he is a wolf. => suspect Bob
Look at Fay. She is lying. => suspect Fay
I have been thinking about Cat. She seems honest. => trust Cat
Something is off with Dan. Let's hang him. => suspect Dan, vote Dan
Bob accused Ann. She is innocent. =>
Bob and Cat again. They are wolves. => suspect Bob, suspect Cat
I talked to Eli. I trust him. => trust Eli
Gus is too quiet. I do not trust him. => suspect Gus
Ivy? No. She is no wolf. => trust Ivy
I checked Bob. He is a wolf. => look Bob wolf
I checked Bob. He is not a wolf. => look Bob clear
I looked at Ann last night: innocent. => look Ann clear
I checked Fay last night and she is a wolf! => look Fay wolf
I saw Gus in the night, and Gus is a werewolf. => look Gus wolf
Last night I looked at Jon and he is no werewolf. => look Jon clear
On the first night I saw Kim: a wolf. => look Kim wolf 1
I inspected Leo in night two, a villager. => look Leo clear 2
my check on bob came back wolf => look Bob wolf
Result on Cat: innocent. => look Cat clear
Red check on Dan. => look Dan wolf
I'm seer. eli is green => role seer, trust Eli
I checked Ann and Bob, both innocent. => look Ann clear, look Bob clear
I checked Ann: innocent, Bob: wolf. => look Ann clear, look Bob wolf
Night 1: Ann, innocent. Night 2: Bob, wolf. I am the seer. => role seer, look Ann clear 1, look Bob wolf 2
I am the seer. Night 1 Ivy: clean. Night 2 Jon: wolf. => role seer, look Ivy clear 1, look Jon wolf 2
I checked Bob. =>
I did not check Bob. =>
I will check Bob tonight. =>
I would have checked Bob. =>
I saw Bob vote for Ann. =>
I looked at what Bob said and he is lying. => suspect Bob
I looked at Bob's votes and he's a wolf. => suspect Bob
I see Bob as a wolf. => suspect Bob
Bob checked Ann and she is a wolf. =>
I am the seer. => role seer
im seer => role seer
I'm the seer, trust me. => role seer
Seer here. => role seer
As the seer I know that Bob is a wolf. => role seer, suspect Bob
I claim seer. => role seer
I am the doctor. => role doctor
im the doc => role doctor
I'm witch => role witch
I am the hunter, hang me and see. => role hunter
I'm just a villager. => role villager
im vanilla => role villager
I'm a simple townie => role villager
I am town, I swear => role innocent
I am not a wolf! => role innocent
im no wolf => role innocent
I'm innocent. => role innocent
Ok, I am a wolf. => role werewolf
I am not the seer. =>
I'm no seer. =>
I am not a wolf, I am the hunter. => role innocent, role hunter
I might be the seer. =>
I could be the seer, for all you know. =>
I wish I were the seer. =>
Do you think I am a wolf? =>
You all think I am a wolf. =>
I am a wolf? Please. =>
I am sure the seer is dead. =>
I am afraid Bob is a wolf. => suspect Bob
I'm a bit suspicious of Cat. => suspect Cat
I'm suspicious about Dan => suspect Dan
I'm not suspicious of Eli. => trust Eli
I never claimed to be the seer. =>
I am the seer's best friend. =>
I am hunting wolves. =>
I protected Ann last night. => deed doctor Ann
I'm the doctor and I protected Bob. => role doctor, deed doctor Bob
i guarded cat n1 => deed doctor Cat
I did not protect Ann. =>
I will protect Ann tonight. =>
I poisoned Gus. => deed witch Gus poison
I am the witch. I saved Ivy. => role witch, deed witch Ivy
I am the doctor. I saved Ivy. => role doctor, deed doctor Ivy
I take back what I said about Bob. =>
I was wrong about Bob. =>
I no longer trust Bob. => suspect Bob
I no longer think that Bob is a wolf. => trust Bob
I used to trust Bob. =>
I thought Bob was a wolf. =>
I thought Cat was innocent, now I am not so sure. =>
I changed my mind about Dan. He is innocent. => trust Dan
Scratch that, Eli is innocent. => trust Eli
Sorry Fay, I was wrong, you are innocent. => trust Fay
Ann is the real seer. => trust Ann
Bob is a fake seer. => suspect Bob
Cat is not the real seer. => suspect Cat
Dan is a liar! => suspect Dan
Eli lies. => suspect Eli
Fay is scum => suspect Fay
gus = wolf => suspect Gus
Ivy is one of us. => trust Ivy
Jon is one of them. => suspect Jon
Kim is on our side. => trust Kim
Leo is hiding something. => suspect Leo
Bob is the only one I trust. => trust Bob
Bob is the last person I would suspect. => trust Bob
I suspect everybody but Bob. =>
I trust nobody but Cat. =>
Anyone but Bob could be a wolf. =>
It's Bob. => suspect Bob
It's not Bob. => trust Bob
It was Bob who spoke first. =>
It's Bob's turn. =>
Bob is not here. =>
Bob is quiet today. =>
Bob was killed because he was the seer. =>
Ann is dead, and that is bad. =>
Good morning Bob. =>
Bob, that is a good point. =>
Good. Bob has spoken. =>
That's bad for Bob. =>
Bob has a bad feeling about this. =>
The wolf who killed Ann is clever. =>
A wolf would not talk like Bob. =>
Bob talks like a wolf. => suspect Bob
Bob does not talk like a wolf. => trust Bob
Bob acts like an innocent villager =>
The wolves want Ann dead. =>
Why does nobody suspect Gus? =>
Ann suspects me, I suspect Bob. => suspect Bob
Bob suspects Ann. =>
Do not trust Bob. => suspect Bob
Never trust Bob! => suspect Bob
Trust Ann. => trust Ann
You can trust Ann. => trust Ann
You can't trust Bob. => suspect Bob
We can't trust Bob, he lied. => suspect Bob
I can't trust anyone. =>
I'm suspecting Kim a bit => suspect Kim
Don't suspect Ann, suspect Bob. => trust Ann, suspect Bob
My main suspect is Jon. => suspect Jon
Top suspects: Jon, Kim => suspect Jon, suspect Kim
I still suspect Leo. => suspect Leo
i suspect no one =>
Bob?? =>
bob =>
wolf wolf wolf =>
I =>
The cat is out of the bag, and it is a bad cat. =>
HANG BOB!!! => vote Bob
BOB IS A WOLF => suspect Bob
bob def wolf => suspect Bob
ann def town => trust Ann
tr on cat, wr on dan => trust Cat, suspect Dan
gus not town => suspect Gus
gus not wolf => trust Gus
fos bob => suspect Bob
"I'm with you, Ann," he said. =>
I'd hang either Bob or Cat. =>
Do we hang Bob? =>
Should we hang Bob? =>
Bob, should we hang Ann? => ask Bob vote
I swear on my mother that Bob is guilty. => suspect Bob
Mark my words: Bob is guilty. => suspect Bob
My gut says Bob is a wolf. => suspect Bob
Everything points to Cat. => suspect Cat
I vouch for Dan. => trust Dan
I have nothing against Eli. =>
I have a bad feeling about Fay. => suspect Fay
I have a good feeling about Gus. => trust Gus
Ivy gives me bad vibes => suspect Ivy
Please, Bob, stop lying. => suspect Bob
Stop suspecting Bob. =>
"""

TRAPS = """
Everyone but Bob is a wolf.
Bob is a wolf, says Ann.
Bob is a wolf, I doubt it.
Bob is a wolf? I doubt it.
Bob is a wolf. Just kidding.
Bob is a wolf. That is what Ann said.
Bob is a wolf and that is a lie.
Bob is innocent, my foot.
Bob is innocent. Not.
Ann: Bob is a wolf.
Ann said: I am the seer.
Ann claims that Bob lied, and Cat is a wolf.
Bob is suspicious of Ann.
Bob is good at this game.
Bob is not only a wolf, he is the leader.
Bob is no more suspicious than Cat.
Bob is anything but innocent.
Bob is the wolves' target.
I trust Bob as far as I can throw him.
I trust Bob - not!
I would vote for anyone but Bob.
I refuse to vote for Bob.
I was going to vote for Bob.
You can hang Bob but I won't.
We must not let the wolves hang Bob.
Hanging Bob is a mistake.
20% sure Bob is a wolf
Given that Bob is a wolf, Cat is innocent.
What if Bob is a wolf. Then Cat is innocent.
Had Bob been a wolf, Cat would be innocent.
One of Bob and Cat is a wolf.
I saw Bob vote for Ann, and she is a wolf.
I haven't checked Ann: she may be a wolf.
I act like a wolf.
As the seer I would have checked Bob.
"""
"""Sentences that claim nothing, however much they look as if; some were misread once."""


def half(first: int) -> list[tuple[str, set[Claim]]]:
    """Sentences with their claims: those that tune (0), or those that measure (1)."""
    lines = [line.rpartition(" =>") for line in HEARD.strip().splitlines()[first::2]]
    return [(said, {claim(each) for each in told.split(",") if each.strip()}) for said, _, told in lines]


def claim(told: str) -> Claim:
    """Read a claim from its notation: "look Gus wolf 2", "deed witch Gus poison", "ask all role", "suspect Bob"."""
    match told.split():
        case ["role", role]:
            return Claim("role", role=role)
        case ["look", name, verdict, *night]:
            return Claim("look", name, wolf=verdict == "wolf", night=int("".join(night) or 0))
        case ["deed", role, name, *poison]:
            return Claim("deed", name, role=role, wolf=bool(poison))
        case ["ask", name, "role" | "looks" | "suspects" | "vote" as about]:
            return Claim("ask", "" if name == "all" else name, about=about)
        case ["suspect" | "trust" | "vote" as kind, name]:
            return Claim(kind, name)
    raise ValueError(told)
