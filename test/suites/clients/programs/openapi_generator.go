// The quickstart with the Go client of openapi-generator.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	api "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func check(err error) {
	if err == nil {
		return
	}
	var refused *api.GenericOpenAPIError
	if errors.As(err, &refused) {
		panic(fmt.Sprint(err, " ", string(refused.Body())))
	}
	panic(err)
}

func tagsOf(tags []api.Tag) string {
	var all []string
	for _, tag := range tags {
		switch {
		case tag.RfidTag != nil:
			all = append(all, fmt.Sprint(tag.RfidTag.TagType, ":", tag.RfidTag.Value))
		case tag.BleTag != nil:
			all = append(all, fmt.Sprint(tag.BleTag.TagType, ":", tag.BleTag.Value))
		case tag.BarcodeTag != nil:
			all = append(all, fmt.Sprint(tag.BarcodeTag.TagType, ":", tag.BarcodeTag.Value))
		}
	}
	return strings.Join(all, ",")
}

func rfid(value string) api.TagRequest {
	return api.RfidTagRequestAsTagRequest(api.NewRfidTagRequest("rfid", value))
}

func jsonOf(value any) string {
	text, err := json.Marshal(value)
	check(err)
	return string(text)
}

func main() {
	ctx := context.Background()
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: os.Getenv("API_URL")}}
	client := api.NewAPIClient(configuration)

	credentials := api.NewClientCredentialsGrant("client_credentials", os.Getenv("CLIENT_ID"), os.Getenv("CLIENT_SECRET"))
	pair, _, err := client.IdentityAPI.CreateToken(ctx).
		TokenRequest(api.ClientCredentialsGrantAsTokenRequest(credentials)).Execute()
	check(err)
	refresh := api.NewRefreshTokenGrant("refresh_token", pair.RefreshToken)
	pair, _, err = client.IdentityAPI.CreateToken(ctx).
		TokenRequest(api.RefreshTokenGrantAsTokenRequest(refresh)).Execute()
	check(err)
	fmt.Println("token", pair.TokenType, pair.ExpiresIn)
	ctx = context.WithValue(ctx, api.ContextAccessToken, pair.AccessToken)

	key := "DOCK-1"
	dock, _, err := client.LocationsAPI.CreateLocation(ctx).
		LocationCreate(api.LocationCreate{Name: "Dock 1", ExternalKey: &key}).Execute()
	check(err)
	fmt.Println("location", dock.Data.ExternalKey, jsonOf(dock.Data.DeletedAt.Get()))

	key = "PALLET-1"
	created, _, err := client.AssetsAPI.CreateAsset(ctx).AssetCreate(api.AssetCreate{
		Name:        "Pallet 1",
		ExternalKey: &key,
		Metadata:    map[string]any{"color": "blue"},
		Tags: []api.TagRequest{
			rfid("E28011600001"),
			api.BleTagRequestAsTagRequest(api.NewBleTagRequest("ble", "AC233F5E1A02")),
			api.BarcodeTagRequestAsTagRequest(api.NewBarcodeTagRequest("barcode", "4006381333931")),
		},
	}).Execute()
	check(err)
	asset := created.Data
	fmt.Println("asset", asset.ExternalKey, jsonOf(asset.Metadata), tagsOf(asset.Tags))

	patch := func(change api.AssetPatch) api.AssetView {
		changed, _, err := client.AssetsAPI.UpdateAsset(ctx, asset.Id).AssetPatch(change).Execute()
		check(err)
		return changed.Data
	}
	name := "Pallet 2"
	asset = patch(api.AssetPatch{Name: &name})
	fmt.Println("name", asset.Name, jsonOf(asset.Metadata), tagsOf(asset.Tags))
	asset = patch(api.AssetPatch{Metadata: map[string]any{"color": "red"}})
	fmt.Println("metadata", asset.Name, jsonOf(asset.Metadata))
	asset = patch(api.AssetPatch{Metadata: map[string]any{}})
	fmt.Println("cleared", jsonOf(asset.Metadata))

	attached, _, err := client.AssetsAPI.AttachAssetTag(ctx, asset.Id).TagRequest(rfid("E28011600002")).Execute()
	check(err)
	fmt.Println("tag", tagsOf([]api.Tag{attached.Data}))
	renamed, _, err := client.AssetsAPI.RenameAsset(ctx, asset.Id).
		RenameRequest(api.RenameRequest{ExternalKey: "PALLET-2"}).Execute()
	check(err)
	fmt.Println("renamed", renamed.Data.ExternalKey, renamed.DescendantCountAffected)
	page, _, err := client.AssetsAPI.ListAssets(ctx).
		ExternalKey([]string{"PALLET-1", "PALLET-2"}).Sort("-name,created_at").Execute()
	check(err)
	fmt.Println("listed", page.TotalCount, tagsOf(page.Data[0].Tags))

	fmt.Println("scan")
	_, err = bufio.NewReader(os.Stdin).ReadString('\n')
	check(err)
	report, _, err := client.TrackingAPI.ListAssetLocations(ctx).AssetId([]int64{asset.Id}).Execute()
	check(err)
	row := report.Data[0]
	fmt.Println("report", row.AssetExternalKey, row.GetLocationExternalKey())
	history, _, err := client.TrackingAPI.ListAssetHistory(ctx, asset.Id).Sort("-event_observed_at").Execute()
	check(err)
	event := history.Data[0]
	fmt.Println("history", event.LocationExternalKey, jsonOf(event.DurationSeconds.Get()),
		event.EventObservedAt.Equal(row.AssetLastSeen))

	_, err = client.AssetsAPI.DetachAssetTag(ctx, asset.Id, attached.Data.RfidTag.Id).Execute()
	check(err)
	_, err = client.AssetsAPI.DeleteAsset(ctx, asset.Id).Execute()
	check(err)
	_, err = client.LocationsAPI.DeleteLocation(ctx, dock.Data.Id).Execute()
	check(err)
	_, response, err := client.AssetsAPI.GetAsset(ctx, asset.Id).Execute()
	var refused *api.GenericOpenAPIError
	if errors.As(err, &refused) {
		fmt.Println("deleted", response.StatusCode, refused.Model().(api.ErrorEnvelope).Error.Type)
	}
}
