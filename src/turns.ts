/**
 * A queue that is fair between parties: each party has a separate line, and the lines take turns. The first item of a
 * party waits for at most one item of each other party, regardless of the length of their lines.
 */
export interface Turns<Party, Item> {
  push(party: Party, item: Item): void
  /** Takes the next item of a party that `isReady` accepts with its first item; undefined if there is none. */
  next(
    isReady?: (party: Party, first: Item) => boolean,
  ): { readonly party: Party; readonly item: Item } | undefined
  /** Number of waiting items. */
  readonly size: number
  /** Returns the number of waiting items of one party. */
  sizeOf(party: Party): number
}

export function createTurns<Party, Item>(): Turns<Party, Item> {
  // A map keeps the order of insertion: the first party in it has the next turn.
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
      for (const [party, line] of lines) if (isReady(party, line[0] as Item)) return take(party, line)
      return undefined
    },
    get size() {
      return size
    },
    sizeOf: (party) => lines.get(party)?.length ?? 0,
  }
}
