"""The three random networks: guarantees for every size, their shapes, and networks from a file."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from statistics import mean, median

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.chance import Draw
from core.errors import UserError
from scenes.feed.network import Follows, communities, followers, read_edges, small_world
from scenes.feed.network_setup import preferential_attachment
from tests.examples import examples

Model = Callable[[int, int, float, Draw], Follows]


def scale_free(count: int, links: int, mutual: float, draw: Draw) -> Follows:
    return tuple(preferential_attachment(count, links, mutual, draw))


MODELS: dict[str, Model] = {
    "scale-free": scale_free,
    "small-world": lambda count, links, mutual, draw: small_world(count, links, mutual, 0.2, draw),
    "ring": lambda count, links, mutual, draw: small_world(count, links, mutual, 0.0, draw),
    "communities": lambda count, links, mutual, draw: communities(count, links, mutual, 3, 0.2, draw),
    "one community": lambda count, links, mutual, draw: communities(count, links, mutual, 1, 0.2, draw),
    "only across": lambda count, links, mutual, draw: communities(count, links, mutual, 2, 1.0, draw),
}
models = pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
NAMES = ("ann", "bob", "2", "Zoë")


def pairs(follows: Follows) -> set[tuple[int, int]]:
    return {(a, b) for a, followed in enumerate(follows) for b in followed}


def neighbors(follows: Follows) -> list[set[int]]:
    return [{*a, *b} for a, b in zip(follows, followers(follows), strict=True)]


def sound(follows: Follows, count: int) -> bool:
    """Check that every account is listed, with ascending follows, without duplicates or itself."""
    fine = (list(f) == sorted(set(f) - {i}) and set(f) <= set(range(count)) for i, f in enumerate(follows))
    return len(follows) == count and all(fine)


@models
@pytest.mark.parametrize("mutual", [0.0, 0.4, 1.0])
@pytest.mark.few(6)
def test_every_small_count_works(model: Model, mutual: float) -> None:
    for count in range(1, 13):
        for links in range(1, 8):
            follows = model(count, links, mutual, Draw(count * 100 + links))
            assert sound(follows, count)
            assert follows == model(count, links, mutual, Draw(count * 100 + links))
            if mutual == 1.0:
                assert follows == followers(follows)
            if mutual == 0.0:
                assert not pairs(follows) & pairs(followers(follows))


@examples(60)
@given(
    st.integers(1, 60), st.integers(0, 70), st.floats(0, 1), st.integers(1, 70), st.floats(0, 1), st.integers(0, 2**64)
)
def test_any_arguments_work(count: int, links: int, mutual: float, groups: int, share: float, seed: int) -> None:
    assert sound(scale_free(count, links, mutual, Draw(seed)), count)
    assert sound(small_world(count, links, mutual, share, Draw(seed)), count)
    assert sound(communities(count, links, mutual, groups, share, Draw(seed)), count)


@models
def test_mutual_is_the_share_of_edges_that_go_both_ways(model: Model) -> None:
    follows = pairs(model(2000, 3, 0.3, Draw(4)))
    both = len({(a, b) for a, b in follows if (b, a) in follows}) / 2
    assert both / (len(follows) - both) == pytest.approx(0.3, abs=0.03)


def test_scale_free_has_hubs() -> None:
    follows = scale_free(5000, 3, 0.0, Draw(1))
    counts = [len(f) for f in followers(follows)]
    assert max(counts) > 30 * max(1, median(counts))
    assert all(a > b for a, b in pairs(follows))
    assert {len(f) for f in follows[4:]} == {3}
    drawn = nx.barabasi_albert_graph(5000, 3, seed=Draw(1).below(2**32))
    assert pairs(follows) == {(max(e), min(e)) for e in drawn.edges}


def test_small_world_is_nearly_regular() -> None:
    ring = neighbors(small_world(100, 3, 0.5, 0.0, Draw(1)))
    assert ring == [{(i + d) % 100 for d in (-3, -2, -1, 1, 2, 3)} for i in range(100)]
    degrees = [len(near) for near in neighbors(small_world(3000, 4, 0.5, 0.1, Draw(1)))]
    assert mean(degrees) == 8
    assert min(degrees) >= 4
    assert max(degrees) <= 16
    assert Counter(degrees).most_common(1)[0][0] == 8
    assert sum(abs(d - 8) <= 2 for d in degrees) > 0.95 * len(degrees)


def test_small_world_of_few_is_complete() -> None:
    for count in range(1, 8):
        assert neighbors(small_world(count, 4, 0.0, 0.5, Draw(1))) == [{*range(count)} - {i} for i in range(count)]


@pytest.mark.parametrize("groups", [2, 4, 7])
def test_most_follows_stay_in_their_block(groups: int) -> None:
    follows = communities(3000, 5, 0.3, groups, 0.1, Draw(3))
    across = [a * groups // 3000 != b * groups // 3000 for a, b in pairs(follows)]
    assert mean(across) == pytest.approx(0.1, abs=0.02)
    assert mean(a < b for a, b in pairs(follows)) == pytest.approx(0.5, abs=0.02)
    assert mean(len(near) for near in neighbors(follows)) == pytest.approx(10, abs=0.4)


def test_blocks_draw_each_pair_independently() -> None:
    """By definition: two blocks of three, a pair inside with probability 1/2, one across with 1/3."""
    seen: Counter[tuple[int, int]] = Counter()
    together = 0
    for seed in range(2000):
        edges = {(min(e), max(e)) for e in pairs(communities(6, 1, 0.0, 2, 0.5, Draw(seed)))}
        seen.update(edges)
        together += {(0, 1), (0, 3)} <= edges
    for u, v in combinations(range(6), 2):
        assert seen[u, v] / 2000 == pytest.approx(1 / 2 if u // 3 == v // 3 else 1 / 3, abs=0.05)
    assert together / 2000 == pytest.approx(1 / 6, abs=0.03)


def test_blocks_at_the_ends_of_their_range() -> None:
    alone = communities(600, 3, 0.0, 600, 0.0, Draw(1))
    joined = communities(600, 3, 0.0, 1, 1.0, Draw(1))
    for follows in (alone, joined):
        assert mean(len(near) for near in neighbors(follows)) == pytest.approx(6, abs=0.5)
    assert sound(communities(50, 3, 0.0, 5, 1e-18, Draw(1)), 50)
    assert all(a // 10 == b // 10 for a, b in pairs(communities(50, 3, 0.0, 5, 0.0, Draw(1))))


def test_edges_are_read(tmp_path: Path) -> None:
    path = tmp_path / "edges.txt"
    path.write_text("\ufeff# who whom\n\nann bob\n  0\tZoë # a friend\nbob 0\nann 3\nann bob\n2 ann\n", "utf-8")
    assert read_edges(path, NAMES) == ((1, 3), (0,), (0,), ())
    path.write_text("")
    assert read_edges(path, NAMES) == ((), (), (), ())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ann", "holds 1 word; write FOLLOWER FOLLOWED, two names or numbers."),
        ("ann bob Zoë", "holds 3 words; write FOLLOWER FOLLOWED, two names or numbers."),
        ("ann # bob", "holds 1 word; write FOLLOWER FOLLOWED, two names or numbers."),
        ("ann bobb", ": there is no account 'bobb'; did you mean bob? write a name or a number from 0 to 3."),
        ("4 ann", ": there is no account '4'; write a name or a number from 0 to 3."),
        ("-1 ann", ": there is no account '-1'; write a name or a number from 0 to 3."),
        ("bob 1", ": bob can't follow itself; take the line out."),
        ("Zoë Zoë", ": Zoë can't follow itself; take the line out."),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "edges.txt"
    path.write_text(f"# one\nann bob\n{line}\nann nobody\n", "utf-8")
    with pytest.raises(UserError) as caught:
        read_edges(path, NAMES)
    assert str(caught.value) == f"{path}: line 3{' ' if said[0] != ':' else ''}{said}"


def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="none"):
        read_edges(tmp_path / "none.txt", NAMES)


def test_a_seed_keeps_its_network() -> None:
    """networkx 3.4 and 3.6 give the same; this test would notice a version that draws other graphs."""
    made = [model(300, 3, 0.3, Draw(1)) for model in MODELS.values()]
    assert sha256(repr(made).encode()).hexdigest()[:16] == "fb43627c4fb262a5"


@pytest.mark.slow
def test_networkx_is_imported_late_and_needs_no_numpy() -> None:
    code = (
        "import sys; sys.modules |= dict.fromkeys(('numpy', 'scipy'))\n"
        "from scenes.feed.network import *; from core.engine.chance import Draw; import scenes.feed.scene\n"
        "assert 'networkx' not in sys.modules\n"
        "small_world(50, 2, .5, .5, Draw(1)), communities(50, 2, .5, 3, .5, Draw(1))\n"
        "assert 'networkx' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
