"""What people say at the table, and what must be understood: written by hand, before the reading was mended.

H (h1…h5) speaks to A (a1…a5) and B (b1…b5); the colors are red, green and blue. Each line is `sentence | meaning`, the
meaning being parts with `;` between: `b2=red` (asked), `b2!=red` (asked to avoid), `h2=red` (reported), `h1 locked`,
`always b2=red` (a promise wanted), `offer h5=green for b2=red` (give, for what), `drop b2` (no longer asked),
`what b2`, `why b2`, `can h4`, `can b2=red`, `if h2=blue`, `do`, `fine`, `promised` (questions), `hello`, `-` (nothing,
which is said). `A:` before a part says to whom.

Every second sentence, from the first, was for tuning; the other half only for these figures. Before the mending 94 of
193 were right, 14 misread (other half: 86 of 192, 16 misread; neither questions nor greetings were told apart). After
it 192 of 193, none misread (other half: 180 of 192, one misread). Three labels were corrected while tuning.
"""

CORPUS = {
    "terse": """
b2 red | b2=red
b2 blue | b2=blue
a4 green! | a4=green
b2=red | b2=red
a1 = blue | a1=blue
b2->green | b2=green
b3: blue | b3=blue
b2 RED | b2=red
B2 red | b2=red
b2 to red | b2=red
a5 -> red pls | a5=red
b2 r | b2=red
a3 g | a3=green
b5 B | b5=blue
b2 red now | b2=red
a2 green please | a2=green
make b2 red | b2=red
set a4 blue | a4=blue
change b1 to green | b1=green
b1 not green | b1!=green
b2 != red | b2!=red
a1 no blue | a1!=blue
h2 red | h2=red
h5 is green | h5=green
h1=blue h2=red | h1=blue; h2=red
why b2? | why b2
why a4 green? | why a4
b2? | what b2
colors of h4? | can h4
help | do
ok? | fine
red b2 | b2=red
green for a1 | a1=green
h1 locked | h1 locked
forget b2 | drop b2
""",
    "polite": """
Could you please make b2 red? | b2=red
Would you mind changing b2 to blue? | b2=blue
could you switch b2 over to green? | b2=green
Can you turn a4 blue for me? | a4=blue
Please set a1 to red, thanks! | a1=red
Hi B, would you be so kind as to color b3 green? | b3=green
I'd be grateful if you made a2 green | a2=green
I would appreciate it if b5 were red | b5=red
it would be great if b2 became red | b2=red
It would help me a lot if a4 was blue. | a4=blue
Might I ask you to paint b2 blue? | b2=blue
If it's no trouble, please make b1 green | b1=green
if possible, b2 red please | b2=red
Whenever you can, turn a5 green. | a5=green
Would it be possible to have b4 red? | b4=red
May I have a3 in blue, please? | a3=blue
Do you think you could make b2 red? | b2=red
I was wondering if you could change a1 to green | a1=green
Please, no green on b2 if you can help it | b2!=green
would you kindly avoid red on a4 | a4!=red
Could you please not use blue for b3? | b3!=blue
Please keep b2 red | b2=red
would you please leave a5 blue | a5=blue
Be so good and give b2 the color green | b2=green
Could I trouble you for a red a2? | a2=red
I'd love b2 to be blue | b2=blue
We would be done if you made b5 green | b5=green
Thank you! Now could a1 become red, please? | hello; a1=red
It'd be lovely to see b3 go blue | b3=blue
my dear B, kindly repaint b2 in red | b2=red
""",
    "typos": """
chnage b2 to bleu | -
b2 gren | -
plese make b2 red | b2=red
pls mkae a4 blue | a4=blue
coudl you make b2 red | b2=red
b2 rde | -
set b2 too red | b2=red
make b2 redd | -
make b 2 red | b2=red
change B-2 to blue | b2=blue
make b2 red,please | b2=red
b2red | -
make b9 red | -
color b2 purple | -
cahnge a1 to green | a1=green
i want b2 rred | -
b2 shoud be green | b2=green
b2 must be green!!1 | b2=green
a2 green,b2 red | a2=green; b2=red
dont make b2 red | b2!=red
don't maek b2 red | b2!=red
do nt make b2 red | b2!=red
b2 not gren | -
h2 is now bleu | -
wy is b2 red? | why b2
whta is b2? | what b2
wat color is a4 | what a4
MAKE B2 GREEN PLEASE | b2=green
mk b2 red | b2=red
plz b2 blue thx | b2=blue
""",
    "lists": """
a2 green, and a4 too | a2=green; a4=green
a2 and a4 green | a2=green; a4=green
make b1, b2 and b3 red | b1=red; b2=red; b3=red
b1 red, b2 blue, b3 green | b1=red; b2=blue; b3=green
b2 red; b3 blue | b2=red; b3=blue
b2 = red, b3 = blue and b4 = green please | b2=red; b3=blue; b4=green
make b2 red and b3 blue | b2=red; b3=blue
set a1 to red, a2 to blue | a1=red; a2=blue
a1 red. a2 blue. | a1=red; a2=blue
b1/b2 red | b1=red; b2=red
b1 & b2 green | b1=green; b2=green
b2 red, likewise b4 | b2=red; b4=red
a1 blue, same for a3 | a1=blue; a3=blue
both a1 and a3 should be blue | a1=blue; a3=blue
b2 red, b3 as well | b2=red; b3=red
change b2 to red and also b5 to green | b2=red; b5=green
I have h1 red, h2 blue and h3 green | h1=red; h2=blue; h3=green
h1 is red, h2 too | h1=red; h2=red
h1, h2: red, green | -
h1 and h3 are blue, h2 is green | h1=blue; h3=blue; h2=green
b2 not red, not blue | b2!=red; b2!=blue
b2 neither red nor blue | b2!=red; b2!=blue
neither b2 nor b3 red please | b2!=red; b3!=red
a2 green but a4 not | a2=green; a4!=green
a2 green, a4 red or blue | a2=green; a4!=green
1) b2 red 2) b3 blue | b2=red; b3=blue
first b2 red, then b3 green | b2=red; b3=green
b2 red + a4 blue | b2=red; a4=blue
My colors: h1 red, h4 blue, h5 green | h1=red; h4=blue; h5=green
red for b2 and blue for b4 | b2=red; b4=blue
""",
    "conditions": """
if you make b2 red, I will make h5 green | offer h5=green for b2=red
If you make a5 green I make h4 blue | offer h4=blue for a5=green
I'll set h5 to green if you set b2 to red | offer h5=green for b2=red
I can do h1 blue if you do a2 red | offer h1=blue for a2=red
make b2 red and I'll make h5 blue | offer h5=blue for b2=red
you make b2 red, then I make h5 green | offer h5=green for b2=red
b2 red in exchange for h5 green? | offer h5=green for b2=red
I'll trade you h5 green for b2 red | offer h5=green for b2=red
If b2 turns red, h5 turns green | offer h5=green for b2=red
deal: b2 red, and h5 becomes blue | offer h5=blue for b2=red
if you make b2 red and b3 blue, I make h5 green | offer h5=green for b2=red; for b3=blue
I'll make h2 red provided that b2 goes blue | offer h2=red for b2=blue
I make h5 green as long as b2 stays red | offer h5=green for b2=red
Only if you make a4 blue will I make h4 red | offer h4=red for a4=blue
unless you make b2 red, I make h5 red | -
if h2 is blue, make b2 red | -
if b3 is green then b2 should be red | -
If I make h4 blue, could you make a5 green? | offer h4=blue for a5=green
when you make b2 red I'll switch h5 to green | offer h5=green for b2=red
I would make h5 green if b2 were red | offer h5=green for b2=red
once b2 is red I will make h5 blue | offer h5=blue for b2=red
suppose I take h4 red, would you take a5 blue? | offer h4=red for a5=blue
if you can, make b2 red | b2=red
if you want, b2 could be red | -
b2 red if you don't mind | b2=red
what if h2 were blue? | if h2=blue
And if I made h2 blue? | if h2=blue
what would you do if h4 was red | if h4=red
suppose h2 is green, what then? | if h2=green
how about h5 green, would that help you? | if h5=green
""",
    "preferences": """
I would prefer b2 blue, but red is fine too | b2=blue
I'd rather have b2 red | b2=red
rather red than blue for b2 | b2=red
b2 red or blue | b2!=green
b2 either green or red please | b2!=blue
red or green on a4, I don't care which | a4!=blue
anything but red on b2 | b2!=red
b2 any color except green | b2!=green
b2 can be whatever but blue | b2!=blue
ideally a5 is green | a5=green
my favorite for b2 is red | b2=red
preferably b2 red | b2=red
b2 blue would be best | b2=blue
I like b2 red better than blue | b2=red
b2 should preferably not be red | b2!=red
I'd prefer a1 not green | a1!=green
b2 blue instead of red | b2=blue
instead of red make b2 green | b2=green
make b2 green rather than blue | b2=green
b2 red works best for me | b2=red
I want b2 to be green | b2=green
I need a4 blue | a4=blue
we need b2 red here | b2=red
I hope b2 can become blue | b2=blue
I wish b2 were red | b2=red
best would be b3 green, second best blue | b3=green
b2: first choice red, otherwise green | b2=red
blue on b2 suits me | b2=blue
red for b2 if you ask me | b2=red
I don't want b2 red | b2!=red
""",
    "negations": """
no more green on b2! | b2!=green
not b2 red! | b2!=red
b2 must not be green | b2!=green
b2 can't be red | b2!=red
b2 cannot stay blue | b2!=blue
never make b2 red | b2!=red
don't change b2 | -
please don't use green on a4 | a4!=green
stop using red for b2 | b2!=red
get rid of the blue on b3 | b3!=blue
avoid green on b2 | b2!=green
no red on b2, no blue on b3 | b2!=red; b3!=blue
I do not need b2 to be red | -
b2 need not be red | -
b2 does not have to be red any more | drop b2
b2 isn't red | -
h2 is not red | -
h2 isn't red any more, it is blue | h2=blue
h2 is no longer green | -
b2 not red but blue | b2=blue
not red, blue on b2 | b2=blue
b2 should be blue, not red | b2=blue
I said blue for b2, not red | b2=blue
nobody wants b2 red | -
b2 red? no! | -
b2 red is a bad idea | b2!=red
red on b2 hurts me | b2!=red
b2 without green please | b2!=green
b2 shouldn't be red | b2!=red
it is not good that b2 is green | b2!=green
never mind b2 | drop b2
forget what I said about a4 | drop a4
b2 is not to be green | b2!=green
no need for b2 red | -
I won't make h2 red | -
keep b2 off red | b2!=red
anything but that on b2 | -
move b2 away from green | b2!=green
change b2 to something other than red | b2!=red
b2 needs another color than blue | b2!=blue
""",
    "questions": """
what is b2? | what b2
What color is b2 right now? | what b2
which color does a4 have? | what a4
is b2 red? | what b2
tell me the color of b3 | what b3
what are your colors? | what
show me your nodes | what
why is b2 red? | why b2
Why did you make b2 green? | why b2
why not blue on b2? | why b2
why did you change a4 | why a4
what is the reason for b2 being red | why b2
how come b2 is blue? | why b2
explain b2 | why b2
why? | why
which colors can h4 take for you? | can h4
what colors are ok for h4? | can h4
what can I do with h5? | can h5
can h4 be blue? | can h4=blue
would h5 green work for you? | can h5=green
is h4 blue ok for you? | can h4=blue
does h4 red clash? | can h4=red
can b2 be red? | can b2=red
could b2 ever be green? | can b2=green
is it possible that b2 is red? | can b2=red
what if h2 is blue? | if h2=blue
what happens if h4 turns red? | if h4=red
what should I do? | do
What do you want from me? | do
what do you suggest? | do
any ideas? | do
how can I help you? | do
what do you need? | do
is everything fine? | fine
are you satisfied? | fine
are we done? | fine
do you have any conflicts? | fine
any clashes left? | fine
what is your penalty? | fine
what did you promise? | promised
did you promise me anything? | promised
what have we agreed on | promised
which offers are open? | promised
what did you agree to? | promised
who owns b2? | -
how old are you? | -
why don't you like red? | -
what is h2? | what h2
what do you think h2 is? | what h2
are you happy with h4 red? | can h4=red
""",
    "two addressees": """
A, please set a2 to green, and B, please set b2 to red | A: a2=green; B: b2=red
A: a2 green. B: b2 red. | A: a2=green; B: b2=red
@A a4 blue @B b4 blue | A: a4=blue; B: b4=blue
A make a1 red, B make b1 blue | A: a1=red; B: b1=blue
Dear A and B, make a2 and b2 green | A: a2=green; B: b2=green
A, why is a2 green? And B, what is b2? | A: why a2; B: what b2
A, h1 is locked | A: h1 locked
B, h4 is red | B: h4=red
A, h1 is blue; B, make b2 red | A: h1=blue; B: b2=red
B: what should I do? | B: do
to A: a3 should be red. to B: thanks! | A: a3=red; B: hello
b2 red please B, and A, keep a1 blue | B: b2=red; A: a1=blue
A, a2 not red; B, b2 not red | A: a2!=red; B: b2!=red
hey A, could you make a2 green, B could you do b3 blue | A: a2=green; B: b3=blue
B, ask A to make a2 green | -
A said b2 is red | -
all: h1 is red now | h1=red
@B why is b2 red? @A are you satisfied? | B: why b2; A: fine
A and B: what should I do? | A: do; B: do
everybody, h5 is locked | h5 locked
""",
    "reports": """
h2 is red now | h2=red
I made h2 red | h2=red
I have changed h2 to blue | h2=blue
my h2 is green | h2=green
h2 just became red | h2=red
I've set h1 to red and h2 to blue | h1=red; h2=blue
FYI h5 = green | h5=green
done, h5 is blue | h5=blue
I keep h2 red | h2=red
h2 stays red | h2=red
h2 remains blue, so b2 has to be green | h2=blue; b2=green
since h2 is red, please make b2 blue | h2=red; b2=blue
h2 is red because h1 is blue | h2=red; h1=blue
h2 will be red next turn | -
I'm going to make h2 red | -
I might make h2 blue | -
I plan to turn h5 green | -
h2 was red | -
h2 used to be blue | -
maybe h2 is red soon | -
I could make h2 red | -
h1 is locked | h1 locked
h1 is fixed | h1 locked
I can't change h1 | h1 locked
h1 is locked to red | h1=red; h1 locked
my h1 is fixed at blue, I cannot move it | h1=blue; h1 locked
h1 is stuck on green | h1=green; h1 locked
h3 cannot be changed | h3 locked
h1 isn't locked | -
h2 should be red | -
I would like h2 to be red | -
h2 can be red or blue | -
b2 clashes with h2 | -
I am satisfied | -
all my nodes are red | -
h2 went from red to blue | h2=blue
h2 is blue now, it was red | h2=blue
I had h2 red, now it is green | h2=green
h2 red -> blue | h2=blue
now h4 is blue instead of red | h4=blue
""",
    "promises": """
always keep b2 red | always b2=red
b2 must always be red | always b2=red
keep b2 red until I say so | always b2=red
promise me that b2 stays red | always b2=red
promise me b2 red | always b2=red
from now on b2 is red, ok? | always b2=red
b2 red for good please | always b2=red
please commit to a4 blue | always a4=blue
keep a4 blue for the rest of the game | always a4=blue
b2 has to stay red forever | always b2=red
don't ever change b2 from red | always b2=red
never make b2 green again | always b2!=green
b2 never again blue! | always b2!=blue
hold b2 at red until further notice | always b2=red
can you promise b2 will be green? | always b2=green
you may change b2 again | drop b2
I release you from b2 | drop b2
b2 is free again | drop b2
you no longer have to keep b2 red | drop b2
do whatever you like with b2 | drop b2
""",
    "small talk": """
hello | hello
Hi B! | hello
good morning everybody | hello
hey there | hello
thanks | hello
thank you very much, B! | hello
thx | hello
cheers! | hello
well done | hello
great job, A | hello
perfect, thanks. | hello
bye | hello
nice to meet you | hello
ok | -
hm | -
lol | -
red is my favorite color | -
I love green | -
this is hard | -
the weather is nice | -
b2 is a nice node | -
colors, colors everywhere | -
asdf | -
123 | -
b2 | what b2
red | -
yes | -
no | -
I agree | -
you are wrong | -
""",
}


def cases() -> list[tuple[str, str, frozenset[str]]]:
    """List manner, sentence and what must be understood; every second one, from the first, is for tuning."""
    out = []
    for manner, lines in CORPUS.items():
        for line in lines.strip().splitlines():
            said, _, meant = line.partition(" | ")
            out.append((manner, said, frozenset(part.strip() for part in meant.split(";"))))
    return out
