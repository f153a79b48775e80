"""The pages of confirmation: on a phone, and on the scorekeeper's tablet."""
