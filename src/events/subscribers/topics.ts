import { type EventType, eventTypes } from '../../base/event-types'

/**
 * The topics that an API key may subscribe to (docs/mqtt-out.md): `{slug}/events/{type}`,
 * `{slug}/assets/{external_key}/whereabouts` and `{slug}/outputs/...` of its organization.
 */

export type Wanted =
  | { readonly kind: 'events'; readonly type: EventType | null }
  /** The places of one asset; null: of all. */
  | { readonly kind: 'whereabouts'; readonly key: string | null }
  /** What is sent to outputs. */
  | { readonly kind: 'outputs'; readonly filter: string }

export const eventTopic = (slug: string, type: string): string => `${slug}/events/${type}`
export const whereaboutsTopic = (slug: string, key: string): string => `${slug}/assets/${key}/whereabouts`

/** Returns what a topic filter selects; undefined when the API key may not subscribe to it. */
export function wantedBy(filter: string, slug: string): Wanted | undefined {
  const [first, second, third, fourth, ...more] = filter.split('/')
  if (first !== slug) return undefined
  if (second === 'outputs' && third !== undefined && third !== '')
    return isFilter(filter) ? { kind: 'outputs', filter } : undefined
  if (more.length > 0) return undefined
  if (second === 'events' && fourth === undefined) {
    if (third === '+' || third === '#') return { kind: 'events', type: null }
    const type = eventTypes.find((known) => known === third)
    return type && { kind: 'events', type }
  }
  if (second !== 'assets' || third === undefined || fourth !== 'whereabouts') return undefined
  if (third === '+') return { kind: 'whereabouts', key: null }
  return /[+#]/.test(third) || third === '' ? undefined : { kind: 'whereabouts', key: third }
}

/** Whether the wildcards of a topic filter stand where they may [MQTT-4.7.1-1]. */
const isFilter = (filter: string): boolean =>
  filter
    .split('/')
    .every(
      (level, at, { length }) => !/[+#]/.test(level) || level === '+' || (level === '#' && at === length - 1),
    )

/** Whether a topic filter selects a topic. */
export function selectsTopic(filter: string, topic: string): boolean {
  const levels = topic.split('/')
  const wanted = filter.split('/')
  if (wanted.at(-1) !== '#' && wanted.length !== levels.length) return false
  return wanted.every(
    (level, at) => level === '#' || (at < levels.length && (level === '+' || level === levels[at])),
  )
}
