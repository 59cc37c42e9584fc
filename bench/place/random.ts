/** A seeded source of random numbers, so that a seed always gives the same table. */
export interface Random {
  /** Uniform between two numbers. */
  between(low: number, high: number): number
  /** Normal with mean 0 and standard deviation 1. */
  normal(): number
  /** Time to the next event of a Poisson process, in seconds. */
  wait(perSecond: number): number
}

/** Mulberry32, started with a hash of the text. */
export function randomOf(text: string): Random {
  let state = Number(Bun.hash.crc32(text))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    between: (low, high) => low + (high - low) * next(),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    wait: (perSecond) => -Math.log(1 - next()) / perSecond,
  }
}
