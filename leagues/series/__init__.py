"""Series of nights, planned and changed together."""
