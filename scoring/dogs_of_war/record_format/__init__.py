"""Records and sheets of Dogs of War by names: their types, reading, writing, and plain text."""
