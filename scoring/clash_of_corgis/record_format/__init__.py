"""Records and sheets by names: how they look, how they are read and written, and as plain text."""
