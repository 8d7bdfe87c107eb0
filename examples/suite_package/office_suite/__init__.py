"""A suite of three tasks. They are in catalogue.yaml; experts/ and generators.py have what data can't express."""
