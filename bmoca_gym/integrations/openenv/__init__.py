"""OpenEnv: a server of many phones, its client, and the folder that ``openenv push`` takes."""
