import { AppError } from '../../base/errors'
import { type Message, storedOf } from '../../base/messages'
import { type Clock, type Micros, second, toMicros } from '../../base/time'
import type { MailScheduleRow, ScheduledMailRow, Store } from '../../storage/core/store'
import type { Letterhead } from '../mail/compose'
import { mailMessages } from '../mail/messages'
import { noteResult } from '../mail/results'
import { isDue, messageDelay, noState } from '../mail/state'
import type { MailResult, SendMail } from '../mail/transport'
import { beginDue } from './beginning'
import { type Letter, letterOf } from './compose'
import { contentOf, type ContentParts } from './content'
import { zoneOfOrganization } from '../../contract/due'
import { styleOf } from './format'
import { scheduleMessages } from './messages'
import { namedBy, pauseOf, targetsOf } from './state'

/** A mail that waits for longer is not sent. */
const hoursMax = 24
const waitMax: Micros = hoursMax * 3_600 * second
/** Another instance that has taken a mail has ended after this time: each attempt is shorter. */
const takenMax: Micros = 90 * second
/** A mail that is being sent when the service stops may take this long. In milliseconds. */
const stopMillis = 5_000

interface SenderParts extends ContentParts {
  /** Null when mail is not set up. */
  readonly send: SendMail | null
  /** Name of the server, for messages. */
  readonly host: string
  readonly letterhead: Pick<Letterhead, 'publicUrl' | 'idDomain'>
  readonly now: Clock
}

/** Whether the store may answer soon. */
const isPassing = ({ code }: AppError): boolean => code === 'unavailable' || code === 'storage_full'

/** What is said to all recipients of a schedule at a time. */
interface Prepared {
  readonly scheduleId: number
  readonly dueAt: Micros
  readonly letter: Letter
}

/**
 * Begins the schedules that are due, and sends their mail. A mail is taken in one write, and ended in another one. So a crash
 * between them repeats it, with the same Message-ID, and nothing else is sent twice.
 */
export class ScheduleSender {
  readonly #parts: SenderParts
  readonly #store: Store
  readonly #stopping = new AbortController()
  #inProgress: number | undefined
  #isStopped = false

  constructor(parts: SenderParts) {
    this.#parts = parts
    this.#store = parts.store
  }

