from scenes.hanabi.hat.agent import HatPlayer

__all__ = ["HatPlayer"]
