"""Pack o’ Dogs at the table, on screens and on paper; its rules are in `scoring.pack_o_dogs`."""
