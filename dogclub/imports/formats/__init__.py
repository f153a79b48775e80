"""A reader for each kind of file, and the parts they share."""
