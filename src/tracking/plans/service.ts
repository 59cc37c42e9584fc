import { rowMessages } from '../../contract/messages'
import { planMessages } from './messages'
import { audit } from '../../people/audit/record'
import type { Author } from '../../base/caller'
import { accepted, problemsOf } from '../../contract/check'
import { notFound } from '../../base/errors'
import { type Picture, readImage } from '../../base/images/image'
import { hashOf, type StoredImage, streamOf } from '../../base/images/stored'
import type { JsonObject } from '../../base/json'
import type { LocationRow, PlanRow, Reads, Store, Writes } from '../../storage/core/store'
import { type Clock, type Instant, laterThan, wireOrNull } from '../../base/time'
import { areaProblems } from './areas'
import { type AreaView, PlanChanges, type PlanView } from './schema'

/** The floor plans of locations (docs/internal-api.md, Floor plans). */
export class PlanService {
  readonly #store: Store
  readonly #now: Clock

  constructor(store: Store, now: Clock) {
    this.#store = store
    this.#now = now
  }

  async get(organizationId: number, locationId: number): Promise<PlanView> {
    await requireLocation(this.#store.read, organizationId, locationId)
    return toPlanView(locationId, await this.#store.read.plans.find(organizationId, locationId))
  }

  /** Changes a plan in a write. `change` returns the new row and, for a new image, its bytes; null deletes it. */
  #update(
    author: Author,
    locationId: number,
    change: (tx: Writes, row: PlanRow) => Promise<{ row: PlanRow; bytes?: Uint8Array | null }>,
  ): Promise<PlanView> {
    const { organizationId } = author
    return this.#store.write(async (tx) => {
      const location = await requireLocation(tx, organizationId, locationId)
      const found = await tx.plans.find(organizationId, locationId)
      const at = this.#now()
      const before = toPlanView(locationId, found)
      const { row, bytes } = await change(tx, found ?? emptyPlan(location, at))
      const updatedAt = found ? laterThan(found.updatedAt, at) : at
      await tx.plans.put({ ...row, updatedAt })
      if (bytes !== undefined) await tx.plans.putImage(locationId, bytes)
      const after = toPlanView(locationId, { ...row, updatedAt })
      const subject = { kind: 'plan', id: locationId, name: location.externalKey } as const
      await audit(tx, author, { at, action: 'changed', subject, before, after })
      return after
    })
  }

  change(author: Author, locationId: number, body: JsonObject): Promise<PlanView> {
    return this.#update(author, locationId, async (tx, row) => {
      const found = await tx.plans.find(author.organizationId, locationId)
      const problems = problemsOf(PlanChanges, body, toPlanView(locationId, found))
      const { areas } = accepted(PlanChanges, body, problems)
      if (!areas) return { row }
      accepted(PlanChanges, body, await areaProblems(tx, author.organizationId, locationId, areas))
      return { row: { ...row, areas: JSON.stringify(areas) } }
    })
  }

  /** Checks an image and stores it. Throws `malformed` with what is wrong. */
  async setImage(author: Author, locationId: number, bytes: Uint8Array): Promise<PlanView> {
    const picture = await readImage(bytes)
    return this.#update(author, locationId, async (_, row) => ({
      row: { ...row, ...imageFields(picture) },
      bytes: picture.bytes,
    }))
  }

  removeImage(author: Author, locationId: number): Promise<PlanView> {
    return this.#update(author, locationId, async (_, row) => ({ row: { ...row, ...noImage }, bytes: null }))
  }

  async image(organizationId: number, locationId: number): Promise<StoredImage> {
    const row = await this.#store.read.plans.find(organizationId, locationId)
    if (!row?.mediaType || row.imageHash === null || row.imageBytes === null)
      throw notFound(planMessages('plan.no_image'))
    const { mediaType, imageHash: hash, imageBytes: size } = row
    const read = (part: number) => this.#store.read.plans.imagePart(organizationId, locationId, hash, part)
    return { mediaType, hash, size, stream: () => streamOf(read, size) }
  }
}

async function requireLocation(
  { locations }: Pick<Reads, 'locations'>,
  organizationId: number,
  id: number,
): Promise<LocationRow> {
  const location = await locations.find(organizationId, id)
  if (!location) throw notFound(rowMessages('location.not_found'))
  return location
}

const noImage = { mediaType: null, width: null, height: null, imageHash: null, imageBytes: null }

const imageFields = ({ mediaType, width, height, bytes }: Picture) => ({
  mediaType,
  width,
  height,
  imageHash: hashOf(bytes),
  imageBytes: bytes.length,
})

const emptyPlan = (location: LocationRow, at: Instant): PlanRow => ({
  locationId: location.id,
  organizationId: location.organizationId,
  ...noImage,
  areas: '[]',
  createdAt: at,
  updatedAt: at,
})

/** Returns the view of a plan. A location without a row has a plan without image and areas. */
const toPlanView = (locationId: number, row: PlanRow | undefined): PlanView => ({
  location_id: locationId,
  image: row?.mediaType
    ? {
        media_type: row.mediaType,
        width: row.width ?? 0,
        height: row.height ?? 0,
        bytes: row.imageBytes ?? 0,
        hash: row.imageHash ?? '',
      }
    : null,
  areas: row ? (JSON.parse(row.areas) as AreaView[]) : [],
  updated_at: wireOrNull(row?.updatedAt ?? null),
})
