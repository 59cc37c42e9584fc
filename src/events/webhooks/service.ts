import { fieldMessages } from '../../contract/messages'
import { webhookMessages } from './messages'
import { audit } from '../../people/audit/record'
import type { SessionCaller } from '../../base/caller'
import { checked } from '../../contract/check'
import type { Page } from '../../contract/parameters'
import { conflict, invalidField, notFound } from '../../base/errors'
import type { EventType } from '../../base/event-types'
import type { JsonObject } from '../../base/json'
import type { SecretBox } from '../../base/secret-box'
import type { Store, WebhookRow, Writes } from '../../storage/core/store'
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
import { isUsableUrl } from './url'
import { toAudited, toDeliveryView, toView } from './view'

/** Maximum number of webhooks of an organization. */
const webhooksMax = 50
/** Maximum number of waiting redeliveries and tests of a webhook. */
const requestsMax = 100
/** Time in which the previous secret also signs, in seconds. */
const overlapSeconds = 86_400

/** The webhooks of an organization (docs/internal-api.md, Webhooks). */
export class WebhookService {
  readonly #store: Store
  readonly #secretBox: SecretBox
  readonly #sender: Pick<WebhookSender, 'changed'>
  readonly #now: Clock

  constructor(store: Store, secretBox: SecretBox, sender: Pick<WebhookSender, 'changed'>, now: Clock) {
    this.#store = store
    this.#secretBox = secretBox
    this.#sender = sender
    this.#now = now
  }

