"""What the servers for UI Automator's clients share: selectors, hierarchies, actions."""
