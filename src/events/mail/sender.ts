import { storedOf } from '../../base/messages'
import { type Clock, type Micros, toMicros } from '../../base/time'
import type { AlertMessageRow, AlertRow, MailRecipient, Store } from '../../storage/core/store'
import { alertMail, digestMail, type Letterhead, listedMax, type Told } from './compose'
import { mailMessages } from './messages'
import { nextMail, type Plan } from './plan'
import { queueReminders } from './reminders'
import { noteResult } from './results'
import { isDue, messageDelay, noState } from './state'
import type { Mail, MailResult, SendMail } from './transport'

/** Number of recipients that mail is sent to at the same time. */
const atOnceMax = 4
/** Recipients that a round serves. The next one continues. */
const recipientsMax = 1_000
/** A mail that is being sent when the service stops may take this long. In milliseconds. */
const stopMillis = 5_000

interface MailParts {
  readonly store: Store
  /** Null when mail is not set up. */
  readonly send: SendMail | null
  /** Name of the server, for messages. */
  readonly host: string
  readonly letterhead: Pick<Letterhead, 'publicUrl' | 'idDomain'>
  readonly now: Clock
}

/**
 * Sends the mail of the queue. A mail is taken in one write, and ended in another one. So a crash between them repeats it,
 * with the same Message-ID, and nothing else is sent twice.
 */
export class MailSender {
  readonly #parts: MailParts
  readonly #store: Store
  readonly #stopping = new AbortController()
  readonly #inProgress = new Set<number>()
  /** When a recipient gets the next digest, by its organization and address. */
  readonly #notBefore = new Map<string, Micros>()
  #isStopped = false

  constructor(parts: MailParts) {
    this.#parts = parts
    this.#store = parts.store
  }

  get inProgress(): readonly number[] {
    return [...this.#inProgress]
  }

  /** Gives what is being sent some time, then cuts it. The next start sends it again. */
  stop(): void {
    this.#isStopped = true
    setTimeout(() => this.#stopping.abort(), stopMillis).unref()
  }

  async round(now: Micros): Promise<void> {
    const { send } = this.#parts
    if (!send) return this.#endAll(now)
    await queueReminders(this.#store, now)
    const state = (await this.#store.read.mailQueue.state()) ?? noState
    if (!isDue(state, now)) return
    const recipients = await this.#recipients(now)
    // While the server fails, one attempt is enough to find out whether it works again.
    const width = state.failures > 0 ? 1 : atOnceMax
    let isHalted = false
    const work = async () => {
      while (!isHalted && !this.#isStopped) {
        const recipient = recipients.shift()
        if (!recipient) return
        if (!(await this.#serve(recipient, send))) isHalted = true
      }
    }
    await Promise.all(Array.from({ length: width }, work))
  }

  /** Without a server, messages do not wait: they would be old when there is one. */
  async #endAll(now: Micros): Promise<void> {
    const first = await this.#store.read.mailQueue.next({ organizationId: 0, address: '' })
    if (!first) return
    const ended = { state: 'dropped', endedAt: now, error: storedOf(mailMessages('mail.off')) } as const
    await this.#store.write((tx) => tx.mailQueue.endOld(now + 1, ended, 'mail'))
  }

  async #recipients(now: Micros): Promise<MailRecipient[]> {
    for (const [key, until] of this.#notBefore) if (until <= now) this.#notBefore.delete(key)
    const found: MailRecipient[] = []
    let last: MailRecipient | undefined = { organizationId: 0, address: '' }
    while (found.length < recipientsMax) {
      last = await this.#store.read.mailQueue.next(last)
      if (!last) break
      if (!this.#notBefore.has(keyOf(last))) found.push(last)
    }
    return found
  }

  /** Sends what waits for a recipient. Returns false when the server cannot be used. */
  async #serve(recipient: MailRecipient, send: SendMail): Promise<boolean> {
    while (!this.#isStopped) {
      const next = await nextMail(this.#store, recipient, toMicros(this.#parts.now()))
      if (!next) return true
      if ('notBefore' in next) {
        this.#notBefore.set(keyOf(recipient), next.notBefore)
        return true
      }
      if (!(await this.#sendOne(next.plan, send))) return false
    }
    return true
  }

  async #sendOne({ recipient, messages, alerts, isDigest }: Plan, send: SendMail): Promise<boolean> {
    const by = this.#store.instances.name
    const batch = messages[0]?.id ?? 0
    const ids = messages.map(({ id }) => id)
    const scope = [recipient.organizationId]
    this.#inProgress.add(batch)
    try {
      const at = toMicros(this.#parts.now())
      const taken = await this.#store.write(
        (tx) => tx.mailQueue.claim(ids, { batch, by, at, isDigest }),
        scope,
      )
      if (taken.length === 0) return true
      const mail = await this.#compose(recipient, taken, alerts)
      const startedAt = performance.now()
      const result = await send(mail, this.#stopping.signal)
      const took = (performance.now() - startedAt) * 1000
      return await this.#end(result, {
        batch,
        by,
        took,
        attempts: taken[0]?.attempts ?? 1,
        scope,
      })
    } finally {
      this.#inProgress.delete(batch)
    }
  }

  async #compose(
    { organizationId, address }: MailRecipient,
    taken: readonly AlertMessageRow[],
    alerts: ReadonlyMap<number, AlertRow>,
  ): Promise<Mail> {
    const { read } = this.#store
    const organization = await read.accounts.findOrganization(organizationId)
    const head: Letterhead = {
      ...this.#parts.letterhead,
      organization: organization?.name ?? '',
      language: organization?.mailLanguage ?? 'en',
      timeZone: organization?.timeZone ?? null,
    }
    const told: Told[] = []
    for (const message of taken.toSorted((a, b) => a.id - b.id)) {
      const alert = alerts.get(message.alertId)
      if (!alert || told.length >= listedMax) continue
      const place =
        alert.locationId === null ? undefined : await read.locations.find(organizationId, alert.locationId)
      told.push({ message, alert, place: place?.name ?? null })
    }
    const [first] = told
    if (!first || taken.length > 1) return digestMail(told, taken.length, address, head)
    const before = (await read.alertMessages.ofAlert(first.alert.id)).find(
      (one) => one.channel === 'mail' && one.address === address && one.id < first.message.id,
    )
    return alertMail(first, address, head, before?.id)
  }

  /** Stores the result of an attempt. Returns false when the server cannot be used. */
  async #end(result: MailResult, { batch, by, took, attempts, scope }: Attempt): Promise<boolean> {
    // The next start recovers what the stop has cut.
    if (result.kind === 'server' && this.#stopping.signal.aborted) return false
    const claim = { batch, by }
    const at = toMicros(this.#parts.now())
    await this.#store.write(async (tx) => {
      if (result.kind === 'sent') await tx.mailQueue.end(claim, 'sent', at, null)
      else if (result.kind === 'message' && result.isPermanent)
        await tx.mailQueue.end(claim, 'failed', at, storedOf(result.error))
      else {
        const delay = result.kind === 'message' ? messageDelay(attempts) : 0
        await tx.mailQueue.giveBack(claim, at + delay, storedOf(result.error))
      }
      await noteResult(tx, result, { at, took, host: this.#parts.host })
    }, scope)
    return result.kind !== 'server'
  }
}

/** A mail that was taken, and how long the server took. */
interface Attempt {
  readonly batch: number
  readonly by: string
  readonly took: Micros
  /** The number of this attempt. */
  readonly attempts: number
  readonly scope: readonly number[]
}

const keyOf = ({ organizationId, address }: MailRecipient): string => `${organizationId} ${address}`
