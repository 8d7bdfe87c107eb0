"""The grammars of phone models: a module for each maker's answers, and how they state points."""
