import type { Table } from '../../base/table'
import { type Base, feature } from '../../http/feature'
import type { ActivityService } from '../../tracking/activity/service'
import type { AssetListService } from '../../tracking/asset-list/service'
import type { StayReportService } from '../../tracking/stays/reports'
import type { Outbox } from '../alerts/telling/outbox'
import type { FindingService } from '../findings/service'
import type { MailServer } from '../mail/feature'
import { scheduleRoutes } from './routes'
import { ScheduleSender } from './sender'
import { MailScheduleService } from './service'

/** Age limit of mails that have ended, in days, and the maximum number of mails of an organization. */
const mailDays = 90
const mailsMax = 100_000

interface Needs extends Base {
  readonly mailServer: MailServer
  readonly outbox: Outbox
  readonly stayReports: StayReportService
  readonly assetList: AssetListService
  readonly assetExport: (organizationId: number, ids: readonly number[]) => Promise<Table>
  readonly activity: ActivityService
  readonly findings: FindingService
}

export const schedules = feature({
  name: 'schedules',
  create({ store, mailServer, outbox, stayReports, assetList, assetExport, activity, findings, now }: Needs) {
    const content = { store, stayReports, assetList, assetExport, activity, findings }
    const scheduleSender = new ScheduleSender({ ...content, ...mailServer, now })
    outbox.addOther('scheduled mail', (at) => scheduleSender.round(at))
    const isMailOff = mailServer.send === null
    const wake = () => outbox.wake()
    return { scheduleSender, mailSchedules: new MailScheduleService({ store, isMailOff, wake, now }) }
  },
  routes: ({ mailSchedules }) => scheduleRoutes(mailSchedules),
  start: ({ scheduleSender }) => ({ stop: () => scheduleSender.stop() }),
  async retention({ store }, { microsAgo, inSlices }) {
    await inSlices((tx, rows) => tx.scheduledMails.deleteEndedBefore(microsAgo(mailDays), rows))
    for (const organizationId of await store.read.mailSchedules.organizations())
      await inSlices((tx, rows) => tx.scheduledMails.deleteSurplus(organizationId, mailsMax, rows))
  },
})
