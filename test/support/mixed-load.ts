import { clientOf, type Credential, mintKey, signIn } from './client'
import type { Program } from './program'
import type { Random } from './random-inputs'

/**
 * The mixed load: 30 % creates, 20 % reads by id, 15 % lists, 15 % reports, 10 % histories and 10 % scans, at a constant
 * rate. A request starts when it is due, even when earlier ones have no response yet, and its latency counts from then.
 */

export const kinds = ['create', 'get', 'list', 'report', 'history', 'scan'] as const
type Kind = (typeof kinds)[number]

const shares: Readonly<Record<Kind, number>> = {
  create: 30,
  get: 20,
  list: 15,
  report: 15,
  history: 10,
  scan: 10,
}
const order: readonly Kind[] = kinds.flatMap((kind) => Array.from({ length: shares[kind] }, () => kind))

export interface Done {
  readonly kind: Kind
  /** Milliseconds since the request was due. */
  readonly latency: number
  /** 0 without a response. */
  readonly status: number
}

interface MixedLoad {
  /** Returns the requests that ended since the last call. */
  take(): Done[]
  /** The status and text of the first unexpected response. */
  unexpected(): string | undefined
  /** The number of assets whose creation was acknowledged. */
  created(): number
  /** Stops the load and waits for the responses. */
  stop(): Promise<void>
}

interface Tokens {
  readonly api: string
  readonly session: string
}

/** Access tokens are valid for 15 minutes. */
const renewalMilliseconds = 300_000
const scannedAgoMilliseconds = 1000
/** Requests that are due in one turn of the timer are sent together. */
const turnMilliseconds = 5

export async function startMixedLoad(
  program: Program,
  random: Random,
  requestsPerSecond: number,
): Promise<MixedLoad> {
  const credential = await mintKey(await signIn(program))
  let tokens = await newTokens(program, credential)
  const locations: number[] = []
  for (let number = 1; number <= 20; number++)
    locations.push((await created(program, tokens.api, `/api/v1/locations`, { name: `Bay ${number}` })).id)
  const assets = [await newAsset()]

  let done: Done[] = []
  let unexpected: string | undefined
  let made = assets.length
  let isOver = false
  const pending = new Set<Promise<void>>()

  async function newAsset(): Promise<{ id: number; value: string }> {
    const value = `SOAK-${++serial}`
    const tags = [{ tag_type: 'rfid', value }]
    return { id: (await created(program, tokens.api, '/api/v1/assets', { name: value, tags })).id, value }
  }

  const anyAsset = () => random.oneOf(assets)
  const api = (path: string, body?: unknown) => exchange(program, tokens.api, path, body)
  const send: Readonly<Record<Kind, () => Promise<Answer>>> = {
    create: async () => {
      const value = `SOAK-${++serial}`
      const answer = await api('/api/v1/assets', { name: value, tags: [{ tag_type: 'rfid', value }] })
      if (answer.status !== 201) return answer
      assets.push({ id: JSON.parse(answer.text).data.id, value })
      made++
      return answer
    },
    get: () => api(`/api/v1/assets/${anyAsset().id}`),
    list: () => api(`/api/v1/assets?limit=50&offset=${random.below(Math.min(assets.length, 1000))}`),
    report: () => api(`/api/v1/reports/asset-locations?limit=50&location_id=${random.oneOf(locations)}`),
    history: () => api(`/api/v1/assets/${anyAsset().id}/history?limit=50`),
    scan: () =>
      exchange(program, tokens.session, '/internal/v1/scans', {
        location_id: random.oneOf(locations),
        observed_at: new Date(Date.now() - scannedAgoMilliseconds).toISOString(),
        reads: [{ value: anyAsset().value }],
      }),
  }

  async function request(kind: Kind, due: number): Promise<void> {
    const answer = await send[kind]().catch((error: unknown): Answer => ({ status: 0, text: String(error) }))
    done.push({ kind, latency: performance.now() - due, status: answer.status })
    if (answer.status === 0 || answer.status >= 300)
      unexpected ??= `${kind}: ${answer.status} ${answer.text.slice(0, 500)}`
  }

  const sending = (async () => {
    const begun = performance.now()
    for (let sent = 0; !isOver; await Bun.sleep(turnMilliseconds)) {
      for (; begun + (sent * 1000) / requestsPerSecond <= performance.now(); sent++) {
        const one = request(random.oneOf(order), begun + (sent * 1000) / requestsPerSecond)
        pending.add(one)
        void one.then(() => pending.delete(one))
      }
    }
  })()
  async function renew(): Promise<void> {
    try {
      tokens = await newTokens(program, credential)
    } catch (error) {
      unexpected ??= `renewing the tokens: ${String(error)}`
    }
  }
  const renewal = setInterval(() => void renew(), renewalMilliseconds)

  return {
    take() {
      const taken = done
      done = []
      return taken
    },
    unexpected: () => unexpected,
    created: () => made,
    async stop() {
      isOver = true
      clearInterval(renewal)
      await sending
      await Promise.all(pending)
    },
  }
}

let serial = 0

interface Answer {
  readonly status: number
  readonly text: string
}

/** Without the checks of `clientOf`, which cost more than the request. */
async function exchange({ http }: Program, token: string, path: string, body: unknown): Promise<Answer> {
  const response = await fetch(http + path, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

async function created(
  program: Program,
  token: string,
  path: string,
  body: unknown,
): Promise<{ readonly id: number }> {
  const { status, text } = await exchange(program, token, path, body)
  if (status !== 201) throw new Error(`${path} returned ${status}: ${text}`)
  return JSON.parse(text).data
}

async function newTokens(program: Program, credential: Credential): Promise<Tokens> {
  const granted = await clientOf(program.http).post('/api/v1/oauth/token', {
    grant_type: 'client_credentials',
    client_id: credential.client_id,
    client_secret: credential.client_secret,
  })
  if (granted.status !== 200) throw new Error(`The token endpoint returned ${granted.status}`)
  return { api: granted.body.access_token, session: (await signIn(program)).token as string }
}
