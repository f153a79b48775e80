"""Dirty Dog at the table, on screens and on paper; its rules are in `scoring.dirty_dog`."""
