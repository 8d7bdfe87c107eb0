"""Appium's UiAutomator2 server in the phone."""
