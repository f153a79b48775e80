"""All settings, read from the environment alone; docs/running-it/settings.md lists the variables."""

from pathlib import Path

import allauth
import django_htmx
from corsheaders.defaults import default_headers
from csp.constants import NONE, SELF

from clubs.language.properties import names
from dogclub import speedups
from dogclub.configuration import environment, postgresql
from dogclub.configuration.environment import CODE, FILES, data_folder
from dogclub.configuration.first_start import former_secret_keys, secret_key

environment.read_file()
VAR = environment.folder("DOGCLUB_VAR", data_folder())
DOCS = FILES / "docs"

# -- Addresses and applications ------------------------------------------------
BASE = environment.base_url()
BASE_URL = BASE.geturl().rstrip("/")
HTTPS = BASE.scheme == "https"
ALLOWED_HOSTS = environment.allowed_hosts(BASE)
DEBUG = environment.flag("DEBUG")
SECRET_KEY, SECRET_KEY_FALLBACKS = secret_key(VAR), former_secret_keys()
ROOT_URLCONF = "dogclub.urls"
WSGI_APPLICATION = "dogclub.wsgi.application"
# The proxies whose X-Forwarded-* headers are believed.
TRUSTED_PROXIES = environment.text("TRUSTED_PROXIES", "127.0.0.1")

INSTALLED_APPS = [
    # Each builds on those before it; consequences of results are registered in this order.
    "clubs",
    "games",
    "leagues",
    "dogclub",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "axes",
    "corsheaders",
    "csp",
    "django_guid",
    "django_htmx",
    "drf_spectacular",
    "rest_framework",
    "template_partials",
]

# Pages of other origins call the API with a key, never with a session.
CORS_ALLOWED_ORIGINS = environment.api_origins()
CORS_URLS_REGEX = r"^/api/v1/"
CORS_ALLOW_HEADERS = (*default_headers, "if-match", "if-none-match", "idempotency-key", "range", "last-event-id")
CORS_EXPOSE_HEADERS = (
    "ETag",
    "Idempotency-Replayed",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "X-Request-Id",
)

MIDDLEWARE = [
    "dogclub.operations.logs.events.log_requests",
    "dogclub.server.web.headers.own_headers",
    *(["corsheaders.middleware.CorsMiddleware"] if CORS_ALLOWED_ORIGINS else []),
    "django_guid.middleware.guid_middleware",
    "dogclub.operations.health.checks.answered_first",
    "dogclub.server.web.errors.refuse_programs",
    "django.middleware.security.SecurityMiddleware",
    "dogclub.server.web.headers.CompressionMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
    "clubs.accounts.sessions.note_sessions",
    "clubs.language.choice.language_middleware",
    "dogclub.app.worker.mark_owner",
]

# Modules that replace private parts of Django, to save time alone.
SPEEDUPS: tuple[str, ...] = speedups.ALL if environment.flag("SPEEDUPS", default=True) else ()

LOADERS = ["dogclub.server.web.templates.Loader", "django.template.loaders.app_directories.Loader"]
TEMPLATES = [
    {
        "BACKEND": "dogclub.server.web.templates.PlainNumbers",
        "NAME": "django",
        "DIRS": [FILES / "templates"],
        "OPTIONS": {
            "loaders": [("template_partials.loader.Loader", [("django.template.loaders.cached.Loader", LOADERS)])],
            "builtins": [
                "django.templatetags.i18n",
                *(each for each in speedups.TAGS if each in SPEEDUPS),
                "dogclub.templatetags.dogclub",
                "dogclub.templatetags.parts",
                "template_partials.templatetags.partials",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "dogclub.server.web.headers.theme",
                "clubs.language.choice.languages",
                "dogclub.app.worker.owner",
            ],
        },
    },
]

