"""Kinds of messages in a chat, by their words, and the answers to each kind."""

import re
from collections.abc import Mapping, Sequence

_YOU = r"(?:you|u|ya|y'all|everybody|everyone|anybody|anyone|folks|guys)"
KINDS: Mapping[str, str] = {
    "bot": r"\b(?:are|r) (?:you|u) (?:a |an |really |actually |even )*(?:bot|robot|ai|machine|human|real|program|"
    r"person|computer|llm|chatbot)\b",
    "more": r"tell (?:me|us) more|go on\b|say more|\belaborate|what else\b|anything else\b",
    "topic": r"\bwhat(?:'s| is| are|s)? (?:we|this|everyone|everybody|you all|y'all)\b.*\b(?:discuss|talk|about|debat)|"
    r"\bwhat(?:'s| is|s) the (?:topic|subject|question)|\bremind me.*\b(?:topic|about)",
    "summary": r"\bsum(?:mar\w+)?\b.*\bup\b|\bsummar|\brecap\b|catch me up|bring me up|(?:what|"
    r"anything) did i miss|where (?:are we|we are)\b|what has been said",
    "who_said": r"\bwho (?:said|says|told|mentioned|thinks|thought|brought|claimed|is for|is against|was for|"
    r"was against)\b|\bwas (?:it|that) .* who said",
    "you_said": r"how do you mean|\bwdym\b|\bwhat (?:do|did) (?:you|u) (?:just )?(?:mean|say)\b|\bexplain\b|"
    r"say (?:that|"
    r"it) again|(?:simple|other|plain|different) (?:words|way)|"
    r"\brephrase|\brepeat\b|walk me through|\bwhat do you mean$",
    "said_by": r"\bwhat (?:exactly |else )?(?:did|does|was|had|has) (?!you\b|u\b|we\b|it\b|that\b)\w+ (?:said|say|"
    r"saying|mean|claim|argue|tell|think)\b",
    "counter": r"argument against|what (?:would|could) (?:convince|persuade|change)|(?:would|"
    r"could) change your mind|make (?:you|u) doubt|other side\b|"
    r"against your(?:self| own)|strongest (?:argument|point)|weak\w* (?:point|spot)|devil's",
    "time": r"what(?:'?s the| is the)? (?:time|hour)\b",
    "pros": r"pros and cons|both sides",
    "objection": r"\b(?:isn't|aren't|wasn't|ain't) (?:it|that|this|you)\b",
    "changed": r"chang\w+ (?:your|ur) (?:mind|view|opinion)|(?:opinion|mind|view) (?:changed|moved|shifted)|"
    r"convinc\w+ (?:you|u)\b|still (?:think|believe) so",
    "reasons": r"\b(?:two|three|some|few|more|name|give|list) (?:me )?(?:\w+ )?(?:good )?(?:reasons|arguments)\b",
    "still": r"\bwould (?:you|u) (?:still|also) .*\bif\b|even if\b|\bif (?:you|u) (?:were|lived|had|lost|knew)\b",
    "agree": r"\bagree|\b(?:side|go|stand) with\b|\bis \w+ (?:right|wrong)\b|\w+ (?:is|was) (?:right|wrong)\b|"
    r"\bwhat (?!you\b|u\b)\w+ (?:just )?(?:said|says)\b",
    "side": r"\b(?:do|would|don't) (?:you|u) (?:\w+ )?(?:think|believe|reckon|say) (?:that )?(?!about|of|so\b|"
    r"in\b)\w+ \w|"
    r"(?:which|what|whose) side|where (?:do|would|did) (?:you|u) stand|\b(?:are|r) (?:you|"
    r"u) (?:\w+ )?(?:for|against|pro|in favou?r)\b|"
    rf"(?<!in )\b(?:your|ur) (?:own |honest |personal )?(?:view|opinion|position|stance|take|side|vote|verdict|"
    rf"thoughts?)\b|for or against|\b(?:do|would) (?:you|u|y'all) (?:all )?(?:consider|regard)\b|"
    rf"\bwhat (?:do|would|did|does) {_YOU} (?:all |guys |really |honestly )?(?:think|say|reckon|make|believe|"
    rf"feel)\b|\bthoughts\b|how (?:do|would) (?:you|u) (?:feel about|see|vote)|what about you\b|and you\b\??$|"
    r"\bwhat(?:'s| is) your (?:view|take)|how about you\b|yes or no|\bwhat say you",
    "serious": r"\b(?:are|r) (?:you|u) (?:really |being )?(?:serious|kidding|joking|sure|certain)|\breally\?$|"
    r"^seriously|you sure\b|do you (?:really )?mean (?:that|it)",
    "example": r"\bexamples?\b|\ba case of\b|\binstances?\b|\bone (?:case|city|place|country|thing)\b|case where|"
    r"\bname (?:one|"
    r"a|any|me)\b|ever (?:worked|seen it|been tried)|\bwhere (?:has|did) (?:it|that|this) work",
    "source": r"\bproof\b|\bprove\b|\bevidence\b|\bstud(?:y|ies)\b|\bdata\b|\bsources?\b|\bstatistics?\b|"
    r"those (?:numbers|figures)|where did (?:you|u) (?:get|read|hear|learn)|"
    r"how (?:do|would|can) (?:you|u) know|says who|who told (?:you|u)|(?:numbers|figures) from|back that up|"
    r"made (?:that|this) up",
    "decide": r"\bwho (?:should|would|gets to|will|must) (?:decide|pay|choose|check|enforce|say)",
    "ever": r"\b(?:have|did|were|do|has|does) (?:you|u|anyone|anybody|somebody|someone)\b.*\bever\b|\byou ever\b|"
    r"\b(?:has|does) (?:anyone|anybody)\b(?! (?:happen to )?(?:know|remember))",
    "why": r"^(?:but |and |so |ok(?:ay)? |um |well |hm |now )*(?:\w+, )?why\b(?! not)|\bwhy (?:do|would|are|r|did|"
    r"is|that|so|on earth)\b|\bwhy\W*$|how come|how so\b|what makes (?:you|u)|on what ground|your reason|"
    r"reasoning|justif|what for\b|why not\W*$",
    "define": r"what (?:do|does|would) .*\bmean by\b|\bdefin\w+|what counts as|what exactly is",
    "feel": r"how (?:are|r) (?:you|u|ya|things|we)\b(?! getting| going to| planning)|how's (?:it going|life|"
    r"your day|everything)|are (?:you|u) (?:\w+ )?(?:ok|okay|alright|all right|well|tired|sad|happy|angry|"
    r"cross|upset|mad|nervous|bored)\b|"
    r"how (?:do|are) (?:you|u) (?:feel|doing|holding)\w*(?! about)|what's wrong|\byour (?:mood|day)\b|why so (?:\w+)",
    "self": r"who (?:are|r) (?:you|u)\b|your name|about (?:yourself|urself)|introduce|what do (?:you|"
    r"u) do\b(?! (?:on|in|at|when|for fun))|what (?:brings|brought) (?:you|u)|who am i (?:talking|"
    r"speaking)|what should (?:i|we) call",
    "joke": r"\b(?:tell|know|got) .*\b(?:joke|story|something funny)\b|make (?:me|us) laugh",
    "change": r"(?:talk|speak|chat|discuss|something|subject|topic).*\b(?:else|instead|different|new)\b|"
    r"change (?:the|of) (?:subject|topic)|drop (?:the|this)|(?:can|could|shall|let'?s|may) (?:we|"
    r"us)? ?(?:please |perhaps |maybe |now )?(?:talk|speak|chat|go on|move on|turn|return|come back)\b",
    "request": r"\b(?:can|could|would|will) (?:you|u) (?:please |kindly |perhaps )?(?:help|send|pass|bring|get|"
    r"open|close|call|check|look|show|do me|lend|make|translate)\b|^please\b",
    "allow": r"\bwould (?:you|u) (?:still |at least )?(?:allow|permit|accept|let|exempt)\b|"
    r"\bget (?:an? )?(?:exception|exemption|pass)",
    "instead": r"\bwhy not\b.*\w{3}|\bwouldn't it be (?:better|easier|simpler)|\binstead of\b|\bbetter to\b",
    "exception": r"^(?:and |but |so |ok(?:ay)? |well |then )*(?:what|how) about\b|\bwhat (?:would|will|happens?|"
    r"of|if|becomes?)\b|\bwould (?:you|u) (?:still )?(?:allow|ban|forbid|permit|accept|let|exempt)\b|"
    r"\bexceptions?\b|\bwhy not (?:simply|just|rather)?|"
    r"^(?:and |but |so |ok(?:ay)? |well |then )*how (?:would|will|should|do|does|can|could|is|are)\b(?! (?:i|"
    r"we|one)\b)(?!.*\b(?:you|u)\b)|is it (?:fair|right|ok|safe)|\bif (?:\w+ ){2,}.*\?|\bisn't (?:it|that|"
    r"there)\b|\bwouldn't\b",
    "you": r"^(?!(?:is|was|does|has|did (?!you))\b)(?!.*(?:\bknow\b|\btell (?:me|us)\b|\bhow (?:do|would|"
    r"can) (?:you|u) )).*\b(?:your|ur|you|u)\b",
    "fact": r"^(?:and |but |so |ok(?:ay)? |well |sorry |btw |um )*(?:\w+, )?(?:who|what|when|where|which|whose|"
    r"how (?:many|much|long|far|old|big|tall|often|hot|high|fast|deep|late|do|does|is|are|to|can))\b|"
    r"\bdoes (?:anybody|anyone|somebody) know\b|\b(?:do|does|did) (?:you|u) (?:happen to )?know\b|"
    r"can (?:you|anyone|anybody|somebody) tell (?:me|us)|\bremember (?:who|what|when|where)\b|\bi wonder\b",
}
"""Patterns of words by kind of message, the more specific first."""
MODEL_KINDS: Mapping[str, str] = {
    "ask_opinion": "side",
    "ask_why": "why",
    "ask_example": "example",
    "ask_self": "you",
    "ask_fact": "fact",
    "request": "request",
    "greet": "greet",
    "thanks": "thanks",
    "bye": "bye",
    "sorry": "sorry",
    "joke": "laugh",
}
"""Kind of message for each intent of the trained model."""
ASKS = re.compile(
    r"(?:(?:and|but|so|ok|okay|wait|well|hey|btw|um|oh|\w+,) )*(?:who|what(?! a\b)|when|where|which|why|how|is|"
    r"are|r|do|does|did|"
    r"were|was|have|has|can|could|would|will|should|any|tell (?:me|us))\b",
    re.IGNORECASE,
)
"""Beginnings of questions, which may lack a question mark."""
QUESTION_WORD = re.compile(r"(?:\w+,? )?(?:who|what|when|where|which|why|how)")
"""Beginnings of questions with a question word."""
YOU_QUESTION = re.compile(
    r"\b(do|did|are|were|have|can|could|would|will|should)(?:n't)? (?:you|u|y'all)\b(?! (?:know|remember|mean|"
    r"think|agree|say))",
    re.IGNORECASE,
)
"""Beginnings of yes-no questions about the listener."""
SHORT_ANSWERS = {
    "do": ("I do", "I don't"), "did": ("I did", "I didn't"), "are": ("I am", "I'm not"), "were": ("I was", "I wasn't"),
    "have": ("I have", "I haven't"), "can": ("I can", "I can't"), "could": ("I could", "I couldn't"),
    "would": ("I would", "I wouldn't"), "will": ("I will", "I won't"), "should": ("I should", "I shouldn't"),
}  # fmt: skip
BEFORE_OPTION = re.compile(
    r"\b(?:,|rather|have|be|is|are|prefer|like|love|eat|drink|take|pick|decide|choose|it|to|between|for|better)\b|[,:]",
    re.IGNORECASE,
)
"""Words after which the first of two options begins."""
NO_OPTION = re.compile(
    r"(?:not|is|are|do|did|does|just|so|what|something|why|have|has|was|how|were|you|would|should|will|maybe|"
    r"nothing)\b",
    re.IGNORECASE,
)


