"""All settings. What the environment decides stands on this first screen; see .env.example."""

from datetime import timedelta
from pathlib import Path

from pythonjsonlogger.core import RESERVED_ATTRS

from costcodle.build import build_version
from costcodle.environment import Environment, publisher_options, sqlite_options, web_options

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment(BASE_DIR)

SECRET_KEY = env.required(
    "SECRET_KEY", "write a long random text into .env, or delete .env and run `make run`."
)
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
DEBUG = env.boolean("DEBUG", False)
ENVIRONMENT = env.label("ENVIRONMENT", "dev")
BUILD_VERSION = env.label("BUILD_VERSION", build_version(BASE_DIR))
PORT = env.whole_number("PORT", 8000, least=1, most=65_535)
SITE_ORIGIN = env.origin("SITE_ORIGIN", f"http://127.0.0.1:{PORT}")
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")
TRUSTED_PROXIES = env.networks("TRUSTED_PROXIES")
ADMIN_PATH = env.path("ADMIN_PATH", "admin/")
METRICS_TOKEN = env.text("METRICS_TOKEN")
GUESSES_PER_MINUTE = env.whole_number("GUESSES_PER_MINUTE", 120)
LEASE = env.seconds("LEASE_SECONDS", 60, least=1)
MAX_CLOCK_SKEW = env.seconds("MAX_CLOCK_SKEW_SECONDS", 30)
SENTRY_DSN = env.text("SENTRY_DSN")
LOG_FORMAT = env.choice("LOG_FORMAT", "text", ("text", "json"))
LOG_LEVEL = env.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR"))
MEDIA_ROOT = BASE_DIR / env.text("MEDIA_ROOT", "var/media")
DATABASE_URL_DEFAULT = "sqlite:///var/costcodle.sqlite3"
DATABASES = {
    "default": env.database("DATABASE_URL", DATABASE_URL_DEFAULT),
    # The connection of publish, withdraw and restore, whoever calls them.
    "publisher": env.database(
        "PUBLISHER_DATABASE_URL", env.text("DATABASE_URL") or DATABASE_URL_DEFAULT
    ),
}
CACHES = {"default": env.cache("EDGE_CACHE_URL"), "limits": env.counters("EDGE_CACHE_URL")}

for _name, _database in DATABASES.items():
    _database["OPTIONS"] = _options = _database.get("OPTIONS", {})
    _database["CONN_MAX_AGE"] = 600
    _database["CONN_HEALTH_CHECKS"] = True
    if _database["ENGINE"].endswith("sqlite3"):
        _options |= sqlite_options()
    else:
        _ours = publisher_options(LEASE) if _name == "publisher" else web_options()
        _options["options"] = f"{_options.get('options', '')} {_ours}".strip()
DATABASES["publisher"]["TEST"] = {"MIRROR": "default"}

INSTALLED_APPS = [
    "costcodle",
    "stats",
    "answers",
    "leases",
    "costcodle.apps.CostcodleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "costcodle.apps.LoginLocksConfig",
    "django_otp",
    "costcodle.apps.OneTimeCodesConfig",
    "import_export",
]

MIDDLEWARE = [
    "costcodle.peers.PeerMiddleware",
    "costcodle.edge.middleware.EdgeCacheMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "costcodle.security.SecurityHeadersMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "costcodle.unavailable.UnavailableMiddleware",
    "costcodle.admin_cookies.AdminCookiesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "costcodle.urls"
WSGI_APPLICATION = "costcodle.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# One language and UTC everywhere: the day of the game is the UTC date and nothing else.
LANGUAGE_CODE = "en-us"
USE_I18N = False
FORMAT_MODULE_PATH = "costcodle.formats"
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "var/static"
MEDIA_URL = "/media/"
STORAGES = {
    "default": env.photo_storage("PHOTO_STORAGE_URL"),
    "staticfiles": {"BACKEND": "costcodle.static_files.StampedStaticFilesStorage"},
}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# The admin's login: five wrong passwords from one address close it to that address for a while.
# By address alone, so that nobody else can lock the owner out; costcodle.peers makes REMOTE_ADDR
# the client's own.
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = ["ip_address"]
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True  # failed attempts are kept, a list of everyone's logins is not
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "otp_token"]
AXES_LOCKOUT_TEMPLATE = "admin/locked_out.html"
AXES_VERBOSE = False
OTP_TOTP_ISSUER = "Costcodle"

# The scheme of the site's own origin decides what is true of every cookie and redirect.
SECURE = SITE_ORIGIN.startswith("https://")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = SECURE
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = SECURE
# Probes and scrapers come by plain http from inside; a redirect would only mislead them.
SECURE_REDIRECT_EXEMPT = [r"^(livez|readyz|metrics)$"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "costcodle.errors.csrf_failure"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": "{asctime}{levelname}{name}{message}",
            "style": "{",
            # Django hands the request over; its text has the query, in which a code may stand.
            "reserved_attrs": [*RESERVED_ATTRS, "request"],
        },
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "loggers": {
        "axes": {"level": "WARNING"},  # failed logins; four lines for each good one
        # What scanners and crawlers do is no event: 404 and 410, and hosts that aren't ours.
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
}
