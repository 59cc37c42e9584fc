const accepted = {
  gzip: /^\s*gzip\s*(;\s*q=(1|0\.0*[1-9]).*)?$/i,
  br: /^\s*br\s*(;\s*q=(1|0\.0*[1-9]).*)?$/i,
} as const

/** Reports whether the client accepts a coding (RFC 9110 §12.5.3). */
const accepts = (request: Request, coding: keyof typeof accepted): boolean =>
  (request.headers.get('accept-encoding') ?? '').split(',').some((one) => accepted[coding].test(one))

export const acceptsGzip = (request: Request): boolean => accepts(request, 'gzip')

/** Browsers accept Brotli over HTTPS and from the same machine. */
export const acceptsBrotli = (request: Request): boolean => accepts(request, 'br')
