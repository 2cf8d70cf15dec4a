"""Paradise Lost: README.md says where each rule of the rulebook lives."""
