"""Programs that clients push onto the phone and start with ``app_process``: one module for each protocol."""
