"""What every answer of the API goes through: who asks, how often, etags, pages of a list, problems."""
