// Imported as text so that the executable carries its own schema. Order matters: append, never edit.
import foundation from './0001_foundation.sql' with { type: 'text' }
import idempotency from './0002_idempotency.sql' with { type: 'text' }
import ingest from './0003_ingest.sql' with { type: 'text' }
import unknownTags from './0004_unknown_tags.sql' with { type: 'text' }
import invitations from './0005_invitations.sql' with { type: 'text' }
import audit from './0006_audit.sql' with { type: 'text' }
import searchTags from './0007_search_tags.sql' with { type: 'text' }
import refreshTokensOfKey from './0008_refresh_tokens_of_key.sql' with { type: 'text' }
import ownersAndSignIns from './0009_owners_and_sign_ins.sql' with { type: 'text' }
import clock from './0010_clock.sql' with { type: 'text' }
import locationDecision from './0011_location_decision.sql' with { type: 'text' }
import keptCounts from './0012_kept_counts.sql' with { type: 'text' }
import timeTravel from './0013_time_travel.sql' with { type: 'text' }
import search from './0014_search.sql' with { type: 'text' }
import ingestSpeed from './0015_ingest_speed.sql' with { type: 'text' }
import moreKeptCounts from './0016_more_kept_counts.sql' with { type: 'text' }
import tagAttention from './0017_tag_attention.sql' with { type: 'text' }
import floorPlans from './0018_floor_plans.sql' with { type: 'text' }
import readerChain from './0019_reader_chain.sql' with { type: 'text' }
import auditImports from './0020_audit_imports.sql' with { type: 'text' }
import assetFields from './0021_asset_fields.sql' with { type: 'text' }
import assetPhotos from './0022_asset_photos.sql' with { type: 'text' }
import sessionDevices from './0023_session_devices.sql' with { type: 'text' }
import eventLog from './0025_event_log.sql' with { type: 'text' }
import companySignIn from './0026_company_sign_in.sql' with { type: 'text' }
import webhooks from './0027_webhooks.sql' with { type: 'text' }
import epcis from './0029_epcis.sql' with { type: 'text' }
import mqttSessions from './0028_mqtt_sessions.sql' with { type: 'text' }
import webhookFormat from './0030_webhook_format.sql' with { type: 'text' }
import begunHistories from './0031_begun_histories.sql' with { type: 'text' }
import resetLinkCreators from './0032_reset_link_creators.sql' with { type: 'text' }
import separatorTags from './0033_separator_tags.sql' with { type: 'text' }
import sessionConnections from './0034_session_connections.sql' with { type: 'text' }
import readerClocks from './0035_reader_clocks.sql' with { type: 'text' }
import tagForms from './0036_tag_forms.sql' with { type: 'text' }
import equalBeginnings from './0037_equal_beginnings.sql' with { type: 'text' }
import alerts from './0039_alerts.sql' with { type: 'text' }
import alertMessages from './0040_alert_messages.sql' with { type: 'text' }
import assetList from './0041_asset_list.sql' with { type: 'text' }
import stays from './0042_stays.sql' with { type: 'text' }
import namelessStays from './0043_nameless_stays.sql' with { type: 'text' }
import searches from './0047_searches.sql' with { type: 'text' }
import stocktakePhotos from './0061_stocktake_photos.sql' with { type: 'text' }
import stocktakes from './0044_stocktakes.sql' with { type: 'text' }
import tagIdentities from './0046_tag_identities.sql' with { type: 'text' }
import llrpReaders from './0055_llrp_readers.sql' with { type: 'text' }
import gs1Numbers from './0057_gs1_numbers.sql' with { type: 'text' }
import unknownIdentities from './0064_unknown_identities.sql' with { type: 'text' }
import labelTemplates from './0065_label_templates.sql' with { type: 'text' }
import printing from './0066_printing.sql' with { type: 'text' }
import mailSchedules from './0063_mail_schedules.sql' with { type: 'text' }
import organizationTimeZone from './0062_organization_time_zone.sql' with { type: 'text' }
import taughtPlaces from './0038_taught_places.sql' with { type: 'text' }
import tagKeys from './0060_tag_keys.sql' with { type: 'text' }
import telemetry from './0059_telemetry.sql' with { type: 'text' }
import telemetryAlerts from './0067_telemetry_alerts.sql' with { type: 'text' }
import stations from './0068_stations.sql' with { type: 'text' }
import fieldValues from './0069_field_values.sql' with { type: 'text' }
import stayMoves from './0070_stay_moves.sql' with { type: 'text' }
import dismissedIdentities from './0073_dismissed_identities.sql' with { type: 'text' }
import eventEnds from './0076_event_ends.sql' with { type: 'text' }
import alertValidity from './0078_alert_validity.sql' with { type: 'text' }

