"""The screens of Calculator: display and pad, and its dialogs."""
