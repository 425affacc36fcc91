# Two stages: the first one has what installs, the second one only what runs.
# A release names the base by its digest, so both kinds of machine build from the same one.
ARG BASE=python:3.13-slim
FROM ${BASE} AS build
WORKDIR /src
COPY requirements/run.txt requirements/run.txt
RUN python -m venv /opt/truco
RUN /opt/truco/bin/pip install --no-cache-dir --require-hashes -r requirements/run.txt
COPY pyproject.toml setup.py README.md LICENSE ./
COPY engine engine
COPY bot bot
COPY adapters adapters
RUN /opt/truco/bin/pip install --no-cache-dir --no-deps --no-build-isolation .
RUN /opt/truco/bin/pip uninstall --yes pip setuptools wheel

FROM ${BASE}
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin truco \
    && install --directory --owner truco --group truco --mode 0750 /data
# Names in Arabic, Hebrew, Greek and Cyrillic letters are written in pictures too.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends fonts-dejavu-core libfribidi0 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/truco /opt/truco
ENV PATH=/opt/truco/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    TRUCO_DATABASE_URL=sqlite:////data/truco.db \
    TRUCO_PLAYGROUND_HOST=0.0.0.0 \
    TRUCO_PLAYGROUND_PORT=8080 \
    TRUCO_LOG_FORMAT=json
WORKDIR /data
VOLUME /data
USER truco
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["truco", "health"]
CMD ["truco", "run"]
