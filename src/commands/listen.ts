import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from '../base/errors'
import { parseFlagsOnly } from '../settings/flags'
import type { EventView } from '../events/event-log/schema'
import { createResolve } from '../base/addresses/addresses'
import { headersOf, messageOf, newSecret } from '../events/webhooks/message'
import { createPost, type Post } from '../events/webhooks/post'
import { parseServerUrl, readTrusted } from './flags'
import { connectWithKey, type ServiceClient, ServiceError } from './service-client'
import { nextSignal } from './signals'
import { fitted } from './help'

/** What `whereabouts listen --help` prints. */
export const listenHelp = fitted(`Usage: whereabouts listen --forward-to http://localhost:3000/hook [flags]

Forwards the events of an organization to a program on this machine, like a webhook: as POST requests, in order, signed as
Standard Webhooks specifies, with the secret that the command prints. Each event is sent once, and the response is
printed. The API key needs the scope tracking:read.

  --forward-to <url>       URL of the program: http:// or https://
  --server <url>           service to read the events from (default http://localhost:8080)
  --client-id <id>         API key (default: the environment variable CLIENT_ID)
  --client-secret <secret> its secret (default: the environment variable CLIENT_SECRET)
  --after <n>              begin after the event with this sequence; 0: with the first event (default: the newest)
  --secret <secret>        secret that signs, such as one that an earlier run has printed (default: a new one)
  --ca <file>              PEM file of the certificate authority of https:// URLs (default: the public ones)
  -h, --help               print this help

Ctrl-C ends the command. When the service is not reachable, the command waits for it.

Exit codes:
  0  The command was ended with Ctrl-C.
  1  The service refused a request, for example because the API key is not valid.
  2  The usage is wrong.
`)

const text = { type: 'string' } as const
const flags = {
  'forward-to': text,
  server: { type: 'string', default: 'http://localhost:8080' },
  'client-id': text,
  'client-secret': text,
  after: text,
  secret: text,
  ca: text,
} as const

/** Number of events that are requested at once. */
const atOnce = 100
/** Time that a request waits for an event, in seconds. */
const waitSeconds = 30
/** Milliseconds until the next request after a failed one. */
const retryMillis = 1_000

interface Settings {
  readonly forwardTo: string
  readonly server: string
  readonly clientId: string
  readonly clientSecret: string
  /** Undefined: the newest sequence. */
  readonly after: number | undefined
  readonly secret: string
  readonly ca: string | undefined
}

/** Forwards events until a signal; returns the exit code of the process. */
export async function listen(args: readonly string[]): Promise<number> {
  const settings = parseSettings(args)
  try {
    return await Promise.race([forward(settings), nextSignal().then(() => 0)])
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    console.error(error.message)
    return 1
  }
}

/** Throws UsageError. */
function parseSettings(args: readonly string[]): Settings {
  const values = parseFlagsOnly('listen', args, flags)
  const forwardTo = values['forward-to']
  if (forwardTo === undefined || !/^https?:$/.test(URL.parse(forwardTo)?.protocol ?? ''))
    throw new UsageError('Specify the URL of the program, such as --forward-to http://localhost:3000/hook.')
  const clientId = values['client-id'] ?? process.env['CLIENT_ID']
  const clientSecret = values['client-secret'] ?? process.env['CLIENT_SECRET']
  if (!clientId || !clientSecret)
    throw new UsageError(
      'Specify an API key with --client-id and --client-secret, or CLIENT_ID and CLIENT_SECRET.',
    )
  const { after, secret = newSecret() } = values
  if (after !== undefined && !/^\d{1,15}$/.test(after))
    throw new UsageError(`--after must be the sequence of an event, not '${after}'.`)
  if (!/^whsec_[A-Za-z0-9+/]{32,}=*$/.test(secret))
    throw new UsageError('--secret must begin with whsec_, like the one that the command prints.')
  return {
    forwardTo,
    server: parseServerUrl(values.server),
    clientId,
    clientSecret,
    after: after === undefined ? undefined : Number(after),
    secret,
    ca: values.ca === undefined ? undefined : readTrusted(values.ca),
  }
}

interface EventPage {
  readonly data: readonly EventView[]
  readonly next_after: number
}

async function forward(settings: Settings): Promise<never> {
  const { server, clientId, clientSecret, ca, forwardTo } = settings
  const client = await whenAvailable(() => connectWithKey(server, clientId, clientSecret, ca))
  const { body: own } = await whenAvailable(() => client.get<{ data: { id: number } }>('/api/v1/orgs/me'))
  let after = settings.after ?? (await whenAvailable(() => newestSequence(client)))
  // The program is the developer's own, and usually runs on this machine.
  const post = createPost(createResolve(['0.0.0.0/0', '::/0']), ca)
  console.log(`Signing secret: ${settings.secret}`)
  console.log(`Forwarding events after ${after} to ${forwardTo}`)
  while (true) {
    const path = `/api/v1/events?after=${after}&limit=${atOnce}&wait=${waitSeconds}`
    const { body: page } = await whenAvailable(() => client.get<EventPage>(path))
    for (const event of page.data) console.log(await deliver(post, settings, own.data.id, event))
    after = page.next_after
  }
}

/** Returns the sequence up to which the report contains the events. */
async function newestSequence(client: ServiceClient): Promise<number> {
  const { headers } = await client.get('/api/v1/reports/asset-locations?limit=1')
  return Number(headers.get('event-sequence'))
}

/** Repeats a request while the service is not reachable or not available. Throws ServiceError when the service refuses it. */
async function whenAvailable<T>(request: () => Promise<T>): Promise<T> {
  while (true)
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof ServiceError) || isRefusal(error.status)) throw error
      console.error(error.message)
      await sleep(retryMillis)
    }
}

const isRefusal = (status = 500): boolean => status < 500

/** Sends an event and returns a line about the result. */
async function deliver(
  post: Post,
  { forwardTo, secret }: Settings,
  organizationId: number,
  event: EventView,
): Promise<string> {
  const message = messageOf(organizationId, event)
  const headers = headersOf(message, [secret], new Date())
  const { status, error } = await post(forwardTo, headers, message.body, new AbortController().signal)
  return `${event.sequence} ${event.type}: ${error?.english ?? status}`
}
