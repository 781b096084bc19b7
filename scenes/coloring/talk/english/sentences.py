"""Other contents of a plain sentence.

They are greetings, withdrawn requests, locks, lasting requests, future matters, and offers of one thing for another.
"""

import re

from core.text import later
from scenes.coloring.negotiation.offers import Verb
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.solvers.bound import Cost
from scenes.coloring.talk.english.fixed_forms import GREETING, cost, dropped, gain, of_own, own_part, question
from scenes.coloring.talk.english.idioms import C, N, plainer
from scenes.coloring.talk.english.reader import Reader
from scenes.coloring.talk.english.words import nearest, spoken, tokenize
from scenes.coloring.talk.speech import Deal, Question

_STOPS = {".", "!", ";", "?"}
_WHICH = r"(?: (?:your|my|the|that|this|it))?(?: offer)?(?: number)?(?: (?P<number>[0-9]{1,6}))?"
_OF_OFFERS: dict[Verb, re.Pattern[str]] = {
    "accept": later(rf"(?:(?:ok|okay|yes|well) ,? ?)?(?:i )?(?:accept|take|deal|agreed){_WHICH}"),
    "refuse": later(rf"(?:(?:no|sorry) ,? ?)?(?:i )?(?:refuse|reject|decline|do not accept|no deal){_WHICH}"),
    "withdraw": later(rf"(?:i )?(?:withdraw|take back){_WHICH}"),
}

_LOCKED = "(?:locked|fixed|stuck|frozen|immovable|unchangeable)"
_LOCKS = (
    later(rf"\b({N}) (?:is|'s) {_LOCKED}(?: (?:to|at|on|in|as) ({C}))?"),
    later(rf"\bi (?:can not|cannot|am not able to) (?:change|move|recolor|touch) ({N})()"),
    later(rf"\b({N}) (?:can not|cannot) be (?:changed|moved|recolored)()"),
)
_CANNOT_MOVE = later(r" ,? ?(?:and |so )?i (?:can not|cannot) (?:change|move) it ")

_LASTING = later(
    r" (?:always|forever|for ever|for good|permanently|from now on|until i say so|till i say so|until further notice"
    r"|ever|for the rest of the game|for all time|(?:can you |please |do you )?(?:promise|swear)(?: me)?(?: that)?"
    r"|(?:please )?commit to) "
)
_LATER = later(r"\b(?:next turn|next round|soon|later|going to|gonna|in a (?:moment|minute|turn)|tomorrow|shortly)\b")

_PAIR = later(
    rf"\b({N}) (?:(?:to|in|is|=|turns?|goes|becomes?|becoming|stays?|were|was|be|being|remains?) ){{0,2}}({C})\b"
)
_PAIRED_BEFORE = later(rf"\b({C}) (?:on|for) ({N})\b")
_CONDITION = later(r"\b(?:if|when|once|suppose|assuming|provided|as long as|in exchange for|in return for)\b")
_BARGAIN = later(r"\b(?:trade|swap|exchange|deal|offer|proposal|and i (?:will|can|would)|then i|and then i)\b")
_I_DO = later(
    r"\b(?:i|we) (?:\w+ )?(?:make|made|set|take|took|turn|do|did|give|switch|change|color|paint|keep|would)\b"
)
_NO_DEAL = later(
    r"\b(?:unless|not|never|no|cannot|because|since|or)\b"
    r"|^(?:and |but )?(?:what|why|which|how|is|are|does|do|did|was|were|should)\b"
)


