"""Publishes a read of one tag over MQTT, as a fixed reader does, and waits until Whereabouts has stored it."""

import json
import os
import sys
from datetime import datetime, timezone

import paho.mqtt.client as mqtt

read = {
    "value": "3414257BF40000000000162E",
    "tag_type": "rfid",
    "antenna": 1,
    # The time of the read: if the message is sent again, the repeated read is recognized by it.
    "observed_at": datetime.now(timezone.utc).isoformat(),
}


def on_connect(client, userdata, flags, reason_code, properties):
    """Publishes, unless the broker refuses the reader key or the device token."""
    if reason_code.is_failure:
        sys.exit(f"The broker refused the connection: {reason_code}.")
    # With QoS 1 the broker acknowledges the message. Whereabouts does so once the read is on disk.
    client.publish(os.environ["MQTT_TOPIC"], json.dumps({"reads": [read]}), qos=1)


def on_publish(client, userdata, message_id, reason_code, properties):
    """Ends the loop after the acknowledgement."""
    client.disconnect()


client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
client.username_pw_set(os.environ["READER_KEY"], os.environ["DEVICE_TOKEN"])
client.on_connect = on_connect
client.on_publish = on_publish
client.connect(os.environ["MQTT_HOST"], int(os.environ["MQTT_PORT"]))
client.loop_forever()
print(f"Published the read of {read['value']} at {read['observed_at']}.")
