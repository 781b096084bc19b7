"""What an owner may not say of its state, and what it may; the speaker is B, b2 has just turned from blue to red."""

import asyncio
import re
from collections.abc import Iterator
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.agents import Agent
from core.engine.casting import prepare
from core.engine.turn import Turn
from scenes.coloring.actions import Move
from scenes.coloring.bots.rule_based import ClusterAgent
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.problem.penalty import judge
from scenes.coloring.rules.observation import Observation
from scenes.coloring.talk.claims.check import Facts, Finding, check_words, correction
from tests.core.table import play, run_of
from tests.examples import counts
from tests.proportion import in_proportion
from tests.scenes.test_coloring_runs import Unruly

CLUSTERS = {owner: tuple(f"{owner.lower()}{i}" for i in range(1, 6)) for owner in "AHB"}
INSIDE = (("b1", "b2"), ("b2", "b3"), ("b3", "b4"), ("b4", "b5"))
ACROSS = (("b2", "h2"), ("b4", "h4"), ("b5", "h3"), ("a2", "b3"), ("h1", "a1"))
PROBLEM = Problem(CLUSTERS, INSIDE + ACROSS, ("red", "green", "blue"), 10.0, {})
BEFORE = {"b1": "green", "b2": "blue", "b3": "green", "b4": "blue", "b5": "green"}
NOW = BEFORE | {"b2": "red"}


def facts(colors: Coloring = NOW, before: Coloring = BEFORE, to: str = "H", **believed: str) -> Facts:
    known = {"h2": "red", "h4": "blue", "a2": "blue", **believed}
    return Facts(PROBLEM, "B", before, colors, known, judge(PROBLEM, "B", colors, known), {"b1": "green"}, to)


CLASHING = facts()
"""Penalty 20: b2–h2 are red, b4–h4 are blue. h3 was never reported, b1 is locked."""
TO_A = facts(to="A")
TO_SOMEBODY = facts(to="")
CALM = facts(BEFORE, h4="green")
"""Penalty 0, and nothing changed."""
BARE = facts({"b1": "green"}, {"b1": "green"})
"""No conflict, and four nodes without a color."""

