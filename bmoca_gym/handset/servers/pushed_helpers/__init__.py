"""Programs that clients push onto the phone and start with ``app_process``: their protocols, a module each."""
