"""Batch entry of old paper sheets: head and rounds on one page, saved at once, followed by the next sheet's form."""