class Segment:
    """Reads what is said to the same people, sentence by sentence; colors go to its reader."""

    def __init__(self, problem: Problem, speaker: str, reader: Reader) -> None:
        self.problem, self.speaker, self.reader = problem, speaker, reader
        self.asks: list[Question] = []
        self.locked: list[str] = []
        self.always: list[str] = []
        self.drop: list[str] = []
        self.deals: list[Deal] = []
        self.replies: list[tuple[Verb, int]] = []
        self.costs: list[Cost] = []
        self.greets = False

    @property
    def idle(self) -> bool:
        """True if only greetings were understood."""
        return not (
            self.reader.taken or self.asks or self.locked or self.drop or self.deals or self.replies or self.costs
        )

    def read(self, text: str) -> None:
        line: list[str] = []
        for word in [*spoken(self.problem, text), "."]:
            if word in _STOPS:
                if line:
                    self._sentence(plainer(" ".join(line)), word)
                line = []
            else:
                line.append(word)

    def _sentence(self, line: str, stop: str) -> None:
        hello, _, rest = line.partition(" , ")
        if rest and greets(hello) and not greets(line):
            self.greets = True
            line = rest
        if (own := own_part(self.problem, self.speaker, line)) != line:
            if own:
                self._sentence(own, stop)
            else:
                self.reader.notes.append("others' wishes are not taken for yours: say what you want yourself")
            return
        if costly := cost(self.problem, self.speaker, line):
            self.costs.append(costly)
            return
        if gain(line):
            return
        if of_own(self.problem, self.speaker, line):
            self.reader.notes.append("your own colors are yours to choose: say which colors of others cost you")
            return
        offered = deal(self.problem, self.speaker, line)
        head = line if offered else self._question(line, stop == "?")
        if offered:
            self.deals.append(offered)
        elif answer := said_of_offer(head):
            self.replies.append(answer)
        elif greets(head):
            self.greets = True
        elif node := dropped(head):
            if self.problem.owner.get(node, self.speaker) != self.speaker:
                self.drop.append(node)
            else:
                self.reader.notes.append(nearest(self.problem, self.speaker, [node]))
        elif head:
            self._colors(head, stop if head == line else ".")

    def _question(self, line: str, asked: bool) -> str:
        """Take what the sentence or its last part asks; what is before it remains."""
        head, comma, tail = line.rpartition(" , ")
        for rest, part in (("", line), (head, tail)) if comma else (("", line),):
            if found := question(self.problem, part, asked):
                self.asks.append(found)
                self.reader.question = True
                return rest
        return line

    def _colors(self, line: str, stop: str) -> None:
        reader = self.reader
        noted, taken, asked = len(reader.notes), len(reader.taken), reader.question
        reader.question = False
        locked, without_locks = locks(line)
        mine = [node for node in locked if self.problem.owner.get(node) == self.speaker]
        self.locked += mine
        lasts, rest = lasting(without_locks if mine else line)
        if lasts and not any(self.problem.owner.get(word) == self.speaker for word in rest.split()):
            rest = plainer(f"please {rest}")
        reader.later = is_later(rest)
        reader.read(tokenize(self.problem, [*rest.split(), stop]))
        if lasts:
            self.always += [n for n in reader.taken[taken:] if self.problem.owner[n] != self.speaker]
        polite = self.greets and not any(word in self.problem.owner for word in line.split())
        if not mine and not polite and len(reader.taken) == taken and len(reader.notes) == noted:
            reader.notes.append(nearest(self.problem, self.speaker, line.split()))
        reader.question |= asked


def said_of_offer(line: str) -> tuple[Verb, int] | None:
    """Return a sentence's reply to an offer, with the number of the offer: 0 is the newest."""
    for verb, rule in _OF_OFFERS.items():
        if found := rule.fullmatch(line):
            return verb, int(found["number"] or 0)
    return None


def greets(line: str) -> bool:
    return GREETING.fullmatch(line) is not None


def locks(line: str) -> tuple[list[str], str]:
    """Find the nodes that a sentence says are locked; also return it with the colors that they are said to have."""
    nodes: list[str] = []
    for rule in _LOCKS:
        nodes += [found[1] for found in rule.finditer(line)]
        line = rule.sub(lambda m: f"{m[1]} is {m[2]}" if m[2] else "", line)
    if nodes:
        line = _CANNOT_MOVE.sub(" ", f" {line} ").strip()
    return nodes, line


def lasting(line: str) -> tuple[bool, str]:
    """Return True for a request that holds until withdrawn, and the sentence without those words."""
    spoken = f" {line} "
    if re.search(r" never .*\bagain ", spoken) or spoken.startswith(" do not ever "):
        kept = re.sub(rf" do not ever change ({N}) from ({C}) ", r" \1 \2 ", spoken)
        return True, re.sub(r" (?:again|ever) ", " ", kept.replace(" never again ", " not ")).strip()
    plain = _LASTING.sub(" ", spoken)
    return plain != spoken, " ".join(plain.split()).strip(" ,")


def is_later(line: str) -> bool:
    """Return True if a sentence is about the future."""
    return _LATER.search(line) is not None


def deal(problem: Problem, speaker: str, line: str) -> Deal | None:
    """Return the trade that a sentence offers: own colors on one side, others' on the other."""
    condition = _CONDITION.search(line)
    if _NO_DEAL.search(line) or not (condition or _BARGAIN.search(line)):
        return None
    pairs = _pairs(problem, line)
    own = [problem.owner[node] == speaker for node in pairs]
    if own != sorted(own, reverse=own[:1] == [True]) or len(set(own)) < 2:
        return None
    leads = condition is not None and condition.start() < min(map(line.index, pairs))
    if condition and own[0] == leads and not _I_DO.search(line):
        return None  # "make b2 red if h2 is blue" depends on what may not be in the speaker's hands
    give = {node: color for node, color in pairs.items() if problem.owner[node] == speaker}
    return Deal(give, {node: color for node, color in pairs.items() if node not in give})


def _pairs(problem: Problem, line: str) -> Coloring:
    """Return the nodes of a sentence with their colors, in reading order; none if one has no color or is unknown."""
    found = {node: color for color, node in _PAIRED_BEFORE.findall(line)} | dict(_PAIR.findall(line))
    named = re.findall(rf"\b{N}\b", line)
    known = all(node in problem.owner and found.get(node) in problem.colors for node in named)
    return {node: found[node] for node in named} if known else {}
