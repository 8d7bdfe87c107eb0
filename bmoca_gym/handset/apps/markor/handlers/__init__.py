"""The handlers of Markor: of the app, its browser, and its editor."""
