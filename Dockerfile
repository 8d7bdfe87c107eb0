# The compiled phone in a slim image, run by a user without rights. The commands in its build write the byte code that the image has.
#   docker build -t bmoca-gym .
#   docker build -t bmoca-gym --build-arg PACKAGE=".[llm,play,mcp]" .
#   docker build -t bmoca-openenv --build-arg PACKAGE=".[openenv]" --build-arg CONSTRAINTS=/dev/null .
#   docker run --rm bmoca-gym bmoca evaluate --agent expert --environments 100
FROM debian:bookworm-slim AS python
RUN apt-get update \
    && apt-get install -y --no-install-recommends python3 ca-certificates \
    && rm -rf /var/lib/apt/lists/* /usr/lib/python3.11/pydoc_data /usr/lib/python3.11/test

FROM python AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends python3-dev python3-venv gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
# What the package is made of, before the extras are chosen: an image with others compiles nothing again.
COPY pyproject.toml setup.cfg setup.py build_backend.py constraints.txt MANIFEST.in README.md LICENSE NOTICE ./
COPY bmoca_gym bmoca_gym
RUN python3 -m venv /venv \
    && BMOCA_GYM_COMPILE=required /venv/bin/pip wheel --no-cache-dir --disable-pip-version-check --no-deps -w /wheels .
ARG PACKAGE=.
ARG CONSTRAINTS=constraints.txt
COPY .ci/slim.py .ci/
RUN /venv/bin/pip install --no-cache-dir --no-compile --disable-pip-version-check -c "$CONSTRAINTS" "$(echo /wheels/*.whl)${PACKAGE#.}" \
    && /venv/bin/python .ci/slim.py \
    && cd / \
    && for task in Alarm androidworld/contacts_add_contact androidlab/clock_1; do /venv/bin/bmoca solve --task $task || exit 1; done \
    && /venv/bin/bmoca evaluate --agent expert --tasks open_the_clock_app --environments 100 --out /tmp/run

# What the dev container runs: a checkout is mounted there, and make installs into it.
FROM python:3.11-bookworm AS dev
RUN useradd --create-home --uid 1000 phone
USER phone

FROM python
RUN useradd --create-home --uid 1000 phone && install --directory --owner phone /runs
COPY --from=build /venv /venv
ARG PACKAGE=.
# What is in the image: the commands that say what an extra needs add it to these.
ENV PATH=/venv/bin:$PATH BMOCA_GYM_IMAGE=$PACKAGE
USER phone
WORKDIR /runs
CMD ["bmoca", "doctor"]
