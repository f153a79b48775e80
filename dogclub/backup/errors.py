"""The error of backups, whose text is for the person who makes or restores one."""


class Unusable(Exception):
    """A backup that cannot be made or restored; the text gives the reason and what to do. Nothing was changed."""
