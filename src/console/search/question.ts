import type { Locations, TreeLocation } from '../api/location-tree'
import { t } from '../languages/messages'
import { fromLocal, midnight, toLocal } from '../languages/zone'
import { monday, pastRangeOf } from '../time-travel/time-words'

/** Questions about moves, typed into the search: "left dock 1 yesterday 14-16". Both languages of the console are understood. */

export interface Question {
  readonly href: string
  /** The question in words, with its span of time. */
  readonly title: string
  /** Whether the text names a time. Without one it may as well be a name. */
  readonly hasTime: boolean
}

type Direction = 'left' | 'arrived' | undefined

const verbs: readonly (readonly [direction: Direction, words: readonly string[]])[] = [
  ['left', ['left', 'departures', 'verließ', 'verliess', 'verlassen', 'abgänge']],
  ['arrived', ['arrived', 'arrivals', 'ankam', 'angekommen', 'ankünfte']],
  [undefined, ['moved', 'moves', 'bewegt', 'bewegungen']],
]
/** Words that a sentence has and a place has not. */
const fillers = new Set([
  'what',
  'was',
  'has',
  'have',
  'the',
  'at',
  'in',
  'from',
  'to',
  'on',
  'of',
  'between',
  'and',
  'hat',
  'ist',
  'die',
  'der',
  'das',
  'den',
  'dem',
  'am',
  'an',
  'im',
  'von',
  'aus',
  'zu',
  'um',
  'uhr',
  'zwischen',
  'und',
])

type Span = readonly [from: Date, to: Date]

const days: readonly (readonly [name: RegExp, span: (now: Date) => Span])[] = [
  [/\b(?:today|heute)\b/, (now) => [midnight(now), midnight(now, 1)]],
  [/\b(?:yesterday|gestern)\b/, (now) => [midnight(now, -1), midnight(now)]],
  [/\b(?:this week|diese woche)\b/, (now) => [monday(now, 0), monday(now, 7)]],
  [/\b(?:last week|letzte woche)\b/, (now) => [monday(now, -7), monday(now, 0)]],
]
const clock = String.raw`(\d{1,2})(?::(\d\d))?`
const hoursPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${clock}\s*(?:-|–|to|and|bis|und)\s*${clock}(?![\p{L}\p{N}])`,
  'u',
)
const minuteMs = 60_000
const dayMinutes = 1440

/** Returns the question of a text; undefined when it is none, or its place does not exist. */
export function questionIn(text: string, places: Locations, now: Date): Question | undefined {
  const words = text
    .toLocaleLowerCase()
    .replace(/[?!.,]/g, ' ')
    .trim()
    .split(/\s+/)
  // German sentences have it at the end.
  const first = words.findIndex((word) => !fillers.has(word))
  const at = [first, words.length - 1].find((index) => verbOf(words[index]))
  const verb = at === undefined ? undefined : verbOf(words[at])
  if (at === undefined || !verb) return undefined
  const [direction] = verb
  const { rest, span } = withoutTime(words.toSpliced(at, 1).join(' '), now)
  if (span === null) return undefined
  const named = rest.split(/\s+/).filter((word) => word !== '' && !fillers.has(word))
  const place = named.length === 0 ? undefined : placeOf(named, places)
  if (named.length > 0 && !place) return undefined
  if (direction && !place) return undefined
  const [from, to] = span ?? [midnight(now), midnight(now, 1)]
  const query = new URLSearchParams({ view: 'list', from: from.toISOString(), to: to.toISOString() })
  if (place) query.set('location', place.key)
  if (direction) query.set('direction', direction)
  return {
    href: `/?${query.toString()}`,
    title: `${titleOf(direction, place)} · ${pastRangeOf(from.toISOString(), to.toISOString())}`,
    hasTime: span !== undefined,
  }
}

const verbOf = (word: string | undefined) => verbs.find(([, forms]) => forms.includes(word ?? ''))

function titleOf(direction: Direction, place: TreeLocation | undefined): string {
  if (!place) return t('What moved')
  if (direction === 'left') return t('What left {place}', { place: place.path })
  return direction === 'arrived'
    ? t('What arrived at {place}', { place: place.path })
    : t('What moved at {place}', { place: place.path })
}

/** Returns the span of time that a text names, and the rest of the text; null when it ends before it begins. */
function withoutTime(text: string, now: Date): { rest: string; span: Span | undefined | null } {
  const named = days.find(([name]) => name.test(text))
  const dayless = named ? text.replace(named[0], ' ') : text
  const day = named?.[1](now)
  const hours = hoursPattern.exec(dayless)
  if (!hours) return { rest: dayless, span: day }
  const [begin, end] = [minutesOf(hours[1], hours[2]), minutesOf(hours[3], hours[4])]
  // Numbers that are no times belong to a name, and the hours of a week are of no day.
  const isOfDay = day === undefined || day[1].getTime() - day[0].getTime() <= 26 * 60 * minuteMs
  if (begin === undefined || end === undefined || !isOfDay) return { rest: dayless, span: day }
  const local = toLocal(day?.[0] ?? midnight(now)).getTime()
  const at = (minutes: number) => fromLocal(local + minutes * minuteMs)
  return { rest: dayless.replace(hoursPattern, ' '), span: begin < end ? [at(begin), at(end)] : null }
}

function minutesOf(hours: string | undefined, minutes: string | undefined): number | undefined {
  const total = Number(hours) * 60 + Number(minutes ?? 0)
  return Number(minutes ?? 0) < 60 && total <= dayMinutes ? total : undefined
}

/** Returns the place that has these words in its path: one of this very name first, then the one nearest to the root. */
function placeOf(words: readonly string[], { all }: Locations): TreeLocation | undefined {
  const wanted = words.join(' ')
  const found = all.filter(({ path, key }) => {
    const text = `${path}\n${key}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
  const isNamed = ({ name, key }: TreeLocation) =>
    name.toLocaleLowerCase() === wanted || key.toLocaleLowerCase() === wanted
  const [best] = found.toSorted(
    (a, b) => Number(isNamed(b)) - Number(isNamed(a)) || a.path.length - b.path.length,
  )
  return best
}