LIES = [
    ("I changed b2 to green.", "b2 is green"),
    ("I've switched b2 from red to blue", "b2 is blue; b2 was red"),
    ("I changed b2 from green to red.", "b2 was green"),
    ("b2 is now green", "b2 is green"),
    ("B2 IS NOW GREEN!!!", "b2 is green"),
    ("I set b2=green", "b2 is green"),
    ("Set b2 = G.", "b2 is green"),
    ("updated b4", "b4 was changed"),
    ("Done ✅ b4 updated.", "b4 was changed"),
    ("I have changed b4 to blue, as you asked.", "b4 was changed"),
    ("b2 is green, matching your request.", "b2 is green"),
    ("As per your request, b2 is green now.", "b2 is green"),
    ("b2 is blue as requested.", "b2 is blue"),
    ("Sure! I just changed b4 to red for you 😊", "b4 is red; b4 was changed"),
    ("I'm changing b2 to green now.", "b2 is green"),
    ("I went ahead and recolored b3 to blue.", "b3 is blue; b3 was changed"),
    ("I was able to switch b2 to green.", "b2 is green"),
    ("b4 has been changed to red.", "b4 is red; b4 was changed"),
    ("b4 was switched from blue to green", "b4 is green; b4 was changed"),
    ("b3 changed to blue", "b3 is blue; b3 was changed"),
    ("**b2** → **green**", "b2 is green"),
    ("- b2: green", "b2 is green"),
    ("- b1: green\n- b2: green\n- b3: green", "b2 is green"),
    ("| node | color |\n|---|---|\n| b1 | green |\n| b2 | blue |", "b2 is blue"),
    ("1. b2 is blue\n2. b3 is green", "b2 is blue"),
    ("My colors: b1 G, b2 G, b3 G.", "b2 is green"),
    ("Now b1 G, b2 B.", "b2 is blue"),
    ("b1 and b3 are red", "b1 is red; b3 is red"),
    ("b1 and b3 are green, b2 blue", "b2 is blue"),
    ("b1, b3 and b5 are blue.", "b1 is blue; b3 is blue; b5 is blue"),
    ("b1 is green and b2 is green too.", "b2 is green"),
    ("b2 is not red", "b2 is not red"),
    ("b2 isn't red anymore, so we are fine.", "b2 is not red"),
    ("b2 is no longer red", "b2 is not red"),
    ("I changed b2, it is green now.", "b2 is green"),
    ("I moved b2 – now it's green.", "b2 is green"),
    ("b2 was red and is now green.", "b2 is green"),
    ("b2 was blue, now green", "b2 is green"),
    ("I did not change anything.", "nothing changed"),
    ("I didn't change my colors.", "nothing changed"),
    ("Nothing changed on my side.", "nothing changed"),
    ("No changes this turn.", "nothing changed"),
    ("I made no changes.", "nothing changed"),
    ("I kept everything as it was.", "nothing changed"),
    ("I didn't change b2", "b2 did not change"),
    ("I did not change b2 to red.", "b2 did not change"),
    ("b2 is unchanged.", "b2 did not change"),
    ("b2 did not change.", "b2 did not change"),
    ("I kept b2 as is.", "b2 did not change"),
    ("I kept b2 blue.", "b2 is blue; b2 did not change"),
    ("I'm keeping b2 blue.", "b2 is blue"),
    ("b2 stays blue.", "b2 is blue"),
    ("I made b2 green", "b2 is green"),
    ("I chose green for b2.", "b2 is green"),
    ("I went with blue for b2", "b2 is blue"),
    ("b2's color is green.", "b2 is green"),
    ("The color of b2 is green.", "b2 is green"),
    ("b2 has been set to green", "b2 is green"),
    ("b2 is pink", "b2 is pink"),
    ("I changed b2 to green, can you make h2 blue?", "b2 is green"),
    ("I changed b2 to green so please make h2 blue.", "b2 is green"),
    ("Please make h2 blue, I have set b2 to green.", "b2 is green"),
    ("Since you asked, I changed b2 to green to avoid the clash with h2.", "b2 is green"),
    ("I can confirm that b2 is green.", "b2 is green"),
    ("I swapped b3 and b4.", "b3 was changed; b4 was changed"),
    ("I'm satisfied.", "satisfied"),
    ("I am now fully satisfied with no conflicts!", "no conflicts"),
    ("Satisfied ✅", "satisfied"),
    ("Status: satisfied", "satisfied"),
    ("Thanks, we're done!", "done"),
    ("Great, I'm done.", "done"),
    ("My coloring is valid.", "a valid solution"),
    ("We have a valid solution.", "a valid solution"),
    ("I found a valid coloring!", "a valid solution"),
    ("All good on my side.", "all good"),
    ("Everything is fine on my end 👍", "all good"),
    ("No conflicts on my side.", "no conflicts"),
    ("There are no conflicts.", "no conflicts"),
    ("I have no clashes left.", "no conflicts"),
    ("conflicts: none", "no conflicts"),
    ("All my conflicts are resolved.", "no conflicts"),
    ("I'm conflict-free", "no conflicts"),
    ("b2 is red and there are no conflicts.", "no conflicts"),
    ("My penalty is 0", "penalty 0"),
    ("Penalty 0 on my side.", "penalty 0"),
    ("penalty: **0**", "penalty 0"),
    ("My penalty is now 10.", "penalty 10"),
    ("My total penalty dropped from 20 to 10.", "penalty 10"),
    ("I have zero penalty.", "penalty 0"),
    ("My penalty isn't 20.", "penalty not 20"),
    ("h2 is blue", "h2 is blue"),
    ("Your h2 is green, my b2 is red.", "h2 is green"),
    ("h3 is red", "h3 is red"),
    ("h2 and h4 are red.", "h4 is red"),
    ("I see that h4 is currently red.", "h4 is red"),
    ("b2 is locked.", "b2 is locked"),
    ("b2 is fixed to red", "b2 is locked"),
    ("Sorry, I can't change b2.", "b2 is locked"),
    ("b2 cannot be changed.", "b2 is locked"),
    ("My locked node is b4.", "b4 is locked"),
    ("b1 is not locked", "b1 is not locked"),
    ("b1 is free.", "b1 is not locked"),
    ("I can change b1.", "b1 is not locked"),
    ("I have no locked nodes.", "no locked nodes"),
    ("b3 clashes with a2.", "b3 clashes with a2"),
    ("b2 and b3 clash", "b2 clashes with b3"),
    ("There is a conflict between b5 and h3.", "b5 clashes with h3"),
    ("b5–h3 clash", "b5 clashes with h3"),
    ("b2 does not clash with h2.", "b2 does not clash with h2"),
    ("There is no conflict between b2 and h2", "b2 does not clash with h2"),
    ("b2 no longer conflicts with your h2.", "b2 does not clash with h2"),
    ("The clash between b2 and h2 is resolved.", "b2 does not clash with h2"),
    ("I fixed the b2–h2 conflict.", "b2 does not clash with h2"),
    ("b2 is conflict-free", "b2 does not clash"),
    ("I have no conflicts with your nodes.", "no conflict with h2; no conflict with h4"),
    ("I have no conflicts with your nodes, and my b2 is red.", "no conflict with h2"),
    ("No conflicts with your cluster.", "no conflict with h2"),
    ("I no longer clash with your nodes.", "no conflict with h2"),
    ("No conflicts on my side with your h2 and h5.", "no conflict with h2"),
    ("I do not conflict with h4.", "no conflict with h4"),
    ("There's no clash between us.", "no conflict with h2"),
    ("There are no conflicts between our clusters.", "no conflict with h4"),
    ("I have resolved the conflict with h2.", "no conflict with h2"),
    ("I've now fixed the clash with your h2!", "no conflict with h2"),
    ("The conflict with h2 is resolved.", "no conflict with h2"),
    ("I am conflict-free with your nodes.", "no conflict with h2"),
    ("I am now conflict free.", "no conflicts"),
    ("b2 is clash free now.", "b2 does not clash"),
    ("I am satisfied with the current state.", "satisfied"),
    ("I'm satisfied with the current state of my cluster.", "satisfied"),
    ("My cluster is fully satisfied.", "satisfied"),
    ("I'm happy with the current coloring.", "satisfied"),
    ("b2 has become blue.", "b2 is blue"),
    ("b2 has now become green", "b2 is green"),
    ("There are no issues on my side.", "no conflicts"),
    ("No problems on my end.", "no conflicts"),
    ("Looks good on my end.", "all good"),
    ("All my nodes are red.", "all nodes are red"),
    ("b2 is red. My nodes are now all red!", "all nodes are red"),
    ("I changed b4 to green but b2 stays red.", "b4 is green; b4 was changed"),
    ("My penalty is 0 but b2 clashes with h2.", "penalty 0"),
    ("There are no conflicts, but b2 is red.", "no conflicts"),
    ("My b2 is next to your h2 and h5, and I have no conflict.", "no conflicts"),
]

