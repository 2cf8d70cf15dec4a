"""Training and studies. Run from a clone: `python -m experiments.<name>`."""
