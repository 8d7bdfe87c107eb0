"""The grammars of phone models: how each maker's models write answers, one module each, and how they state points."""
