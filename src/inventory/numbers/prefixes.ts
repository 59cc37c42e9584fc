import type { SessionCaller } from '../../base/caller'
import { conflict, forbidden, invalid, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { Message } from '../../base/messages'
import { type Clock, toWire } from '../../base/time'
import { checked } from '../../contract/check'
import type { Page } from '../../contract/parameters'
import { audit } from '../../people/audit/record'
import type { Gs1PrefixRow, Reads, Store, Writes } from '../../storage/core/store'
import { kindName, openCounter, placeOf, referenceProblems, toCounterViews, withProposals } from './counters'
import { lastSerial } from './kinds'
import { numberMessages } from './messages'
import { CounterChange, NewGs1Prefix, type PrefixView } from './schema'

/** Maximum number of prefixes of an organization. */
const prefixesMax = 20

/** The GS1 company prefixes of an organization (docs/internal-api.md, GS1 numbers). */
export class PrefixService {
  readonly #store: Store
  readonly #now: Clock

  constructor(store: Store, now: Clock) {
    this.#store = store
    this.#now = now
  }

  async list({ organizationId }: SessionCaller, page: Page): Promise<{ rows: PrefixView[]; total: number }> {
    const { gs1Numbers } = this.#store.read
    const { rows, total } = await gs1Numbers.list(organizationId, page)
    const counters = await gs1Numbers.counters(rows.map(({ prefix }) => prefix))
    const places = await gs1Numbers.places()
    return { rows: rows.map((row) => toView(row, toCounterViews(row, counters, places))), total }
  }

  find(caller: SessionCaller, id: number): Promise<Gs1PrefixRow> {
    return ownPrefix(this.#store.read, caller, id)
  }

  async get(caller: SessionCaller, id: number): Promise<PrefixView> {
    return viewOf(this.#store.read, await this.find(caller, id))
  }

  async add(caller: SessionCaller, body: JsonObject): Promise<PrefixView> {
    const { prefix, is_shared: isShared = false } = checked(NewGs1Prefix, body)
    if (isShared && !caller.isOwner) throw forbidden(numberMessages('numbers.owner'))
    const { organizationId } = caller
    const id = await this.#store.write(async (tx) => {
      const at = this.#now()
      const { rows, total } = await tx.gs1Numbers.list(organizationId, { limit: prefixesMax, offset: 0 })
      const present = rows.find((row) => row.prefix === prefix)
      if (present && (present.isShared || !isShared))
        throw conflict(numberMessages('numbers.present', { prefix }))
      const obstacle = await obstacleOf(tx, { prefix, isShared, organizationId, id: present?.id ?? null })
      if (obstacle) throw conflict(obstacle)
      if (!present && total >= prefixesMax)
        throw conflict(numberMessages('numbers.many', { max: prefixesMax }))
      const row = present ?? { organizationId, prefix, isShared, createdAt: at }
      const prefixId = present?.id ?? (await tx.gs1Numbers.insert(row))
      if (present) await tx.gs1Numbers.share(organizationId, prefixId)
      const subject = { kind: 'gs1_prefix', id: prefixId, name: prefix } as const
      await audit(tx, caller, {
        at,
        action: present ? 'changed' : 'created',
        subject,
        ...(present && { before: { is_shared: false } }),
        after: present ? { is_shared: true } : { prefix, is_shared: isShared },
      })
      return prefixId
    })
    return this.get(caller, id)
  }

  /** Deletes a prefix. Its counters stay, so that no number is minted again when the prefix is added again. */
  async remove(caller: SessionCaller, id: number): Promise<void> {
    await this.#store.write(async (tx) => {
      const { prefix } = await ownPrefix(tx, caller, id)
      const organization = await tx.accounts.findOrganization(caller.organizationId)
      if (organization?.gs1CompanyPrefix === prefix)
        throw conflict(numberMessages('numbers.named', { prefix }))
      await tx.gs1Numbers.delete(caller.organizationId, id)
      const subject = { kind: 'gs1_prefix', id, name: prefix } as const
      await audit(tx, caller, { at: this.#now(), action: 'deleted', subject, before: { prefix } })
    })
  }

  /** Raises the next serial of a kind, and confirms it after a restore. */
  async confirm(caller: SessionCaller, id: number, body: JsonObject): Promise<PrefixView> {
    const { scheme, reference, next_serial: nextSerial } = checked(CounterChange, body)
    const row = await this.#store.write(async (tx) => {
      const own = await ownPrefix(tx, caller, id)
      const kind = { scheme, prefix: own.prefix, reference: reference ?? '' }
      const problems = referenceProblems(kind)
      if (problems.length > 0) throw invalid(problems)
      const maximum = lastSerial(kind)
      if (nextSerial > maximum) throw outOfRange('too_large', 'numbers.higher', { maximum })
      const places = await tx.gs1Numbers.places()
      const before = await openCounter(tx, kind, places)
      if (!(await tx.gs1Numbers.raise({ ...kind, nextSerial, place: places.current })))
        throw outOfRange('too_small', 'numbers.lower', { minimum: before.nextSerial })
      const counter = kindName(kind)
      await audit(tx, caller, {
        at: this.#now(),
        action: 'changed',
        subject: { kind: 'gs1_prefix', id, name: own.prefix },
        before: {
          counter,
          next_serial: before.nextSerial,
          needs_confirmation: placeOf(before, places) !== places.current,
        },
        after: { counter, next_serial: nextSerial, needs_confirmation: false },
        partField: 'counter',
      })
      return own
    })
    return viewOf(this.#store.read, row)
  }
}

