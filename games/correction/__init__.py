"""Correcting, inserting and typing in rounds after they were played."""
