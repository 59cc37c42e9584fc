import type { TagMatch, Writes } from '../storage/store'
import { normalize } from '../tags/rules'

export interface Identifier {
  readonly organizationId: number
  readonly tagType: string
  readonly value: string
  /** Other values that the tag may be stored with, the best first. */
  readonly aliases?: readonly string[]
}

/** The tags of one organization and type that match an identifier of the batch, by value and by normal form. */
interface Known {
  readonly asSent: ReadonlyMap<string, TagMatch>
  readonly normalized: ReadonlyMap<string, readonly TagMatch[]>
}

/**
 * Finds the tags of assets and locations for the identifiers of a batch, with one query for each organization and tag
 * type, and another one when a value does not match as it was sent.
 */
export function createResolver({ tags }: Pick<Writes, 'tags'>) {
  const known = new Map<string, Known>()
  const groupOf = ({ organizationId, tagType }: Identifier) => `${organizationId}:${tagType}`
  const namesOf = ({ value, aliases = [] }: Identifier) => [value, ...aliases]

  function match({ asSent, normalized }: Known, tagType: string, name: string): TagMatch | undefined {
    const exact = asSent.get(name)
    if (exact) return exact
    const alike = normalized.get(normalize(tagType, name)) ?? []
    return alike.length === 1 ? alike[0] : undefined
  }

  return {
    async load(identifiers: readonly Identifier[]): Promise<void> {
      for (const [group, members] of Map.groupBy(identifiers, groupOf)) {
        const [{ organizationId, tagType }] = members as [Identifier, ...Identifier[]]
        const values = [...new Set(members.flatMap(namesOf))]
        const matches = await tags.matchingValues(organizationId, tagType, values)
        const asSent = new Map(matches.map((tag) => [tag.value, tag]))
        const normal = new Set<string>()
        for (const member of members)
          for (const name of namesOf(member)) {
            if (asSent.has(name)) break
            normal.add(normalize(tagType, name))
          }
        const alike =
          normal.size > 0 ? await tags.matchingNormalized(organizationId, tagType, [...normal]) : []
        known.set(group, {
          asSent,
          normalized: Map.groupBy(alike, (tag) => tag.normalized),
        })
      }
    },

    /**
     * Returns the tag of an identifier that was loaded. It compares the value as sent first, then its normal form if
     * exactly one tag has it.
     */
    find(identifier: Identifier): TagMatch | undefined {
      const group = known.get(groupOf(identifier))
      if (!group) return undefined
      for (const name of namesOf(identifier)) {
        const found = match(group, identifier.tagType, name)
        if (found) return found
      }
      return undefined
    },
  }
}
