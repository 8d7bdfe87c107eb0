"""The screens of Simple Draw Pro: the sheet, the settings, and dialogs."""
