"""A member’s own page: what needs an answer, and the member's standing and statistics."""
