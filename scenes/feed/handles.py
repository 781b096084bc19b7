"""Account names: the first are plain, as those who came early have them; the rest carry a letter or a number."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from string import ascii_lowercase

_PLAIN = """
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
NAMES = tuple(_PLAIN.split())
UNWANTED = frozenset({14, 18, 69, 88, 187, 420, 666, 911, 1488})
"""Numbers that say something about their owner."""

_YEARS = range(75, 100)
_TIERS = (
    tuple(f"_{letter}" for letter in ascii_lowercase) + tuple(str(n) for n in _YEARS if n not in UNWANTED),
    tuple(str(n) for n in range(10, 75) if n not in UNWANTED),
    tuple(str(n) for n in range(100, 1_000) if n not in UNWANTED),
    tuple(str(n) for n in range(1_000, 10_000) if n not in UNWANTED),
)
"""Endings of names, the likely ones first."""

_STEP, _SHIFT = 19, 31
"""Steps between one name's endings from round to round, and between neighboring names' in a round. The step has no
factor in common with the size of a tier, so that a name takes each ending once."""


@cache
def handles(count: int) -> tuple[str, ...]:
    """Return the first `count` handles, all different; a longer list begins with a shorter one.

    There are over a million.
    """
    return tuple(islice(_all(), count))


def _all() -> Iterator[str]:
    yield from NAMES
    for endings in _TIERS:
        size = len(endings)
        for turn in range(size):
            for place, name in enumerate(NAMES):
                yield name + endings[(turn * _STEP + place * _SHIFT) % size]
