"""How a match is likely to end: worked out beside the requests, kept, and shown."""