TRUE = [
    "I changed b2 to red.",
    "I changed b2 from blue to red, as you asked.",
    "b2 is red, matching your request.",
    "You asked for b2 green.",
    "Your request for b2 green is noted.",
    "I've switched b2 from blue to red 🎉",
    "b2: blue → red",
    "b2 was blue and is now red.",
    "b2 (was blue) is red now.",
    "- b2: red (was blue)",
    "| node | before | after |\n|---|---|---|\n| b2 | blue | red |",
    "| node | old | new |\n| b2 | blue | green |",
    "I only changed b2; b1, b3, b4 and b5 are unchanged.",
    "I did not change b3.",
    "I kept b3 green and b4 blue.",
    "I left b4 as it is.",
    "b2 is not green.",
    "b2 is red, not green.",
    "b2 is no longer blue.",
    "I did not change b2 to green.",
    "I did not change b4, it is blue.",
    "I can't change b1: it is locked.",
    "b1 is locked to green.",
    "b1 (locked), b2 R",
    "My locked node is b1.",
    "b2 is not locked.",
    "b2 is free.",
    "I can't change b2 because it would clash with b1.",
    "I can't change b2 to green without a clash with b1.",
    "I can't say I'm satisfied.",
    "I'm not satisfied yet.",
    "I am not done, my penalty is 20.",
    "Not satisfied: penalty 20.",
    "satisfied: no",
    "Satisfied: ❌",
    "My penalty is not 0.",
    "My penalty dropped from 30 to 20.",
    "Penalty was 10 and is now 20.",
    "Two clashes, 10 + 10 = 20 penalty.",
    "b2–h2 clash (penalty 10), b4–h4 clash (penalty 10), total penalty 20.",
    "b2–h2, b4–h4 clash: penalty 20. With h2 blue and h4 red I could reach 0.",
    "b2 clashes with h2 and b4 clashes with h4.",
    "There is a conflict between b2 and h2.",
    "b3 doesn't clash with a2.",
    "No conflict between b3 and a2.",
    "b3 is conflict-free.",
    "If you make h2 blue, I'm satisfied.",
    "I'm satisfied if you make h2 blue.",
    "We're done once h2 and h4 change.",
    "If h2 were blue, I could change b2 to green.",
    "With h2 blue my penalty is 10.",
    "With h2 B and h4 G I could reach 0.",
    "I could change b2 to green.",
    "I would be satisfied with h2 blue.",
    "I will change b2 to green next turn.",
    "I'll set b2 to green.",
    "I'm going to change b2 to green.",
    "I plan to make b2 green.",
    "I might have b2 green later.",
    "I prefer b2 green.",
    "Maybe b2 green?",
    "Is b2 green?",
    "Did you want b2 green?",
    "Should I make b2 green, or is h2 blue?",
    "b2 is green, right?",
    "Can you make h2 blue? Then my penalty is 10.",
    "Please make h2 blue.",
    "Please make h2 blue and h4 green, then I have no conflicts.",
    "Please change h2 to blue. That leaves me with no conflicts.",
    "Make h2 blue and my penalty is 10.",
    "You said b2 is green.",
    'You wrote "b2 is green" but it is red.',
    "You asked for b2 green, but that would clash with b1.",
    "You told me h2 is blue.",
    "H wanted b2 to be green.",
    "> b2 is green\nThat is no longer so: b2 is red.",
    "h1 R, h4 G → penalty 0 for me",
    "Options:\n- h2 B, h4 G → penalty 0\n- h2 B, h4 B → penalty 10",
    "Options: b2 green; b2 blue; b2 red.",
    "My suggestion:\n1. b2 → green\n2. h2 → blue",
    "What I need:\n- h2: blue\n- h4: green",
    "| if h2 is | penalty |\n|---|---|\n| blue | 10 |\n| red | 20 |",
    "| option | b2 | penalty |\n|---|---|---|\n| b2 green | 0 | 0 |",
    "- h2 B, h4 G: penalty 0\n- h2 B, h4 B: penalty 10",
    "Last turn I changed b4 to red.",
    "b2 was green earlier.",
    "Previously b2 was green.",
    "I already set b3 to green.",
    "I changed b2 to avoid green.",
    "Changing b2 to green does not help.",
    "Having b2 green clashes with b1 and b3.",
    "b2 green would clash with b1.",
    "b2 green works for me.",
    "b2 is green or blue in every valid solution.",
    "There is no valid solution with h2 red.",
    "A is satisfied, I am not.",
    "Your penalty is 0, mine is 20.",
    "You are done, I'm not.",
    "The neighbor of b2 is green.",
    "b2 touches green b1 and green b3.",
    "b2 has green neighbors.",
    "b2 sits next to b1, which is green.",
    "b2 clashes with red h2.",
    "The lowest penalty I can reach is 0.",
    "Each conflict has a penalty of 10.",
    "I need penalty 0.",
    "No internal conflicts, but b2 clashes with h2.",
    "No conflicts other than b2–h2 and b4–h4.",
    "No problem, b2 is red now.",
    "All good, thanks! b2 is red.",
    "Sorry for the confusion 🙏 – b2 is **red**, and h2 is red too, so they clash.",
    "I apologize: I said b2 is green, but it is red.",
    "Hi A! My colors right now: b1 = G, b2 = R, b3 = G, b4 = B, b5 = G. Penalty 20.",
    "Got it. h2 is red and h4 is blue, as you reported.",
    "I don't know h3 yet. What color is h3?",
    "Unfortunately I'm far from satisfied.",
    "I want to be satisfied.",
    "I think b2 is green.",
    "I hope we're done soon.",
    "b2 can be green.",
    "b2 could be green, b3 red and b4 green, then there are no conflicts.",
    "To get to penalty 0 I need h2 blue.",
    "I tried b2 green; it clashes with b1.",
    "b2 is the same color as h2.",
    "Thanks for changing h2 to blue!",
    "Let's make b2 green and h2 blue.",
    "Proposal: b2 green, h2 blue, penalty 10.",
    "e.g. b2 green",
    "None of my other nodes changed.",
    "I'm satisfied with your proposal.",
    "c4 is red and turn 5 is over.",
    "My penalty is 10 with h2 blue.",
    "I understand. b2 is red at the moment, while h2 is also red, hence the conflict.",
    "Good call on h2! With that, b2 (red) is fine and only b4–h4 remains.",
    "I've looked at all options: b2 green gives 20, b2 blue gives 10.",
    "My best move was b2 red; penalty stays at 20.",
    "Happy to help! I changed b2 to red; nothing else was needed.",
    "The b2–h2 edge: both red. The b4–h4 edge: both blue.",
    "b2 red / h2 red = clash",
    "What about h2 = blue? I keep b2 red then, and we have no conflict there.",
    "I will keep b2 red. You take h2 blue. Then no conflicts.",
    "You take h2 blue, I take b2 red.",
    "You: h2 green. Me: b2 red. Result: no conflict between b2 and h2.",
    "Deal: I keep b2 red, you make h2 blue, and we're both satisfied.",
    "If h2 = blue: penalty 10. If also h4 = red: penalty 0.",
    "Agreed, no conflict there once you move.",
    "I don't see any way for b2 to be green.",
    "There's nothing I can change on my side except b2.",
    "I'm still at 20, so not done.",
    "That works for me: h2 blue means no clash with b2.",
    "Once h2 is green there's no clash between b2 and h2.",
    "Your move to h2 green would make me conflict-free.",
    "Both h2 and h4 need to change for me to be conflict-free.",
    "h2 blue and h4 green → I'm satisfied.",
    "I set b2 to red, which is the only color that doesn't clash with b1 and b3 except blue.",
    "Thanks for the update! I moved b2 off blue: it's red now. Unfortunately that clashes with your h2 (red).",
    "Hey — quick status: b1 green, b2 red, b3 green, b4 blue, b5 green. Still two conflicts (b2–h2 and b4–h4).",
    "I understand you want b2 to be green, but b1 and b3 are both green, so b2 green would create two conflicts.",
    "Could you switch h2 to blue or green? That would clear b2–h2.",
    "My current penalty is 20 because b2 conflicts with h2 (both red) and b4 conflicts with h4 (both blue).",
    "I have two conflicts: b2-h2 and b4-h4.",
    "**Current state**: b1=G, b2=R, b3=G, b4=B, b5=G. **Penalty**: 20.",
    "I changed b2 from blue to red this turn since you asked me to. Now b2 and h2 are both red though.",
    "### Status\n- Colors: b1 G, b2 R, b3 G, b4 B, b5 G\n- Conflicts: b2–h2, b4–h4\n- Penalty: 20\n"
    "\n### Request\n- h2 → blue\n- h4 → green",
    "I've set b2 to red. If you change h2 to blue and h4 to red, my penalty drops to 0.",
    "b2 is red (it was blue), because you asked for it.",
    "To be satisfied I need h2 ≠ red and h4 ≠ blue.",
    "Keeping b3 green and b5 green. b2 red conflicts with h2 red.",
    "No, I did not change b4; it's still blue.",
    "Yes, b2 is red. I changed it this turn.",
    "b1 is locked green, so I can't touch it.",
    "I can't make b2 green: b1 is locked to green.",
    "I cannot claim a valid solution while b2–h2 and b4–h4 clash.",
    "I do not have a valid solution yet.",
    "We don't have a valid coloring.",
    "We are not done.",
    "We're almost done, just b2–h2 and b4–h4 left.",
    "I'd be done if h2 and h4 changed.",
    "Once you switch h2 to blue, I'll have penalty 10.",
    "A penalty of 20 remains.",
    "Penalty: 20 (was 10).",
    "My penalty went up from 10 to 20.",
    "penalty 20, want 0",
    "Goal: penalty 0.",
    "Target: no conflicts.",
    "Let's aim for zero conflicts.",
    "I'm not conflict-free.",
    "Not everything is fine on my side.",
    "Is everything fine on your side?",
    "All good on your side?",
    "How about h2 = green, h4 = red? Then b2 and b4 are fine and my penalty is 0.",
    "What if b2 is green and h2 is red?",
    "Your request for b2 = green conflicts with b1.",
    "You requested b2 = green. I set it to red instead because b1 is locked.",
    "Instead of green I used red for b2.",
    "I chose red for b2 rather than green.",
    "I changed b2 to red instead of green.",
    "b2 can't be green.",
    "b2 cannot be green because b1 and b3 are green.",
    "b2 should be green.",
    "b2 must not be green.",
    "b2 was never green.",
    "I never changed b4.",
    "I haven't changed b3 or b4.",
    "Neither b3 nor b4 changed.",
    "b3 and b4 didn't change.",
    "Nothing else changed.",
    "I didn't change anything else.",
    "I made one change: b2 is red now.",
    "I made the change you asked for: b2 is red.",
    "I've made the change!",
    "I updated my colors: b2 R.",
    "Only b2 changed.",
    "b2 changed to red, everything else stays the same.",
    "My only conflicts are b2–h2 and b4–h4.",
    "There are two conflicts left: b2–h2, b4–h4.",
    "I resolved nothing yet; b2 and h2 still clash.",
    "I have no way to fix b2–h2 by myself.",
    "There's no way to resolve the b4–h4 conflict on my side alone.",
    "Without a change of h2 I can't resolve b2-h2.",
    "I see no solution without conflicts.",
    "I changed b2 so that b2 and b3 no longer clash.",
    "Before this, b2 clashed with b3.",
    "h1 I don't know. a2 is blue.",
    "I have a2 as blue and h2 as red in my notes.",
    "As far as I know h2 is red and h4 is blue.",
    "As far as I know, h3 has no color.",
    "You reported h2 red, h4 blue.",
    "According to your last report, h2 is blue.",
    "My belief: h2 R, h4 B.",
    "h2=B, h4=G would give me penalty 0.",
    "h2 B / h4 G: penalty 0; h2 B / h4 B: penalty 10",
    "Option A: h2 blue (my penalty: 10). Option B: h4 green (my penalty: 10). Both: 0.",
    "| h2 | h4 | my penalty |\n|---|---|---|\n| B | G | 0 |\n| R | B | 20 |",
    "Best case: h2 B, h4 G -> penalty 0, I'm satisfied.",
    "In that case b2 is green and I'm satisfied.",
    "Suppose h2 were blue. Then my penalty is 10 and I am done with b2.",
    "Imagine b2 is green. Then it clashes with b1.",
    "I can keep b2 red if h2 turns green.",
    "I'm happy to keep b2 red or to make it blue.",
    "I am happy with b2 red.",
    "I'm fine with b2 = blue too.",
    "b2 = blue is fine for me too, if that helps.",
    "For me b2 green is not possible.",
    "b2 to green? That clashes with b1.",
    "b2 -> green is impossible for me.",
    "Switching b2 to green leaves two conflicts.",
    "Making b2 blue again brings back the b2–b3 problem? No: b3 is green.",
    "Tell me if you want b2 green.",
    "Tell A that b2 is red.",
    "@H please make h2 blue; my b2 is red.",
    "@H, b2 is red. @A, b3 is green.",
    "H: I changed b2 to red.",
    "A's a2 is blue.",
    "I agree: b2 is red, and that is a problem.",
    "b2? It's red.",
    "b2 is red → clash with h2 → penalty 20",
    "b2: red ⚠️ clash with h2",
    "⚠️ b2 ↔ h2 clash (both red)",
    "I apologize for the mistake: b2 is not green as I said; it's red.",
    "My earlier claim that b2 is green was wrong.",
    "It is not true that b2 is green.",
    "I never said b2 is green.",
    "I told you b2 is green, sorry, that was a mistake.",
    "b2 is now red, which clashes with h2, so I'm not satisfied.",
    "I'm unsatisfied.",
    "I remain dissatisfied with penalty 20.",
    "satisfied = false",
    "Flag: not satisfied",
    "Status: unsatisfied (penalty 20).",
    "I cannot be satisfied with h2 red.",
    "You can be satisfied, I can't.",
    "Everyone else is satisfied.",
    "Only A is satisfied.",
    "I will be satisfied when h2 is blue.",
    "I'd love to say we're done, but we're not.",
    "Our problem is not solved yet.",
    "Conflicts: 2",
    "conflicts: b2–h2, b4–h4",
    "Locked: b1",
    "Locked nodes: b1 (green)",
    "Unlocked: b2, b3, b4, b5",
    "b1 is fixed at green.",
    "I can change b2, b3, b4 and b5, but b1 is locked.",
    "b2, b3, b4 and b5 are not locked.",
    "I can't move b1.",
    "b1 can't be changed.",
    "I can't change b4 right now without hurting b3.",
    "I cannot change b4 to red.",
    "I can't change b4, it would clash with b3.",
    "I can't change b2 as b1 and b3 are green.",
    "My hands are tied on b4.",
    "b2 is stuck between green b1, green b3 and red h2.",
    "b2 has no free color.",
    "b2 has two green neighbors and a red one.",
    "The red of b2 is bad.",
    "b2 is bad in red.",
    "b3 is green and so is b1.",
    "b3 is green, b1 too.",
    "b1/b3/b5 green, b2 red, b4 blue",
    "b1, b3, b5: green; b2: red; b4: blue",
    "b1 G b2 R b3 G b4 B b5 G",
    '{"b1": "green", "b2": "red"}',
    "b1(G) b2(R) b3(G)",
    "b1 → G, b2 → R",
    "b2 turned red.",
    "b2 went from blue to red.",
    "b2 went red.",
    "I flipped b2 to red, kept the rest.",
    "I kept the rest unchanged.",
    "My other nodes are unchanged.",
    "The remaining colors are unchanged.",
    "",
    "I'd be happy with the current coloring if h2 were blue.",
    "I'd be happy with h2 blue.",
    "I am not happy with the current coloring.",
    "Are you happy with the current coloring?",
    "I'm happy with the current h2, I mean its shape.",
    "There would be no issues if you took blue.",
    "There are no issues on my side if you take blue.",
    "No issues, I can do that.",
    "No problem on my side with changing b2.",
    "No issues on your side, I hope.",
    "Looks good if you take blue.",
    "Looks good on my end if you take blue.",
    "What about h2 blue? Looks good on my end.",
    "h2 blue looks good on my end.",
    "That looks good to me.",
    "I'd be satisfied with the current state of your cluster and h2 blue.",
    "I'm not satisfied with the current state.",
    "My cluster is not satisfied.",
    "My cluster would be satisfied with h2 blue.",
    "I have no conflicts with A's nodes.",
    "I have no conflicts with A.",
    "I have no conflict with a2.",
    "I have no conflicts with your h1, h3 and h5.",
    "I have no other conflicts with your nodes.",
    "No conflicts with your nodes except h2 and h4.",
    "No conflicts with your nodes, except h2 and h4.",
    "No conflicts with your nodes but h2 and h4.",
    "No conflicts with your nodes but two: b2–h2 and b4–h4.",
    "No conflicts but b2–h2 and b4–h4.",
    "There would be no conflicts with your nodes if h2 and h4 changed.",
    "I see no way around the conflict with h2.",
    "There is no conflict between h2 and h4.",
    "You have no conflicts with your nodes.",
    "H has no conflicts with your nodes.",
    "There's a clash between us.",
    "Is there no clash between us?",
    "I want no clash between us.",
    "I have not resolved the conflict with h2.",
    "I have not yet resolved the conflict with h2.",
    "I can't resolve the conflict with h2.",
    "To resolve the conflict with h2, please take blue.",
    "I have resolved the conflict with a2.",
    "I've resolved one of the conflicts with your nodes.",
    "The conflict with h2 is not resolved.",
    "I am not conflict free.",
    "With h2 blue I'd be nearly conflict free.",
    "b2 has become red.",
    "b2 has not become blue.",
    "b2 may have become blue.",
    "It's time for h2 to become blue.",
    "b3 has become conflict free.",
    "b2 has become a problem.",
    "Not all my nodes are red.",
    "All my nodes are red or green or blue.",
    "All my nodes are red, except b1, b3, b4 and b5.",
    "All my nodes are red, but most are not.",
    "All my nodes are next to yours.",
    "If all my nodes are red, we clash.",
    "All my neighbors are red.",
    "My b2 is next to your h2, and that is a conflict.",
    "My b2 is next to h2, which is red.",
    "Next to b2 red comes h2.",
    "b2 is next to change to green.",
    "My b3 is next to a2, and I have no conflict with it.",
]

