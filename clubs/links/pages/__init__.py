"""The pages of invitations and spectator links."""
