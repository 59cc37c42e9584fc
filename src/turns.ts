/**
 * A queue that is fair between parties: each party has a line of its own, and the lines take turns. However much one
 * party puts in, an item of another waits for at most one item of each party before it.
 */
export interface Turns<Party, Item> {
  push(party: Party, item: Item): void
  /** Takes the next item, of a party that `isReady` accepts; undefined when there is none. */
  next(isReady?: (party: Party) => boolean): { readonly party: Party; readonly item: Item } | undefined
  /** The number of items that wait. */
  readonly size: number
  /** The number of items of one party that wait. */
  sizeOf(party: Party): number
}

export function createTurns<Party, Item>(): Turns<Party, Item> {
  // A map keeps the order of insertion: the party that comes first has its turn next.
  const lines = new Map<Party, Item[]>()
  let size = 0

  function take(party: Party, line: Item[]) {
    const item = line.shift() as Item
    size--
    lines.delete(party)
    if (line.length > 0) lines.set(party, line)
    return { party, item }
  }

  return {
    push(party, item) {
      const line = lines.get(party)
      if (line) line.push(item)
      else lines.set(party, [item])
      size++
    },
    next(isReady = () => true) {
      for (const [party, line] of lines) if (isReady(party)) return take(party, line)
      return undefined
    },
    get size() {
      return size
    },
    sizeOf: (party) => lines.get(party)?.length ?? 0,
  }
}
