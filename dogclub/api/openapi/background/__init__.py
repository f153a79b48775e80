"""Jobs, imports and webhooks in the OpenAPI document."""
