"""B-MoCA's tasks: `catalogue.yaml` beside this file."""
