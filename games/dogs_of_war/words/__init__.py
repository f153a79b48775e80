"""Battles, years and tallies in words."""
