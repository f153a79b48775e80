"""The wall of a club: tonight’s tables one after the other, standings between them."""
