"""Seasons: their pages, and which matches belong to them."""
