"""A subscriber with the client of Eclipse Paho: prints one line of JSON for each result.

Arguments: a JSON object with port, version (4 or 5), client_id, clean, username, password, filters, qos, will (topic or null) and
messages, the number of messages after which it disconnects.
"""

import json
import sys

import paho.mqtt.client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

o = json.loads(sys.argv[1])
is5 = o["version"] == 5
received = 0


def report(**result):
    print(json.dumps(result), flush=True)


client = mqtt.Client(
    mqtt.CallbackAPIVersion.VERSION2,
    client_id=o["client_id"],
    protocol=mqtt.MQTTv5 if is5 else mqtt.MQTTv311,
    reconnect_on_failure=False,
    **({} if is5 else {"clean_session": o["clean"]}),
)
client.username_pw_set(o["username"], o["password"])
if o["will"]:
    client.will_set(o["will"], "gone", qos=1)


def on_connect(client, userdata, flags, reason, properties):
    report(connected=not reason.is_failure, reason=str(reason), present=flags.session_present)
    if reason.is_failure:
        return client.disconnect()
    if o["filters"]:
        options = SubscribeOptions(qos=o["qos"])
        client.subscribe([(one, options if is5 else o["qos"]) for one in o["filters"]])


def on_subscribe(client, userdata, mid, reasons, properties):
    report(granted=[reason.value for reason in reasons])
    if o["messages"] == 0:
        client.disconnect()


def on_message(client, userdata, message):
    global received
    report(
        topic=message.topic,
        payload=message.payload.decode(),
        qos=message.qos,
        retain=message.retain,
        dup=message.dup,
    )
    received += 1
    if received == o["messages"]:
        client.disconnect()


def on_disconnect(client, userdata, flags, reason, properties):
    report(disconnected=str(reason))


client.on_connect = on_connect
client.on_subscribe = on_subscribe
client.on_message = on_message
client.on_disconnect = on_disconnect

if is5:
    lasting = Properties(PacketTypes.CONNECT)
    lasting.SessionExpiryInterval = 0 if o["clean"] else 3600
    client.connect("127.0.0.1", o["port"], clean_start=o["clean"], properties=lasting)
else:
    client.connect("127.0.0.1", o["port"])
client.loop_forever()
