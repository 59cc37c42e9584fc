/** The reference page: it shows the document with a script from this server, so that it works without internet. */

export const referenceScriptPath = '/docs/reference.js'

/** Nothing may call home, and nothing may point to services that a LAN does not reach. */
const configuration = {
  url: '/api/openapi.json',
  defaultOpenAllTags: true,
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
}

const attribute = (value: unknown): string =>
  JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;')

// The first script is data: were it taken for code, the policy below would refuse it. The icon spares a request.
export const referencePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Whereabouts API</title>
    <link rel="icon" href="data:,">
    <style>body { margin: 0 }</style>
  </head>
  <body>
    <noscript>This page needs JavaScript. The document itself: <a href="/api/openapi.json">openapi.json</a>.</noscript>
    <script id="api-reference" type="application/json" data-configuration="${attribute(configuration)}"></script>
    <script src="${referenceScriptPath}"></script>
  </body>
</html>
`

/** The reference styles itself; it loads nothing but its own script and the document. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
