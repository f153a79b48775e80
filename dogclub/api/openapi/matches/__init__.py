"""Matches, their entries and results in the OpenAPI document."""
