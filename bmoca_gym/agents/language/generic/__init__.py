"""Agents for models described by a YAML file: how they answer, state points, see the screen and remember."""
