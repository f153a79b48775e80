"""Records and sheets of Clash of Corgis by names: their types, reading, writing, and plain text."""
