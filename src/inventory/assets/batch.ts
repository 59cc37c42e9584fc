import { tagMessages } from '../tags/messages'
import { rowMessages } from '../../contract/messages'
import type { Message } from '../../base/messages'
import { recordMessages } from '../records/messages'
import { checked } from '../../contract/check'
import { isExternalKey } from '../../contract/fields'
import type { Author } from '../../base/caller'
import type { Edit } from '../../people/audit/record'
import { AppError, conflict, invalidField, notFound } from '../../base/errors'
import { isObject, type Json, type JsonObject } from '../../base/json'
import { createPauses } from '../../base/turns/pause'
import { concurrently } from '../../base/turns/concurrently'
import type { AlsoWrite, AssetRow, Store, TagRow, Writes } from '../../storage/core/store'
import type { NewTag } from '../tags/schema'
import { requireFreeTag } from '../tags/service'
import type { Clock } from '../../base/time'
import { AssetBatch, type BatchedRow, batchedTagsMax } from './batch-schema'
import { runsOf } from './runs'
import type { AssetView, NewAsset } from './schema'
import {
  changedRow,
  newAssetOf,
  type PreparedAsset,
  prepareNew,
  type StoredAsset,
  storeNew,
  updateAsset,
} from './service'

/** Creates and changes many assets with one request (docs/api.md, Batch). */

/** Other requests wait for at most about this time while a batch is written, in milliseconds. */
const sliceMillis = 4

/** The result of a row: the stored asset, or why it was rejected. */
export type RowResult =
  | { readonly status: 200 | 201; readonly asset: AssetView }
  | { readonly error: AppError }

export type AssetBatchService = ReturnType<typeof createAssetBatchService>

export function createAssetBatchService(store: Store, now: Clock) {
  return async (
    author: Author,
    body: JsonObject,
    alsoWrite?: AlsoWrite<RowResult[]>,
  ): Promise<RowResult[]> => {
    const { rows, all_or_nothing: isWhole = false } = checked(AssetBatch, body)
    requireFewTags(rows)
    const at = now()
    return store.write(
      async (tx) => {
        const edit = { tx, author, at }
        const pause = createPauses(sliceMillis)
        const results = new Map<number, RowResult>()
        const prepared = new Map<number, PreparedAsset>()
        const prepare = async (step: Step): Promise<void> => {
          if (step.kind === 'insert') prepared.set(step.index, await prepareNew(edit, step.input))
        }
        const write = async (step: Step): Promise<void> => {
          results.set(step.index, await resultOf(edit, step, prepared))
        }
        for (const run of runsOf([...rows.entries()], ([, { asset }]) => asset)) {
          const steps: Step[] = []
          const plan = async ([index, row]: [number, BatchedRow]): Promise<void> => {
            steps.push(await stepOf(edit, row, index, isWhole))
          }
          await concurrently(run, plan, pause)
          for (const alike of alikeOf(steps.toSorted((a, b) => a.index - b.index))) {
            await concurrently(alike, prepare, pause)
            await concurrently(alike, write, pause)
          }
        }
        const inOrder = rows.map((_, index) => results.get(index) as RowResult)
        await alsoWrite?.(tx, inOrder)
        return inOrder
      },
      [author.organizationId],
    )
  }
}

function requireFewTags(rows: readonly BatchedRow[]): void {
  const count = rows.reduce((sum, { asset: { tags } }) => sum + (Array.isArray(tags) ? tags.length : 0), 0)
  if (count > batchedTagsMax)
    throw new AppError('too_large', recordMessages('asset.many_tags', { count, max: batchedTagsMax }))
}

/** What a row does, after all its problems have been found, so that a refused row writes nothing. */
type Step = { readonly index: number } & (
  | { readonly kind: 'insert'; readonly input: NewAsset }
  | { readonly kind: 'update'; readonly asset: StoredAsset; readonly changed: AssetRow }
  | { readonly kind: 'refuse'; readonly error: AppError }
)

/** @param isWhole whether the failure of a row must reject the whole batch; the error then names the row */
async function stepOf(edit: Edit, row: BatchedRow, index: number, isWhole: boolean): Promise<Step> {
  try {
    return { index, ...(await planned(edit, row)) }
  } catch (error) {
    if (!(error instanceof AppError) || !isOfRow(error)) throw error
    if (isWhole) throw atRow(error, index)
    return { index, kind: 'refuse', error }
  }
}

