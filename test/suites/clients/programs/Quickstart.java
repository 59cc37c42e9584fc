import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.UUID;
import java.util.stream.Collectors;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AssetsApi;
import org.openapitools.client.api.IdentityApi;
import org.openapitools.client.api.LocationsApi;
import org.openapitools.client.api.TrackingApi;
import org.openapitools.client.model.*;

/** The quickstart with the Java client of openapi-generator. */
public class Quickstart {
  static final ObjectMapper json = new ObjectMapper();

  static ApiClient client(String token) {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("API_URL"));
    if (token != null) client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    return client;
  }

  static String text(Tag tag) {
    var actual = tag.getActualInstance();
    if (actual instanceof RfidTag rfid) return rfid.getTagType() + ":" + rfid.getValue();
    if (actual instanceof BleTag ble) return ble.getTagType() + ":" + ble.getValue();
    var barcode = (BarcodeTag) actual;
    return barcode.getTagType() + ":" + barcode.getValue();
  }

  static String text(List<Tag> tags) {
    return tags.stream().map(Quickstart::text).collect(Collectors.joining(","));
  }

  static TagRequest rfid(String value) {
    return new TagRequest(new RfidTagRequest().tagType(RfidTagType.RFID).value(value));
  }

  public static void main(String[] arguments) throws Exception {
    var identity = new IdentityApi(client(null));
    var pair = identity.createToken(new TokenRequest(new ClientCredentialsGrant()
        .grantType(ClientCredentialsGrantType.CLIENT_CREDENTIALS)
        .clientId(UUID.fromString(System.getenv("CLIENT_ID")))
        .clientSecret(System.getenv("CLIENT_SECRET"))));
    pair = identity.createToken(new TokenRequest(new RefreshTokenGrant()
        .grantType(RefreshTokenGrantType.REFRESH_TOKEN)
        .refreshToken(pair.getRefreshToken())));
    System.out.println("token " + pair.getTokenType() + " " + pair.getExpiresIn());

    var client = client(pair.getAccessToken());
    var assets = new AssetsApi(client);
    var locations = new LocationsApi(client);
    var tracking = new TrackingApi(client);

    var dock = locations.createLocation(new LocationCreate().name("Dock 1").externalKey("DOCK-1"), null).getData();
    System.out.println("location " + dock.getExternalKey() + " " + dock.getDeletedAt());

    var asset = assets.createAsset(new AssetCreate()
        .name("Pallet 1")
        .externalKey("PALLET-1")
        .metadata(Map.of("color", "blue"))
        .tags(List.of(
            rfid("E28011600001"),
            new TagRequest(new BleTagRequest().tagType(BleTagType.BLE).value("AC233F5E1A02")),
            new TagRequest(
                new BarcodeTagRequest().tagType(BarcodeTagType.BARCODE).value("4006381333931")))),
        null).getData();
    System.out.println("asset " + asset.getExternalKey() + " " + json.writeValueAsString(asset.getMetadata()) + " "
        + text(asset.getTags()));

    asset = assets.updateAsset(asset.getId(), new AssetPatch().name("Pallet 2"), null).getData();
    System.out.println("name " + asset.getName() + " " + json.writeValueAsString(asset.getMetadata()) + " "
        + text(asset.getTags()));
    asset = assets.updateAsset(asset.getId(), new AssetPatch().metadata(Map.of("color", "red")), null).getData();
    System.out.println("metadata " + asset.getName() + " " + json.writeValueAsString(asset.getMetadata()));
    asset = assets.updateAsset(asset.getId(), new AssetPatch().metadata(Map.of()), null).getData();
    System.out.println("cleared " + json.writeValueAsString(asset.getMetadata()));

    var tag = assets.attachAssetTag(asset.getId(), rfid("E28011600002"), null).getData();
    System.out.println("tag " + text(tag));
    var renamed = assets.renameAsset(asset.getId(), new RenameRequest().externalKey("PALLET-2"), null);
    System.out.println("renamed " + renamed.getData().getExternalKey() + " " + renamed.getDescendantCountAffected());
    var page = assets.listAssets(
        List.of("PALLET-1", "PALLET-2"), null, null, null, "-name,created_at", null, null);
    System.out.println("listed " + page.getTotalCount() + " " + text(page.getData().get(0).getTags()));

    System.out.println("scan");
    new Scanner(System.in).nextLine();
    var row = tracking.listAssetLocations(
        null, null, List.of(asset.getId()), null, null, null, null, null, null).getData().get(0);
    System.out.println("report " + row.getAssetExternalKey() + " " + row.getLocationExternalKey());
    var event = tracking.listAssetHistory(
        asset.getId(), null, null, "-event_observed_at", null, null).getData().get(0);
    System.out.println("history " + event.getLocationExternalKey() + " " + event.getDurationSeconds() + " "
        + event.getEventObservedAt().isEqual(row.getAssetLastSeen()));

    assets.detachAssetTag(asset.getId(), tag.getRfidTag().getId());
    assets.deleteAsset(asset.getId(), null);
    locations.deleteLocation(dock.getId(), null);
    try {
      assets.getAsset(asset.getId(), null);
    } catch (ApiException error) {
      System.out.println("deleted " + error.getCode() + " "
          + json.readTree(error.getResponseBody()).at("/error/type").asText());
    }
  }
}
