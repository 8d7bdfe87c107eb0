"""Walmart's screens: the tabs, search and results, products and cart, stores, the store's map, the account."""
