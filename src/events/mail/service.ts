import type { SessionCaller } from '../../base/caller'
import { conflict } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import { readStored } from '../../base/messages'
import { randomHex } from '../../base/secrets'
import { type Clock, wireOf } from '../../base/time'
import { checked } from '../../contract/check'
import { audit } from '../../people/audit/record'
import type { Store } from '../../storage/core/store'
import { type Letterhead, testMail } from './compose'
import { mailMessages } from './messages'
import { MailTest, type MailView } from './schema'
import { noState } from './state'
import type { SendMail } from './transport'

interface MailServiceParts {
  readonly store: Store
  readonly send: SendMail | null
  readonly from: string | null
  readonly letterhead: Pick<Letterhead, 'publicUrl' | 'idDomain'>
  readonly now: Clock
}

const wireOrNull = (at: number | null): string | null => (at === null ? null : wireOf(at))

export type MailService = ReturnType<typeof createMailService>

/** Whether mail works, and its test (docs/internal-api.md, Mail). */
export function createMailService({ store, send, from, letterhead, now }: MailServiceParts) {
  const stopping = new AbortController()

  async function letterheadOf(organizationId: number): Promise<Letterhead> {
    const organization = await store.read.accounts.findOrganization(organizationId)
    return {
      ...letterhead,
      organization: organization?.name ?? '',
      language: organization?.mailLanguage ?? 'en',
      timeZone: organization?.timeZone ?? null,
    }
  }

  async function view({ organizationId }: Pick<SessionCaller, 'organizationId'>): Promise<MailView> {
    const state = (await store.read.mailQueue.state()) ?? noState
    const { language } = await letterheadOf(organizationId)
    const since = state.failingSince ?? state.slowSince
    const name = state.failingSince === null ? (state.slowSince === null ? 'ok' : 'slow') : 'failing'
    const problem = send && since !== null && state.error !== null ? readStored(state.error) : null
    return {
      state: send ? name : 'off',
      since: send && wireOrNull(since),
      problem: problem?.english ?? null,
      text: problem?.text ?? null,
      next_attempt_at: send && wireOrNull(state.nextAttemptAt),
      last_sent_at: wireOrNull(state.lastSentAt),
      waiting_count:
        (await store.read.alertMessages.waiting(organizationId)) +
        (await store.read.scheduledMails.waiting(organizationId)),
      from,
      has_links: letterhead.publicUrl !== undefined,
      language,
    }
  }

  /** Sends a test at once, past the queue. Throws `conflict` with the words of the server. */
  async function test(caller: SessionCaller, body: JsonObject): Promise<void> {
    const { address } = checked(MailTest, body)
    if (!send) throw conflict(mailMessages('mail.off'))
    const head = await letterheadOf(caller.organizationId)
    const result = await send(testMail(address, head, randomHex(8)), stopping.signal)
    if (result.kind !== 'sent') throw conflict(result.error)
    await store.write((tx) =>
      audit(tx, caller, {
        at: now(),
        action: 'tested',
        subject: { kind: 'mail', id: address, name: address },
      }),
    )
  }

  return { view, test, stop: () => stopping.abort() }
}
