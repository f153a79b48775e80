"""The pages that list and send exported tables and feeds."""
