/** Groups the moves of an asset between two locations, so that they do not hide the rest of its history. */

/** A scan event, as far as the grouping needs it. */
export interface Move {
  readonly location_id: number
  /** The time until the next scan event began; null while the asset is still there. */
  readonly seconds: number | null
}

/** A row of the history: one event, or the events of an asset that moved back and forth. */
export interface HistoryRow<T> {
  /** Newest first, as in the history. */
  readonly stays: readonly [T, ...T[]]
  /** Number of moves between the two locations; 0 for a single event. */
  readonly moves: number
}

/** A longer stay is not part of a group. */
const staySecondsMax = 5 * 60
const movesMin = 3

/**
 * Returns the rows of a history, which is a list of events, newest first. Consecutive events that alternate between two
 * locations are one row if each stay is shorter than 5 minutes and there are at least 3 moves between the two. The
 * event that continues has its own row.
 */
export function rowsOf<T extends Move>(history: readonly T[]): HistoryRow<T>[] {
  const rows: HistoryRow<T>[] = []
  for (let rest = history; rest.length > 0; rest = rest.slice(rows.at(-1)?.stays.length)) {
    const [newest] = rest as readonly [T, ...T[]]
    const others = rest.slice(1, alternatingIn(rest))
    const moves = movesIn(rest, others.length + 1)
    rows.push(moves < movesMin ? { stays: [newest], moves: 0 } : { stays: [newest, ...others], moves })
  }
  return rows
}

/** Returns how many events at the start of the list are short and alternate between two locations. */
function alternatingIn(history: readonly Move[]): number {
  const end = history.findIndex(({ location_id: here, seconds }, at) => {
    const [one, two] = [history[at - 1]?.location_id, history[at - 2]?.location_id]
    const isShort = seconds !== null && seconds < staySecondsMax
    return !isShort || here === one || (two !== undefined && here !== two)
  })
  return end < 0 ? history.length : end
}

/** Returns the moves between the two locations that began the first `count` events, which alternate. */
function movesIn(history: readonly Move[], count: number): number {
  const [before, other] = [history[count], history[count - 2]]
  const isFromOther = before !== undefined && before.location_id === other?.location_id
  return count - (isFromOther ? 0 : 1)
}
