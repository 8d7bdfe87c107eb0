"""Parts of screens, data and rules that several apps use; each stands for no app."""
