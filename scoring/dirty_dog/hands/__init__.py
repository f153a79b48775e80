"""One hand: its cards, bids and tricks, and its score."""