ANSWERS: Mapping[str, Sequence[str]] = {
    "bot": ("bot",),
    "more": ("argument", "no_more"),
    "topic": ("topic",),
    "summary": ("summary", "no_summary"),
    "who_said": ("who_said", "nobody_said"),
    "said_by": ("unknown", "quote_other", "quote", "silent", "{view}", "unclear_short"),
    "you_said": ("not_my_words", "explain"),
    "changed": ("changed_news", "changed_no"),
    "time": ("time",),
    "pros": ("pros",),
    "objection": ("objection",),
    "counter": ("counter",),
    "reasons": ("reasons",),
    "still": ("still_{stand}",),
    "agree": ("unknown", "agree_{stance}", "silent", "{view}", "exception_{stand}", "unclear_short"),
    "side": (
        "named:agree_{stance}",
        "choice",
        "own:{view}",
        "thing:thing_{view} argument",
        "{view} argument",
        "thing_{view} argument",
    ),
    "serious": ("serious argument",),
    "example": ("foreign:no_example_for", "place:place_case example", "example", "no_example"),
    "source": ("no_source",),
    "decide": ("choice", "decide"),
    "why": ("foreign:not_mine", "because", "no_more_reasons"),
    "define": ("define", "unclear_short"),
    "feel": ("feel_mood", "feel"),
    "self": ("topical:self {view}", "self"),
    "ever": ("never",),
    "joke": ("joke",),
    "change": ("change life", "change", "change_any"),
    "request": ("cannot",),
    "allow": ("allow", "{view}"),
    "instead": ("instead_{stand}", "because"),
    "exception": ("choice", "vague:guess_{likely}", "own:{view}", "exception_{stand}", "{view}", "thing_{view}"),
    "fact": ("choice", "know_person", "how_to", "no_fact"),
    "you": ("choice", "life", "favorite", "would:exception_{stand}", "short_{likely}", "private"),
    "unclear": ("choice", "vague:guess_{likely}", "{view}", "exception_{stand}", "unclear_short"),
    "greet": ("greet",),
    "thanks": ("thanks",),
    "bye": ("bye",),
    "sorry": ("sorry",),
    "laugh": ("laugh",),
    "": ("side:so_you_{side} reply", "article:heard", "read:they_{agrees} reply", "unclear_short"),
}
"""Answers to each kind of message, in order of preference, each a list of names of phrases.

The first answer is given that has values for all placeholders of its first phrase, and for the name before a colon.
"""
