import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { connection } from '../api/connection'
import { useSignedIn } from '../api/session'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { counted } from '../ui/values/format'
import { isSameDay } from '../languages/zone'
import { RecordSelect } from '../records/record-select'
import { toastProblem, toastWarning } from '../ui/notices/toasts'
import { HeaderAction } from '../ui/pages/header-action'
import { PageLink } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { MoreMenu, DangerItem } from '../ui/pages/more-menu'
import { PlacePath } from '../ui/pages/place-path'
import { EmptyList, QueryState } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { useWorkSection } from '../ui/pages/work-section'
import { LastSeen } from '../ui/values/freshness'
import { ClockTime } from '../ui/values/time'
import {
  deleteSearch,
  type Search,
  searchesChanged,
  searchesQuery,
  startSearch,
} from '../records/search-queries'

const notSeen = JSON.stringify([{ field: 'last_seen', operator: 'older_than_days', value: 7 }])
/** The assets that nobody has seen for a week. */
const notSeenHref = `/assets?${new URLSearchParams({ conditions: notSeen, sort: 'last_seen' }).toString()}`

/** What somebody looks for, what was found today, and what is lost. */
export function SearchesPage() {
  const section = useWorkSection()
  return (
    <div className="narrow">
      <PageHeader
        title={t('Find')}
        section={section}
        secondary={<HeaderAction href={notSeenHref}>{t('Not seen for a week')}</HeaderAction>}
      />
      <Stack>
        <FindAnother />
        <OpenSearches />
        <Ended kind="found" title={t('Found today')} />
        <Ended kind="lost" title={t('Lost')} />
      </Stack>
    </div>
  )
}

const findHref = (assetId: number): string => `/assets/${assetId}/find`

/** Opens the bar for any asset, without a search. */
function FindAnother() {
  const [, navigate] = useLocation()
  return (
    <RecordSelect
      kind="asset"
      aria-label={t('Search for another asset')}
      placeholder={t('Search for another asset')}
      openOnFocus={false}
      value={null}
      onChange={(id) => id !== null && navigate(findHref(id))}
    />
  )
}

/** Those of the user first, then those that were read last: they are probably near. */
const byReads = (userId: string) => (one: Search, other: Search) =>
  Number(other.searcher?.user_id === userId) - Number(one.searcher?.user_id === userId) ||
  (other.asset_last_seen ?? '').localeCompare(one.asset_last_seen ?? '')

function OpenSearches() {
  const { user } = useSignedIn()
  const { data, error, refetch } = useQuery(searchesQuery('open'))
  if (!data) return <QueryState error={error} onRetry={refetch} />
  if (data.data.length === 0)
    return (
      <EmptyList title={t('Nothing to find')}>
        {t('Searches begin when a count is closed, or with “Search for it” in a list of assets.')}
      </EmptyList>
    )
  return (
    <Section id="open-searches" title={t('To find, {count}', { count: counted(data.total_count) })}>
      <ul className="search-rows">
        {data.data.toSorted(byReads(user.id)).map((search, index) => (
          <SearchRow key={search.id} search={search}>
            <StartButton search={search} isFirst={index === 0} />
          </SearchRow>
        ))}
      </ul>
    </Section>
  )
}

function StartButton({ search, isFirst }: { readonly search: Search; readonly isFirst: boolean }) {
  const [, navigate] = useLocation()
  const [isBusy, setBusy] = useState(false)
  const isRunning = search.state === 'in_progress'
  async function start(): Promise<void> {
    if (connection.get() !== 'good')
      return toastWarning(t('Nothing was started'), t('The reads come over the network.'))
    setBusy(true)
    try {
      await startSearch(search.id)
      void searchesChanged()
      navigate(findHref(search.asset.id))
    } finally {
      setBusy(false)
    }
    return undefined
  }
  return (
    <Button
      variant={isFirst ? 'filled' : 'default'}
      loading={isBusy}
      disabled={search.asset.is_deleted}
      aria-label={
        isRunning
          ? t('Go on: {name}', { name: search.asset.name })
          : t('Start: {name}', { name: search.asset.name })
      }
      onClick={() => void start().catch(toastProblem)}
    >
      {isRunning ? t('Go on') : t('Start')}
    </Button>
  )
}

interface SearchRowProps {
  readonly search: Search
  readonly children?: ReactNode
}

function SearchRow({ search, children }: SearchRowProps) {
  const { asset, asset_last_seen: seenAt, last_location_id: placeId, last_location_name: place } = search
  return (
    <li>
      <div className="grow">
        <PageLink href={`/assets/${asset.id}`} inherit className="search-name">
          {asset.name}
        </PageLink>
        {search.state !== 'found' && placeId !== null && <PlacePath id={placeId} name={place} />}
        {search.state === 'found' && <PlacePath id={search.location_id} />}
        <Text size="sm" c="dimmed" component="div">
          <Reads search={search} seenAt={seenAt} />
          {search.for_user && t('for {name}', { name: search.for_user.name })}
          {search.note !== null && ` · ${search.note}`}
          {search.closing_note !== null && ` · ${search.closing_note}`}
          {search.state === 'in_progress' &&
            search.searcher &&
            ` · ${t('{name} is looking', { name: search.searcher.name })}`}
        </Text>
      </div>
      {children}
      <MoreMenu>
        <DangerItem
          onClick={() =>
            void deleteSearch(search.id)
              .then(() => searchesChanged())
              .catch(toastProblem)
          }
        >
          {t('Delete search')}
        </DangerItem>
      </MoreMenu>
    </li>
  )
}

function Reads({ search, seenAt }: { readonly search: Search; readonly seenAt: string | null }) {
  if (search.asset.is_deleted) return <>{t('The asset was deleted')} · </>
  if (search.state === 'found') return null
  if (seenAt === null) return <>{t('Not seen yet')} · </>
  return (
    <Group gap="xs">
      {search.was_read_again && <b>{t('Read again')}</b>}
      <LastSeen at={seenAt} />
    </Group>
  )
}

const shown = 10

/** Closed searches: what was found today, and what is lost, with those that were read again first. */
function Ended({ kind, title }: { readonly kind: 'found' | 'lost'; readonly title: string }) {
  const { data } = useQuery(searchesQuery(kind))
  const today = new Date(serviceNow())
  const rows = (data?.data ?? [])
    .filter(({ closed_at: at }) => kind === 'lost' || (at && isSameDay(new Date(at), today)))
    .toSorted((one, other) => Number(other.was_read_again) - Number(one.was_read_again))
    .slice(0, shown)
  if (rows.length === 0) return null
  return (
    <Section id={`searches-${kind}`} title={title}>
      <ul className="search-rows">
        {rows.map((search) => (
          <SearchRow key={search.id} search={search}>
            <Text size="sm" c="dimmed">
              {search.closed_at && <ClockTime at={search.closed_at} />}
            </Text>
          </SearchRow>
        ))}
      </ul>
    </Section>
  )
}
