"""Pro Expense's screens: pure functions from state to elements."""
