/**
 * A queue with a line for each key, such as an organization. The lines take turns, so the first item of a line waits for at
 * most one item of each other line, regardless of their lengths.
 */
interface FairQueue<Key, Item> {
  push(key: Key, item: Item): void
  /** Removes and returns the next item whose key `isReady` accepts; undefined if there is none. */
  next(isReady?: (key: Key, first: Item) => boolean): { readonly key: Key; readonly item: Item } | undefined
  /** Number of waiting items. */
  readonly size: number
  /** Returns the number of waiting items of one key. */
  sizeOf(key: Key): number
}

export function createFairQueue<Key, Item>(): FairQueue<Key, Item> {
  // A map keeps the order of insertion: its first key has the next turn.
  const lines = new Map<Key, Item[]>()
  let size = 0

  function take(key: Key, line: Item[]) {
    const item = line.shift() as Item
    size--
    lines.delete(key)
    if (line.length > 0) lines.set(key, line)
    return { key, item }
  }

  return {
    push(key, item) {
      const line = lines.get(key)
      if (line) line.push(item)
      else lines.set(key, [item])
      size++
    },
    next(isReady = () => true) {
      for (const [key, line] of lines) if (isReady(key, line[0] as Item)) return take(key, line)
      return undefined
    },
    get size() {
      return size
    },
    sizeOf: (key) => lines.get(key)?.length ?? 0,
  }
}
