import { type Base, feature } from '../../http/feature'
import type { ReaderService } from '../../tracking/readers/service'
import type { StayReportService } from '../../tracking/stays/reports'
import { findingRoutes } from './routes'
import { FindingService } from './service'

interface Needs extends Base {
  readonly stayReports: StayReportService
  readonly readers: ReaderService
}

export const findings = feature({
  name: 'findings',
  create: ({ store, stayReports, readers, now }: Needs) => ({
    findings: new FindingService({ store, stayReports, readers, now }),
  }),
  routes: ({ findings }) => findingRoutes(findings),
})
