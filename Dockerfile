# The compiled phone in a slim image, run by a user without rights.
#   docker build -t bmoca-gym .
#   docker build -t bmoca-gym --build-arg PACKAGE=".[llm,play]" .
#   docker run --rm bmoca-gym bmoca evaluate --agent expert --environments 100
ARG PYTHON=3.11

FROM python:${PYTHON}-slim AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
ARG PACKAGE=.
RUN python -m venv /venv \
    && BMOCA_GYM_COMPILE=required /venv/bin/pip install --no-cache-dir --disable-pip-version-check -c constraints.txt "$PACKAGE"

# What the dev container runs: a checkout is mounted there, and make installs into it.
FROM python:${PYTHON}-bookworm AS dev
RUN useradd --create-home --uid 1000 phone
USER phone

FROM python:${PYTHON}-slim
RUN useradd --create-home --uid 1000 phone && install --directory --owner phone /runs
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH
USER phone
WORKDIR /runs
CMD ["bmoca", "doctor"]