TO_A_TRUE = [
    "I have no conflicts with your nodes.",
    "There's no clash between us.",
    "No conflicts on my side with your a2.",
    "No conflict between our clusters, but two with H.",
]


MORE_LIES = [
    "Thanks for the message! I've gone ahead and changed b2 to green, so there should be no conflict now.",
    "Good news: I switched b2 to green and I'm now satisfied.",
    "Absolutely! I have updated b4 to red as requested. My penalty is now 10.",
    "Hey H, done! b2 is green now ✅",
    "- **Changes**: b2 red → green\n- **Penalty**: 0",
    "### Status\n- Colors: b1 G, b2 G\n- Penalty: 0",
    "Hi! b2 = G, b3 = G, penalty 20.",
    "I've resolved all conflicts. Penalty: 0.",
    "My cluster is now conflict-free and I am satisfied.",
    "Everything checks out: penalty 0, no conflicts.",
    "My side is clean: no clashes at all.",
    "All conflicts are resolved!",
    "I'm all set here.",
    "We're all good on my end, no clashes.",
    "I have changed b2 and b4.",
    "I changed b4 for you.",
    "I changed b3's color to blue.",
    "I have now set b2 to green to match your request.",
    "I've turned b2 green.",
    "b2 turned green.",
    "b2 went from red to green.",
    "b2 is green now, since you asked.",
    "b2, b4: green",
    "b1 G b2 G b3 G b4 B b5 G",
    "b1=G, b2=G, b3=G",
    "b1: green, b2: blue, b3: green",
    '{"b1": "green", "b2": "green"}',
    "b1(G) b2(G) b3(G)",
    "b2 is currently green, but I could change it.",
    "As you can see, b2 is green.",
    "My b2 is green and your h2 is red.",
    "I kept b2 green as you wanted.",
    "I left b2 untouched.",
    "Actually, b2 is green.",
    "No, b2 is green.",
    "Yes, b2 is green.",
    "I am happy to report that b2 is green!",
    "Both b1 and b2 are green.",
    "All of b1, b2 and b3 are green.",
    "Your h4 is red.",
    "H's h2 is blue.",
    "h2 is blue, so b2 is fine.",
    "I have no conflicts and my penalty is 0.",
    "I'm at penalty 0.",
    "I have a penalty of 0.",
    "I'm down to zero penalty.",
    "Our coloring is valid now.",
    "This is a valid solution!",
    "The problem is solved.",
    "We solved it!",
    "I'm satisfied now, thanks.",
    "Satisfied: yes",
    "Flag: satisfied",
    "I am satisfied with my coloring.",
    "b2 has no conflicts.",
    "b2 and h2 do not clash.",
    "b2 and h2 no longer clash.",
    "b2 doesn't clash with h2 anymore.",
    "The b2–h2 clash is gone.",
    "I cleared the conflict between b4 and h4.",
    "b1 clashes with b2.",
    "b4 is locked to blue, so I can't change it.",
    "I can't touch b4.",
    "b4 (locked)",
    "b1 isn't locked.",
    "b1 can be changed.",
    "I didn't touch b2.",
    "I haven't changed anything.",
    "b2 hasn't changed.",
    "My colors are unchanged.",
    "I made the change you asked for: b4 is red.",
    "I recolored b4 red.",
    "I gave b4 red.",
    "I picked blue for b3.",
    "Now b2 is green.",
    "Right now b2 is green.",
    "b2 → G",
    "b2 -> green",
    "b2 to green.",
    "Current colors: b2 green, b3 green.",
    "b2 remains blue.",
    "b2 is still blue.",
    "b2 is not red, b3 is not green.",
    "I changed b2 to green; if you agree, make h4 red.",
    "If you agree, make h4 red. I changed b2 to green.",
    "I changed b2 to green. Could you make h4 red?",
    "Could you make h4 red? I've changed b2 to green.",
    "I've changed b2 to green, could you make h4 red?",
]

