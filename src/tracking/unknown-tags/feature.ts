import { type Base, feature } from '../../http/feature'
import type { HistoryRules } from '../history/closing'
import type { Live } from '../tracking/live'
import { DismissalService } from './dismissals'
import { dismissedTagRoutes, unknownTagRoutes } from './routes'
import { UnknownTagService } from './service'

/** Age limit of unknown tags, in days. Their events, up to a thousand for each tag, are deleted with them. */
const keptDays = 30
const tagsAtOnce = 200

interface Needs extends Base {
  readonly rules: HistoryRules
  readonly live: Live
}

export const unknownTags = feature({
  name: 'unknownTags',
  create: ({ store, rules, live, now }: Needs) => ({
    unknownTags: new UnknownTagService(store, rules, live, now),
    dismissals: new DismissalService(store, now),
  }),
  routes: ({ unknownTags, dismissals }) => [
    ...unknownTagRoutes(unknownTags),
    ...dismissedTagRoutes(dismissals),
  ],
  retention: (_, { microsAgo, inSlices }) =>
    inSlices((tx) => tx.unknownTags.deleteBefore(microsAgo(keptDays), tagsAtOnce)),
})
