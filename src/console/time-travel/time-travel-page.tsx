import { Button, Card, Group, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { ScopeNote } from '../locations/location-scope'
import { LocationSelect } from '../locations/location-select'
import { useView, ViewSwitch } from '../plans/view-switch'
import { type Column, DataTable } from '../ui/lists/data-table'
import { exactly, fromLocalInput, relativeTo, toLocalInput } from '../ui/values/format'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { PlacePath } from '../ui/pages/place-path'
import { EmptyList } from '../ui/pages/query-states'
import { useNow } from '../ui/values/use-now'
import { type List, type ListQuery, useList } from '../ui/lists/use-list'
import { reportOf, type ReportRow } from '../where/report-rows'
import { DaySlider } from './day-slider'
import { PastPlan } from './past-plan'

const hourMs = 3_600_000

const fetchReport = (query: ListQuery, at: string, location: string | undefined, asset: string | undefined) =>
  reportOf(location, query, (location_id) => {
    const asset_id = asset === undefined ? [] : [Number(asset)]
    const params = { query: { ...query, at, location_id, asset_id } }
    return dataOf(api.GET('/internal/v1/whereabouts', { params }))
  })

const columns: [Column<ReportRow>, ...Column<ReportRow>[]] = [
  { key: 'asset', label: t('Asset'), cell: (row) => row.assetName },
  {
    key: 'place',
    label: t('Location'),
    cell: (row) => <PlacePath id={row.location_id} name={row.locationName} />,
  },
  { key: 'seen', label: t('Last seen'), cell: (row) => exactly(row.asset_last_seen), isWhole: true },
  {
    key: 'key',
    label: t('Asset key'),
    cell: (row) => row.asset_external_key,
    sort: 'asset_external_key',
    isWhole: true,
  },
]

/** The instant in the address; the time at which the page was opened when the address has none. */
function useInstant() {
  const [params, setParams] = useSearchParams()
  const [opened] = useState(() => new Date().toISOString())
  const asked = params.get('at')
  const at = asked !== null && !Number.isNaN(Date.parse(asked)) ? asked : opened

  function goTo(instant: number): void {
    const next = new Date(Math.min(instant, Date.now())).toISOString()
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.set('at', next)
        after.delete('offset')
        return after
      },
      { replace: true },
    )
  }
  return { at, goTo }
}

const backToNow = <LinkButton href="/">{t('Back to now')}</LinkButton>

/** Shows where each asset was at an instant. */
export function TimeTravelPage() {
  const { at, goTo } = useInstant()
  const { view, choose } = useView('list')
  const list = useList({
    key: ['whereabouts', at],
    load: (query, filter) => fetchReport(query, at, filter('location'), filter('asset')),
    filters: ['location', 'asset'],
    defaultSort: 'asset_external_key',
  })
  const isEmptyList = view === 'list' && list.isEmpty

  return (
    <>
      <PageHeader
        title={t('Where everything was')}
        subtitle={<Moment at={at} />}
        back={{ href: '/', label: t('Where everything is') }}
      >
        <ViewSwitch view={view} onChange={choose} />
        {!isEmptyList && backToNow}
      </PageHeader>
      <Stack>
        <When at={at} onChange={goTo} />
        {view === 'plan' ? (
          <PastPlan at={at} locationKey={list.filter('location')} />
        ) : (
          <>
            <ScopeNote scope={list.page?.scope} />
            <DataTable
              name={t('Where everything was')}
              storedAs="Where everything was"
              list={list}
              columns={columns}
              keyOf={(row) => row.asset_id}
              hrefOf={(row) => `/assets/${row.asset_id}`}
              search={t('Search assets and tags')}
              filters={<Filters list={list} />}
              empty={
                <EmptyList title={t('No asset had been seen by this time')} action={backToNow}>
                  {t('Choose a later time to see where the assets were.')}
                </EmptyList>
              }
            />
          </>
        )}
      </Stack>
    </>
  )
}

const Filters = ({ list }: { readonly list: List<ReportRow> }) => (
  <>
    <LocationSelect
      label={t('Any location')}
      value={list.filter('location') ?? null}
      onChange={(key) => list.narrow('location', key)}
    />
    {list.filter('asset') !== undefined && (
      <Button variant="default" onClick={() => list.narrow('asset', null)}>
        {t('Show all assets')}
      </Button>
    )}
  </>
)

function Moment({ at }: { readonly at: string }) {
  const now = useNow()
  return (
    // The distance changes by itself, so that screen readers would announce it again and again.
    <span>
      <span role="status">{exactly(at)}</span>, {relativeTo(at, now)}
    </span>
  )
}

const isInFuture = (instant: number): boolean => instant > Date.now()
const isTooEarly = (instant: number): boolean => new Date(instant).getFullYear() <= 1970

/**
 * Says why a text is not applied. While a user types a year, it has a few digits and is too early, so that this is a problem
 * only when the user has left the input.
 */
function problemOf(text: string, isLeft: boolean): string | undefined {
  const instant = Date.parse(fromLocalInput(text) ?? '')
  if (isInFuture(instant)) return t('Enter a time that is not in the future.')
  return isLeft && isTooEarly(instant) ? t('Enter a time after 1970.') : undefined
}

interface WhenProps {
  readonly at: string
  readonly onChange: (at: number) => void
}

/** Chooses the instant by text, by steps and by a slider over the day. */
function When({ at, onChange }: WhenProps) {
  const [text, setText] = useState(toLocalInput(at))
  const [isLeft, setLeft] = useState(false)
  useEffect(() => setText(toLocalInput(at)), [at])
  const instant = Date.parse(at)

  /** Applies typed text as soon as it is an instant that can be shown. */
  function type(next: string): void {
    setText(next)
    const typed = Date.parse(fromLocalInput(next) ?? '')
    if (!Number.isNaN(typed) && !isInFuture(typed) && !isTooEarly(typed)) onChange(typed)
  }

  const steps = [
    [t('A day earlier'), -24 * hourMs],
    [t('An hour earlier'), -hourMs],
    [t('An hour later'), hourMs],
    [t('A day later'), 24 * hourMs],
  ] as const
  return (
    <Card withBorder component="section" aria-label={t('Chosen time')}>
      <Stack gap="md">
        <Group align="end" gap="sm" className="time-choice">
          <TextInput
            type="datetime-local"
            step={1}
            label={t('Date and time')}
            value={text}
            error={problemOf(text, isLeft)}
            onFocus={() => setLeft(false)}
            onBlur={() => setLeft(true)}
            max={toLocalInput(new Date().toISOString())}
            onChange={(event) => type(event.currentTarget.value)}
          />
          {steps.map(([label, by]) => (
            <Button
              key={label}
              variant="default"
              disabled={instant + by > Date.now()}
              onClick={() => onChange(instant + by)}
            >
              {label}
            </Button>
          ))}
        </Group>
        <DaySlider at={instant} onChange={onChange} />
      </Stack>
    </Card>
  )
}