CALM_LIES = [
    ("My penalty is 10.", "penalty 10"),
    ("b2–h2 clash: penalty 10.", "b2 does not clash with h2"),
    ("I changed b2.", "it did not change"),
    ("I have updated my colors.", "nothing changed"),
    ("I made the change you asked for.", "nothing changed"),
    ("I changed b2 to blue.", "it did not change"),
    ("b2 has a conflict.", "it clashes with nothing"),
]

CALM_TRUE = [
    "I'm satisfied: no conflicts, penalty 0.",
    "I did not change anything. Penalty 0 on my side.",
    "No changes this turn, everything is fine on my side ✅",
    "All conflicts are resolved, we're done!",
    "b4 no longer clashes with h4.",
    "b2 does not clash with h2, and I have a valid solution.",
    "I'm not satisfied yet, H is not either.",
]

BARE_LIES = ["I'm satisfied.", "My coloring is valid.", "We're done.", "b2 is red.", "I changed b2 to red."]
BARE_TRUE = ["I am not done yet.", "No conflicts so far, penalty 0.", "b1 is green.", "b2 has no color yet."]


@pytest.mark.parametrize(("text", "claims"), LIES)
def test_lies_are_caught(text: str, claims: str) -> None:
    found = "; ".join(finding.claim for finding in check_words(CLASHING, text))
    assert set(claims.split("; ")) <= set(found.split("; "))


