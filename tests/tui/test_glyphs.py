"""Foreign text stays within its cells, whether a terminal measures by clusters or by code points."""

from collections.abc import Iterable
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from wcwidth import wcwidth

from tui.glyphs import MAX_COMBINING_MARKS, cells, drawn
from tui.styles import clip, fit, fold, pad, plain, spread, tail, width_of, wrap

ZALGO = "Z" + "\u0301\u0323\u0334" * 34
NASTY = [
    "plain words",
    "🇩🇪 flag",
    "🇩🇪🇫🇷🇯🇵",
    "half a flag 🇩",
    "👨‍👩‍👧‍👦 a family",
    "👩🏽‍🚀 an astronaut",
    "🧑🏻‍🤝‍🧑🏿 hands",
    "🏳️‍🌈🏴‍☠️",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f England",
    "👍🏿👍🏻👍",
    "🏽 a skin tone alone",
    "1️⃣2️⃣#️⃣*️⃣",
    "\u20e3 an empty key",
    "❤️ and ❤ and ❤︎",
    "☺️☹️✔️☎️",
    "😀︎ as text",
    "\ufe0f\ufe0f selectors alone",
    "葛\U000e0100城",
    "a\u200db",
    "\u200d👩 begins with a joiner",
    "ends with a joiner 👩\u200d",
    "\u200b\u200c\u200d\u2060\ufeff",
    "e\u0301 cafe\u0301",
    ZALGO,
    ZALGO * 20,
    "\u0301 begins with a mark",
    "\u0489 a\u20dd enclosed",
    "\u1112\u1161\u11ab\u1100\u1173\u11af",
    "\u1100\u1100\u1161\u1161\u11a8\u11a8",
    "\u1161\u11ab parts alone",
    "\u115f\u1160\u3164\uffa0 fillers",
    "한국어 漢字 かな",
    "が\u3099ぎ",
    "क्षि स्त्री हिन्दी",
    "শ্রী বাংলা",
    "தமிழ் க்ஷ",
    "ක්\u200dෂ",
    "ภาษาไทย น้ำ",
    "བོད་སྐད་",
    "עִבְרִית",
    "می\u200cخواهم",
    "①②③ ½ ± × ° α я",
    "“…” — ─│┼ ░▒▓",
    "Ａ full Ｗidth ！",
    "soft\u00adhyphen",
    "tabs\tand\nnew\r\nlines",
    "esc \x1b[31mred\x1b[0m \x9b1m \x07",
    "\u202eright to left\u202c \u2066isolated\u2069",
    "🫩🪾 young ones",
    "\U0001d173\U0001d159",
]
WIDTHS = [*range(2, 24), 40, 120]

text_of_all = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs", "Cn"]),
        st.sampled_from("🇩👨👩🏽❤1#\u200d\ufe0f\ufe0e\u20e3\u0301\u1112\u1161\u11ab\u0915\u094d漢 \n\x1b"),
    )
)


def both(text: str) -> tuple[int, int]:
    """Return the width of a text in cells, by clusters and by code points."""
    return cell_len(text), sum(map(wcwidth, text))


def at_most(rows: Iterable[str], width: int) -> None:
    for row in rows:
        have = both(row)
        assert have[0] == have[1] <= width, row


@pytest.mark.parametrize("text", NASTY)
@pytest.mark.few(8)
def test_every_width_is_kept(text: str) -> None:
    for width in (0, 1, *WIDTHS):
        line = (("left ", "dim"), (text, "fg"), (" right", "mid"))
        assert both(plain(fit(line, width))) == (width, width)
        assert both(plain(fit(((text, ""),), width))) == (width, width)
        assert both(pad(text, width)) == both(pad(text, width, ">")) == (width, width)
        at_most([clip(text, width), tail(text, width)], width)
    for width in WIDTHS:
        at_most([*wrap(text, width), *fold(text, width)], width)
        assert both(plain(spread(((text, ""),), (("│", ""),), width))) == (width, width)
        right = (("at ", ""), (clip(text, 5), ""))
        shown = plain(spread(((text, ""),), fit(right, 8), width + 8))
        assert both(shown) == (width + 8, width + 8)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("🇩🇪", "DE"),
        ("👨‍👩‍👧", "👨"),
        ("👩🏽‍🚀!", "👩!"),
        ("🏳️‍🌈", "🏳"),
        ("👍🏿", "👍"),
        ("1️⃣", "1"),
        ("❤️", "❤"),
        ("\u1112\u1161\u11ab", "한"),
        ("cafe\u0301", "café"),
        ("a\u200db", "ab"),
        ("ક્ષિ", "ક્ષિ"),
        ("two\nlines", "two lines"),
        ("\x1b[31m", "[31m"),
        ("a" + "\u0323" * 100, "ạ" + "\u0323" * (MAX_COMBINING_MARKS - 1)),
    ],
)
def test_a_cluster_is_drawn_in_a_simpler_form_of_the_same_meaning(text: str, shown: str) -> None:
    assert drawn(text) == shown


@given(text_of_all)
def test_what_is_drawn_is_measured_alike_and_moves_nothing(text: str) -> None:
    shown = drawn(text)
    assert both(shown) == (cells(text), cells(text)) == (cells(shown), cells(shown))
    assert width_of(((text, ""),)) == cells(text)
    assert all(category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp") or wcwidth(letter) == 1 for letter in shown)


@given(text_of_all, st.integers(2, 30))
def test_no_cut_is_off_by_a_cell(text: str, width: int) -> None:
    assert both(plain(fit(((text, "a"), (text, "b")), width))) == (width, width)
    at_most([*wrap(text, width), *fold(text, width), clip(text, width), tail(text, width)], width)


@given(text_of_all, st.integers(2, 30))
def test_folding_loses_no_letter(text: str, width: int) -> None:
    assert "".join("".join(wrap(text, width)).split()) == "".join(drawn(text).split())
