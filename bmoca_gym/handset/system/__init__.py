"""Parts that every Android has under its apps: settings, log, activities, files, clock, shell."""
