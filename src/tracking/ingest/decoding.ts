import type { Log } from '../../base/log'
import type { Store } from '../../storage/core/store'
import { createDecodeThread } from './decode-thread'
import type { Delivery } from './delivery'

/** A message with more bytes is decoded on a thread, because it may take more than a millisecond. */
const largeBytes = 32 * 1024

/**
 * Creates the step before the lines: large messages are decoded on a thread. The messages behind one of them wait for it if
 * they are of the same reader, so they are written in the order of their arrival.
 *
 * @param enqueue puts a message in the line of its reader
 */
export function createDecoding(
  store: Pick<Store, 'read'>,
  log: Pick<Log, 'error'>,
  enqueue: (delivery: Delivery) => void,
) {
  const waiting = new Map<number, Delivery[]>()
  const running = new Set<Promise<void>>()
  const thread = createDecodeThread()

  /** Decodes a message with the present format of its reader. */
  async function decode(delivery: Delivery): Promise<void> {
    const [reader] = await store.read.readers.findAll([delivery.readerId])
    if (!reader) return
    const { format, mapping, timeZone } = reader
    const content = await thread.decode(reader, delivery.message.payload, delivery.arrived)
    delivery.decoded = { format, mapping, timeZone, content }
  }

  async function run(readerId: number, deliveries: Delivery[]): Promise<void> {
    for (let next = deliveries[0]; next; next = deliveries[0]) {
      try {
        if (next.bytes > largeBytes) await decode(next)
        enqueue(next)
      } catch (error) {
        log.error({ err: error, reader: readerId }, 'decoding a message failed')
        next.fail(error)
      }
      deliveries.shift()
    }
    waiting.delete(readerId)
  }

  return {
    add(delivery: Delivery): void {
      const { readerId } = delivery
      const others = waiting.get(readerId)
      if (others) return void others.push(delivery)
      if (delivery.bytes <= largeBytes) return enqueue(delivery)
      const deliveries = [delivery]
      waiting.set(readerId, deliveries)
      const ran = run(readerId, deliveries).finally(() => running.delete(ran))
      running.add(ran)
    },

    /** Returns the number and the bytes of the messages of a reader that wait for this step. */
    of(readerId: number): { readonly count: number; readonly bytes: number } {
      const deliveries = waiting.get(readerId) ?? []
      return { count: deliveries.length, bytes: deliveries.reduce((sum, { bytes }) => sum + bytes, 0) }
    },

    /** Resolves when no message waits. */
    idle: async (): Promise<void> => void (await Promise.all(running)),
  }
}
