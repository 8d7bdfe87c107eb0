"""The adb daemon and its services."""
