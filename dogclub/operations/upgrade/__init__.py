"""Converts databases of earlier versions to this one."""
