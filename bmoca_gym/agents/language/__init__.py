"""Language agents: prompt a model behind a chat-completions endpoint with each screen, and act on its answer."""
