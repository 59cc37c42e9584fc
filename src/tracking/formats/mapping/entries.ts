import { formatMessages } from '../payloads/messages'
import { DecodeError } from '../payloads/decoder'
import { allOf, endsWithSelection, type Found, type Path } from './json-path'
import { parseNested } from '../payloads/payload'

/** An entry of a message, which is a read unless a condition excludes it. */
export interface Entry {
  readonly value: unknown
  /** The name under which the entry is a member of an object. */
  readonly key: string | null
  /** The value that the path `parent` finds above the entry, or nearest to it. */
  readonly parent: unknown
  /** The message that contains the entry. A payload of lines contains several. */
  readonly message: unknown
}

/** Where the entries of a message are. */
interface EntryPaths {
  readonly reads: Path
  readonly parent: Path | undefined
  /** Whether each member of an object is an entry, with its name as key. */
  readonly hasKeys: boolean
}

/** Maximum number of entries. A message of the usual size contains fewer reads. */
const entriesMax = 50_000

/** Returns the entries of messages, and the errors of messages that could not be parsed. Throws DecodeError. */
export function entriesOf(paths: EntryPaths, messages: readonly unknown[]): readonly (Entry | DecodeError)[] {
  const entries: (Entry | DecodeError)[] = []
  for (const message of messages) {
    if (message instanceof DecodeError) entries.push(message)
    else for (const entry of entriesIn(paths, message)) entries.push(entry)
    if (entries.length > entriesMax)
      throw new DecodeError(formatMessages('format.many_entries', { max: entriesMax }))
  }
  return entries
}

function* entriesIn({ reads, parent, hasKeys }: EntryPaths, message: unknown): Generator<Entry> {
  const parents = parent && new Parents(allOf(parent, message))
  const areMembers = endsWithSelection(reads)
  for (const found of allOf(reads, message)) {
    const above = parents?.of(found.location)
    for (const { key, value } of itemsOf(found, hasKeys, areMembers))
      yield { value, key, parent: above, message }
  }
}

interface Item {
  readonly key: string | null
  readonly value: unknown
}

/** Returns the items of an array, the members of an object with keys, or the value itself. A null is not an entry. */
function itemsOf(found: Found, hasKeys: boolean, areMembers: boolean): readonly Item[] {
  const nested = typeof found.value === 'string' ? parseNested(found.value) : undefined
  const value = nested ?? found.value
  if (value === null) return []
  const last = found.location.at(-1)
  const key = areMembers && typeof last === 'string' ? last : null
  if (Array.isArray(value)) return value.map((item) => ({ key, value: item }))
  if (hasKeys && !areMembers && typeof value === 'object')
    return Object.entries(value as object).map(([name, member]) => ({ key: name, value: member }))
  return [{ key, value }]
}

interface Branch {
  readonly value: unknown
  readonly members: Map<string | number, Branch>
}

/** Finds, for a location in a message, the value with the longest way in common. */
class Parents {
  readonly #root: Branch | undefined

  constructor(found: readonly Found[]) {
    for (const { value, location } of found) {
      this.#root ??= { value, members: new Map() }
      let branch = this.#root
      for (const step of location)
        branch = branch.members.getOrInsertComputed(step, () => ({ value, members: new Map() }))
    }
  }

  of(location: readonly (string | number)[]): unknown {
    let branch = this.#root
    for (const step of location) {
      const next = branch?.members.get(step)
      if (!next) break
      branch = next
    }
    return branch?.value
  }
}
