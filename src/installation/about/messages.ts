import { catalogOf } from '../../base/messages'
import { settingsTable } from '../../settings/table'

/** The meanings of the limits that admins see. */
export const limitMessages = catalogOf({
  'limit.rate_limit_burst': settingsTable.rate_limit_burst.meaning,
  'limit.rate_limit_per_minute': settingsTable.rate_limit_per_minute.meaning,
  'limit.login_failures_per_account': settingsTable.login_failures_per_account.meaning,
  'limit.login_failures_per_address': settingsTable.login_failures_per_address.meaning,
  'limit.login_failures_account_total': settingsTable.login_failures_account_total.meaning,
  'limit.max_body_bytes': settingsTable.max_body_bytes.meaning,
})
