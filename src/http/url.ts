/** The parts of a request's URL exactly as sent: they are neither decoded nor normalized. */

/** Returns the path, without the query. */
export function pathOf(request: Request): string {
  const start = request.url.indexOf('/', request.url.indexOf('://') + 3)
  const end = request.url.indexOf('?', start)
  return start < 0 ? '/' : request.url.slice(start, end < 0 ? undefined : end)
}

/** Returns the query without the question mark; empty if there is none. */
export function queryOf(request: Request): string {
  const at = request.url.indexOf('?')
  return at < 0 ? '' : request.url.slice(at + 1)
}

/** Returns the address that the client used for the service, such as `http://10.0.0.5:8080`; `/` without a usable Host header. */
export function originOf(request: Request, isSecure: boolean): string {
  const url = `${isSecure ? 'https' : 'http'}://${request.headers.get('host') ?? ''}`
  return URL.canParse(url) ? new URL(url).origin : '/'
}