  async #newestOf(reads: Pick<Writes, 'eventLog'> | Store['read'], organizationId: number) {
    return (await reads.eventLog.ends(organizationId)).newest
  }

  async list(caller: SessionCaller, page: Page): Promise<{ rows: WebhookView[]; total: number }> {
    const newest = await this.#newestOf(this.#store.read, caller.organizationId)
    const { rows, total } = await this.#store.read.webhooks.list(caller.organizationId, page)
    return { rows: rows.map((row) => toView(row, newest)), total }
  }

  /** Returns a webhook of the caller's organization. Throws `not_found`. */
  async #own(
    reads: Pick<Store['read'], 'webhooks'>,
    { organizationId }: SessionCaller,
    id: number,
  ): Promise<WebhookRow> {
    const row = await reads.webhooks.find(organizationId, id)
    if (!row) throw notFound(webhookMessages('webhook.not_found'))
    return row
  }

  async get(caller: SessionCaller, id: number): Promise<WebhookView> {
    return toView(
      await this.#own(this.#store.read, caller, id),
      await this.#newestOf(this.#store.read, caller.organizationId),
    )
  }

  async #requireLocation(
    tx: Writes,
    organizationId: number,
    locationId: number | null | undefined,
  ): Promise<void> {
    if (locationId === null || locationId === undefined) return
    if (!(await tx.locations.find(organizationId, locationId)))
      throw invalidField(
        'location_id',
        'fk_not_found',
        fieldMessages('field.no_location', { field: 'location_id' }),
      )
  }

  /** Creates a webhook that begins after the newest event, and returns its secret. */
  async create(caller: SessionCaller, body: JsonObject): Promise<CreatedWebhookView> {
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
    const view = await this.#store.write(async (tx) => {
      await this.#requireLocation(tx, organizationId, locationId)
      const { total } = await tx.webhooks.list(organizationId, { limit: 1, offset: 0 })
      if (total >= webhooksMax) throw conflict(webhookMessages('webhook.many', { max: webhooksMax }))
      const at = this.#now()
      const cursor = await this.#newestOf(tx, organizationId)
      const row = {
        organizationId,
        name,
        url,
        types: JSON.stringify([...new Set(types)]),
        locationId,
        format,
        cursor,
        secret: this.#secretBox.seal(secret),
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
    this.#sender.changed(organizationId, view.id)
    return { ...view, secret }
  }

  /** Changes a webhook in one write, and notifies the sender. */
  async #modify(
    caller: SessionCaller,
    id: number,
    valuesOf: (tx: Writes, row: WebhookRow) => Promise<Partial<WebhookRow>>,
  ): Promise<WebhookView> {
    const { organizationId } = caller
    const view = await this.#store.write(async (tx) => {
      const row = await this.#own(tx, caller, id)
      const at = this.#now()
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
      return toView(after, await this.#newestOf(tx, organizationId))
    })
    this.#sender.changed(organizationId, id)
    return view
  }

  /**
   * Returns the sequence before the next event that matches. Another filter does not apply to the events before it, which do
   * not match the present one.
   */
  async #beforeNextOf(tx: Writes, row: WebhookRow): Promise<number> {
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

  change(caller: SessionCaller, id: number, body: JsonObject): Promise<WebhookView> {
    const input = checked(WebhookChange, body)
    if (input.url !== undefined) requireUrl(input.url)
    return this.#modify(caller, id, async (tx, row) => {
      await this.#requireLocation(tx, caller.organizationId, input.location_id)
      requireTypes(input.format ?? row.format, input.types ?? (JSON.parse(row.types) as EventType[]))
      const isEnabledAgain = input.is_enabled === true && row.isEnabled === 0
      const isOtherUrl = input.url !== undefined && input.url !== row.url
      const changesFilter = [input.types, input.location_id, input.format].some(
        (field) => field !== undefined,
      )
      return {
        ...(changesFilter && { cursor: await this.#beforeNextOf(tx, row) }),
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
  async rotate(caller: SessionCaller, id: number) {
    const secret = newSecret()
    const expiresAt = toMicros(this.#now()) + overlapSeconds * second
    await this.#modify(caller, id, async (_tx, row) => ({
      secret: this.#secretBox.seal(secret),
      previousSecret: row.secret,
      previousExpiresAt: expiresAt,
    }))
    return { secret, previous_secret_expires_at: wireOf(expiresAt) }
  }

  remove(caller: SessionCaller, id: number): Promise<void> {
    return this.#store.write(async (tx) => {
      const row = await this.#own(tx, caller, id)
      await tx.webhooks.delete(caller.organizationId, id)
      const subject = { kind: 'webhook', id, name: row.name } as const
      await audit(tx, caller, { at: this.#now(), action: 'deleted', subject, before: toAudited(row) })
    })
  }

  /** Requests one attempt: of an event, or of a test when `sequence` is null. */
  async #request(caller: SessionCaller, id: number, sequence: number | null): Promise<void> {
    await this.#store.write(async (tx) => {
      await this.#own(tx, caller, id)
      if ((await tx.webhooks.countRequests(id)) >= requestsMax)
        throw conflict(webhookMessages('webhook.many_redeliveries', { max: requestsMax }))
      await tx.webhooks.request(id, sequence)
    })
    this.#sender.changed(caller.organizationId, id)
  }

  /** Moves the cursor to before an event, which is tried at once, or requests one event again. */
  async replay(caller: SessionCaller, id: number, body: JsonObject): Promise<WebhookView> {
    const { from_sequence: from, sequence } = checked(Replay, body)
    if ((from === undefined) === (sequence === undefined))
      throw invalidField('from_sequence', 'invalid_value', webhookMessages('webhook.one_sequence'))
    const row = await this.#own(this.#store.read, caller, id)
    const { oldest, newest } = await this.#store.read.eventLog.ends(row.organizationId)
    const wanted = from ?? (sequence as number)
    const last = from === undefined ? newest : newest + 1
    if (wanted < oldest || wanted > last)
      throw invalidField(
        from === undefined ? 'sequence' : 'from_sequence',
        'invalid_value',
        webhookMessages('webhook.sequences', { oldest, newest }),
      )
    if (from !== undefined)
      return this.#modify(caller, id, async () => ({ cursor: from - 1, failures: 0, nextAttemptAt: null }))
    await this.#request(caller, id, wanted)
    return this.get(caller, id)
  }

  async deliveries(
    caller: SessionCaller,
    id: number,
    page: Page,
  ): Promise<{ rows: DeliveryView[]; total: number }> {
    await this.#own(this.#store.read, caller, id)
    const { rows, total } = await this.#store.read.webhooks.deliveries(id, page)
    return { rows: rows.map(toDeliveryView), total }
  }

  test(caller: SessionCaller, id: number): Promise<void> {
    return this.#request(caller, id, null)
  }
}

/** EPCIS shows moves only. A webhook with other types would never receive them. */
function requireTypes(format: WebhookRow['format'], types: readonly EventType[]): void {
  if (format === 'epcis' && types.some((type) => !moveTypes.includes(type)))
    throw invalidField(
      'types',
      'invalid_context',
      webhookMessages('webhook.epcis_types', { one: moveTypes[0], other: moveTypes[1] }),
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
  if (!isUsableUrl(text))
    throw invalidField('url', 'invalid_value', webhookMessages('webhook.url', { field: 'url' }))
}
