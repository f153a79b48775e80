"""Files as people and other programs write them; README.md says how each was made."""
