/** The parts of an OpenAPI document that the comparison reads. */

export type Named<T> = Readonly<Record<string, T>>
export type Reference<T> = T | { readonly $ref: string }

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly nullable?: boolean
  readonly readOnly?: boolean
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly required?: readonly string[]
  readonly properties?: Named<Schema>
  readonly additionalProperties?: unknown
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Named<string> }
  readonly [other: string]: unknown
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly style?: string
  readonly explode?: boolean
  readonly schema: Schema
}

interface Header {
  readonly required?: boolean
  readonly schema: Schema
}

export type Content = Named<{ readonly schema?: Schema }>

export interface Body {
  readonly required?: boolean
  readonly content: Content
}

export interface Response {
  readonly headers?: Named<Reference<Header>>
  readonly content?: Content
}

export interface Operation {
  readonly operationId: string
  readonly 'x-required-scopes'?: readonly string[]
  readonly security?: unknown
  readonly parameters?: readonly Reference<Parameter>[]
  readonly requestBody?: Body
  readonly responses: Named<Reference<Response>>
}

export interface Document {
  readonly security?: unknown
  readonly paths: Named<Named<Operation>>
  readonly components: Named<Named<unknown>>
}
