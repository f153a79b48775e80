"""The user documentation as help pages inside the app."""
