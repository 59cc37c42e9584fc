import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useSignedIn } from '../../api/session'
import { t } from '../../languages/messages'
import { RecordSelect } from '../../records/record-select'
import { Empty, NoMatch, QueryState } from '../../ui/pages/query-states'
import { counted } from '../../ui/values/format'
import { useNow } from '../../ui/values/use-now'
import { type Shown, shownOf } from '../alert-groups'
import { AlertList } from './alert-list'
import { ClosedToday } from './closed-today'
import { alertsMax, rulesQuery, useAlertParts } from '../alert-queries'
import { NoRules } from '../no-rules'

/** The place in the address, of which the page shows the alerts. */
function usePlace() {
  const [params, setParams] = useSearchParams()
  const id = Number(params.get('location'))
  const place = id > 0 ? id : null
  function choose(next: number | null): void {
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === null) after.delete('location')
        else after.set('location', String(next))
        return after
      },
      { replace: true },
    )
  }
  return { place, choose }
}

/** The open alerts, of all places or of one, and of all people or of some. */
export function OpenAlerts() {
  const { user } = useSignedIn()
  const { place, choose } = usePlace()
  const [shown, setShown] = useState<Shown>('all')
  const [parts, setParts] = useState(1)
  const nowMs = useNow()
  const filter = place === null ? {} : { location_id: [place] }
  const { alerts, total, isLoading, error, refetch } = useAlertParts(filter, parts)
  if (total === undefined) return <QueryState error={error} onRetry={refetch} lines={8} />
  if (total === 0 && place === null)
    return (
      <Stack gap="sm">
        <NothingOpen />
        <ClosedToday place={null} />
      </Stack>
    )
  const isWhole = alerts.length >= total
  const of = (one: Shown) => shownOf(alerts, one, user.id, nowMs)
  function widen(): void {
    setShown('all')
    choose(null)
  }
  return (
    <Stack gap="sm">
      <Filters
        {...{ shown, place }}
        // A count of a part would be too low.
        count={isWhole ? (one) => of(one).length : undefined}
        onShow={setShown}
        onPlace={choose}
      />
      {of(shown).length === 0 ? (
        <Empty>
          <NoMatch onWiden={widen} />
        </Empty>
      ) : (
        <AlertList alerts={of(shown)} />
      )}
      {!isWhole && (
        <Group gap="sm">
          <Text size="sm" c="dimmed" role="status">
            {t('The latest {shown} of {count} open alerts are shown.', {
              shown: counted(alerts.length),
              count: counted(total),
            })}
          </Text>
          <Button variant="default" loading={isLoading} onClick={() => setParts(parts + 1)}>
            {t('Show {count} more', { count: counted(Math.min(alertsMax, total - alerts.length)) })}
          </Button>
        </Group>
      )}
      {shown === 'all' && <ClosedToday place={place} />}
    </Stack>
  )
}

interface FiltersProps {
  readonly shown: Shown
  readonly place: number | null
  /** Returns the number of alerts that a choice shows; undefined while it is not known. */
  readonly count: ((shown: Shown) => number) | undefined
  readonly onShow: (shown: Shown) => void
  readonly onPlace: (place: number | null) => void
}

function Filters({ shown, place, count, onShow, onPlace }: FiltersProps) {
  const label = (text: string, one: Shown) => ({
    value: one,
    label: count ? `${text} ${counted(count(one))}` : text,
  })
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label={t('Show')}
        className="alert-filter"
        value={shown}
        onChange={(value) => onShow(value as Shown)}
        data={[
          label(t('All'), 'all'),
          label(t('Not acknowledged'), 'nobody'),
          label(t('Mine'), 'mine'),
          label(t('Snoozed'), 'snoozed'),
        ]}
      />
      <RecordSelect
        kind="location"
        className="alert-place-filter"
        aria-label={t('Any place')}
        placeholder={t('Any place')}
        clearable
        clearButtonProps={{ 'aria-label': t('Any place') }}
        value={place}
        onChange={onPlace}
      />
    </Group>
  )
}

/** All is well, or no rule says yet when it is not. */
function NothingOpen() {
  const { data: rules, error, refetch } = useQuery(rulesQuery)
  if (!rules) return <QueryState error={error} onRetry={refetch} />
  const watching = rules.filter(({ is_enabled: isEnabled }) => isEnabled).length
  if (watching === 0) return <NoRules />
  return (
    <Empty>
      <b>{t('Nothing needs anybody')}</b>
      <p>{t('{count, plural, one {# rule watches.} other {# rules watch.}}', { count: watching })}</p>
    </Empty>
  )
}
