"""Records and sheets of Dirty Dog by names: their types, reading, writing, and plain text."""
