"""The Model Context Protocol: a server of phones, whose tools have the names and arguments of mobile-mcp."""
