import type { Micros } from '../../base/time'
import { type Base, feature } from '../../http/feature'
import type { Moment } from '../history/arrivals'
import type { HistoryRules } from '../history/closing'
import type { Live } from '../tracking/live'
import { searchRoutes } from './routes'
import { SearchService } from './service'

/** Age limit of closed searches, in days, and their maximum number in an organization. */
const keptDays = 400
const closedMax = 100_000

interface Needs extends Base {
  readonly clock: { readonly moment: (ahead: Micros) => Moment | undefined }
  readonly rules: HistoryRules & { readonly readMaxAheadMicros: Micros }
  readonly live: Live
}

export const searches = feature({
  name: 'searches',
  create({ store, clock, rules, live, now }: Needs) {
    const arriving = () => ({ rules, moment: clock.moment(rules.readMaxAheadMicros) })
    return { searches: new SearchService({ store, live, arriving, now }) }
  },
  routes: ({ searches }) => searchRoutes(searches),
  async retention({ store }, { microsAgo, inSlices, isOver }) {
    await inSlices((tx, rows) => tx.searches.deleteBefore(microsAgo(keptDays), rows))
    for (const organizationId of await store.read.searches.owners())
      if (!isOver()) await inSlices((tx, rows) => tx.searches.deleteSurplus(organizationId, closedMax, rows))
  },
})
