"""The quickstart with the Python client of openapi-generator."""

import json
import os

import openapi_client as api
from openapi_client.exceptions import ApiException

host = os.environ["API_URL"]
client_id, client_secret = os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"]


def text(value):
    return json.dumps(value, separators=(",", ":"))


def tags_of(tags):
    return ",".join(f"{tag.actual_instance.tag_type.value}:{tag.actual_instance.value}" for tag in tags)


def new_tag(variant, tag_type, value):
    return api.TagRequest(variant(tag_type=tag_type, value=value))


anonymous = api.IdentityApi(api.ApiClient(api.Configuration(host=host)))
grant = api.ClientCredentialsGrant(
    grant_type="client_credentials", client_id=client_id, client_secret=client_secret
)
pair = anonymous.create_token(api.TokenRequest(grant))
grant = api.RefreshTokenGrant(grant_type="refresh_token", refresh_token=pair.refresh_token)
pair = anonymous.create_token(api.TokenRequest(grant))
print("token", pair.token_type.value, pair.expires_in)

client = api.ApiClient(api.Configuration(host=host, access_token=pair.access_token))
assets, locations, tracking = api.AssetsApi(client), api.LocationsApi(client), api.TrackingApi(client)

dock = locations.create_location(api.LocationCreate(name="Dock 1", external_key="DOCK-1")).data
print("location", dock.external_key, text(dock.deleted_at))

asset = assets.create_asset(
    api.AssetCreate(
        name="Pallet 1",
        external_key="PALLET-1",
        metadata={"color": "blue"},
        tags=[
            new_tag(api.RfidTagRequest, "rfid", "E28011600001"),
            new_tag(api.BleTagRequest, "ble", "AC233F5E1A02"),
            new_tag(api.BarcodeTagRequest, "barcode", "4006381333931"),
        ],
    )
).data
print("asset", asset.external_key, text(asset.metadata), tags_of(asset.tags))

asset = assets.update_asset(asset.id, api.AssetPatch(name="Pallet 2")).data
print("name", asset.name, text(asset.metadata), tags_of(asset.tags))
asset = assets.update_asset(asset.id, api.AssetPatch(metadata={"color": "red"})).data
print("metadata", asset.name, text(asset.metadata))
asset = assets.update_asset(asset.id, api.AssetPatch(metadata={})).data
print("cleared", text(asset.metadata))

tag = assets.attach_asset_tag(asset.id, new_tag(api.RfidTagRequest, "rfid", "E28011600002")).data
print("tag", tags_of([tag]))
renamed = assets.rename_asset(asset.id, api.RenameRequest(external_key="PALLET-2"))
print("renamed", renamed.data.external_key, renamed.descendant_count_affected)
page = assets.list_assets(external_key=["PALLET-1", "PALLET-2"], sort="-name,created_at")
print("listed", page.total_count, tags_of(page.data[0].tags))

print("scan", flush=True)
input()
row = tracking.list_asset_locations(asset_id=[asset.id]).data[0]
print("report", row.asset_external_key, row.location_external_key)
event = tracking.list_asset_history(asset.id, sort="-event_observed_at").data[0]
print("history", event.location_external_key, text(event.duration_seconds), text(event.event_observed_at == row.asset_last_seen))

assets.detach_asset_tag(asset.id, tag.actual_instance.id)
assets.delete_asset(asset.id)
locations.delete_location(dock.id)
try:
    assets.get_asset(asset.id)
except ApiException as error:
    print("deleted", error.status, json.loads(error.body)["error"]["type"])
