"""Gmail's handlers: of lists and mails, of writing, and of the settings."""
