/**
 * Gathers what arrives while the last batch is being written, and hands it over as the next: alone, an item is
 * written at once; under load, batches grow to `itemsMax`. Back-pressure is the promise: whoever brings an item
 * waits for it, and reads no more from its socket meanwhile.
 */
export function createBatcher<Item, Result>(
  itemsMax: number,
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
      const batch = waiting.splice(0, itemsMax)
      const results = await settle(batch)
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index] as PromiseSettledResult<Result>
        if (result.status === 'fulfilled') resolve(result.value)
        else reject(result.reason)
      }
    }
    running = null
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
