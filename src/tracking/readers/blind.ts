import type { ReaderView } from './schema'

/** The locations of which nothing is known, because none of their readers works. */

type Chained = Pick<ReaderView, 'id' | 'name' | 'antennas' | 'diagnosis' | 'health'>

/** A location, and the reader that was the last one to work there. */
export interface BlindLocation {
  readonly locationId: number
  readonly readerId: number
  readonly readerName: string
  readonly cause: string
  readonly since: string
}

/** Whether a reader delivers no reads. When only an antenna has no location, the others still work. */
export const isBlind = ({ diagnosis }: Chained): boolean =>
  diagnosis !== null &&
  diagnosis.links.placing !== 'broken' &&
  Object.values(diagnosis.links).includes('broken')

/**
 * Returns the locations whose active fixed readers are all blind. Readers that have never sent a message do not count: they are
 * not in use yet, and nothing is missing there because of them.
 */
export function blindLocations(inUse: readonly Chained[]): BlindLocation[] {
  const blind = new Map<number, BlindLocation>()
  const seen = new Set<number>()
  for (const reader of inUse.filter(({ health }) => health !== null))
    for (const { location_id: locationId } of reader.antennas) {
      const { id: readerId, name: readerName, diagnosis, health } = reader
      const since = diagnosis?.since ?? health?.last_message_at
      if (!isBlind(reader) || since === undefined) seen.add(locationId)
      else if ((blind.get(locationId)?.since ?? '') < since)
        blind.set(locationId, {
          locationId,
          readerId,
          readerName,
          cause: diagnosis?.cause ?? 'silent',
          since,
        })
    }
  return [...blind.values()].filter(({ locationId }) => !seen.has(locationId))
}
