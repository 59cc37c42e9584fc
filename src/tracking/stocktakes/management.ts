import type { SessionCaller } from '../../base/caller'
import { conflict, invalidField, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import { type Clock, type Instant, parseInstant, toMicros } from '../../base/time'
import { accepted, checked, problemsOf } from '../../contract/check'
import { fieldMessages } from '../../contract/messages'
import { audit } from '../../people/audit/record'
import type { StocktakeRow, StocktakeValues, Store, Writes } from '../../storage/core/store'
import type { StocktakeLive } from './live'
import { stocktakeMessages } from './messages'
import { freeze, type Frozen, storeExpected } from './opening'
import { Closing, NewStocktake, type ScopeView, StocktakeChange, type StocktakeDetailsView } from './schema'
import { requireUsable, scopeProblems } from './scope'
import { hasEnded, ownStocktake, requireLiveLocation, type StocktakeService } from './service'
import { toDetails, userCounter } from './view'

/** Maximum numbers of stocktakes of an organization. */
const openMax = 50
const plannedMax = 500

interface Parts {
  readonly store: Store
  readonly stocktakes: StocktakeService
  readonly live: StocktakeLive
  readonly now: Clock
  /** Called after a request to close, so that the result is computed at once. */
  readonly onClose: () => void
}

/** What managers and counters do with a stocktake as a whole (docs/internal-api.md, Stocktakes). */
export class StocktakeManagement {
  readonly #store: Store
  readonly #stocktakes: StocktakeService
  readonly #live: StocktakeLive
  readonly #now: Clock
  readonly #onClose: () => void

  constructor({ store, stocktakes, live, now, onClose }: Parts) {
    this.#store = store
    this.#stocktakes = stocktakes
    this.#live = live
    this.#now = now
    this.#onClose = onClose
  }

  async create(caller: SessionCaller, body: JsonObject): Promise<StocktakeDetailsView> {
    const input = accepted(NewStocktake, body, problemsOf(NewStocktake, body))
    const scope: ScopeView = input.scope ?? { kind: 'all' }
    accepted(NewStocktake, body, scopeProblems(scope))
    const { organizationId } = caller
    const { is_open: isOpen = true, location_id: locationId, due_at: dueAt } = input
    const at = this.#now()
    await requireUsable(this.#store.read, organizationId, scope, at)
    const frozen = isOpen
      ? await freeze(this.#store, organizationId, { locationId, scope, now: at })
      : undefined
    const row: Omit<StocktakeRow, 'id'> = {
      ...newStocktake(organizationId, at),
      name: input.name,
      locationId,
      scope: JSON.stringify(scope),
      isBlind: input.is_blind ?? false,
      usesReaders: input.uses_readers ?? false,
      dueAt: dueAt == null ? null : toMicros(parseInstant(dueAt) as Instant),
      repeatMonths: input.repeat_months ?? null,
    }
    const opened = await this.#store.write(
      async (tx) => {
        await requireLocation(tx, organizationId, locationId)
        await requireRoom(tx, organizationId, isOpen)
        const id = await tx.stocktakes.insert(row)
        const planned = { ...row, id }
        await audit(tx, caller, {
          at,
          action: 'created',
          subject: subjectOf(planned),
          after: auditedOf(planned),
        })
        return frozen ? open(tx, caller, planned, { frozen, at }) : planned
      },
      [organizationId],
    )
    this.#live.changed(organizationId, opened.id)
    return toDetails(opened, [], caller)
  }

  /** Opens a planned stocktake. */
  async open(caller: SessionCaller, id: number): Promise<StocktakeDetailsView> {
    const { organizationId } = caller
    const planned = await ownStocktake(this.#store.read, organizationId, id)
    requirePlanned(planned)
    const at = this.#now()
    const { locationId } = planned
    if (!(await this.#store.read.locations.find(organizationId, locationId)))
      throw conflict(stocktakeMessages('stocktake.location_deleted'))
    const scope = JSON.parse(planned.scope) as ScopeView
    const frozen = await freeze(this.#store, organizationId, { locationId, scope, now: at })
    return this.#change(caller, id, async (tx, row) => {
      requirePlanned(row)
      await requireRoom(tx, organizationId, true)
      return open(tx, caller, row, { frozen, at })
    })
  }

  async change(caller: SessionCaller, id: number, body: JsonObject): Promise<StocktakeDetailsView> {
    const input = checked(StocktakeChange, body)
    return this.#change(caller, id, async (tx, row) => {
      if (row.state !== 'draft' && row.state !== 'open') throw conflict(stocktakeMessages('stocktake.ended'))
      await requireLiveLocation(tx, row)
      const values: StocktakeValues = {
        ...(input.name !== undefined && { name: input.name }),
        ...(input.due_at !== undefined && {
          dueAt: input.due_at === null ? null : toMicros(parseInstant(input.due_at) as Instant),
        }),
        ...(input.repeat_months !== undefined && { repeatMonths: input.repeat_months }),
      }
      const after = { ...row, ...values }
      await tx.stocktakes.update(row.organizationId, id, { ...values, name: after.name })
      await audit(tx, caller, {
        at: this.#now(),
        action: 'changed',
        subject: subjectOf(row),
        before: auditedOf(row),
        after: auditedOf(after),
      })
      return after
    })
  }

  cancel(caller: SessionCaller, id: number): Promise<StocktakeDetailsView> {
    return this.#change(caller, id, async (tx, row) => {
      if (row.state !== 'draft' && row.state !== 'open') throw conflict(stocktakeMessages('stocktake.ended'))
      const at = this.#now()
      const { by, name } = userCounter(caller)
      const values = { state: 'cancelled', closedAt: toMicros(at), closedBy: by, closedName: name } as const
      await tx.stocktakes.update(row.organizationId, id, values)
      await audit(tx, caller, {
        at,
        action: 'canceled',
        subject: subjectOf(row),
        after: { state: 'cancelled' },
      })
      return { ...row, ...values }
    })
  }

  /** Notes that a counter has counted everything at a location. */
  finish(caller: SessionCaller, id: number, locationId: number): Promise<StocktakeDetailsView> {
    return this.#change(caller, id, async (tx, row) => {
      if (row.state !== 'open') throw conflict(stocktakeMessages('stocktake.not_open'))
      await requireLiveLocation(tx, row)
      const below = await tx.stocktakePlaces.isBelow(row.organizationId, row.locationId, locationId)
      if (!below) throw notFound(stocktakeMessages('stocktake.no_place'))
      const at = this.#now()
      const { by, name } = userCounter(caller)
      const [place] = await tx.stocktakePlaces.ofIds(id, [locationId])
      if (place && place.finishedAt !== null) return row
      const finished = { finishedAt: toMicros(at), finishedBy: by, finishedName: name }
      tx.stocktakePlaces.save({ ...(place ?? noNumbers), stocktakeId: id, locationId, ...finished })
      await audit(tx, caller, {
        at,
        action: 'finished',
        subject: subjectOf(row),
        after: { location_id: locationId },
      })
      return row
    })
  }

  /** Ends the count. From now on scans are late, and the leader computes the result. */
  async close(caller: SessionCaller, id: number, body: JsonObject): Promise<StocktakeDetailsView> {
    const input = checked(Closing, body)
    const view = await this.#change(caller, id, async (tx, row) => {
      if (row.state !== 'open')
        throw conflict(
          stocktakeMessages(
            hasEnded(row) || row.state === 'closing' ? 'stocktake.ended' : 'stocktake.not_open',
          ),
        )
      const at = this.#now()
      const { by, name } = userCounter(caller)
      const values = {
        state: 'closing',
        closedAt: toMicros(at),
        closedBy: by,
        closedName: name,
        writePlaces: input.write_places ?? false,
        startSearches: input.start_searches ?? false,
        keepUnknown: input.keep_unknown ?? false,
        step: 'tags',
      } as const
      await tx.stocktakes.update(row.organizationId, id, values)
      await audit(tx, caller, { at, action: 'closed', subject: subjectOf(row), after: input })
      return { ...row, ...values }
    })
    this.#onClose()
    return view
  }

  async #change(
    caller: SessionCaller,
    id: number,
    work: (tx: Writes, row: StocktakeRow) => Promise<StocktakeRow>,
  ): Promise<StocktakeDetailsView> {
    const { organizationId } = caller
    await this.#store.write(
      async (tx) => work(tx, await ownStocktake(tx, organizationId, id)),
      [organizationId],
    )
    this.#live.changed(organizationId, id)
    return this.#stocktakes.get(caller, id)
  }
}

