import type { ApiResponse, Client } from './client'

/**
 * Writers that change assets and locations at random and keep a journal of acknowledged changes and of changes in
 * progress at the interruption. Each row is identified by a mark in its description, which never changes.
 */

type Collection = 'assets' | 'locations'

/** All that the writers change of a row. */
interface Facts {
  readonly key: string
  readonly name: string
  /** Values, sorted; those of a deleted row don't count. */
  readonly tags: readonly string[]
  readonly isDeleted: boolean
}

interface Row {
  readonly id: number
  readonly collection: Collection
  readonly facts: Facts
  readonly tagIds: ReadonlyMap<string, number>
}

/** A requested change without a response. */
interface Pending {
  readonly before: Facts | undefined
  /** The key of a row whose key the service chooses is not known before. */
  readonly after: Omit<Facts, 'key'> & { readonly key: string | undefined }
}

interface Journal {
  readonly rows: Map<string, Row>
  readonly pending: Map<string, Pending>
  acknowledged: number
}

export const newJournal = (): Journal => ({ rows: new Map(), pending: new Map(), acknowledged: 0 })

const below = (count: number): number => Math.floor(Math.random() * count)
const oneOf = <T>(items: readonly T[]): T => items[below(items.length)] as T

/** Keys that the service mints itself, so that numbers are used and freed by name, too. */
const mintable = (collection: Collection): string =>
  collection === 'assets'
    ? `ASSET-${String(1 + below(200)).padStart(4, '0')}`
    : `LOC-${String(1 + below(200)).padStart(3, '0')}`

let marks = 0

/** Changes one row after another until the connection breaks; writers share no rows. */
export async function writeUntilCutOff(client: Client, journal: Journal): Promise<void> {
  const own: string[] = []
  try {
    for (;;) {
      const known = own.filter((mark) => !journal.rows.get(mark)?.facts.isDeleted)
      const mark = known.length === 0 || below(3) === 0 ? undefined : oneOf(known)
      if (mark !== undefined) await change(client, journal, mark)
      else own.push(await create(client, journal))
    }
  } catch (error) {
    if (!(error instanceof CutOff)) throw error
  }
}

class CutOff extends Error {}

async function create(client: Client, journal: Journal): Promise<string> {
  const mark = `mark ${++marks}`
  const collection: Collection = below(2) === 0 ? 'assets' : 'locations'
  const key = below(2) === 0 ? undefined : `K-${marks}`
  const tags = Array.from({ length: below(3) }, (_, index) => `${mark}/${index}`)
  const after = { key, name: mark, tags, isDeleted: false }
  const response = await attempt(journal, mark, { before: undefined, after }, () =>
    client.post(`/api/v1/${collection}`, {
      name: mark,
      description: mark,
      ...(key && { external_key: key }),
      tags: tags.map((value) => ({ tag_type: 'rfid', value })),
    }),
  )
  const { id, external_key, tags: views } = expectStatus(response, 201).body.data
  const tagIds = new Map((views as { id: number; value: string }[]).map((tag) => [tag.value, tag.id]))
  journal.rows.set(mark, { id, collection, facts: { ...after, key: external_key }, tagIds })
  return mark
}

async function change(client: Client, journal: Journal, mark: string): Promise<void> {
  const row = journal.rows.get(mark) as Row
  const kind = oneOf([patch, patch, rename, rename, attach, attach, detach, remove])
  const changed = await kind(client, row, `${mark}-${row.collection}-${++marks}`, (after, send) =>
    attempt(journal, mark, { before: row.facts, after: { ...row.facts, ...after } }, send),
  )
  journal.rows.set(mark, { ...row, ...changed })
}

type Send = (after: Partial<Facts>, send: () => Promise<ApiResponse>) => Promise<ApiResponse>
type Change = (client: Client, row: Row, fresh: string, send: Send) => Promise<Partial<Row>>

const pathOf = ({ collection, id }: Row): string => `/api/v1/${collection}/${id}`

const patch: Change = async (client, row, name, send) => {
  expectStatus(await send({ name }, () => client.patch(pathOf(row), { name })), 200)
  return { facts: { ...row.facts, name } }
}