/**
 * Divides steps into groups of the same kind, in their order. The steps of a group execute the same statements, so they write in
 * order although they run concurrently. New assets are checked before, because the checks depend on the number of tags.
 */
function alikeOf(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of steps) {
    const group = groups.at(-1)
    if (group?.[0]?.kind === step.kind) group.push(step)
    else groups.push([step])
  }
  return groups
}

async function resultOf(
  edit: Edit,
  step: Step,
  prepared: ReadonlyMap<number, PreparedAsset>,
): Promise<RowResult> {
  switch (step.kind) {
    case 'insert': {
      const known = prepared.get(step.index) as PreparedAsset
      return { status: 201, asset: await storeNew(edit, step.input, known) }
    }
    case 'update':
      return { status: 200, asset: await updateAsset(edit, step.asset, step.changed) }
    case 'refuse':
      return { error: step.error }
  }
}

/** Whether the error is about the row. Others, such as a full disk, concern the whole request. */
const isOfRow = ({ code }: AppError): boolean =>
  code === 'invalid' || code === 'not_found' || code === 'conflict' || code === 'malformed'

/** Returns the error of the whole request. It is 400 for an unknown asset, because the path of the request exists. */
function atRow({ code, said, details }: AppError, index: number): AppError {
  const row = `rows[${index}]`
  const about = (problem: Message) => recordMessages('record.at_row', { row, problem })
  if (code === 'not_found') return invalidField(`${row}.asset.external_key`, 'fk_not_found', about(said))
  return new AppError(code, about(said), {
    ...details,
    ...(details.fields && {
      fields: details.fields.map(({ field, message: problem, ...rest }) => ({
        ...rest,
        field: `${row}.asset.${field}`,
        message: about(problem),
      })),
    }),
  })
}

async function planned({ tx, author, at }: Edit, { action, asset: body }: BatchedRow) {
  const key = body['external_key']
  const stored =
    action !== 'create' && isExternalKey(key)
      ? await tx.assets.findByKey(author.organizationId, key)
      : undefined
  if (stored) {
    const tags = await tx.tags.ofAssets([stored.id])
    const asset = { row: stored, tags }
    return { kind: 'update', asset, changed: changedRow(asset, withoutSameTags(body, tags)) } as const
  }
  if (action === 'update') throw notFound(rowMessages('asset.not_found'))
  const input = newAssetOf(body, at)
  await requireFree(tx, author, input)
  return { kind: 'insert', input } as const
}

/**
 * Leaves out tags that are those of the asset. A client that repeats an upsert sends them as for the creation, without their
 * ids, which a PATCH requires.
 */
function withoutSameTags(body: JsonObject, tags: readonly TagRow[]): JsonObject {
  const { tags: sent, ...rest } = body
  if (!Array.isArray(sent) || !sent.every(isTagWithoutId)) return body
  const names = new Set(sent.map((tag) => JSON.stringify([tag['tag_type'], tag['value']])))
  const own = new Set(tags.map(({ tagType, value }) => JSON.stringify([tagType, value])))
  return names.size === sent.length && names.size === own.size && names.isSubsetOf(own) ? rest : body
}

const isTagWithoutId = (tag: Json): tag is JsonObject =>
  isObject(tag) &&
  Object.keys(tag).length === 2 &&
  typeof tag['tag_type'] === 'string' &&
  typeof tag['value'] === 'string'

/** Throws `conflict` when the key or a tag is in use, or when the row has a tag twice. */
async function requireFree(
  tx: Writes,
  { organizationId }: Author,
  { external_key: key, tags = [] }: NewAsset,
): Promise<void> {
  if (key !== undefined && (await tx.assets.findByKey(organizationId, key)))
    throw conflict(recordMessages('asset.key_taken', { key }))
  const names = new Set<string>()
  for (const tag of tags as NewTag[]) {
    const name = `${tag.tag_type} ${tag.value}`
    if (names.has(name)) throw conflict(tagMessages('tag.taken', { type: tag.tag_type, value: tag.value }))
    names.add(name)
    await requireFreeTag(tx, organizationId, tag)
  }
}
