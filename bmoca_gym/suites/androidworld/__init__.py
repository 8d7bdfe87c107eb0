"""AndroidWorld as a suite: its tasks whose apps there are, their instances, judges, faults and experts."""
