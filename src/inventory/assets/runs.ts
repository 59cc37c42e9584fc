import { isObject, type JsonObject } from '../../base/json'
import { couldBeMinted } from '../records/rules'

/** Maximum number of keys and tags in a run. Requests wait while SQLite executes the statements of its rows. */
const namesMax = 64

/**
 * Divides the rows of a batch or an import into runs, in their order. The rows of a run can be written concurrently: no two of them
 * have the same key or tag. A row whose key is minted, or could have been, is a run by itself, because it changes the free numbers.
 *
 * @param assetOf returns the asset of a row, which has not been checked
 */
export function* runsOf<Row>(rows: readonly Row[], assetOf: (row: Row) => JsonObject): Generator<Row[]> {
  let run: Row[] = []
  let taken = new Set<string>()
  for (const row of rows) {
    const names = namesOf(assetOf(row))
    const isFull = run.length > 0 && taken.size + (names?.size ?? 0) > namesMax
    if (isFull || !names?.isDisjointFrom(taken)) {
      if (run.length > 0) yield run
      run = []
      taken = new Set()
    }
    if (names) {
      run.push(row)
      taken = taken.union(names)
    } else yield [row]
  }
  if (run.length > 0) yield run
}

/** Returns the key and the tags of an asset as texts; undefined when the asset changes the free numbers. */
function namesOf({ external_key: key, tags }: JsonObject): ReadonlySet<string> | undefined {
  if (typeof key !== 'string' || couldBeMinted('asset', key)) return undefined
  const tagNames = (Array.isArray(tags) ? tags : []).filter(isObject).map(nameOfTag)
  return new Set([`key ${key}`, ...tagNames])
}

const nameOfTag = ({ tag_type: type, value }: JsonObject): string =>
  `${JSON.stringify(type)} ${JSON.stringify(value)}`
