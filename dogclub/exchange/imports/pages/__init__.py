"""The pages of an import: each step is an ordinary form that works without JavaScript."""
