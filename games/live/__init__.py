"""Live versions: which topics a page follows, and how a change is published."""
