"""MiniWoB++ as its package runs it in a browser: 125 pages, with its own actions, observations and rewards."""
