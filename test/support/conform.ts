import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Received, type Contract, createContract, type OpenApi, type Response } from './validate'

/** Compares every response of the public API with the OpenAPI document and the rules of the error envelope. */

/** The committed document. openapi/published.test.ts checks that the executable serves the same one. */
const documentPath = join(import.meta.dir, '../../docs/openapi.json')

type Conformity = (method: string, url: string, received: Received) => string[]

let committed: Conformity | undefined

/** Throws when the document does not describe the response. Responses of other endpoints are not checked. */
export function requireDocumented(method: string, url: string, received: Received): void {
  committed ??= createConformity(createContract(JSON.parse(readFileSync(documentPath, 'utf8')) as OpenApi))
  const problems = committed(method, url, received)
  if (problems.length > 0)
    throw new Error(`A response differs from its documentation:\n${problems.join('\n')}`)
}

/** The other addresses of the document. They have the prefix of the API and are not routes of it. */
const redirects = new Set(['/api/v1/openapi.json', '/api/v1/openapi.yaml'])

/** Returns every difference between a response and the document, each with the operation and the status. */
export function createConformity({ document, routes, problemsOf, problemsIn }: Contract): Conformity {
  const paths = [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods: new Set(ofPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
  }))

  /** When there is no operation: 404 for an unknown path, 405 for a method. */
  function refusalProblems(method: string, status: 404 | 405, received: Received): string[] {
    if (received.status !== status) return [`should be ${status}: ${received.text}`]
    const allow = received.headers.has('allow')
    const headerProblems = allow === (status === 405) ? [] : [allow ? 'has an Allow' : 'lacks an Allow']
    const response = document.components.responses['Error'] as Response
    return [...headerProblems, ...problemsIn(response, method, received)]
  }

  return (method, url, received) => {
    const { pathname } = new URL(url)
    if (!pathname.startsWith('/api/v1/') || redirects.has(pathname)) return []
    const known = paths.find(({ pattern }) => pattern.test(pathname))
    const name = `${method} ${known?.path ?? pathname} ${received.status}`
    const named = (problems: string[]) => problems.map((problem) => `${name} ${problem}`)
    if (method === 'OPTIONS') return named(preflightProblems(received))
    const isOperation = known?.methods.has(method)
    return [
      ...(isOperation
        ? problemsOf(method, known?.path ?? '', received)
        : named(refusalProblems(method, known ? 405 : 404, received))),
      ...(received.status >= 400 && method !== 'HEAD' ? named(envelopeProblems(pathname, received)) : []),
    ]
  }
}

/** Checks the response to a preflight request: no body and no Allow (docs/api.md, CORS). */
function preflightProblems({ status, headers, text }: Received): string[] {
  return status === 204 && text === '' && !headers.has('allow')
    ? []
    : ['is not a response to a preflight request']
}

const typesOf: Readonly<Record<number, readonly string[]>> = {
  400: ['validation_error', 'bad_request'],
  401: ['unauthorized'],
  403: ['forbidden'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  409: ['conflict'],
  412: ['precondition_failed'],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  429: ['rate_limited'],
  500: ['internal_error'],
  503: ['service_unavailable'],
  507: ['insufficient_storage'],
}

/**
 * Checks the rules of the envelope that its schema can't express: status, ids, and `fields` by type (docs/api.md, Error
 * envelope).
 */
function envelopeProblems(pathname: string, { status, headers, body }: Received): string[] {
  const { error } = body as { error?: Record<string, unknown> }
  if (!error) return ['has no error']
  const { type, fields } = error
  const isField = type === 'validation_error'
  const isRight: Record<string, boolean> = {
    type: (typesOf[status] ?? []).includes(String(type)),
    status: error['status'] === status,
    instance: error['instance'] === pathname,
    request_id: error['request_id'] === headers.get('x-request-id'),
    fields: isField ? Array.isArray(fields) && fields.length > 0 : fields === undefined,
    'Retry-After': headers.has('retry-after') === [429, 503, 507].includes(status),
    'WWW-Authenticate': status !== 401 || headers.has('www-authenticate'),
  }
  return Object.keys(isRight)
    .filter((name) => !isRight[name])
    .map((name) => `has a wrong ${name}: ${JSON.stringify(error)}`)
}
