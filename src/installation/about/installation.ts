import { environmentVariable, propertyOf, type Settings, settingsTable } from '../../settings/table'
import type { Integrity, Store } from '../../storage/core/store'
import { limitMessages } from './messages'
import { wireOrNull } from '../../base/time'
import type { DatabaseView, InstallationView, LimitView } from './schema'

/** The limits that admins see. */
export const limits = [
  'rate_limit_burst',
  'rate_limit_per_minute',
  'login_failures_per_account',
  'login_failures_per_address',
  'login_failures_account_total',
  'max_body_bytes',
] as const

export type InstallationService = ReturnType<typeof createInstallationService>

/**
 * Returns the limits and the broker's ports of this installation, for admins of organizations. None of it is secret.
 */
export function createInstallationService(
  settings: Settings,
  mqttPorts: () => { readonly port: number | null; readonly securePort: number | null } | null,
  integrity: Store['integrity'],
  addressesOnLan: (host: string) => string[],
) {
  const limitOf = (key: (typeof limits)[number]): LimitView => {
    const { english: meaning, text } = limitMessages(`limit.${key}`)
    return {
      variable: environmentVariable(key),
      value: settings[propertyOf(key) as keyof Settings] as number,
      default: Number(settingsTable[key].default),
      meaning,
      text,
    }
  }
  return {
    view(): InstallationView {
      const ports = mqttPorts()
      return {
        mqtt_port: ports?.port ?? null,
        mqtts_port: ports?.securePort ?? null,
        mqtt_hosts: addressesOnLan(settings.mqttHost),
        http_hosts: addressesOnLan(settings.host),
        limits: limits.map(limitOf),
        database: toDatabase(integrity()),
      }
    },
  }
}

const toDatabase = ({ state, checkedAt, progress, damage }: Integrity): DatabaseView => ({
  state,
  checked_at: wireOrNull(checkedAt),
  checked_tables: progress?.checked ?? null,
  tables: progress?.total ?? null,
  damage,
})
