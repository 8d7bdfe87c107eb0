"""Phones behind one contract: the embedded handset now, phones behind adb and AVD snapshots beside it."""
