"""AndroidLab: 138 tasks in nine apps, with sub-goals, and also judged by its authors' own rules."""
