import type { Message } from '../../base/messages'
import { providerMessages as say } from './messages'
import { readFileSync } from 'node:fs'
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import { type AppError, conflict } from '../../base/errors'
import { type Log, oncePerMinute } from '../../base/log'
import type { ProviderSetting } from '../../settings/providers'

type ProviderLog = (what: string, provider: ProviderSetting, error: unknown) => void

/** Logs the reason only: errors of the library contain codes and tokens. */
export function createProviderLog(log: Log): ProviderLog {
  const warn = oncePerMinute((detail, what) => log.warn(detail, what))
  return (what, { id }, error) => {
    const { message, code } = error as { message?: string; code?: string }
    warn(what, { provider: id, reason: message, code })
  }
}

type NoteProblem = (provider: ProviderSetting, problem: Message) => Promise<void>

/** Time for a request to a provider, in seconds. */
const timeoutSeconds = 10
/** Time for which the metadata of a provider is cached, in milliseconds. */
const cachedMillis = 3_600_000

/**
 * Loads the addresses and keys of providers when a user needs them, so that an unreachable provider neither delays nor
 * prevents a start.
 */
export function createProviderClients(logProblem: ProviderLog, noteProblem: NoteProblem) {
  const known = new Map<string, { readonly found: Promise<Configuration>; readonly at: number }>()

  async function discover(provider: ProviderSetting): Promise<Configuration> {
    const { issuer, client_id: clientId } = provider
    const server = new URL(issuer)
    const configuration = await discovery(server, clientId, undefined, authenticationOf(provider), {
      timeout: timeoutSeconds,
      execute: [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])],
    })
    return configuration
  }

  return {
    /** Throws `conflict` with a sentence for the user if the provider does not respond as it should. */
    async clientOf(provider: ProviderSetting): Promise<Configuration> {
      const { id } = provider
      const cached = known.get(id)
      const at = performance.now()
      const isFresh = cached !== undefined && at - cached.at < cachedMillis
      const found = isFresh ? cached.found : discover(provider)
      if (!isFresh) known.set(id, { found, at })
      try {
        return await found
      } catch (err) {
        if (known.get(id)?.found === found) known.delete(id)
        const problem = problemOfIssuer(provider, err)
        logProblem(
          'a provider cannot be used',
          provider,
          problem === undefined ? err : new Error(problem.english),
        )
        if (problem === undefined) throw unreachable(provider)
        await noteProblem(provider, problem)
        throw conflict(say('provider.unusable', { provider: provider.name, fault: problem }))
      }
    },
  }
}

export const unreachable = ({ name }: ProviderSetting): AppError =>
  conflict(say('provider.unreachable', { provider: name }))

const issuerMax = 300

/** Returns what is wrong if the provider calls itself differently, as with or without a slash at the end. */
function problemOfIssuer({ issuer }: ProviderSetting, error: unknown): Message | undefined {
  const { code, cause } = error as { readonly code?: string; readonly cause?: unknown }
  if (code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return undefined
  const { body, attribute } = cause as {
    readonly body?: { readonly issuer?: unknown }
    readonly attribute?: string
  }
  const own = attribute === 'issuer' ? String(body?.issuer).slice(0, issuerMax) : ''
  const isPrintable = /^[\x21-\x7e]+$/.test(own)
  return isPrintable ? say('provider.fault_issuer', { own, issuer }) : undefined
}

/** The secret is read whenever the metadata is loaded, so a replaced secret takes effect within an hour. */
function authenticationOf({ client_secret: value, client_secret_file: file }: ProviderSetting) {
  const secret = file === undefined ? value : readFileSync(file, 'utf8').trim()
  return secret === undefined ? None() : secretAuthentication(secret)
}

/** Uses HTTP Basic, the default of OpenID Connect, unless the provider accepts only the body. */
function secretAuthentication(secret: string): ReturnType<typeof ClientSecretPost> {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return methods.includes('client_secret_basic') ? basic(server, ...rest) : post(server, ...rest)
  }
}
