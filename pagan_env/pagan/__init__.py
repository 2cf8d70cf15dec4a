"""Pagan: Fate of Roanoke. Start with README.md in this folder: glossary, rulings, and where each rule lives."""
