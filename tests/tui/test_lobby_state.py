"""The lobby's state without its screen: options, cast, the cursor and the rows."""

from pathlib import Path

import pytest

from core.engine.config import SceneConfig
from core.engine.registry import scene_names
from core.errors import UserError
from scenes.coloring.scene import ColoringScene
from tui.lobby import drawing
from tui.lobby.setup import Setup, options_of
from tui.lobby.state import LobbyState
from tui.styles import plain


def test_the_most_used_options_first_and_those_of_every_scene_last() -> None:
    options = options_of(ColoringScene)
    assert [option.key for option in options[:3]] == ["problem", "fixed", "mode"]
    assert [option.key for option in options[-11:]] == [*SceneConfig.model_fields, "ordering"]
    assert options[0].choices == ("default", "generate")
    assert options[4].key == "solvable"
    assert options[4].choices == (True, False)
    assert {option.typed for option in options} == {None, int, float, str}


def test_choices_cycle_and_numbers_step_within_their_bounds() -> None:
    setup = Setup(ColoringScene)
    setup.cycle_option("problem", 1)
    setup.cycle_option("solvable", -1)
    setup.cycle_option("density", 1)
    for _ in range(9):
        setup.cycle_option("fixed", 1)
    assert setup.options == {"problem": "generate", "solvable": False, "density": 0.5, "fixed": 3}
    assert not setup.errors
    assert setup.header(5).config["fixed"] == 3


def test_clusters_of_a_generated_problem_are_the_seats() -> None:
    setup = Setup(ColoringScene)
    setup.set_option("problem", "generate")
    setup.write_option("clusters", "5")
    assert setup.seats == ("A", "H", "B", "C", "D")
    setup.write_policy("D", "random")
    assert setup.header(1).cast == {"A": "rules", "H": "human", "B": "rules", "C": "rules", "D": "random"}
    setup.write_option("clusters", "2")
    assert setup.header(1).cast == {"A": "rules", "H": "human"}
    assert setup.header(1, bots_only=True).cast == {"A": "rules", "H": "rules"}


@pytest.mark.parametrize(("key", "text"), [("fixed", "9"), ("penalty", "0"), ("penalty", "1.2.3"), ("size", "99")])
def test_an_option_that_will_not_do_is_marked_and_says_why(key: str, text: str) -> None:
    setup = Setup(ColoringScene)
    setup.write_option(key, text)
    assert setup.errors.keys() == {("options", key)}
    assert key in setup.errors["options", key]
    with pytest.raises(UserError):
        setup.header(1)
    setup.write_option(key, "")
    assert not setup.errors


def test_a_policy_that_nobody_knows_is_marked_at_its_seat(tmp_path: Path) -> None:
    setup = Setup(ColoringScene)
    setup.write_policy("B", "ruls")
    setup.write_policy("A", f"script:{tmp_path / 'none'}")
    assert setup.errors.keys() == {("cast", "A"), ("cast", "B")}
    assert "did you mean rules" in setup.errors["cast", "B"]
    (tmp_path / "none").write_text("pass\n")
    setup.write_policy("B", "")
    assert not setup.errors
    assert setup.policy("B") == "rules"


def test_a_crowd_has_a_row_for_all_and_the_persons_seat_is_next() -> None:
    state = LobbyState(7)
    state.move(scene_names().index("feed"))
    setup = state.setup
    assert setup.kind.name == "feed"
    assert "kofi" not in setup.rows
    assert (setup.policy("*"), setup.policy("guest"), setup.policy("mira")) == ("rules", "human", "rules")
    setup.write_policy("*", "lurk")
    assert (setup.policy("guest"), setup.policy("mira")) == ("human", "lurk")
    setup.write_policy("mira", "amplify")
    cast = setup.header(1).cast
    assert (cast["mira"], cast["guest"], cast["kofi"]) == ("amplify", "human", "lurk")
    assert setup.rows[2:] == ("mira", "+")
    setup.write_policy("*", "nonsense")
    assert list(setup.errors) == [("cast", "*")]


