/** How large a batch may grow: others wait while it is written. */
export interface BatchLimits<Item> {
  readonly items: number
  /** Of all together, by `weigh`. */
  readonly weight: number
  readonly weigh: (item: Item) => number
}

/**
 * Gathers what arrives while the last batch is being written, and hands it over as the next: alone, an item is
 * written at once; under load, batches grow to the limits. Back-pressure is the promise: whoever brings an item
 * waits for it, and reads no more from its socket meanwhile.
 */
export function createBatcher<Item, Result>(
  limits: BatchLimits<Item>,
  work: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
) {
  interface Waiting {
    readonly item: Item
    readonly resolve: (result: Result) => void
    readonly reject: (error: unknown) => void
  }
  const waiting: Waiting[] = []
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, countOf(waiting))
      const results = await settle(batch)
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index] as PromiseSettledResult<Result>
        if (result.status === 'fulfilled') resolve(result.value)
        else reject(result.reason)
      }
    }
    running = null
  }

  /** So many of the first as stay within the limits; one at least. */
  function countOf(items: readonly Waiting[]): number {
    let weight = 0
    const first = items.slice(0, limits.items)
    const excess = first.findIndex(({ item }) => (weight += limits.weigh(item)) > limits.weight)
    return excess === -1 ? first.length : Math.max(1, excess)
  }

  async function settle(batch: readonly Waiting[]): Promise<readonly PromiseSettledResult<Result>[]> {
    try {
      return await work(batch.map(({ item }) => item))
    } catch (reason) {
      return batch.map(() => ({ status: 'rejected', reason }))
    }
  }

  return {
    add: (item: Item): Promise<Result> =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        running ??= run()
      }),
    /** Resolves once all that was added is done. */
    idle: async (): Promise<void> => {
      await running
    },
  }
}
