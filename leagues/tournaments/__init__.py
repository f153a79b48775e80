"""Knock-outs and round robins."""
