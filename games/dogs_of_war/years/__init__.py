"""Entering a year: battle by battle, by plays, or as a whole on one form."""
