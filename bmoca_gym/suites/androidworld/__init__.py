"""AndroidWorld as a suite: those of its tasks whose apps exist here, with their instances, judges, faults and
experts."""
