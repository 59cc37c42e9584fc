import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { toastDone } from '../ui/notices/toasts'
import { toastUndo } from '../ui/notices/toast-undo'
import { type Alert, alertsChanged } from './alert-queries'

/** What a person does with alerts. Each loads the alerts again, and says what happened. */

const one = (id: number) => ({ params: { path: { alert: id } } })

/** The service takes so many in one request. */
const idsMax = 500

/** The alerts of requests that have no response yet: a second click must not send them again. */
const sending = new Set<number>()

/** Makes the user the one who has these alerts. It can be undone for those that nobody had. */
export async function acknowledge(chosen: readonly Alert[], note?: string): Promise<void> {
  const alerts = chosen.filter(({ id }) => !sending.has(id))
  if (alerts.length === 0) return
  const data = await sendAcknowledged(
    alerts.map(({ id }) => id),
    note,
  )
  const refused = new Set(data.refused.map(({ id }) => id))
  const taken = alerts.filter(({ id, acknowledged_at: at }) => at === null && !refused.has(id))
  if (data.refused.length > 0)
    toastDone(
      t('{count, plural, one {# alert is closed already} other {# alerts are closed already}}', {
        count: data.refused.length,
      }),
    )
  else if (data.acknowledged === 0) toastDone(t('Somebody else was faster'))
  if (data.acknowledged === 0) return
  await toastUndo(
    t('{count, plural, one {You have # alert now} other {You have # alerts now}}', {
      count: data.acknowledged,
    }),
    () => release(taken),
  )
}

async function sendAcknowledged(ids: readonly number[], note: string | undefined) {
  const data = { acknowledged: 0, refused: [] as { readonly id: number }[] }
  for (const id of ids) sending.add(id)
  try {
    for (let at = 0; at < ids.length; at += idsMax) {
      const body = { alert_ids: ids.slice(at, at + idsMax), ...(note && { note }) }
      const part = (await dataOf(api.POST('/internal/v1/alerts/acknowledge', { body }))).data
      data.acknowledged += part.acknowledged
      data.refused.push(...part.refused)
    }
    await alertsChanged()
  } finally {
    for (const id of ids) sending.delete(id)
  }
  return data
}

async function forEach(alerts: readonly Alert[], run: (id: number) => Promise<unknown>): Promise<void> {
  try {
    await Promise.all(alerts.map(({ id }) => run(id)))
  } finally {
    await alertsChanged()
  }
}

export const release = (alerts: readonly Alert[]): Promise<void> =>
  forEach(alerts, (id) => dataOf(api.POST('/internal/v1/alerts/{alert}/release', { ...one(id), body: {} })))

export async function snooze(alerts: readonly Alert[], until: Date): Promise<void> {
  const body = { until: until.toISOString() }
  await forEach(alerts, (id) => dataOf(api.POST('/internal/v1/alerts/{alert}/snooze', { ...one(id), body })))
  toastDone(t('{count, plural, one {# alert is quiet} other {# alerts are quiet}}', { count: alerts.length }))
}

export async function close(alerts: readonly Alert[]): Promise<void> {
  await forEach(alerts, (id) =>
    dataOf(api.POST('/internal/v1/alerts/{alert}/close', { ...one(id), body: {} })),
  )
  toastDone(t('{count, plural, one {# alert closed} other {# alerts closed}}', { count: alerts.length }))
}
