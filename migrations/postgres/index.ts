// Imported as text so that the executable carries its own schema. Order matters: append, never edit.
import type { Migration } from '..'
import schema from './0001_schema.sql' with { type: 'text' }
import instances from './0003_instances.sql' with { type: 'text' }
import months from './0004_months.sql' with { type: 'text' }
import openAttempts from './0005_open_attempts.sql' with { type: 'text' }
import begunHistories from './0006_begun_histories.sql' with { type: 'text' }
import resetLinkCreators from './0007_reset_link_creators.sql' with { type: 'text' }
import oneTableOfReads from './0008_one_table_of_reads.sql' with { type: 'text' }
import monthDrops from './0009_month_drops.sql' with { type: 'text' }
import separatorTags from './0010_separator_tags.sql' with { type: 'text' }
import sessionConnections from './0011_session_connections.sql' with { type: 'text' }
import readerClocks from './0012_reader_clocks.sql' with { type: 'text' }
import tagForms from './0013_tag_forms.sql' with { type: 'text' }
import equalBeginnings from './0014_equal_beginnings.sql' with { type: 'text' }
import readerTimeZone from './0015_reader_time_zone.sql' with { type: 'text' }
import taughtPlaces from './0016_taught_places.sql' with { type: 'text' }
import alerts from './0017_alerts.sql' with { type: 'text' }
import alertMessages from './0018_alert_messages.sql' with { type: 'text' }
import assetList from './0019_asset_list.sql' with { type: 'text' }
import stays from './0020_stays.sql' with { type: 'text' }
import namelessStays from './0021_nameless_stays.sql' with { type: 'text' }
import stocktakes from './0022_stocktakes.sql' with { type: 'text' }
import tagIdentities from './0024_tag_identities.sql' with { type: 'text' }
import searches from './0025_searches.sql' with { type: 'text' }
import llrpReaders from './0033_llrp_readers.sql' with { type: 'text' }
import gs1Numbers from './0035_gs1_numbers.sql' with { type: 'text' }
import newTags from './0036_new_tags.sql' with { type: 'text' }
import telemetry from './0037_telemetry.sql' with { type: 'text' }
import tagKeys from './0038_tag_keys.sql' with { type: 'text' }
import stocktakePhotos from './0039_stocktake_photos.sql' with { type: 'text' }
import organizationTimeZone from './0040_organization_time_zone.sql' with { type: 'text' }
import mailSchedules from './0041_mail_schedules.sql' with { type: 'text' }
import unknownIdentities from './0042_unknown_identities.sql' with { type: 'text' }
import labelTemplates from './0043_label_templates.sql' with { type: 'text' }
import printing from './0044_printing.sql' with { type: 'text' }
import jsonLists from './0045_json_lists.sql' with { type: 'text' }
import telemetryAlerts from './0046_telemetry_alerts.sql' with { type: 'text' }
import stations from './0047_stations.sql' with { type: 'text' }
import fieldValues from './0049_field_values.sql' with { type: 'text' }
import dismissedIdentities from './0050_dismissed_identities.sql' with { type: 'text' }
import eventEnds from './0053_event_ends.sql' with { type: 'text' }
import alertValidity from './0057_alert_validity.sql' with { type: 'text' }

/** The migrations of PostgreSQL. The first one makes the schema that the migrations of SQLite up to 0030 make. */
export const postgresMigrations: readonly Migration[] = [
  { name: '0001_schema', sql: schema },
  { name: '0003_instances', sql: instances },
  { name: '0004_months', sql: months },
  { name: '0005_open_attempts', sql: openAttempts, isAdditive: true },
  { name: '0006_begun_histories', sql: begunHistories, isAdditive: true },
  { name: '0007_reset_link_creators', sql: resetLinkCreators, isAdditive: true },
  { name: '0008_one_table_of_reads', sql: oneTableOfReads },
  { name: '0009_month_drops', sql: monthDrops },
  { name: '0010_separator_tags', sql: separatorTags },
  { name: '0011_session_connections', sql: sessionConnections, isAdditive: true },
  { name: '0012_reader_clocks', sql: readerClocks, isAdditive: true },
  { name: '0013_tag_forms', sql: tagForms },
  { name: '0014_equal_beginnings', sql: equalBeginnings, isAdditive: true },
  { name: '0015_reader_time_zone', sql: readerTimeZone },
  { name: '0016_taught_places', sql: taughtPlaces, isAdditive: true },
  { name: '0017_alerts', sql: alerts, isAdditive: true },
  { name: '0018_alert_messages', sql: alertMessages, isAdditive: true },
  { name: '0019_asset_list', sql: assetList, isAdditive: true },
  { name: '0020_stays', sql: stays, isAdditive: true },
  { name: '0021_nameless_stays', sql: namelessStays, isAdditive: true },
  { name: '0022_stocktakes', sql: stocktakes, isAdditive: true },
  { name: '0024_tag_identities', sql: tagIdentities, isAdditive: true },
  { name: '0025_searches', sql: searches, isAdditive: true },
  { name: '0033_llrp_readers', sql: llrpReaders, isAdditive: true },
  { name: '0035_gs1_numbers', sql: gs1Numbers, isAdditive: true },
  { name: '0036_new_tags', sql: newTags, isAdditive: true },
  { name: '0037_telemetry', sql: telemetry, isAdditive: true },
  { name: '0038_tag_keys', sql: tagKeys, isAdditive: true },
  { name: '0039_stocktake_photos', sql: stocktakePhotos, isAdditive: true },
  { name: '0040_organization_time_zone', sql: organizationTimeZone, isAdditive: true },
  { name: '0041_mail_schedules', sql: mailSchedules, isAdditive: true },
  { name: '0042_unknown_identities', sql: unknownIdentities, isAdditive: true },
  { name: '0043_label_templates', sql: labelTemplates, isAdditive: true },
  { name: '0044_printing', sql: printing, isAdditive: true },
  { name: '0045_json_lists', sql: jsonLists, isAdditive: true },
  { name: '0046_telemetry_alerts', sql: telemetryAlerts, isAdditive: true },
  { name: '0047_stations', sql: stations, isAdditive: true },
  // An earlier version would change metadata and not the values.
  { name: '0049_field_values', sql: fieldValues },
  { name: '0050_dismissed_identities', sql: dismissedIdentities, isAdditive: true },
  { name: '0053_event_ends', sql: eventEnds, isAdditive: true },
  { name: '0057_alert_validity', sql: alertValidity, isAdditive: true },
]
