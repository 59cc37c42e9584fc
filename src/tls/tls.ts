import { StartError } from '../errors'
import { type Log, oncePerMinute } from '../log'
import type { Settings } from '../settings/table'
import { type Clock, toMicros } from '../time'
import { filesSource } from './files'
import { certificateOf, PairError } from './pair'
import type { KeyPair } from '../key-pair'
import type { Authority, Source } from './source'

/** The certificate that the doors serve, and its renewal while they are open. */
export interface Tls {
  readonly authority: Authority | null
  current(): KeyPair
  /** What is amiss with the certificate, in a sentence; null where nothing is. */
  warning(): string | null
  /** Hands each new pair to the doors. One that they can't take is handed to them again. */
  watch(use: (pair: KeyPair) => void): { stop(): void }
}

/** Renewed files are found so soon. Reading two small files costs nothing, and works with links, too. */
const lookMilliseconds = 3000

/** Null where TLS is off. Throws StartError. */
export async function openTls(settings: Settings, now: Clock, log: Log): Promise<Tls | null> {
  if (settings.tls === 'off') return null
  try {
    const source = await sourceOf(settings, now)
    return createTls(source, await source.next(), now, log)
  } catch (error) {
    if (error instanceof PairError) throw new StartError(`Cannot enable TLS: ${error.message}.`)
    throw error
  }
}

async function sourceOf({ tls, tlsCert, tlsKey, tlsNames, dataDir }: Settings, now: Clock): Promise<Source> {
  if (tls === 'files') return filesSource(String(tlsCert), String(tlsKey))
  // What makes certificates is loaded by those who need it, and this before it: its decorators stand on it.
  await import('reflect-metadata')
  const { selfSignedSource } = await import('./self-signed')
  return selfSignedSource(dataDir, tlsNames, now)
}

function createTls(source: Source, first: KeyPair, now: Clock, log: Log): Tls {
  let current = first
  let problem: string | null = null
  const complain = oncePerMinute(
    (reason, suppressed) => log.warn({ suppressed }, reason),
    () => performance.now(),
  )

  async function look(use: (pair: KeyPair) => void): Promise<void> {
    try {
      const next = await source.next()
      if (next.cert !== current.cert || next.key !== current.key) {
        use(next)
        current = next
        log.info('TLS certificate reloaded')
      }
      problem = null
    } catch (error) {
      // Also while two files are being replaced one after the other.
      problem = `The TLS certificate was not renewed: ${(error as Error).message}`
    }
    const warning = warningOf()
    if (warning !== null) complain(warning, {})
  }

  const warningOf = () => problem ?? validityProblem(current, toMicros(now()) / 1000)

  return {
    authority: source.authority,
    current: () => current,
    warning: warningOf,
    watch(use) {
      const started = warningOf()
      if (started !== null) complain(started, {})
      let isLooking = false
      const timer = setInterval(() => {
        if (isLooking) return
        isLooking = true
        void look(use).finally(() => {
          isLooking = false
        })
      }, lookMilliseconds)
      timer.unref()
      return { stop: () => clearInterval(timer) }
    },
  }
}

function validityProblem({ cert }: KeyPair, now: number): string | null {
  const { validFrom, validTo } = certificateOf(cert, 'The certificate')
  if (now > Date.parse(validTo)) return `The TLS certificate expired on ${validTo}`
  return now < Date.parse(validFrom) ? `The TLS certificate is not valid before ${validFrom}` : null
}
