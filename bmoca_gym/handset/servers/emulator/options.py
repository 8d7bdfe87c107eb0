"""The Android emulator's options: their names, whether they take a value, and what they mean here."""

from __future__ import annotations

from bmoca_gym.handset import images

#: Options that act. The value of those that take one is named in capitals.
ACTING = {
    "avd": "NAME: boot with the screen of an AVD, also as @NAME; without it a Pixel 3's",
    "port": "PORT: console on PORT, adb on PORT + 1",
    "ports": "CONSOLE,ADB: console and adb",
    "grpc": "PORT: serve the emulator's gRPC on PORT",
    "snapshot": "NAME: boot from a snapshot, and save it again at the end (without it: default_boot)",
    "no-snapshot-load": "boot from no snapshot",
    "no-snapshot-save": "save no snapshot at the end",
    "no-snapshot": "neither load nor save a snapshot",
    "no-snapstorage": "keep snapshots in this process, not in the AVD's folder",
    "read-only": "change nothing in the AVD's folder: several may run on one AVD then",
    "wipe-data": "boot from no snapshot",
    "timezone": "ZONE: the phone's time zone, as Europe/Paris",
    "prop": "NAME=VALUE: a system property; may be given several times",
    "selinux": "MODE: what getenforce says, enforcing or permissive",
    "image": "NAME: the image to boot (android10 without it): {images}. The Android emulator's obsolete option of "
    "that name is another one",
    "suite": "NAME: no option of the Android emulator: start as the tasks of androidworld, androidlab or bmoca do: "
    "with their image, configuration, clock and data, and the copies of apps that AndroidWorld's own programs put back",
    "virtual-time": "no option of the Android emulator: time moves by `sleep` in the phone's shell alone",
    "accel-check": "say that no acceleration is needed, and end",
    "list-avds": "list available AVDs, and end",
    "snapshot-list": "list the AVD's snapshots, and end",
    "webcam-list": "list webcams, of which there are none, and end",
    "version": "say what this is, and end",
    "help": "print this help, and end",
    "help-all": "print all options, and end",
    "help-OPTION": "print what an option is for, and end",
}

#: Options without a value that change nothing: this phone has no window, kernel, disk image or accelerator.
FLAGS = frozenset(
    ("allow-host-audio", "crash-console", "delay-adb", "detect-image-hang", "force-32bit", "force-snapshot-load",
     "fuchsia", "gpu-debug", "grpc-use-jwt", "grpc-use-token", "hotplug-multi-display", "is-restart",
     "legacy-fake-camera", "log-detailed", "log-nofilter", "lowram", "metrics-collection", "metrics-to-console",
     "netfast", "no-accel", "no-audio", "no-boot-anim", "no-cache", "no-direct-adb", "no-hidpi-scaling",
     "no-jni", "no-location-ui", "no-metrics", "no-mouse-reposition", "no-nested-warnings", "no-passive-gps",
     "no-qt", "no-sim", "no-skin", "no-snapshot-update-time", "no-window", "noaudio", "nocache", "nojni",
     "noskin", "old-system", "qt-hide-window", "ranchu", "restart-when-stalled", "shell", "show-kernel",
     "skip-adb-auth", "use-host-vulkan", "use-keycode-forwarding", "verbose", "wait-for-debugger",
     "writable-system")
)  # fmt: skip

#: Options with a value that change nothing.
VALUED = frozenset(
    ("accel", "acpi-config", "adb-path", "append-userspace-opt", "audio", "avd-arch", "bootchart", "cache",
     "cache-size", "camera-back", "camera-front", "change-country", "change-language", "change-locale",
     "charmap", "check-snapshot-loadable", "code-profile", "cores", "cpu-delay", "crash-report-mode", "data",
     "datadir", "debug", "dns-server", "dpi-device", "encryption-key", "engine", "feature", "fixed-scale",
     "gnss-file-path", "gnss-grpc-port", "gps", "gpu", "grpc-allowlist", "grpc-tls-ca", "grpc-tls-cer",
     "grpc-tls-key", "guest-angle", "http-proxy", "icc-profile", "id", "idle-grpc-timeout", "initdata", "kernel",
     "logcat", "logcat-output", "memory", "metrics-to-file", "modem-simulator-port", "monitor-adb",
     "multidisplay", "net-socket", "net-tap", "net-tap-script-down", "net-tap-script-up", "netdelay",
     "netsim-args", "netspeed", "network-user-mode-options", "onion", "onion-alpha", "onion-rotation",
     "packet-streamer-endpoint", "partition-size", "perf-stat", "phone-number", "quit-after-boot", "radio",
     "ramdisk", "record-session", "report-console", "rtcfps", "save-path", "scale", "screen", "sdcard",
     "share-vid", "shared-net-id", "shell-serial", "sim-access-rules-file", "skin", "skindir", "snapstorage",
     "stdouterr-file", "studio-params", "sysdir", "system", "target", "tcpdump", "turncfg", "unix-pipe",
     "vendor", "virtio-console", "virtualscene-poster", "vmnet-bridged-interface", "waterfall",
     "wifi-client-port", "wifi-server-port", "wifi-socket", "wifi-tap", "wifi-tap-script-down",
     "wifi-tap-script-up", "wifi-user-mode-options", "window-size")
)  # fmt: skip

_USAGE = "Android Emulator usage: bmoca-emulator [options] [@NAME | -avd NAME]\n"


def takes_value(name: str) -> bool | None:
    """Whether an option takes a value; None if it is unknown."""
    if name in ACTING:
        return ACTING[name].partition(":")[0].replace("=", "").replace(",", "").isupper()
    return name in VALUED if name in VALUED | FLAGS else None


def short_help() -> str:
    """Help about the options that have an effect."""
    return (
        f"{_USAGE}{''.join(map(help_of, ACTING))}"
        "All other options of the Android emulator are accepted and change nothing; -help-all lists them.\n"
    )


def whole_help() -> str:
    """Help about all options."""
    return _USAGE + "".join(help_of(name) for name in sorted(ACTING.keys() | VALUED | FLAGS))


def help_of(name: str) -> str:
    """One line of help about an option."""
    if name in ACTING:
        return f"  -{name:<20} {ACTING[name].format(images=', '.join(images.names()))}\n"
    value = takes_value(name)
    if value is None:
        return f"  -{name[:40]:<20} is unknown; -help-all lists all options\n"
    return f"  -{name + ' VALUE' * value:<20} is accepted and changes nothing\n"