# -- Database and cache --------------------------------------------------------
DATABASES = {"default": postgresql.connected(environment.database(VAR))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = environment.redis_url()
OWN_MEMORY = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
CACHES = {"default": {"BACKEND": "dogclub.cache.Cache", "LOCATION": REDIS_URL} if REDIS_URL else OWN_MEMORY}

# Until mail is configured it is written to files, and nobody can confirm an address.
MAIL_IS_SENT = bool(environment.text("EMAIL_URL"))
globals().update(environment.mail_rules(is_sent=MAIL_IS_SENT))

# -- Accounts and sign-in ------------------------------------------------------
AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = [
    # First, so that a locked-out client is refused before any password is hashed.
    "axes.backends.AxesStandaloneBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},  # the 20,000 most common
    {"NAME": "clubs.accounts.adapter.LeakValidator"},
    {"NAME": "clubs.accounts.adapter.RepetitionValidator"},
    {"NAME": "clubs.accounts.adapter.NameValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_ADAPTER = "clubs.accounts.adapter.Adapter"
ACCOUNT_SIGNUP_FORM_CLASS = "clubs.accounts.pages.PersonForm"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Dog Club: "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = BASE.scheme
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 5 * 60
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 10 * 60
PASSWORD_RESET_TIMEOUT = 60 * 60  # an email may arrive late
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    # By account and address; `login_failed_elsewhere` by account, for all addresses it never signed in from.
    "login_failed": "10/m/ip,5/5m/key",
    "login_failed_elsewhere": "60/h/key",
    "code": "20/m/ip",
    "confirm": "60/m/ip",
    "answer": "60/m/ip",
    "check_address": "6/h/user",
    "chat_test": "20/h/user",
    "push_test": "20/h/user",
    "own_data": "10/h/user",
    "found": "10/h/user",
    "jobs": "60/h/user",
    "pictures": "10/h/key",  # photos of members and logos by person; photos of sheets by person and match
    "sheet_pictures": "60/h/key",
    "share": "60/h/user",
    "shared": "30/m/ip",  # share links that do not exist
    "demo": "60/h/ip",
    # Emails with a code to one address.
    "confirm_email": "6/m/key",
}
MFA_ADAPTER = "clubs.accounts.second_factors.MFAAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# A person who loses the only passkey needs a confirmed mailbox.
MFA_PASSKEY_SIGNUP_ENABLED = MAIL_IS_SENT and (HTTPS or BASE.hostname == "localhost")
MFA_TOTP_ISSUER = "Dog Club"
# Browsers offer passkeys on https and on localhost; fido2 must allow the latter.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_CALLABLE = "clubs.accounts.adapter.name_tried"
AXES_LOCKOUT_TEMPLATE = "429.html"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False

# -- Cookies and security headers ----------------------------------------------
# Over HTTPS browsers accept `__Host-` cookies from this host alone, neither from sibling domains nor over plain HTTP.
COOKIES = "__Host-" if HTTPS else ""
SESSION_ENGINE = "clubs.models.user"
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIES}sessionid", f"{COOKIES}csrftoken"
MESSAGES_COOKIE_NAME, THEME_COOKIE_NAME = f"{COOKIES}messages", f"{COOKIES}theme"
LANGUAGE_COOKIE_NAME = f"{COOKIES}language"  # of this device; the other is that of whoever is signed in
ACCOUNT_LANGUAGE_COOKIE_NAME = f"{COOKIES}account_language"
MESSAGE_STORAGE = "dogclub.server.web.headers.Messages"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60  # the longest, even for a session in use
SESSION_IDLE_DAYS = environment.idle_days()
ACCOUNT_SESSION_COOKIE_AGE = SESSION_IDLE_DAYS * 24 * 60 * 60  # of a new sign-in by password
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
# Other hosts below the club's domain may not have HTTPS, and browsers would insist on it for a year.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS and environment.flag("HSTS_SUBDOMAINS")
SECURE_REFERRER_POLICY = "same-origin"
# Our check dogclub.https replaces the four about plain HTTP; the other two ask for HSTS_SUBDOMAINS.
SILENCED_SYSTEM_CHECKS = [f"security.W{number}" for number in ("004", "005", "008", "012", "016", "021")]
# Over plain HTTP browsers ignore this header and log a warning for every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"
CSRF_TRUSTED_ORIGINS = [BASE_URL] if HTTPS else []
CSRF_FAILURE_VIEW = "dogclub.server.web.errors.stale_form"
FILE_UPLOAD_PERMISSIONS = None  # as the umask says, which ./run sets so that only the owner can read files
DATA_UPLOAD_MAX_NUMBER_FILES = 500  # a sheet for each night of ten years, chosen together
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "style-src": [SELF],
        "script-src": [SELF],
        "font-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
        "worker-src": [SELF],
    },
}

