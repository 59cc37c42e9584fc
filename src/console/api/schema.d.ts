export interface paths {
    "/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description Returns the alerts that the rules of the organization have raised, the latest first by default. Rules are made in the console. The event log has an event for each change of an alert.
         *
         *     Needs the scope `tracking:read`.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{alert_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an alert
         * @description Returns one alert, open or closed. Closed alerts are kept for 400 days.
         *
         *     Needs the scope `tracking:read`.
         */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List assets
         * @description Returns the assets that are in effect now, sorted by external_key by default. Soft-deleted assets are included only with include_deleted.
         *
         *     Needs the scope `assets:read`.
         */
        get: operations["listAssets"];
        put?: never;
        /**
         * Create an asset
         * @description Without external_key, the server mints the lowest unused key of the form ASSET-NNNN. The location of an asset comes from scans only: a location in the body is rejected.
         *
         *     Needs the scope `assets:write`.
         */
        post: operations["createAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create and change many assets
         * @description Creates, updates or upserts up to 1,000 assets by external_key. Each row has the result that its single request would have. A refused row does not affect the others, unless all_or_nothing is true: then the response is the error of the first refused row, and nothing is stored.
         *
         *     Needs the scope `assets:write`.
         */
        post: operations["batchAssets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{asset_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an asset
         * @description Returns the asset whether or not it is in effect. A soft-deleted asset is not found.
         *
         *     Needs the scope `assets:read`.
         */
        get: operations["getAsset"];
        put?: never;
        post?: never;
        /**
         * Soft-delete an asset
         * @description Soft-deletes the asset and its tags. Lists show the asset with include_deleted.
         *
         *     Needs the scope `assets:write`.
         */
        delete: operations["deleteAsset"];
        options?: never;
        head?: never;
        /**
         * Change an asset
         * @description Absent fields keep their value. null clears description and valid_to. metadata is replaced as a whole. Every accepted patch advances updated_at, even an empty one.
         *
         *     Needs the scope `assets:write`.
         */
        patch: operations["updateAsset"];
        trace?: never;
    };
    "/api/v1/assets/{asset_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the scan events of an asset
         * @description Returns the history of the asset with the origin of each event: reader, antenna, strongest signal, number of reads, and why it began. The newest is first.
         *
         *     Needs the scope `tracking:read`.
         */
        get: operations["listAssetEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{asset_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where an asset has been
         * @description Returns the events of the asset, the newest first by default. from and to select events; they do not change the durations.
         *
         *     Needs the scope `tracking:read`.
         */
        get: operations["listAssetHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{asset_id}/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change an asset's external_key
         * @description A rename to the current key is accepted and changes nothing, not even updated_at.
         *
         *     Needs the scope `assets:write`.
         */
        post: operations["renameAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{asset_id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attach a tag to an asset
         * @description The pair of tag_type and value is unique among the live tags of the organization. The asset's updated_at does not change.
         *
         *     Needs the scope `assets:write`.
         */
        post: operations["attachAssetTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{asset_id}/tags/{tag_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a tag from an asset
         * @description A tag that is deleted, or that belongs to another asset or location, is not found.
         *
         *     Needs the scope `assets:write`.
         */
        delete: operations["detachAssetTag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{asset_id}/telemetry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the tags of an asset measured
         * @description Returns one row for each metric and each hour (UTC) in which a tag of the asset sent values, the newest hour first. Hours are kept for 400 days.
         *
         *     Needs the scope `tracking:read`.
         */
        get: operations["listAssetTelemetry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/epcis/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Query EPCIS events
         * @description Returns the arrivals of assets as an EPCISQueryDocument of EPCIS 2.0, in order of event time. An event that was corrected has an errorDeclaration. Several values of a parameter are separated by |. The Link header has the address of the next page. URIs are GS1 Digital Links, or EPC URNs with GS1-EPC-Format: Always_EPC_URN.
         *
         *     Needs the scope `tracking:read`.
         */
        get: operations["queryEpcisEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the event log
         * @description Returns the events after a sequence, oldest first: moves of assets and their corrections, changes of assets and locations, silent readers, unknown tags, alerts. Continue with next_after. With wait, the response waits for an event when there is none. With Accept: text/event-stream, the response is a stream of server-sent events that does not end; after a disconnection, Last-Event-ID continues it.
         *
         *     Needs the scope `tracking:read`.
         */
        get: operations["readEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List locations
         * @description Returns the locations that are in effect now, sorted by external_key by default. Soft-deleted locations are included only with include_deleted. parent_id and parent_external_key exclude each other.
         *
         *     Needs the scope `locations:read`.
         */
        get: operations["listLocations"];
        put?: never;
        /**
         * Create a location
         * @description Without external_key, the server mints the lowest unused key of the form LOC-NNN. The parent may be named by id, by key or by both.
         *
         *     Needs the scope `locations:write`.
         */
        post: operations["createLocation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/locations/{location_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a location
         * @description Returns the location whether or not it is in effect. A soft-deleted location is not found.
         *
         *     Needs the scope `locations:read`.
         */
        get: operations["getLocation"];
        put?: never;
        post?: never;
        /**
         * Soft-delete a location
         * @description Soft-deletes the location and its tags. A location that has live descendants, or live assets placed at it, is a conflict.
         *
         *     Needs the scope `locations:write`.
         */
        delete: operations["deleteLocation"];
        options?: never;
        head?: never;
        /**
         * Change or move a location
         * @description Absent fields keep their value. null clears description and valid_to, and a null parent makes the location a root. A move of the location into its own subtree is a conflict. Every accepted patch advances updated_at, even an empty one.
         *
         *     Needs the scope `locations:write`.
         */
        patch: operations["updateLocation"];
        trace?: never;
    };
    "/api/v1/locations/{location_id}/ancestors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ancestors of a location, the root first
         * @description Returns the locations that are in effect now. The list omits locations that are not in effect, and includes those above or below them that are. The order is fixed: sort is rejected.
         *
         *     Needs the scope `locations:read`.
         */
        get: operations["listLocationAncestors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/locations/{location_id}/children": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the locations right below a location
         * @description Returns the locations that are in effect now. The list omits locations that are not in effect, and includes those above or below them that are. The order is fixed: sort is rejected.
         *
         *     Needs the scope `locations:read`.
         */
        get: operations["listLocationChildren"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/locations/{location_id}/descendants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the subtree below a location, depth first
         * @description Returns the locations that are in effect now. The list omits locations that are not in effect, and includes those above or below them that are. The order is fixed: sort is rejected.
         *
         *     Needs the scope `locations:read`.
         */
        get: operations["listLocationDescendants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/locations/{location_id}/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a location's external_key
         * @description Descendants are counted, but not changed. A rename to the current key is accepted and changes nothing, not even updated_at.
         *
         *     Needs the scope `locations:write`.
         */
        post: operations["renameLocation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/locations/{location_id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attach a tag to a location
         * @description The pair of tag_type and value is unique among the live tags of the organization. The location's updated_at does not change.
         *
         *     Needs the scope `locations:write`.
         */
        post: operations["attachLocationTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/locations/{location_id}/tags/{tag_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a tag from a location
         * @description A tag that is deleted, or that belongs to another asset or location, is not found.
         *
         *     Needs the scope `locations:write`.
         */
        delete: operations["detachLocationTag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange an API key or a refresh token for tokens
         * @description Implements OAuth 2.0 client credentials (RFC 6749 §4.4). Refresh tokens are single-use: a second use revokes the whole chain. A token has all scopes of its API key.
         *
         *     The body may also be a form with the same fields. client_id and client_secret may be sent with HTTP Basic instead. Other fields of a form, such as scope, are ignored.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the organization of the token
         * @description Returns the organization, API key and scopes of the token. A token of a web session is rejected.
         *
         *     Needs a token of an API key, with any scopes.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/asset-locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where each scanned asset is
         * @description Returns one row for each asset that is in effect now and has been scanned, the last seen first by default. Filters by id and by key of the same resource exclude each other. Filters of assets and of locations intersect.
         *
         *     Needs the scope `tracking:read`.
         */
        get: operations["listAssetLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/asset-locations-at": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where each asset was at an instant
         * @description Returns the report as of the instant `at`, from what is known today: late reads count. Keys are those of today. Assets and locations that were deleted later are included.
         *
         *     Needs the scope `tracking:read`.
         */
        get: operations["listAssetLocationsAt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/dwell": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report how long assets stay
         * @description Returns one row for each location at which assets were in the period, the greatest total first. Consecutive scan events at one location are one visit. It lasts until the asset is read elsewhere, the newest one until the last read of the asset. Visits are cut at the ends of the period. Percentiles are nearest rank.
         *
         *     Needs the scope `tracking:read`.
         */
        get: operations["listDwell"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/flows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report moves between locations
         * @description Returns one row for each pair of locations between which assets moved in the period, the most moves first. The first read of an asset is not a move. With location_id, moves from or to these locations.
         *
         *     Needs the scope `tracking:read`.
         */
        get: operations["listFlows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/occupancy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report the occupancy of locations by hour
         * @description Returns one row for each hour (UTC) of the period and each location at which assets were in it, in order of location_id and hour. An asset is at a location until it is read elsewhere.
         *
         *     Needs the scope `tracking:read`.
         */
        get: operations["listOccupancy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/place-accuracy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List how often the right place was shown
         * @description Returns one row for each place with reference assets and each week with reference time, the newest week first. The true place of reference assets is known; they are chosen in the console. Without reference assets there are no rows.
         *
         *     Needs the scope `tracking:read`.
         */
        get: operations["listPlaceAccuracy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stocktakes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stocktakes
         * @description Returns the stocktakes of the organization, newest first. Stocktakes are made in the console. The event log has an event when one is opened and when its result is fixed.
         *
         *     Needs the scope `tracking:read`.
         */
        get: operations["listStocktakes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stocktakes/{stocktake_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a stocktake
         * @description Returns one stocktake with its numbers. result_sha256 is set when the result is fixed.
         *
         *     Needs the scope `tracking:read`.
         */
        get: operations["getStocktake"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stocktakes/{stocktake_id}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the lines of a stocktake
         * @description Returns what was found out about each expected asset, and about those that were counted without being expected, by asset id. The lines of a blind stocktake cannot be read while it is open (403).
         *
         *     Needs the scope `tracking:read`.
         */
        get: operations["listStocktakeLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up tags
         * @description Returns the asset or the location of each tag, as a read with this value would find it: the value as sent, otherwise its normal form if the tags with it belong to one asset or location. It changes nothing.
         *
         *     Needs the scope `tracking:read`.
         */
        post: operations["lookUpTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/v1/reports/asset-locations-at.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * /exports/v1/reports/asset-locations-at.csv
         * @description Needs the scope `tracking:read`.
         */
        get: operations["GET /exports/v1/reports/asset-locations-at.csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/v1/reports/asset-locations.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * /exports/v1/reports/asset-locations.csv
         * @description Needs the scope `tracking:read`.
         */
        get: operations["GET /exports/v1/reports/asset-locations.csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/v1/reports/dwell.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * /exports/v1/reports/dwell.csv
         * @description Needs the scope `tracking:read`.
         */
        get: operations["GET /exports/v1/reports/dwell.csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/v1/reports/flows.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * /exports/v1/reports/flows.csv
         * @description Needs the scope `tracking:read`.
         */
        get: operations["GET /exports/v1/reports/flows.csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/v1/reports/occupancy.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * /exports/v1/reports/occupancy.csv
         * @description Needs the scope `tracking:read`.
         */
        get: operations["GET /exports/v1/reports/occupancy.csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/about": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/about */
        get: operations["GET /internal/v1/about"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/activity */
        get: operations["GET /internal/v1/activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/activity/readers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/activity/readers */
        get: operations["GET /internal/v1/activity/readers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/alert-outputs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/alert-outputs */
        get: operations["GET /internal/v1/alert-outputs"];
        put?: never;
        /** /internal/v1/alert-outputs */
        post: operations["POST /internal/v1/alert-outputs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/alert-outputs/{output}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/alert-outputs/:output */
        get: operations["GET /internal/v1/alert-outputs/:output"];
        put?: never;
        post?: never;
        /** /internal/v1/alert-outputs/:output */
        delete: operations["DELETE /internal/v1/alert-outputs/:output"];
        options?: never;
        head?: never;
        /** /internal/v1/alert-outputs/:output */
        patch: operations["PATCH /internal/v1/alert-outputs/:output"];
        trace?: never;
    };
    "/internal/v1/alert-outputs/{output}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/alert-outputs/:output/test */
        post: operations["POST /internal/v1/alert-outputs/:output/test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/alert-recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/alert-recipients */
        get: operations["GET /internal/v1/alert-recipients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/alert-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/alert-rules */
        get: operations["GET /internal/v1/alert-rules"];
        put?: never;
        /** /internal/v1/alert-rules */
        post: operations["POST /internal/v1/alert-rules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/alert-rules/rehearse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/alert-rules/rehearse */
        post: operations["POST /internal/v1/alert-rules/rehearse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/alert-rules/{rule}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/alert-rules/:rule */
        get: operations["GET /internal/v1/alert-rules/:rule"];
        put?: never;
        post?: never;
        /** /internal/v1/alert-rules/:rule */
        delete: operations["DELETE /internal/v1/alert-rules/:rule"];
        options?: never;
        head?: never;
        /** /internal/v1/alert-rules/:rule */
        patch: operations["PATCH /internal/v1/alert-rules/:rule"];
        trace?: never;
    };
    "/internal/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/alerts */
        get: operations["GET /internal/v1/alerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/alerts/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/alerts/acknowledge */
        post: operations["POST /internal/v1/alerts/acknowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/alerts/{alert}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/alerts/:alert */
        get: operations["GET /internal/v1/alerts/:alert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/alerts/{alert}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/alerts/:alert/acknowledge */
        post: operations["POST /internal/v1/alerts/:alert/acknowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/alerts/{alert}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/alerts/:alert/close */
        post: operations["POST /internal/v1/alerts/:alert/close"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/alerts/{alert}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/alerts/:alert/release */
        post: operations["POST /internal/v1/alerts/:alert/release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/alerts/{alert}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/alerts/:alert/snooze */
        post: operations["POST /internal/v1/alerts/:alert/snooze"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/api-keys */
        get: operations["GET /internal/v1/api-keys"];
        put?: never;
        /** /internal/v1/api-keys */
        post: operations["POST /internal/v1/api-keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/api-keys/{client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/api-keys/:client_id */
        get: operations["GET /internal/v1/api-keys/:client_id"];
        put?: never;
        post?: never;
        /** /internal/v1/api-keys/:client_id */
        delete: operations["DELETE /internal/v1/api-keys/:client_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/api-keys/{client_id}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/api-keys/:client_id/requests */
        get: operations["GET /internal/v1/api-keys/:client_id/requests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/asset-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/asset-fields */
        get: operations["GET /internal/v1/asset-fields"];
        put?: never;
        /** /internal/v1/asset-fields */
        post: operations["POST /internal/v1/asset-fields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/asset-fields/{asset_field}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** /internal/v1/asset-fields/:asset_field */
        delete: operations["DELETE /internal/v1/asset-fields/:asset_field"];
        options?: never;
        head?: never;
        /** /internal/v1/asset-fields/:asset_field */
        patch: operations["PATCH /internal/v1/asset-fields/:asset_field"];
        trace?: never;
    };
    "/internal/v1/asset-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/asset-list */
        get: operations["GET /internal/v1/asset-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/asset-list/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/asset-list/export */
        get: operations["GET /internal/v1/asset-list/export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/asset-list/ids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/asset-list/ids */
        get: operations["GET /internal/v1/asset-list/ids"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/asset-photos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/asset-photos */
        get: operations["GET /internal/v1/asset-photos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/assets/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/assets/import */
        post: operations["POST /internal/v1/assets/import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/assets/{asset_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** /internal/v1/assets/:asset_id */
        patch: operations["PATCH /internal/v1/assets/:asset_id"];
        trace?: never;
    };
    "/internal/v1/assets/{asset_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/assets/:asset_id/events */
        get: operations["GET /internal/v1/assets/:asset_id/events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/assets/{asset_id}/events/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/assets/:asset_id/events/export */
        get: operations["GET /internal/v1/assets/:asset_id/events/export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/assets/{asset_id}/photos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/assets/:asset_id/photos */
        get: operations["GET /internal/v1/assets/:asset_id/photos"];
        put?: never;
        /** /internal/v1/assets/:asset_id/photos */
        post: operations["POST /internal/v1/assets/:asset_id/photos"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/assets/{asset_id}/photos/{photo_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** /internal/v1/assets/:asset_id/photos/:photo_id */
        delete: operations["DELETE /internal/v1/assets/:asset_id/photos/:photo_id"];
        options?: never;
        head?: never;
        /** /internal/v1/assets/:asset_id/photos/:photo_id */
        patch: operations["PATCH /internal/v1/assets/:asset_id/photos/:photo_id"];
        trace?: never;
    };
    "/internal/v1/assets/{asset_id}/photos/{photo_id}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/assets/:asset_id/photos/:photo_id/image */
        get: operations["GET /internal/v1/assets/:asset_id/photos/:photo_id/image"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/assets/{asset_id}/photos/{photo_id}/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/assets/:asset_id/photos/:photo_id/thumbnail */
        get: operations["GET /internal/v1/assets/:asset_id/photos/:photo_id/thumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/assets/{asset_id}/tags/{tag_id}/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** /internal/v1/assets/:asset_id/tags/:tag_id/key */
        patch: operations["PATCH /internal/v1/assets/:asset_id/tags/:tag_id/key"];
        trace?: never;
    };
    "/internal/v1/assets/{asset_id}/telemetry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/assets/:asset_id/telemetry */
        get: operations["GET /internal/v1/assets/:asset_id/telemetry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/attention */
        get: operations["GET /internal/v1/attention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/audit */
        get: operations["GET /internal/v1/audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/audit/export */
        get: operations["GET /internal/v1/audit/export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/authority": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/authority */
        get: operations["GET /internal/v1/authority"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/backups */
        get: operations["GET /internal/v1/backups"];
        put?: never;
        /** /internal/v1/backups */
        post: operations["POST /internal/v1/backups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/backups/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/backups/:name */
        get: operations["GET /internal/v1/backups/:name"];
        put?: never;
        post?: never;
        /** /internal/v1/backups/:name */
        delete: operations["DELETE /internal/v1/backups/:name"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/clock */
        get: operations["GET /internal/v1/clock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/clock/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/clock/confirmation */
        post: operations["POST /internal/v1/clock/confirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/codes/parse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/codes/parse */
        post: operations["POST /internal/v1/codes/parse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/deleted-assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/deleted-assets */
        get: operations["GET /internal/v1/deleted-assets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/deleted-assets/{asset_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/deleted-assets/:asset_id */
        get: operations["GET /internal/v1/deleted-assets/:asset_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/deleted-assets/{asset_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/deleted-assets/:asset_id/events */
        get: operations["GET /internal/v1/deleted-assets/:asset_id/events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/deleted-assets/{asset_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/deleted-assets/:asset_id/restore */
        post: operations["POST /internal/v1/deleted-assets/:asset_id/restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/dismissed-tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/dismissed-tags */
        get: operations["GET /internal/v1/dismissed-tags"];
        put?: never;
        /** /internal/v1/dismissed-tags */
        post: operations["POST /internal/v1/dismissed-tags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/dismissed-tags/prefixes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/dismissed-tags/prefixes */
        post: operations["POST /internal/v1/dismissed-tags/prefixes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/dismissed-tags/{dismissed_tag}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** /internal/v1/dismissed-tags/:dismissed_tag */
        delete: operations["DELETE /internal/v1/dismissed-tags/:dismissed_tag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/epcs/mint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/epcs/mint */
        post: operations["POST /internal/v1/epcs/mint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/floor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/floor */
        get: operations["GET /internal/v1/floor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/floor/day": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/floor/day */
        get: operations["GET /internal/v1/floor/day"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/floor/past": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/floor/past */
        get: operations["GET /internal/v1/floor/past"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/gs1-prefixes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/gs1-prefixes */
        get: operations["GET /internal/v1/gs1-prefixes"];
        put?: never;
        /** /internal/v1/gs1-prefixes */
        post: operations["POST /internal/v1/gs1-prefixes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/gs1-prefixes/{gs1_prefix}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/gs1-prefixes/:gs1_prefix */
        get: operations["GET /internal/v1/gs1-prefixes/:gs1_prefix"];
        put?: never;
        post?: never;
        /** /internal/v1/gs1-prefixes/:gs1_prefix */
        delete: operations["DELETE /internal/v1/gs1-prefixes/:gs1_prefix"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/gs1-prefixes/{gs1_prefix}/counters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** /internal/v1/gs1-prefixes/:gs1_prefix/counters */
        patch: operations["PATCH /internal/v1/gs1-prefixes/:gs1_prefix/counters"];
        trace?: never;
    };
    "/internal/v1/imports/{import_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/imports/:import_id/undo */
        post: operations["POST /internal/v1/imports/:import_id/undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/installation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/installation */
        get: operations["GET /internal/v1/installation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/installation/diagnosis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/installation/diagnosis */
        get: operations["GET /internal/v1/installation/diagnosis"];
        put?: never;
        /** /internal/v1/installation/diagnosis */
        post: operations["POST /internal/v1/installation/diagnosis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/installation/owners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/installation/owners */
        get: operations["GET /internal/v1/installation/owners"];
        put?: never;
        /** /internal/v1/installation/owners */
        post: operations["POST /internal/v1/installation/owners"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/installation/owners/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** /internal/v1/installation/owners/:user_id */
        delete: operations["DELETE /internal/v1/installation/owners/:user_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/invitations */
        get: operations["GET /internal/v1/invitations"];
        put?: never;
        /** /internal/v1/invitations */
        post: operations["POST /internal/v1/invitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/invitations/accept */
        post: operations["POST /internal/v1/invitations/accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/invitations/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/invitations/join */
        post: operations["POST /internal/v1/invitations/join"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/invitations/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/invitations/look */
        post: operations["POST /internal/v1/invitations/look"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/invitations/{invitation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** /internal/v1/invitations/:invitation */
        delete: operations["DELETE /internal/v1/invitations/:invitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/label-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/label-templates */
        get: operations["GET /internal/v1/label-templates"];
        put?: never;
        /** /internal/v1/label-templates */
        post: operations["POST /internal/v1/label-templates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/label-templates/{label_template}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/label-templates/:label_template */
        get: operations["GET /internal/v1/label-templates/:label_template"];
        put?: never;
        post?: never;
        /** /internal/v1/label-templates/:label_template */
        delete: operations["DELETE /internal/v1/label-templates/:label_template"];
        options?: never;
        head?: never;
        /** /internal/v1/label-templates/:label_template */
        patch: operations["PATCH /internal/v1/label-templates/:label_template"];
        trace?: never;
    };
    "/internal/v1/label-values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/label-values */
        get: operations["GET /internal/v1/label-values"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/llrp/discovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/llrp/discovery */
        post: operations["POST /internal/v1/llrp/discovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/location-tree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/location-tree */
        get: operations["GET /internal/v1/location-tree"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/locations/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/locations/import */
        post: operations["POST /internal/v1/locations/import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/locations/{location_id}/moves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/locations/:location_id/moves */
        get: operations["GET /internal/v1/locations/:location_id/moves"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/locations/{location_id}/moves/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/locations/:location_id/moves/export */
        get: operations["GET /internal/v1/locations/:location_id/moves/export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/locations/{location_id}/sgln": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/locations/:location_id/sgln */
        get: operations["GET /internal/v1/locations/:location_id/sgln"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** /internal/v1/locations/:location_id/sgln */
        patch: operations["PATCH /internal/v1/locations/:location_id/sgln"];
        trace?: never;
    };
    "/internal/v1/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/mail */
        get: operations["GET /internal/v1/mail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/mail/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/mail/test */
        post: operations["POST /internal/v1/mail/test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/members */
        get: operations["GET /internal/v1/members"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** /internal/v1/members/:user_id */
        delete: operations["DELETE /internal/v1/members/:user_id"];
        options?: never;
        head?: never;
        /** /internal/v1/members/:user_id */
        patch: operations["PATCH /internal/v1/members/:user_id"];
        trace?: never;
    };
    "/internal/v1/members/{user_id}/reset-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/members/:user_id/reset-link */
        post: operations["POST /internal/v1/members/:user_id/reset-link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/movements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/movements */
        get: operations["GET /internal/v1/movements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/movements/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/movements/export */
        get: operations["GET /internal/v1/movements/export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/organizations */
        get: operations["GET /internal/v1/organizations"];
        put?: never;
        /** /internal/v1/organizations */
        post: operations["POST /internal/v1/organizations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/organizations/{organization}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/organizations/:organization */
        get: operations["GET /internal/v1/organizations/:organization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** /internal/v1/organizations/:organization */
        patch: operations["PATCH /internal/v1/organizations/:organization"];
        trace?: never;
    };
    "/internal/v1/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/passkey */
        post: operations["POST /internal/v1/passkey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/passkey/options */
        post: operations["POST /internal/v1/passkey/options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/password-reset */
        post: operations["POST /internal/v1/password-reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/place-model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/place-model */
        get: operations["GET /internal/v1/place-model"];
        put?: never;
        post?: never;
        /** /internal/v1/place-model */
        delete: operations["DELETE /internal/v1/place-model"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/place-model/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/place-model/activate */
        post: operations["POST /internal/v1/place-model/activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/place-model/rehearsal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/place-model/rehearsal */
        post: operations["POST /internal/v1/place-model/rehearsal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/place-samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/place-samples */
        get: operations["GET /internal/v1/place-samples"];
        put?: never;
        /** /internal/v1/place-samples */
        post: operations["POST /internal/v1/place-samples"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/place-samples/{place_sample}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/place-samples/:place_sample */
        get: operations["GET /internal/v1/place-samples/:place_sample"];
        put?: never;
        post?: never;
        /** /internal/v1/place-samples/:place_sample */
        delete: operations["DELETE /internal/v1/place-samples/:place_sample"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/place-samples/{place_sample}/keep": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/place-samples/:place_sample/keep */
        post: operations["POST /internal/v1/place-samples/:place_sample/keep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/plans/{location_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/plans/:location_id */
        get: operations["GET /internal/v1/plans/:location_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** /internal/v1/plans/:location_id */
        patch: operations["PATCH /internal/v1/plans/:location_id"];
        trace?: never;
    };
    "/internal/v1/plans/{location_id}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/plans/:location_id/image */
        get: operations["GET /internal/v1/plans/:location_id/image"];
        put?: never;
        /** /internal/v1/plans/:location_id/image */
        post: operations["POST /internal/v1/plans/:location_id/image"];
        /** /internal/v1/plans/:location_id/image */
        delete: operations["DELETE /internal/v1/plans/:location_id/image"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/print-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/print-jobs */
        get: operations["GET /internal/v1/print-jobs"];
        put?: never;
        /** /internal/v1/print-jobs */
        post: operations["POST /internal/v1/print-jobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/print-jobs/{print_job}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/print-jobs/:print_job */
        get: operations["GET /internal/v1/print-jobs/:print_job"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/print-jobs/{print_job}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/print-jobs/:print_job/cancel */
        post: operations["POST /internal/v1/print-jobs/:print_job/cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/print-jobs/{print_job}/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/print-jobs/:print_job/labels */
        get: operations["GET /internal/v1/print-jobs/:print_job/labels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/print-jobs/{print_job}/labels/{label}/reprint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/print-jobs/:print_job/labels/:label/reprint */
        post: operations["POST /internal/v1/print-jobs/:print_job/labels/:label/reprint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/print-jobs/{print_job}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/print-jobs/:print_job/pause */
        post: operations["POST /internal/v1/print-jobs/:print_job/pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/print-jobs/{print_job}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/print-jobs/:print_job/resume */
        post: operations["POST /internal/v1/print-jobs/:print_job/resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/printers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/printers */
        get: operations["GET /internal/v1/printers"];
        put?: never;
        /** /internal/v1/printers */
        post: operations["POST /internal/v1/printers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/printers/{printer}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/printers/:printer */
        get: operations["GET /internal/v1/printers/:printer"];
        put?: never;
        post?: never;
        /** /internal/v1/printers/:printer */
        delete: operations["DELETE /internal/v1/printers/:printer"];
        options?: never;
        head?: never;
        /** /internal/v1/printers/:printer */
        patch: operations["PATCH /internal/v1/printers/:printer"];
        trace?: never;
    };
    "/internal/v1/printers/{printer}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/printers/:printer/test */
        post: operations["POST /internal/v1/printers/:printer/test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/readers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/readers */
        get: operations["GET /internal/v1/readers"];
        put?: never;
        /** /internal/v1/readers */
        post: operations["POST /internal/v1/readers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/readers/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/readers/preview */
        post: operations["POST /internal/v1/readers/preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/readers/{reader}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/readers/:reader */
        get: operations["GET /internal/v1/readers/:reader"];
        put?: never;
        post?: never;
        /** /internal/v1/readers/:reader */
        delete: operations["DELETE /internal/v1/readers/:reader"];
        options?: never;
        head?: never;
        /** /internal/v1/readers/:reader */
        patch: operations["PATCH /internal/v1/readers/:reader"];
        trace?: never;
    };
    "/internal/v1/readers/{reader}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/readers/:reader/events */
        post: operations["POST /internal/v1/readers/:reader/events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/readers/{reader}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/readers/:reader/messages */
        get: operations["GET /internal/v1/readers/:reader/messages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/readers/{reader}/messages/read-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/readers/:reader/messages/read-again */
        post: operations["POST /internal/v1/readers/:reader/messages/read-again"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/readers/{reader}/rehearsal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/readers/:reader/rehearsal */
        post: operations["POST /internal/v1/readers/:reader/rehearsal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/readers/{reader}/signal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/readers/:reader/signal */
        get: operations["GET /internal/v1/readers/:reader/signal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/readers/{reader}/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/readers/:reader/token */
        post: operations["POST /internal/v1/readers/:reader/token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/reference-assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/reference-assets */
        get: operations["GET /internal/v1/reference-assets"];
        put?: never;
        /** /internal/v1/reference-assets */
        post: operations["POST /internal/v1/reference-assets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/reference-assets/{asset_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** /internal/v1/reference-assets/:asset_id */
        delete: operations["DELETE /internal/v1/reference-assets/:asset_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/refused-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/refused-connections */
        get: operations["GET /internal/v1/refused-connections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/rehearsal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/rehearsal */
        post: operations["POST /internal/v1/rehearsal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/reports/dwell/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/reports/dwell/export */
        get: operations["GET /internal/v1/reports/dwell/export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/reports/flows/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/reports/flows/export */
        get: operations["GET /internal/v1/reports/flows/export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/reports/move-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/reports/move-counts */
        get: operations["GET /internal/v1/reports/move-counts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/reports/occupancy/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/reports/occupancy/export */
        get: operations["GET /internal/v1/reports/occupancy/export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/scans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/scans */
        post: operations["POST /internal/v1/scans"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/scheduled-backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/scheduled-backups */
        get: operations["GET /internal/v1/scheduled-backups"];
        put?: never;
        /** /internal/v1/scheduled-backups */
        post: operations["POST /internal/v1/scheduled-backups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/search */
        get: operations["GET /internal/v1/search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/searches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/searches */
        get: operations["GET /internal/v1/searches"];
        put?: never;
        /** /internal/v1/searches */
        post: operations["POST /internal/v1/searches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/searches/{search}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/searches/:search */
        get: operations["GET /internal/v1/searches/:search"];
        put?: never;
        post?: never;
        /** /internal/v1/searches/:search */
        delete: operations["DELETE /internal/v1/searches/:search"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/searches/{search}/found": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/searches/:search/found */
        post: operations["POST /internal/v1/searches/:search/found"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/searches/{search}/not-found": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/searches/:search/not-found */
        post: operations["POST /internal/v1/searches/:search/not-found"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/searches/{search}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/searches/:search/start */
        post: operations["POST /internal/v1/searches/:search/start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/session */
        post: operations["POST /internal/v1/session"];
        /** /internal/v1/session */
        delete: operations["DELETE /internal/v1/session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/session/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/session/organization */
        post: operations["POST /internal/v1/session/organization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/session/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/session/passkeys */
        get: operations["GET /internal/v1/session/passkeys"];
        put?: never;
        /** /internal/v1/session/passkeys */
        post: operations["POST /internal/v1/session/passkeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/session/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/session/passkeys/options */
        post: operations["POST /internal/v1/session/passkeys/options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/session/passkeys/{passkey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** /internal/v1/session/passkeys/:passkey */
        delete: operations["DELETE /internal/v1/session/passkeys/:passkey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/session/password */
        post: operations["POST /internal/v1/session/password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/session/provider-sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/session/provider-sign-out */
        post: operations["POST /internal/v1/session/provider-sign-out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/session/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/session/providers */
        get: operations["GET /internal/v1/session/providers"];
        put?: never;
        /** /internal/v1/session/providers */
        post: operations["POST /internal/v1/session/providers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/session/providers/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/session/providers/:provider */
        post: operations["POST /internal/v1/session/providers/:provider"];
        /** /internal/v1/session/providers/:provider */
        delete: operations["DELETE /internal/v1/session/providers/:provider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/session/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/session/recovery-codes */
        post: operations["POST /internal/v1/session/recovery-codes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/session/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/session/refresh */
        post: operations["POST /internal/v1/session/refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/session/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/session/second-factor */
        get: operations["GET /internal/v1/session/second-factor"];
        put?: never;
        /** /internal/v1/session/second-factor */
        post: operations["POST /internal/v1/session/second-factor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/session/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/session/second-factor/confirm */
        post: operations["POST /internal/v1/session/second-factor/confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/session/second-factor/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/session/second-factor/remove */
        post: operations["POST /internal/v1/session/second-factor/remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/session/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** /internal/v1/session/user */
        patch: operations["PATCH /internal/v1/session/user"];
        trace?: never;
    };
    "/internal/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/sessions */
        get: operations["GET /internal/v1/sessions"];
        put?: never;
        post?: never;
        /** /internal/v1/sessions */
        delete: operations["DELETE /internal/v1/sessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/setup */
        post: operations["POST /internal/v1/setup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/shared-tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/shared-tags */
        get: operations["GET /internal/v1/shared-tags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/sign-in */
        get: operations["GET /internal/v1/sign-in"];
        put?: never;
        /** /internal/v1/sign-in */
        post: operations["POST /internal/v1/sign-in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/sign-in/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/sign-in/:provider */
        post: operations["POST /internal/v1/sign-in/:provider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/simulated-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/simulated-data */
        get: operations["GET /internal/v1/simulated-data"];
        put?: never;
        post?: never;
        /** /internal/v1/simulated-data */
        delete: operations["DELETE /internal/v1/simulated-data"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/stocktakes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/stocktakes */
        get: operations["GET /internal/v1/stocktakes"];
        put?: never;
        /** /internal/v1/stocktakes */
        post: operations["POST /internal/v1/stocktakes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/stocktakes/{stocktake}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/stocktakes/:stocktake */
        get: operations["GET /internal/v1/stocktakes/:stocktake"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** /internal/v1/stocktakes/:stocktake */
        patch: operations["PATCH /internal/v1/stocktakes/:stocktake"];
        trace?: never;
    };
    "/internal/v1/stocktakes/{stocktake}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/stocktakes/:stocktake/cancel */
        post: operations["POST /internal/v1/stocktakes/:stocktake/cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/stocktakes/{stocktake}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/stocktakes/:stocktake/close */
        post: operations["POST /internal/v1/stocktakes/:stocktake/close"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/stocktakes/{stocktake}/expected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/stocktakes/:stocktake/expected */
        get: operations["GET /internal/v1/stocktakes/:stocktake/expected"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/stocktakes/{stocktake}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/stocktakes/:stocktake/lines */
        get: operations["GET /internal/v1/stocktakes/:stocktake/lines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/stocktakes/{stocktake}/lines/{asset}/excuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/stocktakes/:stocktake/lines/:asset/excuse */
        post: operations["POST /internal/v1/stocktakes/:stocktake/lines/:asset/excuse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/stocktakes/{stocktake}/lines/{asset}/found": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/stocktakes/:stocktake/lines/:asset/found */
        post: operations["POST /internal/v1/stocktakes/:stocktake/lines/:asset/found"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/stocktakes/{stocktake}/lines/{asset}/photo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/stocktakes/:stocktake/lines/:asset/photo */
        get: operations["GET /internal/v1/stocktakes/:stocktake/lines/:asset/photo"];
        put?: never;
        /** /internal/v1/stocktakes/:stocktake/lines/:asset/photo */
        post: operations["POST /internal/v1/stocktakes/:stocktake/lines/:asset/photo"];
        /** /internal/v1/stocktakes/:stocktake/lines/:asset/photo */
        delete: operations["DELETE /internal/v1/stocktakes/:stocktake/lines/:asset/photo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/stocktakes/{stocktake}/lines/{asset}/photo/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/stocktakes/:stocktake/lines/:asset/photo/thumbnail */
        get: operations["GET /internal/v1/stocktakes/:stocktake/lines/:asset/photo/thumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/stocktakes/{stocktake}/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/stocktakes/:stocktake/open */
        post: operations["POST /internal/v1/stocktakes/:stocktake/open"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/stocktakes/{stocktake}/places": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/stocktakes/:stocktake/places */
        get: operations["GET /internal/v1/stocktakes/:stocktake/places"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/stocktakes/{stocktake}/places/{location}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/stocktakes/:stocktake/places/:location/finish */
        post: operations["POST /internal/v1/stocktakes/:stocktake/places/:location/finish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/stocktakes/{stocktake}/result.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/stocktakes/:stocktake/result.csv */
        get: operations["GET /internal/v1/stocktakes/:stocktake/result.csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/stocktakes/{stocktake}/scans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/stocktakes/:stocktake/scans */
        post: operations["POST /internal/v1/stocktakes/:stocktake/scans"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/stream */
        get: operations["GET /internal/v1/stream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/tags */
        get: operations["GET /internal/v1/tags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/tags/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/tags/move */
        post: operations["POST /internal/v1/tags/move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/unknown-tag-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/unknown-tag-export */
        get: operations["GET /internal/v1/unknown-tag-export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/unknown-tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/unknown-tags */
        get: operations["GET /internal/v1/unknown-tags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/unknown-tags/{unknown_tag}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/unknown-tags/:unknown_tag */
        get: operations["GET /internal/v1/unknown-tags/:unknown_tag"];
        put?: never;
        post?: never;
        /** /internal/v1/unknown-tags/:unknown_tag */
        delete: operations["DELETE /internal/v1/unknown-tags/:unknown_tag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/unknown-tags/{unknown_tag}/bind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/unknown-tags/:unknown_tag/bind */
        post: operations["POST /internal/v1/unknown-tags/:unknown_tag/bind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/views */
        get: operations["GET /internal/v1/views"];
        put?: never;
        /** /internal/v1/views */
        post: operations["POST /internal/v1/views"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/views/{view}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/views/:view */
        get: operations["GET /internal/v1/views/:view"];
        put?: never;
        post?: never;
        /** /internal/v1/views/:view */
        delete: operations["DELETE /internal/v1/views/:view"];
        options?: never;
        head?: never;
        /** /internal/v1/views/:view */
        patch: operations["PATCH /internal/v1/views/:view"];
        trace?: never;
    };
    "/internal/v1/wall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/wall */
        post: operations["POST /internal/v1/wall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/wall-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/wall-links */
        get: operations["GET /internal/v1/wall-links"];
        put?: never;
        /** /internal/v1/wall-links */
        post: operations["POST /internal/v1/wall-links"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/wall-links/{wall_link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** /internal/v1/wall-links/:wall_link */
        delete: operations["DELETE /internal/v1/wall-links/:wall_link"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/wall/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/wall/image */
        post: operations["POST /internal/v1/wall/image"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/webhooks */
        get: operations["GET /internal/v1/webhooks"];
        put?: never;
        /** /internal/v1/webhooks */
        post: operations["POST /internal/v1/webhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/webhooks/{webhook}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/webhooks/:webhook */
        get: operations["GET /internal/v1/webhooks/:webhook"];
        put?: never;
        post?: never;
        /** /internal/v1/webhooks/:webhook */
        delete: operations["DELETE /internal/v1/webhooks/:webhook"];
        options?: never;
        head?: never;
        /** /internal/v1/webhooks/:webhook */
        patch: operations["PATCH /internal/v1/webhooks/:webhook"];
        trace?: never;
    };
    "/internal/v1/webhooks/{webhook}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/webhooks/:webhook/deliveries */
        get: operations["GET /internal/v1/webhooks/:webhook/deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/webhooks/{webhook}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/webhooks/:webhook/replay */
        post: operations["POST /internal/v1/webhooks/:webhook/replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/webhooks/{webhook}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/webhooks/:webhook/secret */
        post: operations["POST /internal/v1/webhooks/:webhook/secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/webhooks/{webhook}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** /internal/v1/webhooks/:webhook/test */
        post: operations["POST /internal/v1/webhooks/:webhook/test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/whereabouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** /internal/v1/whereabouts */
        get: operations["GET /internal/v1/whereabouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The version of Whereabouts and the licenses of the components in the executable. */
        About: {
            /** @description The version of Whereabouts. */
            version: string;
            /** @description The license of Whereabouts, then those of the components in the executable. */
            licenses: components["schemas"]["License"][];
        };
        /** @description One About. */
        AboutResponse: {
            data: components["schemas"]["About"];
        };
        /** @description The number of assets at locations, and of scan events in the last 24 hours. */
        Activity: {
            /** @description The last 24 hours, the oldest first. The last one is the current hour. */
            hours: {
                /**
                 * Format: date-time
                 * @description When the hour began.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                from: string;
                /** @description Number of scan events that began in the hour. */
                events: number;
                /** @description Number of scan events that began in the same hour a week before. */
                events_week_before: number;
            }[];
            /** @description Number of assets at live locations. */
            asset_count: number;
            /** @description Number of assets that were seen in the last 24 hours. */
            day_count: number;
            /** @description Number of assets that were seen, but not for a week. */
            old_count: number;
            /** @description Number of assets that were never seen. */
            never_seen_count: number;
        };
        /** @description One Activity. */
        ActivityResponse: {
            data: components["schemas"]["Activity"];
        };
        Alert: {
            /**
             * Format: int64
             * @description Id of the alert.
             * @example 42
             */
            id: number;
            /**
             * Format: int64
             * @description Id of its rule.
             * @example 42
             */
            rule_id: number;
            /**
             * @description Name of its rule.
             * @example Thermo boxes outside
             */
            rule_name: string;
            /**
             * @description Kind of its rule.
             * @example outside
             */
            kind: string;
            /**
             * @description How urgent it is.
             * @example urgent
             */
            severity: string;
            subject: components["schemas"]["AlertSubject"];
            /**
             * Format: int64
             * @description Where the subject was; for the kinds left, outside and par, the location of the rule.
             * @example 42
             */
            location_id: number | null;
            /**
             * @description Key of the location when the alert opened.
             * @example PALLET-0042
             */
            location_external_key: string | null;
            /**
             * @description Whether it is open.
             * @example open
             */
            state: string;
            /**
             * Format: date-time
             * @description When the condition had held for hold_seconds.
             * @example 2026-08-21T06:45:00.000Z
             */
            opened_at: string;
            /**
             * Format: date-time
             * @description When the service found it.
             * @example 2026-08-21T06:45:00.000Z
             */
            recorded_at: string;
            /**
             * @description true: it was recorded more than 15 min after it opened.
             * @example false
             */
            is_late: boolean;
            /**
             * Format: int32
             * @description How often the condition became true while it was open.
             * @example 1
             */
            occurrences: number;
            evidence: {
                /**
                 * Format: int64
                 * @description Sequence of the event in the event log.
                 * @example 42
                 */
                sequence: number | null;
                /**
                 * Format: int64
                 * @description Id of the scan event.
                 * @example 42
                 */
                event_id: number | null;
                /**
                 * Format: date-time
                 * @description When the condition became true.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                occurred_at: string;
                /**
                 * @description Why the asset moved, in a sentence.
                 * @example Scanned by hand at Dock 1
                 */
                reason: string | null;
                text: components["schemas"]["Text"];
            };
            /**
             * Format: date-time
             * @description When somebody acknowledged it; null before that, and after it was released.
             * @example null
             */
            acknowledged_at: string | null;
            acknowledged_by: components["schemas"]["AlertPerson"];
            /**
             * Format: date-time
             * @description Until when it is quiet.
             * @example null
             */
            snoozed_until: string | null;
            /**
             * Format: date-time
             * @description When it was closed; null while it is open.
             * @example null
             */
            closed_at: string | null;
            /**
             * @description Why it was closed; null while it is open.
             * @example cleared
             */
            close_reason: string | null;
            /** @description The note of the person who has it. */
            note: string | null;
        };
        AlertBulk: {
            alert_ids: number[];
            note?: string | null;
        };
        AlertBulkResult: {
            /** @description Number of alerts that the user has now. */
            acknowledged: number;
            /** @description Number of alerts that somebody had already. */
            unchanged: number;
            refused: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                id: number;
                /** @enum {string} */
                reason: "not_found" | "closed";
            }[];
        };
        /** @description One AlertBulkResult. */
        AlertBulkResultResponse: {
            data: components["schemas"]["AlertBulkResult"];
        };
        AlertDetails: {
            /**
             * Format: int64
             * @description Id of the alert.
             * @example 42
             */
            id: number;
            /**
             * Format: int64
             * @description Id of its rule.
             * @example 42
             */
            rule_id: number;
            /**
             * @description Name of its rule.
             * @example Thermo boxes outside
             */
            rule_name: string;
            /**
             * @description Kind of its rule.
             * @example outside
             */
            kind: string;
            /**
             * @description How urgent it is.
             * @example urgent
             */
            severity: string;
            subject: components["schemas"]["AlertSubject"];
            /**
             * Format: int64
             * @description Where the subject was; for the kinds left, outside and par, the location of the rule.
             * @example 42
             */
            location_id: number | null;
            /**
             * @description Key of the location when the alert opened.
             * @example PALLET-0042
             */
            location_external_key: string | null;
            /**
             * @description Whether it is open.
             * @example open
             */
            state: string;
            /**
             * Format: date-time
             * @description When the condition had held for hold_seconds.
             * @example 2026-08-21T06:45:00.000Z
             */
            opened_at: string;
            /**
             * Format: date-time
             * @description When the service found it.
             * @example 2026-08-21T06:45:00.000Z
             */
            recorded_at: string;
            /**
             * @description true: it was recorded more than 15 min after it opened.
             * @example false
             */
            is_late: boolean;
            /**
             * Format: int32
             * @description How often the condition became true while it was open.
             * @example 1
             */
            occurrences: number;
            evidence: {
                /**
                 * Format: int64
                 * @description Sequence of the event in the event log.
                 * @example 42
                 */
                sequence: number | null;
                /**
                 * Format: int64
                 * @description Id of the scan event.
                 * @example 42
                 */
                event_id: number | null;
                /**
                 * Format: date-time
                 * @description When the condition became true.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                occurred_at: string;
                /**
                 * @description Why the asset moved, in a sentence.
                 * @example Scanned by hand at Dock 1
                 */
                reason: string | null;
                text: components["schemas"]["Text"];
            };
            /**
             * Format: date-time
             * @description When somebody acknowledged it; null before that, and after it was released.
             * @example null
             */
            acknowledged_at: string | null;
            acknowledged_by: components["schemas"]["AlertPerson"];
            /**
             * Format: date-time
             * @description Until when it is quiet.
             * @example null
             */
            snoozed_until: string | null;
            /**
             * Format: date-time
             * @description When it was closed; null while it is open.
             * @example null
             */
            closed_at: string | null;
            /**
             * @description Why it was closed; null while it is open.
             * @example cleared
             */
            close_reason: string | null;
            /** @description The note of the person who has it. */
            note: string | null;
            /** @description What has happened, oldest first. Without `by`, the service did it. */
            timeline: {
                /**
                 * Format: date-time
                 * @description When it happened.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                at: string;
                /** @description What happened. */
                action: string;
                by: components["schemas"]["AlertPerson"];
                note: string | null;
            }[];
            /** @description What was sent, or waits, oldest first; the first 200. */
            messages: {
                /** @description How it is told. */
                channel: string;
                /** @description What it tells. `on` and `off` are of outputs. */
                purpose: string;
                /** @description The e-mail address, or the name of the output. */
                address: string;
                /** @description queued: it waits. sending: it is on its way. failed: it was refused, or could not be sent in time. dropped: it was not sent, because it was not needed any more. */
                state: string;
                /**
                 * Format: date-time
                 * @description When it was queued; when it was sent, has failed or was dropped, as soon as that is so.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                at: string;
                /** @description Why it was not sent, or not yet. */
                error: string | null;
                text: components["schemas"]["Text"];
            }[];
        };
        /** @description One AlertDetails. */
        AlertDetailsResponse: {
            data: components["schemas"]["AlertDetails"];
        };
        /** @description What made the condition true. */
        AlertEvidence: {
            /**
             * Format: int64
             * @description Sequence of the event in the event log.
             * @example 42
             */
            sequence: number | null;
            /**
             * Format: int64
             * @description Id of the scan event.
             * @example 42
             */
            event_id: number | null;
            /**
             * Format: date-time
             * @description When the condition became true.
             * @example 2026-08-21T06:45:00.000Z
             */
            occurred_at: string;
            /**
             * @description Why the asset moved, in a sentence.
             * @example Scanned by hand at Dock 1
             */
            reason: string | null;
        };
        /** @description A page of AlertView. */
        AlertList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["AlertView"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        AlertNote: {
            note?: string | null;
        };
        AlertOutput: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /**
             * @description shelly: a device with the RPC of generation 2. http: a URL of your choice. mqtt: a topic.
             * @enum {string}
             */
            kind: "shelly" | "http" | "mqtt";
            /** @description For shelly and http. Without a path, the requests of shelly go to /rpc. */
            url: string | null;
            /** @description For mqtt. */
            topic: string | null;
            /** @description What is sent when an alert opens. */
            body_on: string;
            /** @description What is sent when the last of its alerts closes. */
            body_off: string;
            /**
             * @description What was sent last; null: nothing. The service does not ask the device.
             * @enum {string|null}
             */
            sent_state: "on" | "off" | null;
            /**
             * Format: date-time
             * @description When that was.
             * @example 2026-08-21T06:45:00.000Z
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description Since when the output cannot be switched; null when it can.
             * @example 2026-08-21T06:45:00.000Z
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When it is tried again.
             * @example 2026-08-21T06:45:00.000Z
             */
            next_attempt_at: string | null;
            /** @description Why it cannot be switched. */
            last_error: string | null;
            last_error_text: components["schemas"]["Text"];
            /**
             * Format: date-time
             * @description When the row was created.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Advances with every accepted write. Send it back in a PATCH to detect a concurrent write.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly updated_at: string;
        };
        AlertOutputChange: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name?: string;
            /**
             * @description shelly: a device with the RPC of generation 2. http: a URL of your choice. mqtt: a topic.
             * @enum {string}
             */
            kind?: "shelly" | "http" | "mqtt";
            /** @description For shelly and http. Without a path, the requests of shelly go to /rpc. */
            url?: string | null;
            /** @description For mqtt. */
            topic?: string | null;
            /** @description What is sent when an alert opens. */
            body_on?: string;
            /** @description What is sent when the last of its alerts closes. */
            body_off?: string;
        };
        AlertOutputInput: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /**
             * @description shelly: a device with the RPC of generation 2. http: a URL of your choice. mqtt: a topic.
             * @enum {string}
             */
            kind: "shelly" | "http" | "mqtt";
            /** @description For shelly and http. Without a path, the requests of shelly go to /rpc. */
            url?: string | null;
            /** @description For mqtt. */
            topic?: string | null;
            /** @description What is sent when an alert opens. */
            body_on?: string;
            /** @description What is sent when the last of its alerts closes. */
            body_off?: string;
        };
        /** @description A page of AlertOutput. */
        AlertOutputList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["AlertOutput"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description One AlertOutput. */
        AlertOutputResponse: {
            data: components["schemas"]["AlertOutput"];
        };
        AlertPage: {
            data: components["schemas"]["Alert"][];
            limit: number;
            offset: number;
            total_count: number;
            /** @description Open alerts of the organization, without filters. */
            open_count: number;
            /** @description Those of them that nobody has acknowledged. */
            unacknowledged_count: number;
        };
        /** @description A user who has done something with an alert. */
        AlertPerson: {
            /**
             * @description Id of the user.
             * @example 01K3QF6Z9T1V4W8X2Y5Z7A9BCD
             */
            user_id: string;
            /**
             * @description Name of the user at that time.
             * @example Mira Novak
             */
            name: string;
        } | null;
        /** @description What the recipients of a rule can be, besides addresses. */
        AlertRecipients: {
            /** @description The members of the organization, by name; the first 1,000. */
            users: {
                user_id: string;
                name: string;
                /** @description Whether mail can be sent to the address of the user. */
                has_address: boolean;
            }[];
            outputs: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                output_id: number;
                name: string;
            }[];
        };
        /** @description One AlertRecipients. */
        AlertRecipientsResponse: {
            data: components["schemas"]["AlertRecipients"];
        };
        AlertRehearsal: {
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            to: string;
            /** @description Number of scan events, or of events of the log, that were looked at. */
            event_count: number;
            alert_count: number;
            /** @description Every day of the time, in order. */
            days: {
                /**
                 * @description In the time zone of `hours`, or in UTC.
                 * @example 2026-11-23
                 */
                date: string;
                count: number;
            }[];
            /** @description The ten subjects with the most alerts. */
            subjects: {
                subject: components["schemas"]["AlertSubject"];
                count: number;
            }[];
            /** @description How many alerts other values of `hold_seconds` would raise. */
            by_hold: {
                hold_seconds: number;
                alert_count: number;
            }[];
        };
        AlertRehearsalRequest: {
            rule: components["schemas"]["AlertRuleInput"];
            /** @description The default is 14. */
            days?: number;
        };
        /** @description One AlertRehearsal. */
        AlertRehearsalResponse: {
            data: components["schemas"]["AlertRehearsal"];
        };
        /** @description One AlertView. */
        AlertResponse: {
            data: components["schemas"]["AlertView"];
        };
        AlertRule: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /** @enum {string} */
            kind: "entered" | "left" | "outside" | "moved_between" | "missing" | "dwell" | "par" | "reader_silent" | "tag_unknown";
            /** @description Which assets the rule is about: `all`; `assets` with `asset_ids`; `search` with `q`; `field` with `key` and `value`; `view` with `view_id`. */
            scope: {
                /** @enum {string} */
                kind: "all" | "assets" | "search" | "field" | "view";
                asset_ids?: number[];
                q?: string;
                key?: string;
                value?: string | number;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                view_id?: number;
            };
            /**
             * Format: int64
             * @description The place, with everything below it.
             * @example 42
             */
            location_id: number | null;
            /**
             * Format: int64
             * @description For `moved_between`: where the event before was.
             * @example 42
             */
            from_location_id: number | null;
            minutes: number | null;
            /** @description For `par`: fewer than these are wrong. */
            min_count: number | null;
            /** @description For `par`: more than these are wrong. */
            max_count: number | null;
            /** @description How long the condition must be true before the alert opens. */
            hold_seconds: number;
            /** @description How long the condition must be false before the alert closes. */
            clear_seconds: number;
            /** @description The alert opens only in these hours of the week. */
            hours: {
                /** @description IANA name or offset. */
                time_zone: string;
                /** @description An end before the beginning is on the next day. */
                weekly: {
                    /** @description 1 is Monday. */
                    days: number[];
                    /**
                     * @description HH:MM
                     * @example 05:00
                     */
                    from: string;
                    /**
                     * @description HH:MM
                     * @example 05:00
                     */
                    to: string;
                }[];
            } | null;
            /** @enum {string} */
            severity: "urgent" | "normal";
            /** @description What the alert is told to, besides the console. */
            recipients: {
                /** @description A member of the organization. */
                user_id?: string;
                /**
                 * @description An e-mail address.
                 * @example dock@example.com
                 */
                email?: string;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                output_id?: number;
            }[];
            /** @description How often an open alert that nobody has acknowledged is told again; null: never. */
            renotify_minutes: number | null;
            is_enabled: boolean;
            /** @description One for each recipient, in the same order. */
            recipient_states: {
                /** @description Name of the user or the output, or the address. */
                name: string;
                /**
                 * @description gone: the user is not a member any more, or the output was deleted. no_address: mail cannot be sent to the address of the user. Nothing is sent to either.
                 * @enum {string}
                 */
                state: "ok" | "gone" | "no_address";
            }[];
            /** @description Why the service has switched it off. */
            paused_reason: string | null;
            paused_text: components["schemas"]["Text"];
            /**
             * Format: date-time
             * @description When the row was created.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Advances with every accepted write. Send it back in a PATCH to detect a concurrent write.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly updated_at: string;
        };
        AlertRuleChange: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name?: string;
            /** @enum {string} */
            kind?: "entered" | "left" | "outside" | "moved_between" | "missing" | "dwell" | "par" | "reader_silent" | "tag_unknown";
            /** @description Which assets the rule is about: `all`; `assets` with `asset_ids`; `search` with `q`; `field` with `key` and `value`; `view` with `view_id`. */
            scope?: {
                /** @enum {string} */
                kind: "all" | "assets" | "search" | "field" | "view";
                asset_ids?: number[];
                q?: string;
                key?: string;
                value?: string | number;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                view_id?: number;
            };
            /**
             * Format: int64
             * @description The place, with everything below it.
             * @example 42
             */
            location_id?: number | null;
            /**
             * Format: int64
             * @description For `moved_between`: where the event before was.
             * @example 42
             */
            from_location_id?: number | null;
            minutes?: number | null;
            /** @description For `par`: fewer than these are wrong. */
            min_count?: number | null;
            /** @description For `par`: more than these are wrong. */
            max_count?: number | null;
            /** @description How long the condition must be true before the alert opens. */
            hold_seconds?: number;
            /** @description How long the condition must be false before the alert closes. */
            clear_seconds?: number;
            /** @description The alert opens only in these hours of the week. */
            hours?: {
                /** @description IANA name or offset. */
                time_zone: string;
                /** @description An end before the beginning is on the next day. */
                weekly: {
                    /** @description 1 is Monday. */
                    days: number[];
                    /**
                     * @description HH:MM
                     * @example 05:00
                     */
                    from: string;
                    /**
                     * @description HH:MM
                     * @example 05:00
                     */
                    to: string;
                }[];
            } | null;
            /** @enum {string} */
            severity?: "urgent" | "normal";
            /** @description What the alert is told to, besides the console. */
            recipients?: {
                /** @description A member of the organization. */
                user_id?: string;
                /**
                 * @description An e-mail address.
                 * @example dock@example.com
                 */
                email?: string;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                output_id?: number;
            }[];
            /** @description How often an open alert that nobody has acknowledged is told again; null: never. */
            renotify_minutes?: number | null;
            is_enabled?: boolean;
        };
        AlertRuleInput: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /** @enum {string} */
            kind: "entered" | "left" | "outside" | "moved_between" | "missing" | "dwell" | "par" | "reader_silent" | "tag_unknown";
            /** @description Which assets the rule is about: `all`; `assets` with `asset_ids`; `search` with `q`; `field` with `key` and `value`; `view` with `view_id`. */
            scope?: {
                /** @enum {string} */
                kind: "all" | "assets" | "search" | "field" | "view";
                asset_ids?: number[];
                q?: string;
                key?: string;
                value?: string | number;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                view_id?: number;
            };
            /**
             * Format: int64
             * @description The place, with everything below it.
             * @example 42
             */
            location_id?: number | null;
            /**
             * Format: int64
             * @description For `moved_between`: where the event before was.
             * @example 42
             */
            from_location_id?: number | null;
            minutes?: number | null;
            /** @description For `par`: fewer than these are wrong. */
            min_count?: number | null;
            /** @description For `par`: more than these are wrong. */
            max_count?: number | null;
            /** @description How long the condition must be true before the alert opens. */
            hold_seconds?: number;
            /** @description How long the condition must be false before the alert closes. */
            clear_seconds?: number;
            /** @description The alert opens only in these hours of the week. */
            hours?: {
                /** @description IANA name or offset. */
                time_zone: string;
                /** @description An end before the beginning is on the next day. */
                weekly: {
                    /** @description 1 is Monday. */
                    days: number[];
                    /**
                     * @description HH:MM
                     * @example 05:00
                     */
                    from: string;
                    /**
                     * @description HH:MM
                     * @example 05:00
                     */
                    to: string;
                }[];
            } | null;
            /** @enum {string} */
            severity?: "urgent" | "normal";
            /** @description What the alert is told to, besides the console. */
            recipients?: {
                /** @description A member of the organization. */
                user_id?: string;
                /**
                 * @description An e-mail address.
                 * @example dock@example.com
                 */
                email?: string;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                output_id?: number;
            }[];
            /** @description How often an open alert that nobody has acknowledged is told again; null: never. */
            renotify_minutes?: number | null;
            is_enabled?: boolean;
        };
        /** @description A page of AlertRule. */
        AlertRuleList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["AlertRule"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description One AlertRule. */
        AlertRuleResponse: {
            data: components["schemas"]["AlertRule"];
        };
        AlertSnooze: {
            /**
             * Format: date-time
             * @description In the future, at most 31 days.
             * @example 2026-08-21T06:45:00.000Z
             */
            until: string;
            note?: string | null;
        };
        /** @description What an alert is about. */
        AlertSubject: {
            /**
             * @description asset, reader, location or tag.
             * @example asset
             */
            kind: string;
            /**
             * Format: int64
             * @description Its id.
             * @example 42
             */
            id: number;
            /**
             * @description Its key when the alert opened; the value of a tag.
             * @example PALLET-0042
             */
            external_key: string;
            /**
             * @description Its name when the alert opened.
             * @example Pallet 42
             */
            name: string;
        };
        /** @description Something that a rule watches for has happened. */
        AlertView: {
            /**
             * Format: int64
             * @description Id of the alert.
             * @example 42
             */
            id: number;
            /**
             * Format: int64
             * @description Id of its rule.
             * @example 42
             */
            rule_id: number;
            /**
             * @description Name of its rule.
             * @example Thermo boxes outside
             */
            rule_name: string;
            /**
             * @description Kind of its rule.
             * @example outside
             */
            kind: string;
            /**
             * @description How urgent it is.
             * @example urgent
             */
            severity: string;
            subject: components["schemas"]["AlertSubject"];
            /**
             * Format: int64
             * @description Where the subject was; for the kinds left, outside and par, the location of the rule.
             * @example 42
             */
            location_id: number | null;
            /**
             * @description Key of the location when the alert opened.
             * @example PALLET-0042
             */
            location_external_key: string | null;
            /**
             * @description Whether it is open.
             * @example open
             */
            state: string;
            /**
             * Format: date-time
             * @description When the condition had held for hold_seconds.
             * @example 2026-08-21T06:45:00.000Z
             */
            opened_at: string;
            /**
             * Format: date-time
             * @description When the service found it.
             * @example 2026-08-21T06:45:00.000Z
             */
            recorded_at: string;
            /**
             * @description true: it was recorded more than 15 min after it opened.
             * @example false
             */
            is_late: boolean;
            /**
             * Format: int32
             * @description How often the condition became true while it was open.
             * @example 1
             */
            occurrences: number;
            evidence: components["schemas"]["AlertEvidence"];
            /**
             * Format: date-time
             * @description When somebody acknowledged it; null before that, and after it was released.
             * @example null
             */
            acknowledged_at: string | null;
            acknowledged_by: components["schemas"]["AlertPerson"];
            /**
             * Format: date-time
             * @description Until when it is quiet.
             * @example null
             */
            snoozed_until: string | null;
            /**
             * Format: date-time
             * @description When it was closed; null while it is open.
             * @example null
             */
            closed_at: string | null;
            /**
             * @description Why it was closed; null while it is open.
             * @example cleared
             */
            close_reason: string | null;
        };
        /** @description An API key. */
        ApiKey: {
            /**
             * Format: uuid
             * @description The id of the API key.
             */
            client_id: string;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /** @description The scopes of the API key. */
            scopes: string[];
            /**
             * Format: date-time
             * @description The time of expiry; null if the API key does not expire.
             * @example 2026-08-21T06:45:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            revoked_at: string | null;
        };
        /** @description A page of ApiKey. */
        ApiKeyList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["ApiKey"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description A recent request of an API key, without its query and its bodies. */
        ApiKeyRequest: {
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            at: string;
            method: string;
            /** @description The path without the query, cut after 200 characters. */
            path: string;
            /** Format: int32 */
            status: number;
            /** @description The type of the error. */
            error: string | null;
            /** @description The first ten invalid fields. */
            fields: {
                field: string;
                code: string;
            }[];
            /** @description Time until the response began, in milliseconds. */
            duration_ms: number;
            request_id: string;
        };
        /** @description A page of ApiKeyRequest. */
        ApiKeyRequestList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["ApiKeyRequest"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description One ApiKey. */
        ApiKeyResponse: {
            data: components["schemas"]["ApiKey"];
        };
        /** @description Why a row was refused. */
        AssetBatchError: {
            /**
             * @description The kind of error, to branch on.
             * @example validation_error
             */
            type: string;
            /**
             * @description The title of the type, for users.
             * @example Validation failed
             */
            title: string;
            /**
             * Format: int32
             * @description The status.
             * @example 400
             */
            status: number;
            /**
             * @description The error message, for users.
             * @example name is required
             */
            detail: string;
            /** @description The errors of the fields. Only with validation_error. */
            fields?: components["schemas"]["FieldError"][];
        };
        /** @description The results of a batch. */
        AssetBatchOutcome: {
            /** @description One result for each row, in the order of the request. */
            data: components["schemas"]["AssetBatchResult"][];
            /**
             * Format: int32
             * @description Number of created assets.
             * @example 1
             */
            created: number;
            /**
             * Format: int32
             * @description Number of changed assets.
             * @example 1
             */
            changed: number;
            /**
             * Format: int32
             * @description Number of refused rows.
             * @example 1
             */
            refused: number;
        };
        /**
         * @description Assets to create or change.
         * @example {
         *       "rows": [
         *         {
         *           "action": "upsert",
         *           "asset": {
         *             "external_key": "PALLET-0042",
         *             "name": "Pallet 42"
         *           }
         *         }
         *       ]
         *     }
         */
        AssetBatchRequest: {
            /** @description They are applied in order. */
            rows: components["schemas"]["AssetBatchRow"][];
            /**
             * @description true: a row that is refused rejects the whole request, and nothing is stored.
             * @example false
             */
            all_or_nothing?: boolean;
        };
        /** @description The result of a row: data when it was stored, otherwise error. */
        AssetBatchResult: {
            /**
             * Format: int32
             * @description The status that the single request would have: 200, 201, 400, 404 or 409.
             * @example 201
             */
            status: number;
            data?: components["schemas"]["AssetView"];
            error?: components["schemas"]["AssetBatchError"];
        };
        /** @description One asset of a batch. */
        AssetBatchRow: {
            /**
             * @description create: as POST /api/v1/assets. update: as PATCH of the asset with the external_key of the row. upsert: update if there is such an asset, otherwise create.
             * @example upsert
             */
            action: string;
            /**
             * @description The fields of AssetCreate or AssetPatch, with external_key.
             * @example {
             *       "external_key": "PALLET-0042",
             *       "name": "Pallet 42"
             *     }
             */
            asset: {
                [key: string]: unknown;
            };
        };
        AssetCondition: {
            /** @description A field of the list, or `field:<key>`. */
            field: string;
            operator: string;
            /** @description The value that the operator compares with; absent or null without one. */
            value?: unknown;
        };
        /**
         * @description A new asset. Without external_key, the server mints one.
         * @example {
         *       "name": "Pallet 42",
         *       "external_key": "PALLET-0042",
         *       "metadata": {
         *         "color": "blue"
         *       },
         *       "tags": [
         *         {
         *           "tag_type": "rfid",
         *           "value": "3414257BF40000000000162E"
         *         }
         *       ]
         *     }
         */
        AssetCreate: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /**
             * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
             * @example PALLET-0042
             */
            external_key?: string;
            /**
             * @description May have several lines. Send null to clear it.
             * @example Checked in August.
             *     Next check in two years.
             */
            description?: string | null;
            /**
             * @description Whether the row is in use.
             * @example true
             */
            is_active?: boolean;
            /**
             * @description Free-form JSON object, stored unchanged.
             * @example {
             *       "color": "blue"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description The row is in effect from this instant on. The default is the time of creation.
             * @example 2026-08-21T06:45:00.000Z
             */
            valid_from?: string;
            /**
             * Format: date-time
             * @description The row is in effect before this instant, which is after valid_from; null means no expiry.
             * @example 2030-12-31T23:00:00+01:00
             */
            valid_to?: string | null;
            /** @description Tags to attach to the new asset. */
            tags?: components["schemas"]["TagRequest"][];
        };
        AssetEdit: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name?: string;
            /**
             * @description May have several lines. Send null to clear it.
             * @example Checked in August.
             *     Next check in two years.
             */
            description?: string | null;
            /**
             * @description Whether the row is in use.
             * @example true
             */
            is_active?: boolean;
            /**
             * @description Replaces the whole object; {} clears it.
             * @example {
             *       "color": "blue"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description The row is in effect from this instant on. The default is the time of creation.
             * @example 2026-08-21T06:45:00.000Z
             */
            valid_from?: string;
            /**
             * Format: date-time
             * @description The row is in effect before this instant, which is after valid_from; null means no expiry.
             * @example 2030-12-31T23:00:00+01:00
             */
            valid_to?: string | null;
            /**
             * Format: int64
             * @description Read-only. Leave it out, or send it back unchanged.
             * @example 42
             */
            readonly id?: number;
            /**
             * @description Changed through POST .../rename. Leave it out, or send it back unchanged.
             * @example PALLET-0042
             */
            readonly external_key?: string;
            /**
             * Format: date-time
             * @description Read-only. Leave it out, or send it back unchanged.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Read-only. Leave it out, or send it back: then the patch is rejected if the row was changed since it was read.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly updated_at?: string;
            /**
             * Format: date-time
             * @description Read-only. Leave it out, or send it back unchanged.
             * @example null
             */
            readonly deleted_at?: string | null;
            /** @description Tags are changed through POST and DELETE on .../tags. Leave this field out, or send it back unchanged. */
            readonly tags?: components["schemas"]["Tags"];
            /** @description Changes single keys of metadata; others keep their values. */
            metadata_changes?: {
                /**
                 * @description Values by key.
                 * @example {
                 *       "color": "blue"
                 *     }
                 */
                set?: {
                    [key: string]: unknown;
                };
                /** @description Keys to remove. */
                remove?: string[];
            };
        };
        /** @description A field of assets that the organization has defined. */
        AssetField: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * @description The key of the value in metadata.
             * @example Pallet 42
             */
            key: string;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /**
             * @description How forms show the field. The value of a number is a JSON number, all others are strings.
             * @enum {string}
             */
            type: "text" | "number" | "date" | "choice";
            /** @description The values of a choice, in their order; empty for all other types. */
            options: string[];
            /** @description Whether the forms of the console require a value. */
            is_required: boolean;
            /** @description The order in forms and lists, from 1. */
            position: number;
            /**
             * Format: date-time
             * @description When the row was created.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Advances with every accepted write. Send it back in a PATCH to detect a concurrent write.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly updated_at: string;
        };
        /** @description A page of AssetField. */
        AssetFieldList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["AssetField"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        AssetFieldPatch: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name?: string;
            /** @description The values of a choice, in their order; empty for all other types. */
            options?: string[];
            /** @description Whether the forms of the console require a value. */
            is_required?: boolean;
            /** @description The order in forms and lists, from 1. */
            position?: number;
            /**
             * Format: date-time
             * @description Read-only. Leave it out, or send it back: then the patch is rejected if the row was changed since it was read.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly updated_at?: string;
        };
        /** @description One AssetField. */
        AssetFieldResponse: {
            data: components["schemas"]["AssetField"];
        };
        /** @description One scan event: the presence of the asset at one location. */
        AssetHistoryItem: {
            /**
             * Format: date-time
             * @description Time of the first read of the event.
             * @example 2026-08-21T06:45:00.000Z
             */
            event_observed_at: string;
            /**
             * Format: int64
             * @description Location of the event.
             * @example 7
             */
            location_id: number;
            /**
             * @description Key of the location.
             * @example DOCK-1
             */
            location_external_key: string;
            /**
             * Format: int32
             * @description Whole seconds from the beginning of the previous event to the beginning of this one; null only on the earliest event.
             * @example 5400
             */
            duration_seconds: number | null;
        };
        /** @description A page of AssetHistoryItem. */
        AssetHistoryItemList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["AssetHistoryItem"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description A page of AssetView. */
        AssetList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["AssetView"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description All assets that meet the conditions. */
        AssetListIds: {
            /** @description In the order of the list. */
            asset_ids: number[];
            problems: components["schemas"]["ConditionProblem"][];
        };
        /** @description One AssetListIds. */
        AssetListIdsResponse: {
            data: components["schemas"]["AssetListIds"];
        };
        /** @description A page of the assets that meet the conditions. */
        AssetListPage: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["ListedAsset"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
            /** @description false: more than total_count assets meet the conditions. */
            is_count_exact: boolean;
            /** @description false: only the first assets of the list were compared, because a condition has no index. total_count is the number among them. */
            is_complete: boolean;
            problems: components["schemas"]["ConditionProblem"][];
        };
        /** @description The location of one scanned asset. */
        AssetLocationItem: {
            /**
             * Format: int64
             * @description The asset's id.
             * @example 42
             */
            asset_id: number;
            /**
             * @description The asset's external_key.
             * @example PALLET-0042
             */
            asset_external_key: string;
            /**
             * Format: int64
             * @description Location of the asset; null when that location is soft-deleted.
             * @example 7
             */
            location_id: number | null;
            /**
             * @description Key of the location; null when that location is soft-deleted.
             * @example DOCK-1
             */
            location_external_key: string | null;
            /**
             * Format: date-time
             * @description When the asset was soft-deleted; null while it is live.
             * @example null
             */
            asset_deleted_at: string | null;
            /**
             * Format: date-time
             * @description Time of the latest read of the asset, at any location.
             * @example 2026-08-21T06:45:00.000Z
             */
            asset_last_seen: string;
        };
        /** @description A page of AssetLocationItem. */
        AssetLocationItemList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["AssetLocationItem"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /**
         * @description A merge patch (RFC 7396). Read-only fields may be sent back unchanged. With updated_at, the patch is rejected if the asset was changed since it was read.
         * @example {
         *       "name": "Pallet 43",
         *       "description": null,
         *       "metadata": {
         *         "color": "red"
         *       }
         *     }
         */
        AssetPatch: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name?: string;
            /**
             * @description May have several lines. Send null to clear it.
             * @example Checked in August.
             *     Next check in two years.
             */
            description?: string | null;
            /**
             * @description Whether the row is in use.
             * @example true
             */
            is_active?: boolean;
            /**
             * @description Replaces the whole object; {} clears it.
             * @example {
             *       "color": "blue"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description The row is in effect from this instant on. The default is the time of creation.
             * @example 2026-08-21T06:45:00.000Z
             */
            valid_from?: string;
            /**
             * Format: date-time
             * @description The row is in effect before this instant, which is after valid_from; null means no expiry.
             * @example 2030-12-31T23:00:00+01:00
             */
            valid_to?: string | null;
            /**
             * Format: int64
             * @description Read-only. Leave it out, or send it back unchanged.
             * @example 42
             */
            readonly id?: number;
            /**
             * @description Changed through POST .../rename. Leave it out, or send it back unchanged.
             * @example PALLET-0042
             */
            readonly external_key?: string;
            /**
             * Format: date-time
             * @description Read-only. Leave it out, or send it back unchanged.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Read-only. Leave it out, or send it back: then the patch is rejected if the row was changed since it was read.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly updated_at?: string;
            /**
             * Format: date-time
             * @description Read-only. Leave it out, or send it back unchanged.
             * @example null
             */
            readonly deleted_at?: string | null;
            /** @description Tags are changed through POST and DELETE on .../tags. Leave this field out, or send it back unchanged. */
            readonly tags?: components["schemas"]["Tags"];
        };
        /** @description A photo of an asset. */
        AssetPhoto: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            asset_id: number;
            /** @description The order of the photos of the asset, from 1. */
            position: number;
            /**
             * @description What the photo shows, for users who do not see it.
             * @example Checked in August.
             *     Next check in two years.
             */
            description: string | null;
            /** @description image/png, image/jpeg or image/webp. */
            media_type: string;
            /** @description In pixels. */
            width: number;
            /** @description In pixels. */
            height: number;
            /** @description Size of the stored image. */
            bytes: number;
            has_thumbnail: boolean;
            /**
             * Format: date-time
             * @description When the row was created.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly created_at: string;
        };
        /** @description A page of AssetPhoto. */
        AssetPhotoList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["AssetPhoto"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        AssetPhotoPatch: {
            /**
             * @description What the photo shows, for users who do not see it.
             * @example Checked in August.
             *     Next check in two years.
             */
            description?: string | null;
            /** @description The order of the photos of the asset, from 1. */
            position?: number;
        };
        /** @description One AssetPhoto. */
        AssetPhotoResponse: {
            data: components["schemas"]["AssetPhoto"];
        };
        /** @description A renamed AssetView. */
        AssetRenamed: {
            data: components["schemas"]["AssetView"];
            /**
             * Format: int64
             * @description Number of live sub-locations at all levels. The rename does not change them. 0 for assets.
             * @example 0
             */
            descendant_count_affected: number;
        };
        /** @description One AssetView. */
        AssetResponse: {
            data: components["schemas"]["AssetView"];
        };
        /** @description What the tags of an asset measured last. */
        AssetTelemetry: {
            values: components["schemas"]["TelemetryValue"][];
            tag_ids_with_key: number[];
        };
        /** @description One AssetTelemetry. */
        AssetTelemetryResponse: {
            data: components["schemas"]["AssetTelemetry"];
        };
        /** @description A thing whose location is tracked. */
        AssetView: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            readonly id: number;
            /**
             * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
             * @example PALLET-0042
             */
            external_key: string;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /**
             * @description May have several lines. Send null to clear it.
             * @example Checked in August.
             *     Next check in two years.
             */
            description: string | null;
            /**
             * @description Whether the row is in use.
             * @example true
             */
            is_active: boolean;
            /**
             * @description Free-form JSON object, stored unchanged.
             * @example {
             *       "color": "blue"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description In effect from this instant on.
             * @example 2026-08-21T06:45:00.000Z
             */
            valid_from: string;
            /**
             * Format: date-time
             * @description In effect before this instant; null means no expiry.
             * @example null
             */
            valid_to: string | null;
            /**
             * Format: date-time
             * @description When the row was created.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Advances with every accepted write. Send it back in a PATCH to detect a concurrent write.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly updated_at: string;
            /**
             * Format: date-time
             * @description When the row was soft-deleted; null while it is live.
             * @example null
             */
            readonly deleted_at: string | null;
            /** @description The tags of the asset, in order of creation. */
            readonly tags: components["schemas"]["Tag"][];
        };
        /** @description What needs attention, as far as the caller may see it. */
        Attention: {
            /**
             * Format: date-time
             * @description Time of the response.
             * @example 2026-08-21T06:45:00.000Z
             */
            at: string;
            readers: {
                /** @description Number of active fixed readers. */
                in_use: number;
                /** @description Number of those whose last link is ok: their reads place assets. */
                reporting: number;
                /** @description Number of those that wait for something, such as their first message. */
                waiting: number;
                /** @description Number of those with a broken link. */
                broken: number;
            };
            /** @description Up to 100 problems; those that are broken are first. */
            problems: {
                /**
                 * @description What has the problem.
                 * @enum {string}
                 */
                kind: "reader" | "webhook" | "mail" | "output" | "shared_tags" | "clock" | "disk" | "backup" | "service";
                /** @description False for a warning: it still works. */
                is_broken: boolean;
                /** @description Of a reader: the cause of its diagnosis, wrong_clock or antenna_disconnected. Of a webhook: gone, disabled, failing or behind. Of mail: failing or slow. Of an output: failing. Of a backup: overdue or failed. Of the clock: ahead or behind. Otherwise the kind. */
                cause: string;
                /**
                 * Format: int64
                 * @description Id of the reader, webhook or output.
                 * @example 42
                 */
                id: number | null;
                /** @description Name of the reader, webhook or output. */
                name: string | null;
                /**
                 * Format: date-time
                 * @description Since when it exists, if that is known.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                since: string | null;
                /** @description The antenna that it is about. */
                antenna: number | null;
                /** @description Of a reader whose clock is wrong, in seconds; positive when it is ahead. */
                clock_offset: number | null;
                /** @description Number of waiting events of a webhook, of waiting mails, or of shared tags. */
                count: number | null;
                /** @description A sentence about it. */
                detail: string | null;
                text: components["schemas"]["Text"];
                /** @description The locations whose assets may be elsewhere because of it. */
                location_ids: number[];
            }[];
            /** @description Number of all problems. */
            total_count: number;
            /** @description Number of readers with a problem. */
            reader_count: number;
        };
        /** @description One Attention. */
        AttentionResponse: {
            data: components["schemas"]["Attention"];
        };
        /** @description A change of a record of the organization. */
        AuditEntry: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            changed_at: string;
            actor: {
                /**
                 * @description Kind of the actor: a user, an API key, or Whereabouts itself.
                 * @enum {string}
                 */
                kind: "user" | "api_key" | "system";
                /** @description Id of the user or API key; null for Whereabouts itself. */
                id: string | null;
                /** @description Name of the actor at the time of the change. */
                name: string;
            };
            /**
             * @description Kind of the change.
             * @enum {string}
             */
            action: "created" | "changed" | "renamed" | "moved" | "deleted" | "tag_attached" | "tag_detached" | "tag_key_changed" | "tag_bound" | "dismissed" | "restored" | "token_replaced" | "revoked" | "joined" | "removed" | "password_changed" | "reset_link_created" | "password_reset" | "second_factor_added" | "second_factor_removed" | "recovery_codes_replaced" | "recovery_code_used" | "local_sign_in_allowed" | "passkey_added" | "passkey_removed" | "signed_in" | "provider_linked" | "provider_unlinked" | "earlier_sign_ins_removed" | "ownership_given" | "ownership_ended" | "confirmed" | "photo_added" | "photo_changed" | "photo_removed" | "acknowledged" | "released" | "snoozed" | "closed" | "tested" | "opened" | "canceled" | "finished" | "excused" | "counted" | "started" | "found" | "lost" | "paused" | "printed_again" | "resumed" | "stopped";
            subject: {
                /**
                 * @description Kind of the changed record.
                 * @enum {string}
                 */
                kind: "asset" | "location" | "reader" | "unknown_tag" | "organization" | "member" | "invitation" | "api_key" | "backup" | "plan" | "wall_link" | "asset_field" | "clock" | "webhook" | "alert_rule" | "alert" | "alert_output" | "mail" | "place_sample" | "place_model" | "reference_asset" | "view" | "stocktake" | "search" | "gs1_prefix" | "label_template" | "printer" | "print_job";
                /** @description Id of the changed record, unique within its kind. */
                id: string;
                /** @description The external_key before the change, or the name of a record without one. */
                name: string | null;
                /** @description Whether the record is a live asset, location or reader. */
                is_there: boolean;
                /** @description Present name of a live asset, location or reader; otherwise null. */
                record_name: string | null;
            };
            /** @description The changed fields of a change, or all fields of a deletion; null without a former state. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description The changed fields of a change, or all fields of a creation; null without a new state. */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description The import that made the change; null for other changes. */
            import: {
                /** @description Id of the import, unique within the organization. */
                id: string;
                /** @description Number of entries of the import. */
                entries: number;
            } | null;
        };
        /** @description A page of AuditEntry. */
        AuditEntryList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["AuditEntry"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description The certificate authority of the installation. */
        AuthorityInfo: {
            /** @description SHA-256 of the certificate of the built-in certificate authority, as hexadecimal pairs separated by colons; null when there is none. */
            fingerprint: string | null;
        };
        /** @description One AuthorityInfo. */
        AuthorityInfoResponse: {
            data: components["schemas"]["AuthorityInfo"];
        };
        /** @description A copy of the database with all organizations. */
        Backup: {
            /**
             * @description Name of the file. It begins with the reason for the backup.
             * @example whereabouts-2026-03-09T04-05-06-789.db
             */
            name: string;
            /**
             * Format: date-time
             * @description Time at which the backup began. It contains everything that was written before.
             * @example 2026-08-21T06:45:00.000Z
             */
            created_at: string;
            /** @description Path of the file on the server. */
            path: string;
            /**
             * Format: int64
             * @description Size in bytes.
             * @example 8421376
             */
            size: number;
        };
        /** @description A page of Backup. */
        BackupList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["Backup"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description One Backup. */
        BackupResponse: {
            data: components["schemas"]["Backup"];
        };
        /** @description A barcode tag. */
        BarcodeTag: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            readonly id: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tag_type: "barcode";
            /**
             * @description The identifier that the tag carries.
             * @example 4006381333931
             */
            value: string;
        };
        /** @description A new barcode tag. */
        BarcodeTagRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tag_type: "barcode";
            /**
             * @description The identifier that the tag carries.
             * @example 4006381333931
             */
            value: string;
        };
        /**
         * @description The tag_type of barcode tags.
         * @example barcode
         * @enum {string}
         */
        BarcodeTagType: "barcode";
        /** @description A BLE tag. */
        BleTag: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            readonly id: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tag_type: "ble";
            /**
             * @description The identifier that the tag carries.
             * @example AC233F5E1A02
             */
            value: string;
        };
        /** @description A new BLE tag. */
        BleTagRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tag_type: "ble";
            /**
             * @description The identifier that the tag carries.
             * @example AC233F5E1A02
             */
            value: string;
        };
        /**
         * @description The tag_type of BLE tags.
         * @example ble
         * @enum {string}
         */
        BleTagType: "ble";
        /** @description A bound tag. Either asset_id or location_id is null. */
        BoundTag: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            tag_type: string;
            value: string;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            asset_id: number | null;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number | null;
        };
        /** @description One BoundTag. */
        BoundTagResponse: {
            data: components["schemas"]["BoundTag"];
        };
        /** @description Exchanges client_id and client_secret of an API key for tokens (RFC 6749 §4.4). */
        ClientCredentialsGrant: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            grant_type: "client_credentials";
            /**
             * Format: uuid
             * @description The UUID of the API key.
             * @example 0d3a9e6b-6d2c-4f0a-9d1b-5c1f6f0f3b52
             */
            client_id: string;
            /**
             * Format: password
             * @description The secret, which was shown only when the API key was created.
             * @example wab_...
             */
            client_secret: string;
        };
        /**
         * @description The grant_type client_credentials.
         * @example client_credentials
         * @enum {string}
         */
        ClientCredentialsGrantType: "client_credentials";
        /** @description The correct machine time, as the service has shown it within the last hour. */
        ClockConfirmationRequest: {
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            machine_time: string;
        };
        /** @description The state of the clock of the machine. */
        ClockState: {
            /**
             * @description `believed`: the machine time is accepted. Otherwise, how it differs from the believed time.
             * @enum {string}
             */
            state: "believed" | "ahead" | "behind";
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            machine_time: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            believed_time: string;
            /** @description Time until the service accepts the machine time without a confirmation, in seconds of running; null if it needs one. */
            remaining_seconds: number | null;
        };
        /** @description One ClockState. */
        ClockStateResponse: {
            data: components["schemas"]["ClockState"];
        };
        /** @description What codes say. */
        Codes: {
            data: {
                /** @description The value of the request. */
                value: string;
                /** @description The value that a tag with this code gets: in brackets if the code has separators. */
                tag_value: string;
                identity: components["schemas"]["TagIdentity"];
                /** @description The values of which this one consists, if all of them are known. Empty otherwise. */
                parts: string[];
                /** @description Why a value that looks like a GS1 code has no identity. */
                problem: string | null;
            }[];
        };
        /** @description A condition that does not apply. The others do. */
        ConditionProblem: {
            /** @description The place of the condition, from 0. */
            index: number;
            /** @enum {string} */
            code: "unknown_field" | "unknown_operator" | "invalid_value" | "gone" | "contradiction" | "present_only";
            /** @description Why the condition does not apply. */
            message: string;
            text: components["schemas"]["Text"];
        };
        /** @description A new API key, with its secret. */
        CreatedApiKey: {
            /**
             * Format: uuid
             * @description The id of the API key.
             */
            client_id: string;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /** @description The scopes of the API key. */
            scopes: string[];
            /**
             * Format: date-time
             * @description The time of expiry; null if the API key does not expire.
             * @example 2026-08-21T06:45:00.000Z
             */
            expires_at: string | null;
            /** @description The secret. It is returned only once; only its hash is stored. */
            client_secret: string;
        };
        /** @description One CreatedApiKey. */
        CreatedApiKeyResponse: {
            data: components["schemas"]["CreatedApiKey"];
        };
        /** @description A new invitation, with its link. */
        CreatedInvitation: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * @description The role that the user will have.
             * @enum {string}
             */
            role: "viewer" | "operator" | "manager" | "admin";
            /** @description The only e-mail address that may accept; null: every user with the link may accept. */
            email: string | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            expires_at: string;
            /** @description The path and fragment of the link. It is returned only once; only the hash of its secret is stored. */
            url: string;
        };
        /** @description One CreatedInvitation. */
        CreatedInvitationResponse: {
            data: components["schemas"]["CreatedInvitation"];
        };
        /** @description One CreatedWallLinkView. */
        CreatedWallLinkResponse: {
            data: components["schemas"]["CreatedWallLinkView"];
        };
        CreatedWallLinkView: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            name: string;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number;
            location_name: string;
            /** @description Name of the user. */
            created_by: string | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            created_at: string;
            /** @description Path of the page, with the secret. It is not shown again. */
            url: string;
        };
        /** @description A soft-deleted asset. */
        DeletedAsset: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            readonly id: number;
            /**
             * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
             * @example PALLET-0042
             */
            external_key: string;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /**
             * @description May have several lines. Send null to clear it.
             * @example Checked in August.
             *     Next check in two years.
             */
            description: string | null;
            /**
             * @description Whether the row is in use.
             * @example true
             */
            is_active: boolean;
            /**
             * @description Free-form JSON object, stored unchanged.
             * @example {
             *       "color": "blue"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description In effect from this instant on.
             * @example 2026-08-21T06:45:00.000Z
             */
            valid_from: string;
            /**
             * Format: date-time
             * @description In effect before this instant; null means no expiry.
             * @example null
             */
            valid_to: string | null;
            /**
             * Format: date-time
             * @description When the row was created.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Advances with every accepted write. Send it back in a PATCH to detect a concurrent write.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly updated_at: string;
            /**
             * Format: date-time
             * @description When the row was soft-deleted; null while it is live.
             * @example null
             */
            readonly deleted_at: string | null;
            /** @description The tags that were deleted with the asset. */
            tags: {
                tag_type: string;
                value: string;
                /** @description What has the tag now; null when the tag is free. */
                taken_by: {
                    /** @enum {string} */
                    kind: "asset" | "location";
                    /**
                     * Format: int64
                     * @description Assigned by the server; unique within an entity type.
                     * @example 42
                     */
                    id: number;
                    name: string;
                } | null;
            }[];
            /** @description The asset that has the external_key now; null when the key is free. */
            key_taken_by: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                id: number;
                name: string;
            } | null;
        };
        /** @description One DeletedAsset. */
        DeletedAssetResponse: {
            data: components["schemas"]["DeletedAsset"];
        };
        /** @description One DetailedPlaceSampleView. */
        DetailedPlaceSampleResponse: {
            data: components["schemas"]["DetailedPlaceSampleView"];
        };
        /** @description A sample with what each antenna heard. */
        DetailedPlaceSampleView: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number;
            /**
             * @description Only a kept sample can decide.
             * @enum {string}
             */
            state: "recording" | "ready" | "kept" | "rejected";
            /**
             * @description Why the sample was rejected.
             * @enum {string|null}
             */
            reason: "moved" | "not_heard" | null;
            /** @description When a tag moved; null when none did. */
            moved_after_seconds: number | null;
            /** @description Whether an antenna has changed since. */
            is_stale: boolean;
            /**
             * @description What has changed.
             * @enum {string|null}
             */
            stale_reason: "offset_changed" | "antenna_moved" | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            started_at: string;
            seconds: number;
            read_count: number;
            /** @description What was recorded: assets with all their tags, or single tags. */
            tags: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                asset_id: number | null;
                tag_type: string | null;
                value: string | null;
            }[];
            created_by: {
                user_id: string;
                name: string;
            };
            /** @description The antennas that heard the tags, the strongest first. */
            antennas: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                reader_id: number;
                port: number;
                read_count: number;
                level_dbm: number;
                /** @description Share of the seconds with reads in which this antenna read nothing. */
                missed_share: number;
                /** @description Number of reads by RSSI, in steps of 2 dB from -80 to -30 dBm. */
                histogram: number[];
            }[];
        };
        /** @description The results of `whereabouts doctor`. */
        Diagnosis: {
            /** @description Whether an examination is in progress. */
            is_running: boolean;
            /**
             * Format: date-time
             * @description The end of the last examination; null before the first one since the start.
             * @example 2026-08-21T06:45:00.000Z
             */
            finished_at: string | null;
            /** @description Why the last examination failed; null if it succeeded. */
            failure: string | null;
            failure_text: components["schemas"]["Text"];
            findings: {
                /**
                 * @description The check.
                 * @enum {string}
                 */
                check: "version" | "data_directory" | "database" | "disk_space" | "clock" | "service" | "ports" | "certificate" | "backup" | "external_broker" | "sign_in_providers";
                /**
                 * @description The result.
                 * @enum {string}
                 */
                state: "ok" | "warning" | "problem";
                /** @description What was found. */
                summary: string;
                text: components["schemas"]["Text"];
                /** @description What to do about it. */
                advice: string | null;
                advice_text: components["schemas"]["Text"];
            }[];
        };
        /** @description One Diagnosis. */
        DiagnosisResponse: {
            data: components["schemas"]["Diagnosis"];
        };
        /** @description The reader at an address. */
        DiscoveredReader: {
            manufacturer: string | null;
            model: string | null;
            firmware: string | null;
            antenna_count: number | null;
            /** @description The transmit powers that can be set, in dBm. */
            powers_dbm: number[] | null;
            /** @description The radio rules that the reader follows. */
            region: string | null;
            /** @description Whether another client is connected to the reader, or has set it up. A reader with a connected client tells nothing, so all other fields are null. */
            is_held: boolean;
        };
        /** @description One DiscoveredReader. */
        DiscoveredReaderResponse: {
            data: components["schemas"]["DiscoveredReader"];
        };
        /** @description The effect of a dismissal. */
        DismissalResult: {
            /** @description Number of unknown tags that were deleted. */
            dismissed: number;
        };
        /** @description One DismissalResult. */
        DismissalResultResponse: {
            data: components["schemas"]["DismissalResult"];
        };
        /** @description An unknown tag, or the beginning of unknown tags, that was dismissed. */
        DismissedTag: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            tag_type: string;
            value: string;
            is_prefix: boolean;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            dismissed_at: string;
        };
        /** @description A page of DismissedTag. */
        DismissedTagList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["DismissedTag"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description How long assets stayed at one location. */
        DwellItem: {
            /**
             * Format: int64
             * @description The location.
             * @example 7
             */
            location_id: number;
            /**
             * @description Key of the location; null when it is soft-deleted.
             * @example DOCK-1
             */
            location_external_key: string | null;
            /**
             * Format: int64
             * @description Number of visits in the period.
             * @example 12
             */
            visits: number;
            /**
             * Format: int64
             * @description Sum of all visits in the period, in whole seconds.
             * @example 86400
             */
            total_seconds: number;
            /**
             * Format: int64
             * @description Half of the visits were not longer, in whole seconds.
             * @example 5400
             */
            p50_seconds: number;
            /**
             * Format: int64
             * @description Nine of ten visits were not longer, in whole seconds.
             * @example 14400
             */
            p90_seconds: number;
        };
        /** @description A page of DwellItem. */
        DwellItemList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["DwellItem"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
            /**
             * @description false: the service has not yet counted everything that was recorded before the request.
             * @example true
             */
            is_current: boolean;
        };
        /** @description Where the asset is after the event. */
        EpcisBizLocation: {
            /**
             * @description The place.
             * @example urn:epc:id:sgln:0614141.07346.0
             */
            id: string;
        };
        /** @description The content. */
        EpcisBody: {
            queryResults: components["schemas"]["EpcisQueryResults"];
        };
        /** @description Why an event is wrong. */
        EpcisErrorDeclaration: {
            /**
             * Format: date-time
             * @description When the service recorded the correction.
             * @example 2026-08-21T06:45:00.000Z
             */
            declarationTime: string;
            /**
             * @description `incorrect_data`: another event replaces it. `did_not_occur`: it was removed.
             * @example incorrect_data
             */
            reason: string;
            /** @description The event that replaces it. Absent when it was removed. */
            correctiveEventIDs?: string[];
        };
        /** @description The arrival of an asset at a place. */
        EpcisObjectEvent: {
            /**
             * @description The type of the event.
             * @example ObjectEvent
             */
            type: string;
            /**
             * @description Hash of the event (CBV 2.0).
             * @example ni:///sha-256;b0b1d5d0c2a1f7b1e5f5d2b1f9a0c4b7b8a3a1d2c3e4f5061728394a5b6c7d8e?ver=CBV2.0
             */
            eventID: string;
            /**
             * Format: date-time
             * @description Time of the first read.
             * @example 2026-08-21T06:45:00.000Z
             */
            eventTime: string;
            /**
             * @description Always +00:00.
             * @example +00:00
             */
            eventTimeZoneOffset: string;
            /**
             * Format: date-time
             * @description When the service recorded the event.
             * @example 2026-08-21T06:45:00.000Z
             */
            recordTime: string;
            /** @description The asset. */
            epcList: string[];
            /**
             * @description Always OBSERVE.
             * @example OBSERVE
             */
            action: string;
            readPoint: components["schemas"]["EpcisReadPoint"];
            bizLocation: components["schemas"]["EpcisBizLocation"];
            errorDeclaration?: components["schemas"]["EpcisErrorDeclaration"];
        };
        /** @description An EPCISQueryDocument of EPCIS 2.0 in JSON-LD. */
        EpcisQueryDocument: {
            /** @description The JSON-LD context of EPCIS 2.0. */
            "@context": string[];
            /**
             * @description Version of EPCIS.
             * @example 2.0
             */
            schemaVersion: string;
            /**
             * Format: date-time
             * @description When the document was created.
             * @example 2026-08-21T06:45:00.000Z
             */
            creationDate: string;
            /**
             * @description The type of the document.
             * @example EPCISQueryDocument
             */
            type: string;
            epcisBody: components["schemas"]["EpcisBody"];
        };
        /** @description The result of the query. */
        EpcisQueryResults: {
            /**
             * @description Name of the query.
             * @example SimpleEventQuery
             */
            queryName: string;
            resultsBody: components["schemas"]["EpcisResultsBody"];
        };
        /** @description Where the asset was read. */
        EpcisReadPoint: {
            /**
             * @description The antenna, or the place of a handheld.
             * @example urn:epc:id:sgln:0614141.07346.0
             */
            id: string;
        };
        /** @description The events. */
        EpcisResultsBody: {
            /** @description The events, in order of eventTime. */
            eventList: components["schemas"]["EpcisObjectEvent"][];
        };
        /**
         * @description The body of every error.
         * @example {
         *       "error": {
         *         "type": "validation_error",
         *         "title": "Validation failed",
         *         "status": 400,
         *         "detail": "name is required",
         *         "instance": "/api/v1/assets",
         *         "request_id": "01K3QF6Z9T1V4W8X2Y5Z7A9BCD",
         *         "fields": [
         *           {
         *             "field": "name",
         *             "code": "required",
         *             "message": "name is required"
         *           }
         *         ]
         *       }
         *     }
         */
        ErrorEnvelope: {
            error: components["schemas"]["ErrorInfo"];
        };
        /** @description A description of the error. */
        ErrorInfo: {
            /**
             * @description The kind of error, to branch on: validation_error, bad_request, unauthorized, forbidden, not_found, method_not_allowed, conflict, precondition_failed, payload_too_large, unsupported_media_type, rate_limited, service_unavailable, insufficient_storage, internal_error.
             * @example not_found
             */
            type: string;
            /**
             * @description The title of the type, for users.
             * @example Not found
             */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status.
             * @example 404
             */
            status: number;
            /**
             * @description The error message, for users. The text may change.
             * @example Asset not found
             */
            detail: string;
            /**
             * @description The path of the request.
             * @example /api/v1/assets/42
             */
            instance: string;
            /**
             * @description Equals the x-request-id header. Include it in support requests.
             * @example 01K3QF6Z9T1V4W8X2Y5Z7A9BCD
             */
            request_id: string;
            /** @description The errors of the fields. Only with validation_error. */
            fields?: components["schemas"]["FieldError"][];
        };
        /** @description Something that happened in the organization. */
        Event: {
            /**
             * Format: int64
             * @description Number of the event in its organization: from 1, without gaps.
             * @example 42
             */
            sequence: number;
            /**
             * @description The kind of event: asset.moved, asset.move_corrected, asset.history_trimmed, asset.created, asset.updated, asset.renamed, asset.deleted, asset.restored, location.created, location.updated, location.renamed, location.deleted, location.restored, reader.silent, reader.live, tag.unknown, alert.opened, alert.acknowledged, alert.closed, alert.retracted, stocktake.opened, stocktake.closed. Later versions may add types: ignore types that you do not know.
             * @example asset.moved
             */
            type: string;
            /**
             * Format: date-time
             * @description When it happened, by the time of the reader.
             * @example 2026-08-21T06:45:00.000Z
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description When the service recorded it.
             * @example 2026-08-21T06:45:00.000Z
             */
            recorded_at: string;
            /**
             * Format: int64
             * @description The asset that the event is about.
             * @example 42
             */
            asset_id: number | null;
            /**
             * @description Key of the asset when the event was recorded.
             * @example PALLET-0042
             */
            asset_external_key: string | null;
            /**
             * Format: int64
             * @description The location that the event is about; for a move, the location that the asset moved to.
             * @example 42
             */
            location_id: number | null;
            /**
             * @description Key of the location when the event was recorded.
             * @example PALLET-0042
             */
            location_external_key: string | null;
            /**
             * Format: int64
             * @description The reader that the event is about, or that began the scan event.
             * @example 42
             */
            reader_id: number | null;
            /**
             * @description Key of the reader when the event was recorded.
             * @example PALLET-0042
             */
            reader_external_key: string | null;
            tag: components["schemas"]["EventTag"];
            record: components["schemas"]["EventRecord"];
            move: components["schemas"]["EventMove"];
            trim: components["schemas"]["EventTrim"];
            alert: components["schemas"]["EventAlert"];
            stocktake: components["schemas"]["EventStocktake"];
            /**
             * @description Sequences of the events that this one replaces.
             * @example []
             */
            replaces: number[];
        };
        /** @description An alert after the change. */
        EventAlert: {
            /**
             * Format: int64
             * @description Id of the alert.
             * @example 42
             */
            id: number;
            /**
             * Format: int64
             * @description Id of its rule.
             * @example 42
             */
            rule_id: number;
            /**
             * @description Name of its rule.
             * @example Thermo boxes outside
             */
            rule_name: string;
            /**
             * @description Kind of its rule.
             * @example outside
             */
            kind: string;
            /**
             * @description urgent or normal.
             * @example urgent
             */
            severity: string;
            subject: components["schemas"]["AlertSubject"];
            /**
             * @description true: it was recorded more than 15 min after it opened, because reads came late.
             * @example false
             */
            is_late: boolean;
            /**
             * @description Why it was closed: cleared, person, rule_changed or retracted; null while it is open.
             * @example null
             */
            close_reason: string | null;
        } | null;
        /** @description A scan event of an asset. */
        EventMove: {
            /**
             * Format: int64
             * @description Id of the scan event.
             * @example 42
             */
            event_id: number;
            /**
             * @description true: the scan event is no longer part of the history.
             * @example false
             */
            is_removed: boolean;
            /**
             * @description Why the scan event began; null when it was removed.
             * @example stronger
             */
            cause: string | null;
            /**
             * @description true: the asset has just appeared, and an asset.move_corrected event may replace this one within 15 s of occurred_at. No other event confirms it.
             * @example false
             */
            is_provisional: boolean;
            /**
             * Format: date-time
             * @description Time of the first read; null when the scan event was removed.
             * @example 2026-08-21T06:45:00.000Z
             */
            event_observed_at: string | null;
            /**
             * Format: int64
             * @description The same in microseconds since 1970, for the order and the durations of the history.
             * @example 1790000000000000
             */
            event_observed_micros: number | null;
            /**
             * Format: date-time
             * @description Time of the last read when the event was recorded. Later reads extend it.
             * @example 2026-08-21T06:45:00.000Z
             */
            event_last_read_at: string | null;
            /**
             * Format: int64
             * @description The location before it; null when it is the first of the asset.
             * @example 42
             */
            previous_location_id: number | null;
            /**
             * @description Key of the location before it.
             * @example PALLET-0042
             */
            previous_location_external_key: string | null;
            /**
             * Format: int64
             * @description The location of the asset after this change; null without a history.
             * @example 42
             */
            current_location_id: number | null;
            /**
             * @description Key of the location of the asset after this change.
             * @example PALLET-0042
             */
            current_location_external_key: string | null;
            /**
             * Format: date-time
             * @description Since when the asset is there.
             * @example 2026-08-21T06:45:00.000Z
             */
            current_event_observed_at: string | null;
        } | null;
        /** @description A page of Event. */
        EventPage: {
            /** @description The events, oldest first. May be empty, but is never null. */
            data: components["schemas"]["Event"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The value of after for the next page.
             * @example 42
             */
            next_after: number;
            /**
             * Format: int64
             * @description The newest sequence of the log. There are further events while next_after is less.
             * @example 42
             */
            newest_sequence: number;
        };
        /** @description The asset or location after the change. */
        EventRecord: {
            /**
             * @description The key after the change.
             * @example PALLET-0042
             */
            external_key: string;
            /**
             * @description The key before the change, when it has changed.
             * @example PALLET-0042
             */
            previous_external_key: string | null;
            /**
             * @description The name after the change.
             * @example Pallet 42
             */
            name: string;
            /**
             * @description Whether the record is active.
             * @example true
             */
            is_active: boolean;
            /**
             * Format: int64
             * @description The parent of a location; null for assets.
             * @example 42
             */
            parent_id: number | null;
            /**
             * Format: date-time
             * @description The record is effective from this time.
             * @example 2026-08-21T06:45:00.000Z
             */
            valid_from: string;
            /**
             * Format: date-time
             * @description The record is effective until this time.
             * @example 2026-08-21T06:45:00.000Z
             */
            valid_to: string | null;
            /**
             * Format: date-time
             * @description When the record was soft-deleted.
             * @example 2026-08-21T06:45:00.000Z
             */
            deleted_at: string | null;
        } | null;
        /** @description A stocktake that was opened or closed. */
        EventStocktake: {
            /**
             * Format: int64
             * @description Id of the stocktake.
             * @example 42
             */
            id: number;
            /**
             * @description Its name.
             * @example North hall, November
             */
            name: string;
            /**
             * Format: int64
             * @description The location that is counted.
             * @example 42
             */
            location_id: number;
            counts: components["schemas"]["StocktakeCounts"];
            /**
             * @description SHA-256 of the result; null while it is open.
             * @example null
             */
            result_sha256: string | null;
        } | null;
        /** @description A tag that was read and belongs to no asset or location. */
        EventTag: {
            /**
             * @description The type of the tag.
             * @example rfid
             */
            tag_type: string;
            /**
             * @description The value, as the reader sent it.
             * @example E2801160600002
             */
            value: string;
        } | null;
        /** @description The beginning of a history after older scan events were deleted. */
        EventTrim: {
            /**
             * Format: int64
             * @description Id of the scan event with which the history begins.
             * @example 42
             */
            first_event_id: number;
            /**
             * Format: date-time
             * @description Time of its first read.
             * @example 2026-08-21T06:45:00.000Z
             */
            first_event_observed_at: string;
        } | null;
        /** @description A scan event with its origin, and the text of its reason. */
        ExplainedEvent: {
            /**
             * Format: int64
             * @description Id of the scan event. The event log names it event_id.
             * @example 42
             */
            id: number;
            /**
             * Format: int64
             * @description Location of the event.
             * @example 7
             */
            location_id: number;
            /**
             * @description Key of the location.
             * @example DOCK-1
             */
            location_external_key: string;
            /**
             * @description Name of the location.
             * @example Dock 1
             */
            location_name: string;
            /**
             * Format: date-time
             * @description Time of the first read.
             * @example 2026-08-21T06:45:00.000Z
             */
            first_seen_at: string;
            /**
             * Format: date-time
             * @description Time of the last read.
             * @example 2026-08-21T06:45:00.000Z
             */
            last_seen_at: string;
            /**
             * Format: int64
             * @description Number of reads.
             * @example 42
             */
            read_count: number;
            /**
             * @description The strongest signal in dBm; null when no read had one.
             * @example -48.5
             */
            strongest_rssi: number | null;
            /**
             * Format: int64
             * @description The reader of the first read; null for a submission by a user.
             * @example 3
             */
            reader_id: number | null;
            /**
             * @description Key of the reader.
             * @example GATE-1
             */
            reader_external_key: string | null;
            /**
             * @description Name of the reader.
             * @example Gate 1
             */
            reader_name: string | null;
            /**
             * Format: int32
             * @description The antenna of the first read.
             * @example 1
             */
            antenna: number | null;
            /**
             * @description Why the event began: first, returned, stronger, unheard, scanned, resumed or late.
             * @example stronger
             */
            cause: string;
            /**
             * @description The same in a sentence for people, with the values of the location decision.
             * @example Dock 1 at -48 dBm, Hall at -60 dBm; stronger for 2.7 s
             */
            reason: string;
            /**
             * @description Signal at the location when the asset moved there, in dBm; null when the move had no signals.
             * @example -48.2
             */
            signal_dbm: number | null;
            /**
             * @description Signal at the previous location at that time, in dBm; null when the move had no signals.
             * @example -60.1
             */
            previous_signal_dbm: number | null;
            /**
             * Format: int32
             * @description Whole seconds from the beginning of the previous event to the beginning of this one; null only on the earliest event.
             * @example 5400
             */
            duration_seconds: number | null;
            text: components["schemas"]["Text"];
            /** @description true for 15 s after the asset has appeared: a later read may correct the location. */
            is_provisional: boolean;
            /**
             * @description How sure the location is; null when fewer than six antennas read the asset lately.
             * @enum {string|null}
             */
            certainty: "sure" | "probably" | "maybe" | null;
            /**
             * Format: int64
             * @description The location where the asset may be instead; null without one.
             * @example 42
             */
            rival_location_id: number | null;
            /** @description Name of that location. */
            rival_location_name: string | null;
            /**
             * Format: date-time
             * @description Since when the asset was being carried as it moved; null when it was not.
             * @example 2026-08-21T06:45:00.000Z
             */
            carried_since: string | null;
            /** @description The antennas at the location whose signals were added up, the strongest first. */
            summed_antennas: components["schemas"]["SummedAntenna"][];
        };
        /** @description A page of ExplainedEvent. */
        ExplainedEventList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["ExplainedEvent"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description An error of one field. */
        FieldError: {
            /**
             * @description The field or parameter. A nested field is given as a path.
             * @example tags[0].value
             */
            field: string;
            /**
             * @description The kind of error. Later versions may add codes: accept codes that you do not know.
             * @example required
             */
            code: string;
            /**
             * @description The error message, for users.
             * @example name is required
             */
            message: string;
            /**
             * @description Details of the error, such as allowed_values.
             * @example {
             *       "minimum": 1
             *     }
             */
            params?: {
                [key: string]: unknown;
            };
        };
        /** @description One FloorDayView. */
        FloorDayResponse: {
            data: components["schemas"]["FloorDayView"];
        };
        /** @description The moves of 24 hours. */
        FloorDayView: {
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            to: string;
            /** @description Length of a step. */
            step_seconds: number;
            /** @description The oldest first. */
            steps: {
                /** @description Number of moves in the step. */
                moves: number;
                /** @description By location: its id, and by how much its number of assets changed. */
                changes: number[][];
                /** @description The 8 paths with the most moves: id of the previous location (0 if it is not known), id of the new location, number of moves. */
                paths: number[][];
            }[];
        };
        /** @description One FloorView. */
        FloorResponse: {
            data: components["schemas"]["FloorView"];
        };
        /** @description What a floor plan shows. */
        FloorView: {
            /**
             * Format: date-time
             * @description Time of the counts.
             * @example 2026-08-21T06:45:00.000Z
             */
            at: string;
            /** @description The locations that have assets. */
            locations: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                location_id: number;
                /** @description Number of assets at the location itself, as in the report. */
                asset_count: number;
                /**
                 * Format: date-time
                 * @description Latest read of these assets.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                last_read_at: string;
                /** @description Number of those assets that were seen in the last 24 hours. */
                day_count: number;
                /** @description Number of those assets that were not seen for a week. */
                old_count: number;
            }[];
            /** @description The locations whose readers are all silent or broken, with the one that worked last. */
            silent: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                location_id: number;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                reader_id: number;
                reader_name: string;
                /** @description The cause of the diagnosis of the reader. */
                cause: string;
                /**
                 * Format: date-time
                 * @example 2026-08-21T06:45:00.000Z
                 */
                silent_since: string;
            }[];
            /** @description Up to 12 moves of the last 15 minutes, the newest first. */
            moves: {
                /**
                 * Format: int64
                 * @description Id of the scan event that began with the move.
                 * @example 42
                 */
                id: number;
                /**
                 * Format: date-time
                 * @example 2026-08-21T06:45:00.000Z
                 */
                event_observed_at: string;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                asset_id: number;
                asset_external_key: string;
                asset_name: string;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                location_id: number;
                /**
                 * Format: int64
                 * @description Null if it is not known.
                 * @example 42
                 */
                previous_location_id: number | null;
            }[];
            /** @description Number of assets in effect, seen or not. */
            asset_count: number;
            /** @description Number of those that were never seen. */
            never_seen_count: number;
        };
        /** @description The moves from one location to another. */
        FlowItem: {
            /**
             * Format: int64
             * @description The location before the move.
             * @example 7
             */
            from_location_id: number;
            /**
             * @description Key of that location; null when it is soft-deleted.
             * @example DOCK-1
             */
            from_location_external_key: string | null;
            /**
             * Format: int64
             * @description The location after the move.
             * @example 7
             */
            to_location_id: number;
            /**
             * @description Key of that location; null when it is soft-deleted.
             * @example DOCK-1
             */
            to_location_external_key: string | null;
            /**
             * Format: int64
             * @description Number of moves in the period.
             * @example 134
             */
            moves: number;
        };
        /** @description A page of FlowItem. */
        FlowItemList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["FlowItem"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
            /**
             * @description false: the service has not yet counted everything that was recorded before the request.
             * @example true
             */
            is_current: boolean;
        };
        Gs1Counter: {
            /**
             * @description The kind of the number.
             * @example giai
             */
            scheme: string;
            /**
             * @description Asset type of a GRAI, or item reference of an SGTIN as in its URI, with the indicator first. Null: GIAI and SSCC, which have none.
             * @example 12345
             */
            reference: string | null;
            /**
             * Format: int64
             * @description The serial of the next number.
             * @example 1001
             */
            next_serial: number;
            /**
             * @description Whether nothing is minted before a person confirms the next serial, after a restore or a copy.
             * @example false
             */
            needs_confirmation: boolean;
            /**
             * Format: int64
             * @description The highest known serial plus 10,000, if it needs confirmation; null in lists.
             * @example 11000
             */
            proposed_serial: number | null;
        };
        Gs1CounterChange: {
            /**
             * @description The kind of the number.
             * @example giai
             */
            scheme: string;
            /**
             * @description Asset type of a GRAI, or item reference of an SGTIN as in its URI, with the indicator first. Null: GIAI and SSCC, which have none.
             * @example 12345
             */
            reference?: string | null;
            /**
             * Format: int64
             * @description The serial of the next number.
             * @example 1001
             */
            next_serial: number;
        };
        Gs1Minting: {
            /**
             * @description The kind of the number.
             * @example giai
             */
            scheme: string;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            prefix_id: number;
            /**
             * @description Asset type of a GRAI, or item reference of an SGTIN as in its URI, with the indicator first. Null: GIAI and SSCC, which have none.
             * @example 12345
             */
            reference?: string | null;
            /**
             * @description How many numbers.
             * @example 10
             */
            count: number;
        };
        Gs1Prefix: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * @description GS1 company prefix: 6 to 12 digits.
             * @example 9521234
             */
            prefix: string;
            /**
             * @description Whether an owner of the installation allows it although another organization has it.
             * @example false
             */
            is_shared: boolean;
            /** @description The next serial of each kind. */
            counters: components["schemas"]["Gs1Counter"][];
            /**
             * Format: date-time
             * @description When the row was created.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly created_at: string;
        };
        Gs1PrefixInput: {
            /**
             * @description GS1 company prefix: 6 to 12 digits.
             * @example 9521234
             */
            prefix: string;
            /**
             * @description True: another organization may have the prefix, too. Only for owners of the installation.
             * @example false
             */
            is_shared?: boolean;
        };
        /** @description A page of Gs1Prefix. */
        Gs1PrefixList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["Gs1Prefix"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description One Gs1Prefix. */
        Gs1PrefixResponse: {
            data: components["schemas"]["Gs1Prefix"];
        };
        /** @description The outcomes of the rows of an import. */
        ImportReport: {
            created: number;
            changed: number;
            unchanged: number;
            refused: number;
            /** @description One for each row, in the order of the request. */
            rows: {
                /** @enum {string} */
                outcome: "created" | "changed" | "unchanged" | "refused";
                /**
                 * Format: int64
                 * @description Id of the asset; null for a refused row, and for a row that a dry run would create.
                 * @example 42
                 */
                id: number | null;
                /** @description Key of the asset; null for a refused row, and for a row that a dry run would create. */
                external_key: string | null;
                /** @description Names of the changed fields; empty for other rows. */
                changes: string[];
                /** @description The first 20 errors of a refused row. */
                errors: {
                    field: string;
                    /** @description A code of the error envelope, or `conflict` when the key or the tag is in use. */
                    code: string;
                    message: string;
                    text: components["schemas"]["Text"];
                    params?: {
                        [key: string]: unknown;
                    };
                }[];
            }[];
        };
        /** @description One ImportReport. */
        ImportReportResponse: {
            data: components["schemas"]["ImportReport"];
        };
        /** @description What the undo of an import has done. */
        ImportUndo: {
            /** @description Number of assets that the import had created. */
            deleted: number;
            /** @description Number of assets that the import had changed. */
            reverted: number;
            /** @description The assets that stay as they are. */
            skipped: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                asset_id: number;
                /** @enum {string} */
                reason: "changed_since" | "deleted_since" | "not_kept";
            }[];
        };
        /** @description One ImportUndo. */
        ImportUndoResponse: {
            data: components["schemas"]["ImportUndo"];
        };
        /** @description The settings of the installation that concern its organizations. */
        Installation: {
            /** @description Port of the built-in broker without TLS; null when it is off. */
            mqtt_port: number | null;
            /** @description Port of the built-in broker over TLS; null when it is off. */
            mqtts_port: number | null;
            /** @description Addresses by which other machines reach the built-in broker. */
            mqtt_hosts: string[];
            /** @description Addresses by which other machines reach the HTTP port. */
            http_hosts: string[];
            /** @description The limits of the installation. */
            limits: {
                /** @description The environment variable that changes it. */
                variable: string;
                value: number;
                default: number;
                meaning: string;
                text: components["schemas"]["Text"];
            }[];
            database: {
                /**
                 * @description What the checks of the database have found. `damaged`: writes are refused.
                 * @enum {string}
                 */
                state: "unchecked" | "checking" | "sound" | "damaged";
                /**
                 * Format: date-time
                 * @description Time of the last complete check; null when there was none.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                checked_at: string | null;
                /** @description Number of tables that the running check has checked; null when none is running. */
                checked_tables: number | null;
                /** @description Number of tables that the running check checks; null when none is running. */
                tables: number | null;
                /** @description The first damage as SQLite describes it; null when none was found. */
                damage: string | null;
            };
        };
        /** @description One Installation. */
        InstallationResponse: {
            data: components["schemas"]["Installation"];
        };
        /** @description An invitation that can still be accepted. */
        Invitation: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * @description The role that the user will have.
             * @enum {string}
             */
            role: "viewer" | "operator" | "manager" | "admin";
            /** @description The only e-mail address that may accept; null: every user with the link may accept. */
            email: string | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            expires_at: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            created_at: string;
            /** @description Name of the admin who created the invitation. */
            invited_by: string;
        };
        /** @description A page of Invitation. */
        InvitationList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["Invitation"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description The organization and role that an invitation offers. */
        InvitationLook: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            organization_name: string;
            /**
             * @description The role that the user will have.
             * @enum {string}
             */
            role: "viewer" | "operator" | "manager" | "admin";
            /** @description The only e-mail address that may accept; null: every user with the link may accept. */
            email: string | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            expires_at: string;
        };
        /** @description One InvitationLook. */
        InvitationLookResponse: {
            data: components["schemas"]["InvitationLook"];
        };
        /** @description A part of a label. */
        LabelElement: {
            /**
             * @description What the element is.
             * @example text
             */
            kind: string;
            /**
             * @description What a text or code shows: external_key, name, description, organization, location, code, epc, gs1_key, serial, element_string, uri, digital_link, or field: and the key of an asset field. Null: text is shown.
             * @example external_key
             */
            field: string | null;
            /**
             * @description A text that all labels have. Null: field is shown.
             * @example Acme
             */
            text: string | null;
            /**
             * @description The picture of an image: a PNG in Base64. Null: the element is no image.
             * @example null
             */
            image: string | null;
            /**
             * @description Whether a text is made smaller until it fits. Otherwise, what does not fit is not printed.
             * @example true
             */
            fits: boolean;
            /**
             * @description From the left edge of the label to the element, in millimeters with two decimals.
             * @example 4
             */
            left_mm: number;
            /**
             * @description From the upper edge of the label to the element, in millimeters with two decimals.
             * @example 4
             */
            top_mm: number;
            /**
             * @description Width of the element, in millimeters with two decimals.
             * @example 40
             */
            width_mm: number;
            /**
             * @description Height of the element, in millimeters with two decimals.
             * @example 8
             */
            height_mm: number;
        };
        /** @description A part of a label. */
        LabelElementInput: {
            /**
             * @description What the element is.
             * @example text
             */
            kind: string;
            /**
             * @description What a text or code shows: external_key, name, description, organization, location, code, epc, gs1_key, serial, element_string, uri, digital_link, or field: and the key of an asset field. Null: text is shown.
             * @example external_key
             */
            field?: string | null;
            /**
             * @description A text that all labels have. Null: field is shown.
             * @example Acme
             */
            text?: string | null;
            /**
             * @description The picture of an image: a PNG in Base64. Null: the element is no image.
             * @example null
             */
            image?: string | null;
            /**
             * @description From the left edge of the label to the element, in millimeters with two decimals.
             * @example 4
             */
            left_mm: number;
            /**
             * @description From the upper edge of the label to the element, in millimeters with two decimals.
             * @example 4
             */
            top_mm: number;
            /**
             * @description Width of the element, in millimeters with two decimals.
             * @example 40
             */
            width_mm: number;
            /**
             * @description Height of the element, in millimeters with two decimals.
             * @example 8
             */
            height_mm: number;
            /**
             * @description Whether a text is made smaller until it fits. Otherwise, what does not fit is not printed.
             * @example true
             */
            fits?: boolean;
        };
        /** @description What labels of a record show. */
        LabelRecord: {
            /**
             * @description Kind of the record.
             * @example asset
             */
            kind: string;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
             * @example PALLET-0042
             */
            external_key: string;
            /**
             * @description The text of each field that has one. The number is that of a tag; a print job replaces it with a minted one.
             * @example {
             *       "external_key": "PALLET-0042",
             *       "name": "Pallet 42",
             *       "code": "PALLET-0042"
             *     }
             */
            values: {
                [key: string]: string;
            };
        };
        /** @description How labels are printed. */
        LabelTemplate: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /**
             * @description Width of the label, in millimeters with two decimals.
             * @example 76.2
             */
            width_mm: number;
            /**
             * @description Height of the label, in millimeters with two decimals.
             * @example 50.8
             */
            height_mm: number;
            /**
             * @description Space between two labels of a roll, in millimeters with two decimals.
             * @example 3
             */
            gap_mm: number;
            /**
             * @description Space at the edges that printers may not reach. Elements may be in it, in millimeters with two decimals.
             * @example 2
             */
            margin_mm: number;
            /** @description From back to front. */
            elements: components["schemas"]["LabelElement"][];
            /**
             * Format: date-time
             * @description When the row was created.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Advances with every accepted write. Send it back in a PATCH to detect a concurrent write.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly updated_at: string;
        };
        LabelTemplateInput: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /**
             * @description Width of the label, in millimeters with two decimals.
             * @example 76.2
             */
            width_mm: number;
            /**
             * @description Height of the label, in millimeters with two decimals.
             * @example 50.8
             */
            height_mm: number;
            /**
             * @description Space between two labels of a roll, in millimeters with two decimals.
             * @example 3
             */
            gap_mm?: number;
            /**
             * @description Space at the edges that printers may not reach. Elements may be in it, in millimeters with two decimals.
             * @example 2
             */
            margin_mm?: number;
            /** @description From back to front. */
            elements: components["schemas"]["LabelElementInput"][];
        };
        /** @description A page of LabelTemplate. */
        LabelTemplateList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["LabelTemplate"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        LabelTemplatePatch: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name?: string;
            /**
             * @description Width of the label, in millimeters with two decimals.
             * @example 76.2
             */
            width_mm?: number;
            /**
             * @description Height of the label, in millimeters with two decimals.
             * @example 50.8
             */
            height_mm?: number;
            /**
             * @description Space between two labels of a roll, in millimeters with two decimals.
             * @example 3
             */
            gap_mm?: number;
            /**
             * @description Space at the edges that printers may not reach. Elements may be in it, in millimeters with two decimals.
             * @example 2
             */
            margin_mm?: number;
            /** @description From back to front. */
            elements?: components["schemas"]["LabelElementInput"][];
        };
        /** @description One LabelTemplate. */
        LabelTemplateResponse: {
            data: components["schemas"]["LabelTemplate"];
        };
        /** @description What the labels of records show. */
        LabelValues: {
            /** @description The assets, then the locations. Those that are not there or not in effect are left out. */
            data: components["schemas"]["LabelRecord"][];
        };
        /** @description A license text and the components under it. */
        License: {
            /** @description SPDX expression, such as MIT. */
            name: string;
            /** @description Names and versions of the components under this license. */
            components: string[];
            /** @description The license text, as the components contain it. */
            text: string;
        };
        /** @description An asset with its place. */
        ListedAsset: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            readonly id: number;
            /**
             * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
             * @example PALLET-0042
             */
            external_key: string;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /**
             * @description May have several lines. Send null to clear it.
             * @example Checked in August.
             *     Next check in two years.
             */
            description: string | null;
            /**
             * @description Whether the row is in use.
             * @example true
             */
            is_active: boolean;
            /**
             * @description Free-form JSON object, stored unchanged.
             * @example {
             *       "color": "blue"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description In effect from this instant on.
             * @example 2026-08-21T06:45:00.000Z
             */
            valid_from: string;
            /**
             * Format: date-time
             * @description In effect before this instant; null means no expiry.
             * @example null
             */
            valid_to: string | null;
            /**
             * Format: date-time
             * @description When the row was created.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Advances with every accepted write. Send it back in a PATCH to detect a concurrent write.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly updated_at: string;
            /**
             * Format: date-time
             * @description When the row was soft-deleted; null while it is live.
             * @example null
             */
            readonly deleted_at: string | null;
            /** @description The tags of the asset, in order of creation. */
            readonly tags: components["schemas"]["Tag"][];
            /**
             * Format: int64
             * @description Null without a place, also after its deletion.
             * @example 42
             */
            location_id: number | null;
            /**
             * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
             * @example PALLET-0042
             */
            location_external_key: string | null;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            location_name: string | null;
            /**
             * Format: date-time
             * @description Null when it was never seen.
             * @example 2026-08-21T06:45:00.000Z
             */
            asset_last_seen: string | null;
            /**
             * Format: date-time
             * @description Since when it is at its place. Null in the past.
             * @example 2026-08-21T06:45:00.000Z
             */
            arrived_at: string | null;
            /** @description false in the past. */
            has_open_alert: boolean;
            /** @description true for 15 s after the asset has appeared: a later read may correct the location. */
            is_provisional: boolean;
            /**
             * @description How sure the location is; null when fewer than six antennas read the asset lately.
             * @enum {string|null}
             */
            certainty: "sure" | "probably" | "maybe" | null;
            /**
             * Format: int64
             * @description The location where the asset may be instead; null without one.
             * @example 42
             */
            rival_location_id: number | null;
            /** @description Name of that location. */
            rival_location_name: string | null;
        };
        LiveEvent: components["schemas"]["LiveMove"] | components["schemas"]["LiveRead"] | components["schemas"]["LiveSignal"];
        LiveMove: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            asset_id: number;
            asset_external_key: string;
            asset_name: string;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number | null;
            location_external_key: string | null;
            location_name: string | null;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            previous_location_id: number | null;
            previous_location_external_key: string | null;
            previous_location_name: string | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            event_observed_at: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            asset_last_seen: string;
            /** @description true for 15 s after the asset has appeared: a later read may correct the location. */
            is_provisional: boolean;
            /**
             * @description How sure the location is; null when fewer than six antennas read the asset lately.
             * @enum {string|null}
             */
            certainty: "sure" | "probably" | "maybe" | null;
            /**
             * Format: int64
             * @description The location where the asset may be instead; null without one.
             * @example 42
             */
            rival_location_id: number | null;
            /** @description Name of that location. */
            rival_location_name: string | null;
        };
        LiveRead: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            reader_id: number;
            antenna: number;
            tag_type: string;
            value: string;
            aliases?: string[];
            rssi: number | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            observed_at: string;
            /** @enum {string} */
            result: "applied" | "duplicate" | "unknown_tag" | "unmapped_antenna" | "unresolved_location" | "ignored";
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            asset_id: number | null;
            asset_external_key: string | null;
            asset_name: string | null;
            /** @description The content of an EPC. */
            hint: {
                /** @enum {string} */
                scheme: "sgtin-96" | "sscc-96" | "sgln-96" | "grai-96" | "giai-96";
                /**
                 * @description Pure identity URI.
                 * @example urn:epc:id:giai:0614141.5678
                 */
                uri: string;
                /**
                 * @description Tag URI, which also contains the filter value.
                 * @example urn:epc:tag:giai-96:0.0614141.5678
                 */
                tag_uri: string;
                /** @description GS1 key as it is printed, with its check digit: GTIN-14, SSCC, GLN, GRAI with serial number, or GIAI. */
                gs1_key: string;
            } | null;
        };
        LiveSignal: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            asset_id: number;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            reader_id: number;
            antenna: number;
            rssi: number | null;
            nearness: number | null;
            /** @enum {string|null} */
            word: "far" | "near" | "very_near" | "here" | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            observed_at: string;
        };
        /**
         * @description A new location. Without external_key, the server mints one. Without a parent, the location is a root.
         * @example {
         *       "name": "Dock 1",
         *       "external_key": "DOCK-1",
         *       "parent_external_key": "HALL-2",
         *       "tags": [
         *         {
         *           "tag_type": "barcode",
         *           "value": "4006381333931"
         *         }
         *       ]
         *     }
         */
        LocationCreate: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Dock 1
             */
            name: string;
            /**
             * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
             * @example DOCK-1
             */
            external_key?: string;
            /**
             * @description May have several lines. Send null to clear it.
             * @example Checked in August.
             *     Next check in two years.
             */
            description?: string | null;
            /**
             * @description Whether the row is in use.
             * @example true
             */
            is_active?: boolean;
            /**
             * Format: int64
             * @description The immediate parent; null for a root.
             * @example 7
             */
            parent_id?: number | null;
            /**
             * @description The immediate parent's external_key; null for a root.
             * @example HALL-2
             */
            parent_external_key?: string | null;
            /**
             * Format: date-time
             * @description The row is in effect from this instant on. The default is the time of creation.
             * @example 2026-08-21T06:45:00.000Z
             */
            valid_from?: string;
            /**
             * Format: date-time
             * @description The row is in effect before this instant, which is after valid_from; null means no expiry.
             * @example 2030-12-31T23:00:00+01:00
             */
            valid_to?: string | null;
            /** @description Tags to attach to the new location. */
            tags?: components["schemas"]["TagRequest"][];
        };
        /** @description The outcomes of the rows of an import of locations. */
        LocationImportReport: {
            created: number;
            existing: number;
            refused: number;
            /** @description One for each row, in the order of the request. */
            rows: {
                /**
                 * @description `existing` when the location exists already. It is not changed.
                 * @enum {string}
                 */
                outcome: "created" | "existing" | "refused";
                /**
                 * Format: int64
                 * @description Id of the location; null for a refused row, and for a row that a dry run would create.
                 * @example 42
                 */
                id: number | null;
                /** @description Key of the location; null for a refused row, and for a row without a key that a dry run would create. */
                external_key: string | null;
                /** @description The errors of a refused row. */
                errors: {
                    field: string;
                    /** @description A code of the error envelope, or `conflict`. */
                    code: string;
                    message: string;
                    text: components["schemas"]["Text"];
                }[];
            }[];
        };
        /** @description One LocationImportReport. */
        LocationImportReportResponse: {
            data: components["schemas"]["LocationImportReport"];
        };
        /** @description A page of LocationView. */
        LocationList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["LocationView"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description The arrival of an asset at a location, or its departure. */
        LocationMove: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /** @description true: the asset arrived; false: the asset departed. */
            is_arrival: boolean;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            event_observed_at: string;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            asset_id: number;
            asset_external_key: string;
            asset_name: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            asset_deleted_at: string | null;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number;
            location_name: string;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            previous_location_id: number | null;
            previous_location_name: string | null;
        };
        /** @description A page of moves, newest first. */
        LocationMoveList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["LocationMove"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
            /** @description Number of arrivals from `from` to `to`; it does not depend on `is_arrival`. */
            arrival_count: number;
            /** @description Number of departures from `from` to `to`; it does not depend on `is_arrival`. */
            departure_count: number;
        };
        /** @description A live location, in effect or not. */
        LocationNode: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            readonly id: number;
            /**
             * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
             * @example DOCK-1
             */
            external_key: string;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Dock 1
             */
            name: string;
            /**
             * Format: int64
             * @description The immediate parent; null for a root.
             * @example 7
             */
            parent_id: number | null;
            /**
             * @description Whether the row is in use.
             * @example true
             */
            is_active: boolean;
            /** @description Whether now is within valid_from and valid_to. */
            is_effective: boolean;
            /** @description Number of assets at this location in the report. */
            asset_count: number;
        };
        /**
         * @description A merge patch (RFC 7396). A new parent moves the location with its subtree; null makes it a root. Read-only fields may be sent back unchanged.
         * @example {
         *       "name": "Dock 1 east",
         *       "parent_external_key": "HALL-2"
         *     }
         */
        LocationPatch: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Dock 1
             */
            name?: string;
            /**
             * @description May have several lines. Send null to clear it.
             * @example Checked in August.
             *     Next check in two years.
             */
            description?: string | null;
            /**
             * @description Whether the row is in use.
             * @example true
             */
            is_active?: boolean;
            /**
             * Format: int64
             * @description The immediate parent; null for a root.
             * @example 7
             */
            parent_id?: number | null;
            /**
             * @description The immediate parent's external_key; null for a root.
             * @example HALL-2
             */
            parent_external_key?: string | null;
            /**
             * Format: date-time
             * @description The row is in effect from this instant on. The default is the time of creation.
             * @example 2026-08-21T06:45:00.000Z
             */
            valid_from?: string;
            /**
             * Format: date-time
             * @description The row is in effect before this instant, which is after valid_from; null means no expiry.
             * @example 2030-12-31T23:00:00+01:00
             */
            valid_to?: string | null;
            /**
             * Format: int64
             * @description Read-only. Leave it out, or send it back unchanged.
             * @example 42
             */
            readonly id?: number;
            /**
             * @description Changed through POST .../rename. Leave it out, or send it back unchanged.
             * @example PALLET-0042
             */
            readonly external_key?: string;
            /**
             * Format: date-time
             * @description Read-only. Leave it out, or send it back unchanged.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Read-only. Leave it out, or send it back: then the patch is rejected if the row was changed since it was read.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly updated_at?: string;
            /**
             * Format: date-time
             * @description Read-only. Leave it out, or send it back unchanged.
             * @example null
             */
            readonly deleted_at?: string | null;
            /** @description Tags are changed through POST and DELETE on .../tags. Leave this field out, or send it back unchanged. */
            readonly tags?: components["schemas"]["Tags"];
        };
        /** @description A renamed LocationView. */
        LocationRenamed: {
            data: components["schemas"]["LocationView"];
            /**
             * Format: int64
             * @description Number of live sub-locations at all levels. The rename does not change them. 0 for assets.
             * @example 0
             */
            descendant_count_affected: number;
        };
        /** @description One LocationView. */
        LocationResponse: {
            data: components["schemas"]["LocationView"];
        };
        /** @description The SGLN that names a location in EPCIS. */
        LocationSgln: {
            /** @description An EPC URI. */
            sgln: string | null;
        };
        /** @description One LocationSgln. */
        LocationSglnResponse: {
            data: components["schemas"]["LocationSgln"];
        };
        /** @description All live locations, sorted by name. */
        LocationTree: {
            data: components["schemas"]["LocationNode"][];
        };
        /** @description A location of assets, such as a hall or a dock. Locations form a tree. */
        LocationView: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            readonly id: number;
            /**
             * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
             * @example DOCK-1
             */
            external_key: string;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Dock 1
             */
            name: string;
            /**
             * @description May have several lines. Send null to clear it.
             * @example Checked in August.
             *     Next check in two years.
             */
            description: string | null;
            /**
             * Format: int64
             * @description The immediate parent; null for a root.
             * @example 7
             */
            parent_id: number | null;
            /**
             * @description The immediate parent's external_key; null for a root.
             * @example HALL-2
             */
            parent_external_key: string | null;
            /**
             * @description Whether the row is in use.
             * @example true
             */
            is_active: boolean;
            /**
             * Format: date-time
             * @description In effect from this instant on.
             * @example 2026-08-21T06:45:00.000Z
             */
            valid_from: string;
            /**
             * Format: date-time
             * @description In effect before this instant; null means no expiry.
             * @example null
             */
            valid_to: string | null;
            /**
             * Format: date-time
             * @description When the row was created.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Advances with every accepted write. Send it back in a PATCH to detect a concurrent write.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly updated_at: string;
            /**
             * Format: date-time
             * @description When the row was soft-deleted; null while it is live.
             * @example null
             */
            readonly deleted_at: string | null;
            /** @description The tags of the location, in order of creation. */
            readonly tags: components["schemas"]["Tag"][];
        };
        /** @description Whether mail about alerts can be sent. */
        Mail: {
            /**
             * @description off: mail is not set up. slow: messages take long. failing: no message can be sent.
             * @enum {string}
             */
            state: "off" | "ok" | "slow" | "failing";
            /**
             * Format: date-time
             * @description Since when it is slow or failing.
             * @example 2026-08-21T06:45:00.000Z
             */
            since: string | null;
            /** @description What is wrong, in a sentence. */
            problem: string | null;
            text: components["schemas"]["Text"];
            /**
             * Format: date-time
             * @description When the server is tried again.
             * @example 2026-08-21T06:45:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When the installation has last sent mail.
             * @example 2026-08-21T06:45:00.000Z
             */
            last_sent_at: string | null;
            /** @description Number of messages of the organization that wait, at most 10,000. */
            waiting_count: number;
            /** @description Address of the sender. */
            from: string | null;
            /** @description Whether mail has links to the console. It has none without an address of the console. */
            has_links: boolean;
            /**
             * @description Language of the mail of the organization.
             * @enum {string}
             */
            language: "en" | "de";
        };
        /** @description One Mail. */
        MailResponse: {
            data: components["schemas"]["Mail"];
        };
        MailTest: {
            /** @description The address that the test is sent to. */
            address: string;
        };
        /** @description A member of the organization. */
        Member: {
            /**
             * Format: uuid
             * @description The id of the user.
             */
            user_id: string;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /** @description The e-mail address, case-folded. */
            email: string;
            /**
             * @description The role in this organization.
             * @enum {string}
             */
            role: "viewer" | "operator" | "manager" | "admin";
        };
        /** @description A page of Member. */
        MemberList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["Member"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description One Member. */
        MemberResponse: {
            data: components["schemas"]["Member"];
        };
        /** @description What happened to the rejected messages that are kept. */
        MessagesReadAgain: {
            /** @description Number of messages that are accepted now. */
            read_again: number;
            /** @description Number of messages that are not in the present format either. */
            still_rejected: number;
            /** @description Number of messages that cannot be read again, because only their beginning is kept, or nothing. */
            not_whole: number;
        };
        /** @description One MessagesReadAgain. */
        MessagesReadAgainResponse: {
            data: components["schemas"]["MessagesReadAgain"];
        };
        /** @description Minted numbers. */
        MintedNumbersResponse: {
            /** @description The numbers, in order of their serials. */
            data: {
                /**
                 * @description The bits of the EPC in hexadecimal digits.
                 * @example 3414A4C13C00000000000001
                 */
                epc: string;
                /**
                 * @description Pure identity URI.
                 * @example urn:epc:id:giai:9521234.1
                 */
                uri: string;
                /**
                 * @description GS1 key as it is printed.
                 * @example 95212341
                 */
                gs1_key: string;
                /**
                 * @description The serial.
                 * @example 1
                 */
                serial: string;
                /**
                 * @description Element string with brackets.
                 * @example (8004)95212341
                 */
                element_string: string;
            }[];
        };
        /** @description The number of moves in a span of time. */
        MoveCount: {
            /**
             * Format: date-time
             * @description Beginning of the span.
             * @example 2026-08-21T06:45:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the span, exclusive.
             * @example 2026-08-21T06:45:00.000Z
             */
            to: string;
            /**
             * Format: int64
             * @description Number of moves between locations in the span.
             * @example 134
             */
            moves: number;
        };
        /** @description The number of moves in spans of time that follow each other. */
        MoveCounts: {
            data: components["schemas"]["MoveCount"][];
            /**
             * @description false: the service has not yet counted everything that was recorded before the request.
             * @example true
             */
            is_current: boolean;
        };
        /** @description A move of an asset from one location to another, or its first read. */
        Movement: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * Format: date-time
             * @description When it was first read at the new location.
             * @example 2026-08-21T06:45:00.000Z
             */
            at: string;
            /**
             * @description Whether it arrived at the location of the request or left it; null without one.
             * @enum {string|null}
             */
            direction: "arrived" | "left" | null;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            asset_id: number;
            /**
             * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
             * @example PALLET-0042
             */
            asset_external_key: string;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            asset_name: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            asset_deleted_at: string | null;
            /**
             * Format: int64
             * @description Where it went.
             * @example 42
             */
            location_id: number;
            location_external_key: string;
            location_name: string;
            /**
             * Format: int64
             * @description Where it was before; null on its first read.
             * @example 42
             */
            previous_location_id: number | null;
            previous_location_external_key: string | null;
            previous_location_name: string | null;
            /**
             * Format: int64
             * @description Where it went then; null while it is there.
             * @example 42
             */
            next_location_id: number | null;
            next_location_external_key: string | null;
            next_location_name: string | null;
            /**
             * Format: date-time
             * @description When it went on; null while it is there.
             * @example 2026-08-21T06:45:00.000Z
             */
            left_at: string | null;
            /**
             * Format: int64
             * @description How long it stayed; null while it is there.
             */
            stayed_seconds: number | null;
            /**
             * Format: int64
             * @description How long it had been at the location before.
             */
            stayed_before_seconds: number | null;
            /**
             * Format: int64
             * @description The reader of the move; null for a scan by a user.
             * @example 42
             */
            reader_id: number | null;
            reader_external_key: string | null;
            reader_name: string | null;
        };
        /** @description A page of moves. */
        MovementPage: {
            data: components["schemas"]["Movement"][];
            /** @description The cursor of the next page; null when there is none. A page can have fewer rows than limit and a next page. */
            next_cursor: string | null;
            total_count: number;
            /** @description false: there are at least total_count moves. */
            is_count_exact: boolean;
            /** @description false: the service has not yet counted what was recorded lately. */
            is_current: boolean;
            problems: components["schemas"]["ConditionProblem"][];
        };
        NewAssetField: {
            /**
             * @description The key of the value in metadata.
             * @example Pallet 42
             */
            key: string;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /**
             * @description How forms show the field. The value of a number is a JSON number, all others are strings.
             * @enum {string}
             */
            type: "text" | "number" | "date" | "choice";
            /** @description The values of a choice, in their order; empty for all other types. */
            options?: string[];
            /** @description Whether the forms of the console require a value. */
            is_required?: boolean;
        };
        NewSavedView: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            is_shared?: boolean;
            conditions: components["schemas"]["AssetCondition"][];
            /**
             * @description The order of the list; the prefix - reverses it.
             * @enum {string|null}
             */
            sort?: "external_key" | "-external_key" | "name" | "-name" | "last_seen" | "-last_seen" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | null;
        };
        NewSearch: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            asset_id: number;
            note?: string;
        };
        NewStocktake: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number;
            /** @description Which of the assets there are expected. */
            scope?: {
                /** @enum {string} */
                kind: "all" | "assets" | "search" | "field" | "conditions";
                asset_ids?: number[];
                q?: string;
                key?: string;
                value?: string | number;
                conditions?: unknown[];
            };
            is_blind?: boolean;
            uses_readers?: boolean;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            due_at?: string | null;
            repeat_months?: number | null;
            /** @description false: it is only planned. */
            is_open?: boolean;
        };
        NewWebhook: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /**
             * @description An http or https URL. Redirects are not followed.
             * @example https://example.com/hook
             */
            url: string;
            /** @description Only events of these types; empty: all. */
            types?: ("asset.moved" | "asset.move_corrected" | "asset.history_trimmed" | "asset.created" | "asset.updated" | "asset.renamed" | "asset.deleted" | "asset.restored" | "location.created" | "location.updated" | "location.renamed" | "location.deleted" | "location.restored" | "reader.silent" | "reader.live" | "tag.unknown" | "alert.opened" | "alert.acknowledged" | "alert.closed" | "alert.retracted" | "stocktake.opened" | "stocktake.closed")[];
            /**
             * Format: int64
             * @description Only events at this location or below it; null: all.
             * @example 42
             */
            location_id?: number | null;
            /**
             * @description The body of the requests: an event of the log, or an EPCISDocument of EPCIS 2.0.
             * @example event
             */
            format?: string;
        };
        /** @description What happened at one location in one hour. */
        OccupancyItem: {
            /**
             * Format: int64
             * @description The location.
             * @example 7
             */
            location_id: number;
            /**
             * @description Key of the location; null when it is soft-deleted.
             * @example DOCK-1
             */
            location_external_key: string | null;
            /**
             * Format: date-time
             * @description Beginning of the hour, in UTC.
             * @example 2026-08-21T06:45:00.000Z
             */
            hour: string;
            /**
             * Format: int64
             * @description Number of arrivals in the hour.
             * @example 4
             */
            arrivals: number;
            /**
             * Format: int64
             * @description Number of departures in the hour.
             * @example 3
             */
            departures: number;
            /**
             * Format: int64
             * @description The greatest number of assets at the location at one time in the hour.
             * @example 17
             */
            peak_count: number;
        };
        /** @description A page of OccupancyItem. */
        OccupancyItemList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["OccupancyItem"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
            /**
             * @description false: the service has not yet counted everything that was recorded before the request.
             * @example true
             */
            is_current: boolean;
        };
        /** @description The organization and the API key of a token. */
        Organization: {
            /**
             * Format: int64
             * @description The organization's id.
             * @example 1
             */
            id: number;
            /**
             * @description The organization's name.
             * @example North warehouse
             */
            name: string;
            /** @description The scopes of the token. */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: uuid
             * @description The client_id of the API key; the sub claim of the access token.
             * @example 0d3a9e6b-6d2c-4f0a-9d1b-5c1f6f0f3b52
             */
            api_key_id: string;
        };
        /** @description An organization with its settings. */
        OrganizationDetails: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /** @description Lower-case ASCII. It is unique in the installation and never changes. */
            slug: string;
            /**
             * @description The role of the user in the organization.
             * @enum {string}
             */
            role: "viewer" | "operator" | "manager" | "admin";
            /**
             * @description IANA name of the zone of days and hours; null: that of each browser.
             * @example Europe/Berlin
             */
            time_zone: string | null;
            /** @description Number of days after which ended scan events are deleted; null keeps them permanently. */
            history_retention_days: number | null;
            /** @description Number of days for which audit entries are kept; null keeps them permanently. */
            audit_days: number | null;
            /**
             * @description How much evidence moves an asset to another location: `calm` needs the most, `quick` the least.
             * @enum {string}
             */
            sensitivity: "calm" | "normal" | "quick";
            /** @description Number of days after which events of the log are deleted. */
            event_log_days: number;
            /** @description Maximum number of events in the log. */
            event_log_max: number;
            /** @description GS1 company prefix: 6 to 12 digits. */
            gs1_company_prefix: string | null;
            /**
             * @description Language of the mail about alerts.
             * @enum {string}
             */
            mail_language: "en" | "de";
        };
        /** @description One OrganizationDetails. */
        OrganizationDetailsResponse: {
            data: components["schemas"]["OrganizationDetails"];
        };
        /** @description One Organization. */
        OrganizationResponse: {
            data: components["schemas"]["Organization"];
        };
        /** @description An organization of the user who is signed in. */
        OwnOrganization: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /** @description Lower-case ASCII. It is unique in the installation and never changes. */
            slug: string;
            /**
             * @description The role of the user in the organization.
             * @enum {string}
             */
            role: "viewer" | "operator" | "manager" | "admin";
            /**
             * @description IANA name of the zone of days and hours; null: that of each browser.
             * @example Europe/Berlin
             */
            time_zone: string | null;
        };
        /** @description A page of OwnOrganization. */
        OwnOrganizationList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["OwnOrganization"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description One OwnOrganization. */
        OwnOrganizationResponse: {
            data: components["schemas"]["OwnOrganization"];
        };
        /** @description A provider, for the user who is signed in. */
        OwnProvider: {
            /** @description The id in the settings. */
            id: string;
            /** @description The name for users. */
            name: string;
            /** @description Whether the account is connected to it. */
            is_connected: boolean;
        };
        /** @description The providers, in the order of the settings. */
        OwnProviders: components["schemas"]["OwnProvider"][];
        /** @description One OwnProviders. */
        OwnProvidersResponse: {
            data: components["schemas"]["OwnProviders"];
        };
        /** @description A session of the user. */
        OwnSession: {
            /**
             * Format: uuid
             * @description The id of the session.
             */
            id: string;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            organization_name: string;
            /**
             * Format: date-time
             * @description The time of the sign-in.
             * @example 2026-08-21T06:45:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time of the last use, accurate to 15 minutes.
             * @example 2026-08-21T06:45:00.000Z
             */
            last_used_at: string;
            /** @description The browser and the system of the sign-in, such as "Firefox on Windows". */
            device: string | null;
            /** @description The address of the sign-in. */
            address: string | null;
            /** @description Whether it is the session of this request. */
            is_current: boolean;
        };
        /** @description A page of OwnSession. */
        OwnSessionList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["OwnSession"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description A tag and its owner. Either asset_id or location_id is null. */
        OwnedTag: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            tag_type: string;
            value: string;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            asset_id: number | null;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number | null;
            owner_external_key: string;
            owner_name: string;
        };
        /** @description A page of OwnedTag. */
        OwnedTagList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["OwnedTag"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description One OwnedTag. */
        OwnedTagResponse: {
            data: components["schemas"]["OwnedTag"];
        };
        /** @description An owner of the installation. */
        Owner: {
            /**
             * Format: uuid
             * @description The id of the user.
             */
            user_id: string;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /** @description The e-mail address, case-folded. */
            email: string;
            /**
             * Format: date-time
             * @description The time at which the user became an owner.
             * @example 2026-08-21T06:45:00.000Z
             */
            added_at: string;
        };
        /** @description A page of Owner. */
        OwnerList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["Owner"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description One Owner. */
        OwnerResponse: {
            data: components["schemas"]["Owner"];
        };
        /** @description A passkey of the user. */
        Passkey: {
            /** @description The id of the credential. */
            id: string;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time of the last sign-in; null before the first.
             * @example 2026-08-21T06:45:00.000Z
             */
            last_used_at: string | null;
        };
        /** @description What a browser needs to create or use a passkey. */
        PasskeyOptions: {
            /** @description The options for the browser (WebAuthn Level 3), as JSON. */
            options: string;
        };
        /** @description One PasskeyOptions. */
        PasskeyOptionsResponse: {
            data: components["schemas"]["PasskeyOptions"];
        };
        /** @description One Passkey. */
        PasskeyResponse: {
            data: components["schemas"]["Passkey"];
        };
        /** @description The passkeys of the user, in order of creation. */
        Passkeys: components["schemas"]["Passkey"][];
        /** @description One Passkeys. */
        PasskeysResponse: {
            data: components["schemas"]["Passkeys"];
        };
        /** @description One PastFloorView. */
        PastFloorResponse: {
            data: components["schemas"]["PastFloorView"];
        };
        /** @description The number of assets at each location at an instant. */
        PastFloorView: {
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            at: string;
            /** @description The locations that had assets, including those that are deleted now. */
            locations: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                location_id: number;
                /** @description Number of assets at the location itself. */
                asset_count: number;
            }[];
        };
        /** @description A page of PlaceAccuracyView. */
        PlaceAccuracyList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["PlaceAccuracyView"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description How often the right place of reference assets was shown in one week. */
        PlaceAccuracyView: {
            /**
             * Format: int64
             * @description The place at which reference assets are.
             * @example 42
             */
            location_id: number;
            /**
             * @description Its external_key.
             * @example ROOM-3
             */
            location_external_key: string;
            /**
             * Format: date-time
             * @description The Monday of the week, at midnight UTC.
             * @example 2026-08-21T06:45:00.000Z
             */
            week_start: string;
            /**
             * Format: int64
             * @description Time of the week for which the place of reference assets was shown, in seconds.
             * @example 604800
             */
            reference_seconds: number;
            /**
             * Format: int64
             * @description The part of it for which the right place was shown.
             * @example 582000
             */
            right_seconds: number;
            /**
             * @description From 0 to 1.
             * @example 0.962
             */
            right_share: number;
            /**
             * Format: int64
             * @description Moves of the reference assets, which stand still. A move away and back are two.
             * @example 4
             */
            false_moves: number;
        };
        PlaceModelActivation: {
            version: number;
        };
        /** @description One PlaceModelView. */
        PlaceModelResponse: {
            data: components["schemas"]["PlaceModelView"];
        };
        /** @description What is taught, and how well it is told apart. */
        PlaceModelView: {
            /** @description The samples that decide; null while the untaught rule does. */
            active: {
                version: number;
                /**
                 * Format: date-time
                 * @example 2026-08-21T06:45:00.000Z
                 */
                activated_at: string;
            } | null;
            /** @description The kept samples; null without any, and while they decide already. */
            candidate: {
                version: number;
                sample_count: number;
            } | null;
            places: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                location_id: number;
                sample_count: number;
                /**
                 * Format: date-time
                 * @example 2026-08-21T06:45:00.000Z
                 */
                newest_at: string;
                /** @description Whether all its samples are stale. */
                is_stale: boolean;
                /** @description Share of the held-back parts of samples that are taken for the place. */
                right_share: number | null;
                confused_with: {
                    /**
                     * Format: int64
                     * @description Assigned by the server; unique within an entity type.
                     * @example 42
                     */
                    location_id: number;
                    share: number;
                }[];
                advice: string | null;
                advice_text: components["schemas"]["Text"];
            }[];
            /** @description How long after their beginnings the moves by readers of the last four weeks were recorded, of the newest 1,000 moves and without those that came more than 15 minutes late; null without any. */
            move_delay: {
                move_count: number;
                median_seconds: number;
            } | null;
        };
        /** @description A page of PlaceSampleView. */
        PlaceSampleList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["PlaceSampleView"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        PlaceSampleRequest: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number;
            asset_ids?: number[];
            /** @description They need not belong to an asset. */
            tags?: {
                /** @enum {string} */
                tag_type: "rfid" | "ble" | "barcode";
                /**
                 * @description The identifier that the tag carries.
                 * @example 3414257BF40000000000162E
                 */
                value: string;
            }[];
            /** @description 60 when absent. */
            seconds?: number;
        };
        /** @description One PlaceSampleView. */
        PlaceSampleResponse: {
            data: components["schemas"]["PlaceSampleView"];
        };
        /** @description The levels of tags that stood at a location. */
        PlaceSampleView: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number;
            /**
             * @description Only a kept sample can decide.
             * @enum {string}
             */
            state: "recording" | "ready" | "kept" | "rejected";
            /**
             * @description Why the sample was rejected.
             * @enum {string|null}
             */
            reason: "moved" | "not_heard" | null;
            /** @description When a tag moved; null when none did. */
            moved_after_seconds: number | null;
            /** @description Whether an antenna has changed since. */
            is_stale: boolean;
            /**
             * @description What has changed.
             * @enum {string|null}
             */
            stale_reason: "offset_changed" | "antenna_moved" | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            started_at: string;
            seconds: number;
            read_count: number;
            /** @description What was recorded: assets with all their tags, or single tags. */
            tags: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                asset_id: number | null;
                tag_type: string | null;
                value: string | null;
            }[];
            created_by: {
                user_id: string;
                name: string;
            };
        };
        PlanPatch: {
            /** @description Replaces all areas. */
            areas?: {
                /**
                 * Format: int64
                 * @description A location below the location of the plan.
                 * @example 42
                 */
                location_id: number;
                /** @enum {string} */
                shape: "rectangle" | "polygon";
                /** @description Two opposite corners of a rectangle, or at least three corners of a polygon in their order. */
                points: {
                    /** @description From 0 at the left edge to 1 at the right edge. */
                    x: number;
                    /** @description From 0 at the top to 1 at the bottom. */
                    y: number;
                }[];
            }[];
            /**
             * Format: date-time
             * @description Read-only. Leave it out, or send it back: then the patch is rejected if the row was changed since it was read.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly updated_at?: string | null;
        };
        /** @description One PlanView. */
        PlanResponse: {
            data: components["schemas"]["PlanView"];
        };
        /** @description The floor plan of a location. */
        PlanView: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number;
            image: {
                /** @description image/png, image/jpeg or image/webp. */
                media_type: string;
                /** @description In pixels. */
                width: number;
                /** @description In pixels. */
                height: number;
                /** @description Size of the stored image. */
                bytes: number;
                /** @description Changes with the image. It is also the ETag of the image. */
                hash: string;
            } | null;
            areas: {
                /**
                 * Format: int64
                 * @description A location below the location of the plan.
                 * @example 42
                 */
                location_id: number;
                /** @enum {string} */
                shape: "rectangle" | "polygon";
                /** @description Two opposite corners of a rectangle, or at least three corners of a polygon in their order. */
                points: {
                    /** @description From 0 at the left edge to 1 at the right edge. */
                    x: number;
                    /** @description From 0 at the top to 1 at the bottom. */
                    y: number;
                }[];
            }[];
            /**
             * Format: date-time
             * @description Null while the location has no plan of its own.
             * @example 2026-08-21T06:45:00.000Z
             */
            updated_at: string | null;
        };
        /** @description Labels that are printed one after another. */
        PrintJob: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * Format: int64
             * @description Id of the label template.
             * @example 42
             */
            template_id: number;
            /**
             * @description Its name when the job was created.
             * @example Pallet
             */
            template_name: string;
            /**
             * Format: int64
             * @description Id of the printer; null: a browser prints the labels.
             * @example 42
             */
            printer_id: number | null;
            /**
             * @description Name of the printer; null without one.
             * @example Dock 2
             */
            printer_name: string | null;
            encode: components["schemas"]["PrintJobNumbers"];
            /**
             * @description Its state.
             * @example printing
             */
            state: string;
            /**
             * @description Why it waits or is stopped; null without a reason.
             * @example null
             */
            reason: string | null;
            reason_text: components["schemas"]["Text"];
            /**
             * Format: date-time
             * @description Since when it has this state, or waits for the printer.
             * @example 2026-08-21T06:45:00.000Z
             */
            since: string;
            /** @description Numbers of labels by state. */
            counts: {
                /**
                 * @description Labels that are still to print. Those of a canceled job are never printed.
                 * @example 12
                 */
                queued: number;
                /**
                 * @description Labels at the printer.
                 * @example 12
                 */
                sent: number;
                /**
                 * @description Labels whose chip was read back.
                 * @example 12
                 */
                verified: number;
                /**
                 * @description Labels in use.
                 * @example 12
                 */
                live: number;
                /**
                 * @description Labels that must not be used.
                 * @example 12
                 */
                void: number;
            };
            /** @description Who created it. */
            created_by: {
                /**
                 * @description Id of the user.
                 * @example 01K3QF6Z9T1V4W8X2Y5Z7A9BCD
                 */
                user_id: string | null;
                /**
                 * @description Name of the user at that time.
                 * @example Ana Costa
                 */
                name: string;
            };
            /**
             * Format: date-time
             * @description When the row was created.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When it was done or canceled.
             * @example null
             */
            ended_at: string | null;
        };
        PrintJobInput: {
            /**
             * Format: int64
             * @description Id of the label template.
             * @example 42
             */
            template_id: number;
            /**
             * Format: int64
             * @description Id of the printer; null: a browser prints the labels.
             * @example 42
             */
            printer_id: number | null;
            /**
             * @description The assets, each of which gets a label, in this order. At most 10,000.
             * @example [
             *       42
             *     ]
             */
            asset_ids?: number[];
            /** @description Instead of asset_ids: which assets get a label, in the order of their keys. */
            scope?: {
                /** @enum {string} */
                kind: "all" | "assets" | "search" | "field" | "conditions";
                asset_ids?: number[];
                q?: string;
                key?: string;
                value?: string | number;
                conditions?: unknown[];
            };
            encode?: components["schemas"]["PrintJobNumbers"];
        };
        /** @description A page of PrintJob. */
        PrintJobList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["PrintJob"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description Which new numbers the labels get. The tag of an asset is created when its label is live. */
        PrintJobNumbers: {
            /**
             * @description The kind of the numbers.
             * @example giai
             */
            scheme: string;
            /**
             * Format: int64
             * @description Id of the GS1 company prefix.
             * @example 42
             */
            prefix_id: number;
            /**
             * @description Asset type of a GRAI, or item reference of an SGTIN with the indicator first.
             * @example 12345
             */
            reference?: string | null;
        } | null;
        /** @description One PrintJob. */
        PrintJobResponse: {
            data: components["schemas"]["PrintJob"];
        };
        /** @description A label of a print job. */
        PrintLabel: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * Format: int64
             * @description Id of the asset.
             * @example 42
             */
            asset_id: number;
            /**
             * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
             * @example PALLET-0042
             */
            asset_external_key: string;
            /**
             * @description The number that was minted for it, as the EPC in hexadecimal digits; null without one.
             * @example 3414A4C13C00000000000001
             */
            epc: string | null;
            /**
             * @description The chip that was read back.
             * @example E2801160200074B2D4C509A3
             */
            tid: string | null;
            /**
             * @description Its state.
             * @example live
             */
            state: string;
            /**
             * @description Why it is void; otherwise null.
             * @example null
             */
            reason: string | null;
            reason_text: components["schemas"]["Text"];
            /**
             * Format: date-time
             * @description Since when it has this state.
             * @example 2026-08-21T06:45:00.000Z
             */
            at: string;
        };
        /** @description A page of PrintLabel. */
        PrintLabelList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["PrintLabel"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description A label printer. */
        Printer: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /**
             * @description Host name or IP address.
             * @example 10.0.0.40
             */
            host: string;
            /**
             * @description Port on which it accepts ZPL; 9100 if absent.
             * @example 9100
             */
            port: number;
            /**
             * @description Dots per inch: usually 203, 300 or 600; 203 if absent.
             * @example 203
             */
            dpi: number;
            /**
             * @description Whether it writes the chips of labels.
             * @example true
             */
            has_rfid: boolean;
            /**
             * @description How far everything is moved to the right, in millimeters.
             * @example 0
             */
            correction_x: number;
            /**
             * @description How far everything is moved down, in millimeters.
             * @example 0
             */
            correction_y: number;
            /**
             * @description What the printer has said last. It is asked by a test, and while it has print jobs.
             * @example ready
             */
            state: string;
            /**
             * Format: date-time
             * @description Since when it has said so.
             * @example 2026-08-21T06:45:00.000Z
             */
            since: string;
            /**
             * @description What must be done before it prints; null without a problem.
             * @example null
             */
            problem: string | null;
            problem_text: components["schemas"]["Text"];
            /**
             * Format: date-time
             * @description When the row was created.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Advances with every accepted write. Send it back in a PATCH to detect a concurrent write.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly updated_at: string;
        };
        PrinterChange: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name?: string;
            /**
             * @description Host name or IP address.
             * @example 10.0.0.40
             */
            host?: string;
            /**
             * @description Port on which it accepts ZPL; 9100 if absent.
             * @example 9100
             */
            port?: number;
            /**
             * @description Dots per inch: usually 203, 300 or 600; 203 if absent.
             * @example 203
             */
            dpi?: number;
            /**
             * @description Whether it writes the chips of labels.
             * @example true
             */
            has_rfid?: boolean;
            /**
             * @description How far everything is moved to the right, in millimeters.
             * @example 0
             */
            correction_x?: number;
            /**
             * @description How far everything is moved down, in millimeters.
             * @example 0
             */
            correction_y?: number;
        };
        PrinterInput: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /**
             * @description Host name or IP address.
             * @example 10.0.0.40
             */
            host: string;
            /**
             * @description Port on which it accepts ZPL; 9100 if absent.
             * @example 9100
             */
            port?: number;
            /**
             * @description Dots per inch: usually 203, 300 or 600; 203 if absent.
             * @example 203
             */
            dpi?: number;
            /**
             * @description Whether it writes the chips of labels.
             * @example true
             */
            has_rfid?: boolean;
            /**
             * @description How far everything is moved to the right, in millimeters.
             * @example 0
             */
            correction_x?: number;
            /**
             * @description How far everything is moved down, in millimeters.
             * @example 0
             */
            correction_y?: number;
        };
        /** @description A page of Printer. */
        PrinterList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["Printer"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description One Printer. */
        PrinterResponse: {
            data: components["schemas"]["Printer"];
        };
        /** @description The user who is signed in. */
        Profile: {
            /**
             * Format: uuid
             * @description The id of the user.
             */
            id: string;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /** @description The e-mail address, case-folded. */
            email: string;
        };
        /** @description One Profile. */
        ProfileResponse: {
            data: components["schemas"]["Profile"];
        };
        /** @description Where the user signs out of the provider. */
        ProviderSignOut: {
            /** @description Null if there is no such address. */
            url: string | null;
        };
        /** @description One ProviderSignOut. */
        ProviderSignOutResponse: {
            data: components["schemas"]["ProviderSignOut"];
        };
        /** @description Where a sign-in with a provider continues. */
        ProviderUrl: {
            /** @description The address of the provider, for the browser. */
            url: string;
        };
        /** @description One ProviderUrl. */
        ProviderUrlResponse: {
            data: components["schemas"]["ProviderUrl"];
        };
        /** @description A device that reports tags. */
        Reader: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
             * @example PALLET-0042
             */
            external_key: string;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /** @enum {string} */
            kind: "fixed" | "handheld";
            /** @enum {string|null} */
            format: "aprbrother_v4" | "csl_cs463" | "espresense" | "gl_s10" | "impinj_iot" | "impinj_smartreader" | "impinj_speedway_connect" | "ingics" | "llrp" | "minew_g1" | "moko_mk107" | "openmqttgateway" | "ruuvi_gateway" | "whereabouts_v1" | "zebra_iotc" | "zebra_rfd" | "mapping" | null;
            mapping: {
                reads: string;
                value?: string | string[];
                value_join?: string;
                value_from?: string;
                /** @enum {string} */
                value_decode?: "hex" | "base64" | "advertisement";
                parent?: string;
                when?: {
                    path: string;
                    equals?: unknown;
                    not_equals?: unknown;
                    exists?: boolean;
                }[];
                antenna?: string | number;
                /** @description The port of each antenna that has a name. */
                antenna_names?: {
                    [key: string]: unknown;
                };
                observed_at?: string;
                /** @enum {string} */
                time_format?: "rfc3339" | "unix_s" | "unix_ms" | "unix_us";
                rssi?: string;
                rssi_scale?: number;
                tag_type?: string;
            } | null;
            topic: string | null;
            /** @description IANA name or offset of all times that the reader sends, instead of the zone in them. Null, the default: as they are sent. */
            time_zone: string | null;
            /** @description Where the service connects to a reader with the format llrp: a host, or a host and a port. */
            address: string | null;
            /** @description Null unless the format is llrp. */
            llrp: {
                /** @description Whether the service may delete what another client has set up in the reader. */
                takes_over: boolean;
            } | null;
            /**
             * @description Whether the row is in use.
             * @example true
             */
            is_active: boolean;
            presence_timeout_seconds: number;
            antennas: {
                port: number;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                location_id: number;
                /** @description Added to the RSSI of each read, in dB. The default is 0. */
                rssi_offset_db: number;
                /** @description Minimum RSSI in dBm, after the offset. Weaker reads are ignored. Null, the default, accepts all reads. */
                min_rssi_dbm: number | null;
                /** @description Transmit power in dBm that the service sets in a reader with the format llrp. Null, the default: as the reader has it. */
                power_dbm: number | null;
            }[];
            health: {
                /**
                 * Format: date-time
                 * @example 2026-08-21T06:45:00.000Z
                 */
                last_message_at: string;
                /**
                 * Format: date-time
                 * @description Time of the last message that contained reads.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                last_read_at: string | null;
                /**
                 * Format: date-time
                 * @description Time of the last message, when the reader is silent. Otherwise null.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                silent_since: string | null;
                /** @description Null while the times that the reader sends are plausible. */
                clock: {
                    /**
                     * Format: date-time
                     * @example 2026-08-21T06:45:00.000Z
                     */
                    wrong_since: string;
                    /** @description Positive when the clock of the reader is ahead, negative when it is behind. */
                    offset_seconds: number;
                } | null;
                /** @description The last problem with a message or one of its reads. Null when the reader was changed afterwards, or when good messages have followed for a minute. */
                problem: {
                    message: string;
                    text: components["schemas"]["Text"];
                    /**
                     * Format: date-time
                     * @example 2026-08-21T06:45:00.000Z
                     */
                    at: string;
                } | null;
                /** @description The antennas whose state the reader has reported. */
                antennas: {
                    port: number;
                    is_connected: boolean;
                    /**
                     * Format: date-time
                     * @example 2026-08-21T06:45:00.000Z
                     */
                    since: string;
                }[];
                messages: {
                    accepted: number;
                    duplicate: number;
                    malformed: number;
                    unauthorized: number;
                };
                reads: {
                    applied: number;
                    duplicate: number;
                    unknown_tag: number;
                    unmapped_antenna: number;
                    unresolved_location: number;
                    ignored: number;
                };
                /** @description Number of the `ignored` reads that were weaker than the minimum RSSI of their antenna. */
                weak_reads: number;
            } | null;
            diagnosis: {
                links: {
                    /** @enum {string} */
                    connected: "ok" | "broken" | "waiting";
                    /** @enum {string} */
                    signed_in: "ok" | "broken" | "waiting";
                    /** @enum {string} */
                    sending: "ok" | "broken" | "waiting";
                    /** @enum {string} */
                    understood: "ok" | "broken" | "waiting";
                    /** @enum {string} */
                    placing: "ok" | "broken" | "waiting";
                };
                /** @enum {string|null} */
                cause: "first_connection" | "llrp_unreachable" | "llrp_address" | "llrp_held" | "llrp_protocol" | "llrp_silent" | "llrp_refused" | "llrp_configuring" | "not_connected" | "wrong_password" | "wrong_user_name" | "token_as_user_name" | "no_messages" | "silent" | "wrong_topic" | "too_large" | "wrong_format" | "next_message" | "inactive" | "antenna_without_location" | "location_deleted" | "clock_behind" | "no_reads" | "unknown_tags" | null;
                /**
                 * Format: date-time
                 * @description Since when the cause exists, if it is known.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                since: string | null;
                /** @description The antenna that the cause is about. */
                antenna: number | null;
                /** @description The format that the rejected messages look like, if it is known. */
                likely_format: string | null;
                /** @description Number of messages rejected since the last accepted one. */
                rejected_messages: number;
                /**
                 * Format: date-time
                 * @description Time of the last message with a read that was applied to an asset.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                last_applied_at: string | null;
                connection: {
                    /** @enum {string} */
                    protocol: "mqtt" | "http";
                    address: string | null;
                    /** @description Whether an MQTT connection is open now. */
                    is_open: boolean;
                    /**
                     * Format: date-time
                     * @example 2026-08-21T06:45:00.000Z
                     */
                    since: string;
                    /**
                     * Format: date-time
                     * @example 2026-08-21T06:45:00.000Z
                     */
                    last_at: string;
                } | null;
                llrp: {
                    /**
                     * @description `connected`: not configured yet. `sending`: configured.
                     * @enum {string}
                     */
                    state: "connecting" | "connected" | "sending";
                    /**
                     * Format: date-time
                     * @description Since when the state, or its cause, exists.
                     * @example 2026-08-21T06:45:00.000Z
                     */
                    since: string;
                    /** @description Why the state is not `sending`. With `sending`: something else that is wrong with the reader. */
                    sentence: string | null;
                    text: components["schemas"]["Text"];
                    device: {
                        manufacturer: string;
                        model: string;
                        firmware: string;
                        antenna_count: number;
                        /** @description The transmit powers that can be set, in dBm. */
                        powers_dbm: number[];
                        /** @description The radio rules that the reader follows. */
                        region: string;
                        serial: string | null;
                    } | null;
                } | null;
                refused: {
                    /** @enum {string} */
                    reason: "wrong_password" | "wrong_user_name" | "token_as_user_name";
                    /** @description Null when there was none, or when it contained a device token. */
                    user_name: string | null;
                    address: string | null;
                    count: number;
                    /**
                     * Format: date-time
                     * @example 2026-08-21T06:45:00.000Z
                     */
                    first_at: string;
                    /**
                     * Format: date-time
                     * @example 2026-08-21T06:45:00.000Z
                     */
                    last_at: string;
                } | null;
            } | null;
            /** @description Reads in the last minutes, over the time since the first of them. Null for a handheld, and while this instance does not know it. */
            reads_per_minute: number | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            updated_at: string;
        };
        /** @description The reads and the states of the fixed readers of the organization. */
        ReaderActivity: {
            /**
             * Format: date-time
             * @description Time of the counts.
             * @example 2026-08-21T06:45:00.000Z
             */
            at: string;
            /** @description Number of reads by the active fixed readers since their registration. The difference of two responses is the number of reads in between. */
            reads: number;
            /** @description Number of active fixed readers that have sent a message recently. */
            heard: number;
            /** @description Number of active fixed readers that are silent. */
            silent: number;
            /** @description Number of active fixed readers that have never sent a message. */
            never: number;
            /** @description Up to 10 silent readers, the longest silent first. */
            silent_readers: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                id: number;
                external_key: string;
                name: string;
                /**
                 * Format: date-time
                 * @example 2026-08-21T06:45:00.000Z
                 */
                silent_since: string;
            }[];
        };
        /** @description One ReaderActivity. */
        ReaderActivityResponse: {
            data: components["schemas"]["ReaderActivity"];
        };
        /** @description A page of Reader. */
        ReaderList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["Reader"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description A message of a reader. */
        ReaderMessage: {
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            received_at: string;
            /** @description Null when the message came over HTTP. */
            topic: string | null;
            /** @description The result of the message. */
            result: string;
            /** @description The problem with the message or with one of its reads. */
            reason: string | null;
            text: components["schemas"]["Text"];
            /** @description Size of the whole payload in bytes. */
            size: number;
            payload: string | null;
            payload_base64: string | null;
            /** @description True when only the beginning of the payload was kept. */
            truncated: boolean;
        };
        /** @description A page of ReaderMessage. */
        ReaderMessageList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["ReaderMessage"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description The decoded contents of a payload. */
        ReaderPreview: {
            /** @description Number of reads. `reads` may contain fewer. */
            read_count: number;
            reads: {
                /** @enum {string} */
                tag_type: "rfid" | "ble" | "barcode";
                value: string;
                aliases: string[];
                antenna: number;
                /**
                 * Format: date-time
                 * @description The time according to the reader's clock.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                observed_at: string | null;
                rssi: number | null;
                /** @description The content of an EPC. */
                hint: {
                    /** @enum {string} */
                    scheme: "sgtin-96" | "sscc-96" | "sgln-96" | "grai-96" | "giai-96";
                    /**
                     * @description Pure identity URI.
                     * @example urn:epc:id:giai:0614141.5678
                     */
                    uri: string;
                    /**
                     * @description Tag URI, which also contains the filter value.
                     * @example urn:epc:tag:giai-96:0.0614141.5678
                     */
                    tag_uri: string;
                    /** @description GS1 key as it is printed, with its check digit: GTIN-14, SSCC, GLN, GRAI with serial number, or GIAI. */
                    gs1_key: string;
                } | null;
            }[];
            /** @description The antennas whose state the message reports. */
            antennas: {
                port: number;
                is_connected: boolean;
            }[];
            /** @description Distinct sentences about the parts of the payload that were not understood. A read is complete without an optional field. */
            not_understood: string[];
            /** @description The same sentences, for translations. */
            not_understood_texts: components["schemas"]["Text"][];
        };
        /** @description One ReaderPreview. */
        ReaderPreviewResponse: {
            data: components["schemas"]["ReaderPreview"];
        };
        /** @description One Reader. */
        ReaderResponse: {
            data: components["schemas"]["Reader"];
        };
        /** @description The recent reads of each antenna. */
        ReaderSignal: {
            /** @description The reads of this time are counted. */
            window_seconds: number;
            /** @description The antennas with a location, by port. */
            antennas: {
                port: number;
                /** @description Number of reads in the window, without repeats. */
                reads: number;
                reads_per_minute: number;
                /** @description Number of the reads that were weaker than the minimum RSSI of the antenna. */
                weak_reads: number;
                rssi_p10_dbm: number | null;
                rssi_p50_dbm: number | null;
                rssi_p90_dbm: number | null;
                /** @description Number of reads by RSSI, in steps of 2 dB from -80 to -30 dBm. */
                rssi_histogram: number[] | null;
            }[];
        };
        /** @description One ReaderSignal. */
        ReaderSignalResponse: {
            data: components["schemas"]["ReaderSignal"];
        };
        /** @description New recovery codes. Only their hashes are stored. */
        RecoveryCodes: {
            recovery_codes: string[];
        };
        /** @description One RecoveryCodes. */
        RecoveryCodesResponse: {
            data: components["schemas"]["RecoveryCodes"];
        };
        /** @description A page of ReferenceAssetView. */
        ReferenceAssetList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["ReferenceAssetView"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        ReferenceAssetRequest: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            asset_id: number;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number;
        };
        /** @description One ReferenceAssetView. */
        ReferenceAssetResponse: {
            data: components["schemas"]["ReferenceAssetView"];
        };
        /** @description An asset whose true place is known. */
        ReferenceAssetView: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            asset_id: number;
            asset_external_key: string;
            asset_name: string;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number;
            location_name: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            since: string;
        };
        /** @description Exchanges a refresh token for new tokens (RFC 6749 §6). */
        RefreshTokenGrant: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            grant_type: "refresh_token";
            /**
             * @description The refresh token.
             * @example war_...
             */
            refresh_token: string;
            /**
             * Format: uuid
             * @description Accepted, but not needed.
             * @example 0d3a9e6b-6d2c-4f0a-9d1b-5c1f6f0f3b52
             */
            client_id?: string;
            /**
             * Format: password
             * @description Accepted, but not needed.
             * @example wab_...
             */
            client_secret?: string;
        };
        /**
         * @description The grant_type refresh_token.
         * @example refresh_token
         * @enum {string}
         */
        RefreshTokenGrantType: "refresh_token";
        /** @description The refused connections with one unknown user name since the start of the service. */
        RefusedConnection: {
            /** @description Null when there was none, or when it contained a device token. */
            user_name: string | null;
            address: string | null;
            count: number;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            first_at: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            last_at: string;
        };
        /** @description A page of RefusedConnection. */
        RefusedConnectionList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["RefusedConnection"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description A new reader, with its device token. */
        RegisteredReader: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
             * @example PALLET-0042
             */
            external_key: string;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /** @enum {string} */
            kind: "fixed" | "handheld";
            /** @enum {string|null} */
            format: "aprbrother_v4" | "csl_cs463" | "espresense" | "gl_s10" | "impinj_iot" | "impinj_smartreader" | "impinj_speedway_connect" | "ingics" | "llrp" | "minew_g1" | "moko_mk107" | "openmqttgateway" | "ruuvi_gateway" | "whereabouts_v1" | "zebra_iotc" | "zebra_rfd" | "mapping" | null;
            mapping: {
                reads: string;
                value?: string | string[];
                value_join?: string;
                value_from?: string;
                /** @enum {string} */
                value_decode?: "hex" | "base64" | "advertisement";
                parent?: string;
                when?: {
                    path: string;
                    equals?: unknown;
                    not_equals?: unknown;
                    exists?: boolean;
                }[];
                antenna?: string | number;
                /** @description The port of each antenna that has a name. */
                antenna_names?: {
                    [key: string]: unknown;
                };
                observed_at?: string;
                /** @enum {string} */
                time_format?: "rfc3339" | "unix_s" | "unix_ms" | "unix_us";
                rssi?: string;
                rssi_scale?: number;
                tag_type?: string;
            } | null;
            topic: string | null;
            /** @description IANA name or offset of all times that the reader sends, instead of the zone in them. Null, the default: as they are sent. */
            time_zone: string | null;
            /** @description Where the service connects to a reader with the format llrp: a host, or a host and a port. */
            address: string | null;
            /** @description Null unless the format is llrp. */
            llrp: {
                /** @description Whether the service may delete what another client has set up in the reader. */
                takes_over: boolean;
            } | null;
            /**
             * @description Whether the row is in use.
             * @example true
             */
            is_active: boolean;
            presence_timeout_seconds: number;
            antennas: {
                port: number;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                location_id: number;
                /** @description Added to the RSSI of each read, in dB. The default is 0. */
                rssi_offset_db: number;
                /** @description Minimum RSSI in dBm, after the offset. Weaker reads are ignored. Null, the default, accepts all reads. */
                min_rssi_dbm: number | null;
                /** @description Transmit power in dBm that the service sets in a reader with the format llrp. Null, the default: as the reader has it. */
                power_dbm: number | null;
            }[];
            health: {
                /**
                 * Format: date-time
                 * @example 2026-08-21T06:45:00.000Z
                 */
                last_message_at: string;
                /**
                 * Format: date-time
                 * @description Time of the last message that contained reads.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                last_read_at: string | null;
                /**
                 * Format: date-time
                 * @description Time of the last message, when the reader is silent. Otherwise null.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                silent_since: string | null;
                /** @description Null while the times that the reader sends are plausible. */
                clock: {
                    /**
                     * Format: date-time
                     * @example 2026-08-21T06:45:00.000Z
                     */
                    wrong_since: string;
                    /** @description Positive when the clock of the reader is ahead, negative when it is behind. */
                    offset_seconds: number;
                } | null;
                /** @description The last problem with a message or one of its reads. Null when the reader was changed afterwards, or when good messages have followed for a minute. */
                problem: {
                    message: string;
                    text: components["schemas"]["Text"];
                    /**
                     * Format: date-time
                     * @example 2026-08-21T06:45:00.000Z
                     */
                    at: string;
                } | null;
                /** @description The antennas whose state the reader has reported. */
                antennas: {
                    port: number;
                    is_connected: boolean;
                    /**
                     * Format: date-time
                     * @example 2026-08-21T06:45:00.000Z
                     */
                    since: string;
                }[];
                messages: {
                    accepted: number;
                    duplicate: number;
                    malformed: number;
                    unauthorized: number;
                };
                reads: {
                    applied: number;
                    duplicate: number;
                    unknown_tag: number;
                    unmapped_antenna: number;
                    unresolved_location: number;
                    ignored: number;
                };
                /** @description Number of the `ignored` reads that were weaker than the minimum RSSI of their antenna. */
                weak_reads: number;
            } | null;
            diagnosis: {
                links: {
                    /** @enum {string} */
                    connected: "ok" | "broken" | "waiting";
                    /** @enum {string} */
                    signed_in: "ok" | "broken" | "waiting";
                    /** @enum {string} */
                    sending: "ok" | "broken" | "waiting";
                    /** @enum {string} */
                    understood: "ok" | "broken" | "waiting";
                    /** @enum {string} */
                    placing: "ok" | "broken" | "waiting";
                };
                /** @enum {string|null} */
                cause: "first_connection" | "llrp_unreachable" | "llrp_address" | "llrp_held" | "llrp_protocol" | "llrp_silent" | "llrp_refused" | "llrp_configuring" | "not_connected" | "wrong_password" | "wrong_user_name" | "token_as_user_name" | "no_messages" | "silent" | "wrong_topic" | "too_large" | "wrong_format" | "next_message" | "inactive" | "antenna_without_location" | "location_deleted" | "clock_behind" | "no_reads" | "unknown_tags" | null;
                /**
                 * Format: date-time
                 * @description Since when the cause exists, if it is known.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                since: string | null;
                /** @description The antenna that the cause is about. */
                antenna: number | null;
                /** @description The format that the rejected messages look like, if it is known. */
                likely_format: string | null;
                /** @description Number of messages rejected since the last accepted one. */
                rejected_messages: number;
                /**
                 * Format: date-time
                 * @description Time of the last message with a read that was applied to an asset.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                last_applied_at: string | null;
                connection: {
                    /** @enum {string} */
                    protocol: "mqtt" | "http";
                    address: string | null;
                    /** @description Whether an MQTT connection is open now. */
                    is_open: boolean;
                    /**
                     * Format: date-time
                     * @example 2026-08-21T06:45:00.000Z
                     */
                    since: string;
                    /**
                     * Format: date-time
                     * @example 2026-08-21T06:45:00.000Z
                     */
                    last_at: string;
                } | null;
                llrp: {
                    /**
                     * @description `connected`: not configured yet. `sending`: configured.
                     * @enum {string}
                     */
                    state: "connecting" | "connected" | "sending";
                    /**
                     * Format: date-time
                     * @description Since when the state, or its cause, exists.
                     * @example 2026-08-21T06:45:00.000Z
                     */
                    since: string;
                    /** @description Why the state is not `sending`. With `sending`: something else that is wrong with the reader. */
                    sentence: string | null;
                    text: components["schemas"]["Text"];
                    device: {
                        manufacturer: string;
                        model: string;
                        firmware: string;
                        antenna_count: number;
                        /** @description The transmit powers that can be set, in dBm. */
                        powers_dbm: number[];
                        /** @description The radio rules that the reader follows. */
                        region: string;
                        serial: string | null;
                    } | null;
                } | null;
                refused: {
                    /** @enum {string} */
                    reason: "wrong_password" | "wrong_user_name" | "token_as_user_name";
                    /** @description Null when there was none, or when it contained a device token. */
                    user_name: string | null;
                    address: string | null;
                    count: number;
                    /**
                     * Format: date-time
                     * @example 2026-08-21T06:45:00.000Z
                     */
                    first_at: string;
                    /**
                     * Format: date-time
                     * @example 2026-08-21T06:45:00.000Z
                     */
                    last_at: string;
                } | null;
            } | null;
            /** @description Reads in the last minutes, over the time since the first of them. Null for a handheld, and while this instance does not know it. */
            reads_per_minute: number | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            updated_at: string;
            /** @description Returned only once. The service stores only its hash. */
            device_token: string;
        };
        /** @description One RegisteredReader. */
        RegisteredReaderResponse: {
            data: components["schemas"]["RegisteredReader"];
        };
        /** @description The moves of recent reads with the present and with proposed settings. */
        Rehearsal: {
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            to: string;
            reads: number;
            /** @description Number of assets whose reads were considered. */
            assets: number;
            /** @description Number of assets that were read. It is an estimate when only a part of them was considered. */
            assets_total: number;
            present: {
                moves: number;
                /** @description Number of returns to a location that the asset had left for less than 5 minutes. */
                back_and_forth: number;
                weak_reads: number;
            };
            proposed: {
                moves: number;
                /** @description Number of returns to a location that the asset had left for less than 5 minutes. */
                back_and_forth: number;
                weak_reads: number;
            };
            /** @description The 50 pairs of locations with the most moves. */
            pairs: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                from_location_id: number;
                from_location_name: string | null;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                to_location_id: number;
                to_location_name: string | null;
                present_moves: number;
                proposed_moves: number;
            }[];
            /** @description Number of assets whose last location differs. */
            differing_assets: number;
            /** @description The first 20 of the differing assets. */
            examples: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                asset_id: number;
                asset_external_key: string | null;
                asset_name: string | null;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                present_location_id: number | null;
                present_location_name: string | null;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                proposed_location_id: number | null;
                proposed_location_name: string | null;
            }[];
        };
        /** @description One Rehearsal. */
        RehearsalResponse: {
            data: components["schemas"]["Rehearsal"];
        };
        /** @description The new external_key. */
        RenameRequest: {
            /**
             * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
             * @example PALLET-0042
             */
            external_key: string;
        };
        /** @description A new device token. The old one is no longer valid. */
        RenewedToken: {
            /** @description Returned only once. The service stores only its hash. */
            device_token: string;
        };
        /** @description One RenewedToken. */
        RenewedTokenResponse: {
            data: components["schemas"]["RenewedToken"];
        };
        /** @description A link with which a member sets a new password. */
        ResetLink: {
            /** @description The path and fragment of the link. It is returned only once; only the hash of its secret is stored. */
            url: string;
        };
        /** @description One ResetLink. */
        ResetLinkResponse: {
            data: components["schemas"]["ResetLink"];
        };
        RestoreAsset: {
            /**
             * @description The key of the asset from now on; its former key when absent.
             * @example PALLET-0042
             */
            external_key?: string;
        };
        /** @description The restored asset. */
        RestoredAsset: {
            asset: components["schemas"]["AssetView"];
            /** @description The tags that were not restored, because another asset or location has them. */
            tags_taken: {
                tag_type: string;
                value: string;
            }[];
        };
        /** @description One RestoredAsset. */
        RestoredAssetResponse: {
            data: components["schemas"]["RestoredAsset"];
        };
        /** @description A RFID tag. */
        RfidTag: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            readonly id: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tag_type: "rfid";
            /**
             * @description The identifier that the tag carries.
             * @example 3414257BF40000000000162E
             */
            value: string;
        };
        /** @description A new RFID tag. */
        RfidTagRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tag_type: "rfid";
            /**
             * @description The identifier that the tag carries.
             * @example 3414257BF40000000000162E
             */
            value: string;
        };
        /**
         * @description The tag_type of RFID tags.
         * @example rfid
         * @enum {string}
         */
        RfidTagType: "rfid";
        /** @description A page of SavedView. */
        SavedList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["SavedView"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description One SavedView. */
        SavedResponse: {
            data: components["schemas"]["SavedView"];
        };
        /** @description A list of assets with a name. */
        SavedView: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /** @description Whether all members of the organization see it. */
            is_shared: boolean;
            /** @description Whether it belongs to the user of the session. */
            is_own: boolean;
            /** @description Name of who saved it; null when the account is gone. */
            owner_name: string | null;
            conditions: components["schemas"]["AssetCondition"][];
            /**
             * @description The order of the list; the prefix - reverses it.
             * @enum {string|null}
             */
            sort: "external_key" | "-external_key" | "name" | "-name" | "last_seen" | "-last_seen" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | null;
            problems: components["schemas"]["ConditionProblem"][];
            /**
             * Format: date-time
             * @description When the row was created.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Advances with every accepted write. Send it back in a PATCH to detect a concurrent write.
             * @example 2026-08-21T06:45:00.000Z
             */
            readonly updated_at: string;
        };
        SavedViewPatch: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name?: string;
            is_shared?: boolean;
            conditions?: components["schemas"]["AssetCondition"][];
            /**
             * @description The order of the list; the prefix - reverses it.
             * @enum {string|null}
             */
            sort?: "external_key" | "-external_key" | "name" | "-name" | "last_seen" | "-last_seen" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | null;
        };
        /** @description A scan event with its origin. */
        ScanEvent: {
            /**
             * Format: int64
             * @description Id of the scan event. The event log names it event_id.
             * @example 42
             */
            id: number;
            /**
             * Format: int64
             * @description Location of the event.
             * @example 7
             */
            location_id: number;
            /**
             * @description Key of the location.
             * @example DOCK-1
             */
            location_external_key: string;
            /**
             * @description Name of the location.
             * @example Dock 1
             */
            location_name: string;
            /**
             * Format: date-time
             * @description Time of the first read.
             * @example 2026-08-21T06:45:00.000Z
             */
            first_seen_at: string;
            /**
             * Format: date-time
             * @description Time of the last read.
             * @example 2026-08-21T06:45:00.000Z
             */
            last_seen_at: string;
            /**
             * Format: int64
             * @description Number of reads.
             * @example 42
             */
            read_count: number;
            /**
             * @description The strongest signal in dBm; null when no read had one.
             * @example -48.5
             */
            strongest_rssi: number | null;
            /**
             * Format: int64
             * @description The reader of the first read; null for a submission by a user.
             * @example 3
             */
            reader_id: number | null;
            /**
             * @description Key of the reader.
             * @example GATE-1
             */
            reader_external_key: string | null;
            /**
             * @description Name of the reader.
             * @example Gate 1
             */
            reader_name: string | null;
            /**
             * Format: int32
             * @description The antenna of the first read.
             * @example 1
             */
            antenna: number | null;
            /**
             * @description Why the event began: first, returned, stronger, unheard, scanned, resumed or late.
             * @example stronger
             */
            cause: string;
            /**
             * @description The same in a sentence for people, with the values of the location decision.
             * @example Dock 1 at -48 dBm, Hall at -60 dBm; stronger for 2.7 s
             */
            reason: string;
            /**
             * @description Signal at the location when the asset moved there, in dBm; null when the move had no signals.
             * @example -48.2
             */
            signal_dbm: number | null;
            /**
             * @description Signal at the previous location at that time, in dBm; null when the move had no signals.
             * @example -60.1
             */
            previous_signal_dbm: number | null;
            /**
             * Format: int32
             * @description Whole seconds from the beginning of the previous event to the beginning of this one; null only on the earliest event.
             * @example 5400
             */
            duration_seconds: number | null;
        };
        /** @description A page of ScanEvent. */
        ScanEventList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["ScanEvent"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description The outcome of the reads. Reads of tags of locations are in none of the four. */
        ScanOutcome: {
            accepted: number;
            /** @description Reads that were sent before. */
            duplicates: number;
            unknown: {
                tag_type: string;
                value: string;
            }[];
            /** @description Reads that are not valid. They do not affect the others. */
            rejected: {
                /** @description The position of the read in the submission, from 0. */
                index: number;
                /** @description The code of a field error. */
                code: string;
                message: string;
                text: components["schemas"]["Text"];
            }[];
        };
        /** @description One ScanOutcome. */
        ScanOutcomeResponse: {
            data: components["schemas"]["ScanOutcome"];
        };
        /** @description The scheduled backups of the installation. */
        ScheduledBackups: {
            /** @description Whether the service makes backups. A PostgreSQL database is backed up by its own tools. */
            is_supported: boolean;
            /**
             * @description Cron expression; null when scheduled backups are off.
             * @example 30 1 * * *
             */
            schedule: string | null;
            /**
             * @description Directory, or s3:// URL.
             * @example s3://backups/warehouse
             */
            place: string;
            /** @description Whether the place is in the data directory. */
            is_beside_data: boolean;
            /** @description Whether new backups are encrypted. */
            is_encrypted: boolean;
            /**
             * Format: date-time
             * @description Next time of the schedule.
             * @example 2026-08-21T06:45:00.000Z
             */
            next_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the running backup began.
             * @example 2026-08-21T06:45:00.000Z
             */
            running_since: string | null;
            /**
             * Format: date-time
             * @description Time at which the requested backup began that is being created.
             * @example 2026-08-21T06:45:00.000Z
             */
            requested_since: string | null;
            /** @description Whether the last good backup is too old. */
            is_overdue: boolean;
            /** @description The failure of the last attempt; null when it succeeded. */
            problem: {
                /**
                 * Format: date-time
                 * @example 2026-08-21T06:45:00.000Z
                 */
                at: string;
                /** @description The reason, as sentences. */
                reason: string;
                text: components["schemas"]["Text"];
            } | null;
            /** @description The newest backup that was read back and verified. */
            last: {
                name: string;
                /**
                 * Format: date-time
                 * @description Time at which it began.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                created_at: string;
                /**
                 * Format: int64
                 * @description Size at the place, in bytes.
                 */
                size: number;
                /**
                 * Format: int64
                 * @description Size of the database, in bytes.
                 */
                database_size: number;
                /** @description Duration with the verification, in seconds. */
                seconds: number;
                /** @description Number of tables that were counted. */
                tables: number;
                /**
                 * Format: int64
                 * @description Number of rows that were counted.
                 */
                rows: number;
                /** @description The first wrong total, which a restore corrects. */
                miscount: string | null;
            } | null;
            /** @description The scheduled backups of this installation at the place, newest first. */
            copies: {
                name: string;
                /**
                 * Format: date-time
                 * @example 2026-08-21T06:45:00.000Z
                 */
                created_at: string;
                /**
                 * Format: int64
                 * @description Size in bytes.
                 */
                size: number;
                is_encrypted: boolean;
            }[];
        };
        /** @description One ScheduledBackups. */
        ScheduledBackupsResponse: {
            data: components["schemas"]["ScheduledBackups"];
        };
        /**
         * @description A scope.
         * @example assets:read
         * @enum {string}
         */
        Scope: "assets:read" | "assets:write" | "locations:read" | "locations:write" | "tracking:read";
        /** @description A search for an asset. */
        Search: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            asset: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                id: number;
                external_key: string;
                name: string;
                is_deleted: boolean;
            };
            /** @description found and lost are closed. */
            state: string;
            /** @description Who wants the asset; user_id is null if the service began the search. */
            for_user: {
                user_id: string | null;
                name: string;
            } | null;
            /** @description What was said when the search began. */
            note: string | null;
            /** @description The stocktake whose close began the search. */
            stocktake_id: number | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            opened_at: string;
            /** @description Who looks for the asset, or has looked for it last. */
            searcher: {
                user_id: string | null;
                name: string;
            } | null;
            /**
             * Format: date-time
             * @description When it was found or given up.
             * @example 2026-08-21T06:45:00.000Z
             */
            closed_at: string | null;
            /** @description Who found it or gave it up. */
            closed_by: {
                user_id: string | null;
                name: string;
            } | null;
            /**
             * Format: int64
             * @description Where it was found.
             * @example 42
             */
            location_id: number | null;
            /** @description What was said when it was found or given up. */
            closing_note: string | null;
            /**
             * Format: date-time
             * @description The latest read of the asset.
             * @example 2026-08-21T06:45:00.000Z
             */
            asset_last_seen: string | null;
            /**
             * Format: int64
             * @description Where the asset is placed now.
             * @example 42
             */
            last_location_id: number | null;
            last_location_name: string | null;
            /** @description Whether a lost asset was read after it was given up. */
            was_read_again: boolean;
        };
        SearchEnd: {
            note?: string;
        };
        SearchFound: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number;
            note?: string;
        };
        /** @description A page of Search. */
        SearchList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["Search"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description One Search. */
        SearchResponse: {
            data: components["schemas"]["Search"];
        };
        /** @description The records that a search has found, as far as the caller may see them. */
        SearchResult: {
            assets: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                id: number;
                external_key: string;
                name: string;
                /** @description The fields with the words that are not in the name. */
                matched: {
                    /** @enum {string} */
                    field: "external_key" | "tag" | "description";
                    value: string;
                }[];
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                location_id: number | null;
                location_name: string | null;
                /**
                 * Format: date-time
                 * @example 2026-08-21T06:45:00.000Z
                 */
                last_seen_at: string | null;
            }[];
            /** @description Number of all assets that were found. */
            asset_count: number;
            locations: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                id: number;
                external_key: string;
                name: string;
                /** @description The fields with the words that are not in the name. */
                matched: {
                    /** @enum {string} */
                    field: "external_key" | "tag" | "description";
                    value: string;
                }[];
            }[];
            readers: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                id: number;
                external_key: string;
                name: string;
                /** @description The fields with the words that are not in the name. */
                matched: {
                    /** @enum {string} */
                    field: "external_key" | "tag" | "description";
                    value: string;
                }[];
            }[];
            /** @description Empty below the role manager. */
            deleted_assets: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                id: number;
                external_key: string;
                name: string;
                /** @description The fields with the words that are not in the name. */
                matched: {
                    /** @enum {string} */
                    field: "external_key" | "tag" | "description";
                    value: string;
                }[];
            }[];
            members: {
                /** Format: uuid */
                user_id: string;
                name: string;
                email: string;
            }[];
            /** @description Empty below the role admin. */
            api_keys: {
                /** Format: uuid */
                client_id: string;
                name: string;
                is_revoked: boolean;
            }[];
            /** @description Empty below the role admin. */
            webhooks: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                id: number;
                name: string;
                url: string;
            }[];
        };
        /** @description One SearchResult. */
        SearchResultResponse: {
            data: components["schemas"]["SearchResult"];
        };
        /** @description The second factor of the user. */
        SecondFactor: {
            /**
             * Format: date-time
             * @description The time at which the app was added; null without one.
             * @example 2026-08-21T06:45:00.000Z
             */
            added_at: string | null;
            /** @description Number of recovery codes that are left. */
            recovery_codes: number;
            /** @description Whether the installation requires a second factor. */
            is_required: boolean;
        };
        /** @description One SecondFactor. */
        SecondFactorResponse: {
            data: components["schemas"]["SecondFactor"];
        };
        /** @description A session of a user. */
        Session: {
            /** @description A JWT, to send as Authorization: Bearer. */
            access_token: string;
            /** @description Lifetime of the access token in seconds. */
            expires_in: number;
            user: {
                id: string;
                name: string;
                email: string;
            };
            /** @description Whether the user is an owner of the installation. */
            is_owner: boolean;
            organizations: components["schemas"]["OwnOrganization"][];
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            current_organization_id: number;
            /** @description The provider that signed the user in; null for a password. */
            issuer: string | null;
            /** @description Whether the session may only add a second factor. */
            must_add_second_factor: boolean;
        };
        /** @description One Session. */
        SessionResponse: {
            data: components["schemas"]["Session"];
        };
        /** @description A tag that several assets or locations have. */
        SharedTag: {
            tag_type: string;
            /** @description The spellings, oldest first. */
            tags: components["schemas"]["OwnedTag"][];
        };
        /** @description A page of SharedTag. */
        SharedTagList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["SharedTag"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description The ways to sign in. */
        SignInOptions: {
            /** @description Whether users may sign in with a password. */
            has_local_sign_in: boolean;
            /** @description Whether the installation supports passkeys. */
            has_passkeys: boolean;
            /** @description The address at which sign-in with providers and passkeys works; empty if it is not set. */
            public_url: string;
            providers: {
                /** @description The id in the settings. */
                id: string;
                /** @description The name for users. */
                name: string;
            }[];
        };
        /** @description One SignInOptions. */
        SignInOptionsResponse: {
            data: components["schemas"]["SignInOptions"];
        };
        /** @description Simulated records, of each kind at most 1000. */
        SimulatedData: {
            readers: number;
            assets: number;
            locations: number;
        };
        /** @description The result of a removal. */
        SimulatedDataRemoval: {
            /** @description Records that this request removed. */
            removed: {
                readers: number;
                assets: number;
                locations: number;
            };
            /** @description Whether no simulated record is left that can be removed. */
            is_complete: boolean;
        };
        /** @description One SimulatedDataRemoval. */
        SimulatedDataRemovalResponse: {
            data: components["schemas"]["SimulatedDataRemoval"];
        };
        /** @description One SimulatedData. */
        SimulatedDataResponse: {
            data: components["schemas"]["SimulatedData"];
        };
        /** @description A count of the assets below a location. */
        Stocktake: {
            /**
             * Format: int64
             * @description Id of the stocktake.
             * @example 42
             */
            id: number;
            /**
             * @description Its name.
             * @example North hall, November
             */
            name: string;
            /**
             * Format: int64
             * @description The location that is counted, with everything below it.
             * @example 42
             */
            location_id: number;
            /**
             * @description Which of the assets there are expected: all, or those of a search, a field, conditions or a list.
             * @example {
             *       "kind": "all"
             *     }
             */
            scope: {
                [key: string]: unknown;
            };
            /**
             * @description Whether counters do not see what is expected.
             * @example false
             */
            is_blind: boolean;
            /**
             * @description Whether reads of fixed readers count.
             * @example true
             */
            uses_readers: boolean;
            /**
             * @description Its state.
             * @example open
             */
            state: string;
            /**
             * Format: date-time
             * @description When it was opened.
             * @example null
             */
            opened_at: string | null;
            opened_by: components["schemas"]["StocktakePerson"];
            /**
             * Format: int64
             * @description The event of the event log as of which assets are expected.
             * @example 42
             */
            expected_at_sequence: number | null;
            /**
             * Format: int64
             * @description Number of expected assets; null for counters in an open blind stocktake.
             * @example 42
             */
            expected_count: number | null;
            counts: components["schemas"]["StocktakeCounts"];
            /**
             * Format: date-time
             * @description When it should be done.
             * @example null
             */
            due_at: string | null;
            /**
             * Format: int32
             * @description After so many months, the next one is due. It is planned at the close.
             * @example 12
             */
            repeat_months: number | null;
            /**
             * Format: date-time
             * @description When it was closed or canceled.
             * @example null
             */
            closed_at: string | null;
            closed_by: components["schemas"]["StocktakePerson"];
            /**
             * @description SHA-256 of the bytes of result.csv, in hexadecimal; null until the result is fixed.
             * @example null
             */
            result_sha256: string | null;
        };
        StocktakeClose: {
            /** @description Whether found assets are placed where they were counted. */
            write_places?: boolean;
            /** @description Whether searches for the missing assets begin. */
            start_searches?: boolean;
            /** @description Whether unknown tags are sent to the inbox. */
            keep_unknown?: boolean;
        };
        StocktakeCounter: {
            counted_by: components["schemas"]["StocktakePerson"];
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number;
            scans: number;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            last_heard_at: string;
        };
        /** @description Numbers of lines by verdict. found + missing + elsewhere + moved_meanwhile + excused + to_count is the number of expected assets. For counters in an open blind stocktake, to_count is null and scans is the only other one. */
        StocktakeCounts: {
            /**
             * Format: int64
             * @description Expected assets that were counted at their location.
             * @example 42
             */
            found?: number | null;
            /**
             * Format: int64
             * @description Expected assets that were not counted; 0 until the close.
             * @example 42
             */
            missing?: number | null;
            /**
             * Format: int64
             * @description Expected assets that were counted at another location.
             * @example 42
             */
            elsewhere?: number | null;
            /**
             * Format: int64
             * @description Expected assets that were not counted, and that readers have placed elsewhere.
             * @example 42
             */
            moved_meanwhile?: number | null;
            /**
             * Format: int64
             * @description Expected assets that are missing for a known reason.
             * @example 42
             */
            excused?: number | null;
            /**
             * Format: int64
             * @description Assets that were counted without being expected.
             * @example 42
             */
            extra?: number | null;
            /**
             * Format: int64
             * @description Tags that belong to no asset.
             * @example 42
             */
            unknown?: number | null;
            /**
             * Format: int64
             * @description Expected assets that are not counted yet; 0 after the close.
             * @example 42
             */
            to_count: number | null;
            /**
             * Format: int64
             * @description Scans that arrived after the close.
             * @example 42
             */
            late?: number | null;
            /**
             * Format: int64
             * @description Accepted scans. Only in an open blind stocktake, instead of the others.
             * @example 42
             */
            scans?: number | null;
        };
        /** @description A stocktake with who counts. */
        StocktakeDetails: {
            /**
             * Format: int64
             * @description Id of the stocktake.
             * @example 42
             */
            id: number;
            /**
             * @description Its name.
             * @example North hall, November
             */
            name: string;
            /**
             * Format: int64
             * @description The location that is counted, with everything below it.
             * @example 42
             */
            location_id: number;
            /**
             * @description Which of the assets there are expected: all, or those of a search, a field, conditions or a list.
             * @example {
             *       "kind": "all"
             *     }
             */
            scope: {
                [key: string]: unknown;
            };
            /**
             * @description Whether counters do not see what is expected.
             * @example false
             */
            is_blind: boolean;
            /**
             * @description Whether reads of fixed readers count.
             * @example true
             */
            uses_readers: boolean;
            /**
             * @description Its state.
             * @example open
             */
            state: string;
            /**
             * Format: date-time
             * @description When it was opened.
             * @example null
             */
            opened_at: string | null;
            opened_by: components["schemas"]["StocktakePerson"];
            /**
             * Format: int64
             * @description The event of the event log as of which assets are expected.
             * @example 42
             */
            expected_at_sequence: number | null;
            /**
             * Format: int64
             * @description Number of expected assets; null for counters in an open blind stocktake.
             * @example 42
             */
            expected_count: number | null;
            counts: components["schemas"]["StocktakeCounts"];
            /**
             * Format: date-time
             * @description When it should be done.
             * @example null
             */
            due_at: string | null;
            /**
             * Format: int32
             * @description After so many months, the next one is due. It is planned at the close.
             * @example 12
             */
            repeat_months: number | null;
            /**
             * Format: date-time
             * @description When it was closed or canceled.
             * @example null
             */
            closed_at: string | null;
            closed_by: components["schemas"]["StocktakePerson"];
            /**
             * @description SHA-256 of the bytes of result.csv, in hexadecimal; null until the result is fixed.
             * @example null
             */
            result_sha256: string | null;
            /** @description Who has counted. In an open blind stocktake, counters see only themselves. */
            counters: components["schemas"]["StocktakeCounter"][];
            /** @description How far the close is: lines that were looked at or written. Null when nothing is left to do. */
            work: {
                done: number;
                total: number;
            } | null;
        };
        /** @description One StocktakeDetails. */
        StocktakeDetailsResponse: {
            data: components["schemas"]["StocktakeDetails"];
        };
        StocktakeExcuse: {
            note: string;
        };
        StocktakeFound: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number;
            note?: string;
        };
        /** @description An asset in a stocktake. */
        StocktakeLine: {
            /**
             * Format: int64
             * @description The asset's id.
             * @example 42
             */
            asset_id: number;
            /**
             * @description Key of the asset when it was expected or counted.
             * @example PALLET-0042
             */
            asset_external_key: string;
            /**
             * @description Name of the asset at that time.
             * @example Pallet 42
             */
            asset_name: string;
            /**
             * @description What was found out about the asset.
             * @example found
             */
            verdict: string;
            /**
             * Format: int64
             * @description Where the asset is expected; null for an extra one.
             * @example 42
             */
            expected_location_id: number | null;
            /**
             * Format: int64
             * @description Where it was counted, or where readers have placed it meanwhile.
             * @example 42
             */
            found_location_id: number | null;
            /**
             * Format: date-time
             * @description When it was counted there first.
             * @example null
             */
            counted_at: string | null;
            counted_by: components["schemas"]["StocktakePerson"];
            /**
             * @description scan, reader or hand; null without a count.
             * @example scan
             */
            source: string | null;
            /**
             * @description What a person has noted about it.
             * @example null
             */
            note: string | null;
            /**
             * @description Whether there is a photo of why the asset is excused.
             * @example false
             */
            has_photo: boolean;
        };
        /** @description A page of StocktakeLine. */
        StocktakeLineList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["StocktakeLine"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description One StocktakeLine. */
        StocktakeLineResponse: {
            data: components["schemas"]["StocktakeLine"];
        };
        /** @description A page of Stocktake. */
        StocktakeList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["Stocktake"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        StocktakePatch: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name?: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            due_at?: string | null;
            repeat_months?: number | null;
        };
        /** @description Who has opened, closed or counted. */
        StocktakePerson: {
            /**
             * @description Id of the user; null for a reader.
             * @example 01K3QF6Z9T1V4W8X2Y5Z7A9BCD
             */
            user_id: string | null;
            /**
             * @description Name of the user or the reader at that time.
             * @example Ana Costa
             */
            name: string;
        } | null;
        /** @description A location of a stocktake, without those below it. */
        StocktakePlace: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number;
            /**
             * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
             * @example PALLET-0042
             */
            location_external_key: string;
            location_name: string;
            expected: number;
            found: number;
            missing: number;
            elsewhere: number;
            moved_meanwhile: number;
            excused: number;
            extra: number;
            to_count: number;
            /**
             * Format: date-time
             * @description When a counter has said that everything there was counted.
             * @example null
             */
            finished_at: string | null;
            finished_by: components["schemas"]["StocktakePerson"];
        };
        /** @description A page of StocktakePlace. */
        StocktakePlaceList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["StocktakePlace"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description One Stocktake. */
        StocktakeResponse: {
            data: components["schemas"]["Stocktake"];
        };
        /** @description What became of each read. */
        StocktakeScanOutcome: {
            accepted: number;
            /** @description Reads that were sent before. */
            duplicates: number;
            /** @description Reads that arrived after the close. They are kept and change nothing. */
            late: number;
            results: components["schemas"]["StocktakeScanResult"][];
            /** @description Reads that are not valid. They do not affect the others. */
            rejected: {
                index: number;
                code: string;
                message: string;
                text: components["schemas"]["Text"];
            }[];
        };
        /** @description One StocktakeScanOutcome. */
        StocktakeScanOutcomeResponse: {
            data: components["schemas"]["StocktakeScanOutcome"];
        };
        StocktakeScanResult: {
            index: number;
            /** @enum {string} */
            verdict: "found" | "again" | "elsewhere" | "extra" | "unknown" | "counted";
            /**
             * Format: int64
             * @description The asset; null for an unknown tag.
             * @example 42
             */
            asset_id: number | null;
            asset_name: string | null;
            /**
             * Format: int64
             * @description Where it is expected; null for an extra one.
             * @example 42
             */
            expected_location_id: number | null;
            counted_by: components["schemas"]["StocktakePerson"];
            /**
             * Format: date-time
             * @description When it was counted there first.
             * @example null
             */
            counted_at: string | null;
        };
        SummedAntenna: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            reader_id: number | null;
            reader_name: string | null;
            antenna: number | null;
        };
        /** @description An identifier attached to an asset or a location. More types may be added: pass through types that you do not know. */
        Tag: components["schemas"]["RfidTag"] | components["schemas"]["BleTag"] | components["schemas"]["BarcodeTag"];
        /** @description The object that a code names: a GS1 key with its serial number. */
        TagIdentity: {
            /**
             * @description Scheme of the GS1 key.
             * @example sgtin
             */
            scheme: string;
            /**
             * @description GS1 key as it is printed: GTIN-14, SSCC, GLN, GRAI with serial number, or GIAI.
             * @example 09521234543213
             */
            gs1_key: string;
            /**
             * @description Serial number or extension; null when the key has none.
             * @example 400
             */
            serial: string | null;
            /**
             * @description Element string with brackets. It is equal for all spellings of one key.
             * @example (01)09521234543213(21)400
             */
            element_string: string;
            /**
             * @description Pure identity URI; null when the code does not say how long the company prefix is.
             * @example urn:epc:id:sgtin:9521234.054321.400
             */
            uri: string | null;
            /**
             * @description Tag URI; null when the code has no filter value.
             * @example urn:epc:tag:sgtin-96:1.9521234.054321.400
             */
            tag_uri: string | null;
            /**
             * @description GS1 Digital Link of the key, at the resolver of GS1.
             * @example https://id.gs1.org/01/09521234543213/21/400
             */
            digital_link: string;
        } | null;
        /** @description The key with which the frames of a tag are read; null deletes it. */
        TagKeyInput: {
            /** @description The key as 32 hexadecimal digits. */
            key: string | null;
        };
        /** @description What a tag belongs to. All ids are null for an unknown tag. */
        TagLookup: {
            /**
             * @description The tag_type of the request; null without one.
             * @example rfid
             */
            tag_type: string | null;
            /**
             * @description The value of the request.
             * @example E2801160600002
             */
            value: string;
            /**
             * Format: int64
             * @description The tag that a read with this value matches; null when there is none.
             * @example 42
             */
            tag_id: number | null;
            /**
             * Format: int64
             * @description The asset of the tag.
             * @example 42
             */
            asset_id: number | null;
            /**
             * @description Key of the asset.
             * @example PALLET-0042
             */
            asset_external_key: string | null;
            /**
             * Format: int64
             * @description The location of the tag.
             * @example 42
             */
            location_id: number | null;
            /**
             * @description Key of the location.
             * @example PALLET-0042
             */
            location_external_key: string | null;
            identity: components["schemas"]["TagIdentity"];
            /**
             * @description What the value has in common with that of the tag: the value as sent, its normal form, or the object that it names. Null for an unknown tag.
             * @example value
             */
            matched_by: string | null;
        };
        /**
         * @description Values of tags.
         * @example {
         *       "tags": [
         *         {
         *           "value": "3414257BF40000000000162E"
         *         }
         *       ]
         *     }
         */
        TagLookupRequest: {
            /** @description The values to look up. */
            tags: components["schemas"]["TagLookupValue"][];
        };
        /** @description A value to look up. */
        TagLookupValue: {
            /**
             * @description The type of the tag. Without it, rfid, barcode and ble are tried in this order.
             * @example rfid
             */
            tag_type?: string;
            /**
             * @description The value of the tag.
             * @example E2801160600002
             */
            value: string;
        };
        /** @description What tags belong to. */
        TagLookups: {
            /** @description One entry for each value, in the order of the request. */
            data: components["schemas"]["TagLookup"][];
        };
        /** @description A new tag. */
        TagRequest: components["schemas"]["RfidTagRequest"] | components["schemas"]["BleTagRequest"] | components["schemas"]["BarcodeTagRequest"];
        /** @description One Tag. */
        TagResponse: {
            data: components["schemas"]["Tag"];
        };
        /** @description Tags, in order of creation. */
        Tags: components["schemas"]["Tag"][];
        /** @description The values of one metric of an asset in one hour. */
        TelemetryHour: {
            /**
             * @description What was measured.
             * @example temperature_c
             */
            metric: string;
            /**
             * Format: date-time
             * @description Beginning of the hour, in UTC.
             * @example 2026-08-21T06:45:00.000Z
             */
            hour: string;
            /**
             * @description The least value of the hour.
             * @example 4.1
             */
            min: number;
            /**
             * @description The mean of all values of the hour.
             * @example 4.65
             */
            mean: number;
            /**
             * @description The greatest value of the hour.
             * @example 5.2
             */
            max: number;
            /**
             * @description The last value of the hour.
             * @example 4.8
             */
            last: number;
            /**
             * Format: date-time
             * @description When the last value was sent.
             * @example 2026-08-21T06:45:00.000Z
             */
            last_at: string;
        };
        /** @description A page of TelemetryHour. */
        TelemetryHourList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["TelemetryHour"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description The last value of one metric of an asset, and the tag that sent it. */
        TelemetryValue: {
            /**
             * @description What was measured.
             * @example temperature_c
             */
            metric: string;
            value: number;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            observed_at: string;
            tag_id: number;
        };
        /** @description The key and the values of an English sentence, for translations. */
        Text: {
            /**
             * @description Which sentence it is.
             * @example move.silent
             */
            key: string;
            /**
             * @description The values in the sentence: names, numbers, instants, other sentences, and lists of them. The end of a name says the unit.
             * @example {
             *       "there": "Hall",
             *       "silent_seconds": 42
             *     }
             */
            params: {
                [key: string]: string | number | Record<string, never> | unknown[];
            };
        } | null;
        /**
         * @description A token request: one schema for each grant_type.
         * @example {
         *       "grant_type": "client_credentials",
         *       "client_id": "0d3a9e6b-6d2c-4f0a-9d1b-5c1f6f0f3b52",
         *       "client_secret": "wab_..."
         *     }
         */
        TokenRequest: components["schemas"]["ClientCredentialsGrant"] | components["schemas"]["RefreshTokenGrant"];
        /** @description A pair of tokens. */
        TokenResponse: {
            /**
             * @description A JWT, to send as Authorization: Bearer.
             * @example eyJ...
             */
            access_token: string;
            /**
             * @description A single-use token, which is valid for 30 days.
             * @example war_...
             */
            refresh_token: string;
            token_type: components["schemas"]["TokenType"];
            /**
             * Format: int32
             * @description Lifetime of the access token in seconds.
             * @example 900
             */
            expires_in: number;
        };
        /**
         * @description Always Bearer.
         * @example Bearer
         * @enum {string}
         */
        TokenType: "Bearer";
        /** @description A secret that is not confirmed yet. */
        TotpSecret: {
            /** @description The secret for the app, in base 32. */
            secret: string;
            /** @description The secret as otpauth URI, for a QR code. */
            uri: string;
        };
        /** @description One TotpSecret. */
        TotpSecretResponse: {
            data: components["schemas"]["TotpSecret"];
        };
        /** @description A tag that was read and belongs to no asset or location. */
        UnknownTag: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            tag_type: string;
            /** @description The value as it was first sent. */
            value: string;
            /** @description The content of an EPC. */
            hint: {
                /** @enum {string} */
                scheme: "sgtin-96" | "sscc-96" | "sgln-96" | "grai-96" | "giai-96";
                /**
                 * @description Pure identity URI.
                 * @example urn:epc:id:giai:0614141.5678
                 */
                uri: string;
                /**
                 * @description Tag URI, which also contains the filter value.
                 * @example urn:epc:tag:giai-96:0.0614141.5678
                 */
                tag_uri: string;
                /** @description GS1 key as it is printed, with its check digit: GTIN-14, SSCC, GLN, GRAI with serial number, or GIAI. */
                gs1_key: string;
            } | null;
            identity: components["schemas"]["TagIdentity"];
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            first_seen_at: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            last_seen_at: string;
            read_count: number;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            reader_id: number | null;
            reader_external_key: string | null;
            antenna: number | null;
            rssi: number | null;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number | null;
            location_external_key: string | null;
        };
        /** @description An unknown tag and its presences at locations. */
        UnknownTagDetails: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            tag_type: string;
            /** @description The value as it was first sent. */
            value: string;
            /** @description The content of an EPC. */
            hint: {
                /** @enum {string} */
                scheme: "sgtin-96" | "sscc-96" | "sgln-96" | "grai-96" | "giai-96";
                /**
                 * @description Pure identity URI.
                 * @example urn:epc:id:giai:0614141.5678
                 */
                uri: string;
                /**
                 * @description Tag URI, which also contains the filter value.
                 * @example urn:epc:tag:giai-96:0.0614141.5678
                 */
                tag_uri: string;
                /** @description GS1 key as it is printed, with its check digit: GTIN-14, SSCC, GLN, GRAI with serial number, or GIAI. */
                gs1_key: string;
            } | null;
            identity: components["schemas"]["TagIdentity"];
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            first_seen_at: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            last_seen_at: string;
            read_count: number;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            reader_id: number | null;
            reader_external_key: string | null;
            antenna: number | null;
            rssi: number | null;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number | null;
            location_external_key: string | null;
            /** @description The newest 200, newest first. */
            presences: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                location_id: number | null;
                location_external_key: string | null;
                /**
                 * Format: date-time
                 * @example 2026-08-21T06:45:00.000Z
                 */
                first_seen_at: string;
                /**
                 * Format: date-time
                 * @example 2026-08-21T06:45:00.000Z
                 */
                last_seen_at: string;
                read_count: number;
            }[];
        };
        /** @description One UnknownTagDetails. */
        UnknownTagDetailsResponse: {
            data: components["schemas"]["UnknownTagDetails"];
        };
        /** @description A page of UnknownTag. */
        UnknownTagList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["UnknownTag"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        WallAlertView: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * @description Kind of its rule.
             * @example outside
             */
            kind: string;
            /**
             * @description How urgent it is.
             * @example urgent
             */
            severity: string;
            /** @description Name of the asset, reader or location, or the tag. */
            subject_name: string;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            opened_at: string;
            /** @description Whether somebody has it. */
            is_acknowledged: boolean;
        };
        WallLinkCreate: {
            /**
             * Format: int64
             * @description A live location.
             * @example 42
             */
            location_id: number;
            /**
             * @description Where the screen is.
             * @example Screen at door 4
             */
            name: string;
        };
        /** @description A page of WallLinkView. */
        WallLinkList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["WallLinkView"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description A link that shows the floor of a location on a screen. */
        WallLinkView: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            name: string;
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            location_id: number;
            location_name: string;
            /** @description Name of the user. */
            created_by: string | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            created_at: string;
        };
        /** @description One WallView. */
        WallResponse: {
            data: components["schemas"]["WallView"];
        };
        WallToken: {
            token: string;
        };
        /** @description The floor of the location of a wall link. */
        WallView: {
            location: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                id: number;
                name: string;
            };
            /** @description The location and what is below it, by name. Its own parent is null. */
            tree: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                id: number;
                name: string;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                parent_id: number | null;
            }[];
            plan: components["schemas"]["PlanView"];
            /** @description Open alerts at these locations: urgent ones first, then the latest. */
            alerts: components["schemas"]["WallAlertView"][];
            /** @description Number of open alerts at these locations. */
            alert_count: number;
            /**
             * Format: date-time
             * @description Time of the counts.
             * @example 2026-08-21T06:45:00.000Z
             */
            at: string;
            /** @description The locations that have assets. */
            locations: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                location_id: number;
                /** @description Number of assets at the location itself, as in the report. */
                asset_count: number;
                /**
                 * Format: date-time
                 * @description Latest read of these assets.
                 * @example 2026-08-21T06:45:00.000Z
                 */
                last_read_at: string;
            }[];
            /** @description The locations whose readers are all silent or broken, with the one that worked last. */
            silent: {
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                location_id: number;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                reader_id: number;
                reader_name: string;
                /** @description The cause of the diagnosis of the reader. */
                cause: string;
                /**
                 * Format: date-time
                 * @example 2026-08-21T06:45:00.000Z
                 */
                silent_since: string;
            }[];
            /** @description Up to 12 moves of the last 15 minutes, the newest first. */
            moves: {
                /**
                 * Format: int64
                 * @description Id of the scan event that began with the move.
                 * @example 42
                 */
                id: number;
                /**
                 * Format: date-time
                 * @example 2026-08-21T06:45:00.000Z
                 */
                event_observed_at: string;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                asset_id: number;
                asset_external_key: string;
                asset_name: string;
                /**
                 * Format: int64
                 * @description Assigned by the server; unique within an entity type.
                 * @example 42
                 */
                location_id: number;
                /**
                 * Format: int64
                 * @description Null if it is not known.
                 * @example 42
                 */
                previous_location_id: number | null;
            }[];
        };
        /** @description An endpoint that receives the event log. */
        Webhook: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name: string;
            /**
             * @description An http or https URL. Redirects are not followed.
             * @example https://example.com/hook
             */
            url: string;
            /** @description Only events of these types; empty: all. */
            types: ("asset.moved" | "asset.move_corrected" | "asset.history_trimmed" | "asset.created" | "asset.updated" | "asset.renamed" | "asset.deleted" | "asset.restored" | "location.created" | "location.updated" | "location.renamed" | "location.deleted" | "location.restored" | "reader.silent" | "reader.live" | "tag.unknown" | "alert.opened" | "alert.acknowledged" | "alert.closed" | "alert.retracted" | "stocktake.opened" | "stocktake.closed")[];
            /**
             * Format: int64
             * @description Only events at this location or below it; null: all.
             * @example 42
             */
            location_id: number | null;
            /**
             * @description The body of the requests: an event of the log, or an EPCISDocument of EPCIS 2.0.
             * @example event
             */
            format: string;
            /** @description Whether events are delivered. */
            is_enabled: boolean;
            /** @description gone or failing when the service disabled the webhook. */
            disabled_reason: string | null;
            /** @description Sequence up to which events were delivered or do not match. */
            cursor: number;
            /** @description Number of events of the log after the cursor. */
            behind: number;
            /** @description Failed attempts of the next event. */
            failures: number;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            next_attempt_at: string | null;
            /** @description Why the last attempt failed. */
            last_error: string | null;
            last_error_text: components["schemas"]["Text"];
            /** @description Events that retention deleted before their delivery. */
            lost_events: number;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            previous_secret_expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            updated_at: string;
        };
        WebhookChange: {
            /**
             * @description Contains no control characters, and no white space at either end.
             * @example Pallet 42
             */
            name?: string;
            /**
             * @description An http or https URL. Redirects are not followed.
             * @example https://example.com/hook
             */
            url?: string;
            /** @description Only events of these types; empty: all. */
            types?: ("asset.moved" | "asset.move_corrected" | "asset.history_trimmed" | "asset.created" | "asset.updated" | "asset.renamed" | "asset.deleted" | "asset.restored" | "location.created" | "location.updated" | "location.renamed" | "location.deleted" | "location.restored" | "reader.silent" | "reader.live" | "tag.unknown" | "alert.opened" | "alert.acknowledged" | "alert.closed" | "alert.retracted" | "stocktake.opened" | "stocktake.closed")[];
            /**
             * Format: int64
             * @description Only events at this location or below it; null: all.
             * @example 42
             */
            location_id?: number | null;
            /**
             * @description The body of the requests: an event of the log, or an EPCISDocument of EPCIS 2.0.
             * @example event
             */
            format?: string;
            /** @description Whether events are delivered. */
            is_enabled?: boolean;
        };
        WebhookDelivery: {
            /**
             * Format: int64
             * @description Assigned by the server; unique within an entity type.
             * @example 42
             */
            id: number;
            /** @description Sequence of the event; null for a test. */
            sequence: number | null;
            type: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            attempted_at: string;
            duration_ms: number;
            /** @description Status of the response; null without one. */
            status: number | null;
            /** @description Why the attempt failed; null after success. */
            error: string | null;
            text: components["schemas"]["Text"];
            /** @description The first 1,000 bytes of the response. */
            response: string;
        };
        /** @description A page of WebhookDelivery. */
        WebhookDeliveryList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["WebhookDelivery"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description A page of Webhook. */
        WebhookList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["Webhook"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        WebhookReplay: {
            /** @description Sequence of an event. */
            from_sequence?: number;
            /** @description Sequence of an event. */
            sequence?: number;
        };
        /** @description One Webhook. */
        WebhookResponse: {
            data: components["schemas"]["Webhook"];
        };
        WebhookSecret: {
            /** @description The signing secret. It is returned only once. */
            secret: string;
            /**
             * Format: date-time
             * @example 2026-08-21T06:45:00.000Z
             */
            previous_secret_expires_at: string;
        };
        /** @description One WebhookSecret. */
        WebhookSecretResponse: {
            data: components["schemas"]["WebhookSecret"];
        };
        /** @description The location of one scanned asset, and how sure it is. */
        Whereabouts: {
            /**
             * Format: int64
             * @description The asset's id.
             * @example 42
             */
            asset_id: number;
            /**
             * @description The asset's external_key.
             * @example PALLET-0042
             */
            asset_external_key: string;
            /**
             * Format: int64
             * @description Location of the asset; null when that location is soft-deleted.
             * @example 7
             */
            location_id: number | null;
            /**
             * @description Key of the location; null when that location is soft-deleted.
             * @example DOCK-1
             */
            location_external_key: string | null;
            /**
             * Format: date-time
             * @description When the asset was soft-deleted; null while it is live.
             * @example null
             */
            asset_deleted_at: string | null;
            /**
             * Format: date-time
             * @description Time of the latest read of the asset, at any location.
             * @example 2026-08-21T06:45:00.000Z
             */
            asset_last_seen: string;
            /** @description true for 15 s after the asset has appeared: a later read may correct the location. */
            is_provisional?: boolean;
            /**
             * @description How sure the location is; null when fewer than six antennas read the asset lately.
             * @enum {string|null}
             */
            certainty?: "sure" | "probably" | "maybe" | null;
            /**
             * Format: int64
             * @description The location where the asset may be instead; null without one.
             * @example 42
             */
            rival_location_id?: number | null;
            /** @description Name of that location. */
            rival_location_name?: string | null;
        };
        /** @description A page of Whereabouts. */
        WhereaboutsList: {
            /** @description The rows. The array may be empty, but is never null. */
            data: components["schemas"]["Whereabouts"][];
            /**
             * Format: int32
             * @description The limit that was applied.
             * @example 50
             */
            limit: number;
            /**
             * Format: int64
             * @description The offset that was applied.
             * @example 0
             */
            offset: number;
            /**
             * Format: int64
             * @description Total number of matching rows.
             * @example 1
             */
            total_count: number;
        };
        /** @description One undefined. */
        undefinedResponse: {
            data: components["schemas"]["Webhook"] & {
                /** @description The signing secret. It is returned only once. */
                secret: string;
            };
        };
    };
    responses: {
        /** @description An error, in the common envelope. */
        Error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The resource still has the ETag of If-None-Match. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description The ETag of the version that the client has: returns 304 while it is current. */
        "If-None-Match": string;
        /** @description The ETag of the version to write to: returns 412 when the resource has changed. */
        "If-Match": string;
        /** @description With Accept: text/event-stream: the id of the last event that the client has received. It replaces after. */
        "Last-Event-ID": string;
        /** @description The form of the URIs: with Always_EPC_URN, URIs of GS1 keys are EPC URNs; otherwise they are GS1 Digital Links. */
        "GS1-EPC-Format": string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of the request: the id that the client sent, or else a new one. */
        "X-Request-Id": string;
        /** @description Maximum number of requests in a burst. */
        "X-RateLimit-Limit": number;
        /** @description Number of requests left. */
        "X-RateLimit-Remaining": number;
        /** @description The time at which the budget is full again, in Unix seconds. */
        "X-RateLimit-Reset": number;
        /** @description The request budget (IETF draft). */
        "RateLimit-Policy": string;
        /** @description The rest of the request budget (IETF draft). */
        RateLimit: string;
        /** @description With 429, 503 and 507: the number of seconds to wait. */
        "Retry-After": number;
        /** @description With 401 and 403: the challenge (RFC 6750). */
        "WWW-Authenticate": string;
        /** @description With 405: the methods that the resource supports. */
        Allow: string;
        /** @description Responses with tokens must not be cached. */
        "Cache-Control": string;
        /** @description The path of the new resource. */
        Location: string;
        /** @description The version of the response body, for If-None-Match and If-Match. */
        ETag: string;
        /** @description True when the response is the stored one of an earlier request with the same Idempotency-Key. */
        "Idempotent-Replayed": boolean;
        /** @description The report contains every event of the log up to this sequence. */
        "Event-Sequence": number;
        /** @description Links to the next and the previous page (RFC 8288). */
        Link: string;
        /** @description The version of EPCIS. */
        "GS1-EPCIS-Version": string;
        /** @description The version of the Core Business Vocabulary. */
        "GS1-CBV-Version": string;
        /** @description The form of the URIs: Always_GS1_Digital_Link or Always_EPC_URN. */
        "GS1-EPC-Format": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAlerts: {
        parameters: {
            query?: {
                /** @description Only open, or only closed alerts. */
                state?: string;
                /** @description Only alerts of rules of any of these kinds. */
                kind?: string[];
                /** @description Only alerts of any of these severities. */
                severity?: string[];
                /** @description Only alerts of any of these rules. */
                rule_id?: number[];
                /** @description Only alerts about any of these assets. */
                asset_id?: number[];
                /** @description Only alerts at any of these locations or below them. */
                location_id?: number[];
                /** @description Only alerts that opened at this instant or later. */
                from?: string;
                /** @description Only alerts that opened at this instant or earlier. */
                to?: string;
                /** @description Comma-separated sort fields, with the prefix - for descending order: opened_at, -opened_at. */
                sort?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of alerts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    getAlert: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that the client has: returns 304 while it is current. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The alert's id. */
                alert_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    listAssets: {
        parameters: {
            query?: {
                /** @description Only assets with any of these keys. */
                external_key?: string[];
                /** @description true: only active assets; false: only inactive assets. */
                is_active?: boolean;
                /** @description Include soft-deleted assets. */
                include_deleted?: boolean;
                /** @description Only assets with this text, case-insensitive, in name, external_key, description or a tag value. */
                q?: string;
                /** @description Comma-separated sort fields, with the prefix - for descending order: external_key, -external_key, name, -name, created_at, -created_at, updated_at, -updated_at. */
                sort?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of assets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    createAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: within 24 hours, the same request with the same key returns the first response and changes nothing. Returns 409 while the first request is running, and 400 with another path or body. Failures are not stored. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssetCreate"];
            };
        };
        responses: {
            /** @description The new asset. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    batchAssets: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: within 24 hours, the same request with the same key returns the first response and changes nothing. Returns 409 while the first request is running, and 400 with another path or body. Failures are not stored. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssetBatchRequest"];
            };
        };
        responses: {
            /** @description The results of the rows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetBatchOutcome"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    getAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that the client has: returns 304 while it is current. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The asset. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    deleteAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to write to: returns 412 when the resource has changed. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The asset and its tags are deleted. The external_key and the tag values can be used again. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            412: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    updateAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to write to: returns 412 when the resource has changed. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["AssetPatch"];
            };
        };
        responses: {
            /** @description The changed asset. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            412: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    listAssetEvents: {
        parameters: {
            query?: {
                /** @description Only events that began at this instant or later. */
                from?: string;
                /** @description Only events that began at this instant or earlier. */
                to?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of scan events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanEventList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    listAssetHistory: {
        parameters: {
            query?: {
                /** @description Only events that began at this instant or later. */
                from?: string;
                /** @description Only events that began at this instant or earlier. */
                to?: string;
                /** @description Comma-separated sort fields, with the prefix - for descending order: event_observed_at, -event_observed_at. */
                sort?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the history. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetHistoryItemList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    renameAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: within 24 hours, the same request with the same key returns the first response and changes nothing. Returns 409 while the first request is running, and 400 with another path or body. Failures are not stored. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameRequest"];
            };
        };
        responses: {
            /** @description The renamed asset. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetRenamed"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    attachAssetTag: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: within 24 hours, the same request with the same key returns the first response and changes nothing. Returns 409 while the first request is running, and 400 with another path or body. Failures are not stored. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagRequest"];
            };
        };
        responses: {
            /** @description The new tag. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    detachAssetTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
                /** @description The tag's id. */
                tag_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tag is removed. Its type and value can be used again. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    listAssetTelemetry: {
        parameters: {
            query?: {
                /** @description Only this metric. */
                metric?: string;
                /** @description Only hours that began at this instant or later. */
                from?: string;
                /** @description Only hours that began at this instant or earlier. */
                to?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of hours. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TelemetryHourList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    queryEpcisEvents: {
        parameters: {
            query?: {
                /** @description Only events at any of these places. At most 10 URIs, separated by |. */
                EQ_bizLocation?: string;
                /** @description Only events of any of these read points. At most 10 URIs, separated by |. */
                EQ_readPoint?: string;
                /** @description Only events of any of these assets. At most 10 URIs, separated by |. */
                MATCH_epc?: string;
                /** @description Only events at this time or later. */
                GE_eventTime?: string;
                /** @description Only events before this time. */
                LT_eventTime?: string;
                /** @description Maximum number of events on all pages; 0: no limit. */
                eventCountLimit?: number;
                /** @description Maximum number of events on a page. */
                perPage?: number;
                /** @description The token of the next page, from the Link header. Repeat the other parameters. */
                nextPageToken?: string;
            };
            header?: {
                /** @description The form of the URIs: with Always_EPC_URN, URIs of GS1 keys are EPC URNs; otherwise they are GS1 Digital Links. */
                "GS1-EPC-Format"?: components["parameters"]["GS1-EPC-Format"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    "GS1-EPCIS-Version": components["headers"]["GS1-EPCIS-Version"];
                    "GS1-CBV-Version": components["headers"]["GS1-CBV-Version"];
                    "GS1-EPC-Format": components["headers"]["GS1-EPC-Format"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpcisQueryDocument"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    readEvents: {
        parameters: {
            query?: {
                /** @description Only events after this sequence. */
                after?: number;
                /** @description Rows per page. */
                limit?: number;
                /** @description Only events of any of these types. */
                type?: string[];
                /** @description Only events of this asset. */
                asset_id?: number;
                /** @description Only events at this location or below it: moves to and from there, and changes of the locations. */
                location_id?: number;
                /** @description Seconds to wait for an event when there is none. */
                wait?: number;
            };
            header?: {
                /** @description With Accept: text/event-stream: the id of the last event that the client has received. It replaces after. */
                "Last-Event-ID"?: components["parameters"]["Last-Event-ID"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    listLocations: {
        parameters: {
            query?: {
                /** @description Only locations with any of these keys. */
                external_key?: string[];
                /** @description Only immediate children of any of these locations. */
                parent_id?: number[];
                /** @description Only immediate children of any of the locations with these keys. */
                parent_external_key?: string[];
                /** @description true: only active locations; false: only inactive locations. */
                is_active?: boolean;
                /** @description Include soft-deleted locations. */
                include_deleted?: boolean;
                /** @description Only locations with this text, case-insensitive, in name, external_key, description or a tag value. */
                q?: string;
                /** @description Comma-separated sort fields, with the prefix - for descending order: external_key, -external_key, name, -name, created_at, -created_at. */
                sort?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of locations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    createLocation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: within 24 hours, the same request with the same key returns the first response and changes nothing. Returns 409 while the first request is running, and 400 with another path or body. Failures are not stored. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LocationCreate"];
            };
        };
        responses: {
            /** @description The new location. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    getLocation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that the client has: returns 304 while it is current. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The location's id. */
                location_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The location. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    deleteLocation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to write to: returns 412 when the resource has changed. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The location's id. */
                location_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The location and its tags are deleted. The external_key and the tag values can be used again. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            412: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    updateLocation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to write to: returns 412 when the resource has changed. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The location's id. */
                location_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["LocationPatch"];
            };
        };
        responses: {
            /** @description The changed location. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            412: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    listLocationAncestors: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The location's id. */
                location_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of locations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    listLocationChildren: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The location's id. */
                location_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of locations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    listLocationDescendants: {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The location's id. */
                location_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of locations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    renameLocation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: within 24 hours, the same request with the same key returns the first response and changes nothing. Returns 409 while the first request is running, and 400 with another path or body. Failures are not stored. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The location's id. */
                location_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameRequest"];
            };
        };
        responses: {
            /** @description The renamed location. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationRenamed"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    attachLocationTag: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: within 24 hours, the same request with the same key returns the first response and changes nothing. Returns 409 while the first request is running, and 400 with another path or body. Failures are not stored. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The location's id. */
                location_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagRequest"];
            };
        };
        responses: {
            /** @description The new tag. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    detachLocationTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The location's id. */
                location_id: number;
                /** @description The tag's id. */
                tag_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tag is removed. Its type and value can be used again. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB, with at most 100 fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description A pair of tokens. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that the client has: returns 304 while it is current. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    listAssetLocations: {
        parameters: {
            query?: {
                /** @description Only assets at any of these locations. */
                location_id?: number[];
                /** @description Only assets at any of the locations with these keys. */
                location_external_key?: string[];
                /** @description Only these assets. */
                asset_id?: number[];
                /** @description Only the assets with these keys. */
                asset_external_key?: string[];
                /** @description Include soft-deleted assets. */
                include_deleted?: boolean;
                /** @description Only assets with this text, case-insensitive, in the name, external_key or a tag value. */
                q?: string;
                /** @description Comma-separated sort fields, with the prefix - for descending order: asset_last_seen, -asset_last_seen, asset_external_key, -asset_external_key, location_external_key, -location_external_key. */
                sort?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Event-Sequence": components["headers"]["Event-Sequence"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetLocationItemList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    listAssetLocationsAt: {
        parameters: {
            query?: {
                /** @description The instant of the report; now when absent. */
                at?: string;
                /** @description Only these assets. */
                asset_id?: number[];
                /** @description Only assets that were at any of these locations. */
                location_id?: number[];
                /** @description Only assets with this text, case-insensitive, in the name, external_key or a tag value. */
                q?: string;
                /** @description Comma-separated sort fields, with the prefix - for descending order: asset_external_key, -asset_external_key. */
                sort?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the report at that instant. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetLocationItemList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    listDwell: {
        parameters: {
            query: {
                /** @description Beginning of the period. */
                from: string;
                /** @description End of the period, exclusive; at most 366 days after `from`. */
                to: string;
                /** @description Only these locations. */
                location_id?: number[];
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DwellItemList"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    listFlows: {
        parameters: {
            query: {
                /** @description Beginning of the period. */
                from: string;
                /** @description End of the period, exclusive; at most 366 days after `from`. */
                to: string;
                /** @description Only these locations. */
                location_id?: number[];
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowItemList"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    listOccupancy: {
        parameters: {
            query: {
                /** @description Beginning of the period. */
                from: string;
                /** @description End of the period, exclusive; at most 366 days after `from`. */
                to: string;
                /** @description Only these locations. */
                location_id?: number[];
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OccupancyItemList"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    listPlaceAccuracy: {
        parameters: {
            query?: {
                /** @description Only these places. */
                location_id?: number[];
                /** @description Only the time from this instant on; 12 weeks before `to` when absent. */
                from?: string;
                /** @description Only the time up to this instant; now when absent. At most 366 days after `from`. */
                to?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceAccuracyList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    listStocktakes: {
        parameters: {
            query?: {
                /** @description Only stocktakes in any of these states. */
                state?: string[];
                /** @description Only stocktakes of any of these locations or of locations below them. */
                location_id?: number[];
                /** @description Only stocktakes that were opened at this instant or later. */
                from?: string;
                /** @description Only stocktakes that were opened at this instant or earlier. */
                to?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of stocktakes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StocktakeList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    getStocktake: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that the client has: returns 304 while it is current. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The stocktake's id. */
                stocktake_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stocktake. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StocktakeResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    listStocktakeLines: {
        parameters: {
            query?: {
                /** @description Only lines with any of these verdicts. */
                verdict?: string[];
                /** @description Only lines of any of these assets. */
                asset_id?: number[];
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of lines. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StocktakeLineList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    lookUpTags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagLookupRequest"];
            };
        };
        responses: {
            /** @description What the tags belong to. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagLookups"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /exports/v1/reports/asset-locations-at.csv": {
        parameters: {
            query?: {
                /** @description Only these assets. */
                asset_id?: number[];
                /** @description Only assets at any of these locations. */
                location_id?: number[];
                /** @description Only assets with this text, case-insensitive, in the name, external_key or a tag value. */
                q?: string;
                /** @description The instant of the report; now when absent. */
                at?: string;
                /** @description What separates the cells of CSV; a comma when absent. */
                separator?: "comma" | "semicolon";
                /** @description Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8. */
                bom?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole report as CSV with a header line, in order of the ids of assets. A response that breaks off is incomplete. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /exports/v1/reports/asset-locations.csv": {
        parameters: {
            query?: {
                /** @description Only these assets. */
                asset_id?: number[];
                /** @description Only assets at any of these locations. */
                location_id?: number[];
                /** @description Only assets with this text, case-insensitive, in the name, external_key or a tag value. */
                q?: string;
                /** @description Only the assets with these keys. */
                asset_external_key?: string[];
                /** @description Only assets at any of the locations with these keys. */
                location_external_key?: string[];
                /** @description Include soft-deleted assets. */
                include_deleted?: boolean;
                /** @description What separates the cells of CSV; a comma when absent. */
                separator?: "comma" | "semicolon";
                /** @description Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8. */
                bom?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole report as CSV with a header line, in order of the ids of assets. A response that breaks off is incomplete. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /exports/v1/reports/dwell.csv": {
        parameters: {
            query: {
                /** @description Beginning of the period. */
                from: string;
                /** @description End of the period, exclusive; at most 366 days after `from`. */
                to: string;
                /** @description Only these locations. */
                location_id?: number[];
                /** @description What separates the cells of CSV; a comma when absent. */
                separator?: "comma" | "semicolon";
                /** @description Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8. */
                bom?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole report as CSV with a header line. A response that breaks off is incomplete. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /exports/v1/reports/flows.csv": {
        parameters: {
            query: {
                /** @description Beginning of the period. */
                from: string;
                /** @description End of the period, exclusive; at most 366 days after `from`. */
                to: string;
                /** @description Only these locations. */
                location_id?: number[];
                /** @description What separates the cells of CSV; a comma when absent. */
                separator?: "comma" | "semicolon";
                /** @description Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8. */
                bom?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole report as CSV with a header line. A response that breaks off is incomplete. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /exports/v1/reports/occupancy.csv": {
        parameters: {
            query: {
                /** @description Beginning of the period. */
                from: string;
                /** @description End of the period, exclusive; at most 366 days after `from`. */
                to: string;
                /** @description Only these locations. */
                location_id?: number[];
                /** @description What separates the cells of CSV; a comma when absent. */
                separator?: "comma" | "semicolon";
                /** @description Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8. */
                bom?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole report as CSV with a header line. A response that breaks off is incomplete. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/about": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version and the licenses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AboutResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events of the last 24 hours. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/activity/readers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the fixed readers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReaderActivityResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/alert-outputs": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of outputs, the oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertOutputList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/alert-outputs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertOutputInput"];
            };
        };
        responses: {
            /** @description The new output. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertOutputResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/alert-outputs/:output": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The output's id. */
                output: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The output. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertOutputResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/alert-outputs/:output": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The output's id. */
                output: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The output is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/alert-outputs/:output": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The output's id. */
                output: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertOutputChange"];
                "application/merge-patch+json": components["schemas"]["AlertOutputChange"];
            };
        };
        responses: {
            /** @description The changed output. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertOutputResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/alert-outputs/:output/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The output's id. */
                output: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The output was switched on, and off again. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/alert-recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a rule can tell. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRecipientsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/alert-rules": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rules, the oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRuleList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/alert-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertRuleInput"];
            };
        };
        responses: {
            /** @description The new rule. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRuleResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/alert-rules/rehearse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertRehearsalRequest"];
            };
        };
        responses: {
            /** @description What the rule would have raised. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRehearsalResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/alert-rules/:rule": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rule's id. */
                rule: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRuleResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/alert-rules/:rule": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rule's id. */
                rule: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule is deleted, and its open alerts are closed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/alert-rules/:rule": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rule's id. */
                rule: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertRuleChange"];
                "application/merge-patch+json": components["schemas"]["AlertRuleChange"];
            };
        };
        responses: {
            /** @description The changed rule. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRuleResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/alerts": {
        parameters: {
            query?: {
                /** @description Only open, or only closed alerts. */
                state?: string;
                /** @description Only alerts of rules of any of these kinds. */
                kind?: string[];
                /** @description Only alerts of any of these severities. */
                severity?: string[];
                /** @description Only alerts of any of these rules. */
                rule_id?: number[];
                /** @description Only alerts about any of these assets. */
                asset_id?: number[];
                /** @description Only alerts at any of these locations or below them. */
                location_id?: number[];
                /** @description Only alerts that opened at this instant or later. */
                from?: string;
                /** @description Only alerts that opened at this instant or earlier. */
                to?: string;
                /** @description Comma-separated sort fields, with the prefix - for descending order: opened_at, -opened_at. */
                sort?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
                /** @description Only alerts that were closed at this instant or later. */
                closed_from?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of alerts, with the numbers of open alerts of the organization. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertPage"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/alerts/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertBulk"];
            };
        };
        responses: {
            /** @description What was acknowledged. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertBulkResultResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/alerts/:alert": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The alert's id. */
                alert: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert with what has happened. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertDetailsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/alerts/:alert/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The alert's id. */
                alert: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertNote"];
            };
        };
        responses: {
            /** @description The alert, which the user has now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertDetailsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/alerts/:alert/close": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The alert's id. */
                alert: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertNote"];
            };
        };
        responses: {
            /** @description The closed alert. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertDetailsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/alerts/:alert/release": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The alert's id. */
                alert: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertNote"];
            };
        };
        responses: {
            /** @description The alert, which is no longer acknowledged. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertDetailsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/alerts/:alert/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The alert's id. */
                alert: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertSnooze"];
            };
        };
        responses: {
            /** @description The alert, which is quiet until then. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertDetailsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/api-keys": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of API keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Contains no control characters, and no white space at either end.
                     * @example Pallet 42
                     */
                    name: string;
                    scopes: components["schemas"]["Scope"][];
                    /**
                     * Format: date-time
                     * @example 2026-08-21T06:45:00.000Z
                     */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description The new API key. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKeyResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/api-keys/:client_id": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that the client has: returns 304 while it is current. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The client_id of the API key. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/api-keys/:client_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client_id of the API key. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/api-keys/:client_id/requests": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The client_id of the API key. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Recent requests, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyRequestList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/asset-fields": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of fields, in their order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetFieldList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/asset-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAssetField"];
            };
        };
        responses: {
            /** @description The new field. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetFieldResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/asset-fields/:asset_field": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The field's id. */
                asset_field: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The field is deleted. The metadata of assets does not change. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/asset-fields/:asset_field": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The field's id. */
                asset_field: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["AssetFieldPatch"];
            };
        };
        responses: {
            /** @description The changed field. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetFieldResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/asset-list": {
        parameters: {
            query?: {
                /** @description The conditions as a JSON array: `[{field, operator, value}]`. An asset must meet all of them. */
                conditions?: string;
                /** @description The order of the list; external_key when absent. */
                sort?: "external_key" | "-external_key" | "name" | "-name" | "last_seen" | "-last_seen" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The instant of the list; now when absent. */
                at?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of assets with their places. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetListPage"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/asset-list/export": {
        parameters: {
            query?: {
                /** @description The conditions as a JSON array: `[{field, operator, value}]`. An asset must meet all of them. */
                conditions?: string;
                /** @description The order of the list; external_key when absent. */
                sort?: "external_key" | "-external_key" | "name" | "-name" | "last_seen" | "-last_seen" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The format of the file; csv when absent. */
                format?: "csv" | "xlsx";
                /** @description What separates the cells of CSV; a comma when absent. */
                separator?: "comma" | "semicolon";
                /** @description Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8. */
                bom?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All matches as a file, with the columns of the export of assets. X-Total-Count is the number of assets. A response that breaks off is incomplete. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/asset-list/ids": {
        parameters: {
            query?: {
                /** @description The conditions as a JSON array: `[{field, operator, value}]`. An asset must meet all of them. */
                conditions?: string;
                /** @description The order of the list; external_key when absent. */
                sort?: "external_key" | "-external_key" | "name" | "-name" | "last_seen" | "-last_seen" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ids of all matches, 10,000 at most. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetListIdsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/asset-photos": {
        parameters: {
            query?: {
                /** @description The assets. Without one, the list is empty. */
                asset_id?: number[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The first photo of each asset. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetPhotoList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/assets/import": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: within 24 hours, the same request with the same key returns the first response and changes nothing. Returns 409 while the first request is running, and 400 with another path or body. Failures are not stored. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Return the outcome of each row and store nothing. */
                    dry_run?: boolean;
                    /** @description Id that the client chooses for an import of several requests. The audit log groups the entries with the same id. */
                    import_id?: string;
                    /** @description Rows with more than 2000 tags in total are rejected (413). */
                    rows: {
                        [key: string]: unknown;
                    }[];
                };
            };
        };
        responses: {
            /** @description The outcome of each row. One transaction applies all rows except the refused ones. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReportResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/assets/:asset_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["AssetEdit"];
            };
        };
        responses: {
            /** @description The changed asset. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/assets/:asset_id/events": {
        parameters: {
            query?: {
                /** @description Only events that began at this instant or later. */
                from?: string;
                /** @description Only events that began at this instant or earlier. */
                to?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of scan events, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainedEventList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/assets/:asset_id/events/export": {
        parameters: {
            query?: {
                /** @description Only events that began at this instant or later. */
                from?: string;
                /** @description Only events that began at this instant or earlier. */
                to?: string;
                /** @description The format of the file; csv when absent. */
                format?: "csv" | "xlsx";
                /** @description What separates the cells of CSV; a comma when absent. */
                separator?: "comma" | "semicolon";
                /** @description Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8. */
                bom?: boolean;
            };
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All these scan events as a file, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/assets/:asset_id/photos": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The photos, in their order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetPhotoList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/assets/:asset_id/photos": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new photo, the last of the asset. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetPhotoResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/assets/:asset_id/photos/:photo_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
                /** @description The photo's id. */
                photo_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The photo is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/assets/:asset_id/photos/:photo_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
                /** @description The photo's id. */
                photo_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["AssetPhotoPatch"];
            };
        };
        responses: {
            /** @description The photo. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetPhotoResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/assets/:asset_id/photos/:photo_id/image": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
                /** @description The photo's id. */
                photo_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/assets/:asset_id/photos/:photo_id/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
                /** @description The photo's id. */
                photo_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The thumbnail. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/assets/:asset_id/tags/:tag_id/key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
                /** @description The tag's id. */
                tag_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagKeyInput"];
                "application/merge-patch+json": components["schemas"]["TagKeyInput"];
            };
        };
        responses: {
            /** @description The key is stored, or deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/assets/:asset_id/telemetry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last value of each metric. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetTelemetryResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What needs attention. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttentionResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/audit": {
        parameters: {
            query?: {
                /** @description Kind of the changed record. */
                subject_kind?: "asset" | "location" | "reader" | "unknown_tag" | "organization" | "member" | "invitation" | "api_key" | "backup" | "plan" | "wall_link" | "asset_field" | "clock" | "webhook" | "alert_rule" | "alert" | "alert_output" | "mail" | "place_sample" | "place_model" | "reference_asset" | "view" | "stocktake" | "search" | "gs1_prefix" | "label_template" | "printer" | "print_job";
                /** @description Id of the changed record. */
                subject_id?: string;
                /** @description Kind of the actor. */
                actor_kind?: "user" | "api_key" | "system";
                /** @description Id of the user or API key that made the change. */
                actor_id?: string;
                /** @description Kind of the change. */
                action?: "created" | "changed" | "renamed" | "moved" | "deleted" | "tag_attached" | "tag_detached" | "tag_key_changed" | "tag_bound" | "dismissed" | "restored" | "token_replaced" | "revoked" | "joined" | "removed" | "password_changed" | "reset_link_created" | "password_reset" | "second_factor_added" | "second_factor_removed" | "recovery_codes_replaced" | "recovery_code_used" | "local_sign_in_allowed" | "passkey_added" | "passkey_removed" | "signed_in" | "provider_linked" | "provider_unlinked" | "earlier_sign_ins_removed" | "ownership_given" | "ownership_ended" | "confirmed" | "photo_added" | "photo_changed" | "photo_removed" | "acknowledged" | "released" | "snoozed" | "closed" | "tested" | "opened" | "canceled" | "finished" | "excused" | "counted" | "started" | "found" | "lost" | "paused" | "printed_again" | "resumed" | "stopped";
                /** @description Id of the import that made the change. */
                import_id?: string;
                /** @description true: leave out the entries of an import, except its first. */
                grouped?: boolean;
                /** @description Only changes at this instant or later. */
                from?: string;
                /** @description Only changes at this instant or earlier. */
                to?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/audit/export": {
        parameters: {
            query?: {
                /** @description Kind of the changed record. */
                subject_kind?: "asset" | "location" | "reader" | "unknown_tag" | "organization" | "member" | "invitation" | "api_key" | "backup" | "plan" | "wall_link" | "asset_field" | "clock" | "webhook" | "alert_rule" | "alert" | "alert_output" | "mail" | "place_sample" | "place_model" | "reference_asset" | "view" | "stocktake" | "search" | "gs1_prefix" | "label_template" | "printer" | "print_job";
                /** @description Id of the changed record. */
                subject_id?: string;
                /** @description Kind of the actor. */
                actor_kind?: "user" | "api_key" | "system";
                /** @description Id of the user or API key that made the change. */
                actor_id?: string;
                /** @description Kind of the change. */
                action?: "created" | "changed" | "renamed" | "moved" | "deleted" | "tag_attached" | "tag_detached" | "tag_key_changed" | "tag_bound" | "dismissed" | "restored" | "token_replaced" | "revoked" | "joined" | "removed" | "password_changed" | "reset_link_created" | "password_reset" | "second_factor_added" | "second_factor_removed" | "recovery_codes_replaced" | "recovery_code_used" | "local_sign_in_allowed" | "passkey_added" | "passkey_removed" | "signed_in" | "provider_linked" | "provider_unlinked" | "earlier_sign_ins_removed" | "ownership_given" | "ownership_ended" | "confirmed" | "photo_added" | "photo_changed" | "photo_removed" | "acknowledged" | "released" | "snoozed" | "closed" | "tested" | "opened" | "canceled" | "finished" | "excused" | "counted" | "started" | "found" | "lost" | "paused" | "printed_again" | "resumed" | "stopped";
                /** @description Id of the import that made the change. */
                import_id?: string;
                /** @description true: leave out the entries of an import, except its first. */
                grouped?: boolean;
                /** @description Only changes at this instant or later. */
                from?: string;
                /** @description Only changes at this instant or earlier. */
                to?: string;
                /** @description The format of the file; csv when absent. */
                format?: "csv" | "xlsx";
                /** @description What separates the cells of CSV; a comma when absent. */
                separator?: "comma" | "semicolon";
                /** @description Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8. */
                bom?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All these changes as a file, newest first. A response that breaks off is incomplete. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/authority": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fingerprint by which users verify the certificate authority before a device trusts it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorityInfoResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/backups": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of backups, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backup, which is on disk. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/backups/:name": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The backup's name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file of the backup, an SQLite database. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/backups/:name": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The backup's name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backup is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the clock. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockStateResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/clock/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClockConfirmationRequest"];
            };
        };
        responses: {
            /** @description The state of the clock; the time is now accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockStateResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/codes/parse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    values: string[];
                };
            };
        };
        responses: {
            /** @description One entry for each value, in the order of the request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Codes"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/deleted-assets": {
        parameters: {
            query?: {
                /** @description Only assets with this text, case-insensitive, in name, external_key or description. */
                q?: string;
                /** @description Comma-separated sort fields, with the prefix - for descending order: external_key, -external_key, name, -name, created_at, -created_at, updated_at, -updated_at. */
                sort?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deleted assets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/deleted-assets/:asset_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deleted asset. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedAssetResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/deleted-assets/:asset_id/events": {
        parameters: {
            query?: {
                /** @description Only events that began at this instant or later. */
                from?: string;
                /** @description Only events that began at this instant or earlier. */
                to?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of scan events, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainedEventList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/deleted-assets/:asset_id/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RestoreAsset"];
            };
        };
        responses: {
            /** @description The restored asset. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoredAssetResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/dismissed-tags": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of dismissed tags. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DismissedTagList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/dismissed-tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    unknown_tag_ids: number[];
                };
            };
        };
        responses: {
            /** @description The tags are dismissed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DismissalResultResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/dismissed-tags/prefixes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    tag_type: "rfid" | "ble" | "barcode";
                    /**
                     * @description The identifier that the tag carries.
                     * @example 3414257BF40000000000162E
                     */
                    prefix: string;
                };
            };
        };
        responses: {
            /** @description The prefix is dismissed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DismissalResultResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/dismissed-tags/:dismissed_tag": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The dismissed tag's id. */
                dismissed_tag: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tag is restored. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/epcs/mint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Gs1Minting"];
            };
        };
        responses: {
            /** @description The minted numbers. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MintedNumbersResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/floor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The floor now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FloorResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/floor/day": {
        parameters: {
            query?: {
                /** @description The end of the 24 hours; now when absent. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The moves of 24 hours. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FloorDayResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/floor/past": {
        parameters: {
            query?: {
                /** @description The instant of the counts; now when absent. */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts at the instant. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PastFloorResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/gs1-prefixes": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of prefixes, the oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Gs1PrefixList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/gs1-prefixes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Gs1PrefixInput"];
            };
        };
        responses: {
            /** @description The new prefix. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Gs1PrefixResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/gs1-prefixes/:gs1_prefix": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The prefix's id. */
                gs1_prefix: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prefix. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Gs1PrefixResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/gs1-prefixes/:gs1_prefix": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The prefix's id. */
                gs1_prefix: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prefix is deleted. Its counters stay. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/gs1-prefixes/:gs1_prefix/counters": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The prefix's id. */
                gs1_prefix: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Gs1CounterChange"];
                "application/merge-patch+json": components["schemas"]["Gs1CounterChange"];
            };
        };
        responses: {
            /** @description The prefix with the confirmed counter. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Gs1PrefixResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/imports/:import_id/undo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the client has chosen for the import, or that the audit log shows. */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was undone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportUndoResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/installation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits of the installation and the ports of its built-in broker. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/installation/diagnosis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last examination. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiagnosisResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/installation/diagnosis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An examination is in progress; GET returns its result. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiagnosisResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/installation/owners": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of owners, in the order in which they were added. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnerList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/installation/owners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            /** @description The new owner. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnerResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/installation/owners/:user_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/invitations": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of pending invitations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    email?: string | null;
                    /**
                     * @description The role that the user will have.
                     * @enum {string}
                     */
                    role: "viewer" | "operator" | "manager" | "admin";
                };
            };
        };
        responses: {
            /** @description The invitation. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInvitationResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB, with at most 100 fields. */
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    /**
                     * @description Contains no control characters, and no white space at either end.
                     * @example Pallet 42
                     */
                    name?: string;
                    email: string;
                    password: string;
                    code?: string;
                };
            };
        };
        responses: {
            /** @description The session in that organization. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/invitations/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description The session in that organization. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/invitations/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB, with at most 100 fields. */
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description The organization and role that the invitation offers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationLookResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/invitations/:invitation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The invitation's id. */
                invitation: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/label-templates": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of templates, the oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelTemplateList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/label-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelTemplateInput"];
            };
        };
        responses: {
            /** @description The new template. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelTemplateResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/label-templates/:label_template": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The template's id. */
                label_template: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelTemplateResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/label-templates/:label_template": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The template's id. */
                label_template: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/label-templates/:label_template": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The template's id. */
                label_template: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelTemplatePatch"];
                "application/merge-patch+json": components["schemas"]["LabelTemplatePatch"];
            };
        };
        responses: {
            /** @description The changed template. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelTemplateResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/label-values": {
        parameters: {
            query?: {
                /** @description Key of an asset that gets a label. */
                asset_external_key?: string[];
                /** @description Key of a location that gets a label. */
                location_external_key?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the labels show, for up to 200 records. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelValues"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/llrp/discovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where the service connects to a reader with the format llrp: a host, or a host and a port. */
                    address: string;
                };
            };
        };
        responses: {
            /** @description The reader. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscoveredReaderResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/location-tree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All live locations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationTree"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/locations/import": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: within 24 hours, the same request with the same key returns the first response and changes nothing. Returns 409 while the first request is running, and 400 with another path or body. Failures are not stored. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Return the outcome of each row and store nothing. */
                    dry_run?: boolean;
                    /** @description Each parent comes before its children. */
                    rows: {
                        [key: string]: unknown;
                    }[];
                };
            };
        };
        responses: {
            /** @description The outcome of each row. One transaction applies all rows except the refused ones. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationImportReportResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/locations/:location_id/moves": {
        parameters: {
            query?: {
                /** @description Only moves at this instant or later; one day before `to` when absent, and at most 8 days before it. */
                from?: string;
                /** @description Only moves at this instant or earlier; now when absent. */
                to?: string;
                /** @description Count the location and all its sub-locations as one. Moves between them are left out. */
                with_below?: boolean;
                /** @description true: only arrivals; false: only departures. */
                is_arrival?: boolean;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The location's id. */
                location_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of arrivals and departures, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationMoveList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/locations/:location_id/moves/export": {
        parameters: {
            query?: {
                /** @description Only moves at this instant or later; one day before `to` when absent, and at most 8 days before it. */
                from?: string;
                /** @description Only moves at this instant or earlier; now when absent. */
                to?: string;
                /** @description Count the location and all its sub-locations as one. Moves between them are left out. */
                with_below?: boolean;
                /** @description true: only arrivals; false: only departures. */
                is_arrival?: boolean;
                /** @description The format of the file; csv when absent. */
                format?: "csv" | "xlsx";
                /** @description What separates the cells of CSV; a comma when absent. */
                separator?: "comma" | "semicolon";
                /** @description Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8. */
                bom?: boolean;
            };
            header?: never;
            path: {
                /** @description The location's id. */
                location_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All these moves as a file. A response that breaks off is incomplete. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/locations/:location_id/sgln": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The location's id. */
                location_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The SGLN. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationSglnResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/locations/:location_id/sgln": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The location's id. */
                location_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/merge-patch+json": {
                    sgln: string | null;
                };
            };
        };
        responses: {
            /** @description The SGLN. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationSglnResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether mail can be sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/mail/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailTest"];
            };
        };
        responses: {
            /** @description The mail server has taken the test. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/members": {
        parameters: {
            query?: {
                /** @description Only members with each of these words in the name or the e-mail address, case-insensitive. */
                q?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members, by name. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/members/:user_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/members/:user_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/merge-patch+json": {
                    /**
                     * @description The new role. It takes effect immediately, even in open sessions.
                     * @enum {string}
                     */
                    role?: "viewer" | "operator" | "manager" | "admin";
                };
            };
        };
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/members/:user_id/reset-link": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetLinkResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/movements": {
        parameters: {
            query?: {
                /** @description Only moves at this instant or later; from the beginning when absent. */
                from?: string;
                /** @description Only moves before this instant; no end when absent. */
                to?: string;
                /** @description Only moves to this location or from it. */
                location_id?: number;
                /** @description Count the location and all its sub-locations as one. Moves between them are left out. */
                with_below?: boolean;
                /** @description Only arrivals at the location, or only departures. */
                direction?: "arrived" | "left" | "both";
                /** @description Only moves that this reader has seen. */
                reader_id?: number;
                /** @description Only moves of this asset. */
                asset_id?: number;
                /** @description Only moves of assets that meet these conditions: a JSON array, as in the asset list. */
                conditions?: string;
                /** @description Only moves of assets that meet the conditions of this view. */
                view_id?: number;
                /** @description The newest first (-at, the default), or the oldest. */
                sort?: "-at" | "at";
                /** @description Rows per page. */
                limit?: number;
                /** @description The next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of moves, with their number. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovementPage"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/movements/export": {
        parameters: {
            query?: {
                /** @description Only moves at this instant or later; from the beginning when absent. */
                from?: string;
                /** @description Only moves before this instant; no end when absent. */
                to?: string;
                /** @description Only moves to this location or from it. */
                location_id?: number;
                /** @description Count the location and all its sub-locations as one. Moves between them are left out. */
                with_below?: boolean;
                /** @description Only arrivals at the location, or only departures. */
                direction?: "arrived" | "left" | "both";
                /** @description Only moves that this reader has seen. */
                reader_id?: number;
                /** @description Only moves of this asset. */
                asset_id?: number;
                /** @description Only moves of assets that meet these conditions: a JSON array, as in the asset list. */
                conditions?: string;
                /** @description Only moves of assets that meet the conditions of this view. */
                view_id?: number;
                /** @description The newest first (-at, the default), or the oldest. */
                sort?: "-at" | "at";
                /** @description The format of the file; csv when absent. */
                format?: "csv" | "xlsx";
                /** @description What separates the cells of CSV; a comma when absent. */
                separator?: "comma" | "semicolon";
                /** @description Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8. */
                bom?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All these moves as a file. A response that breaks off is incomplete. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/organizations": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the organizations of the user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnOrganizationList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Contains no control characters, and no white space at either end.
                     * @example Pallet 42
                     */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The new organization. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnOrganizationResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/organizations/:organization": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization's id. */
                organization: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationDetailsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/organizations/:organization": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization's id. */
                organization: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/merge-patch+json": {
                    /**
                     * @description Contains no control characters, and no white space at either end.
                     * @example Pallet 42
                     */
                    name?: string;
                    history_retention_days?: number | null;
                    audit_days?: number | null;
                    /**
                     * @description How much evidence moves an asset to another location: `calm` needs the most, `quick` the least.
                     * @enum {string}
                     */
                    sensitivity?: "calm" | "normal" | "quick";
                    event_log_days?: number;
                    event_log_max?: number;
                    gs1_company_prefix?: string | null;
                    /**
                     * @description Language of the mail about alerts.
                     * @enum {string}
                     */
                    mail_language?: "en" | "de";
                    time_zone?: string | null;
                };
            };
        };
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationDetailsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB, with at most 100 fields. */
        requestBody: {
            content: {
                "application/json": {
                    response: string;
                };
            };
        };
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options for the browser. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptionsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB, with at most 100 fields. */
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/place-model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is taught. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceModelResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/place-model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The untaught rule decides. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/place-model/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceModelActivation"];
            };
        };
        responses: {
            /** @description What is taught. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceModelResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/place-model/rehearsal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rehearsal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RehearsalResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/place-samples": {
        parameters: {
            query?: {
                /** @description Only samples of this location. */
                location_id?: number;
                /** @description Only samples in this state. */
                state?: "recording" | "ready" | "kept" | "rejected";
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The samples, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceSampleList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/place-samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceSampleRequest"];
            };
        };
        responses: {
            /** @description The sample, which is being recorded. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceSampleResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/place-samples/:place_sample": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The sample's id. */
                place_sample: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sample. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedPlaceSampleResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/place-samples/:place_sample": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The sample's id. */
                place_sample: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sample is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/place-samples/:place_sample/keep": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The sample's id. */
                place_sample: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The kept sample. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceSampleResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/plans/:location_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The location's id. */
                location_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/plans/:location_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The location's id. */
                location_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["PlanPatch"];
            };
        };
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/plans/:location_id/image": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The location's id. */
                location_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/plans/:location_id/image": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The location's id. */
                location_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/plans/:location_id/image": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The location's id. */
                location_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/print-jobs": {
        parameters: {
            query?: {
                /** @description Only jobs in any of these states. */
                state?: string[];
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintJobList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/print-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PrintJobInput"];
            };
        };
        responses: {
            /** @description The new job. With `encode`, the role manager is required. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintJobResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/print-jobs/:print_job": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job's id. */
                print_job: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintJobResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/print-jobs/:print_job/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job's id. */
                print_job: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The canceled job. What was printed stays as it is. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintJobResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/print-jobs/:print_job/labels": {
        parameters: {
            query?: {
                /** @description Only labels in any of these states. */
                state?: string[];
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The job's id. */
                print_job: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of labels, in the order of printing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintLabelList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/print-jobs/:print_job/labels/:label/reprint": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job's id. */
                print_job: number;
                /** @description The label's id. */
                label: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job, which prints a label for the same asset. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintJobResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/print-jobs/:print_job/pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job's id. */
                print_job: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The paused job. The printer finishes the label that it prints. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintJobResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/print-jobs/:print_job/resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job's id. */
                print_job: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job, which goes on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintJobResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/printers": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of printers, the oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrinterList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/printers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PrinterInput"];
            };
        };
        responses: {
            /** @description The new printer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrinterResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/printers/:printer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The printer's id. */
                printer: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The printer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrinterResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/printers/:printer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The printer's id. */
                printer: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The printer is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/printers/:printer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The printer's id. */
                printer: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PrinterChange"];
                "application/merge-patch+json": components["schemas"]["PrinterChange"];
            };
        };
        responses: {
            /** @description The changed printer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrinterResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/printers/:printer/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The printer's id. */
                printer: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The printer with what it has said now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrinterResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/readers": {
        parameters: {
            query?: {
                /** @description Only readers with each of these words in the name or the external_key, case-insensitive. */
                q?: string;
                /** @description Comma-separated sort fields, with the prefix - for descending order: name, -name, external_key, -external_key. */
                sort?: string;
                /** @description Only readers in this state; `problem` includes all states in which something is wrong. */
                state?: "problem" | "silent" | "refused" | "not_understood" | "not_placing" | "warning" | "waiting" | "placing" | "inactive";
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of readers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReaderList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/readers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
                     * @example PALLET-0042
                     */
                    external_key?: string;
                    /**
                     * @description Contains no control characters, and no white space at either end.
                     * @example Pallet 42
                     */
                    name: string;
                    /** @enum {string} */
                    kind: "fixed" | "handheld";
                    /** @enum {string|null} */
                    format?: "aprbrother_v4" | "csl_cs463" | "espresense" | "gl_s10" | "impinj_iot" | "impinj_smartreader" | "impinj_speedway_connect" | "ingics" | "llrp" | "minew_g1" | "moko_mk107" | "openmqttgateway" | "ruuvi_gateway" | "whereabouts_v1" | "zebra_iotc" | "zebra_rfd" | "mapping" | null;
                    mapping?: {
                        reads: string;
                        value?: string | string[];
                        value_join?: string;
                        value_from?: string;
                        /** @enum {string} */
                        value_decode?: "hex" | "base64" | "advertisement";
                        parent?: string;
                        when?: {
                            path: string;
                            equals?: unknown;
                            not_equals?: unknown;
                            exists?: boolean;
                        }[];
                        antenna?: string | number;
                        /** @description The port of each antenna that has a name. */
                        antenna_names?: {
                            [key: string]: unknown;
                        };
                        observed_at?: string;
                        /** @enum {string} */
                        time_format?: "rfc3339" | "unix_s" | "unix_ms" | "unix_us";
                        rssi?: string;
                        rssi_scale?: number;
                        tag_type?: string;
                    } | null;
                    topic?: string | null;
                    /** @description IANA name or offset of all times that the reader sends, instead of the zone in them. Null, the default: as they are sent. */
                    time_zone?: string | null;
                    /** @description Where the service connects to a reader with the format llrp: a host, or a host and a port. */
                    address?: string | null;
                    /** @description Null unless the format is llrp. */
                    llrp?: {
                        /** @description Whether the service may delete what another client has set up in the reader. */
                        takes_over: boolean;
                    } | null;
                    /**
                     * @description Whether the row is in use.
                     * @example true
                     */
                    is_active?: boolean;
                    presence_timeout_seconds?: number;
                    antennas?: {
                        port: number;
                        /**
                         * Format: int64
                         * @description Assigned by the server; unique within an entity type.
                         * @example 42
                         */
                        location_id: number;
                        /** @description Added to the RSSI of each read, in dB. The default is 0. */
                        rssi_offset_db?: number;
                        /** @description Minimum RSSI in dBm, after the offset. Weaker reads are ignored. Null, the default, accepts all reads. */
                        min_rssi_dbm?: number | null;
                        /** @description Transmit power in dBm that the service sets in a reader with the format llrp. Null, the default: as the reader has it. */
                        power_dbm?: number | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description The reader. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredReaderResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/readers/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    format: "aprbrother_v4" | "csl_cs463" | "espresense" | "gl_s10" | "impinj_iot" | "impinj_smartreader" | "impinj_speedway_connect" | "ingics" | "llrp" | "minew_g1" | "moko_mk107" | "openmqttgateway" | "ruuvi_gateway" | "whereabouts_v1" | "zebra_iotc" | "zebra_rfd" | "mapping";
                    mapping?: {
                        reads: string;
                        value?: string | string[];
                        value_join?: string;
                        value_from?: string;
                        /** @enum {string} */
                        value_decode?: "hex" | "base64" | "advertisement";
                        parent?: string;
                        when?: {
                            path: string;
                            equals?: unknown;
                            not_equals?: unknown;
                            exists?: boolean;
                        }[];
                        antenna?: string | number;
                        /** @description The port of each antenna that has a name. */
                        antenna_names?: {
                            [key: string]: unknown;
                        };
                        observed_at?: string;
                        /** @enum {string} */
                        time_format?: "rfc3339" | "unix_s" | "unix_ms" | "unix_us";
                        rssi?: string;
                        rssi_scale?: number;
                        tag_type?: string;
                    } | null;
                    /** @description The MQTT topic of the message. */
                    topic?: string | null;
                    /** @description IANA name or offset of all times that the reader sends, instead of the zone in them. Null, the default: as they are sent. */
                    time_zone?: string | null;
                    payload: unknown;
                };
            };
        };
        responses: {
            /** @description The decoded contents of a payload. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReaderPreviewResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/readers/:reader": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The reader's id. */
                reader: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reader. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReaderResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/readers/:reader": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The reader's id. */
                reader: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/readers/:reader": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The reader's id. */
                reader: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/merge-patch+json": {
                    /**
                     * @description Contains no control characters, and no white space at either end.
                     * @example Pallet 42
                     */
                    name?: string;
                    /** @enum {string|null} */
                    format?: "aprbrother_v4" | "csl_cs463" | "espresense" | "gl_s10" | "impinj_iot" | "impinj_smartreader" | "impinj_speedway_connect" | "ingics" | "llrp" | "minew_g1" | "moko_mk107" | "openmqttgateway" | "ruuvi_gateway" | "whereabouts_v1" | "zebra_iotc" | "zebra_rfd" | "mapping" | null;
                    mapping?: {
                        reads: string;
                        value?: string | string[];
                        value_join?: string;
                        value_from?: string;
                        /** @enum {string} */
                        value_decode?: "hex" | "base64" | "advertisement";
                        parent?: string;
                        when?: {
                            path: string;
                            equals?: unknown;
                            not_equals?: unknown;
                            exists?: boolean;
                        }[];
                        antenna?: string | number;
                        /** @description The port of each antenna that has a name. */
                        antenna_names?: {
                            [key: string]: unknown;
                        };
                        observed_at?: string;
                        /** @enum {string} */
                        time_format?: "rfc3339" | "unix_s" | "unix_ms" | "unix_us";
                        rssi?: string;
                        rssi_scale?: number;
                        tag_type?: string;
                    } | null;
                    topic?: string | null;
                    /** @description IANA name or offset of all times that the reader sends, instead of the zone in them. Null, the default: as they are sent. */
                    time_zone?: string | null;
                    /** @description Where the service connects to a reader with the format llrp: a host, or a host and a port. */
                    address?: string | null;
                    /** @description Null unless the format is llrp. */
                    llrp?: {
                        /** @description Whether the service may delete what another client has set up in the reader. */
                        takes_over: boolean;
                    } | null;
                    /**
                     * @description Whether the row is in use.
                     * @example true
                     */
                    is_active?: boolean;
                    presence_timeout_seconds?: number;
                    antennas?: {
                        port: number;
                        /**
                         * Format: int64
                         * @description Assigned by the server; unique within an entity type.
                         * @example 42
                         */
                        location_id: number;
                        /** @description Added to the RSSI of each read, in dB. The default is 0. */
                        rssi_offset_db?: number;
                        /** @description Minimum RSSI in dBm, after the offset. Weaker reads are ignored. Null, the default, accepts all reads. */
                        min_rssi_dbm?: number | null;
                        /** @description Transmit power in dBm that the service sets in a reader with the format llrp. Null, the default: as the reader has it. */
                        power_dbm?: number | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description The reader. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReaderResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/readers/:reader/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The reader's external_key. */
                reader: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reads are durable. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/readers/:reader/messages": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The reader's id. */
                reader: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the recent messages of the reader. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReaderMessageList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/readers/:reader/messages/read-again": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The reader's id. */
                reader: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers of messages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagesReadAgainResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/readers/:reader/rehearsal": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The reader's id. */
                reader: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    antennas?: {
                        port: number;
                        /**
                         * Format: int64
                         * @description Assigned by the server; unique within an entity type.
                         * @example 42
                         */
                        location_id: number;
                        /** @description Added to the RSSI of each read, in dB. The default is 0. */
                        rssi_offset_db?: number;
                        /** @description Minimum RSSI in dBm, after the offset. Weaker reads are ignored. Null, the default, accepts all reads. */
                        min_rssi_dbm?: number | null;
                        /** @description Transmit power in dBm that the service sets in a reader with the format llrp. Null, the default: as the reader has it. */
                        power_dbm?: number | null;
                    }[];
                    /**
                     * @description How much evidence moves an asset to another location: `calm` needs the most, `quick` the least.
                     * @enum {string}
                     */
                    sensitivity?: "calm" | "normal" | "quick";
                };
            };
        };
        responses: {
            /** @description The rehearsal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RehearsalResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/readers/:reader/signal": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The reader's id. */
                reader: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signal of the antennas of the reader. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReaderSignalResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/readers/:reader/token": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The reader's id. */
                reader: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewedTokenResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/reference-assets": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reference assets, by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReferenceAssetList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/reference-assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReferenceAssetRequest"];
            };
        };
        responses: {
            /** @description The reference asset. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReferenceAssetResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/reference-assets/:asset_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The asset's id. */
                asset_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The asset is not a reference asset any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/refused-connections": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the refused connections with unknown user names. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedConnectionList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/rehearsal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How much evidence moves an asset to another location: `calm` needs the most, `quick` the least.
                     * @enum {string}
                     */
                    sensitivity: "calm" | "normal" | "quick";
                };
            };
        };
        responses: {
            /** @description The rehearsal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RehearsalResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/reports/dwell/export": {
        parameters: {
            query: {
                /** @description Beginning of the period. */
                from: string;
                /** @description End of the period, exclusive; at most 366 days after `from`. */
                to: string;
                /** @description Only these locations. */
                location_id?: number[];
                /** @description The format of the file; csv when absent. */
                format?: "csv" | "xlsx";
                /** @description What separates the cells of CSV; a comma when absent. */
                separator?: "comma" | "semicolon";
                /** @description Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8. */
                bom?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole report as a file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/reports/flows/export": {
        parameters: {
            query: {
                /** @description Beginning of the period. */
                from: string;
                /** @description End of the period, exclusive; at most 366 days after `from`. */
                to: string;
                /** @description Only these locations. */
                location_id?: number[];
                /** @description The format of the file; csv when absent. */
                format?: "csv" | "xlsx";
                /** @description What separates the cells of CSV; a comma when absent. */
                separator?: "comma" | "semicolon";
                /** @description Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8. */
                bom?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole report as a file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/reports/move-counts": {
        parameters: {
            query?: {
                /** @description 2 to 32 instants in order. The moves between each and the next are counted. */
                at?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of moves in each span. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MoveCounts"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/reports/occupancy/export": {
        parameters: {
            query: {
                /** @description Beginning of the period. */
                from: string;
                /** @description End of the period, exclusive; at most 366 days after `from`. */
                to: string;
                /** @description Only these locations. */
                location_id?: number[];
                /** @description The format of the file; csv when absent. */
                format?: "csv" | "xlsx";
                /** @description What separates the cells of CSV; a comma when absent. */
                separator?: "comma" | "semicolon";
                /** @description Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8. */
                bom?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole report as a file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/scans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    submission_id?: string;
                    /**
                     * Format: int64
                     * @description Assigned by the server; unique within an entity type.
                     * @example 42
                     */
                    location_id?: number;
                    /**
                     * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
                     * @example PALLET-0042
                     */
                    location_external_key?: string;
                    location_tag?: {
                        /** @enum {string} */
                        tag_type: "rfid" | "ble" | "barcode";
                        /**
                         * @description The identifier that the tag carries.
                         * @example 3414257BF40000000000162E
                         */
                        value: string;
                    };
                    observed_at?: string;
                    reads: {
                        /** @enum {string} */
                        tag_type?: "rfid" | "ble" | "barcode";
                        /**
                         * @description The identifier that the tag carries.
                         * @example 3414257BF40000000000162E
                         */
                        value?: string;
                        /**
                         * Format: int64
                         * @description Assigned by the server; unique within an entity type.
                         * @example 42
                         */
                        asset_id?: number;
                        observed_at?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The outcome of the reads. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanOutcomeResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/scheduled-backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule, the last results, and the backups at the place. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledBackupsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/scheduled-backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A backup was begun. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledBackupsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/search": {
        parameters: {
            query?: {
                /** @description Only records in which each of these words is in one of the fields. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records that were found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResultResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/searches": {
        parameters: {
            query?: {
                /** @description Only searches in any of these states. */
                state?: string[];
                /** @description Only searches for these assets. */
                asset_id?: number[];
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of searches, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/searches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSearch"];
            };
        };
        responses: {
            /** @description The search. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/searches/:search": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The search's id. */
                search: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The search. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/searches/:search": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The search's id. */
                search: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The search is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/searches/:search/found": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The search's id. */
                search: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchFound"];
            };
        };
        responses: {
            /** @description The search. The asset is at the location. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/searches/:search/not-found": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The search's id. */
                search: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchEnd"];
            };
        };
        responses: {
            /** @description The search. The asset is lost. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/searches/:search/start": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The search's id. */
                search: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The search, which is in progress. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB, with at most 100 fields. */
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                    code?: string;
                };
            };
        };
        responses: {
            /** @description The session. Its refresh token is in a cookie. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/session/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    organization_id: number;
                };
            };
        };
        responses: {
            /** @description The session. Its refresh token is in a cookie. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/session/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkeys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeysResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/session/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Contains no control characters, and no white space at either end.
                     * @example Pallet 42
                     */
                    name: string;
                    response: string;
                };
            };
        };
        responses: {
            /** @description The passkey. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/session/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    current_password: string;
                };
            };
        };
        responses: {
            /** @description The options for the browser. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptionsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/session/passkeys/:passkey": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the passkey. */
                passkey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    current_password: string;
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/session/provider-sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to sign out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderSignOutResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/session/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnProvidersResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/session/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    parameters: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/session/providers/:provider": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the provider. */
                provider: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    current_password: string;
                };
            };
        };
        responses: {
            /** @description The address of the provider. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderUrlResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/session/providers/:provider": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the provider. */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/session/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    current_password: string;
                    code?: string;
                };
            };
        };
        responses: {
            /** @description The recovery codes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/session/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. Its refresh token is in a cookie. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/session/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The second factor. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/session/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    current_password: string;
                };
            };
        };
        responses: {
            /** @description The secret for the app. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSecretResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/session/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description The recovery codes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/session/second-factor/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    current_password: string;
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/session/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/merge-patch+json": {
                    /**
                     * @description Contains no control characters, and no white space at either end.
                     * @example Pallet 42
                     */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/sessions": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the sessions of the user, the most recently used first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSessionList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB, with at most 100 fields. */
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    /**
                     * @description Contains no control characters, and no white space at either end.
                     * @example Pallet 42
                     */
                    organization_name: string;
                    /**
                     * @description Contains no control characters, and no white space at either end.
                     * @example Pallet 42
                     */
                    name: string;
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description The session. Its refresh token is in a cookie. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/shared-tags": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tags with several owners. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedTagList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways to sign in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInOptionsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB, with at most 100 fields. */
        requestBody: {
            content: {
                "application/json": {
                    parameters: string;
                };
            };
        };
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/sign-in/:provider": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the provider. */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address of the provider. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderUrlResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/simulated-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers of simulated records. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulatedDataResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/simulated-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to 200 simulated records are removed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulatedDataRemovalResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/stocktakes": {
        parameters: {
            query?: {
                /** @description Only stocktakes in any of these states. */
                state?: string[];
                /** @description Only stocktakes of any of these locations or of locations below them. */
                location_id?: number[];
                /** @description Only stocktakes that were opened at this instant or later. */
                from?: string;
                /** @description Only stocktakes that were opened at this instant or earlier. */
                to?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of stocktakes, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StocktakeList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/stocktakes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewStocktake"];
            };
        };
        responses: {
            /** @description The stocktake, which is open unless `is_open` is false. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StocktakeDetailsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/stocktakes/:stocktake": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stocktake with who counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StocktakeDetailsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/stocktakes/:stocktake": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["StocktakePatch"];
            };
        };
        responses: {
            /** @description The changed stocktake. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StocktakeDetailsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/stocktakes/:stocktake/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The canceled stocktake. Its scans are kept. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StocktakeDetailsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/stocktakes/:stocktake/close": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StocktakeClose"];
            };
        };
        responses: {
            /** @description The stocktake, whose result is being computed. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StocktakeDetailsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/stocktakes/:stocktake/expected": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The expected assets with their tags, one JSON object in each line. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/stocktakes/:stocktake/lines": {
        parameters: {
            query?: {
                /** @description Only lines with any of these verdicts. */
                verdict?: string[];
                /** @description Only assets that are expected or were found at any of these locations or below them. */
                location_id?: number[];
                /** @description Only assets whose key or name contains this text. */
                q?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of lines, by asset id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StocktakeLineList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/stocktakes/:stocktake/lines/:asset/excuse": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake: number;
                /** @description The asset's id. */
                asset: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StocktakeExcuse"];
            };
        };
        responses: {
            /** @description The line. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StocktakeLineResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/stocktakes/:stocktake/lines/:asset/found": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake: number;
                /** @description The asset's id. */
                asset: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StocktakeFound"];
            };
        };
        responses: {
            /** @description The line. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StocktakeLineResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/stocktakes/:stocktake/lines/:asset/photo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake: number;
                /** @description The asset's id. */
                asset: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/stocktakes/:stocktake/lines/:asset/photo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake: number;
                /** @description The asset's id. */
                asset: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The line, with a photo. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StocktakeLineResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/stocktakes/:stocktake/lines/:asset/photo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake: number;
                /** @description The asset's id. */
                asset: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The photo is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/stocktakes/:stocktake/lines/:asset/photo/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake: number;
                /** @description The asset's id. */
                asset: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The thumbnail. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/stocktakes/:stocktake/open": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The open stocktake. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StocktakeDetailsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/stocktakes/:stocktake/places": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the locations, by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StocktakePlaceList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/stocktakes/:stocktake/places/:location/finish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake: number;
                /** @description The location's id. */
                location: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stocktake. The location is finished. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StocktakeDetailsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/stocktakes/:stocktake/result.csv": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result as CSV. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/stocktakes/:stocktake/scans": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The stocktake's id. */
                stocktake: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    submission_id?: string;
                    /**
                     * Format: int64
                     * @description Assigned by the server; unique within an entity type.
                     * @example 42
                     */
                    location_id?: number;
                    /**
                     * @description The caller's own key. Case-sensitive and unique among the live rows of the organization.
                     * @example PALLET-0042
                     */
                    location_external_key?: string;
                    location_tag?: {
                        /** @enum {string} */
                        tag_type: "rfid" | "ble" | "barcode";
                        /**
                         * @description The identifier that the tag carries.
                         * @example 3414257BF40000000000162E
                         */
                        value: string;
                    };
                    observed_at?: string;
                    reads: {
                        /** @enum {string} */
                        tag_type?: "rfid" | "ble" | "barcode";
                        /**
                         * @description The identifier that the tag carries.
                         * @example 3414257BF40000000000162E
                         */
                        value?: string;
                        /**
                         * Format: int64
                         * @description Assigned by the server; unique within an entity type.
                         * @example 42
                         */
                        asset_id?: number;
                        observed_at?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description What became of each read. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StocktakeScanOutcomeResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/stream": {
        parameters: {
            query?: {
                /** @description The fixed reader whose reads are sent too. */
                reader_id?: number;
                /** @description The asset whose signal is sent too. For operators. */
                find_asset_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events until the session ends: `move` (LiveMove) when the location of an asset changes, `read` (LiveRead) for each read of the reader of `reader_id`, `signal` (LiveSignal) for each read of the asset of `find_asset_id`, `alert` (Alert) when an alert opens or changes, and `lost` with the `count` of dropped events when the client is too slow. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveEvent"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/tags": {
        parameters: {
            query?: {
                /** @description Only tags that are the same as this value for readers. */
                value?: string;
                /** @description Only tags of this type. */
                tag_type?: "rfid" | "ble" | "barcode";
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tags. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnedTagList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/tags/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The technology of the tag.
                     * @example rfid
                     * @enum {string}
                     */
                    tag_type: "rfid" | "ble" | "barcode";
                    /**
                     * @description The identifier that the tag carries.
                     * @example 3414257BF40000000000162E
                     */
                    value: string;
                    /**
                     * Format: int64
                     * @description Assigned by the server; unique within an entity type.
                     * @example 42
                     */
                    asset_id?: number;
                    /**
                     * Format: int64
                     * @description Assigned by the server; unique within an entity type.
                     * @example 42
                     */
                    location_id?: number;
                };
            };
        };
        responses: {
            /** @description The tag of the new owner. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnedTagResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/unknown-tag-export": {
        parameters: {
            query?: {
                /** @description Only tags whose latest read is of one of these readers. */
                reader_id?: number[];
                /** @description Only tags with this text, case-insensitive, in the value. */
                q?: string;
                /** @description The format of the file; csv when absent. */
                format?: "csv" | "xlsx";
                /** @description What separates the cells of CSV; a comma when absent. */
                separator?: "comma" | "semicolon";
                /** @description Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8. */
                bom?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All unknown tags as a file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/unknown-tags": {
        parameters: {
            query?: {
                /** @description Only tags whose latest read is of one of these readers. */
                reader_id?: number[];
                /** @description Only tags with this text, case-insensitive, in the value. */
                q?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of unknown tags. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnknownTagList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/unknown-tags/:unknown_tag": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The unknown tag's id. */
                unknown_tag: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The unknown tag. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnknownTagDetailsResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/unknown-tags/:unknown_tag": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The unknown tag's id. */
                unknown_tag: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The unknown tag is dismissed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/unknown-tags/:unknown_tag/bind": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The unknown tag's id. */
                unknown_tag: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description Assigned by the server; unique within an entity type.
                     * @example 42
                     */
                    asset_id?: number;
                    /**
                     * Format: int64
                     * @description Assigned by the server; unique within an entity type.
                     * @example 42
                     */
                    location_id?: number;
                };
            };
        };
        responses: {
            /** @description The attached tag. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoundTagResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/views": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shared views and those of the user, the oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSavedView"];
            };
        };
        responses: {
            /** @description The new view. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/views/:view": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The view's id. */
                view: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The view. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/views/:view": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The view's id. */
                view: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The view is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/views/:view": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The view's id. */
                view: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedViewPatch"];
                "application/merge-patch+json": components["schemas"]["SavedViewPatch"];
            };
        };
        responses: {
            /** @description The changed view. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/wall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB, with at most 100 fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WallToken"];
            };
        };
        responses: {
            /** @description The floor of the link. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WallResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/wall-links": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of wall links, the oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WallLinkList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/wall-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WallLinkCreate"];
            };
        };
        responses: {
            /** @description The new link. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWallLinkResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/wall-links/:wall_link": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The wall link's id. */
                wall_link: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link is revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/wall/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB, with at most 100 fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WallToken"];
            };
        };
        responses: {
            /** @description The image of the plan. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/webhooks": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks, the oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description The new webhook. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["undefinedResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/webhooks/:webhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. */
                webhook: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "DELETE /internal/v1/webhooks/:webhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. */
                webhook: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "PATCH /internal/v1/webhooks/:webhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. */
                webhook: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChange"];
                "application/merge-patch+json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description The changed webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/webhooks/:webhook/deliveries": {
        parameters: {
            query?: {
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The webhook's id. */
                webhook: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of attempts, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/webhooks/:webhook/replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. */
                webhook: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB, unless the installation sets another limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            415: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/webhooks/:webhook/secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. */
                webhook: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretResponse"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "POST /internal/v1/webhooks/:webhook/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. */
                webhook: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A test is queued; its result is among the deliveries. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
    "GET /internal/v1/whereabouts": {
        parameters: {
            query?: {
                /** @description The instant of the report; now when absent. */
                at?: string;
                /** @description Only these assets. */
                asset_id?: number[];
                /** @description Only assets that were at any of these locations. */
                location_id?: number[];
                /** @description Only assets with this text, case-insensitive, in the name, external_key or a tag value. */
                q?: string;
                /** @description Comma-separated sort fields, with the prefix - for descending order: asset_external_key, -asset_external_key. */
                sort?: string;
                /** @description Rows per page. */
                limit?: number;
                /** @description Rows to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the report at that instant, and how sure the present locations are. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhereaboutsList"];
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            429: components["responses"]["Error"];
            default: components["responses"]["Error"];
        };
    };
}
