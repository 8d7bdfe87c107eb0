"""Clock's handlers: of its tabs, alarms, timers, cities, bedtime and settings; and what rings when."""