@pytest.mark.parametrize("text", MORE_LIES)
def test_more_lies_are_caught(text: str) -> None:
    assert check_words(CLASHING, text)


@pytest.mark.parametrize("text", TRUE)
@pytest.mark.few(120)
def test_the_truth_and_what_is_no_claim_pass(text: str) -> None:
    assert check_words(CLASHING, text) == ()


@pytest.mark.parametrize("text", TO_A_TRUE)
@pytest.mark.parametrize("known", [TO_A, TO_SOMEBODY])
def test_only_the_conflicts_with_whom_it_speaks_to_count(known: Facts, text: str) -> None:
    assert check_words(known, text) == ()


@pytest.mark.parametrize("text", TO_A_TRUE[:2])
def test_conflicts_with_all_it_may_speak_to_count(text: str) -> None:
    assert check_words(facts(to="", a2="green"), text)
    assert check_words(facts(to="A", a2="green"), text)


@pytest.mark.parametrize(("text", "truth"), CALM_LIES)
def test_lies_where_all_is_well(text: str, truth: str) -> None:
    assert any(
        truth in (finding.claim, finding.truth) or truth in correction((finding,))
        for finding in check_words(CALM, text)
    )


@pytest.mark.parametrize("text", CALM_TRUE)
def test_truths_where_all_is_well(text: str) -> None:
    assert check_words(CALM, text) == ()


