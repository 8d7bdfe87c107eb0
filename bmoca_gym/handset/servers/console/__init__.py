"""The emulator's console."""
