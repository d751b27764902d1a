"""A site whose every setting is a secret and that reaches nothing, and what it let out."""

# Nobody listens at port 1: the errors of database and cache are told too, and name their addresses.
SECRETS = {
    "SECRET_KEY": "the-signing-secret-" + "7" * 40,
    "SECRET_KEY_FALLBACKS": "the-old-secret",
    "METRICS_TOKEN": "the-metrics-secret",
    "DATABASE_URL": "postgres://costcodle_web:the-password-secret@127.0.0.1:1/costcodle",
    "PUBLISHER_DATABASE_URL": "postgres://publisher:the-password-secret@127.0.0.1:1/costcodle",
    "EDGE_CACHE_URL": "redis://:the-redis-secret@127.0.0.1:1/0",
    "LOG_LEVEL": "DEBUG",
}


def leaks(text: str) -> list[str]:
    """The lines with a secret in them; names of settings may be told."""
    return [line for line in text.splitlines() if "secret" in line.replace("_secret", "")]
