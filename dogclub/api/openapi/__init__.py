"""The texts and schemas of the OpenAPI document by resource, as far as types cannot express them."""
