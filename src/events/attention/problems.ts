import type { Message } from '../../base/messages'
import type { ScheduledBackupsView } from '../../installation/backups/schema'
import type { ClockView } from '../../installation/clock/schema'
import type { Finding } from '../../installation/doctor/finding'
import { isBlind } from '../../tracking/readers/blind'
import type { ReaderView } from '../../tracking/readers/schema'
import { isBroken } from '../../tracking/readers/states'
import type { OutputView } from '../outputs/schema'
import type { MailView } from '../mail/schema'
import type { WebhookView } from '../webhooks/schema'
import type { ProblemView } from './schema'

/** The rules for what needs attention: pure functions of the states that the features have. */

const none: Omit<ProblemView, 'kind' | 'cause'> = {
  is_broken: true,
  id: null,
  name: null,
  since: null,
  antenna: null,
  clock_offset: null,
  count: null,
  detail: null,
  text: null,
  location_ids: [],
}

/**
 * Returns the problem of an active fixed reader; undefined if it has none.
 *
 * @param blind the locations that no other reader covers while this one is broken
 */
export function problemOfReader(reader: ReaderView, blind: ReadonlySet<number>): ProblemView | undefined {
  const { id, name, diagnosis, health, antennas } = reader
  if (!diagnosis) return undefined
  const places = new Set(antennas.map((antenna) => antenna.location_id))
  const location_ids = isBlind(reader) ? [...places.intersection(blind)] : []
  const clock_offset = health?.clock?.offset_seconds ?? null
  const own = { ...none, kind: 'reader', id, name, clock_offset } as const
  if (isBroken(diagnosis)) {
    const { cause, since, antenna } = diagnosis
    return { ...own, cause: cause ?? 'not_connected', since, antenna, location_ids }
  }
  if (health?.clock)
    return { ...own, is_broken: false, cause: 'wrong_clock', since: health.clock.wrong_since }
  const cable = health?.antennas.find(({ is_connected: isConnected }) => !isConnected)
  if (!cable) return undefined
  return {
    ...own,
    is_broken: false,
    cause: 'antenna_disconnected',
    since: cable.since,
    antenna: cable.port,
  }
}

/** More waiting events than this mean that the endpoint is too slow. */
const behindMax = 1000

export function problemOfWebhook(webhook: WebhookView): ProblemView | undefined {
  const { id, name, is_enabled: isEnabled, disabled_reason: reason, failures, behind } = webhook
  const own = { ...none, kind: 'webhook', id, name, count: behind } as const
  if (reason !== null) return { ...own, cause: reason === 'gone' ? 'gone' : 'disabled' }
  if (!isEnabled) return undefined
  if (failures > 0)
    return {
      ...own,
      cause: 'failing',
      since: webhook.failing_since,
      detail: webhook.last_error,
      text: webhook.last_error_text,
    }
  return behind > behindMax ? { ...own, is_broken: false, cause: 'behind' } : undefined
}

export function problemOfOutput({
  id,
  name,
  failing_since: since,
  last_error: detail,
  last_error_text: text,
}: OutputView) {
  if (since === null) return undefined
  return { ...none, kind: 'output', cause: 'failing', id, name, since, detail, text: text ?? null } as const
}

/** Mail that cannot be sent, with the number of messages that wait. */
export function problemOfMail(mail: MailView): ProblemView | undefined {
  if (mail.state !== 'failing' && mail.state !== 'slow') return undefined
  const { since, problem: detail, text, waiting_count: count } = mail
  return {
    ...none,
    kind: 'mail',
    is_broken: mail.state === 'failing',
    cause: mail.state,
    since,
    count,
    detail,
    text: text ?? null,
  }
}

export const problemOfSharedTags = (count: number): ProblemView | undefined =>
  count > 0 ? { ...none, kind: 'shared_tags', is_broken: false, cause: 'shared_tags', count } : undefined

export const problemOfClock = ({ state }: ClockView): ProblemView | undefined =>
  state === 'believed' ? undefined : { ...none, kind: 'clock', cause: state }

export const problemOfDisk = ({ state, summary, text }: Finding): ProblemView | undefined =>
  state === 'ok'
    ? undefined
    : { ...none, kind: 'disk', is_broken: state === 'problem', cause: 'disk', detail: summary, text }

type Backups = Pick<ScheduledBackupsView, 'schedule' | 'is_overdue' | 'problem' | 'last'>

export function problemOfBackups({ schedule, is_overdue: isOld, problem, last }: Backups) {
  if (schedule === null) return undefined
  const own = { ...none, kind: 'backup', detail: problem?.reason ?? null } as const
  if (isOld) return { ...own, cause: 'overdue', since: last?.created_at ?? null }
  return problem ? { ...own, is_broken: false, cause: 'failed', since: problem.at } : undefined
}

export const problemOfService = ({ english, text }: Message): ProblemView => ({
  ...none,
  kind: 'service',
  cause: 'service',
  detail: english,
  text,
})
