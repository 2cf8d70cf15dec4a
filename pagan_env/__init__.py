"""Board games with hidden roles as environments for reinforcement learning; importing this compiles nothing."""

__version__ = "0.1.0"
