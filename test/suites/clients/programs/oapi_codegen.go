// The quickstart with the client of oapi-codegen.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/google/uuid"
	"quickstart/api"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func tagsOf(tags []api.Tag) string {
	var all []string
	for _, tag := range tags {
		value, err := tag.ValueByDiscriminator()
		check(err)
		switch known := value.(type) {
		case api.RfidTag:
			all = append(all, fmt.Sprint(known.TagType, ":", known.Value))
		case api.BleTag:
			all = append(all, fmt.Sprint(known.TagType, ":", known.Value))
		case api.BarcodeTag:
			all = append(all, fmt.Sprint(known.TagType, ":", known.Value))
		}
	}
	return strings.Join(all, ",")
}

func rfid(value string) (tag api.TagRequest) {
	check(tag.FromRfidTagRequest(api.RfidTagRequest{Value: value}))
	return tag
}

func jsonOf(value any) string {
	return string(must(json.Marshal(value)))
}

func main() {
	ctx := context.Background()
	url := os.Getenv("API_URL")
	anonymous := must(api.NewClientWithResponses(url))
	clientId, clientSecret := must(uuid.Parse(os.Getenv("CLIENT_ID"))), os.Getenv("CLIENT_SECRET")
	var grant api.TokenRequest
	check(grant.FromClientCredentialsGrant(api.ClientCredentialsGrant{ClientId: clientId, ClientSecret: clientSecret}))
	pair := must(anonymous.CreateTokenWithResponse(ctx, grant)).JSON200
	check(grant.FromRefreshTokenGrant(api.RefreshTokenGrant{RefreshToken: pair.RefreshToken}))
	pair = must(anonymous.CreateTokenWithResponse(ctx, grant)).JSON200
	fmt.Println("token", pair.TokenType, pair.ExpiresIn)

	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+pair.AccessToken)
		return nil
	}
	client := must(api.NewClientWithResponses(url, api.WithRequestEditorFn(authorize)))

	key := "DOCK-1"
	dock := must(client.CreateLocationWithResponse(ctx, nil, api.LocationCreate{Name: "Dock 1", ExternalKey: &key})).JSON201.Data
	fmt.Println("location", dock.ExternalKey, jsonOf(dock.DeletedAt))

	var ble, barcode api.TagRequest
	check(ble.FromBleTagRequest(api.BleTagRequest{Value: "AC233F5E1A02"}))
	check(barcode.FromBarcodeTagRequest(api.BarcodeTagRequest{Value: "4006381333931"}))
	key = "PALLET-1"
	asset := must(client.CreateAssetWithResponse(ctx, nil, api.AssetCreate{
		Name:        "Pallet 1",
		ExternalKey: &key,
		Metadata:    &map[string]any{"color": "blue"},
		Tags:        &[]api.TagRequest{rfid("E28011600001"), ble, barcode},
	})).JSON201.Data
	fmt.Println("asset", asset.ExternalKey, jsonOf(asset.Metadata), tagsOf(*asset.Tags))

	patch := func(change api.AssetPatch) api.AssetView {
		return must(client.UpdateAssetWithApplicationMergePatchPlusJSONBodyWithResponse(ctx, *asset.Id, nil, change)).JSON200.Data
	}
	name := "Pallet 2"
	asset = patch(api.AssetPatch{Name: &name})
	fmt.Println("name", asset.Name, jsonOf(asset.Metadata), tagsOf(*asset.Tags))
	asset = patch(api.AssetPatch{Metadata: &map[string]any{"color": "red"}})
	fmt.Println("metadata", asset.Name, jsonOf(asset.Metadata))
	asset = patch(api.AssetPatch{Metadata: &map[string]any{}})
	fmt.Println("cleared", jsonOf(asset.Metadata))

	tag := must(client.AttachAssetTagWithResponse(ctx, *asset.Id, nil, rfid("E28011600002"))).JSON201.Data
	fmt.Println("tag", tagsOf([]api.Tag{tag}))
	renamed := must(client.RenameAssetWithResponse(ctx, *asset.Id, nil, api.RenameRequest{ExternalKey: "PALLET-2"})).JSON200
	fmt.Println("renamed", renamed.Data.ExternalKey, renamed.DescendantCountAffected)
	sort := "-name,created_at"
	page := must(client.ListAssetsWithResponse(ctx, &api.ListAssetsParams{
		ExternalKey: &[]string{"PALLET-1", "PALLET-2"}, Sort: &sort,
	})).JSON200
	fmt.Println("listed", page.TotalCount, tagsOf(*page.Data[0].Tags))

	fmt.Println("scan")
	must(bufio.NewReader(os.Stdin).ReadString('\n'))
	row := must(client.ListAssetLocationsWithResponse(ctx, &api.ListAssetLocationsParams{AssetId: &[]int64{*asset.Id}})).JSON200.Data[0]
	fmt.Println("report", row.AssetExternalKey, *row.LocationExternalKey)
	sort = "-event_observed_at"
	event := must(client.ListAssetHistoryWithResponse(ctx, *asset.Id, &api.ListAssetHistoryParams{Sort: &sort})).JSON200.Data[0]
	fmt.Println("history", event.LocationExternalKey, jsonOf(event.DurationSeconds),
		event.EventObservedAt.Equal(row.AssetLastSeen))

	attached := must(tag.AsRfidTag())
	must(client.DetachAssetTagWithResponse(ctx, *asset.Id, *attached.Id))
	must(client.DeleteAssetWithResponse(ctx, *asset.Id, nil))
	must(client.DeleteLocationWithResponse(ctx, *dock.Id, nil))
	gone := must(client.GetAssetWithResponse(ctx, *asset.Id, nil))
	fmt.Println("deleted", gone.StatusCode(), gone.JSON404.Error.Type)
}
