import { instants } from '../../contract/parameters'
import { type Endpoint, endpoint } from '../../http/endpoint'
import { MoveCounts } from './report-schema'
import type { StayReportService } from './reports'

/** The number of moves of each day, for the console (docs/internal-api.md, Move counts). */
export const moveCountRoutes = (reports: StayReportService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/reports/move-counts',
    access: { kind: 'session', role: 'viewer' },
    query: { at: instants('2 to 32 instants in order. The moves between each and the next are counted.') },
    response: { status: 200, description: 'The number of moves in each span.', schema: MoveCounts },
    async handle({ caller, query: { at } }) {
      const { rows, isCurrent } = await reports.moveCounts(caller.organizationId, at)
      return { status: 200, body: { data: rows, is_current: isCurrent } }
    },
  }),
]
