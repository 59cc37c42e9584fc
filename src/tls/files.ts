import { readFileSync } from 'node:fs'
import { certificateOf, PairError, requireMatch } from './pair'
import type { Source } from './source'

/** A certificate and a key that somebody else puts there and renews. */
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
    throw new PairError(`${path} can't be read (${(error as { code?: string }).code ?? String(error)})`)
  }
}
