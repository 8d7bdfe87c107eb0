"""The table of gRPC messages and calls, compared with the emulator's own, which android-env ships."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from bmoca_gym.handset.errors import MissingLibraryError
from bmoca_gym.handset.servers.grpc.messages import (
    MESSAGES,
    PACKAGE,
    REFUSED,
    SERVICES,
    library,
    message_classes,
)
from bmoca_gym.handset.system import sensors

PROTO = pytest.importorskip(
    "android_env.proto.emulator_controller_pb2", reason="android-env is not installed"
)
SNAPSHOTS = importlib.import_module("android_env.proto.snapshot_service_pb2")
SNAPSHOT = importlib.import_module("android_env.proto.snapshot_pb2")


def theirs(name: str) -> Any:
    for module in (PROTO, SNAPSHOTS, SNAPSHOT):
        if name in module.DESCRIPTOR.message_types_by_name:
            return module.DESCRIPTOR.message_types_by_name[name]
    raise AssertionError(f"the emulator has no message {name}")


@pytest.mark.parametrize("name", MESSAGES)
def test_fields_are_the_emulators(name: str) -> None:
    for field in message_classes()[name].DESCRIPTOR.fields:
        other = theirs(name).fields_by_name[field.name]
        kind = field.TYPE_INT32 if other.type == field.TYPE_ENUM else other.type
        assert (field.number, field.type, field.is_repeated) == (other.number, kind, other.is_repeated), (
            field.name
        )
        if field.message_type is not None:
            assert field.message_type.name == other.message_type.name


@pytest.mark.parametrize(("service", "call"), [(s, c) for s, calls in SERVICES.items() for c in calls])
def test_calls_are_the_emulators(service: str, call: str) -> None:
    module = PROTO if service == "EmulatorController" else SNAPSHOTS
    other = module.DESCRIPTOR.services_by_name[service]
    assert other.full_name == f"{PACKAGE}.{service}"
    method = other.methods_by_name[call]
    asked, answered = SERVICES[service][call]
    assert not method.client_streaming
    assert method.server_streaming == answered.endswith("*")
    assert method.input_type.name == (asked or "Empty")
    assert method.output_type.name == (answered.rstrip("*") or "Empty")


def test_values_of_enumerations_are_the_emulators() -> None:
    from bmoca_gym.handset.servers.grpc import keys, readings
    from bmoca_gym.handset.servers.grpc import screenshots as grpc_screenshots
    from bmoca_gym.handset.servers.grpc import services as grpc_services
    from bmoca_gym.handset.servers.grpc import touch as grpc_touch

    services, screenshots, touch = grpc_services, grpc_screenshots, grpc_touch
    pairs = [
        (services, PROTO.VmRunState, "RUNNING PAUSED SHUTDOWN TERMINATE RESET"),
        (services, PROTO.PhoneResponse, "OK BAD_NUMBER=BadNumber RADIO_OFF=RadioOff"),
        (services, PROTO.VmConfiguration, "NO_HYPERVISOR=NONE"),
        (screenshots, PROTO.ImageFormat, "PNG RGBA8888 RGB888"),
        (touch, PROTO.Touch, "NEVER_EXPIRE"),
        (services, PROTO.Notification, "CAMERA_INACTIVE=VIRTUAL_SCENE_CAMERA_INACTIVE"),
        (readings, PROTO.BatteryState, "NO_CHARGER=NONE AC USB WIRELESS"),
        (readings, PROTO.SensorValue, "VALUE_OK=OK DISABLED UNKNOWN"),
        (readings, PROTO.PhysicalModelValue, "VALUE_OK=OK DISABLED UNKNOWN HINGE_ANGLE0 ROLLABLE2"),
        (readings, PROTO.LogMessage, "TEXT=Text PARSED=Parsed"),
        (readings, PROTO.PhoneResponse, "BAD_OPERATION=BadOperation INVALID_ACTION=InvalidAction"),
        (
            keys,
            PROTO.KeyboardEvent,
            "USB=Usb EVDEV=Evdev XKB KEY_DOWN=keydown KEY_UP=keyup KEY_PRESS=keypress",
        ),
    ]
    for module, message, names in pairs:
        for name in names.split():
            ours, _, theirs = name.partition("=")
            assert getattr(module, ours) == getattr(message, theirs or ours), name


def test_sensors_and_parameters_are_numbered_as_the_emulators() -> None:
    for known, numbers in (
        (sensors.SENSORS, PROTO.SensorValue.SensorType),
        (sensors.PHYSICAL, PROTO.PhysicalModelValue.PhysicalType),
    ):
        theirs = {number: name.replace("_", "-").lower() for name, number in numbers.items()}
        assert [theirs[number] for number in range(len(known))] == list(known)


def test_calls_that_are_not_served_are_refused_with_a_reason() -> None:
    theirs = set(PROTO.DESCRIPTOR.services_by_name["EmulatorController"].methods_by_name)
    assert theirs == SERVICES["EmulatorController"].keys() | REFUSED.keys()


def test_a_missing_library_is_named_with_what_installs_it() -> None:
    with pytest.raises(MissingLibraryError, match=r"pip install 'bmoca-gym\[android\]'"):
        library("grpc_of_another_world")
