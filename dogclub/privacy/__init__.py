"""What a person may ask for: their own data, and its erasure."""
