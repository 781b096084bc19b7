"""Situations with characters that a chat can start from: a dinner, a negotiation, an interview."""
