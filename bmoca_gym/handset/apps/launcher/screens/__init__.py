"""The screens of the launcher: home screen, app drawer, and menus."""
