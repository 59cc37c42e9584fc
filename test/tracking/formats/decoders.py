"""Decodes advertisements with other implementations: reads a JSON list of hex from stdin, and prints what each of them says."""

import contextlib
import io
import json
import sys
import time
from types import SimpleNamespace

from bleparser import BleParser
from bthome_ble.parser import BTHomeBluetoothDeviceData
from ruuvitag_sensor.decoder import get_decoder
from TheengsDecoder import decodeBLE

ADDRESS = "A4:C1:38:00:00:01"
FLAGS = bytes.fromhex("020106")
BTHOME = "0000fcd2-0000-1000-8000-00805f9b34fb"


def number(value):
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def named(values, names):
    found = {ours: number(values.get(theirs)) for theirs, ours in names.items()}
    return {name: value for name, value in found.items() if value is not None}


def by_bleparser(advertisement):
    data = FLAGS + advertisement
    mac = bytes.fromhex(ADDRESS.replace(":", ""))[::-1]
    head = bytes([0x04, 0x3E, 12 + len(data), 0x02, 0x01, 0x00, 0x00]) + mac + bytes([len(data)])
    found, _ = BleParser(discovery=True).parse_raw_data(head + data + bytes([0xC4]))
    names = {"temperature": "temperature_c", "humidity": "humidity_percent", "voltage": "battery_volts"}
    # A RuuviTag sends neither: bleparser computes them.
    if advertisement[1] == 0x16:
        names |= {"battery": "battery_percent", "motion": "motion"}
    return named(found or {}, names)


def by_bthome(frame):
    device = BTHomeBluetoothDeviceData()
    info = SimpleNamespace(name="x", address=ADDRESS, rssi=-60, manufacturer_data={}, service_uuids=[BTHOME],
                           service_data={BTHOME: frame}, source="x", time=time.monotonic())
    update = device.update(info)
    values = {key.key: value.native_value for key, value in update.entity_values.items()}
    for key, value in update.binary_entity_values.items():
        values[key.key] = int(value.native_value)
    names = {"temperature": "temperature_c", "humidity": "humidity_percent", "battery": "battery_percent",
             "voltage": "battery_volts", "motion": "motion"}
    return named(values, names)


def by_ruuvi(data):
    with contextlib.redirect_stdout(io.StringIO()):
        found = get_decoder(data[0]).decode_data(data.hex().upper()) or {}
    values = {**found, "volts": None if found.get("battery") is None else found["battery"] / 1000}
    return named(values, {"temperature": "temperature_c", "humidity": "humidity_percent", "volts": "battery_volts"})


def by_theengs(advertisement):
    found = decodeBLE(json.dumps({"manufacturerdata": advertisement[2:].hex(), "id": ADDRESS}))
    names = {"tempc": "temperature_c", "hum": "humidity_percent", "volt": "battery_volts"}
    return named(json.loads(found) if found else {}, names)


def decoded(advertisement):
    if advertisement[1] == 0x16:
        return {"bleparser": by_bleparser(advertisement), "bthome-ble": by_bthome(advertisement[4:])}
    return {"bleparser": by_bleparser(advertisement), "ruuvitag-sensor": by_ruuvi(advertisement[4:]),
            "theengsdecoder": by_theengs(advertisement)}


print(json.dumps([decoded(bytes.fromhex(one)) for one in json.load(sys.stdin)]))
