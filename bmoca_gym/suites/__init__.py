"""Suites: a package each, with all that is its own. They are found by name, see `bmoca_gym.suite_names`."""
