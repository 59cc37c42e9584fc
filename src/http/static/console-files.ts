import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Authority } from '../../base/key-pair'
import type { ConsoleBundle } from './console-bundle'

/** The files of the console besides its page, under fixed names. */

export const files = '/console/files/'

const decompress = promisify(gunzip)
const decompressed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/**
 * Returns the content of a file for a client that does not accept gzip. It is kept in memory, because decompression is
 * slow.
 */
export const plainContent = (path: string): Promise<Uint8Array<ArrayBuffer>> =>
  decompressed.getOrInsertComputed(path, () => Bun.file(path).bytes().then(decompress))

/** Returns the web app manifest, with which the console can be installed (https://www.w3.org/TR/appmanifest/). */
export function manifest({ page: { icons } }: ConsoleBundle): Response {
  const body = {
    name: 'Whereabouts',
    short_name: 'Whereabouts',
    description: 'The current and past locations of assets.',
    id: '/console/',
    start_url: '/console/',
    scope: '/console/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#0c3b3f',
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

/**
 * Returns the service worker. It is not cached, so that the browser notices a new version. It may connect only to the
 * service.
 */
export const worker = async ({ page, paths }: ConsoleBundle): Promise<Response> =>
  new Response(await plainContent(String(paths[page.worker])), {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
      'cache-control': 'no-cache',
    },
  })

/** Returns the CA certificate as PEM, which phones, desktops and curl accept. */
export const authorityCertificate = ({ cert }: Authority): Response =>
  new Response(cert, {
    headers: {
      'content-type': 'application/x-x509-ca-cert',
      'content-disposition': 'attachment; filename="whereabouts-authority.crt"',
      'cache-control': 'no-cache',
    },
  })
