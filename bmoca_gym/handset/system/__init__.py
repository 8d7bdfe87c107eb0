"""What Android provides below its apps: settings, log, activities, files, clock."""
