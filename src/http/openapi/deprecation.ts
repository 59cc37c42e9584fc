/** The headers of a deprecated operation in the document. */
export const deprecationHeaders = {
  Deprecation: {
    description: 'The time from which the operation is deprecated, in Unix seconds (RFC 9745).',
    required: true,
    schema: { type: 'string', example: '@1798761600' },
  },
  Sunset: {
    description: 'The time from which the operation may be removed (RFC 8594).',
    required: true,
    schema: { type: 'string', example: 'Thu, 01 Jul 2027 00:00:00 GMT' },
  },
}
