from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.chance import Chance, Draw

seeds = st.integers(0, 2**63 - 1)


def at(seed: int, turn: int, step: int) -> Chance:
    chance = Chance(seed)
    chance.at(turn, step)
    return chance


def test_splitmix64_as_published() -> None:
    """The first numbers of the reference implementation for state 1234567."""
    draw = Draw(1234567)
    assert [draw.bits() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_a_seed_is_a_promise() -> None:
    """Changing this number breaks every existing recording."""
    assert at(1, 2, 3)("deal", "A").bits() == 3756386162483002812


@given(seeds, st.integers(0, 1000), st.integers(0, 100))
def test_the_same_moment_draws_the_same(seed: int, turn: int, step: int) -> None:
    chance = Chance(seed)
    chance("anything").bits()
    chance.at(turn, step)
    fresh = at(seed, turn, step)
    assert [chance("x", "A").bits() for _ in range(3)] == [fresh("x", "A").bits() for _ in range(3)]


def test_all_parts_of_the_key_matter() -> None:
    chance = at(1, 1, 1)
    draws = [chance("x", "A"), chance("x", "A"), chance("x", "B"), chance("y", "A"), chance("x")]
    draws += [at(2, 1, 1)("x", "A"), at(1, 2, 1)("x", "A"), at(1, 1, 2)("x", "A"), at(1, 11, 1)("x", "A")]
    assert len({draw.bits() for draw in draws}) == len(draws)


def test_draws_of_one_do_not_disturb_another() -> None:
    disturbed = at(1, 1, 0)
    for _ in range(5):
        disturbed("x", "B").bits()
    assert disturbed("x", "A").bits() == at(1, 1, 0)("x", "A").bits()


@given(seeds, st.integers(1, 50))
def test_numbers_stay_in_range(seed: int, n: int) -> None:
    draw = Draw(seed)
    assert 0 <= draw.random() < 1
    assert 0 <= draw.below(n) < n
    assert draw.choice(range(n)) in range(n)


@given(seeds, st.lists(st.integers(), max_size=20))
def test_shuffle_and_sample_keep_what_is_there(seed: int, items: list[int]) -> None:
    shuffled = list(items)
    Draw(seed).shuffle(shuffled)
    assert Counter(shuffled) == Counter(items)
    assert Counter(Draw(seed).sample(items, len(items))) == Counter(items)
    assert not Counter(Draw(seed).sample(items, len(items) // 2)) - Counter(items)


@pytest.mark.parametrize("count", [0, 1, 2, 15, 64, 65, 66, 200])
def test_a_shuffle_draws_as_if_one_by_one(count: int) -> None:
    at_once, one_by_one = Draw(7), Draw(7)
    at_once.shuffle(items := list(range(count)))
    swapped = list(range(count))
    for i in range(count - 1, 0, -1):
        j = one_by_one.below(i + 1)
        swapped[i], swapped[j] = swapped[j], swapped[i]
    assert items == swapped
    assert at_once.bits() == one_by_one.bits()


@pytest.mark.parametrize("how", ["choice", "below", "shuffle", "sample"])
def test_equally_likely(how: str) -> None:
    """Count the first of three items in 3000 keyed draws, with a tolerance of five standard deviations."""
    first = 0
    for seed in range(3000):
        draw, items = Chance(seed)("x"), [0, 1, 2]
        if how == "shuffle":
            draw.shuffle(items)
            first += items[0] == 0
        else:
            value = {"choice": draw.choice(items), "below": draw.below(3), "sample": draw.sample(items, 2)[0]}[how]
            first += value == 0
    assert abs(first - 1000) < 5 * (3000 * 2 / 9) ** 0.5
