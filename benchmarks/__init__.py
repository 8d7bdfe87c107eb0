"""How fast and how small the phone is, beside other environments, in one run on one machine."""