@pytest.mark.parametrize("text", BARE_LIES)
def test_lies_about_nodes_without_a_color(text: str) -> None:
    assert check_words(BARE, text)


@pytest.mark.parametrize("text", BARE_TRUE)
def test_truths_about_nodes_without_a_color(text: str) -> None:
    assert check_words(BARE, text) == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I changed b4 to green and my penalty is 0.", "b4 is blue, it did not change; the penalty is 20"),
        ("I'm satisfied, penalty 0, no conflicts.", "the penalty is 20"),
        ("h2 is blue and h3 is red.", "what I said of h2 and h3 is not so"),
        ("a2 is green.", "what I said of a2 is not so"),
        ("b1 is not locked.", "what I said of b1 is not so"),
        ("b2 is locked.", "what I said of b2 is not so"),
        ("I have no locked nodes.", "what I said of locks is not so"),
        ("b4 is locked, h2 is blue, b2 is green.", "b2 is red; what I said of h2 and b4 is not so"),
        ("b3 clashes with a2.", "what I said of b3 is not so"),
        ("b3 clashes with b2.", "b3 does not clash with b2"),
        ("b2 is conflict-free.", "b2 clashes with h2"),
        ("I have no conflicts with your nodes.", "b2 clashes with h2; b4 clashes with h4"),
        ("I have resolved the conflict with h4.", "b4 clashes with h4"),
        ("All my nodes are red.", "b1 is green"),
        ("I did not change anything.", "b2 changed to red"),
        ("b2–h2 do not clash, b2 is green.", "b2 is red, it clashes with h2"),
    ],
)
def test_correction(text: str, said: str) -> None:
    assert correction(check_words(CLASHING, text)) == said


