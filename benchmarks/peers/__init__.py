"""Speed of other environments, measured in the same run as ours: a module a family, each run in a process of its own."""