const outOfRange = (
  code: 'too_small' | 'too_large',
  key: 'numbers.lower' | 'numbers.higher',
  params: { readonly minimum: number } | { readonly maximum: number },
) => {
  const field = 'next_serial'
  return invalid([{ field, code, message: numberMessages(key, { field, ...params } as never), params }])
}

/** Returns a prefix of the caller's organization. Throws `not_found`. */
async function ownPrefix(
  { gs1Numbers }: Pick<Reads | Writes, 'gs1Numbers'>,
  { organizationId }: SessionCaller,
  id: number,
): Promise<Gs1PrefixRow> {
  const row = await gs1Numbers.find(organizationId, id)
  if (!row) throw notFound(numberMessages('numbers.no_prefix'))
  return row
}

/**
 * Returns why an organization may not mint from a prefix: numbers could be equal to those of a prefix that was there before. A
 * shared prefix has one counter for all its organizations.
 */
export async function obstacleOf(
  { gs1Numbers }: Pick<Writes, 'gs1Numbers'>,
  {
    prefix,
    isShared,
    organizationId,
    id,
  }: Pick<Gs1PrefixRow, 'prefix' | 'isShared' | 'organizationId'> & { readonly id: number | null },
): Promise<Message | undefined> {
  const { prefixes, minted } = await gs1Numbers.overlapping(prefix)
  const earlier = id === null ? prefixes : prefixes.filter((row) => row.id < id)
  if ([...earlier.map((row) => row.prefix), ...minted].some((other) => other !== prefix))
    return numberMessages('numbers.overlaps', { prefix })
  const isForeign = earlier.some((row) => row.organizationId !== organizationId)
  return isForeign && !isShared ? numberMessages('numbers.shared', { prefix }) : undefined
}

const toView = (row: Gs1PrefixRow, counters: PrefixView['counters']): PrefixView => ({
  id: row.id,
  prefix: row.prefix,
  is_shared: row.isShared,
  counters,
  created_at: toWire(row.createdAt),
})

async function viewOf(reads: Pick<Reads, 'gs1Numbers'>, row: Gs1PrefixRow): Promise<PrefixView> {
  const { gs1Numbers } = reads
  const counters = toCounterViews(row, await gs1Numbers.counters([row.prefix]), await gs1Numbers.places())
  return toView(row, await withProposals(reads, row.prefix, counters))
}
