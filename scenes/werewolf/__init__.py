"""Werewolf: a village talks by day about who kills by night."""
