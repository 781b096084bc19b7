"""Werewolf's quick games: an option that stands for others."""

import playbill as pb
from core.engine.casting import prepare


def test_a_quick_game_has_six_players_and_few_speeches() -> None:
    games = [pb.play("werewolf", {"quick": True}, seed=seed) for seed in range(8)]
    assert all(len(game.header.cast) == 6 and game.header.config["speeches"] == 1 for game in games)
    assert sum(game.outcome.metrics["speeches"] for game in games) / len(games) < 14  # type: ignore[misc]
    assert "quick" not in games[0].header.config


def test_chosen_options_and_other_games_are_left_alone() -> None:
    assert prepare("werewolf", {"quick": True, "players": 8}, {}, 1).config["players"] == 8
    assert prepare("werewolf", {}, {}, 1).config["players"] == 8
