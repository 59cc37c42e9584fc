"""The quickstart with the client of openapi-python-client."""

import json
import os
from uuid import UUID

from whereabouts_api_client import AuthenticatedClient, Client
from whereabouts_api_client import models as m
from whereabouts_api_client.api.assets import (
    attach_asset_tag,
    create_asset,
    delete_asset,
    detach_asset_tag,
    get_asset,
    list_assets,
    rename_asset,
    update_asset,
)
from whereabouts_api_client.api.identity import create_token
from whereabouts_api_client.api.locations import create_location, delete_location
from whereabouts_api_client.api.tracking import list_asset_history, list_asset_locations

host = os.environ["API_URL"]
client_id, client_secret = UUID(os.environ["CLIENT_ID"]), os.environ["CLIENT_SECRET"]


def text(value):
    return json.dumps(value, separators=(",", ":"))


def tags_of(tags):
    return ",".join(f"{tag.tag_type}:{tag.value}" for tag in tags)


def metadata_of(asset):
    return text(asset.metadata.to_dict())


anonymous = Client(base_url=host)
grant = m.ClientCredentialsGrant(
    grant_type=m.ClientCredentialsGrantType.CLIENT_CREDENTIALS, client_id=client_id, client_secret=client_secret
)
pair = create_token.sync(client=anonymous, body=grant)
grant = m.RefreshTokenGrant(grant_type=m.RefreshTokenGrantType.REFRESH_TOKEN, refresh_token=pair.refresh_token)
pair = create_token.sync(client=anonymous, body=grant)
print("token", pair.token_type, pair.expires_in)

client = AuthenticatedClient(base_url=host, token=pair.access_token)

dock = create_location.sync(client=client, body=m.LocationCreate(name="Dock 1", external_key="DOCK-1")).data
print("location", dock.external_key, text(dock.deleted_at))

asset = create_asset.sync(
    client=client,
    body=m.AssetCreate(
        name="Pallet 1",
        external_key="PALLET-1",
        metadata=m.AssetCreateMetadata.from_dict({"color": "blue"}),
        tags=[
            m.RfidTagRequest(tag_type=m.RfidTagType.RFID, value="E28011600001"),
            m.BleTagRequest(tag_type=m.BleTagType.BLE, value="AC233F5E1A02"),
            m.BarcodeTagRequest(tag_type=m.BarcodeTagType.BARCODE, value="4006381333931"),
        ],
    ),
).data
print("asset", asset.external_key, metadata_of(asset), tags_of(asset.tags))

asset = update_asset.sync(asset.id, client=client, body=m.AssetPatch(name="Pallet 2")).data
print("name", asset.name, metadata_of(asset), tags_of(asset.tags))
red = m.AssetPatchMetadata.from_dict({"color": "red"})
asset = update_asset.sync(asset.id, client=client, body=m.AssetPatch(metadata=red)).data
print("metadata", asset.name, metadata_of(asset))
asset = update_asset.sync(asset.id, client=client, body=m.AssetPatch(metadata=m.AssetPatchMetadata())).data
print("cleared", metadata_of(asset))

body = m.RfidTagRequest(tag_type=m.RfidTagType.RFID, value="E28011600002")
tag = attach_asset_tag.sync(asset.id, client=client, body=body).data
print("tag", tags_of([tag]))
renamed = rename_asset.sync(asset.id, client=client, body=m.RenameRequest(external_key="PALLET-2"))
print("renamed", renamed.data.external_key, renamed.descendant_count_affected)
page = list_assets.sync(client=client, external_key=["PALLET-1", "PALLET-2"], sort="-name,created_at")
print("listed", page.total_count, tags_of(page.data[0].tags))

print("scan", flush=True)
input()
row = list_asset_locations.sync(client=client, asset_id=[asset.id]).data[0]
print("report", row.asset_external_key, row.location_external_key)
event = list_asset_history.sync(asset.id, client=client, sort="-event_observed_at").data[0]
print("history", event.location_external_key, text(event.duration_seconds), text(event.event_observed_at == row.asset_last_seen))

detach_asset_tag.sync_detailed(asset.id, tag.id, client=client)
delete_asset.sync_detailed(asset.id, client=client)
delete_location.sync_detailed(dock.id, client=client)
gone = get_asset.sync_detailed(asset.id, client=client)
print("deleted", gone.status_code.value, gone.parsed.error.type_)
