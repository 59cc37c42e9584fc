/** The page that shows the document. Its script comes from this server, so the page works without internet access. */

export const referenceScriptPath = '/docs/reference.js'

/** Disables telemetry, and all features that need services on the internet. */
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

// The first script is data, so the policy below does not forbid it. The empty icon avoids a request for /favicon.ico.
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
    <noscript>This page needs JavaScript. You can also read the document itself: <a href="/api/openapi.json">openapi.json</a>.</noscript>
    <script id="api-reference" type="application/json" data-configuration="${attribute(configuration)}"></script>
    <script src="${referenceScriptPath}"></script>
  </body>
</html>
`

/** The page may use inline styles, and load only its own script and the document. */
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
