"""Chrome's handlers: of the browser, its other screens, and puzzles in pages."""
