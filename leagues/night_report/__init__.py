"""The night report: what a night's sheets add up to, told as one tells it the next morning.

`facts` are plain values; headline, prose and the rest are pure functions over them; `reading` gets them from the rows.
"""
