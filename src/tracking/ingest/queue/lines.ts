import { createFairQueue } from '../../../base/turns/fair-queue'

/** An item that waits: its organization, its reader and its size in bytes. */
export interface Waiting {
  readonly organizationId: number
  readonly readerId: number
  readonly bytes: number
}

/** The waiting items of one reader, in the order of arrival. */
export class Line<Item extends Waiting> {
  readonly organizationId: number
  readonly readerId: number
  readonly #items: Item[] = []
  readonly #onShift: (bytes: number) => void
  #bytes = 0

  constructor({ organizationId, readerId }: Waiting, onShift: (bytes: number) => void) {
    this.organizationId = organizationId
    this.readerId = readerId
    this.#onShift = onShift
  }

  get first(): Item | undefined {
    return this.#items[0]
  }

  get length(): number {
    return this.#items.length
  }

  get bytes(): number {
    return this.#bytes
  }

  push(item: Item): void {
    this.#items.push(item)
    this.#bytes += item.bytes
  }

  /** Removes the first item. */
  shift(): void {
    const bytes = this.#items.shift()?.bytes ?? 0
    this.#bytes -= bytes
    this.#onShift(bytes)
  }
}

/**
 * A line for each reader. Organizations take turns, and the readers of an organization take turns among themselves. So
 * neither a reader that sends a lot nor an organization with many readers delays the others.
 */
export class Lines<Item extends Waiting> {
  readonly #lines = new Map<number, Line<Item>>()
  readonly #turns = createFairQueue<number, Line<Item>>()
  /** Lines that have no turn yet. */
  readonly #opened: Line<Item>[] = []
  #bytes = 0
  #count = 0

  #open(item: Item): Line<Item> {
    const line = new Line<Item>(item, (bytes) => {
      this.#bytes -= bytes
      this.#count--
    })
    this.#opened.push(line)
    return line
  }

  add(item: Item): void {
    this.#lines.getOrInsertComputed(item.readerId, () => this.#open(item)).push(item)
    this.#bytes += item.bytes
    this.#count++
  }

  /** Gives a turn to the lines that were opened since the last call. Returns the ids of the readers of all lines. */
  admit(): number[] {
    for (const line of this.#opened.splice(0)) this.#turns.push(line.organizationId, line)
    return [...this.#lines.keys()]
  }

  /** Calls `take` with the line whose turn it is. If anything is left, the line waits for its next turn. */
  takeTurn(take: (line: Line<Item>) => void): void {
    const line = this.#turns.next()?.item
    if (!line) return
    take(line)
    if (line.length > 0) this.#turns.push(line.organizationId, line)
    else this.#lines.delete(line.readerId)
  }

  /** Returns the number and the bytes of the items of a reader that wait. */
  of(readerId: number): { readonly count: number; readonly bytes: number } {
    const line = this.#lines.get(readerId)
    return { count: line?.length ?? 0, bytes: line?.bytes ?? 0 }
  }

  /** The number of items of all lines. */
  get count(): number {
    return this.#count
  }

  /** The bytes of all lines. */
  get bytes(): number {
    return this.#bytes
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0
  }

  get hasTurn(): boolean {
    return this.#turns.size > 0
  }
}
