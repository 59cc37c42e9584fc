import { hasRole, type SessionCaller } from '../../base/caller'
import { AppError, conflict, type FieldError, invalid, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import { type Clock, laterThan, toWire } from '../../base/time'
import { accepted, problemsOf } from '../../contract/check'
import type { Page } from '../../contract/parameters'
import { audit } from '../../people/audit/record'
import type { AssetViewRow, Reads, Store, Writes } from '../../storage/core/store'
import type { Condition } from './condition'
import { assetListMessages } from './messages'
import { NewView, type SavedView, ViewChange } from './schema'
import { resolve, toProblem } from './service'

/** Maximum number of private views of a user, and of shared ones of an organization. */
const ownMax = 100
const sharedMax = 200

type Row = AssetViewRow & { readonly ownerName: string | null }

/** Saved views: private ones of each user, and those that managers share (docs/internal-api.md, Views). */
export class ViewService {
  readonly #store: Store
  readonly #now: Clock

  constructor(store: Store, now: Clock) {
    this.#store = store
    this.#now = now
  }

  async list(caller: SessionCaller, page: Page): Promise<{ rows: SavedView[]; total: number }> {
    const { organizationId, userId } = caller
    const { rows, total } = await this.#store.read.assetViews.list(organizationId, userId, page)
    const views: SavedView[] = []
    for (const row of rows) views.push(await this.#viewOf(caller, row))
    return { rows: views, total }
  }

  async get(caller: SessionCaller, id: number): Promise<SavedView> {
    return this.#viewOf(caller, await visible(this.#store.read, caller, id))
  }

  async create(caller: SessionCaller, body: JsonObject): Promise<SavedView> {
    const input = accepted(NewView, body, problemsOf(NewView, body))
    const { organizationId, userId } = caller
    const conditions = JSON.stringify(input.conditions)
    await this.#requireUsable(caller, conditions)
    const isShared = input.is_shared ?? false
    if (isShared) requireSharing(caller)
    const row = await this.#store.write(
      async (tx) => {
        await requireRoom(tx, caller, isShared)
        const at = this.#now()
        const columns = {
          organizationId,
          ownerId: userId,
          name: input.name,
          isShared,
          conditions,
          sort: input.sort ?? null,
          createdAt: at,
          updatedAt: at,
        }
        const created = { ...columns, id: await tx.assetViews.insert(columns), ownerName: caller.actor.name }
        await audit(tx, caller, {
          at,
          action: 'created',
          subject: subjectOf(created),
          after: auditedOf(created),
        })
        return created
      },
      [organizationId],
    )
    return this.#viewOf(caller, row)
  }

  /** A view with conditions that no longer apply can be renamed and shared, and keeps them. */
  async change(caller: SessionCaller, id: number, body: JsonObject): Promise<SavedView> {
    const input = accepted(ViewChange, body, problemsOf(ViewChange, body))
    const sent = input.conditions && JSON.stringify(input.conditions)
    if (sent !== undefined) await this.#requireUsable(caller, sent)
    const row = await this.#store.write(
      async (tx) => {
        const before = await visible(tx, caller, id)
        const isShared = input.is_shared ?? before.isShared
        if (before.isShared || isShared) requireSharing(caller)
        if (isShared !== before.isShared) await requireRoom(tx, caller, isShared)
        const at = this.#now()
        const after: Row = {
          ...before,
          name: input.name ?? before.name,
          isShared,
          conditions: sent ?? before.conditions,
          sort: input.sort === undefined ? before.sort : input.sort,
          // A view that is no longer shared belongs to who has changed it. Nobody else asked for a private one.
          ...(before.isShared && !isShared && { ownerId: caller.userId, ownerName: caller.actor.name }),
          updatedAt: laterThan(before.updatedAt ?? at, at),
        }
        const { ownerName: _, ...columns } = after
        await tx.assetViews.update(columns)
        await audit(tx, caller, {
          at,
          action: 'changed',
          subject: subjectOf(before),
          before: auditedOf(before),
          after: auditedOf(after),
        })
        return after
      },
      [caller.organizationId],
    )
    return this.#viewOf(caller, row)
  }

  async remove(caller: SessionCaller, id: number): Promise<void> {
    await this.#store.write(
      async (tx) => {
        const row = await visible(tx, caller, id)
        if (row.isShared) requireSharing(caller)
        await tx.assetViews.delete(caller.organizationId, id)
        await audit(tx, caller, {
          at: this.#now(),
          action: 'deleted',
          subject: subjectOf(row),
          before: auditedOf(row),
        })
      },
      [caller.organizationId],
    )
  }

  async #requireUsable({ organizationId }: SessionCaller, conditions: string): Promise<void> {
    const { problems } = await resolve(this.#store.read, organizationId, stored(conditions), {
      now: this.#now(),
    })
    const errors = problems.map(({ index, message }): FieldError => {
      return { field: `conditions[${index}]`, code: 'invalid_value', message }
    })
    if (errors.length > 0) throw invalid(errors)
  }

  async #viewOf({ organizationId, userId }: SessionCaller, row: Row): Promise<SavedView> {
    const conditions = stored(row.conditions)
    const { problems } = await resolve(this.#store.read, organizationId, conditions, { now: this.#now() })
    return {
      id: row.id,
      name: row.name,
      is_shared: row.isShared,
      is_own: row.ownerId === userId,
      owner_name: row.ownerName,
      conditions: conditions as unknown as SavedView['conditions'],
      sort: row.sort as SavedView['sort'],
      problems: problems.map(toProblem),
      created_at: toWire(row.createdAt ?? this.#now()),
      updated_at: toWire(row.updatedAt ?? this.#now()),
    }
  }
}

/** Returns the conditions of a view that the caller sees. */
export const conditionsOfView = async (
  read: Pick<Reads, 'assetViews'>,
  caller: Pick<SessionCaller, 'organizationId' | 'userId'>,
  id: number,
): Promise<Condition[]> => stored((await visible(read, caller, id)).conditions)

async function visible(
  { assetViews }: Pick<Reads | Writes, 'assetViews'>,
  { organizationId, userId }: Pick<SessionCaller, 'organizationId' | 'userId'>,
  id: number,
): Promise<Row> {
  const row = await assetViews.find(organizationId, userId, id)
  if (!row) throw notFound(assetListMessages('asset_list.view_not_found'))
  return row
}

function requireSharing({ role }: SessionCaller): void {
  if (!hasRole(role, 'manager')) throw new AppError('forbidden', assetListMessages('asset_list.share_role'))
}

async function requireRoom(
  tx: Writes,
  { organizationId, userId }: SessionCaller,
  isShared: boolean,
): Promise<void> {
  if (isShared && (await tx.assetViews.countShared(organizationId)) >= sharedMax)
    throw conflict(assetListMessages('asset_list.many_shared', { max: sharedMax }))
  if (!isShared && (await tx.assetViews.countOwn(organizationId, userId)) >= ownMax)
    throw conflict(assetListMessages('asset_list.many_own', { max: ownMax }))
}

/** A condition without a value has null. */
const stored = (text: string): Condition[] =>
  (JSON.parse(text) as (Omit<Condition, 'value'> & { readonly value?: Condition['value'] })[]).map(
    ({ field, operator, value = null }) => ({ field, operator, value }),
  )

const subjectOf = ({ id, name }: Row) => ({ kind: 'view', id, name }) as const

const auditedOf = ({ name, isShared, conditions, sort }: Row) => ({
  name,
  is_shared: isShared,
  conditions: stored(conditions),
  sort,
})
