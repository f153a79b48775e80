"""A year: battle by battle, by plays, or whole on one form."""
