import { createStore, useStore } from '../../api/store'

/**
 * The correction of the printer of this browser: what a ruler measures on the printed line. It is kept in the browser, because
 * another one has another printer.
 */

const key = 'whereabouts.label-ruler'
/** A printer that is further from the truth has a setting that scales pages. */
const mostPart = 0.1

export interface Measured {
  /** Length of the line, in millimeters. */
  readonly line: number
  readonly measured: number
}

const read = (): number => {
  const scale = Number(localStorage.getItem(key) ?? 1)
  return Number.isFinite(scale) && Math.abs(scale - 1) <= mostPart ? scale : 1
}

const store = createStore(read())

/** Returns what lengths are multiplied by when they are printed. */
export const useScale = (): number => useStore(store)

export const leastOf = (line: number): number => Math.ceil(line * (1 - mostPart) * 10) / 10
export const mostOf = (line: number): number => Math.floor(line * (1 + mostPart) * 10) / 10

/** Keeps what was measured on a line that was printed with the present correction. */
export function correct({ line, measured }: Measured): void {
  const scale = Math.min(1 + mostPart, Math.max(1 - mostPart, (store.get() * line) / measured))
  store.set(scale)
  localStorage.setItem(key, String(scale))
}

export function removeCorrection(): void {
  store.set(1)
  localStorage.removeItem(key)
}

const longest = 50
const step = 10

/** Returns the length of the longest line that fits on a label: 50 mm, or less in steps of 10 mm. */
export const lineOn = (width: number): number =>
  Math.max(step, Math.min(longest, Math.floor((width - 2) / step) * step))
