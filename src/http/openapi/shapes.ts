import { type TSchema, Type } from '@sinclair/typebox'
import { errorTypes } from '../errors'

/** The envelopes of lists (docs/api.md, List envelope) and errors (docs/api.md, Error envelope) in the document. */

/** Returns the name of a resource as a part of other names: AssetView gives AssetList. */
const nameOf = (resource: TSchema): string => String(resource.$id).replace(/View$/, '')

export const itemOf = <T extends TSchema>(resource: T) =>
  Type.Object({ data: resource }, { $id: `${nameOf(resource)}Response`, description: `One ${resource.$id}.` })

export const pageOf = <T extends TSchema>(resource: T) =>
  Type.Object(
    {
      data: Type.Array(resource, { description: 'The rows. The array may be empty, but is never null.' }),
      limit: Type.Integer({ format: 'int32', description: 'The limit that was applied.', example: 50 }),
      offset: Type.Integer({ format: 'int64', description: 'The offset that was applied.', example: 0 }),
      total_count: Type.Integer({
        format: 'int64',
        description: 'Total number of matching rows.',
        example: 1,
      }),
    },
    { $id: `${nameOf(resource)}List`, description: `A page of ${resource.$id}.` },
  )

export const renamedOf = <T extends TSchema>(resource: T) =>
  Type.Object(
    {
      data: resource,
      descendant_count_affected: Type.Integer({
        format: 'int64',
        description:
          'Number of live sub-locations at all levels. The rename does not change them. 0 for assets.',
        example: 0,
      }),
    },
    { $id: `${nameOf(resource)}Renamed`, description: `A renamed ${resource.$id}.` },
  )

export const FieldError = Type.Object(
  {
    field: Type.String({
      description: 'The field or parameter. A nested field is given as a path.',
      example: 'tags[0].value',
    }),
    code: Type.String({
      description: 'The kind of error. Later versions may add codes: accept codes that you do not know.',
      example: 'required',
    }),
    message: Type.String({ description: 'The error message, for users.', example: 'name is required' }),
    params: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: 'Details of the error, such as allowed_values.',
        example: { minimum: 1 },
      }),
    ),
  },
  { $id: 'FieldError', description: 'An error of one field.' },
)

/** The body of every response that is not 2xx or 3xx. */
export const ErrorEnvelope = Type.Object(
  {
    error: Type.Object(
      {
        type: Type.String({
          description: `The kind of error, to branch on: ${errorTypes.join(', ')}.`,
          example: 'not_found',
        }),
        title: Type.String({ description: 'The title of the type, for users.', example: 'Not found' }),
        status: Type.Integer({ format: 'int32', description: 'The HTTP status.', example: 404 }),
        detail: Type.String({
          description: 'The error message, for users. The text may change.',
          example: 'Asset not found',
        }),
        instance: Type.String({ description: 'The path of the request.', example: '/api/v1/assets/42' }),
        request_id: Type.String({
          description: 'Equals the x-request-id header. Include it in support requests.',
          example: '01K3QF6Z9T1V4W8X2Y5Z7A9BCD',
        }),
        fields: Type.Optional(
          Type.Array(FieldError, {
            description: 'The errors of the fields. Only with validation_error.',
          }),
        ),
      },
      { $id: 'ErrorInfo', description: 'A description of the error.' },
    ),
  },
  {
    $id: 'ErrorEnvelope',
    description: 'The body of every error.',
    example: {
      error: {
        type: 'validation_error',
        title: 'Validation failed',
        status: 400,
        detail: 'name is required',
        instance: '/api/v1/assets',
        request_id: '01K3QF6Z9T1V4W8X2Y5Z7A9BCD',
        fields: [{ field: 'name', code: 'required', message: 'name is required' }],
      },
    },
  },
)