# -- Files and background jobs -------------------------------------------------
FILES_TO = environment.files_to(VAR / "files")
MEDIA_ROOT = VAR / "files" if FILES_TO.startswith("s3://") else FILES_TO
# The Celery application to which jobs are sent; without Redis nothing is sent, and a worker reads the rows.
JOB_QUEUE = "dogclub.celery.app" if REDIS_URL else ""
JOB_POLL = 1  # seconds between two searches for due jobs
JOB_BEAT = 5  # seconds between two heartbeats of a job
JOB_SILENCE = 30  # seconds without a heartbeat after which a job's worker is taken for dead
JOB_MEMORY = environment.job_memory()  # MB of data for the process of a job
JOB_SWEEP = 10  # seconds between two searches for jobs that the queue lost
# Clubs choose the URLs of their webhooks: addresses inside the server's network are refused unless this is set.
WEBHOOKS_MAY_STAY_INSIDE = environment.flag("WEBHOOKS_MAY_STAY_INSIDE")
JOB_KINDS = {
    "read-import": "dogclub.exchange.imports.review.steps.READ",
    "write-import": "dogclub.exchange.imports.review.steps.WRITE",
    "undo-import": "dogclub.exchange.imports.review.steps.UNDO",
    "read-sheet": "dogclub.exchange.readings.job_kind.READ_SHEET",
    "mail": "dogclub.notify.mail.MAIL",
    "reminder": "dogclub.notify.reminders.delivery.REMINDER",
    "archive": "dogclub.exchange.archive.job_kinds.ARCHIVE",
    "check-archive": "dogclub.exchange.archive.job_kinds.CHECK",
    "restore": "dogclub.exchange.archive.job_kinds.RESTORE",
    "take-out": "dogclub.exchange.archive.job_kinds.TAKE_OUT",
    "rebuild": "dogclub.jobs.rebuild.REBUILD",
    "hook": "dogclub.notify.webhooks.delivery.DELIVERY",
    "chat": "dogclub.notify.chat.delivery.CHAT",
    "push": "dogclub.notify.push.delivery.PUSH",
    "table": "dogclub.exchange.exports.files.TABLE",
    "backup": "dogclub.operations.backup.scheduled.BACKUP",
    "clear-files": "dogclub.operations.leftover_files.CLEAR_FILES",
    "overwrite": "dogclub.privacy.erasure.OVERWRITE",
    "season-book": "dogclub.exchange.books.season_book.SEASON_BOOK",
    "night-sheets": "dogclub.exchange.books.night_sheets.NIGHT_SHEETS",
    "night-report": "dogclub.exchange.books.night_sheets.NIGHT_REPORT",
}

# -- Static files and storage --------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STORAGES = {
    "default": environment.files_storage(FILES_TO),
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "dogclub.server.staticfiles.StaticFiles"
    },
}
# Only files that pages use: with those of the browsable API, collecting would take three times as long.
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
STATICFILES_DIRS = [
    CODE / "dogclub" / "static",
    ("help", FILES / "docs" / "screenshots"),
    ("django_htmx", Path(django_htmx.__file__).parent / "static" / "django_htmx"),
    ("mfa", Path(allauth.__file__).parent / "mfa" / "static" / "mfa"),
    ("account", Path(allauth.__file__).parent / "account" / "static" / "account"),
]

