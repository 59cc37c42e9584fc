import { imageMessages } from './messages'
import { AppError, retryAfter } from '../errors'

/**
 * Bounds the pictures that are decoded at once, because a small file can be a large picture: a decoded pixel takes four
 * bytes. A picture of more pixels is decoded alone. The others wait with their compressed bytes.
 */

const pixelsAtOnce = 8_000_000
const waitingMax = 8

let pixelsInWork = 0
const waiting: { readonly pixels: number; readonly begin: () => void }[] = []

/** Runs `work` when there is room for the pixels of a picture. Throws `unavailable` when too many wait. */
export async function decoding<T>(pixels: number, work: () => Promise<T>): Promise<T> {
  if (waiting.length >= waitingMax) throw new AppError('unavailable', imageMessages('image.busy'), retryAfter)
  await new Promise<void>((begin) => {
    waiting.push({ pixels, begin })
    beginNext()
  })
  try {
    return await work()
  } finally {
    pixelsInWork -= pixels
    beginNext()
  }
}

function beginNext(): void {
  for (let [next] = waiting; next && hasRoom(next.pixels); [next] = waiting) {
    waiting.shift()
    pixelsInWork += next.pixels
    next.begin()
  }
}

const hasRoom = (pixels: number): boolean => pixelsInWork === 0 || pixelsInWork + pixels <= pixelsAtOnce
