from scenes.hanabi.search.agent import SearchPlayer

__all__ = ["SearchPlayer"]
