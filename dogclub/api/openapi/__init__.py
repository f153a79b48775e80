"""The words of the OpenAPI document, a module a resource: what types alone cannot say."""
