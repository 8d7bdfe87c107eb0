"""Any phone behind adb: the device, and the client of the adb server that it is made of."""
