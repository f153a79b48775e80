"""Records and sheets of Pack o' Dogs by names: their types, reading, writing, and plain text."""
