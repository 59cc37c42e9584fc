import { audit } from '../../people/audit/record'
import type { SessionCaller } from '../../base/caller'
import { checked } from '../../contract/check'
import type { Page } from '../../contract/parameters'
import { conflict, invalidField, notFound } from '../../base/errors'
import type { EventType } from '../../base/event-types'
import type { JsonObject } from '../../base/json'
import type { SecretBox } from '../../base/secret-box'
import type { Store, WebhookRow, Writes } from '../../storage/core/store'
import { hasControl, hasSpaceAtAnEdge } from '../../base/text'
import { type Clock, laterThan, second, toMicros, wireOf } from '../../base/time'
import { filterOf, moveTypes } from './filter'
import { newSecret } from './message'
import {
  type CreatedWebhookView,
  type DeliveryView,
  NewWebhook,
  Replay,
  WebhookChange,
  type WebhookView,
} from './schema'
import type { WebhookSender } from './sender'
import { toAudited, toDeliveryView, toView } from './view'

/** Maximum number of webhooks of an organization. */
const webhooksMax = 50
/** Maximum number of waiting redeliveries and tests of a webhook. */
const requestsMax = 100
/** Time in which the previous secret also signs, in seconds. */
const overlapSeconds = 86_400

export type WebhookService = ReturnType<typeof createWebhookService>

