"""The pages on which an organiser removes a match, and takes a removed one back."""
