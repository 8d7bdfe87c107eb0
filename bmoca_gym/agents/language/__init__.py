"""Language agents: a prompt for each screen, a model behind a chat-completions endpoint, an action from its answer."""
