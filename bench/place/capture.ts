import { readFileSync } from 'node:fs'
import { parseCapture } from '../../src/commands/capture'
import { decodeCslCs463 } from '../../src/tracking/formats/models/csl-cs463'
import type { Read } from '../../src/storage/core/store'
import { readOf } from './radio'

/** Loads the reads of a capture of CSL CS463 readers, by tag. Each antenna is a place. Their truth is not known. */
export function loadCapture(path: string): readonly (readonly Read[])[] {
  const antennas = new Map<string, number>()
  const reads = parseCapture(readFileSync(path)).flatMap(({ topic, payload }) =>
    decodeCslCs463(payload).reads.map(({ value, antenna, sentAt, rssi }) => {
      if (sentAt === null) throw new Error(`${path} has a read without a time.`)
      const place = antennas.getOrInsertComputed(`${topic} ${antenna}`, () => antennas.size + 1)
      return { tag: value, read: readOf(sentAt, place, place, rssi) }
    }),
  )
  const byTag = Map.groupBy(reads, ({ tag }) => tag)
  return [...byTag.values()].map((ofTag) =>
    ofTag.map(({ read }) => read).toSorted((a, b) => a.at - b.at || a.locationId - b.locationId),
  )
}
