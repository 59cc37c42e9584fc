import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Authority } from '../../tls/source'
import type { ConsoleBundle } from './console-bundle'

/** What the console has beside its page, under names that don't change. */

export const files = '/console/files/'

const decompress = promisify(gunzip)
const decompressed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** The content of a file for a client that does not take gzip. It is kept: to decompress it for each request would be slow. */
export const plainContent = (path: string): Promise<Uint8Array<ArrayBuffer>> =>
  decompressed.getOrInsertComputed(path, () => Bun.file(path).bytes().then(decompress))

/** How the console looks on a home screen (https://www.w3.org/TR/appmanifest/). */
export function manifest({ page: { icons } }: ConsoleBundle): Response {
  const body = {
    name: 'Whereabouts',
    short_name: 'Whereabouts',
    description: 'Where every asset is, and has been.',
    id: '/console/',
    start_url: '/console/',
    scope: '/console/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#4263eb',
    icons: [
      { src: files + icons.drawn, sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' },
      { src: files + icons.small, sizes: '192x192', type: 'image/png', purpose: 'any maskable' },
      { src: files + icons.large, sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    ],
    shortcuts: [{ name: 'Scan', url: '/console/scan' }],
  }
  return Response.json(body, {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' },
  })
}

/** Asked for anew each time, so that another console is noticed. It reaches the service alone. */
export const worker = async ({ page, paths }: ConsoleBundle): Promise<Response> =>
  new Response(await plainContent(String(paths[page.worker])), {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
      'cache-control': 'no-cache',
    },
  })

/** PEM, which phones, desktops and curl all take. */
export const authorityCertificate = ({ cert }: Authority): Response =>
  new Response(cert, {
    headers: {
      'content-type': 'application/x-x509-ca-cert',
      'content-disposition': 'attachment; filename="whereabouts-authority.crt"',
      'cache-control': 'no-cache',
    },
  })
