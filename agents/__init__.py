"""Players that are not rules: learned policies and searches over the games."""
