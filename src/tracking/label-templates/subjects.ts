import { digitsOf, parseJsonText } from '../../base/json'
import type { ListedAsset, Reads } from '../../storage/core/store'
import type { LabelSubject } from './values'

/** Returns what labels of assets can show, by id. The assets must belong to the organization. */
export async function assetSubjects(
  { accounts, tags, tracking }: Pick<Reads, 'accounts' | 'tags' | 'tracking'>,
  organizationId: number,
  rows: readonly ListedAsset[],
): Promise<Map<number, LabelSubject>> {
  const ids = rows.map(({ id }) => id)
  const attached = Map.groupBy(await tags.attachedTo(ids), ({ assetId }) => assetId)
  const places = new Map(
    (await tracking.locationsOf(ids)).map(({ assetId, locationName }) => [assetId, locationName]),
  )
  const organization = await organizationName({ accounts }, organizationId)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        externalKey: row.externalKey,
        name: row.name,
        description: row.description,
        organization,
        location: places.get(row.id) ?? null,
        tags: attached.get(row.id) ?? [],
        fields: fieldsOf(row.metadata),
      },
    ]),
  )
}

export const organizationName = async (
  { accounts }: Pick<Reads, 'accounts'>,
  organizationId: number,
): Promise<string> => (await accounts.findOrganization(organizationId))?.name ?? ''

/** Returns the values of metadata that a label can show. Objects and lists are none. */
function fieldsOf(metadata: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [key, value] of Object.entries(parseJsonText(metadata) ?? {})) {
    const text = typeof value === 'string' || typeof value === 'boolean' ? String(value) : digitsOf(value)
    if (text !== undefined) fields.set(key, text)
  }
  return fields
}
