"""One reader for each file format, and the helpers that readers share."""
