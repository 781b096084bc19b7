"""A second implementation of Coup, from the rulebook alone: slow, plain, sharing no code with `scenes.coup`.

A game is a generator: it yields the players who have to act, each with the legal commands, and is sent the chosen
commands. At each question the state can be read from `Table`.
"""

from collections.abc import Callable, Generator, Iterable

DECK = 3 * ["Duke", "Assassin", "Captain", "Ambassador", "Contessa"]
CLAIMS = {"tax": "Duke", "assassinate": "Assassin", "steal": "Captain", "exchange": "Ambassador"}
BLOCKS = {"foreign aid": ["Duke"], "assassinate": ["Contessa"], "steal": ["Ambassador", "Captain"]}
PRICES = {"assassinate": 3, "coup": 7}

Question = dict[str, list[str]]
"""The legal commands, sorted, of each player who has to act. Several players act at once."""
Answers = dict[str, str]
Asking = Generator[Question, Answers, None]


class Table:
    """Coins, cards and seating. The top of `deck` is its last card."""

    def __init__(self, names: Iterable[str], first: str, shuffle: Callable[[list[str]], list[str]]) -> None:
        self.names = list(names)
        self.first = first
        self.shuffle = shuffle
        self.deck = shuffle(DECK)
        self.hands = {name: [self.deck.pop(), self.deck.pop()] for name in self.names}
        self.turned_up: dict[str, list[str]] = {name: [] for name in self.names}
        self.coins = dict.fromkeys(self.names, 2)
        if len(self.names) == 2:
            self.coins[first] = 1

    @property
    def treasury(self) -> int:
        return 50 - sum(self.coins.values())

    def over(self) -> bool:
        return sum(1 for name in self.names if self.hands[name]) == 1

    def others(self, first: str) -> list[str]:
        """Return the other players who are still in, in turn order after `first`."""
        at = self.names.index(first)
        return [name for name in self.names[at + 1 :] + self.names[:at] if self.hands[name]]

    def gain(self, name: str, coins: int) -> None:
        """Take coins from the treasury, as far as they go."""
        self.coins[name] += min(coins, self.treasury)

    def put_back(self, cards: list[str]) -> None:
        self.deck = self.shuffle(self.deck + cards)

    def commands(self, name: str) -> list[str]:
        coup = [f"coup {other}" for other in self.others(name)]
        if self.coins[name] >= 10:
            return sorted(coup)
        found = ["income", "foreign aid", "tax", "exchange", *(f"steal {other}" for other in self.others(name))]
        if self.coins[name] >= 3:
            found += [f"assassinate {other}" for other in self.others(name)]
        if self.coins[name] >= 7:
            found += coup
        return sorted(found)


def play(table: Table) -> Asking:
    """Play turns until one player is left."""
    actor = table.first
    while not table.over():
        yield from turn(table, actor)
        if not table.over():
            actor = table.others(actor)[0]


def turn(table: Table, actor: str) -> Asking:
    command = (yield {actor: table.commands(actor)})[actor]
    verb = next(v for v in ("income", "foreign aid", "coup", *CLAIMS) if command.startswith(v))
    target = command.removeprefix(verb).strip()
    price = PRICES.get(verb, 0)
    table.coins[actor] -= price

    if verb in CLAIMS:
        caught = yield from challenge(table, CLAIMS[verb], actor, table.others(actor))
        if caught:
            if table.hands[actor]:
                table.coins[actor] += price
            return

    if table.over():
        return
    if target and not table.hands[target]:
        return
    if verb in BLOCKS:
        stopped = yield from block(table, actor, BLOCKS[verb], [target] if target else table.others(actor))
        if stopped:
            return
    if table.over() or (target and not table.hands[target]):
        return

    if verb == "income":
        table.gain(actor, 1)
    elif verb == "foreign aid":
        table.gain(actor, 2)
    elif verb == "tax":
        table.gain(actor, 3)
    elif verb == "steal":
        taken = min(2, table.coins[target])
        table.coins[target] -= taken
        table.coins[actor] += taken
    elif verb == "exchange":
        yield from exchange(table, actor)
    else:
        yield from lose(table, target)


def challenge(table: Table, character: str, claimant: str, doubters: list[str]) -> Generator[Question, Answers, bool]:
    """Return True if the claim was a lie and was caught. The first doubter in order is the challenger."""
    answers = yield {name: ["challenge", "pass"] for name in doubters}
    challenger = next((name for name in doubters if answers[name] == "challenge"), None)
    if challenger is None:
        return False
    if character not in table.hands[claimant]:
        yield from lose(table, claimant)
        return True
    table.hands[claimant].remove(character)
    table.put_back([character])
    table.hands[claimant].append(table.deck.pop())
    yield from lose(table, challenger)
    return False


def block(table: Table, actor: str, characters: list[str], who: list[str]) -> Generator[Question, Answers, bool]:
    """Return True if the action is blocked and the block stands."""
    answers = yield {name: [*(f"block with {c}" for c in characters), "pass"] for name in who}
    blocker = next((name for name in who if answers[name] != "pass"), None)
    if blocker is None:
        return False
    character = answers[blocker].removeprefix("block with ")
    # Turn order after the actor: the actor comes last.
    doubters = [name for name in [*table.others(actor), actor] if name != blocker]
    caught = yield from challenge(table, character, blocker, doubters)
    return not caught


def lose(table: Table, name: str) -> Asking:
    """Have a player turn up a card of its choice; without cards it is out, and its coins go to the treasury."""
    choices = sorted({f"lose {card}" for card in table.hands[name]})
    # With one card there is no choice; with two of a kind nobody may learn that they are alike.
    chosen = (yield {name: choices})[name] if len(table.hands[name]) > 1 else choices[0]
    card = chosen.removeprefix("lose ")
    table.hands[name].remove(card)
    table.turned_up[name].append(card)
    if not table.hands[name]:
        table.coins[name] = 0


def exchange(table: Table, name: str) -> Asking:
    """Draw two cards, have the player choose as many cards as it had, and return two to the deck."""
    live = len(table.hands[name])
    cards = table.hands[name] + [table.deck.pop(), table.deck.pop()]
    table.hands[name] = cards
    pairs = [[a, b] for i, a in enumerate(cards) for b in cards[i + 1 :]] if live == 2 else [[card] for card in cards]
    choices = sorted({"keep " + " ".join(sorted(kept, key=DECK.index)) for kept in pairs})
    chosen = (yield {name: choices})[name]
    kept = chosen.removeprefix("keep ").split()
    back = list(cards)
    for card in kept:
        back.remove(card)
    table.hands[name] = kept
    table.put_back(back)
