import type { TagMatch, Writes } from '../storage/store'
import { chooseMatch, normalize } from '../tags/rules'

interface Identifier {
  readonly organizationId: number
  readonly tagType: string
  readonly value: string
}

/** Finds the assets behind identifiers: one query for each organization and tag type of a batch. */
export function createResolver(tx: Pick<Writes, 'tags'>) {
  const found = new Map<string, TagMatch[]>()
  const groupOf = ({ organizationId, tagType }: Identifier) => `${organizationId}:${tagType}`

  return {
    async load(identifiers: readonly Identifier[]): Promise<void> {
      for (const [group, members] of Map.groupBy(identifiers, groupOf)) {
        const [{ organizationId, tagType }] = members as [Identifier, ...Identifier[]]
        const values = [...new Set(members.map((member) => member.value))]
        const normalized = [...new Set(values.map((value) => normalize(tagType, value)))]
        found.set(group, await tx.tags.matching(organizationId, tagType, values, normalized))
      }
    },

    /** Of identifiers that were loaded; tags of live assets alone. */
    find: (
      organizationId: number,
      { tagType, value }: Omit<Identifier, 'organizationId'>,
    ): TagMatch | undefined =>
      chooseMatch(tagType, value, found.get(groupOf({ organizationId, tagType, value })) ?? []),
  }
}
