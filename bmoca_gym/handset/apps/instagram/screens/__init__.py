"""Instagram's screens: the tabs, profiles, the pages over them, and sheets."""
