"""Correcting, comparing and typing in hands, and the history of a cell."""
