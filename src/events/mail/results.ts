import type { Micros } from '../../base/time'
import type { Writes } from '../../storage/core/store'
import { afterFailure, afterSent, noState } from './state'
import type { MailResult } from './transport'

interface Taken {
  readonly at: Micros
  /** How long the server took. */
  readonly took: Micros
  readonly host: string
}

/** Stores what an attempt says about the mail server. */
export async function noteResult(tx: Writes, result: MailResult, { at, took, host }: Taken): Promise<void> {
  const before = (await tx.mailQueue.state()) ?? noState
  if (result.kind === 'sent') await tx.mailQueue.saveState(afterSent(before, { at, took, host }))
  else if (result.kind === 'server') await tx.mailQueue.saveState(afterFailure(before, result.error, at))
  // The server works, but does not take this message.
  else if (before.failures > 0) await tx.mailQueue.saveState({ ...noState, lastSentAt: before.lastSentAt })
}
