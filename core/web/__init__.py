"""The world wide web as a tool: pages and search results, brought as text, from public addresses alone."""
