"""Uploaded images: validated, turned upright, scaled down and re-encoded."""
