"""Style sheets: `values` and `shorthands` of properties, `selectors`, `sheets` of rules, and the `cascade` of them."""
