/**
 * Whether the database responds to the connections of this instance. While it does not, statements are refused at once, so that
 * requests do not wait for connections that cannot be opened.
 */
export interface Presence {
  /** Throws while the database does not respond. */
  require(): void
  /** Notes that the database has responded, or why not. */
  note(error?: unknown): void
  /** Calls `listener` when the database stops responding. Returns the function that ends this. */
  onAway(listener: () => void): () => void
}

/** Errors of a network without a response. A server that refuses a connection responds. */
const silent = /^(CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$/

export function createPresence(): Presence {
  const listeners = new Set<() => void>()
  let isAway = false
  return {
    require() {
      if (isAway) throw noResponse()
    },
    note(error) {
      const wasAway = isAway
      isAway = error !== undefined && silent.test(String((error as { code?: unknown }).code))
      if (isAway && !wasAway) for (const listener of listeners) listener()
    },
    onAway(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const noResponse = (): Error =>
  Object.assign(new Error('The database does not respond'), { code: 'CONNECT_TIMEOUT' })
