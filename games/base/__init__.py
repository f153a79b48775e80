"""The base class TableGame of every table game, and the dataclasses its methods return."""
