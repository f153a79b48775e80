"""Who wrote which entry, and when."""
