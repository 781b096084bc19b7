import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import is_safe, one_line, safe_text

foreign = st.text(st.one_of(st.characters(), st.sampled_from("\x1b\x9b\x9d[]()?;mHJ0159\x07\\\r\n\t \u202e\u200b")))


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("plain", "plain"),
        ("grün, 緑, ✓, 👩‍🚀", "grün, 緑, ✓, 👩‍🚀"),
        ("two\nlines", "two\nlines"),
        ("a\tb", "a    b"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b[2J\x1b[Hgone", "gone"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1bP1$r\x1b\\dcs", "dcs"),
        ("\x1b(0box", "box"),
        ("\x1bcreset", "reset"),
        ("half \x1b[3", "half "),
        ("\x1b]0;a title without an end", "0;a title without an end"),
        ("\x1b]0;over\nlines\x07", "0;over\nlines"),
        ("\x1bPa string without an end", "a string without an end"),
        ("half \x1b", "half "),
        ("\x9b31mC1", "31mC1"),
        ("over\rwritten\x08\x7f\x00", "overwritten"),
        ("\u202eright to left\u202c", "right to left"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("lone \ud800 surrogate", "lone  surrogate"),
        ("tag\U000e0041s", "tags"),
    ],
)
def test_safe_text(text: str, clean: str) -> None:
    assert safe_text(text) == clean
    assert is_safe(text) == (text == clean or "\t" in text)


@given(foreign)
def test_nothing_that_moves_the_cursor_is_left(text: str) -> None:
    clean = safe_text(text)
    assert all(unicodedata.category(char) not in ("Cc", "Cs") or char == "\n" for char in clean)
    assert is_safe(clean)
    assert safe_text(clean) == clean
    clean.encode()


@given(foreign)
def test_one_line(text: str) -> None:
    line = one_line(text)
    assert line.splitlines() in ([], [line])
    assert line == one_line(line) == line.strip()
