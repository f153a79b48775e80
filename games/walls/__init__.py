"""What the big screens show: one board a table, and the play-off's picture."""
