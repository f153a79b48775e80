"""Streams that follow what is written: one hub a process, on the server's event loop, outside any page."""
