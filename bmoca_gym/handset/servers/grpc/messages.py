"""Messages of the Android emulator's gRPC, built at run time from a table.

The table has only the fields that are used; protobuf skips the others. So no generated modules are needed,
which would require certain versions of protobuf and grpcio, and the handset can be served without
android-env.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping
from typing import Any

from bmoca_gym.handset.errors import MissingLibraryError, how_to_install

PACKAGE = "android.emulation.control"

#: Fields by message: number, name, type; a ``*`` marks a repeated one. On the wire an enumeration is an int32.
MESSAGES = {
    "VmRunState": "1 state int32",
    "VmConfiguration": "1 hypervisorType int32, 2 numberOfCpuCores int32, 3 ramSizeBytes int64",
    "Entry": "1 key string, 2 value string",
    "EntryList": "1 entry Entry*",
    "EmulatorStatus": "1 version string, 2 uptime uint64, 3 booted bool, 4 vmConfig VmConfiguration, "
    "5 hardwareConfig EntryList",
    "ImageTransport": "1 channel int32, 2 handle string",
    "ImageFormat": "1 format int32, 3 width uint32, 4 height uint32, 5 display uint32, 6 transport ImageTransport",
    "Image": "1 format ImageFormat, 2 width uint32, 3 height uint32, 4 image bytes, 5 seq uint32, "
    "6 timestampUs uint64",
    "Touch": "1 x int32, 2 y int32, 3 identifier int32, 4 pressure int32, 7 expiration int32",
    "TouchEvent": "1 touches Touch*, 2 display int32",
    "KeyboardEvent": "1 codeType int32, 2 eventType int32, 3 keyCode int32, 4 key string, 5 text string",
    "SmsMessage": "1 srcAddress string, 2 text string",
    "PhoneResponse": "1 response int32",
    "ClipData": "1 text string",
    "BatteryState": "1 hasBattery bool, 2 isPresent bool, 3 charger int32, 4 chargeLevel int32, 5 health int32, "
    "6 status int32",
    "GpsState": "2 latitude double, 3 longitude double, 6 altitude double",
    "ParameterValue": "1 data float*",
    "SensorValue": "1 target int32, 2 status int32, 3 value ParameterValue",
    "PhysicalModelValue": "1 target int32, 2 status int32, 3 value ParameterValue",
    "Notification": "1 event int32",
    "PhoneCall": "1 operation int32, 2 number string",
    "DisplayConfiguration": "1 width uint32, 2 height uint32, 3 dpi uint32, 4 flags uint32, 5 display uint32",
    "DisplayConfigurations": "1 displays DisplayConfiguration*",
    "LogcatEntry": "1 timestamp uint64, 2 pid uint32, 3 tid uint32, 4 level int32, 5 tag string, 6 msg string",
    "LogMessage": "1 contents string, 2 start int64, 3 next int64, 4 sort int32, 5 entries LogcatEntry*",
    "Fingerprint": "1 isTouching bool, 2 touchId int32",
    "MouseEvent": "1 x int32, 2 y int32, 3 buttons int32, 4 display int32",
    "SnapshotPackage": "1 snapshot_id string, 3 success bool, 4 err bytes",
    "SnapshotFilter": "1 statusFilter int32",
    "Snapshot": "12 logical_name string",
    "SnapshotDetails": "1 snapshot_id string, 2 details Snapshot, 3 status int32",
    "SnapshotList": "1 snapshots SnapshotDetails*",
}

#: The calls by service: what is asked and what is answered, "" for google.protobuf.Empty; ``*``: a stream of answers.
SERVICES = {
    "EmulatorController": {
        "getStatus": ("", "EmulatorStatus"),
        "getScreenshot": ("ImageFormat", "Image"),
        "streamScreenshot": ("ImageFormat", "Image*"),
        "sendTouch": ("TouchEvent", ""),
        "sendKey": ("KeyboardEvent", ""),
        "sendSms": ("SmsMessage", "PhoneResponse"),
        "getVmState": ("", "VmRunState"),
        "setVmState": ("VmRunState", ""),
        "getClipboard": ("", "ClipData"),
        "setClipboard": ("ClipData", ""),
        "streamClipboard": ("", "ClipData*"),
        "getBattery": ("", "BatteryState"),
        "setBattery": ("BatteryState", ""),
        "getGps": ("", "GpsState"),
        "setGps": ("GpsState", ""),
        "getSensor": ("SensorValue", "SensorValue"),
        "setSensor": ("SensorValue", ""),
        "streamSensor": ("SensorValue", "SensorValue*"),
        "getPhysicalModel": ("PhysicalModelValue", "PhysicalModelValue"),
        "setPhysicalModel": ("PhysicalModelValue", ""),
        "streamPhysicalModel": ("PhysicalModelValue", "PhysicalModelValue*"),
        "streamNotification": ("", "Notification*"),
        "sendPhone": ("PhoneCall", "PhoneResponse"),
        "getDisplayConfigurations": ("", "DisplayConfigurations"),
        "setDisplayConfigurations": ("DisplayConfigurations", "DisplayConfigurations"),
        "getLogcat": ("LogMessage", "LogMessage"),
        "streamLogcat": ("LogMessage", "LogMessage*"),
        "sendFingerprint": ("Fingerprint", ""),
        "sendMouse": ("MouseEvent", ""),
    },
    "SnapshotService": {
        "ListSnapshots": ("SnapshotFilter", "SnapshotList"),
        "LoadSnapshot": ("SnapshotPackage", "SnapshotPackage"),
        "SaveSnapshot": ("SnapshotPackage", "SnapshotPackage"),
        "DeleteSnapshot": ("SnapshotPackage", "SnapshotPackage"),
    },
}

#: Calls of the emulator that are refused with UNIMPLEMENTED, and why. What is asked may be a stream.
REFUSED = {
    "streamAudio": "the phone plays no sound",
    "injectAudio": "the phone has no microphone",
    "rotateVirtualSceneCamera": "the phone's camera shows no virtual scene",
    "setVirtualSceneCameraVelocity": "the phone's camera shows no virtual scene",
    "setPosture": "the phone has no hinge",
}


def library(name: str) -> Any:
    """Import a module of grpcio or protobuf.

    Raises:
        MissingLibraryError: it is not installed; names the command that mends it.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingLibraryError(
            f"The emulator's gRPC needs grpcio and protobuf, which can't be imported ({error}). "
            f"Install them: {how_to_install('android')}"
        ) from error


