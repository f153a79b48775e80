"""Rows as JSON, for several endpoints: matches, nights, imports."""
