"""Dirty Dog as a table game: entry pages, display, paper; its rules are in `scoring.dirty_dog`."""
