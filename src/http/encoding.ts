/** Reports whether the client accepts gzip (RFC 9110 §12.5.3). */
export const acceptsGzip = (request: Request): boolean =>
  (request.headers.get('accept-encoding') ?? '')
    .split(',')
    .some((coding) => /^\s*gzip\s*(;\s*q=(1|0\.0*[1-9]).*)?$/i.test(coding))
