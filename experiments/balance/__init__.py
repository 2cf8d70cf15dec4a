"""Balance studies: what a change of the rules does, who wins by what, which of many variants is best."""
