import { type TSchema, Type } from '@sinclair/typebox'
import { errorTypes } from '../errors'

/** The envelopes of lists (docs/api.md, List envelope) and errors (docs/api.md, Error envelope), for the document. */

/** What a resource is called where it is part of another name: AssetView gives AssetList. */
const nameOf = (resource: TSchema): string => String(resource.$id).replace(/View$/, '')

export const itemOf = <T extends TSchema>(resource: T) =>
  Type.Object({ data: resource }, { $id: `${nameOf(resource)}Response`, description: `One ${resource.$id}.` })

export const pageOf = <T extends TSchema>(resource: T) =>
  Type.Object(
    {
      data: Type.Array(resource, { description: 'The rows; empty, never null.' }),
      limit: Type.Integer({ format: 'int32', description: 'The limit that was honoured.', example: 50 }),
      offset: Type.Integer({ format: 'int64', description: 'The offset that was honoured.', example: 0 }),
      total_count: Type.Integer({ format: 'int64', description: 'How many rows match in all.', example: 1 }),
    },
    { $id: `${nameOf(resource)}List`, description: `A page of ${resource.$id}.` },
  )

export const renamedOf = <T extends TSchema>(resource: T) =>
  Type.Object(
    {
      data: resource,
      descendant_count_affected: Type.Integer({
        format: 'int64',
        description: 'Live descendants, which the rename does not change; 0 for assets.',
        example: 0,
      }),
    },
    { $id: `${nameOf(resource)}Renamed`, description: `A renamed ${resource.$id}.` },
  )

const FieldError = Type.Object(
  {
    field: Type.String({
      description: 'The field or parameter; nested ones as a path.',
      example: 'tags[0].value',
    }),
    code: Type.String({
      description: 'What is wrong. More codes may come: tolerate those you do not know.',
      example: 'required',
    }),
    message: Type.String({ description: 'The same for people.', example: 'name is required' }),
    params: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: 'Details, such as allowed_values.',
        example: { minimum: 1 },
      }),
    ),
  },
  { $id: 'FieldError', description: 'What is wrong with one field.' },
)

/** The body of every answer that is not 2xx or 3xx. */
export const ErrorEnvelope = Type.Object(
  {
    error: Type.Object(
      {
        type: Type.String({ description: `The branch key: ${errorTypes.join(', ')}.`, example: 'not_found' }),
        title: Type.String({ description: 'The type for people.', example: 'Not found' }),
        status: Type.Integer({ format: 'int32', description: 'The HTTP status.', example: 404 }),
        detail: Type.String({
          description: 'What happened, for people; not contractual.',
          example: 'Asset not found',
        }),
        instance: Type.String({ description: 'The path of the request.', example: '/api/v1/assets/42' }),
        request_id: Type.String({
          description: 'Equals the x-request-id header; quote it when you ask for help.',
          example: '01K3QF6Z9T1V4W8X2Y5Z7A9BCD',
        }),
        fields: Type.Optional(
          Type.Array(FieldError, {
            description: 'Only with validation_error: what is wrong, field by field.',
          }),
        ),
      },
      { $id: 'ErrorInfo', description: 'What went wrong.' },
    ),
  },
  {
    $id: 'ErrorEnvelope',
    description: 'Every error.',
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
