"""Phones behind adb: the Device, and the client of the adb server that it uses."""
