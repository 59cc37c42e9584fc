import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { LinkButton, PageLink } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { Empty, EmptyList, EmptyListLink, NoMatch, QueryState } from '../ui/pages/query-states'
import { counted } from '../ui/values/format'
import { useNow } from '../ui/values/use-now'
import { type Shown, shownOf } from './alert-groups'
import { AlertList } from './alert-list'
import { type Alert, alertsMax, alertsQuery, rulesQuery, useOpenAlerts } from './alert-queries'
import { useAlertSection } from './alert-section'
import { NoisiestRules, OpenedInWeek, weekStart } from './week'

/** The open alerts: what nobody has, by urgency, and who has the others. */
export function AlertsPage() {
  const { may } = useSignedIn()
  const section = useAlertSection()
  const { data, error, refetch } = useOpenAlerts()
  return (
    <>
      <PageHeader title={t('Alerts')} section={section}>
        {may('manager') && <LinkButton href="/alert-rules/new">{t('New rule')}</LinkButton>}
      </PageHeader>
      {data ? (
        <div className="alerts-columns">
          <OpenAlerts alerts={data.data} total={data.open_count} />
          <Side />
        </div>
      ) : (
        <QueryState error={error} onRetry={refetch} lines={8} />
      )}
    </>
  )
}

function OpenAlerts({ alerts, total }: { readonly alerts: readonly Alert[]; readonly total: number }) {
  const { user } = useSignedIn()
  const [shown, setShown] = useState<Shown>('all')
  const nowMs = useNow()
  const of = (one: Shown) => shownOf(alerts, one, user.id, nowMs)
  const label = (text: string, one: Shown) => ({ value: one, label: `${text} ${counted(of(one).length)}` })
  if (alerts.length === 0) return <NothingOpen />
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('Show')}
        className="alert-filter"
        value={shown}
        onChange={(value) => setShown(value as Shown)}
        data={[
          label(t('All'), 'all'),
          label(t('Nobody'), 'nobody'),
          label(t('Mine'), 'mine'),
          label(t('Snoozed'), 'snoozed'),
        ]}
      />
      {total > alerts.length && (
        <Text size="sm" c="dimmed">
          {t('The latest {shown} of {count} open alerts are shown.', {
            shown: counted(alertsMax),
            count: counted(total),
          })}
        </Text>
      )}
      {of(shown).length === 0 ? (
        <Empty>
          <NoMatch onWiden={() => setShown('all')} />
        </Empty>
      ) : (
        <AlertList alerts={of(shown)} />
      )}
    </Stack>
  )
}

/** All is well, or no rule says yet when it is not. */
function NothingOpen() {
  const { data: rules, error, refetch } = useQuery(rulesQuery)
  if (!rules) return <QueryState error={error} onRetry={refetch} />
  const watching = rules.filter(({ is_enabled: isEnabled }) => isEnabled).length
  if (watching > 0)
    return (
      <Empty>
        <b>{t('Nothing needs anybody')}</b>
        <p>{t('{count, plural, one {# rule watches.} other {# rules watch.}}', { count: watching })}</p>
      </Empty>
    )
  return (
    <Empty>
      <EmptyList
        title={t('Hear about it before somebody asks')}
        action={
          <EmptyListLink href="/alert-rules/new" minimum="manager">
            {t('New rule')}
          </EmptyListLink>
        }
      >
        {t(
          'A rule opens an alert when an asset leaves, stays too long or is missing, or when a reader is silent.',
        )}
      </EmptyList>
    </Empty>
  )
}

/** The last seven days. Without all of their alerts, the numbers would be wrong. */
function Side() {
  const now = new Date(useNow())
  const { data } = useQuery(alertsQuery({ from: weekStart(now) }))
  if (!data || data.total_count === 0) return null
  return (
    <aside className="alerts-side">
      {data.total_count <= data.data.length ? (
        <>
          <OpenedInWeek alerts={data.data} now={now} />
          <NoisiestRules alerts={data.data} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t('{count} alerts opened in 7 days.', { count: counted(data.total_count) })}
        </Text>
      )}
      <PageLink href="/alerts/closed" size="sm">
        {t('Closed alerts')}
      </PageLink>
    </aside>
  )
}
