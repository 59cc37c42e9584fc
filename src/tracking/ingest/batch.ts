import type { Writes } from '../../storage/core/store'
import type { Delivery } from './delivery'
import type { Line, Lines } from './queue/lines'

/**
 * The limit when the batch holds all messages of one reader, which would otherwise wait for the readers that send more.
 */
const finishedReaderMax = 250
/** Maximum number of reads that one reader contributes in a turn. */
const share = 100
/** Decoding this number of bytes takes as long as writing one read. */
const bytesOfRead = 2048
/** When the waiting messages have no more bytes than this, they are one batch. */
const bytesMax = 128 * 1024

/** The reads of a message that share a transaction with others: from index `from` to the last read that was taken. */
export interface Part {
  readonly delivery: Delivery
  readonly from: number
}

/**
 * Takes the next batch out of the lines, in turns. `open` decodes a message when its first read is taken. It returns
 * false when nothing of the message is to be written.
 *
 * @param most maximum number of reads, which share a transaction
 */
export function nextBatch(
  lines: Lines<Delivery>,
  most: number,
  open: (delivery: Delivery) => boolean,
): Part[] {
  const parts = new Map<Delivery, Part>()
  const isCrowded = lines.bytes > bytesMax
  let limit = most
  let cost = 0
  while (cost < limit && lines.hasTurn)
    lines.takeTurn((line) => {
      cost += takeShare(line, Math.min(share, limit - cost), parts, open)
      if (isCrowded && !line.first) limit = Math.min(most, finishedReaderMax)
    })
  return [...parts.values()]
}

/** Returns the cost in reads. It is more than the share when a message is large. */
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
        // A message with several shares in a batch is one part of the batch.
        parts.getOrInsertComputed(delivery, () => ({ delivery, from }))
        cost += Math.max(1, delivery.take(Math.max(1, Math.ceil(most - cost))))
      }
    }
    if (delivery.isTaken) line.shift()
  }
  return cost
}

/** Claims the kept messages. Returns the parts without those that have been replaced, or read again before. */
export async function claimKept({ readerHealth }: Writes, parts: readonly Part[]): Promise<readonly Part[]> {
  const found: Part[] = []
  for (const part of parts) {
    const { keptSlot, readerId, receivedAt } = part.delivery
    if (keptSlot === null || (await readerHealth.claimMalformed(readerId, keptSlot, receivedAt)))
      found.push(part)
  }
  return found
}
