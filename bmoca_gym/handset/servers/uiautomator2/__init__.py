"""uiautomator2's server in the phone."""