  /** Gives what is being sent some time, then cuts it. The next start sends it again. */
  stop(): void {
    this.#isStopped = true
    setTimeout(() => this.#stopping.abort(), stopMillis).unref()
  }

  async round(now: Micros): Promise<void> {
    const { send } = this.#parts
    await this.#recover(now)
    await beginDue(this.#store, now, send === null)
    if (!(await this.#store.read.scheduledMails.hasQueued())) return
    await this.#endOld(now, send)
    if (!send) return
    let prepared: Prepared | undefined
    while (!this.#isStopped) {
      const at = toMicros(this.#parts.now())
      if (!isDue((await this.#store.read.mailQueue.state()) ?? noState, at)) return
      const mail = await this.#store.read.scheduledMails.next(at)
      if (!mail) return
      const isPrepared = prepared?.scheduleId === mail.scheduleId && prepared.dueAt === mail.dueAt
      prepared = (await this.#serve(mail, send, isPrepared ? prepared : undefined)) ?? undefined
    }
  }

  async #recover(now: Micros): Promise<void> {
    const taken = await this.#store.read.scheduledMails.sending()
    const own = this.#inProgress === undefined ? [] : [this.#inProgress]
    if (taken.every(({ id }) => own.includes(id))) return
    await this.#store.write((tx) =>
      tx.scheduledMails.recover(this.#store.instances.name, own, now - takenMax),
    )
  }

  /** Without a server, mail does not wait: it would be old when there is one. */
  async #endOld(now: Micros, send: SendMail | null): Promise<void> {
    const { state, before, reason } = send
      ? ({
          state: 'failed',
          before: now - waitMax,
          reason: scheduleMessages('schedule.old', { hours: hoursMax }),
        } as const)
      : ({ state: 'dropped', before: now + 1, reason: mailMessages('mail.off') } as const)
    await this.#store.write((tx) =>
      tx.scheduledMails.endOld(before, { state, endedAt: now }, storedOf(reason)),
    )
  }

  /** Sends a mail, or ends it. Returns what the next recipient gets. */
  async #serve(
    mail: ScheduledMailRow,
    send: SendMail,
    known: Prepared | undefined,
  ): Promise<Prepared | undefined> {
    const { organizationId, scheduleId, dueAt } = mail
    const row = await this.#store.read.mailSchedules.find(organizationId, scheduleId)
    if (!row) return undefined
    const reason = await this.#reasonAgainst(mail, row)
    if (reason) {
      await this.#drop(mail, 'dropped', reason)
      return known
    }
    try {
      const letter = known?.letter ?? (await this.#write(row, dueAt))
      await this.#send(mail, letter, send)
      return { scheduleId, dueAt, letter }
    } catch (error) {
      if (error instanceof AppError && !isPassing(error)) {
        // The list is too long, for example: another attempt would not help.
        await this.#drop(mail, 'failed', error.said)
        return undefined
      }
      // The others are sent first.
      await this.#postpone(mail)
      throw error
    }
  }

  /** Lets a mail wait that could not be written. One that was taken is not changed. */
  #postpone({ id, organizationId, attempts }: ScheduledMailRow): Promise<void> {
    const attemptAt = toMicros(this.#parts.now()) + messageDelay(attempts + 1)
    return this.#store.write((tx) => tx.scheduledMails.postpone(id, attemptAt), [organizationId])
  }

  /** Rights and recipients may have ended since the mail was queued. */
  async #reasonAgainst(
    { userId, address }: ScheduledMailRow,
    row: MailScheduleRow,
  ): Promise<Message | undefined> {
    const named = await namedBy(this.#store.read, row)
    const pause = pauseOf(row, named, false)
    if (pause) return pause
    const isTarget = targetsOf(row, named).some((one) => one.userId === userId && one.address === address)
    return isTarget ? undefined : mailMessages('mail.gone')
  }

  #drop(
    { id, organizationId }: ScheduledMailRow,
    state: 'dropped' | 'failed',
    reason: Message,
  ): Promise<void> {
    const endedAt = toMicros(this.#parts.now())
    return this.#store.write(
      (tx) => tx.scheduledMails.drop(id, { state, endedAt, error: storedOf(reason) }),
      [organizationId],
    )
  }

  async #write(row: MailScheduleRow, dueAt: Micros): Promise<Letter> {
    const { read } = this.#store
    const organization = await read.accounts.findOrganization(row.organizationId)
    const timeZone = organization?.timeZone ?? 'UTC'
    const style = styleOf(organization?.mailLanguage ?? 'en', timeZone)
    const zone = zoneOfOrganization(timeZone)
    const content = await contentOf(this.#parts, { row, dueAt, zone, style })
    const missed = await read.scheduledMails.missedBefore(row.id, dueAt)
    const head = { ...this.#parts.letterhead, organization: organization?.name ?? '' }
    return letterOf({ row, content, style, head, timeZone, missed })
  }

  async #send(
    { id, organizationId, address }: ScheduledMailRow,
    letter: Letter,
    send: SendMail,
  ): Promise<void> {
    const by = this.#store.instances.name
    const scope = [organizationId]
    this.#inProgress = id
    try {
      const at = toMicros(this.#parts.now())
      const taken = await this.#store.write((tx) => tx.scheduledMails.claim(id, by, at), scope)
      if (!taken) return
      const messageId = `scheduled-${id}@${this.#parts.letterhead.idDomain}`
      const startedAt = performance.now()
      const result = await send(
        { ...letter, to: address, messageId, follows: null, isUrgent: false },
        this.#stopping.signal,
      )
      // The next start recovers what the stop has cut.
      if (result.kind === 'server' && this.#stopping.signal.aborted) return
      await this.#end(taken, result, (performance.now() - startedAt) * 1000)
    } finally {
      this.#inProgress = undefined
    }
  }

  async #end(
    { id, attempts, organizationId }: ScheduledMailRow,
    result: MailResult,
    took: Micros,
  ): Promise<void> {
    const by = this.#store.instances.name
    const at = toMicros(this.#parts.now())
    await this.#store.write(
      async (tx) => {
        if (result.kind === 'sent')
          await tx.scheduledMails.end(id, by, { state: 'sent', endedAt: at, error: null })
        else if (result.kind === 'message' && result.isPermanent)
          await tx.scheduledMails.end(id, by, { state: 'failed', endedAt: at, error: storedOf(result.error) })
        else {
          const delay = result.kind === 'message' ? messageDelay(attempts) : 0
          await tx.scheduledMails.giveBack(id, by, at + delay, storedOf(result.error))
        }
        await noteResult(tx, result, { at, took, host: this.#parts.host })
      },
      [organizationId],
    )
  }
}
