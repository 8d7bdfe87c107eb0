"""Settings' handlers: of pages and their rows, dialogs, languages, apps and notifications."""