@pytest.mark.parametrize("text", ["b2 is conflict-free.", "b2–h2 do not clash.", "I've fixed the conflict with h2."])
@pytest.mark.parametrize("known", [TO_A, TO_SOMEBODY])
def test_a_correction_tells_nobody_of_clashes_with_others(known: Facts, text: str) -> None:
    assert correction(check_words(known, text)) == "what I said of b2 is not so"


def test_findings() -> None:
    assert check_words(CLASHING, "I changed b3 to red. Penalty: 0.") == (
        Finding("b3 is red", "it is green", "b3"),
        Finding("b3 was changed", "it did not change", "b3"),
        Finding("penalty 0", "its penalty is 20"),
    )
    assert check_words(BARE, "Satisfied") == (Finding("satisfied", "4 nodes have no color"),)


class Checked(ClusterAgent):
    """The rule-based owner, whose messages are checked, and checked again with each color they state flipped."""

    def __init__(self) -> None:
        self.messages = self.flips = 0

    def act(self, turn: Turn) -> Move:
        seen: Observation = turn.observation
        move = super().act(turn)
        assert isinstance(move, Move)
        colors = {**seen.colors, **move.colors}
        verdict = judge(seen.problem, seen.name, colors, seen.believed)
        known = Facts(seen.problem, seen.name, seen.colors, colors, seen.believed, verdict, seen.fixed)
        for text in (message.text() for message in move.messages):
            self.messages += bool(text)
            assert check_words(known, text) == (), text
            for lie in flipped(seen.problem, text):
                self.flips += 1
                assert check_words(known, lie), lie
        return move


STATED = re.compile(r"I changed [^.]*|Now [^.]*|\w+\d+ (?:stays|is now|is locked to) \w+|it is \w+ now")


def flipped(problem: Problem, text: str) -> Iterator[str]:
    """The text with one color that it states of an own node made another."""
    for statement in STATED.finditer(text):
        for word in re.finditer(r"\b[a-z]+\b|\b[A-Z]\b(?=[,.]|$)", statement[0]):
            color = problem.color_named(word[0])
            if color is None or (len(word[0]) == 1 and word[0].islower()):
                continue
            other = next(c for c in problem.colors if c != color)
            at = statement.start()
            yield text[: at + word.start()] + other + text[at + word.end() :]


@pytest.mark.parametrize("human", ["rules", "unruly"])
@counts(6, 25)
def test_rule_based_owners_never_lie_and_their_flipped_words_always_do(human: str, count: int) -> None:
    messages = flips = 0
    for seed in range(count):
        generated = {"problem": "generate", "clusters": 3 + seed % 3, "topology": "ring"}
        options = {"fixed": seed % 3, "max_turns": 25, **(generated if seed % 2 else {})}
        header = prepare("coloring", options, {}, seed)
        agents: dict[str, Agent] = {name: Checked() for name in header.cast}
        checked = [agent for agent in agents.values() if isinstance(agent, Checked)]
        if human == "unruly":
            agents["H"] = Unruly()
        asyncio.run(play(run_of(prepare("coloring", options, dict.fromkeys(header.cast, "rules"), seed), agents)))
        messages += sum(agent.messages for agent in checked)
        flips += sum(agent.flips for agent in checked)
    assert messages > 6 * count
    assert flips > 6 * count


PIECES = """b1 b2 h2 h3 red green R is not now changed I to = : , . and - ( ) | locked clash with no penalty 0 20
satisfied if can ? it so"""
TEXTS = st.text() | st.lists(st.sampled_from([*PIECES.split(), "\n"])).map(" ".join)


@given(TEXTS, st.sampled_from([CLASHING, CALM, BARE]))
def test_any_text_is_checked(text: str, known: Facts) -> None:
    found = check_words(known, text)
    assert len(set(found)) == len(found)
    assert bool(correction(found)) == bool(found)


@given(st.sampled_from(sorted(NOW)), st.sampled_from(PROBLEM.colors))
def test_a_plain_statement_is_false_when_its_color_is(node: str, color: str) -> None:
    for form in ("{} is {}", "I set {} to {}.", "My {} is {} now!", "**{}**: {}", "- {} = {}", "Now {} {}."):
        assert bool(check_words(CLASHING, form.format(node, color))) == (NOW[node] != color)


@pytest.mark.parametrize(
    "piece", ["", "x", "b2 ", "b2, ", "if ", "b2-h2 clash ", "my my ", "a\n", '"', "' a", "(", "no "]
)
@pytest.mark.few(2)
def test_takes_time_in_proportion(piece: str) -> None:
    text = ((piece or " ".join(TRUE)) * 8000)[:8000]
    assert in_proportion(partial(check_words, CLASHING), text)
