import type { Delivery } from './delivery'
import type { Line, Lines } from './lines'

/**
 * What shares a transaction, in reads: a thousand take some 40 ms. Large batches are cheaper, for reads of one asset
 * are recorded together.
 */
const costMax = 1000
/** Where a reader whose messages are all in the batch would otherwise wait for those of readers that have more. */
const costMaxInCompany = 250
/** So much of each reader in a turn. */
const share = 100
/** As many bytes take as long to decode as a read takes to be written. */
const bytesOfRead = 2048
/** Where no more than that waits, all of it is one batch. */
const bytesMax = 128 * 1024

/** The reads of a message that share a transaction with others: from `from` up to those that were taken last. */
export interface Part {
  readonly delivery: Delivery
  readonly from: number
}

/**
 * Takes the next batch out of the lines, in turns. `open` decodes a message when its first read is taken; false where
 * nothing of the message is to be written.
 */
export function nextBatch(lines: Lines<Delivery>, open: (delivery: Delivery) => boolean): Part[] {
  const parts = new Map<Delivery, Part>()
  const isCrowded = lines.bytes > bytesMax
  let limit = costMax
  let cost = 0
  while (cost < limit && lines.hasTurn)
    lines.takeTurn((line) => {
      cost += takeShare(line, Math.min(share, limit - cost), parts, open)
      if (isCrowded && !line.first) limit = costMaxInCompany
    })
  return [...parts.values()]
}

/** Returns what it costs: more than the share where a message is large. */
function takeShare(
  line: Line<Delivery>,
  most: number,
  parts: Map<Delivery, Part>,
  open: (delivery: Delivery) => boolean,
): number {
  let cost = 0
  while (cost < most && line.first) {
    const delivery = line.first
    if (!delivery.isTaken) {
      if (!delivery.isDecoded) cost += delivery.bytes / bytesOfRead
      if (open(delivery)) {
        const from = delivery.taken
        // One with several shares in a batch is still one part of it.
        parts.getOrInsertComputed(delivery, () => ({ delivery, from }))
        cost += Math.max(1, delivery.take(Math.max(1, Math.ceil(most - cost))))
      }
    }
    if (delivery.isTaken) line.shift()
  }
  return cost
}
