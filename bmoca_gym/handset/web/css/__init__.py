"""Style sheets: property `values` and `shorthands`, `selectors`, `sheets` of rules, and the `cascade`."""
