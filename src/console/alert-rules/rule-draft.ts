import { t } from '../languages/messages'
import type { components } from '../api/schema'

/** A rule while it is edited. */

type AlertRule = components['schemas']['AlertRule']

export type Kind = AlertRule['kind']

/** What the service adds, and what the buttons choose. All else is edited. */
type State =
  | 'id'
  | 'is_enabled'
  | 'paused_reason'
  | 'paused_text'
  | 'recipient_states'
  | 'created_at'
  | 'updated_at'

export type RuleDraft = Readonly<Omit<AlertRule, State>>

export type Recipient = AlertRule['recipients'][number]

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
  'battery_low',
  'voltage_low',
  'too_warm',
  'too_cold',
  'button_pressed',
]

const fieldsOfSomeKinds = [
  'location_id',
  'from_location_id',
  'minutes',
  'min_count',
  'max_count',
  'threshold',
] as const

type Used = (typeof fieldsOfSomeKinds)[number]

/** The fields that a kind has besides those of all kinds. A test compares them with those of the service. */
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
  battery_low: ['threshold'],
  voltage_low: ['threshold'],
  too_warm: ['threshold'],
  too_cold: ['threshold'],
  button_pressed: [],
}

/** Whether rules of a kind have a field. */
export const hasField = (kind: Kind, field: Used): boolean => fieldsOfKind[kind].includes(field)

const needsPlace = (kind: Kind): boolean => hasField(kind, 'location_id') && !isPlaceOptional(kind)

/** Whether a rule without a place is about all places. */
export const isPlaceOptional = (kind: Kind): boolean =>
  ['missing', 'reader_silent', 'tag_unknown'].includes(kind)

export const isOfAssets = (kind: Kind): boolean => kind !== 'reader_silent' && kind !== 'tag_unknown'

const minutesOfKind: Readonly<Partial<Record<Kind, number>>> = {
  missing: 1440,
  dwell: 60,
  reader_silent: 15,
}

/** The thresholds with which rules begin: percent, the volts of a weak lithium cell, and °C of a cold chain. */
const thresholdOfKind: Readonly<Partial<Record<Kind, number>>> = {
  battery_low: 15,
  voltage_low: 2.5,
  too_warm: 8,
  too_cold: 2,
}

const unitsOfThreshold: Readonly<Partial<Record<Kind, string>>> = { battery_low: '%', voltage_low: 'V' }

/** The unit of the threshold of a kind. */
export const unitOfThreshold = (kind: Kind): string => unitsOfThreshold[kind] ?? '°C'

/** Returns the draft as another kind: what both have is kept. A kind that needs a place begins with the usual one. */
const withKind = (draft: RuleDraft, kind: Kind, usualPlace: number | null = null): RuleDraft => ({
  ...draft,
  kind,
  location_id: draft.location_id ?? (needsPlace(kind) ? usualPlace : null),
  minutes: hasField(kind, 'minutes') ? (draft.minutes ?? minutesOfKind[kind] ?? 60) : null,
  min_count: kind === 'par' ? (draft.min_count ?? (draft.max_count === null ? 1 : null)) : null,
  // Degrees are no percentage.
  threshold:
    draft.kind === kind
      ? (draft.threshold ?? thresholdOfKind[kind] ?? null)
      : (thresholdOfKind[kind] ?? null),
})

/** Changes a draft in a form to another kind. */
export function setKind(
  form: {
    readonly values: RuleDraft
    readonly set: <K extends keyof RuleDraft>(field: K, value: RuleDraft[K]) => void
  },
  kind: Kind,
  usualPlace?: number | null,
): void {
  const next = withKind(form.values, kind, usualPlace)
  form.set('kind', kind)
  form.set('location_id', next.location_id)
  form.set('minutes', next.minutes)
  form.set('min_count', next.min_count)
  form.set('threshold', next.threshold)
}

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
      threshold: null,
      hold_seconds: 0,
      clear_seconds: 0,
      hours: null,
      severity: 'normal',
      recipients: [],
      renotify_minutes: null,
      ...given,
    },
    given.kind ?? 'outside',
  )

export const draftOf = ({
  id: _id,
  is_enabled: _isEnabled,
  paused_reason: _paused,
  paused_text: _text,
  recipient_states: _states,
  created_at: _created,
  updated_at: _updated,
  ...draft
}: AlertRule): RuleDraft => draft

/** Returns the fields of a request: those that the kind does not use are null. */
export function fieldsOf(draft: RuleDraft): RuleDraft {
  const unused = fieldsOfSomeKinds.filter((field) => !hasField(draft.kind, field))
  return {
    ...draft,
    name: draft.name.trim(),
    scope: isOfAssets(draft.kind) ? draft.scope : { kind: 'all' },
    ...Object.fromEntries(unused.map((field) => [field, null])),
  }
}

/** Returns the fields that decide when there is an alert. */
export function conditionOf(
  draft: RuleDraft,
): Omit<RuleDraft, 'name' | 'severity' | 'recipients' | 'renotify_minutes'> {
  const {
    name: _name,
    severity: _severity,
    recipients: _recipients,
    renotify_minutes: _minutes,
    ...condition
  } = fieldsOf(draft)
  return condition
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
    case 'battery_low':
      return t('{assets} with a low battery', values)
    case 'voltage_low':
      return t('{assets} with a low battery voltage', values)
    case 'too_warm':
      return t('{assets} too warm', values)
    case 'too_cold':
      return t('{assets} too cold', values)
    case 'button_pressed':
      return t('Button of {assets} pressed', values)
  }
}
