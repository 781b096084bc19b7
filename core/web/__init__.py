"""Web tools: pages and search results as text, from public addresses only."""
