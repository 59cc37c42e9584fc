import { type Static, Type } from '@sinclair/typebox'
import { withoutSeparators } from '../../base/gs1/element-strings'
import { readCode } from '../../base/gs1/identity'
import type { JsonObject } from '../../base/json'
import { createPauses } from '../../base/turns/pause'
import { hasControlButLayout } from '../../base/text'
import { checked } from '../../contract/check'
import { Nullable, OneOf } from '../../contract/fields'
import { TagIdentity } from '../../inventory/tags/identity'
import type { Store, TagMatch } from '../../storage/core/store'
import { findTags } from '../ingest/resolve'

/** What scanned codes say, before they are submitted (docs/internal-api.md, Codes). */

const valuesMax = 500
const lengthMax = 1_024
/** Requests of others wait while so many values, each of which can be split in 20 ways, are looked up. */
const valuesAtOnce = 20
/** Number of codes that may be glued together, and the length of the shortest. */
const piecesMax = 20
const pieceMin = 8

export const CodesRequest = Type.Object({
  values: Type.Array(Type.String({ minLength: 1, maxLength: lengthMax }), {
    minItems: 1,
    maxItems: valuesMax,
  }),
})

const Code = Type.Object({
  value: Type.String({ description: 'The value of the request.' }),
  tag_value: Type.String({
    description: 'The value that a tag with this code gets: in brackets if the code has separators.',
  }),
  identity: Nullable(TagIdentity),
  parts: Type.Array(Type.String(), {
    description: 'The values of which this one consists, if all of them are known. Empty otherwise.',
  }),
  problem: Nullable(
    OneOf(['check_digit', 'ambiguous', 'length'], {
      description: 'Why a value that looks like a GS1 code has no identity.',
    }),
  ),
})
type CodeView = Static<typeof Code>

export const Codes = Type.Object({ data: Type.Array(Code) }, { $id: 'Codes', description: 'What codes say.' })

export type CodeService = ReturnType<typeof createCodeService>

export function createCodeService({ read }: Store) {
  return async (organizationId: number, body: JsonObject): Promise<CodeView[]> => {
    const { values } = checked(CodesRequest, body)
    const views: CodeView[] = []
    const pause = createPauses()
    for (let from = 0; from < values.length; from += valuesAtOnce) {
      views.push(...(await viewsOf(values.slice(from, from + valuesAtOnce))))
      await pause()
    }
    return views

    async function viewsOf(some: readonly string[]): Promise<CodeView[]> {
      const find = await known(some)
      const partsOf = await splits(some.filter((value) => !find(value)))
      return some.map((value) => ({
        value,
        tag_value: withoutSeparators(value) ?? value,
        ...readCode(value),
        parts: partsOf.get(value) ?? [],
      }))
    }

    /** No tag has control characters, and PostgreSQL does not take all of them. */
    async function known(texts: readonly string[]): Promise<(text: string) => TagMatch | undefined> {
      const possible = texts
        .filter((value) => value.isWellFormed() && !hasControlButLayout(value))
        .map((value) => ({ value }))
      const found = await findTags(read, organizationId, possible)
      return (value) => found({ value })
    }

    /** Returns how values can be split into values of known tags. The first part decides which splits are looked at. */
    async function splits(texts: readonly string[]): Promise<Map<string, string[]>> {
      const candidates = texts.flatMap((value) => splitsOf(value).map((parts) => ({ value, parts })))
      const findFirst = await known(candidates.flatMap(({ parts }) => parts[0] ?? []))
      const likely = candidates.filter(({ parts }) => findFirst(parts[0] ?? ''))
      const findAll = await known(likely.flatMap(({ parts }) => parts))
      const found = likely.filter(({ parts }) => parts.every((part) => findAll(part)))
      return new Map(found.map(({ value, parts }) => [value, parts]))
    }
  }
}

/** Returns the ways to split a value: where it has white space or commas, and into pieces of equal length. */
function splitsOf(value: string): string[][] {
  const words = value.split(/[\s,;]+/).filter(Boolean)
  const ways = words.length > 1 && words.length <= piecesMax ? [words] : []
  for (let count = 2; count <= piecesMax && value.length / count >= pieceMin; count++) {
    const length = value.length / count
    if (!Number.isInteger(length)) continue
    ways.push(Array.from({ length: count }, (_, index) => value.slice(index * length, (index + 1) * length)))
  }
  return ways
}
