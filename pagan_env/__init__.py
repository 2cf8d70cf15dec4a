"""Board games with hidden roles as environments for reinforcement learning; importing this compiles nothing, and registers the
games with Gymnasium and PettingZoo."""

from .registration import register

__version__ = "0.1.0"

register()
