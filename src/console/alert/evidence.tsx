import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { serverText } from '../languages/server-texts'
import { PageLink } from '../ui/pages/link'
import { PlacePath } from '../ui/pages/place-path'
import { Failed } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { lengthOf, quoted } from '../ui/values/format'
import { ClockTime } from '../ui/values/time'
import type { AlertDetails } from '../alerts/alert-queries'
import { evidenceText, subjectHref } from '../alerts/alert-texts'

const eventsShown = 5

type Step = AlertDetails['timeline'][number]

interface Entry {
  readonly key: string
  readonly at: string
  readonly state: 'problem' | 'fresh' | 'missing'
  readonly content: ReactNode
}

const actionTexts: Readonly<Record<string, string>> = {
  opened: t('Alert opened'),
  acknowledged: t('Acknowledged'),
  released: t('Given back'),
  snoozed: t('Snoozed'),
  reopened: t('It happened again'),
  closed: t('Alert closed'),
  retracted: t('Alert withdrawn'),
}

const stepOf = ({ at, action, by, note }: Step, index: number): Entry => ({
  key: `step ${index}`,
  at,
  state: action === 'opened' || action === 'reopened' ? 'problem' : 'missing',
  content: (
    <>
      <b>
        {by === null
          ? (actionTexts[action] ?? action)
          : rich('{what} by {name}', { what: actionTexts[action] ?? action, name: by.name })}
      </b>
      {note !== null && <Text size="sm">{quoted(note)}</Text>}
    </>
  ),
})

/** Fetches where the asset was. */
function useEvents({ subject }: AlertDetails) {
  const { data, error, refetch } = useQuery({
    queryKey: ['report', 'alert events', subject.id],
    queryFn: async () => {
      const params = { path: { asset_id: subject.id }, query: { limit: eventsShown } }
      return (await dataOf(api.GET('/internal/v1/assets/{asset_id}/events', { params }))).data
    },
    enabled: subject.kind === 'asset',
  })
  const events = (data ?? []).map((event): Entry => ({
    key: `event ${event.id}`,
    at: event.first_seen_at,
    state: 'fresh',
    content: (
      <>
        <PlacePath id={event.location_id} name={event.location_name} />
        <Text size="sm" c="dimmed">
          {serverText(event.reason, event.text)} ·{' '}
          {lengthOf((Date.parse(event.last_seen_at) - Date.parse(event.first_seen_at)) / 1000)}
        </Text>
      </>
    ),
  }))
  return { events, error: data ? null : error, refetch }
}

/** Reads and what was done, in one list, newest first. */
export function Evidence({ alert }: { readonly alert: AlertDetails }) {
  const { events, error, refetch } = useEvents(alert)
  const { evidence } = alert
  const made = evidenceText(alert)
  const condition: readonly Entry[] =
    events.length > 0 || made === undefined
      ? []
      : [{ key: 'evidence', at: evidence.occurred_at, state: 'fresh', content: made }]
  const entries = [...alert.timeline.map(stepOf), ...events, ...condition].toSorted(
    (a, b) => Date.parse(b.at) - Date.parse(a.at),
  )
  const href = subjectHref(alert)
  return (
    <Section
      id="evidence"
      title={t('Evidence, newest first')}
      aside={
        href !== undefined && (
          <PageLink href={href} size="sm">
            {alert.subject.name}
          </PageLink>
        )
      }
    >
      {alert.is_late && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('The reads came more than 15 min late, so no message was sent.')}
        </Text>
      )}
      <ol className="plain evidence">
        {entries.map(({ key, at, state, content }) => (
          <li key={key}>
            <ClockTime at={at} />
            <span className="state-dot" data-state={state} aria-hidden />
            <div>{content}</div>
          </li>
        ))}
      </ol>
      {error && <Failed title={t("The history couldn't be loaded")} error={error} onRetry={refetch} />}
    </Section>
  )
}
