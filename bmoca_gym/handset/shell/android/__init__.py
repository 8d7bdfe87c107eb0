"""Android's own commands: am, pm, settings, dumpsys, input and others."""
