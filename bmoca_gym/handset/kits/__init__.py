"""Parts of screens, data and rules that several apps share."""
