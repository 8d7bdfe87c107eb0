"""The handset on the wire: adb daemon, console and `bmoca-emulator`. It translates; `handset.system` decides."""
