import type { SessionCaller } from '../../base/caller'
import { conflict, invalidField, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import { type Clock, type Instant, toMicros } from '../../base/time'
import { createPauses } from '../../base/turns/pause'
import { checked } from '../../contract/check'
import { fieldMessages } from '../../contract/messages'
import type { Page } from '../../contract/parameters'
import { audit } from '../../people/audit/record'
import type { Action } from '../../people/audit/schema'
import type { SearchFilter, SearchRow, Store, Writes } from '../../storage/core/store'
import { type Arriving, recordArrivals } from '../history/arrivals'
import { settleReads } from '../history/batch'
import { deliberateScan } from '../history/deliberate-scan'
import type { Move } from '../history/record'
import type { Live } from '../tracking/live'
import { searchMessages } from './messages'
import { newSearch } from './new-search'
import { NewSearch, SearchEnd, SearchFound, type SearchView } from './schema'
import { toSearch } from './view'

/** Maximum number of open searches of an organization. The close of a stocktake may begin more. */
const openMax = 20_000

interface Parts {
  readonly store: Store
  readonly live: Pick<Live, 'publish'>
  readonly arriving: () => Arriving
  readonly now: Clock
}

/** A change of a search in a write. */
interface Change {
  readonly tx: Writes
  readonly row: SearchRow
  readonly at: Instant
}

/** Who looks for which asset, and what became of it (docs/internal-api.md, Searches). */
export class SearchService {
  readonly #store: Store
  readonly #live: Pick<Live, 'publish'>
  readonly #arriving: () => Arriving
  readonly #now: Clock

  constructor({ store, live, arriving, now }: Parts) {
    this.#store = store
    this.#live = live
    this.#arriving = arriving
    this.#now = now
  }

  async list(
    organizationId: number,
    filter: SearchFilter,
    page: Page,
  ): Promise<{ rows: SearchView[]; total: number }> {
    const { rows, total } = await this.#store.read.searches.list(organizationId, filter, page)
    return { rows: rows.map(toSearch), total }
  }

  /** Throws `not_found`. */
  async get(organizationId: number, id: number): Promise<SearchView> {
    return toSearch(await own(this.#store.read, organizationId, id))
  }

  async create(caller: SessionCaller, body: JsonObject): Promise<SearchView> {
    const { asset_id: assetId, note = null } = checked(NewSearch, body)
    const { organizationId, userId, actor } = caller
    const at = this.#now()
    const row = await this.#store.write(
      async (tx) => {
        const asset = await tx.assets.find(organizationId, assetId)
        const field = 'asset_id'
        if (!asset) throw invalidField(field, 'fk_not_found', fieldMessages('field.no_asset', { field }))
        if ((await tx.searches.openAmong([assetId])).size > 0)
          throw conflict(searchMessages('search.already'))
        if (await tx.searches.hasOpen(organizationId, openMax))
          throw conflict(searchMessages('search.many', { max: openMax }))
        const wanted = { organizationId, assetId, forUserId: userId, forName: actor.name, note }
        const id = await tx.searches.insert(newSearch(wanted, toMicros(at)))
        const subject = { kind: 'search', id, name: asset.externalKey } as const
        await audit(tx, caller, { at, action: 'created', subject, after: { asset_id: assetId, note } })
        return own(tx, organizationId, id)
      },
      [organizationId],
    )
    return toSearch(row)
  }

  /** Says that the caller looks for the asset now. It may take the search over from somebody else. */
  start(caller: SessionCaller, id: number): Promise<SearchView> {
    return this.#change(caller, id, async ({ tx, row, at }) => {
      requireLiveAsset(row)
      if (row.state === 'in_progress' && row.searcherId === caller.userId) return
      await tx.searches.update(row.organizationId, id, {
        state: 'in_progress',
        searcherId: caller.userId,
        searcherName: caller.actor.name,
      })
      await auditSearch(tx, caller, row, { at, action: 'started' })
    })
  }

  /** Says where the asset is, with a deliberate scan there. */
  async found(caller: SessionCaller, id: number, body: JsonObject): Promise<SearchView> {
    const { location_id: locationId, note = null } = checked(SearchFound, body)
    let move: Move | undefined
    const view = await this.#change(caller, id, async ({ tx, row, at }) => {
      requireLiveAsset(row)
      const { organizationId, assetId } = row
      const field = 'location_id'
      if (!(await tx.locations.find(organizationId, locationId)))
        throw invalidField(field, 'fk_not_found', fieldMessages('field.no_location', { field }))
      const scan = deliberateScan(locationId, toMicros(at))
      move = await recordArrivals(tx.history, { organizationId, assetId }, [scan], this.#arriving())
      await settleReads(tx.history, createPauses())
      await tx.searches.update(organizationId, id, {
        ...closedBy(caller, at),
        state: 'found',
        locationId,
        closingNote: note,
      })
      const after = { asset_id: assetId, location_id: locationId, note }
      await auditSearch(tx, caller, row, { at, action: 'found', after })
    })
    this.#live.publish({ moves: move ? [move] : [], reads: [] })
    return view
  }

  /** Gives the search up: the asset is lost. */
  notFound(caller: SessionCaller, id: number, body: JsonObject): Promise<SearchView> {
    const { note = null } = checked(SearchEnd, body)
    return this.#change(caller, id, async ({ tx, row, at }) => {
      await tx.searches.update(row.organizationId, id, {
        ...closedBy(caller, at),
        state: 'lost',
        closingNote: note,
      })
      await auditSearch(tx, caller, row, { at, action: 'lost', after: { asset_id: row.assetId, note } })
    })
  }

  async remove(caller: SessionCaller, id: number): Promise<void> {
    const { organizationId } = caller
    await this.#store.write(
      async (tx) => {
        const row = await own(tx, organizationId, id)
        await tx.searches.delete(organizationId, id)
        await audit(tx, caller, {
          at: this.#now(),
          action: 'deleted',
          subject: subjectOf(row),
          before: { asset_id: row.assetId, state: row.state, note: row.note },
        })
      },
      [organizationId],
    )
  }

  async #change(
    caller: SessionCaller,
    id: number,
    work: (change: Change) => Promise<void>,
  ): Promise<SearchView> {
    const { organizationId } = caller
    const row = await this.#store.write(
      async (tx) => {
        const row = await own(tx, organizationId, id)
        if (row.closedAt !== null) throw conflict(searchMessages('search.closed'))
        await work({ tx, row, at: this.#now() })
        return own(tx, organizationId, id)
      },
      [organizationId],
    )
    return toSearch(row)
  }
}

async function own(
  { searches }: { readonly searches: Pick<Writes['searches'], 'find'> },
  organizationId: number,
  id: number,
): Promise<SearchRow> {
  const row = await searches.find(organizationId, id)
  if (!row) throw notFound(searchMessages('search.not_found'))
  return row
}

function requireLiveAsset({ isAssetLive }: SearchRow): void {
  if (!isAssetLive) throw conflict(searchMessages('search.asset_deleted'))
}

const closedBy = ({ userId, actor }: SessionCaller, at: Instant) => ({
  closedAt: toMicros(at),
  closedById: userId,
  closedByName: actor.name,
})

const subjectOf = ({ id, assetKey }: SearchRow) => ({ kind: 'search', id, name: assetKey }) as const

const auditSearch = (
  tx: Writes,
  caller: SessionCaller,
  row: SearchRow,
  change: { readonly at: Instant; readonly action: Action; readonly after?: object },
) => audit(tx, caller, { after: { asset_id: row.assetId }, ...change, subject: subjectOf(row) })