def test_the_cursor_goes_down_the_right_column_and_tab_walks_the_panes() -> None:
    state = LobbyState(7)
    state.move(1)
    assert (state.pane, state.item) == ("scenes", state.items("scenes")[1])
    state.move(-1)
    walked = []
    for _ in range(4):
        state.walk(1)
        walked.append(state.pane)
    assert walked == ["options", "cast", "play", "scenes"]
    state.walk(1)
    items = [state.item]
    for _ in range(20):
        state.move(1)
        items.append(state.item)
    assert items[:9] == ["problem", "fixed", "mode", "alg", "seed", "A", "H", "B", "play"]
    assert state.pane == "play"
    for _ in range(20):
        state.move(-1)
    assert (state.pane, state.item) == ("options", "problem")


def test_a_typed_text_is_the_value_of_the_row() -> None:
    state = LobbyState(7)
    assert (state.accepted_letters, state.starts_editing("3")) == (None, False)
    state.go("options", 1)
    assert (state.starts_editing("x"), state.starts_editing("2")) == (False, True)
    state.write(" 2 ")
    assert state.setup.value("fixed") == 2
    state.go("options", state.items("options").index("seed"))
    state.write("8123456789012345678")
    assert (state.seed, state.keeps_seed) == (8123456789012345678, True)
    state.write("")
    assert state.seed == 8123456789012345678
    state.draw_seed()
    assert not state.keeps_seed
    state.go("cast", 0)
    assert not state.starts_editing("w")
    assert (state.accepted_letters, state.text(state.item)) == ("", "rules")
    state.write("random")
    assert state.setup.policy("A") == "random"


def test_going_to_what_is_wrong_opens_all_options_if_it_must() -> None:
    state = LobbyState(7)
    assert not state.go_to_error()
    state.setup.write_option("snap", "-")
    assert state.go_to_error()
    assert (state.pane, state.item, state.all_options) == ("options", "snap", True)


def test_ten_scenes_have_ten_setups(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"scene{i}" for i in range(10)]
    kinds = {name: type(name, (ColoringScene,), {"name": name, "summary": f"about {name}"}) for name in names}
    monkeypatch.setattr("tui.lobby.state.scene_names", lambda: tuple(names))
    monkeypatch.setattr("tui.lobby.state.look_up", kinds.__getitem__)
    state = LobbyState(7)
    state.setup.write_option("fixed", "0")
    for _ in range(12):
        state.move(1)
    assert (state.item, state.setup.value("fixed")) == ("scene9", 1)
    assert len(drawing.scenes(state, 26, 12)) == 11
    narrow = [plain(row.line).strip() for row in drawing.scenes(state, 17, 17)]
    assert narrow[10:] == ["▸scene9", "", "about scene9"], "the few words of the chosen one, whole"
    rows = drawing.scenes(state, 26, 21)
    assert len(rows) == 21
    assert [plain(row.line).strip() for row in rows if row.here] == ["▸scene9", "about scene9"]


@pytest.mark.parametrize("width", [33, 41, 53, 87, 167])
@pytest.mark.parametrize("all_options", [False, True])
def test_keys_and_values_of_rows_are_inside_their_pane(width: int, all_options: bool) -> None:
    state = LobbyState(7)
    state.all_options = all_options
    state.setup.set_option("problem", "generate")
    state.setup.write_option("clusters", "8")
    state.setup.write_policy("G", "nobody")
    for height in (17, 37):
        rows = [*drawing.form(state, width, height, True), *drawing.runs(state, width, ["  board"])]
        for row in rows:
            assert row.value < width
            assert all(key.start < key.end for key in row.keys)
    named = [row.item for row in rows if row.item]
    assert len(named) == len(set(named)) == sum(len(state.items(pane)) for pane in ("options", "cast", "play"))
