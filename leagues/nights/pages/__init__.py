"""The pages of nights."""
