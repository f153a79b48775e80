"""The API told for people: its reference and its problem pages."""
