import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import { UsageError } from '../base/errors'
import { parseFlagsOnly } from '../settings/flags'
import { loadSettings } from '../settings/load'
import type { Settings } from '../settings/table'
import { certificateOf, PairError } from '../installation/tls/pair'
import { authorityPath } from '../installation/tls/authority-path'
import { parseServerUrl, readTrusted } from './flags'
import { localUrlOf } from './local-url'
import { fitted } from './help'

export const healthcheckHelp =
  fitted(`Usage: whereabouts healthcheck [--url http://127.0.0.1:8080] [--ca <file>]

Checks whether a running service is ready: the service that the WHEREABOUTS_ variables configure on this machine, or the
service at --url.

Over HTTPS, the command verifies the certificate. With --url it trusts the public certificate authorities (CAs). Without
--url it trusts the CA or the certificate that the variables configure. --ca names a PEM file of a CA to trust instead.

Exit codes:
  0  The service is ready.
  1  The service is not ready; standard error has the reason.
  2  The usage is wrong.`)

interface Target {
  readonly url: string
  /** Trusted CAs, in PEM format. By default the public CAs are trusted. */
  readonly ca?: readonly string[] | undefined
  /** Host name that the certificate must have. By default it is the host of the URL. */
  readonly serverName?: string | undefined
}

/** Runs the command. Containers and service managers use it as a health check. */
export async function healthcheck(args: readonly string[]): Promise<number> {
  const values = parseFlagsOnly('healthcheck', args, { url: { type: 'string' }, ca: { type: 'string' } })
  const given = values.ca === undefined ? undefined : [readTrusted(values.ca)]
  const url = values.url === undefined ? undefined : parseServerUrl(values.url, '--url')
  const settings = url === undefined ? ownSettings() : undefined
  try {
    const target = settings ? ownService(settings) : { url: String(url) }
    return await check({ ...target, ...(given && { ca: given }) })
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof PairError)) throw error
    console.error(`Cannot check the service: ${error.message}`)
    return 1
  }
}

async function check({ url, ca, serverName }: Target): Promise<number> {
  try {
    const response = await fetch(new URL('/readyz', url), {
      signal: AbortSignal.timeout(5000),
      tls: { ...(ca && { ca: [...ca] }), ...(serverName !== undefined && { serverName }) },
    })
    const found = readinessIn(await response.text())
    if (!found) {
      console.error(`The program at ${url} is not Whereabouts: ${response.status} to /readyz.`)
      return 1
    }
    if (response.ok) console.log(found.status)
    else console.error(`The service at ${url} is ${found.status}: ${found.problems.join('; ')}.`)
    return response.ok ? 0 : 1
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    console.error(`The service at ${url} does not respond (${code ?? message}).`)
    return 1
  }
}

interface Readiness {
  readonly status: string
  readonly problems: readonly string[]
}

/** Returns the readiness that a response contains, or undefined if another program has sent it. */
function readinessIn(text: string): Readiness | undefined {
  try {
    const { status, problems } = JSON.parse(text) as Partial<Readiness>
    return typeof status === 'string' && Array.isArray(problems) ? { status, problems } : undefined
  } catch {
    return undefined
  }
}

const ownSettings = (): Settings =>
  loadSettings({ args: [], env: process.env, readFile: (path) => readFileSync(path, 'utf8') })

/** Returns the service of these settings on this machine. */
function ownService(settings: Settings): Target {
  const { tls, dataDir } = settings
  const url = localUrlOf(settings)
  if (tls === 'self-signed') return { url, ca: [readTrusted(authorityPath(dataDir))] }
  return tls === 'files' ? { url, ...ownCertificate(settings) } : { url }
}

/** Returns the trusted CAs and a host name of a certificate file. The file need not contain a loopback address. */
function ownCertificate({ tlsCert }: Settings): Omit<Target, 'url'> {
  const chain = readTrusted(String(tlsCert))
  const names = certificateOf(chain, String(tlsCert)).subjectAltName ?? ''
  const [, serverName] = /DNS:([^,*\s]+)/.exec(names) ?? []
  return { ca: [chain, ...rootCertificates], serverName }
}
