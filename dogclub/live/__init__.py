"""Event streams that announce writes: one hub in each process, on the server's event loop, outside any view."""
