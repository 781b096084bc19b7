"""Skull: bid on how many discs you can flip without finding a skull."""