const rename: Change = async (client, row, fresh, send) => {
  const key = below(2) === 0 ? mintable(row.collection) : fresh.replaceAll(' ', '-')
  const response = await send({ key }, () => client.post(`${pathOf(row)}/rename`, { external_key: key }))
  return response.status === 409
    ? {}
    : { facts: { ...row.facts, key: expectStatus(response, 200).body.data.external_key } }
}

const attach: Change = async (client, row, value, send) => {
  const tags = [...row.facts.tags, value].toSorted()
  const response = await send({ tags }, () => client.post(`${pathOf(row)}/tags`, { tag_type: 'ble', value }))
  const { id } = expectStatus(response, 201).body.data
  return { facts: { ...row.facts, tags }, tagIds: new Map([...row.tagIds, [value, id]]) }
}

const detach: Change = async (client, row, _fresh, send) => {
  const [value, ...tags] = row.facts.tags
  if (value === undefined) return {}
  const path = `${pathOf(row)}/tags/${row.tagIds.get(value)}`
  expectStatus(await send({ tags }, () => client.delete(path)), 204)
  return { facts: { ...row.facts, tags } }
}

const remove: Change = async (client, row, _fresh, send) => {
  expectStatus(await send({ isDeleted: true }, () => client.delete(pathOf(row))), 204)
  return { facts: { ...row.facts, isDeleted: true } }
}

/** Records what is in progress until there is a response, good or bad. */
async function attempt(
  journal: Journal,
  mark: string,
  pending: Pending,
  send: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  journal.pending.set(mark, pending)
  const response = await send().catch(() => {
    throw new CutOff()
  })
  journal.pending.delete(mark)
  if (response.status < 300) journal.acknowledged++
  return response
}

function expectStatus(response: ApiResponse, status: number): ApiResponse {
  if (response.status !== status)
    throw new Error(`Expected ${status}, got ${response.status}: ${response.text}`)
  return response
}

/** All rows as the service has them now, deleted ones too, by mark; a duplicate mark is an error. */
export async function readFacts(client: Client): Promise<Map<string, Row>> {
  const found = new Map<string, Row>()
  for (const collection of ['assets', 'locations'] as const) {
    for (let offset = 0, total = 1; offset < total; offset += 200) {
      const query = `include_deleted=true&limit=200&offset=${offset}&sort=created_at`
      const { body } = expectStatus(await client.get(`/api/v1/${collection}?${query}`), 200)
      total = body.total_count
      for (const view of body.data) {
        if (found.has(view.description)) throw new Error(`${view.description} is there twice.`)
        const tags = new Map((view.tags as { id: number; value: string }[]).map((tag) => [tag.value, tag.id]))
        const isDeleted = view.deleted_at !== null
        const facts = {
          key: view.external_key,
          name: view.name,
          tags: [...tags.keys()].toSorted(),
          isDeleted,
        }
        found.set(view.description, { id: view.id, collection, facts, tagIds: tags })
      }
    }
  }
  return found
}

/**
 * Returns the differences from the expected state: every acknowledged change exists, each change in progress was made
 * completely or not at all, and there is no other row.
 */
export function differences(journal: Journal, found: ReadonlyMap<string, Row>): string[] {
  const marksOfBoth = new Set([...journal.rows.keys(), ...journal.pending.keys(), ...found.keys()])
  return [...marksOfBoth].flatMap((mark) => {
    const facts = found.get(mark)?.facts
    const pending = journal.pending.get(mark)
    const allowed = pending ? [pending.before, pending.after] : [journal.rows.get(mark)?.facts]
    if (allowed.some((expected) => isSame(facts, expected))) return []
    return [`${mark} is ${JSON.stringify(facts)}, expected ${JSON.stringify(allowed)}`]
  })
}

function isSame(found: Facts | undefined, expected: Pending['after'] | undefined): boolean {
  if (!found || !expected) return found === expected
  if (found.isDeleted !== expected.isDeleted || found.name !== expected.name) return false
  if (
    expected.key === undefined ? !/^(ASSET-\d{4,}|LOC-\d{3,})$/.test(found.key) : found.key !== expected.key
  )
    return false
  return found.isDeleted || found.tags.join() === expected.tags.join()
}

/** Accepts the found state as the expected state. */
export function adopt(journal: Journal, found: ReadonlyMap<string, Row>): void {
  journal.pending.clear()
  journal.rows.clear()
  for (const [mark, row] of found) journal.rows.set(mark, row)
}