export interface Migration {
  readonly name: string
  readonly sql: string
  /**
   * For PostgreSQL: whether all earlier versions read and write correctly on the schema that it makes, so that their instances may
   * run meanwhile and afterwards (docs/scale.md, Upgrades). Without it, a migration needs the database alone.
   */
  readonly isAdditive?: true
}

export const migrations: readonly Migration[] = [
  { name: '0001_foundation', sql: foundation },
  { name: '0002_idempotency', sql: idempotency },
  { name: '0003_ingest', sql: ingest },
  { name: '0004_unknown_tags', sql: unknownTags },
  { name: '0005_invitations', sql: invitations },
  { name: '0006_audit', sql: audit },
  { name: '0007_search_tags', sql: searchTags },
  { name: '0008_refresh_tokens_of_key', sql: refreshTokensOfKey },
  { name: '0009_owners_and_sign_ins', sql: ownersAndSignIns },
  { name: '0010_clock', sql: clock },
  { name: '0011_location_decision', sql: locationDecision },
  { name: '0012_kept_counts', sql: keptCounts },
  { name: '0013_time_travel', sql: timeTravel },
  { name: '0014_search', sql: search },
  { name: '0015_ingest_speed', sql: ingestSpeed },
  { name: '0016_more_kept_counts', sql: moreKeptCounts },
  { name: '0017_tag_attention', sql: tagAttention },
  { name: '0018_floor_plans', sql: floorPlans },
  { name: '0019_reader_chain', sql: readerChain },
  { name: '0020_audit_imports', sql: auditImports },
  { name: '0021_asset_fields', sql: assetFields },
  { name: '0022_asset_photos', sql: assetPhotos },
  { name: '0023_session_devices', sql: sessionDevices },
  { name: '0025_event_log', sql: eventLog },
  { name: '0026_company_sign_in', sql: companySignIn },
  { name: '0027_webhooks', sql: webhooks },
  { name: '0028_mqtt_sessions', sql: mqttSessions },
  { name: '0029_epcis', sql: epcis },
  { name: '0030_webhook_format', sql: webhookFormat },
  { name: '0031_begun_histories', sql: begunHistories },
  { name: '0032_reset_link_creators', sql: resetLinkCreators },
  { name: '0033_separator_tags', sql: separatorTags },
  { name: '0034_session_connections', sql: sessionConnections },
  { name: '0035_reader_clocks', sql: readerClocks },
  { name: '0036_tag_forms', sql: tagForms },
  { name: '0037_equal_beginnings', sql: equalBeginnings },
  { name: '0038_taught_places', sql: taughtPlaces },
  { name: '0039_alerts', sql: alerts },
  { name: '0040_alert_messages', sql: alertMessages },
  { name: '0041_asset_list', sql: assetList },
  { name: '0042_stays', sql: stays },
  { name: '0043_nameless_stays', sql: namelessStays },
  { name: '0044_stocktakes', sql: stocktakes },
  { name: '0046_tag_identities', sql: tagIdentities },
  { name: '0047_searches', sql: searches },
  { name: '0055_llrp_readers', sql: llrpReaders },
  { name: '0057_gs1_numbers', sql: gs1Numbers },
  { name: '0059_telemetry', sql: telemetry },
  { name: '0060_tag_keys', sql: tagKeys },
  { name: '0061_stocktake_photos', sql: stocktakePhotos },
  { name: '0062_organization_time_zone', sql: organizationTimeZone },
  { name: '0063_mail_schedules', sql: mailSchedules },
  { name: '0064_unknown_identities', sql: unknownIdentities },
  { name: '0065_label_templates', sql: labelTemplates },
  { name: '0066_printing', sql: printing },
  { name: '0067_telemetry_alerts', sql: telemetryAlerts },
  { name: '0068_stations', sql: stations },
  { name: '0069_field_values', sql: fieldValues },
  { name: '0070_stay_moves', sql: stayMoves },
  { name: '0073_dismissed_identities', sql: dismissedIdentities },
  { name: '0076_event_ends', sql: eventEnds },
  { name: '0078_alert_validity', sql: alertValidity },
]
