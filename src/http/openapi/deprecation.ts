/** The headers of a deprecated operation, for the document. */
export const deprecationHeaders = {
  Deprecation: {
    description: 'Unix second from which the operation is deprecated (RFC 9745).',
    required: true,
    schema: { type: 'string', example: '@1798761600' },
  },
  Sunset: {
    description: 'When it may be gone (RFC 8594).',
    required: true,
    schema: { type: 'string', example: 'Thu, 01 Jul 2027 00:00:00 GMT' },
  },
}
