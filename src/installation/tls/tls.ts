import { reasonOf } from '../../base/errors'
import type { Message } from '../../base/messages'
import { tlsMessages } from './messages'
import { StartError } from '../../base/errors'
import { type Log, oncePerMinute } from '../../base/log'
import type { Settings } from '../../settings/table'
import { type Clock, toMicros } from '../../base/time'
import { filesSource } from './files'
import { certificateOf, PairError } from './pair'
import type { KeyPair } from '../../base/key-pair'
import type { Authority } from '../../base/key-pair'
import type { Source } from './source'

/** The certificate that the listeners use, and its renewal while they are open. */
export interface Tls {
  readonly authority: Authority | null
  current(): KeyPair
  /** Returns the problem with the certificate; null when there is none. */
  warning(): Message | null
  /** Calls `use` with each new pair. When `use` throws, it is called with the pair again at the next check. */
  watch(use: (pair: KeyPair) => void): { stop(): void }
}

/** Interval between checks for a new certificate, in milliseconds. Reading the files also works with symbolic links. */
const checkMilliseconds = 3000

/** Returns null when TLS is off. Throws StartError when there is no usable certificate. */
export async function openTls(settings: Settings, now: Clock, log: Log): Promise<Tls | null> {
  if (settings.tls === 'off') return null
  try {
    const source = await sourceOf(settings, now)
    return createTls(source, await source.next(), now, log)
  } catch (error) {
    if (error instanceof PairError) throw new StartError(`TLS cannot be enabled: ${error.message}.`)
    throw error
  }
}

async function sourceOf({ tls, tlsCert, tlsKey, tlsNames, dataDir }: Settings, now: Clock): Promise<Source> {
  if (tls === 'files') return filesSource(String(tlsCert), String(tlsKey))
  // The code that issues certificates is loaded only when it is needed. Its decorators need reflect-metadata first.
  await import('reflect-metadata')
  const { selfSignedSource } = await import('./self-signed')
  return selfSignedSource(dataDir, tlsNames, now)
}

function createTls(source: Source, first: KeyPair, now: Clock, log: Log): Tls {
  let current = first
  let problem: Message | null = null
  const logWarning = oncePerMinute((detail, reason) => log.warn(detail, reason))

  async function check(use: (pair: KeyPair) => void): Promise<void> {
    try {
      const next = await source.next()
      if (next.cert !== current.cert || next.key !== current.key) {
        use(next)
        current = next
        log.info('TLS certificate reloaded')
      }
      problem = null
    } catch (error) {
      // This also happens while the two files are being replaced, one after the other.
      problem = tlsMessages('tls.not_renewed', { reason: reasonOf(error) })
    }
    const warning = warningOf()
    if (warning !== null) logWarning(warning.english, {})
  }

  const warningOf = () => problem ?? validityProblem(current, toMicros(now()) / 1000)

  return {
    authority: source.authority,
    current: () => current,
    warning: warningOf,
    watch(use) {
      const initial = warningOf()
      if (initial !== null) logWarning(initial.english, {})
      let isChecking = false
      const timer = setInterval(() => {
        if (isChecking) return
        isChecking = true
        void check(use).finally(() => {
          isChecking = false
        })
      }, checkMilliseconds)
      timer.unref()
      return { stop: () => clearInterval(timer) }
    },
  }
}

function validityProblem({ cert }: KeyPair, now: number): Message | null {
  const { validFrom, validTo } = certificateOf(cert, 'The certificate')
  if (now > Date.parse(validTo)) return tlsMessages('tls.expired', { date: validTo })
  return now < Date.parse(validFrom) ? tlsMessages('tls.not_yet_valid', { date: validFrom }) : null
}
