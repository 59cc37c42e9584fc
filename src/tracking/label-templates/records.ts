import type { SessionCaller } from '../../base/caller'
import { invalidField } from '../../base/errors'
import type { Clock } from '../../base/time'
import type { Store } from '../../storage/core/store'
import { labelMessages } from './messages'
import type { LabelRecord } from './schema'
import { assetSubjects, organizationName } from './subjects'
import { type LabelSubject, labelValues } from './values'

/** Maximum number of records of a request. */
const recordsMax = 200

const page = { limit: recordsMax, offset: 0, order: [{ field: 'external_key', descending: false }] } as const
const filter = { isActive: undefined, includeDeleted: false, search: undefined } as const

/** What the labels of records show, for consoles that print (docs/internal-api.md, Label templates). */
export class LabelValueService {
  readonly #store: Store
  readonly #now: Clock

  constructor(store: Store, now: Clock) {
    this.#store = store
    this.#now = now
  }

  async list(
    { organizationId }: SessionCaller,
    assetKeys: readonly string[],
    locationKeys: readonly string[],
  ): Promise<LabelRecord[]> {
    if (assetKeys.length + locationKeys.length > recordsMax) {
      const message = labelMessages('label.many_records', { max: recordsMax })
      throw invalidField('asset_external_key', 'too_large', message)
    }
    return [
      ...(assetKeys.length > 0 ? await this.#ofAssets(organizationId, assetKeys) : []),
      ...(locationKeys.length > 0 ? await this.#ofLocations(organizationId, locationKeys) : []),
    ]
  }

  async #ofAssets(organizationId: number, externalKeys: readonly string[]): Promise<LabelRecord[]> {
    const { read } = this.#store
    const { rows } = await read.assets.list(organizationId, { ...filter, externalKeys }, this.#now(), page)
    const subjects = await assetSubjects(read, organizationId, rows)
    return [...subjects].map(([id, subject]) => toRecord('asset', id, subject))
  }

  async #ofLocations(organizationId: number, externalKeys: readonly string[]): Promise<LabelRecord[]> {
    const { locations, tags } = this.#store.read
    const wanted = { ...filter, externalKeys, parentIds: [], parentExternalKeys: [] }
    const { rows } = await locations.list(organizationId, wanted, this.#now(), page)
    const attached = await tags.ofLocations(rows.map(({ id }) => id))
    const above = await locations.findAll(
      organizationId,
      rows.flatMap(({ parentId }) => parentId ?? []),
    )
    const names = new Map(above.map(({ id, name }) => [id, name]))
    const organization = await organizationName(this.#store.read, organizationId)
    return rows.map((row) =>
      toRecord('location', row.id, {
        externalKey: row.externalKey,
        name: row.name,
        description: row.description,
        organization,
        location: (row.parentId === null ? undefined : names.get(row.parentId)) ?? null,
        tags: attached.filter(({ locationId }) => locationId === row.id),
        fields: new Map(),
      }),
    )
  }
}

const toRecord = (kind: LabelRecord['kind'], id: number, subject: LabelSubject): LabelRecord => ({
  kind,
  id,
  external_key: subject.externalKey,
  values: Object.fromEntries(labelValues(subject, null)),
})