const noNumbers = { expected: 0, found: 0, missing: 0, elsewhere: 0, movedMeanwhile: 0, excused: 0, extra: 0 }

/** The columns of a stocktake of which nothing is known yet. */
export const newStocktake = (organizationId: number, createdAt: Instant) => ({
  ...noNumbers,
  organizationId,
  state: 'draft' as const,
  openedAt: null,
  openedBy: null,
  openedName: null,
  expectedAtSequence: null,
  unknown: 0,
  late: 0,
  scans: 0,
  countRows: 0,
  closedAt: null,
  closedBy: null,
  closedName: null,
  writePlaces: false,
  startSearches: false,
  keepUnknown: false,
  resultSha256: null,
  step: null,
  stepAfter: 0,
  stepDone: 0,
  createdAt,
})

async function open(
  tx: Writes,
  caller: SessionCaller,
  row: StocktakeRow,
  { frozen, at }: { readonly frozen: Frozen; readonly at: Instant },
): Promise<StocktakeRow> {
  const { id, organizationId } = row
  const { by, name } = userCounter(caller)
  const values = {
    state: 'open',
    openedAt: toMicros(at),
    openedBy: by,
    openedName: name,
    expectedAtSequence: frozen.sequence,
    expected: frozen.assets.length,
  } as const
  await tx.stocktakes.update(organizationId, id, values)
  await storeExpected(tx, { stocktakeId: id, organizationId }, frozen)
  await tx.eventLog.queue(organizationId, 'stocktake.opened', id)
  await audit(tx, caller, {
    at,
    action: 'opened',
    subject: subjectOf(row),
    // Counters of a blind stocktake may read the audit log.
    after: {
      ...(!row.isBlind && { expected_count: values.expected }),
      expected_at_sequence: frozen.sequence,
    },
  })
  return { ...row, ...values }
}