# -- Mail and Celery -----------------------------------------------------------
TIME_ZONE = environment.time_zone()
globals().update(environment.mail(VAR))
BOUNCE_ADDRESS = environment.bounce_address()
DEFAULT_FROM_EMAIL = SERVER_EMAIL = environment.text("DEFAULT_FROM_EMAIL", f"Dog Club <dogclub@{BASE.hostname}>")
CELERY_BROKER_URL = REDIS_URL or "memory://"  # without Redis a worker of Celery reads the rows too
# Short timeouts, so that a page never waits for Redis.
CELERY_BROKER_TRANSPORT = "dogclub.celery:Transport" if REDIS_URL else "memory"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 2,
    "socket_timeout": 5,
    "max_retries": 0,
    "queue_order_strategy": "priority",
    "visibility_timeout": 2 * 60 * 60,  # more than any job may take
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # Redis may be down for a weekend
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_ACKS_LATE = True  # with the transport above (ADR 89)
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # no file: whatever recurs looks for itself whether it is due
CELERY_WORKER_CONCURRENCY = 8  # one, three and three for the queues of jobs, and one for what recurs
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_DISABLE_PREFETCH = bool(REDIS_URL)  # it takes no message that it cannot begin at once
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
# Those of jobs, and one for what recurs and for the chances of matches. A worker takes all, or those named by `-Q`.
CELERY_TASK_QUEUES = {name: {"exchange": name, "routing_key": name} for name in ("mail", "network", "work", "dogclub")}
CELERY_TASK_DEFAULT_QUEUE = "dogclub"
CELERY_TIMEZONE = TIME_ZONE

# -- Languages and API ---------------------------------------------------------
LANGUAGE_CODE = "en-gb"
LOCALE_PATHS = [CODE / "dogclub" / "locale"]
# Languages with a complete catalogue, each under its own name; those with an incomplete one, only for people who choose
# one, never by Accept-Language or a club's setting.
TRANSLATED_LANGUAGES, PARTIAL_LANGUAGES = names(LOCALE_PATHS[0])
# The texts are British English; American English has dates, times and lists of its own, and no catalogue.
ENGLISH_LANGUAGES = [("en-gb", "English"), ("en-us", "English (US)")]
LANGUAGES = [*ENGLISH_LANGUAGES, *TRANSLATED_LANGUAGES]
TEST_RUNNER = "dogclub.management.pytest_runner.PytestRunner"
FORMAT_MODULE_PATH = "clubs.language.formats"
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "dogclub.api.http.problems.handle",
    # Requests of a key, an account or an address; `guess` is for unknown keys.
    "DEFAULT_THROTTLE_RATES": {"read": "600/min", "write": "240/min", "score": "120/min", "guess": "60/min"},
    # The server has already replaced a trusted proxy's address by that of the client.
    "NUM_PROXIES": 0,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Dog Club",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["dogclub.api.openapi.document.complete"],
}

# -- Live updates --------------------------------------------------------------
LIVE = "dogclub.live.runtime.publish"  # called after every write to the ledger
FORECASTS = "dogclub.jobs.rebuild.request"  # called to request the chances of a match
# Open streams of a process: in total, for an address, for a session. Further clients poll every few seconds.
LIVE_MOST = 2_000
STREAMS_PER_ADDRESS = environment.streams("STREAMS_PER_ADDRESS", 50)
STREAMS_PER_SESSION = environment.streams("STREAMS_PER_SESSION", 20)

# -- Operations ----------------------------------------------------------------
STOP_AFTER = environment.stop_after()
BACKUP_TO = environment.backup_to()
BACKUP_EVERY = environment.backup_every()
BACKUP_KEEP = environment.backup_keep()
S3 = environment.s3()
METRICS_TOKEN = environment.metrics_token()
METRICS_FROM = environment.metrics_from()
DJANGO_GUID = {"GUID_HEADER_NAME": "X-Request-ID", "UUID_FORMAT": "string", "EXPOSE_HEADER": False}
LOGGING = environment.logs(unmasked=DEBUG)
