"""The screens of Simple Gallery: its grids, its viewer, and its menus and dialogs."""
