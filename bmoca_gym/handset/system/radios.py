"""The radios: airplane mode, Wi-Fi and Bluetooth, with Android's log lines for their switches."""

from __future__ import annotations

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import settings

_AIRPLANE = ("global", "airplane_mode_on")
_WIFI = ("global", "wifi_on")
_BLUETOOTH = ("global", "bluetooth_on")
_MOBILE_DATA = ("global", "mobile_data")

#: Values of ``wifi_on`` (API 29, WifiSettingsStore): off, on, on in airplane mode, off because of airplane mode.
WIFI_OFF, WIFI_ON, WIFI_ON_IN_AIRPLANE, WIFI_OFF_BY_AIRPLANE = "0", "1", "2", "3"
#: The network that Wi-Fi is connected to when it is on.
NETWORK = "AndroidWifi"
#: Value of ``bluetooth_on`` if Bluetooth was on and airplane mode has switched it off.
BLUETOOTH_OFF_BY_AIRPLANE = "2"


def put(phone: Phone, namespace: str, name: str, text: str) -> Phone:
    """Write a setting, and the log line of the settings provider."""
    phone = settings.put(phone, namespace, name, text)
    return phone.logged("SettingsProvider", f"Notifying for 0: content://settings/{namespace}/{name}", "V")


def airplane_mode(phone: Phone) -> bool:
    """Return whether airplane mode is on."""
    return phone.settings.get(_AIRPLANE) == "1"


def wifi(phone: Phone) -> bool:
    """Return whether Wi-Fi is on."""
    return phone.settings.get(_WIFI) in (WIFI_ON, WIFI_ON_IN_AIRPLANE)


def mobile_data(phone: Phone) -> bool:
    """Return whether mobile data are on, and not off because of airplane mode."""
    return phone.settings.get(_MOBILE_DATA) == "1" and not airplane_mode(phone)


def connection(phone: Phone) -> str:
    """Return how the phone reaches the internet: "wifi", "mobile", or "" if it is offline."""
    if wifi(phone):
        return "wifi"
    return "mobile" if mobile_data(phone) else ""


def bluetooth(phone: Phone) -> bool:
    """Return whether Bluetooth is on."""
    return phone.settings.get(_BLUETOOTH) == "1"


def set_airplane_mode(phone: Phone, on: bool) -> Phone:
    """Switch airplane mode on or off. It switches Wi-Fi and Bluetooth off, and later back on."""
    if on == airplane_mode(phone):
        return phone
    return airplane_mode_changed(put(phone, *_AIRPLANE, "1" if on else "0"))


def airplane_mode_changed(phone: Phone) -> Phone:
    """Switch the radios after the setting of airplane mode was written."""
    on = airplane_mode(phone)
    phone = phone.logged("PhoneGlobals", f"Turning radio {'off' if on else 'on'} - airplane")
    wifi_state, bluetooth_state = settings.get(phone, *_WIFI), settings.get(phone, *_BLUETOOTH)
    if on:
        if wifi_state == WIFI_ON:
            phone = settings.put(phone, *_WIFI, WIFI_OFF_BY_AIRPLANE)
        if bluetooth_state == "1":
            phone = settings.put(phone, *_BLUETOOTH, BLUETOOTH_OFF_BY_AIRPLANE)
        return phone
    if wifi_state in (WIFI_ON_IN_AIRPLANE, WIFI_OFF_BY_AIRPLANE):
        phone = settings.put(phone, *_WIFI, WIFI_ON)
    if bluetooth_state == BLUETOOTH_OFF_BY_AIRPLANE:
        phone = settings.put(phone, *_BLUETOOTH, "1")
    return phone


def set_wifi(phone: Phone, on: bool, package: str, uid: int) -> Phone:
    """Switch Wi-Fi on or off at the request of ``package``."""
    phone = phone.logged(
        "WifiService", f"setWifiEnabled package={package} uid={uid} enable={str(on).lower()}"
    )
    if on:
        return put(phone, *_WIFI, WIFI_ON_IN_AIRPLANE if airplane_mode(phone) else WIFI_ON)
    return put(phone, *_WIFI, WIFI_OFF)


def set_bluetooth(phone: Phone, on: bool, package: str) -> Phone:
    """Switch Bluetooth on or off at the request of ``package``."""
    call = "enable" if on else "disable"
    phone = phone.logged(
        "BluetoothManagerService", f"{call}({package}):  mBluetooth =null mBinding = false", "D"
    )
    return put(phone, *_BLUETOOTH, "1" if on else "0")
