"""Files as people and other programs make them; README.md says how each was made."""
