import { createFairQueue } from '../../base/turns/fair-queue'

/** An item that waits: its organization, its reader and its size in bytes. */
export interface Waiting {
  readonly organizationId: number
  readonly readerId: number
  readonly bytes: number
}

/** The waiting items of one reader, in the order of arrival. */
export interface Line<Item extends Waiting> {
  readonly first: Item | undefined
  /** Removes the first item. */
  shift(): void
}

export type Lines<Item extends Waiting> = ReturnType<typeof createLines<Item>>

/**
 * Creates a line for each reader. Organizations take turns, and the readers of an organization take turns among
 * themselves. So neither a reader that sends a lot nor an organization with many readers delays the others.
 */
export function createLines<Item extends Waiting>() {
  interface Own extends Line<Item> {
    readonly items: Item[]
    readonly organizationId: number
    readonly readerId: number
    bytes: number
  }
  const lines = new Map<number, Own>()
  const turns = createFairQueue<number, Own>()
  /** Lines that have no turn yet. */
  const opened: Own[] = []
  let bytes = 0

  function open({ organizationId, readerId }: Waiting): Own {
    const line: Own = {
      items: [],
      organizationId,
      readerId,
      bytes: 0,
      get first() {
        return this.items[0]
      },
      shift() {
        const size = this.items.shift()?.bytes ?? 0
        this.bytes -= size
        bytes -= size
      },
    }
    opened.push(line)
    return line
  }

  return {
    add(item: Item): void {
      const line = lines.getOrInsertComputed(item.readerId, () => open(item))
      line.items.push(item)
      line.bytes += item.bytes
      bytes += item.bytes
    },

    /** Gives a turn to the lines that were opened since the last call. Returns the ids of the readers of all lines. */
    admit(): number[] {
      for (const line of opened.splice(0)) turns.push(line.organizationId, line)
      return [...lines.keys()]
    },

    /** Calls `take` with the line whose turn it is. If anything is left, the line waits for its next turn. */
    takeTurn(take: (line: Line<Item>) => void): void {
      const line = turns.next()?.item
      if (!line) return
      take(line)
      if (line.items.length > 0) turns.push(line.organizationId, line)
      else lines.delete(line.readerId)
    },

    /** Returns the number and the bytes of the items of a reader that wait. */
    of(readerId: number): { readonly count: number; readonly bytes: number } {
      const line = lines.get(readerId)
      return { count: line?.items.length ?? 0, bytes: line?.bytes ?? 0 }
    },

    /** The bytes of all lines. */
    get bytes(): number {
      return bytes
    },
    get isEmpty(): boolean {
      return lines.size === 0
    },
    get hasTurn(): boolean {
      return turns.size > 0
    },
  }
}
