"""Pictures that somebody sends in: read, checked, turned upright and made small."""
