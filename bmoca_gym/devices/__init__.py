"""Phones behind one contract (`device`): the embedded handset, phones behind `adb`, Android virtual devices
(`avd`).
"""
