import { readFileSync } from 'node:fs'
import { certificateOf, PairError, requireMatch } from './pair'
import type { Source } from './source'

/** Reads a certificate and a key from files, which another program writes and renews. */
export const filesSource = (certPath: string, keyPath: string): Source => ({
  authority: null,
  async next() {
    const [cert, key] = [read(certPath), read(keyPath)]
    requireMatch(certificateOf(cert, certPath), key, keyPath, certPath)
    return { cert, key }
  },
})

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new PairError(`${path} cannot be read (${(error as { code?: string }).code ?? String(error)})`)
  }
}
