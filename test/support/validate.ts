import { Ajv, type ValidateFunction } from 'ajv'

/** Compares responses with the OpenAPI document that the service serves. */

/** A response that a client has read. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly text: string
}

export type Schema = { readonly [keyword: string]: unknown }

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly description: string
  readonly required: boolean
  readonly schema: Schema
}

export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly 'x-required-scopes': readonly string[]
  readonly security?: readonly unknown[]
  readonly parameters: readonly unknown[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>
  }
  readonly responses: Readonly<Record<string, unknown>>
}

export interface OpenApi {
  readonly openapi: string
  readonly info: Schema
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly security: unknown
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly securitySchemes: Schema
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly headers: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

export interface Route extends Operation {
  /** The method in capitals. */
  readonly method: string
  /** The path with parameters as `{name}`. */
  readonly path: string
}

export interface Contract {
  readonly document: OpenApi
  readonly routes: readonly Route[]
  /** Returns the component that a `$ref` names. Returns other nodes unchanged. */
  resolve<T>(node: unknown): T
  /**
   * Every difference between a response and the document; empty when there is none. `path` has its parameters as
   * `{name}`.
   */
  readonly problemsOf: (method: string, path: string, received: Received) => string[]
  /** The same for one response of the document. */
  readonly problemsIn: (response: Response, method: string, received: Received) => string[]
}

/** Errors that every route may return. No operation lists them; the `default` response describes them. */
const unlisted = [405, 500, 503, 507]

/** The contract of the document that a running service serves. */
export async function contractOf(base: string): Promise<Contract> {
  const response = await fetch(`${base}/api/openapi.json`)
  return createContract((await response.json()) as OpenApi)
}

export function createContract(document: OpenApi): Contract {
  const validatorOf = createValidators(document)
  const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )

  function resolve<T>(node: unknown): T {
    const reference = (node as { $ref?: string }).$ref
    if (reference === undefined) return node as T
    const [, , kind, name] = reference.split('/') as [string, string, keyof OpenApi['components'], string]
    const target = document.components[kind]?.[name]
    if (target === undefined) throw new Error(`${reference} does not exist`)
    return target as T
  }

  function responseOf(method: string, path: string, status: number): Response | undefined {
    const documented = method === 'HEAD' ? 'GET' : method
    const operation = routes.find((route) => route.method === documented && route.path === path)
    const found = operation?.responses[status]
    if (found) return resolve(found)
    return operation && unlisted.includes(status) ? resolve(operation.responses['default']) : undefined
  }

  function headerProblems({ headers = {} }: Response, received: Received): string[] {
    return Object.entries(headers).flatMap(([name, reference]) => {
      const { required, schema } = resolve<{ required?: boolean; schema: Schema }>(reference)
      const value = received.headers.get(name)
      if (value === null) return required ? [`lacks the header ${name}`] : []
      const isRight = schema['type'] !== 'integer' || /^\d+$/.test(value)
      return isRight ? [] : [`has ${name}: ${value}`]
    })
  }

  function bodyProblems({ content }: Response, method: string, received: Received): string[] {
    const { headers, body, text } = received
    const type = headers.get('content-type') ?? 'no content type'
    // The parameters of CSV say how its bytes are read. Its content is not JSON.
    const isCsv = type.startsWith('text/csv;')
    const schema = content?.[isCsv ? 'text/csv' : type]?.schema
    if (content && !schema) return [`is ${type}`]
    if (!schema || method === 'HEAD') return text === '' ? [] : [`has a body: ${text}`]
    const validate = validatorOf(schema)
    if (validate(isCsv ? text : body)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || 'body'} ${message} ${JSON.stringify(params)}`,
    )
  }

  const problemsIn = (response: Response, method: string, received: Received): string[] => [
    ...headerProblems(response, received),
    ...bodyProblems(response, method, received),
  ]

  return {
    document,
    routes,
    resolve,
    problemsIn,
    problemsOf(method, path, received) {
      const response = responseOf(method, path, received.status)
      const problems = response
        ? problemsIn(response, method, received)
        : [`is not documented: ${received.text}`]
      return problems.map((problem) => `${method} ${path} ${received.status} ${problem}`)
    },
  }
}

/** Creates validators for the schemas of the document. A field that the document does not contain is an error. */
function createValidators({ components }: OpenApi): (schema: Schema) => ValidateFunction {
  // Ajv supports `nullable` of OpenAPI.
  const ajv = new Ajv({ allErrors: true, strict: true })
  ajv.addVocabulary(['components', 'example', 'discriminator'])
  const isInteger = (bits: number) => ({
    type: 'number' as const,
    validate: (value: number) => Number.isInteger(value) && Math.abs(value) < 2 ** (bits - 1),
  })
  ajv.addFormat('int32', isInteger(32))
  ajv.addFormat('int64', isInteger(64))
  ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  // Stricter than the format: responses are in UTC with three fractional digits (docs/api.md, Timestamps).
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
  ajv.addFormat('date-time', (value) => isInstant.test(value) && !Number.isNaN(Date.parse(value)))
  ajv.addFormat('password', true)
  ajv.addSchema({ $id: 'contract', components: { schemas: mapValues(components.schemas, closed) } })

  const known = new Map<string, ValidateFunction>()
  return (schema) => {
    const key = JSON.stringify(schema)
    const validate =
      known.get(key) ?? ajv.compile(JSON.parse(key.replaceAll('"#/components', '"contract#/components')))
    known.set(key, validate)
    return validate
  }
}

function closed(schema: Schema): Schema {
  const { properties, items, oneOf, ...rest } = schema
  return {
    ...(properties !== undefined && {
      additionalProperties: false,
      properties: mapValues(properties as object, closed),
    }),
    ...(items !== undefined && { items: closed(items as Schema) }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.map(closed) }),
    ...rest,
  }
}

const mapValues = (node: object, change: (value: Schema) => Schema): Record<string, Schema> =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value)]))
