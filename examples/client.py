"""Makes sure that a location and an asset with a tag exist, then prints where the asset is and where it has been."""

import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API_URL = os.environ["API_URL"]
headers = {"Content-Type": "application/json"}


def request(path, body=None):
    """GET, or POST if there is a body. Returns the body of the response."""
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(API_URL + path, data, headers)) as response:
            return json.load(response)
    except HTTPError as error:
        sys.exit(f"{path} returned {error.code}: {error.read().decode()}")


def id_of(path, record):
    """Returns the id of the record with this external_key, which is created if there is none."""
    found = request(f"{path}?external_key={record['external_key']}")["data"]
    return found[0]["id"] if found else request(path, record)["data"]["id"]


token = request(
    "/api/v1/oauth/token",
    {
        "grant_type": "client_credentials",
        "client_id": os.environ["CLIENT_ID"],
        "client_secret": os.environ["CLIENT_SECRET"],
    },
)
headers["Authorization"] = f"Bearer {token['access_token']}"

location = id_of("/api/v1/locations", {"name": "Dock 1", "external_key": "DOCK-1"})
tag = {"tag_type": "rfid", "value": "3414257BF40000000000162E"}
asset = id_of("/api/v1/assets", {"name": "Pallet 1", "external_key": "PALLET-1", "tags": [tag]})
print(f"DOCK-1 has the id {location}, PALLET-1 has the id {asset}.")

report = request(f"/api/v1/reports/asset-locations?asset_id={asset}")["data"]
for row in report:
    print(f"PALLET-1 is at {row['location_external_key']}, last read at {row['asset_last_seen']}.")
if not report:
    print("PALLET-1 has not been read yet.")
for event in request(f"/api/v1/assets/{asset}/history")["data"]:
    print(event["event_observed_at"], event["location_external_key"])
