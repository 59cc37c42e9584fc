import type { Reads, TagMatch } from '../../storage/core/store'
import { identityKey, normalize } from '../../inventory/tags/rules'
import { haveOneOwner } from '../../inventory/tags/service'
import type { TagType } from '../../inventory/tags/schema'

export interface Identifier {
  readonly organizationId: number
  readonly tagType: string
  readonly value: string
  /** Other values that the tag may be stored with, the best first. */
  readonly aliases?: readonly string[]
}

/** Maximum number of values that are cached between batches. */
const cachedMax = 50_000

type Matches = Map<string, TagMatch | undefined>

const none: readonly string[] = []

/** The tags that values match, by organization and tag type. They are those of one version of the tags. */
export class KnownTags {
  readonly #groups = new Map<number, Map<string, Matches>>()
  #version: string | undefined
  #size = 0

  /** Clears the cache when it belongs to another version, or is too large. */
  begin(version: string): void {
    if (version === this.#version && this.#size <= cachedMax) return
    this.#groups.clear()
    this.#size = 0
    this.#version = version
  }

  of(organizationId: number, tagType: string): Matches {
    return this.#groups.getOrInsertComputed(organizationId, newGroup).getOrInsertComputed(tagType, newMatches)
  }

  countNew(values: number): void {
    this.#size += values
  }
}

const newGroup = () => new Map<string, Matches>()
const newMatches = (): Matches => new Map()

/** The values of one type that must be looked up. */
interface Missing {
  readonly organizationId: number
  readonly tagType: string
  readonly values: Set<string>
}

/**
 * Finds the tags of assets and locations for the identifiers of a write, with one query for each organization and tag type
 * with values that are not in `known`, another one when a value does not match as it was sent, and a last one for what such values
 * name.
 */
export function createResolver({ tags }: Pick<Reads, 'tags'>, known = new KnownTags()) {
  async function loadGroup(
    organizationId: number,
    tagType: string,
    values: readonly string[],
  ): Promise<void> {
    const matches = known.of(organizationId, tagType)
    known.countNew(values.length)
    for (const value of values) matches.set(value, undefined)
    for (const tag of await tags.matchingValues(organizationId, tagType, values)) matches.set(tag.value, tag)
    const others = values.filter((value) => !matches.get(value))
    if (others.length === 0) return
    const normal = [...new Set(others.map((value) => normalize(tagType, value)))]
    const alike = await tags.matchingNormalized(organizationId, tagType, normal)
    const byNormal = Map.groupBy(alike, ({ normalized }) => normalized)
    for (const value of others) {
      const candidates = byNormal.get(normalize(tagType, value)) ?? []
      if (haveOneOwner(candidates)) matches.set(value, candidates[0])
    }
    const rest = others.filter((value) => !byNormal.has(normalize(tagType, value)))
    for (const [value, tag] of await namedBy(tags, { organizationId, tagType, values: rest }))
      matches.set(value, tag)
  }

  return {
    async load(identifiers: readonly Identifier[]): Promise<void> {
      known.begin(await tags.version())
      const missing = new Map<Matches, Missing>()
      for (const { organizationId, tagType, value, aliases = none } of identifiers) {
        const matches = known.of(organizationId, tagType)
        if (matches.has(value) && aliases.every((alias) => matches.has(alias))) continue
        const group = missing.getOrInsert(matches, { organizationId, tagType, values: new Set() })
        for (const name of [value, ...aliases]) if (!matches.has(name)) group.values.add(name)
      }
      for (const { organizationId, tagType, values } of missing.values())
        await loadGroup(organizationId, tagType, [...values])
    },

    /**
     * Returns the tag of an identifier that was loaded. It compares the value as sent first, then its normal form, then the
     * object that it names, if the tags with it belong to one asset or location.
     */
    find({ organizationId, tagType, value, aliases = none }: Identifier): TagMatch | undefined {
      const matches = known.of(organizationId, tagType)
      let found = matches.get(value)
      for (let index = 0; !found && index < aliases.length; index++)
        found = matches.get(aliases[index] as string)
      return found
    },
  }
}

interface Unmatched {
  readonly organizationId: number
  readonly tagType: string
  /** No tag of the type has them or their normal form. */
  readonly values: readonly string[]
}

/** Returns the tags of any type that name the same object as values, by value. */
async function namedBy(
  tags: Reads['tags'],
  { organizationId, tagType, values }: Unmatched,
): Promise<Map<string, TagMatch>> {
  const found = new Map<string, TagMatch>()
  const named = values.flatMap((value) => {
    const identity = identityKey(tagType, value)
    return identity === '' ? [] : [{ value, identity }]
  })
  if (named.length === 0) return found
  const identities = [...new Set(named.map(({ identity }) => identity))]
  const alike = await tags.matchingIdentities(organizationId, identities)
  const byIdentity = Map.groupBy(alike, ({ identity }) => identity)
  for (const { value, identity } of named) {
    const [first, ...others] = byIdentity.get(identity) ?? []
    if (first && haveOneOwner([first, ...others])) found.set(value, first)
  }
  return found
}

/** A value that a user has sent, perhaps without its type. */
interface SentValue {
  readonly tag_type?: TagType
  readonly value: string
}

/** The types as which a value without a type is tried, in this order. */
export const defaultTypes = ['rfid', 'barcode', 'ble'] as const satisfies TagType[]

/** Returns the function that finds the tag of each of these values. */
export async function findTags(
  reads: Pick<Reads, 'tags'>,
  organizationId: number,
  values: readonly SentValue[],
): Promise<(sent: SentValue) => TagMatch | undefined> {
  const resolver = createResolver(reads)
  const typesOf = (sent: SentValue) => (sent.tag_type ? [sent.tag_type] : defaultTypes)
  await resolver.load(
    values.flatMap((sent) =>
      typesOf(sent).map((tagType) => ({ organizationId, tagType, value: sent.value })),
    ),
  )
  return (sent) => {
    for (const tagType of typesOf(sent)) {
      const match = resolver.find({ organizationId, tagType, value: sent.value })
      if (match) return match
    }
    return undefined
  }
}
