import { t } from '../languages/messages'
import type { AlertRule } from '../alerts/alert-queries'

/** A rule while it is edited. */

export type Kind = AlertRule['kind']

export type RuleDraft = {
  readonly name: string
  readonly kind: Kind
  readonly scope: AlertRule['scope']
  readonly location_id: number | null
  readonly from_location_id: number | null
  readonly minutes: number | null
  readonly min_count: number | null
  readonly max_count: number | null
  readonly hold_seconds: number
  readonly clear_seconds: number
  readonly hours: AlertRule['hours']
  readonly severity: AlertRule['severity']
}

export const kinds: readonly Kind[] = [
  'outside',
  'entered',
  'left',
  'moved_between',
  'missing',
  'dwell',
  'par',
  'reader_silent',
  'tag_unknown',
]

type Used = 'location_id' | 'from_location_id' | 'minutes' | 'min_count' | 'max_count'

/** The fields that a kind has besides those of all kinds. */
const fieldsOfKind: Readonly<Record<Kind, readonly Used[]>> = {
  entered: ['location_id'],
  left: ['location_id'],
  outside: ['location_id'],
  moved_between: ['location_id', 'from_location_id'],
  missing: ['location_id', 'minutes'],
  dwell: ['location_id', 'minutes'],
  par: ['location_id', 'min_count', 'max_count'],
  reader_silent: ['location_id', 'minutes'],
  tag_unknown: ['location_id'],
}

/** Whether a rule without a place is about all places. */
export const isPlaceOptional = (kind: Kind): boolean =>
  ['missing', 'reader_silent', 'tag_unknown'].includes(kind)

export const isOfAssets = (kind: Kind): boolean => kind !== 'reader_silent' && kind !== 'tag_unknown'

const minutesOfKind: Readonly<Partial<Record<Kind, number>>> = { missing: 1440, dwell: 60, reader_silent: 15 }

/** Returns the draft as another kind: what both have is kept. */
export const withKind = (draft: RuleDraft, kind: Kind): RuleDraft => ({
  ...draft,
  kind,
  minutes: fieldsOfKind[kind].includes('minutes') ? (draft.minutes ?? minutesOfKind[kind] ?? 60) : null,
  min_count: kind === 'par' ? (draft.min_count ?? (draft.max_count === null ? 1 : null)) : null,
})

export const newDraft = (given: Partial<RuleDraft>): RuleDraft =>
  withKind(
    {
      name: '',
      kind: 'outside',
      scope: { kind: 'all' },
      location_id: null,
      from_location_id: null,
      minutes: null,
      min_count: null,
      max_count: null,
      hold_seconds: 0,
      clear_seconds: 0,
      hours: null,
      severity: 'normal',
      ...given,
    },
    given.kind ?? 'outside',
  )

export const draftOf = (rule: AlertRule): RuleDraft => {
  const { name, kind, scope, location_id, from_location_id, minutes, min_count, max_count } = rule
  const { hold_seconds, clear_seconds, hours, severity } = rule
  const place = { location_id, from_location_id }
  const numbers = { minutes, min_count, max_count, hold_seconds, clear_seconds }
  return { name, kind, scope, ...place, ...numbers, hours, severity }
}

/** Returns the fields of a request: those that the kind does not use are null. */
export function fieldsOf({ name, kind, scope, hours, severity, ...draft }: RuleDraft) {
  const used = (field: Used): number | null => (fieldsOfKind[kind].includes(field) ? draft[field] : null)
  return {
    name: name.trim(),
    kind,
    scope: isOfAssets(kind) ? scope : { kind: 'all' as const },
    location_id: used('location_id'),
    from_location_id: used('from_location_id'),
    minutes: used('minutes'),
    min_count: used('min_count'),
    max_count: used('max_count'),
    hold_seconds: draft.hold_seconds,
    clear_seconds: draft.clear_seconds,
    hours,
    severity,
  }
}

/** Returns a name for a rule that has none. */
export const nameOf = (kind: Kind, assets: string, place: string): string => {
  const values = { assets, place }
  switch (kind) {
    case 'entered':
      return t('{assets} enters {place}', values)
    case 'left':
      return t('{assets} leaves {place}', values)
    case 'outside':
      return t('{assets} outside {place}', values)
    case 'moved_between':
      return t('{assets} moves to {place}', values)
    case 'missing':
      return t('{assets} is missing', values)
    case 'dwell':
      return t('{assets} too long at {place}', values)
    case 'par':
      return t('Number of assets at {place}', values)
    case 'reader_silent':
      return t('Reader silent')
    case 'tag_unknown':
      return t('Unknown tag read')
  }
}
