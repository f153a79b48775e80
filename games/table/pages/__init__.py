"""The pages at the table."""
