import { fieldMessages } from '../../contract/messages'
import { type Static, Type } from '@sinclair/typebox'
import { ExternalKey, isSentinel } from '../../contract/fields'
import type { FieldError } from '../../base/errors'
import type { Json, JsonObject } from '../../base/json'
import type { SlotKind, Writes } from '../../storage/core/store'
import { fold, foldLoosely, separator } from '../../base/text'
import { type Instant, parseInstant, toWire } from '../../base/time'

/** The rules that assets and locations have in common: validity, search texts and minted keys. */

export const Rename = Type.Object(
  { external_key: ExternalKey },
  { $id: 'RenameRequest', description: 'The new external_key.', additionalProperties: false },
)
export type Rename = Static<typeof Rename>

/**
 * Returns the instant of a checked field, or undefined when the body does not have the field. A value that has the same
 * milliseconds as `stored` returns `stored`: a view shows milliseconds only, and sending it back must not change the
 * stored microseconds.
 */
function instantField(value: Json | undefined, stored: Instant | null = null): Instant | null | undefined {
  if (value === undefined || value === null) return value
  const parsed = parseInstant(value as string)
  return stored !== null && parsed === parseInstant(toWire(stored)) ? stored : parsed
}

/** The fields that the bodies of assets and locations have in common. */
interface CommonInput {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly is_active?: boolean | undefined
  readonly valid_from?: string | undefined
  readonly valid_to?: string | null | undefined
}

/** Returns the columns of a new row, with their defaults. */
export const newFields = (input: CommonInput & { readonly name: string }, at: Instant) => ({
  name: input.name,
  description: input.description ?? null,
  isActive: input.is_active ?? true,
  validFrom: instantField(input.valid_from) ?? at,
  validTo: instantField(input.valid_to) ?? null,
  createdAt: at,
  updatedAt: at,
})

interface CommonRow {
  readonly name: string
  readonly description: string | null
  readonly isActive: boolean
  readonly validFrom: Instant
  readonly validTo: Instant | null
}

/** Returns the columns of a row after a merge patch. */
export const changedFields = (row: CommonRow, input: CommonInput): CommonRow => ({
  name: input.name ?? row.name,
  description: input.description === undefined ? row.description : input.description,
  isActive: input.is_active ?? row.isActive,
  validFrom: instantField(input.valid_from, row.validFrom) ?? row.validFrom,
  validTo: input.valid_to === undefined ? row.validTo : (instantField(input.valid_to, row.validTo) ?? null),
})

/**
 * Reports a valid_to that is not after valid_from (docs/api.md, Row states). A field that the body does not contain has
 * its stored value.
 */
export function validityProblems(
  body: JsonObject,
  validFrom: Instant,
  validTo: Instant | null,
): FieldError[] {
  const from = comparableInstant(body, 'valid_from', validFrom)
  const to = comparableInstant(body, 'valid_to', validTo)
  if (!from || !to || to > from) return []
  return [
    {
      field: 'valid_to',
      code: 'invalid_value',
      message: fieldMessages('field.after', { field: 'valid_to', other_field: 'valid_from' }),
    },
  ]
}

/** Returns null when there is nothing to compare: no value, or a malformed value, which is reported elsewhere. */
function comparableInstant(body: JsonObject, field: string, stored: Instant | null): Instant | null {
  const value = body[field]
  if (value === undefined) return stored
  const parsed = typeof value === 'string' ? instantField(value, stored) : null
  return parsed && !isSentinel(parsed) ? parsed : null
}

interface Searched {
  readonly externalKey: string
  readonly name: string
  readonly description: string | null
}

/** Returns the texts that searches compare. The separator keeps a match from extending from one field into the next. */
export function searchTexts({ externalKey, name, description }: Searched) {
  const searchKey = fold(externalKey) + separator + fold(name)
  const searchDescription = fold(description ?? '')
  const folded = [externalKey, name, description ?? ''].map(foldLoosely).join(separator)
  return {
    searchKey,
    searchDescription,
    // Most texts are the same in both foldings.
    searchFolded: folded === searchKey + separator + searchDescription ? null : folded,
  }
}

const prefixes: Record<SlotKind, { readonly prefix: string; readonly width: number }> = {
  asset: { prefix: 'ASSET-', width: 4 },
  location: { prefix: 'LOC-', width: 3 },
}

function mintedKey(kind: SlotKind, slot: number): string {
  const { prefix, width } = prefixes[kind]
  return prefix + String(slot).padStart(width, '0')
}

/** Returns the number of a key that could have been minted, otherwise undefined (docs/api.md, Minted keys). */
function slotOf(kind: SlotKind, externalKey: string): number | undefined {
  const { prefix } = prefixes[kind]
  if (!externalKey.startsWith(prefix)) return undefined
  const slot = Number(externalKey.slice(prefix.length))
  return Number.isSafeInteger(slot) && slot >= 1 && mintedKey(kind, slot) === externalKey ? slot : undefined
}

/** Whether minting could return the key. Taking it then changes the free numbers. */
export const couldBeMinted = (kind: SlotKind, key: string): boolean => slotOf(kind, key) !== undefined

export async function takeKey(
  tx: Writes,
  organizationId: number,
  kind: SlotKind,
  key: string,
): Promise<void> {
  const slot = slotOf(kind, key)
  if (slot !== undefined) await tx.mintedNumbers.take(organizationId, kind, slot)
}

export async function releaseKey(
  tx: Writes,
  organizationId: number,
  kind: SlotKind,
  key: string,
): Promise<void> {
  const slot = slotOf(kind, key)
  if (slot !== undefined) await tx.mintedNumbers.release(organizationId, kind, slot)
}

/** Takes the lowest free minted key. No row has it, because a key that could be minted is taken while a row has it. */
export const mintKey = async (tx: Writes, organizationId: number, kind: SlotKind): Promise<string> =>
  mintedKey(kind, await tx.mintedNumbers.takeLowest(organizationId, kind))
