/** A queue of queues: `next` takes the oldest item of each key in turn, so that a key with many items delays no other. */
export function createTurns<Item>() {
  /** Those that hold items, in the order of their turns. */
  const queues = new Map<string | number, Item[]>()
  let size = 0

  return {
    push(key: string | number, item: Item): void {
      queues.getOrInsertComputed(key, () => []).push(item)
      size++
    },
    next(): Item | undefined {
      const [turn] = queues
      if (!turn) return undefined
      const [key, items] = turn
      // Inserted again, a key is the last.
      queues.delete(key)
      const item = items.shift()
      if (items.length > 0) queues.set(key, items)
      size--
      return item
    },
    get size(): number {
      return size
    },
  }
}
