"""Works with the package of clients/python: the token, pages, errors and the event log."""

import os

from whereabouts_client import ApiError, connect, follow, required, rows
from whereabouts_client.api.assets import create_asset, delete_asset, get_asset, list_assets, update_asset
from whereabouts_client.api.locations import create_location
from whereabouts_client.api.tracking import list_asset_locations, read_events
from whereabouts_client.models import (
    AssetCreate,
    AssetPatch,
    AssetView,
    ErrorEnvelope,
    LocationCreate,
    RfidTagRequest,
    RfidTagType,
)

with connect(os.environ["API_URL"], os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"]) as client:
    dock = required(create_location.sync(client=client, body=LocationCreate(name="Dock", external_key="DOCK-1"))).data
    for key in ["P-1", "P-2", "P-3", "P-4", "P-5"]:
        value = "E28011600001" if key == "P-1" else f"E280116000FF{key[2:]}"
        tag = RfidTagRequest(tag_type=RfidTagType.RFID, value=value)
        body = AssetCreate(name=key, external_key=key, tags=[tag])
        last: AssetView = required(create_asset.sync(client=client, body=body)).data
    pages = rows(lambda offset: list_assets.sync(client=client, offset=offset, limit=2, sort="external_key"))
    print("listed", ",".join(asset.external_key for asset in pages))

    changed = required(update_asset.sync(last.id, client=client, body=AssetPatch(name="Renamed"))).data
    print("changed", changed.name, changed.external_key)

    refused = create_asset.sync(client=client, body=AssetCreate(name=" "))
    if isinstance(refused, ErrorEnvelope):
        fields = [f"{field.field} {field.code}" for field in refused.error.fields or []]
        print("error", refused.error.type_, ",".join(fields))
    try:
        required(get_asset.sync(999_999, client=client))
    except ApiError as error:
        print("thrown", error.info.status, error.info.type_)
    delete_asset.sync_detailed(last.id, client=client)

    events = required(read_events.sync(client=client))
    print("logged", len([event for event in events.data if event.type_ == "asset.created"]))
    print("scan", flush=True)
    input()
    for page in follow(client, after=events.next_after, type_=["asset.moved"]):
        for event in page.data:
            moved_to = event.move.current_location_external_key if event.move else None
            print("event", event.type_, event.asset_external_key, moved_to)
        break
    report = required(list_asset_locations.sync(client=client, location_id=[dock.id]))
    print("report", ",".join(f"{row.asset_external_key} {row.location_external_key}" for row in report.data))
