import { type Micros, second } from '../../base/time'
import type { OpenSample, Read, Writes } from '../../storage/core/store'
import { normalize } from '../../inventory/tags/rules'

/**
 * The samples of places that are being recorded (docs/history.md, Taught locations). They are in the database, so that the
 * reads of any instance are recorded, in the write that stores them.
 */

/** What is recorded: an asset with all its tags, one tag of an asset, or a tag without an asset. */
export interface RecordedTarget {
  readonly assetId: number | null
  readonly tagId: number | null
  readonly tagType: string | null
  readonly value: string | null
}

/** A read as it is kept. `target` is an index of the targets of its sample. */
export type RecordedRead = readonly [
  target: number,
  tagId: number,
  readerId: number,
  antenna: number,
  at: Micros,
  rssi: number,
]

/** The tag of a read. */
interface Heard {
  /** Null for a tag that belongs to no asset. */
  readonly assetId: number | null
  readonly read: {
    readonly tagType: string
    readonly value: string
    readonly aliases?: readonly string[]
  }
}

/** Maximum number of reads of a sample. Further ones are not recorded. */
const recordedMax = 10_000
/** A read that arrives later than this after the end of a sample is not recorded. */
const lateMicros: Micros = 60 * second

interface Recording extends OpenSample {
  readonly wanted: readonly RecordedTarget[]
  readonly reads: RecordedRead[]
}

export class Recordings {
  readonly #byOrganization: ReadonlyMap<number, readonly Recording[]>

  constructor(samples: readonly OpenSample[]) {
    const recordings = samples.map((sample) => ({
      ...sample,
      wanted: JSON.parse(sample.targets) as RecordedTarget[],
      reads: [],
    }))
    this.#byOrganization = Map.groupBy(recordings, ({ organizationId }) => organizationId)
  }

  /** Records a read in the samples of its time that want its tag. */
  add(organizationId: number, heard: Heard, { at, rssi, tagId, readerId, antenna }: Read): void {
    const recordings = this.#byOrganization.get(organizationId)
    if (!recordings || rssi === null || readerId === null || antenna === null) return
    for (const { wanted, startedAt, endsAt, readCount, reads } of recordings) {
      if (at < startedAt || at > endsAt || readCount + reads.length >= recordedMax) continue
      const target = wanted.findIndex((one) => isWanted(one, heard, tagId))
      if (target >= 0) reads.push([target, tagId, readerId, antenna, at, rssi])
    }
  }

  async save({ placeSamples }: Pick<Writes, 'placeSamples'>): Promise<void> {
    for (const recordings of this.#byOrganization.values())
      for (const { id, reads } of recordings)
        if (reads.length > 0) await placeSamples.addReads(id, reads.length, JSON.stringify(reads))
  }
}

function isWanted(
  { assetId, tagId, tagType, value }: RecordedTarget,
  { assetId: readAssetId, read }: Heard,
  readTagId: number,
): boolean {
  if (assetId !== null) return assetId === readAssetId && (tagId === null || tagId === readTagId)
  if (readAssetId !== null || tagType !== read.tagType || value === null) return false
  const normal = normalize(tagType, value)
  return [read.value, ...(read.aliases ?? [])].some(
    (name) => name === value || normalize(read.tagType, name) === normal,
  )
}

/** Returns the samples that reads of now may belong to. */
export const openRecordings = async (
  { placeSamples }: Pick<Writes, 'placeSamples'>,
  organizationIds: readonly number[],
  now: Micros,
): Promise<Recordings> => new Recordings(await placeSamples.open(organizationIds, now - lateMicros))
