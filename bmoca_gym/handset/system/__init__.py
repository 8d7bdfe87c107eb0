"""Parts of every Android below its apps: settings, log, activities, files, clock, shell."""
