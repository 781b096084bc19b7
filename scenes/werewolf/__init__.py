"""Werewolf: secret kills by night, talk and votes by day."""
