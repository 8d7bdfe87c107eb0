"""A suite of three tasks: its catalogue.yaml says all of them, experts/ and generators.py what no data can."""
