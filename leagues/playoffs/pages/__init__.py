"""The pages of a play-off."""
