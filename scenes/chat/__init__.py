"""A conversation: what one starts a social scene of one's own from."""
