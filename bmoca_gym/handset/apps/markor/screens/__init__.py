"""The screens of Markor: its browser, its editor, and its dialogs."""
