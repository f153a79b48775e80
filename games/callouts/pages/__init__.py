"""The pages of the glossary and of tags."""
