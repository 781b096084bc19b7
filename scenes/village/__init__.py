"""A village: a map with places, people with needs and plans, and news that spreads by word of mouth."""
