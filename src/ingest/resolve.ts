import type { TagMatch, Writes } from '../storage/store'
import { normalize } from '../tags/rules'

interface Identifier {
  readonly organizationId: number
  readonly tagType: string
  readonly value: string
}

/** The tags of one organization and type that a batch may mean, by what is compared. */
interface Known {
  readonly asSent: ReadonlyMap<string, TagMatch>
  readonly normalized: ReadonlyMap<string, readonly TagMatch[]>
}

/** Finds the assets behind identifiers, with two queries for each organization and tag type of a batch. */
export function createResolver({ tags }: Pick<Writes, 'tags'>) {
  const known = new Map<string, Known>()
  const groupOf = ({ organizationId, tagType }: Identifier) => `${organizationId}:${tagType}`

  return {
    async load(identifiers: readonly Identifier[]): Promise<void> {
      for (const [group, members] of Map.groupBy(identifiers, groupOf)) {
        const [{ organizationId, tagType }] = members as [Identifier, ...Identifier[]]
        const values = [...new Set(members.map((member) => member.value))]
        const normal = [...new Set(values.map((value) => normalize(tagType, value)))]
        const asSent = await tags.matchingValues(organizationId, tagType, values)
        const normalized = await tags.matchingNormalized(organizationId, tagType, normal)
        known.set(group, {
          asSent: new Map(asSent.map((match) => [match.value, match])),
          normalized: Map.groupBy(normalized, (match) => match.normalized),
        })
      }
    },

    /** Of identifiers that were loaded: the value as sent first, then its normal form if that is unambiguous. */
    find(identifier: Identifier): TagMatch | undefined {
      const { asSent, normalized } = known.get(groupOf(identifier)) ?? {}
      const exact = asSent?.get(identifier.value)
      if (exact) return exact
      const alike = normalized?.get(normalize(identifier.tagType, identifier.value)) ?? []
      return alike.length === 1 ? alike[0] : undefined
    },
  }
}
