"""The wall of a club: a rotation of boards with tonight’s tables, and with standings while none plays."""
