"""The faces of a game: plain Python over a `Game` descriptor, with no rules and no game names in them."""
