import { privateEndpoints, publicEndpoints } from '../../src/app/app'
import type { Endpoint } from '../../src/http/endpoint'
import type { Random } from './random-inputs'
import { slowBody, slowForm } from './slow-bodies'
import { slowEncodings, slowHeader, slowQuery, slowSegment } from './slow-heads'

/** Requests within the limits that are slow to process, for every endpoint and every page. */

export interface Input {
  /** The endpoint, such as `POST /api/v1/assets`. */
  readonly to: string
  /** A description of the slow part. */
  readonly kind: string
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
  /** Bytes of each HTTP chunk; absent for a body of declared length. */
  readonly chunk?: number
  /** Whether it needs no token. */
  readonly isOpen: boolean
}

interface KnownReader {
  readonly external_key: string
  readonly device_token: string
}

/** The values that inputs contain: tokens, which may be renewed meanwhile, and ids of rows that exist. */
export interface Known {
  session: string
  key: string
  /** Fixed readers of all formats. */
  readonly readers: readonly KnownReader[]
  /** By the segment of the path before the parameter, such as `assets`. */
  readonly ids: Readonly<Record<string, number>>
}

export const endpoints: readonly Endpoint[] = [...publicEndpoints(), ...privateEndpoints()]

/** The paths that are served in addition to the endpoints. */
const pages = (
  '/ /docs /docs/reference.js /api/openapi.json /api/openapi.yaml /openapi.json /console/ /console/assets ' +
  '/console/worker.js /console/manifest.webmanifest /console/files/none /healthz /readyz /metrics /api/v1/none /none'
).split(' ')

const formType = 'application/x-www-form-urlencoded'
const bodySizes = [16_384, 16_384, 200_000, 1_048_576, 1_048_576]

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

export function createInputs(random: Random, known: Known) {
  const isOfReader = ({ access }: Endpoint) => access.kind === 'device'

  function pathOf(endpoint: Endpoint, reader: KnownReader, segment?: string): string {
    return endpoint.path.replaceAll(/([\w-]+)\/:\w+/g, (_, collection: string) => {
      const right = isOfReader(endpoint) ? reader.external_key : String(known.ids[collection] ?? 1)
      return `${collection}/${segment ?? right}`
    })
  }

  function tokenOf({ access }: Endpoint, reader: KnownReader): string | undefined {
    if (access.kind === 'anyone') return undefined
    if (access.kind === 'device') return reader.device_token
    return access.kind === 'scope' || access.kind === 'apiKey' ? known.key : known.session
  }

  interface Slow extends Partial<Input> {
    readonly kind: string
    readonly query?: string
    readonly segment?: string
  }

  function inputTo(endpoint: Endpoint, { query, segment, ...rest }: Slow): Input {
    const reader = random.oneOf(known.readers)
    const token = tokenOf(endpoint, reader)
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(rest.body && { 'content-type': endpoint.body?.mediaTypes[0] ?? 'application/json' }),
      ...rest.headers,
    }
    const path = pathOf(endpoint, reader, segment)
    const target = query === undefined ? path : `${path}?${query}`
    const isOpen = endpoint.access.kind === 'anyone'
    return { to: nameOf(endpoint), method: endpoint.method, target, isOpen, ...rest, headers }
  }

  function body(endpoint: Endpoint): Input {
    const bytes = random.oneOf(bodySizes)
    const isForm = endpoint.body?.mediaTypes.includes(formType) && random.chance(0.2)
    const { kind, text } = isForm ? slowForm(random, bytes) : slowBody(random, endpoint, bytes)
    // The fault may come at the very end.
    const sent = random.chance(0.1) ? `${text}x` : text
    return inputTo(endpoint, {
      kind: `${kind}, ${bytes} bytes`,
      body: Buffer.from(sent).subarray(0, bytes),
      ...(isForm && { headers: { 'content-type': formType } }),
    })
  }

  /** A body in chunks as small as the protocol allows. */
  function chunks(endpoint: Endpoint): Input {
    const chunk = random.oneOf([1, 1, 3, 20])
    const bytes = endpoint.access.kind === 'anyone' ? 16_000 : 200_000
    const body = Buffer.alloc(bytes, ' ')
    return inputTo(endpoint, { kind: `${bytes} bytes in chunks of ${chunk}`, chunk, body })
  }

  function query(endpoint: Endpoint): Input {
    const query = slowQuery(random, Object.keys(endpoint.query ?? {}))
    return inputTo(endpoint, { kind: `${query.slice(0, 60)}... in the query`, query })
  }

  function path(endpoint: Endpoint): Input {
    const segment = slowSegment(random)
    return inputTo(endpoint, { kind: `${segment.slice(0, 20)}... in the path`, segment })
  }

  function header(endpoint: Endpoint): Input {
    const { kind, name, value } = slowHeader(random)
    const headers = { [name]: value }
    return inputTo(endpoint, { kind, headers, ...(endpoint.body && { body: Buffer.from('{}') }) })
  }

  return {
    /** Returns an input for the endpoint, in most cases a body or a query. */
    one(endpoint: Endpoint): Input {
      // It must be rejected, because other inputs need the row.
      if (endpoint.method === 'DELETE') return query(endpoint)
      if (random.chance(0.25)) return random.oneOf([query, path, header])(endpoint)
      if (endpoint.body) return random.chance(0.93) ? body(endpoint) : chunks(endpoint)
      return random.oneOf([query, query, header])(endpoint)
    },

    page(): Input {
      const target = random.oneOf(pages)
      const input = { to: `GET ${target}`, method: 'GET', isOpen: true }
      if (random.chance(0.5))
        return { ...input, kind: 'a query', target: `${target}?${slowQuery(random, [])}`, headers: {} }
      const headers = { 'accept-encoding': random.oneOf(slowEncodings) }
      return { ...input, kind: 'Accept-Encoding', target, headers }
    },
  }
}
