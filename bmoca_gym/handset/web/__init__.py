"""Web pages as values: scripts run by QuickJS, a document, its style, layout and painting."""
