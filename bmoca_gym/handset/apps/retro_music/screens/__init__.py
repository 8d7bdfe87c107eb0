"""The screens of Retro Music: its pages, its player, and its menus and dialogs."""
