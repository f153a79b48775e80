"""Databases of earlier versions, brought over to this one."""
