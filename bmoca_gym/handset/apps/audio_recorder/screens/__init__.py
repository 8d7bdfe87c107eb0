"""The screens of Audio Recorder: first pages, recorder, records, settings, and dialogs."""
