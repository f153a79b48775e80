"""Forecasts of how a match ends: calculated by background workers, stored, and shown on pages and wall boards."""
