import { DecodeError, unknownSource } from './payloads/decoder'
import { connectedFormat, formats } from './formats'

/**
 * Returns the format that finds most reads in a payload; null when none finds one. It tries every format, so its cost is
 * that of a dozen decodings.
 */
export function likelyFormat(payload: Uint8Array, topic: string | null): string | null {
  let best: { readonly format: string; readonly reads: number } | null = null
  for (const format of Object.keys(formats)) {
    if (format === connectedFormat) continue
    const reads = readsIn(format, payload, topic)
    if (reads > (best?.reads ?? 0)) best = { format, reads }
  }
  return best?.format ?? null
}

function readsIn(format: string, payload: Uint8Array, topic: string | null): number {
  try {
    return formats[format]?.(payload, { ...unknownSource, topic }).reads.length ?? 0
  } catch (error) {
    if (error instanceof DecodeError) return 0
    throw error
  }
}
