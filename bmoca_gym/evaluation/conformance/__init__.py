"""Compare a phone with the embedded one: how each task is set up, solved and shown on both."""
