"""Players of a club: names, accounts, and anonymising of those who leave."""
