"""What all endpoints share: authentication, throttling, ETags, pagination, problem documents."""
