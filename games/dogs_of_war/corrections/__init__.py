"""Years and tallies once more: corrected, compared, typed in from paper, and the story of a cell."""
