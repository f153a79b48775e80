"""The pages of an import: each step is a form like any other, and works without a script."""
