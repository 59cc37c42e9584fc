import { locale } from '../languages/language'
import { t } from '../languages/messages'
import { counted, lengthOf, signed } from '../ui/values/format'
import {
  hasField,
  isOfAssets,
  isPlaceOptional,
  type Kind,
  type Recipient,
  type RuleDraft,
  unitOfThreshold,
} from './rule-draft'

/** The words of the sentence of a rule that can be changed. */

export type Word =
  | 'assets'
  | 'kind'
  | 'place'
  | 'from'
  | 'minutes'
  | 'counts'
  | 'threshold'
  | 'hours'
  | 'severity'
  | 'hold'
  | 'clear'
  | 'tell'
  | 'repeat'

/** The fields of the service that a word is about, for its errors. */
export const fieldsOfWord: Readonly<Record<Word, readonly (keyof RuleDraft)[]>> = {
  assets: ['scope'],
  kind: ['kind'],
  place: ['location_id'],
  from: ['from_location_id'],
  minutes: ['minutes'],
  counts: ['min_count', 'max_count'],
  threshold: ['threshold'],
  hours: ['hours'],
  severity: ['severity'],
  hold: ['hold_seconds'],
  clear: ['clear_seconds'],
  tell: ['recipients'],
  repeat: ['renotify_minutes'],
}

/** What each word is called for those who do not see the sentence. */
export const wordNames: Readonly<Record<Word, string>> = {
  assets: t('Which assets'),
  kind: t('What happens'),
  place: t('Where'),
  from: t('Where it came from'),
  minutes: t('For longer than'),
  counts: t('How many'),
  threshold: t('Which value'),
  hours: t('At what times'),
  severity: t('How urgent'),
  hold: t('How long it waits'),
  clear: t('When it closes'),
  tell: t('Who is told'),
  repeat: t('How often it is told'),
}

/** Returns the words of the sentence of a rule, in the order of a form. */
export function wordsOfRule({ kind, recipients }: Pick<RuleDraft, 'kind' | 'recipients'>): Word[] {
  const given: readonly (readonly [Word, boolean])[] = [
    ['kind', true],
    ['assets', isOfAssets(kind)],
    ['from', hasField(kind, 'from_location_id')],
    ['place', hasField(kind, 'location_id')],
    ['threshold', hasField(kind, 'threshold')],
    ['counts', hasField(kind, 'min_count')],
    ['minutes', hasField(kind, 'minutes')],
    ['hours', true],
    ['severity', true],
    ['hold', true],
    ['clear', true],
    ['tell', true],
    ['repeat', recipients.length > 0],
  ]
  return given.flatMap(([word, isUsed]) => (isUsed ? [word] : []))
}

const kindWords: Readonly<Record<Kind, string>> = {
  entered: t('enters'),
  left: t('leaves'),
  outside: t('outside'),
  moved_between: t('moves from'),
  missing: t('is not read'),
  dwell: t('stays'),
  par: t('are at'),
  reader_silent: t('is silent'),
  tag_unknown: t('is read'),
  battery_low: t('is low'),
  voltage_low: t('is too low'),
  too_warm: t('is warmer'),
  too_cold: t('is colder'),
  button_pressed: t('is pressed'),
}

/** The kinds in their choice, each in a few words. */
export const kindChoices: Readonly<Record<Kind, string>> = {
  outside: t('An asset is outside a place'),
  entered: t('An asset enters a place'),
  left: t('An asset leaves a place'),
  moved_between: t('An asset moves from one place to another'),
  missing: t('An asset is not read for a time'),
  dwell: t('An asset stays too long at a place'),
  par: t('Too few or too many assets are at a place'),
  reader_silent: t('A reader is silent'),
  tag_unknown: t('An unknown tag is read'),
  battery_low: t('The battery of a tag is low'),
  voltage_low: t('The battery voltage of a tag is low'),
  too_warm: t('An asset is too warm'),
  too_cold: t('An asset is too cold'),
  button_pressed: t('The button of a tag is pressed'),
}

export interface Names {
  /** Returns the name of a location. */
  readonly placeOf: (id: number) => string
  /** The name of the only asset of the scope; undefined for any other scope. */
  readonly soleAsset: string | undefined
  readonly fieldOf: (key: string) => string
  /** The name of the view of the scope; undefined when the user does not see it. */
  readonly viewName?: string | undefined
  /** Returns the name of a member or an output; undefined when it was removed, or is not known to the user. */
  readonly recipientOf: (recipient: Recipient) => string | undefined
}

