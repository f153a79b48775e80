"""Aggregates over seats and tallies, as database queries."""
