"""The list behind every picker: what matches a text, where the cursor goes, and what is in view."""

from tui.pick_list import Pick, PickList

PICKS = [Pick(label, about, list) for label, about in (("All eyes", "no secrets"), ("Eyes of Ann", ""), ("Hint", "h"))]


def test_each_word_must_match_and_labels_that_begin_so_come_first() -> None:
    listed = PickList(PICKS)
    listed.narrow("eyes")
    assert [pick.label for pick in listed.found] == ["Eyes of Ann", "All eyes"]
    listed.narrow("SECRETS all")
    assert [pick.label for pick in listed.found] == ["All eyes"]
    listed.narrow("secrets hint")
    assert (listed.found, listed.pick) == ([], None)
    listed.narrow("")
    assert list(listed.found) == PICKS


def test_single_steps_go_around_and_pages_stop_at_the_ends() -> None:
    listed = PickList(PICKS)
    listed.move(-1)
    assert listed.at == 2
    listed.move(1)
    assert listed.at == 0
    listed.move(10)
    assert listed.at == 2
    listed.move(-10)
    assert listed.at == 0
    listed.narrow("nothing")
    listed.move(1)
    assert (listed.at, list(listed.window(5))) == (0, [])


def test_the_window_follows_the_cursor() -> None:
    listed = PickList([Pick(str(i), "", list) for i in range(10_000)])
    assert listed.window(5) == range(5)
    listed.move(-1)
    assert listed.window(5) == range(9_995, 10_000)
    listed.move(-3)
    assert listed.window(5) == range(9_995, 10_000)
    listed.narrow("99")
    assert listed.window(5) == range(5)
