"""Compare a benchmark's own, unmodified code with this package's judges and measures."""