async function requireRoom(tx: Writes, organizationId: number, isOpen: boolean): Promise<void> {
  const [max, key] = isOpen
    ? ([openMax, 'stocktake.many_open'] as const)
    : ([plannedMax, 'stocktake.many_planned'] as const)
  const states = isOpen ? (['open', 'closing'] as const) : (['draft'] as const)
  if ((await tx.stocktakes.countIn(organizationId, states)) >= max)
    throw conflict(stocktakeMessages(key, { max }))
}

async function requireLocation({ locations }: Writes, organizationId: number, id: number): Promise<void> {
  const field = 'location_id'
  if (!(await locations.find(organizationId, id)))
    throw invalidField(field, 'fk_not_found', fieldMessages('field.no_location', { field }))
}

function requirePlanned({ state }: StocktakeRow): void {
  if (state !== 'draft') throw conflict(stocktakeMessages('stocktake.not_planned'))
}

const subjectOf = ({ id, name }: StocktakeRow) => ({ kind: 'stocktake', id, name }) as const

const auditedOf = (row: StocktakeRow) => ({
  name: row.name,
  location_id: row.locationId,
  scope: JSON.parse(row.scope) as unknown,
  is_blind: row.isBlind,
  uses_readers: row.usesReaders,
  due_at: row.dueAt,
  repeat_months: row.repeatMonths,
})
