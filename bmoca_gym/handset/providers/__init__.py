"""What keeps data for several apps: contacts, calendar, messages, pictures."""
