import type { AnyElysia } from 'elysia'
import html from '../console/page.html' with { type: 'text' }
import css from '../console/page.css' with { type: 'text' }
import script from '../console/page.js' with { type: 'text' }

/** The page in the browser loads nothing but its own files, runs no inline script and can't be framed. */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

/** Set-up, sign-in and API keys under /console/, to which / leads. */
export function mountConsole(app: AnyElysia): void {
  const serve = (path: string, content: string, type: string) => {
    const answer = () =>
      new Response(content, { headers: { ...headers, 'content-type': `${type}; charset=utf-8` } })
    app.route('GET', path, answer)
    app.route('HEAD', path, answer)
  }
  for (const path of ['/console/', '/console/setup']) serve(path, html as unknown as string, 'text/html')
  serve('/console/page.css', css, 'text/css')
  serve('/console/page.js', script, 'text/javascript')
  app.get('/', () => new Response(null, { status: 302, headers: { location: '/console/' } }))
}
