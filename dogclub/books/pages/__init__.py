"""The pages a book or a print is ordered on."""