function assetsWord({ scope, kind }: RuleDraft, { soleAsset, fieldOf, viewName }: Names): string {
  const isMany = kind === 'par'
  const { asset_ids: ids = [], q = '', key = '', value = '' } = scope
  switch (scope.kind) {
    case 'assets':
      if (soleAsset !== undefined) return soleAsset
      if (isMany) return t('{count, plural, one {# asset} other {# assets}}', { count: ids.length })
      return t('{count, plural, one {# asset} other {one of # assets}}', { count: ids.length })
    case 'search':
      return isMany ? t('assets with “{q}”', { q }) : t('an asset with “{q}”', { q })
    case 'field': {
      const values = { field: fieldOf(key), value }
      return isMany
        ? t('assets with {field} “{value}”', values)
        : t('an asset with {field} “{value}”', values)
    }
    case 'view': {
      const view = viewName ?? t('a saved view')
      return isMany ? t('assets of “{view}”', { view }) : t('an asset of “{view}”', { view })
    }
    default:
      return isMany ? t('all assets') : t('any asset')
  }
}

function placeWord({ kind, location_id: id }: RuleDraft, { placeOf }: Names): string {
  if (id === null) return isPlaceOptional(kind) ? t('anywhere') : t('a place')
  const place = placeOf(id)
  return isPlaceOptional(kind) ? t('at {place}', { place }) : place
}

function countsWord({ min_count: min, max_count: max }: RuleDraft): string {
  if (min !== null && max !== null)
    return t('fewer than {min} or more than {max}', { min: counted(min), max: counted(max) })
  return max === null
    ? t('fewer than {min}', { min: counted(min ?? 0) })
    : t('more than {max}', { max: counted(max) })
}

/** A Monday, to name the days of the week. */
const monday = Date.UTC(2026, 0, 5)
const dayMs = 86_400_000
const weekday = new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' })

/** Returns the name of a day, of which 1 is Monday. */
export const dayName = (day: number): string => weekday.format(monday + (day - 1) * dayMs)

/** Returns "Mon–Fri" for days that follow each other, otherwise "Mon, Wed". */
function daysWord(days: readonly number[]): string {
  const [first = 1] = days
  const last = days.at(-1) ?? first
  const isRun = days.length > 2 && last - first === days.length - 1
  return isRun ? `${dayName(first)}–${dayName(last)}` : days.map(dayName).join(', ')
}

function hoursWord({ hours }: RuleDraft): string {
  const [first, ...others] = hours?.weekly ?? []
  if (!first) return t('at any time')
  const days = daysWord(first.days)
  const span = t('{days} {from}–{to}', { days, from: first.from, to: first.to })
  return others.length === 0 ? span : t('{span} and {count} more', { span, count: others.length })
}

function tellWord({ recipients }: RuleDraft, { recipientOf }: Names): string {
  if (recipients.length === 0) return t('nobody outside of the console')
  const names = recipients.map((one) => one.email ?? recipientOf(one))
  return names.includes(undefined) || names.length > 4
    ? t('{count, plural, one {# recipient} other {# recipients}}', { count: names.length })
    : names.join(', ')
}

/** Returns the text of each word of a rule. */
export const wordsOf = (draft: RuleDraft, names: Names): Readonly<Record<Word, string>> => ({
  assets: assetsWord(draft, names),
  kind: kindWords[draft.kind],
  place: placeWord(draft, names),
  from: draft.from_location_id === null ? t('a place') : names.placeOf(draft.from_location_id),
  minutes: lengthOf((draft.minutes ?? 0) * 60),
  counts: countsWord(draft),
  threshold: `${signed(draft.threshold ?? 0)} ${unitOfThreshold(draft.kind)}`,
  hours: hoursWord(draft),
  severity: draft.severity === 'urgent' ? t('an urgent') : t('a normal'),
  hold:
    draft.hold_seconds === 0 ? t('at once') : t('after {length}', { length: lengthOf(draft.hold_seconds) }),
  clear:
    draft.clear_seconds === 0
      ? t('as soon as that is over')
      : t('{length} after that is over', { length: lengthOf(draft.clear_seconds) }),
  tell: tellWord(draft, names),
  repeat:
    draft.renotify_minutes === null
      ? t('once')
      : t('every {length} until somebody acknowledges it', { length: lengthOf(draft.renotify_minutes * 60) }),
})
