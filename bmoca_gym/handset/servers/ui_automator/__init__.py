"""Parts that clients of UI Automator share: selectors, hierarchies, actions."""
