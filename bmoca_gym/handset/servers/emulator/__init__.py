"""The program `bmoca-emulator`."""
