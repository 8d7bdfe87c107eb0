"""Suites, one package each with everything of its own. They are found by name; see `bmoca_gym.suite_names`."""
