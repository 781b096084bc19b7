"""A village: a map with places, people with needs and plans, and news that goes as far as words are heard."""
