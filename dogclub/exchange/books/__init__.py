"""Books as PDF: a whole season from cover to index, all sheets of a night, and prefilled sheets for tonight.

A book is assembled from pages that are typeset one by one (ADR 19): `typst_child` typesets them in processes of their
own, which `typst_workers` manages; `binding` appends the finished pages to one file as they come, so that the whole
book is never in memory.
"""
