"""Common parts of the servers for UI Automator's clients: selectors, hierarchies, actions."""
