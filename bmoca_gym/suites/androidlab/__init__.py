"""AndroidLab: 138 tasks in nine apps, with sub-goals, judged as its authors judge them too."""
