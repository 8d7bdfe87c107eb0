"""The shell command ``dumpsys``: output of services, with the lines that programs look for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.shell.android import activities as shell_activities
from bmoca_gym.handset.shell.android import media_sessions, statistics, windows
from bmoca_gym.handset.shell.android import packages as shell_packages
from bmoca_gym.handset.shell.call import Call, Command, Result, failed, printed, whole
from bmoca_gym.handset.state import Battery, Phone
from bmoca_gym.handset.system import (
    accounts,
    audio,
    automation_packages,
    battery,
    clock,
    disk,
    display,
    notifications,
    radios,
    settings,
    telephony,
)
from bmoca_gym.handset.system.text_input import keyboard_open


def _window(phone: Phone) -> str:
    config = phone.configuration
    size = f"{config.width}x{config.height}"
    app = "x".join(map(str, windows.app_size(phone)))
    asleep = display.of(phone).asleep
    awake, locked = str(not asleep).lower(), str(display.of(phone).locked).lower()
    return (
        "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n  Display: mDisplayId=0\n"
        f"    init={'x'.join(map(str, display.natural_size(phone)))} {config.density}dpi cur={size} app={app} "
        f"rng={config.width}x{config.width}-{config.height}x{config.height}\n"
        "    deferred=false mLayoutNeeded=false\n"
        f"{shell_activities.focus(phone)}  mCurrentRotation=ROTATION_{90 * display.rotation(phone)}\n"
        f"  mDreamingLockscreen={locked} mShowingLockscreen={locked}\n"
        f"  mScreenOnFully={awake} mAwake={awake}\n  mInputMethodTarget=null\n"
        f"  KeyguardServiceDelegate\n    showing={locked}\n"
        f"    screenState=SCREEN_STATE_{'OFF' if asleep else 'ON'}\n"
        f"    interactiveState=INTERACTIVE_STATE_{'SLEEP' if asleep else 'AWAKE'}\n"
    )


def _frames(phone: Phone) -> str:
    config = phone.configuration
    size = f"[0, 0, {config.width}, {config.height}]"
    return f"logicalFrame={size}, physicalFrame={size}, deviceSize=[{config.width}, {config.height}]"


def _input(phone: Phone) -> str:
    config = phone.configuration
    return (
        "INPUT MANAGER (dumpsys input)\n\nInput Reader State:\n  Device 0: qwerty2\n    Sources: 0x00000501\n"
        "  Device 1: virtio_input_multi_touch_1\n    Sources: 0x00001103\n    Touch Input Mapper (mode - direct):\n"
        "      RawSurface and Surface parameters:\n        Viewport INTERNAL: displayId=0, "
        f"uniqueId=local:0, port=0, orientation=0, {_frames(phone)}, isActive=[1]\n"
        f"      SurfaceWidth: {config.width}px\n      SurfaceHeight: {config.height}px\n"
        "      SurfaceLeft: 0\n      SurfaceTop: 0\n"
        f"      PhysicalWidth: {config.width}px\n      PhysicalHeight: {config.height}px\n"
        f"      SurfaceOrientation: {display.rotation(phone)}\n\n"
        "Input Dispatcher State:\n  DispatchEnabled: true\n  FocusedApplications:\n"
        f"    displayId=0, name='{phone.top.component}'\n"
    )


def _display(phone: Phone) -> str:
    config = phone.configuration
    size = f"{config.width} x {config.height}"
    app = " x ".join(map(str, windows.app_size(phone)))
    turned = display.rotation(phone)
    state = "OFF" if display.of(phone).asleep else "ON"
    rect = f"Rect(0, 0 - {config.width}, {config.height})"
    return (
        "DISPLAY MANAGER (dumpsys display)\n  mOnlyCode=false\n  mSafeMode=false\n"
        "  mViewports=[DisplayViewport{type=INTERNAL, "
        f"valid=true, displayId=0, uniqueId='local:0', physicalPort=0, orientation={turned}, logicalFrame={rect}, "
        f"physicalFrame={rect}, "
        f"deviceWidth={config.width}, deviceHeight={config.height}}}]\n\nLogical Displays: size=1\n"
        "  Display 0:\n    mDisplayId=0\n"
        f'    mBaseDisplayInfo=DisplayInfo{{"Built-in Screen, displayId 0", uniqueId "local:0", app {app}, '
        f"real {size}, "
        f"largest app {size}, smallest app {size}, mode 1, defaultMode 1, rotation {turned}, density {config.density} "
        f"({config.density}.0 x {config.density}.0) dpi, state {state}}}\n  mScreenState={state}\n  mScreenBrightness="
        f"{settings.get(phone, 'system', 'screen_brightness')}\n"
    )


def _battery(phone: Phone) -> str:
    found = phone.battery
    powered = [f"  {name} powered: {str(by).lower()}\n" for name, by in
               (("AC", found.ac), ("USB", found.usb), ("Wireless", found.wireless))]  # fmt: skip
    return (
        f"Current Battery Service state:\n{''.join(powered)}"
        f"  Max charging current: 0\n  Max charging voltage: 0\n  Charge counter: {found.level * 100}\n"
        f"  status: {found.status}\n  health: {found.health}\n  present: {str(found.present).lower()}\n"
        f"  level: {found.level}\n  scale: 100\n  voltage: {found.voltage}\n  temperature: {found.temperature}\n"
        "  technology: Li-ion\n"
    )


#: What ``dumpsys battery set`` sets, by its name there.
_BATTERY = {"ac": "ac", "usb": "usb", "wireless": "wireless", "status": "status", "health": "health",
            "present": "present", "level": "level", "temp": "temperature", "voltage": "voltage"}  # fmt: skip


def set_battery(call: Call) -> Result:
    """``dumpsys battery`` and ``cmd battery``: ``set NAME VALUE``, ``unplug``, ``reset``."""
    phone = call.phone
    words = [word for word in call.arguments if word != "-f"]
    if words == ["unplug"]:
        unplugged = phone.battery._replace(ac=False, usb=False, wireless=False, status=3)
        return Result(battery.put(phone, unplugged))
    if words == ["reset"]:
        return Result(battery.put(phone, Battery()))
    if words[:1] != ["set"] or len(words) != 3:
        return failed(phone, "Unknown command or bad arguments; there are set NAME VALUE, unplug, reset\n")
    name, text = _BATTERY.get(words[1], ""), words[2]
    if not name:
        return failed(phone, f"Unknown set option: {words[1]}\n")
    number = whole(text, -100_000, 1_000_000)
    value = number != 0 if isinstance(getattr(phone.battery, name), bool) else number
    change: dict[str, Any] = {name: value}
    return Result(battery.put(phone, phone.battery._replace(**change)))


def _location(phone: Phone) -> str:
    found = "null"
    if phone.location:
        longitude, latitude, altitude = phone.location
        found = f"Location[gps {latitude:.6f},{longitude:.6f} hAcc=20 et=+{phone.clock.uptime}ms alt={altitude:.1f}]"
    on = str(settings.get(phone, "secure", "location_mode") != "0").lower()
    return f"Current Location Manager state:\n  Location Enabled: {on}\n  Last Known Locations:\n    gps: {found}\n"


#: The states of a call as numbers of com.android.internal.telephony.PreciseCallState's foreground and ringing calls.
_CALL_STATES = {"active": 1, "held": 2, "dialing": 3}


def _telephony(phone: Phone) -> str:
    calls = telephony.calls_of(phone)
    call = calls[0] if calls else None
    up = next((call.state for call in calls if call.state != "ringing"), "")
    state = 0 if call is None else 1 if call.state == "ringing" else 2
    incoming, number = ("", "") if call is None else (call.number, "") if call.incoming else ("", call.number)
    service = 3 if radios.airplane_mode(phone) else 0
    return (
        "last known state:\n  Phone Id=0\n"
        f"    mCallState={state}\n    mCallIncomingNumber={incoming}\n    mServiceState={{mVoiceRegState={service}, "
        f"mDataRegState={service}}}\n"
        f"    mRingingCallState={5 if state == 1 else 0}\n"
        f"    mForegroundCallState={_CALL_STATES.get(up, 0)}\n    "
        f"mDataConnectionState={2 if settings.get(phone, 'global', 'mobile_data') == '1' else 0}\n"
        f"  last outgoing number={number}\n"
    )


def _input_method(phone: Phone) -> str:
    shown = str(keyboard_open(phone)).lower()
    method = automation_packages.input_method(phone)
    return (
        f"Current Input Method Manager state:\n  mCurMethodId={method}\n"
        f"  mCurId={method} mHaveConnection=true mBoundToMethod=true\n"
        f"  mShowRequested={shown} mShowExplicitlyRequested=false mShowForced=false mInputShown={shown}\n"
        f"  mIsInputViewShown={shown} mWindowVisible={shown}\n  mSystemReady=true mInteractive=true\n"
    )


def _power(phone: Phone) -> str:
    return (
        "POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mDirty=0x0\n"
        f"  mWakefulness={'Asleep' if display.of(phone).asleep else 'Awake'}\n"
        "  mIsPowered=true\n  mPlugType=1\n"
        f"  mBatteryLevel=100\n  mHoldingWakeLockSuspendBlocker=false\n  mHoldingDisplaySuspendBlocker=true\n"
        f"  mScreenOffTimeoutSetting={settings.get(phone, 'system', 'screen_off_timeout')}\n\nDisplay Power: "
        f"state={'OFF' if display.of(phone).asleep else 'ON'}\n"
    )


def _account(phone: Phone) -> str:
    own = accounts.of(phone)
    lines = [f"    Account {{name={own.address}, type={accounts.GOOGLE}}}\n"] if own else []
    return f"User UserInfo{{0:Owner:c13}}:\n  Accounts: {len(lines)}\n{''.join(lines)}\n"


def _wifi(phone: Phone) -> str:
    on = radios.wifi(phone)
    network = f"mWifiInfo SSID: {radios.NETWORK}, Supplicant state: COMPLETED\n" if on else ""
    return f"Wi-Fi is {'enabled' if on else 'disabled'}\n{network}"


def _bluetooth(phone: Phone) -> str:
    on = radios.bluetooth(phone)
    name = settings.get(phone, "secure", "bluetooth_name") or settings.get(phone, "global", "device_name")
    return (
        f"Bluetooth Status\n  enabled: {str(on).lower()}\n  state: {'ON' if on else 'OFF'}\n  name: {name}\n"
    )


def _audio(phone: Phone) -> str:
    lines = ["Stream volumes (device: index)"]
    names = {0: "VOICE_CALL", 1: "SYSTEM", 2: "RING", 3: "MUSIC", 4: "ALARM", 5: "NOTIFICATION"}
    for number, name in names.items():
        low, high = audio.limits(number)
        lines += [
            f"- STREAM_{name}:",
            "   Muted: false",
            f"   Min: {low}",
            f"   Max: {high}",
            f"   streamVolume:{audio.volume(phone, number)}",
        ]
    return "\n".join(lines) + "\n"


def _alarm(phone: Phone) -> str:
    now = phone.clock
    local = f"{clock.local_time(phone):%Y-%m-%d %H:%M:%S}"
    lines = [
        "Current Alarm Manager state:",
        f"  nowRTC={now.wall}={local} nowELAPSED={now.uptime}",
        f"  Pending alarm batches: {len(phone.due)}",
    ]
    lines += [
        f"    {'RTC_WAKEUP' if due.clock == 'wall' else 'ELAPSED'} #0: Alarm{{when {due.at} {due.owner}}} "
        f"tag=*walarm*:{due.tag}"
        for due in phone.due
    ]
    return "\n".join(lines) + "\n"


_SERVICES: dict[str, Callable[[Phone], str]] = {
    "account": _account, "alarm": _alarm, "audio": _audio, "battery": _battery, "bluetooth_manager": _bluetooth,
    "connectivity": statistics.connectivity, "cpuinfo": statistics.processors,
    "deviceidle": statistics.idleness, "diskstats": disk.statistics, "display": _display,
    "input": _input,
    "input_method": _input_method, "location": _location, "media_session": media_sessions.listing,
    "notification": notifications.listing, "power": _power,
    "telephony.registry": _telephony,
    "wifi": _wifi, "window": _window,
}  # fmt: skip


def _operands(words: list[str]) -> list[str]:
    return [word for word in words if not word.startswith("-")]


def _package(phone: Phone, words: list[str]) -> str:
    return "".join(shell_packages.dump(phone, package) for package in _operands(words)[:1]) or "Packages:\n"


def _windows(phone: Phone, words: list[str]) -> str:
    """``dumpsys window [windows|w|all|visible|displays|...]``: with the list of windows, or without."""
    listed = ""
    if (words[:1] or ["windows"])[0] in ("windows", "w", "all", "visible", "-a"):
        listed = windows.listing(phone, shell_activities.front_of(phone).component)
    return listed + _window(phone)


def _idleness(phone: Phone, words: list[str]) -> str:
    if words[:1] != ["whitelist"]:
        return statistics.idleness(phone)
    return "".join(f"Added: {word[1:]}\n" for word in words[1:] if word.startswith("+"))


#: Services that take words behind their names. Each function gets these words.
_WITH_WORDS: dict[str, Callable[[Phone, list[str]], str]] = {
    "SurfaceFlinger": statistics.displays,
    "activity": shell_activities.dump,
    "deviceidle": _idleness,
    "gfxinfo": lambda phone, words: statistics.graphics(phone, _operands(words)),
    "meminfo": lambda phone, words: statistics.memory(phone, _operands(words)),
    "package": _package,
    "window": _windows,
}
#: All that a phone's service manager knows of, those that ``dumpsys`` tells nothing of among them.
NAMES = tuple(
    sorted(
        {
            *_SERVICES,
            *_WITH_WORDS,
            "content",
            "appops",
            "clipboard",
            "lock_settings",
            "overlay",
            "phone",
            "statusbar",
            "uimode",
            "wallpaper",
        }
    )
)


def dump(call: Call) -> Result:
    """``dumpsys [-l] [-t SECONDS] [SERVICE [WORD...]]``."""
    phone, words = call.phone, list(call.arguments)
    while words and words[0].startswith("-"):
        option = words.pop(0)
        if option == "-l":
            return printed(phone, "Currently running services:\n" + "".join(f"  {name}\n" for name in NAMES))
        if option in ("-t", "-T", "--skip", "--priority") and words:
            del words[0]
    if not words:
        return printed(
            phone, "".join(f"DUMP OF SERVICE {name}:\n{told(phone)}" for name, told in _SERVICES.items())
        )
    name, *rest = words
    if name == "battery" and rest:
        return set_battery(call._replace(arguments=rest))
    if name in _WITH_WORDS:
        return printed(phone, _WITH_WORDS[name](phone, rest))
    if name in _SERVICES:
        return printed(phone, _SERVICES[name](phone))
    return printed(phone, "" if name in NAMES else f"Can't find service: {name}\n")


COMMANDS: dict[str, Command] = {"dumpsys": dump}
