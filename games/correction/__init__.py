"""Pages to correct rounds, insert forgotten entries, and type in sheets played on paper."""