@functools.cache
def message_classes() -> Mapping[str, Any]:
    """The protobuf class of each message of `MESSAGES`, in a pool of their own, since others may define the same names.

    Raises:
        MissingLibraryError: protobuf is not installed.
    """
    return classes_of(PACKAGE, MESSAGES)


def classes_of(package: str, messages: Mapping[str, str]) -> Mapping[str, Any]:
    """The protobuf class of each message of a table like `MESSAGES`.

    Raises:
        MissingLibraryError: protobuf is not installed.
    """
    descriptors = library("google.protobuf.descriptor_pb2")
    field_type = descriptors.FieldDescriptorProto
    file = descriptors.FileDescriptorProto(name=f"{package}.proto", package=package, syntax="proto3")
    for name, fields in messages.items():
        message = file.message_type.add(name=name)
        for text in fields.split(", "):
            number, field_name, kind = text.split()
            field = message.field.add(name=field_name, number=int(number))
            field.label = field_type.LABEL_REPEATED if kind.endswith("*") else field_type.LABEL_OPTIONAL
            kind = kind.rstrip("*")
            if kind in messages:
                field.type, field.type_name = field_type.TYPE_MESSAGE, f".{package}.{kind}"
            else:
                field.type = field_type.Type.Value(f"TYPE_{kind.upper()}")
    pool = library("google.protobuf.descriptor_pool").DescriptorPool()
    pool.Add(file)
    factory = library("google.protobuf.message_factory")
    return {
        name: factory.GetMessageClass(pool.FindMessageTypeByName(f"{package}.{name}")) for name in messages
    }
