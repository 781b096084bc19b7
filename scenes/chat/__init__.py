"""A conversation: a starting point for social scenes."""
