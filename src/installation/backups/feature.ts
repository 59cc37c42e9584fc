import { type Base, feature } from '../../http/feature'
import type { Settings } from '../../settings/table'
import { backupRoutes, scheduledBackupRoutes } from './routes'
import { ScheduledBackups } from './scheduled'
import { BackupService } from './service'

interface Needs extends Base {
  readonly settings: Settings
}

export const backups = feature({
  name: 'backups',
  create: ({ store, settings, log, now }: Needs) => ({
    backups: new BackupService(store, settings, now),
    scheduledBackups: new ScheduledBackups(settings, now, log),
  }),
  routes: ({ backups, scheduledBackups }) => [
    ...backupRoutes(backups),
    ...scheduledBackupRoutes(scheduledBackups, backups),
  ],
  start({ backups, scheduledBackups }) {
    scheduledBackups.start()
    return {
      stop() {
        backups.stop()
        return scheduledBackups.stop()
      },
    }
  },
})