/** The webhooks of an organization (docs/internal-api.md, Webhooks). */
export function createWebhookService(
  store: Store,
  secretBox: SecretBox,
  sender: Pick<WebhookSender, 'changed'>,
  now: Clock,
) {
  const newestOf = async (reads: Pick<Writes, 'eventLog'> | Store['read'], organizationId: number) =>
    (await reads.eventLog.ends(organizationId)).newest

  async function list(caller: SessionCaller, page: Page): Promise<{ rows: WebhookView[]; total: number }> {
    const newest = await newestOf(store.read, caller.organizationId)
    const { rows, total } = await store.read.webhooks.list(caller.organizationId, page)
    return { rows: rows.map((row) => toView(row, newest)), total }
  }

  /** Returns a webhook of the caller's organization. Throws `not_found`. */
  async function own(
    reads: Pick<Store['read'], 'webhooks'>,
    { organizationId }: SessionCaller,
    id: number,
  ): Promise<WebhookRow> {
    const row = await reads.webhooks.find(organizationId, id)
    if (!row) throw notFound('Webhook')
    return row
  }

  const get = async (caller: SessionCaller, id: number): Promise<WebhookView> =>
    toView(await own(store.read, caller, id), await newestOf(store.read, caller.organizationId))

  async function requireLocation(
    tx: Writes,
    organizationId: number,
    locationId: number | null | undefined,
  ): Promise<void> {
    if (locationId === null || locationId === undefined) return
    if (!(await tx.locations.find(organizationId, locationId)))
      throw invalidField('location_id', 'fk_not_found', 'location_id does not name a live location')
  }

  /** Creates a webhook that begins after the newest event, and returns its secret. */
  async function create(caller: SessionCaller, body: JsonObject): Promise<CreatedWebhookView> {
    const {
      name,
      url,
      types = [],
      location_id: locationId = null,
      format = 'event',
    } = checked(NewWebhook, body)
    requireTypes(format, types)
    requireUrl(url)
    const { organizationId } = caller
    const secret = newSecret()
    const view = await store.write(async (tx) => {
      await requireLocation(tx, organizationId, locationId)
      const { total } = await tx.webhooks.list(organizationId, { limit: 1, offset: 0 })
      if (total >= webhooksMax)
        throw conflict(`There are ${webhooksMax} webhooks already; delete one that is not used`)
      const at = now()
      const cursor = await newestOf(tx, organizationId)
      const row = {
        organizationId,
        name,
        url,
        types: JSON.stringify([...new Set(types)]),
        locationId,
        format,
        cursor,
        secret: secretBox.seal(secret),
        previousSecret: null,
        previousExpiresAt: null,
        isEnabled: 1,
        lostEvents: 0,
        createdAt: at,
        updatedAt: at,
        disabledReason: null,
        ...unfailed,
      }
      const id = await tx.webhooks.insert(row)
      await audit(tx, caller, {
        at,
        action: 'created',
        subject: { kind: 'webhook', id, name },
        after: toAudited({ ...row, id }),
      })
      return toView({ ...row, id }, cursor)
    })
    sender.changed(organizationId, view.id)
    return { ...view, secret }
  }

  /** Changes a webhook in one write, and notifies the sender. */
  async function modify(
    caller: SessionCaller,
    id: number,
    valuesOf: (tx: Writes, row: WebhookRow) => Promise<Partial<WebhookRow>>,
  ): Promise<WebhookView> {
    const { organizationId } = caller
    const view = await store.write(async (tx) => {
      const row = await own(tx, caller, id)
      const at = now()
      const values = { ...(await valuesOf(tx, row)), updatedAt: laterThan(row.updatedAt, at) }
      await tx.webhooks.update(organizationId, id, values)
      const after = { ...row, ...values }
      await audit(tx, caller, {
        at,
        action: 'changed',
        subject: { kind: 'webhook', id, name: row.name },
        before: toAudited(row),
        after: toAudited(after),
      })
      return toView(after, await newestOf(tx, organizationId))
    })
    sender.changed(organizationId, id)
    return view
  }

  /**
   * Returns the sequence before the next event that matches. Another filter does not apply to the events before it, which do
   * not match the present one.
   */
  async function beforeNextOf(tx: Writes, row: WebhookRow): Promise<number> {
    const { oldest, newest } = await tx.eventLog.ends(row.organizationId)
    // The sender counts the events that were deleted.
    if (row.cursor < oldest - 1) return row.cursor
    const filter = filterOf(row)
    const { rows } = await tx.eventLog.page(row.organizationId, filter, {
      after: row.cursor,
      limit: 1,
      newest,
    })
    return rows[0] ? rows[0].sequence - 1 : newest
  }

  function change(caller: SessionCaller, id: number, body: JsonObject): Promise<WebhookView> {
    const input = checked(WebhookChange, body)
    if (input.url !== undefined) requireUrl(input.url)
    return modify(caller, id, async (tx, row) => {
      await requireLocation(tx, caller.organizationId, input.location_id)
      requireTypes(input.format ?? row.format, input.types ?? (JSON.parse(row.types) as EventType[]))
      const isEnabledAgain = input.is_enabled === true && row.isEnabled === 0
      const isOtherUrl = input.url !== undefined && input.url !== row.url
      const changesFilter = [input.types, input.location_id, input.format].some(
        (field) => field !== undefined,
      )
      return {
        ...(changesFilter && { cursor: await beforeNextOf(tx, row) }),
        ...(input.name !== undefined && { name: input.name }),
        ...(input.url !== undefined && { url: input.url }),
        ...(input.types && { types: JSON.stringify([...new Set(input.types)]) }),
        ...(input.location_id !== undefined && { locationId: input.location_id }),
        ...(input.format !== undefined && { format: input.format }),
        ...(input.is_enabled !== undefined && { isEnabled: Number(input.is_enabled) }),
        ...(isEnabledAgain && { disabledReason: null }),
        // The failures are those of the endpoint before the change.
        ...((isEnabledAgain || isOtherUrl) && unfailed),
      }
    })
  }

  /** Replaces the secret. The previous one also signs for a day. */
  async function rotate(caller: SessionCaller, id: number) {
    const secret = newSecret()
    const expiresAt = toMicros(now()) + overlapSeconds * second
    await modify(caller, id, async (_tx, row) => ({
      secret: secretBox.seal(secret),
      previousSecret: row.secret,
      previousExpiresAt: expiresAt,
    }))
    return { secret, previous_secret_expires_at: wireOf(expiresAt) }
  }

  function remove(caller: SessionCaller, id: number): Promise<void> {
    return store.write(async (tx) => {
      const row = await own(tx, caller, id)
      await tx.webhooks.delete(caller.organizationId, id)
      const subject = { kind: 'webhook', id, name: row.name } as const
      await audit(tx, caller, { at: now(), action: 'deleted', subject, before: toAudited(row) })
    })
  }

  /** Requests one attempt: of an event, or of a test when `sequence` is null. */
  async function request(caller: SessionCaller, id: number, sequence: number | null): Promise<void> {
    await store.write(async (tx) => {
      await own(tx, caller, id)
      if ((await tx.webhooks.countRequests(id)) >= requestsMax)
        throw conflict(`There are ${requestsMax} waiting redeliveries already; try again later`)
      await tx.webhooks.request(id, sequence)
    })
    sender.changed(caller.organizationId, id)
  }

  /** Moves the cursor to before an event, which is tried at once, or requests one event again. */
  async function replay(caller: SessionCaller, id: number, body: JsonObject): Promise<WebhookView> {
    const { from_sequence: from, sequence } = checked(Replay, body)
    if ((from === undefined) === (sequence === undefined))
      throw invalidField('from_sequence', 'invalid_value', 'Send either from_sequence or sequence')
    const row = await own(store.read, caller, id)
    const { oldest, newest } = await store.read.eventLog.ends(row.organizationId)
    const wanted = from ?? (sequence as number)
    const last = from === undefined ? newest : newest + 1
    if (wanted < oldest || wanted > last)
      throw invalidField(
        from === undefined ? 'sequence' : 'from_sequence',
        'invalid_value',
        `The event log has the sequences ${oldest} to ${newest}`,
      )
    if (from !== undefined)
      return modify(caller, id, async () => ({ cursor: from - 1, failures: 0, nextAttemptAt: null }))
    await request(caller, id, wanted)
    return get(caller, id)
  }

  async function deliveries(
    caller: SessionCaller,
    id: number,
    page: Page,
  ): Promise<{ rows: DeliveryView[]; total: number }> {
    await own(store.read, caller, id)
    const { rows, total } = await store.read.webhooks.deliveries(id, page)
    return { rows: rows.map(toDeliveryView), total }
  }

  const test = (caller: SessionCaller, id: number): Promise<void> => request(caller, id, null)

  return { list, get, create, change, rotate, remove, test, replay, deliveries }
}

/** EPCIS shows moves only. A webhook with other types would never receive them. */
function requireTypes(format: WebhookRow['format'], types: readonly EventType[]): void {
  if (format === 'epcis' && types.some((type) => !moveTypes.includes(type)))
    throw invalidField(
      'types',
      'invalid_context',
      `types must be ${moveTypes.join(' or ')} with the format epcis`,
    )
}

/** The state of a webhook whose next event has not failed. */
const unfailed = {
  failures: 0,
  failingSince: null,
  nextAttemptAt: null,
  lastError: null,
} as const

/** Addresses are checked at each delivery, because names may resolve to others later. */
function requireUrl(text: string): void {
  const url = URL.parse(text)
  const isUsable =
    url &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    !hasControl(text) &&
    !hasSpaceAtAnEdge(text)
  if (!isUsable)
    throw invalidField(
      'url',
      'invalid_value',
      'url must be an http or https URL without a user name or password',
    )
}
