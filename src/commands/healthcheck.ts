import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import { UsageError } from '../errors'
import { parseFlagsOnly } from '../settings/flags'
import { loadSettings } from '../settings/load'
import type { Settings } from '../settings/table'
import { certificateOf, PairError } from '../tls/pair'
import { authorityPath } from '../tls/authority-path'
import { readTrusted } from './flags'
import { localUrlOf } from './local-url'

export const healthcheckHelp = `whereabouts healthcheck [--url http://127.0.0.1:8080] [--ca <file>]

Asks a running service whether it is ready: the one that the WHEREABOUTS_ variables describe, or the one that --url names.
Over HTTPS its certificate is verified: of the former by what those variables name, of the latter by the well-known
authorities; or by the PEM file that --ca names. Exit code 0: it is; 1: it is not, and why.`

interface Target {
  readonly url: string
  /** PEM; the well-known authorities where it is absent. */
  readonly ca?: readonly string[] | undefined
  /** Whose certificate it must be, where the URL says another. */
  readonly serverName?: string | undefined
}

/** For containers and service managers. */
export async function healthcheck(args: readonly string[]): Promise<number> {
  const values = parseFlagsOnly('healthcheck', args, { url: { type: 'string' }, ca: { type: 'string' } })
  const given = values.ca === undefined ? undefined : [readTrusted(values.ca)]
  const settings = values.url === undefined ? ownSettings() : undefined
  try {
    const target = settings ? ownService(settings) : { url: String(values.url) }
    return await ask({ ...target, ...(given && { ca: given }) })
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof PairError)) throw error
    console.error(`The service can't be asked: ${error.message}`)
    return 1
  }
}

async function ask({ url, ca, serverName }: Target): Promise<number> {
  try {
    const response = await fetch(new URL('/readyz', url), {
      signal: AbortSignal.timeout(5000),
      tls: { ...(ca && { ca: [...ca] }), ...(serverName !== undefined && { serverName }) },
    })
    const { status, problems } = (await response.json()) as { status: string; problems: string[] }
    if (response.ok) console.log(status)
    else console.error(`The service at ${url} is ${status}: ${problems.join('; ')}.`)
    return response.ok ? 0 : 1
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    console.error(`The service at ${url} does not answer (${code ?? message}).`)
    return 1
  }
}

const ownSettings = (): Settings =>
  loadSettings({ args: [], env: process.env, readFile: (path) => readFileSync(path, 'utf8') })

/** The service of these settings, on this machine. */
function ownService(settings: Settings): Target {
  const { tls, dataDir } = settings
  const url = localUrlOf(settings)
  if (tls === 'self-signed') return { url, ca: [readTrusted(authorityPath(dataDir))] }
  return tls === 'files' ? { url, ...ownCertificate(settings) } : { url }
}

/** A certificate from elsewhere is for the names by which others know the machine: it must be for one of those. */
function ownCertificate({ tlsCert }: Settings): Omit<Target, 'url'> {
  const chain = readTrusted(String(tlsCert))
  const names = certificateOf(chain, String(tlsCert)).subjectAltName ?? ''
  const [, serverName] = /DNS:([^,*\s]+)/.exec(names) ?? []
  return { ca: [chain, ...rootCertificates], serverName }
}
