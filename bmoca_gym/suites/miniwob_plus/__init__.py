"""MiniWoB++ as its package plays it in a browser: 125 pages, with its own actions, observations and rewards."""
