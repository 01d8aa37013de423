# The web table. Build: docker build -t stramash .    Run: compose.yaml, or docs/deploy.md.
# The rules are compiled while the image is built, so that the first game starts at once. The machine code is for the
# processor that builds the image. On another processor model the games run interpreted: build the image there.

FROM python:3.13-slim AS build
WORKDIR /build
COPY requirements.lock requirements-dev.lock pyproject.toml hatch_build.py README.md LICENSE NOTICE ./
RUN python -m venv /opt/stramash && /opt/stramash/bin/pip install --no-cache-dir -r requirements.lock -c requirements-dev.lock "psycopg[binary]"
RUN python -m venv /opt/build && /opt/build/bin/pip install --no-cache-dir -c requirements-dev.lock hatchling
COPY src src
RUN /opt/build/bin/pip wheel --no-deps --no-build-isolation --wheel-dir dist . \
    && /opt/stramash/bin/pip install --no-cache-dir --no-deps dist/*.whl \
    && STRAMASH_CACHE=/opt/stramash/cache /opt/stramash/bin/stramash compile

FROM python:3.13-slim
RUN groupadd --system --gid 10001 stramash \
    && useradd --system --uid 10001 --gid 10001 --home-dir /data --create-home stramash
COPY --from=build /opt/stramash /opt/stramash
ENV PATH=/opt/stramash/bin:$PATH STRAMASH_CACHE=/opt/stramash/cache STRAMASH_DATABASE=sqlite:////data/stramash.db PYTHONUNBUFFERED=1
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=6s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=5)"]
CMD ["stramash", "serve", "--host", "0.0.0.0", "--port", "8000"]
