"""Jobs, imports and webhooks in the words of the API’s document."""
