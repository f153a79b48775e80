"""Records and sheets of Top Dog by names: their types, reading, writing, and plain text."""
