"""Computer-use models of Google, Anthropic and OpenAI, through the vendors' own clients."""
