"""The kit that every game is built from; it knows no game."""
