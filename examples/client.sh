#!/usr/bin/env bash
# Makes sure that a location and an asset with a tag exist, then prints where the asset is and where it has been.
set -euo pipefail
shopt -s inherit_errexit
: "${API_URL:?}" "${CLIENT_ID:?}" "${CLIENT_SECRET:?}"

# Prints the body of a successful response. On an error the script prints the body to standard error and ends.
request() {
  local path=$1 body
  shift
  body=$(curl --silent --show-error --fail-with-body --header "Authorization: Bearer ${token:-}" "$@" "$API_URL$path") ||
    { echo "$body" >&2; return 1; }
  echo "$body"
}

# Prints the id of the record with this external_key, which is created if there is none.
id_of() {
  local path=$1 key=$2 body=$3 id
  id=$(request "$path?external_key=$key" | jq '.data[0].id // empty')
  if [ -z "$id" ]; then
    id=$(request "$path" --json "$body" | jq .data.id)
  fi
  echo "$id"
}

# From standard input, so that the secret is not among the arguments, which other users of the machine can list.
token=$(jq -n '{grant_type: "client_credentials", client_id: env.CLIENT_ID, client_secret: env.CLIENT_SECRET}' |
  request /api/v1/oauth/token --json @- | jq -r .access_token)

location=$(id_of /api/v1/locations DOCK-1 '{"name": "Dock 1", "external_key": "DOCK-1"}')
asset=$(id_of /api/v1/assets PALLET-1 '{"name": "Pallet 1", "external_key": "PALLET-1",
  "tags": [{"tag_type": "rfid", "value": "3414257BF40000000000162E"}]}')
echo "DOCK-1 has the id $location, PALLET-1 has the id $asset."

request "/api/v1/reports/asset-locations?asset_id=$asset" | jq -r '
  if .data == [] then "PALLET-1 has not been read yet."
  else .data[] | "PALLET-1 is at \(.location_external_key), last read at \(.asset_last_seen)." end'
request "/api/v1/assets/$asset/history" | jq -r '.data[] | "\(.event_observed_at) \(.location_external_key)"'
