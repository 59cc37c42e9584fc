import { createTurns } from '../turns'

/** What waits: whose it is, and its size. */
export interface Waiting {
  readonly organizationId: number
  readonly readerId: number
  readonly bytes: number
}

/** What waits of one reader, in the order in which it came. */
export interface Line<Item extends Waiting> {
  readonly first: Item | undefined
  /** Removes the first. */
  shift(): void
}

export type Lines<Item extends Waiting> = ReturnType<typeof createLines<Item>>

/**
 * A line for each reader. Organizations take turns, and the readers of an organization take turns among themselves:
 * neither a reader that sends a lot nor an organization with many readers delays the others.
 */
export function createLines<Item extends Waiting>() {
  interface Own extends Line<Item> {
    readonly items: Item[]
    readonly organizationId: number
    readonly readerId: number
    bytes: number
  }
  const lines = new Map<number, Own>()
  const turns = createTurns<number, Own>()
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

    /** Gives a turn to the lines that have been opened meanwhile; returns the readers of all lines. */
    admit(): number[] {
      for (const line of opened.splice(0)) turns.push(line.organizationId, line)
      return [...lines.keys()]
    },

    /** Lets the line whose turn it is take its share; afterwards it waits for its next turn, if anything is left. */
    takeTurn(take: (line: Line<Item>) => void): void {
      const line = turns.next()?.item
      if (!line) return
      take(line)
      if (line.items.length > 0) turns.push(line.organizationId, line)
      else lines.delete(line.readerId)
    },

    /** How much of a reader waits. */
    of(readerId: number): { readonly count: number; readonly bytes: number } {
      const line = lines.get(readerId)
      return { count: line?.items.length ?? 0, bytes: line?.bytes ?? 0 }
    },

    /** Of all lines. */
    get bytes(): number {
      return bytes
    },
    get isEmpty(): boolean {
      return lines.size === 0
    },
    /** Whether a line has a turn. */
    get hasTurn(): boolean {
      return turns.size > 0
    },
  }
}
