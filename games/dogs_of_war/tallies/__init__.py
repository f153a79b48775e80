"""The final tally: entering it in secret, comparing, and the result."""
