"""Columns and rows, and how they are written: CSV, Excel, a record to type in again."""
