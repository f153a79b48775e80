"""A member’s own page: what waits for them, and how they stand."""
