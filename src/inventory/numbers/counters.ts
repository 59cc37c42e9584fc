import { conflict, type FieldError } from '../../base/errors'
import type { Gs1CounterRow, Gs1Kind, Gs1PrefixRow, Reads, Writes } from '../../storage/core/store'
import { highestSerial, identitiesOf, lastSerial, referenceDigits } from './kinds'
import { numberMessages } from './messages'
import type { CounterView } from './schema'

/** The next serial of each kind of number of a prefix. */

/** Maximum number of counters of a prefix. */
const countersMax = 1_000
/** How far a proposal is above the highest known serial: more than are minted between two backups. */
const margin = 10_000

export type Places = Awaited<ReturnType<Reads['gs1Numbers']['places']>>

/** Returns where a counter was confirmed. One that has no row is as old as the installation. */
export const placeOf = (counter: Gs1CounterRow | undefined, { first, current }: Places): string =>
  counter?.place ?? first ?? current

export const kindName = ({ scheme, prefix, reference }: Gs1Kind): string =>
  [scheme.toUpperCase(), prefix, reference].filter((part) => part !== '').join(' ')

const sameKind =
  ({ scheme, reference }: Pick<Gs1Kind, 'scheme' | 'reference'>) =>
  (counter: Gs1CounterRow): boolean =>
    counter.scheme === scheme && counter.reference === reference

/** Returns the problems of a reference: its number of digits depends on the scheme and the prefix. */
export function referenceProblems({ scheme, prefix, reference }: Gs1Kind, field = 'reference'): FieldError[] {
  const digits = referenceDigits(scheme, prefix)
  if (reference.length === digits && /^\d*$/.test(reference)) return []
  const message =
    digits === 0
      ? numberMessages('numbers.no_reference', { field, scheme: kindName({ scheme, prefix, reference: '' }) })
      : numberMessages('numbers.reference', { field, digits })
  return [{ field, code: 'invalid_value', message }]
}

/** Creates the counter of a kind unless there is one, and returns it. Throws `conflict` when there are too many. */
export async function openCounter(
  { gs1Numbers }: Pick<Writes, 'gs1Numbers'>,
  kind: Gs1Kind,
  places: Places,
): Promise<Gs1CounterRow> {
  const all = await gs1Numbers.counters([kind.prefix])
  const present = all.find(sameKind(kind))
  if (present) return present
  if (all.length >= countersMax) throw conflict(numberMessages('numbers.many_counters', { max: countersMax }))
  const row = { ...kind, nextSerial: 1, place: placeOf(undefined, places) }
  await gs1Numbers.open(row)
  return row
}

/** Returns the counters of a prefix. GIAI and SSCC are always there, because they have no reference. */
export function toCounterViews(
  { prefix }: Pick<Gs1PrefixRow, 'prefix'>,
  rows: readonly Gs1CounterRow[],
  places: Places,
): CounterView[] {
  const own = rows.filter((row) => row.prefix === prefix)
  const always = (['giai', 'sscc'] as const).map((scheme) => ({ scheme, reference: '' }))
  const absent = always.filter((kind) => !own.some(sameKind(kind)))
  return [
    ...absent.map((kind) => ({ ...kind, prefix, nextSerial: 1, place: placeOf(undefined, places) })),
    ...own,
  ]
    .toSorted((a, b) => (a.scheme + a.reference < b.scheme + b.reference ? -1 : 1))
    .map(({ scheme, reference, nextSerial, place }) => ({
      scheme,
      reference: reference === '' ? null : reference,
      next_serial: nextSerial,
      needs_confirmation: place !== places.current,
      proposed_serial: null,
    }))
}

/** Adds the proposals to counters that need confirmation: 10,000 above the highest serial that a counter or a tag has. */
export async function withProposals(
  { gs1Numbers }: Pick<Reads, 'gs1Numbers'>,
  prefix: string,
  counters: readonly CounterView[],
): Promise<CounterView[]> {
  if (!counters.some((counter) => counter.needs_confirmation)) return [...counters]
  const organizations = await gs1Numbers.organizationsOf(prefix)
  const proposed: CounterView[] = []
  for (const counter of counters) {
    const kind: Gs1Kind = { scheme: counter.scheme, prefix, reference: counter.reference ?? '' }
    const highest = counter.needs_confirmation
      ? Math.max(
          counter.next_serial - 1,
          highestSerial(kind, await gs1Numbers.longestIdentities(organizations, identitiesOf(kind))),
        )
      : 0
    proposed.push({
      ...counter,
      proposed_serial: counter.needs_confirmation ? Math.min(highest + margin, lastSerial(kind)) : null,
    })
  }
  return proposed
}
