"""Agents of models that one YAML file describes: how they answer, state points, see the screen and remember."""
