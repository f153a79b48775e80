# Dog Club in a container. compose.yaml starts it with all it can use; docs/running-it/docker.md says how.
# Everything is fetched while the image is built; nothing is when it runs.

FROM python:3.11-slim-bookworm AS build
COPY requirements.txt requirements-postgres.txt /build/
RUN python -m venv /opt/dogclub/.venv \
 && /opt/dogclub/.venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes --no-deps \
    -r /build/requirements.txt -r /build/requirements-postgres.txt

FROM python:3.11-slim-bookworm AS run
# tini hands signals on and buries the dead; pg_dump and pg_restore are for backups of PostgreSQL.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends postgresql-client-15 tini \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --create-home --home-dir /var/lib/dogclub dogclub \
 && install --directory --owner=dogclub --group=dogclub /kept /backups
COPY --from=build /opt/dogclub/.venv /opt/dogclub/.venv
COPY . /opt/dogclub
WORKDIR /opt/dogclub
ENV PATH=/opt/dogclub/.venv/bin:$PATH \
    PYTHONUTF8=1 PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 MALLOC_ARENA_MAX=2 \
    DOGCLUB_VAR=/kept
# Whoever runs it may not write here.
RUN python -c "from dogclub.configuration.catalogues import compile_changed; compile_changed()"
USER dogclub
# A new volume begins as a copy of /kept, with the static files of this version in it. The key is made on the spot.
RUN python manage.py collectstatic --noinput --verbosity 0 && rm /kept/secret-key
VOLUME ["/kept", "/backups"]
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health/live', timeout=4)"]
ENTRYPOINT ["tini", "--"]
CMD ["python", "manage.py", "start", "--host", "0.0.0.0"]
