import { useLocalStorage } from '@mantine/hooks'
import { useSignedIn } from '../api/session'

/** What the user opened from the search, on this device. */

type FoundKind =
  | 'asset'
  | 'location'
  | 'reader'
  | 'deleted_asset'
  | 'member'
  | 'api_key'
  | 'webhook'
  | 'action'
  | 'page'

export interface RecentRecord {
  readonly href: string
  readonly title: string
  readonly kind: FoundKind
}

const keptMax = 8

export function useRecentRecords() {
  const { user, organization } = useSignedIn()
  const [recent, setRecent] = useLocalStorage<readonly RecentRecord[]>({
    key: `whereabouts.recent ${user.id} ${organization.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  // Not with an updater, which would not run when the search closes at the same time.
  const addRecent = (record: RecentRecord) =>
    setRecent([record, ...recent.filter(({ href }) => href !== record.href)].slice(0, keptMax))
  return { recent, addRecent }
}
