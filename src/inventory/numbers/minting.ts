import type { SessionCaller } from '../../base/caller'
import { type AppError, conflict, invalid, invalidField } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { Clock } from '../../base/time'
import { checked } from '../../contract/check'
import { audit } from '../../people/audit/record'
import type { Gs1CounterRow, Gs1Kind, Gs1PrefixRow, Store, Writes } from '../../storage/core/store'
import { kindName, openCounter, type Places, referenceProblems } from './counters'
import { lastSerial, type MintedNumber, type MintedScheme, numberOf } from './kinds'
import { numberMessages } from './messages'
import { obstacleOf } from './prefixes'
import { Minting } from './schema'

/** How often further serials are taken for those that tags have already. */
const roundsMax = 20

/** Mints numbers of GS1 company prefixes. No number is minted twice (docs/decisions/0051-numbers.md). */
export class MintingService {
  readonly #store: Store
  readonly #now: Clock

  constructor(store: Store, now: Clock) {
    this.#store = store
    this.#now = now
  }

  /** Mints numbers. They are returned after the commit, so that a process that ends in between has lost numbers only. */
  mint(caller: SessionCaller, body: JsonObject): Promise<MintedNumber[]> {
    const wanted = checked(Minting, body)
    return this.#store.write(async (tx) => {
      const { row, kind } = await mintedKind(tx, caller.organizationId, wanted)
      const numbers = await mintNumbers(tx, kind, wanted.count)
      const counter = kindName(kind)
      await audit(tx, caller, {
        at: this.#now(),
        action: 'changed',
        subject: { kind: 'gs1_prefix', id: row.id, name: row.prefix },
        before: { counter, next_serial: Number(numbers[0]?.serial), minted: null },
        after: { counter, next_serial: Number(numbers.at(-1)?.serial) + 1, minted: wanted.count },
        partField: 'counter',
      })
      return numbers
    })
  }
}

/** Which numbers are minted. */
interface Numbering {
  readonly scheme: MintedScheme
  readonly prefix_id: number
  readonly reference?: string | null
}

/**
 * Returns the kind of number and its prefix. Throws when it does not exist, or when numbers of it must not be minted.
 *
 * @param within what the names of the fields begin with in errors
 */
export async function mintedKind(
  tx: Pick<Writes, 'gs1Numbers'>,
  organizationId: number,
  { scheme, prefix_id: prefixId, reference }: Numbering,
  within = '',
): Promise<{ readonly row: Gs1PrefixRow; readonly kind: Gs1Kind }> {
  const row = await tx.gs1Numbers.find(organizationId, prefixId)
  if (!row) throw invalidField(`${within}prefix_id`, 'fk_not_found', numberMessages('numbers.no_prefix'))
  const kind = { scheme, prefix: row.prefix, reference: reference ?? '' }
  const problems = referenceProblems(kind, `${within}reference`)
  if (problems.length > 0) throw invalid(problems)
  const obstacle = await obstacleOf(tx, row)
  if (obstacle) throw conflict(obstacle)
  return { row, kind }
}

/** Takes numbers in a write. They must not be used before its commit. Throws `conflict` when there are too few, or unconfirmed ones. */
export async function mintNumbers(
  tx: Pick<Writes, 'gs1Numbers'>,
  kind: Gs1Kind,
  count: number,
): Promise<MintedNumber[]> {
  const places = await tx.gs1Numbers.places()
  const before = await openCounter(tx, kind, places)
  return takeNumbers(tx, { kind, count, places, before })
}

/** Throws `conflict` unless so many numbers are left and may be minted. */
export async function requireMintable(
  tx: Pick<Writes, 'gs1Numbers'>,
  kind: Gs1Kind,
  count: number,
): Promise<void> {
  const places = await tx.gs1Numbers.places()
  const counter = await openCounter(tx, kind, places)
  const isEnough = counter.nextSerial + count - 1 <= lastSerial(kind)
  if (counter.place !== places.current || !isEnough) throw refusal(kind, counter, places)
}

interface Wanted {
  readonly kind: Gs1Kind
  readonly count: number
  readonly places: Places
  readonly before: Gs1CounterRow
}

/** Takes so many numbers that no tag has. Those that tags have are passed over. */
async function takeNumbers(
  { gs1Numbers }: Pick<Writes, 'gs1Numbers'>,
  { kind, count, places, before }: Wanted,
): Promise<MintedNumber[]> {
  const organizations = await gs1Numbers.organizationsOf(kind.prefix)
  const last = lastSerial(kind)
  const numbers: MintedNumber[] = []
  for (let round = 0; numbers.length < count; round++) {
    const missing = count - numbers.length
    if (round === roundsMax) throw conflict(numberMessages('numbers.in_use', { kind: kindName(kind) }))
    const first = await gs1Numbers.take(kind, { count: missing, last, place: places.current })
    if (first === undefined) throw refusal(kind, before, places)
    const taken = Array.from({ length: missing }, (_, index) => numberOf(kind, first + index))
    const used = await gs1Numbers.usedIdentities(
      organizations,
      taken.map((number) => number.element_string),
    )
    numbers.push(...taken.filter((number) => !used.has(number.element_string)))
  }
  return numbers
}

function refusal(kind: Gs1Kind, { place, nextSerial }: Gs1CounterRow, { current }: Places): AppError {
  const name = kindName(kind)
  if (place !== current) return conflict(numberMessages('numbers.unconfirmed', { kind: name }))
  const left = Math.max(0, lastSerial(kind) - nextSerial + 1)
  return conflict(numberMessages('numbers.exhausted', { kind: name, left }))
}
