"""Deletes stored files that no row names, once a day.

Such files remain when a process is killed between writing a file and its row, or when the storage does not answer while
a row is deleted.
"""
