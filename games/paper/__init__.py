"""Paper sheets that can be read from a photo: their geometry, and the marks in their corners."""
