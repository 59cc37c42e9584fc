/**
 * Limits the number of connections. When there are too many, the oldest unauthenticated one is closed, otherwise the
 * oldest one of the reader that has most. So neither unauthenticated clients that send nothing nor a reader that
 * connects
 * again and again keep other readers out.
 */

interface Connection {
  destroy(): unknown
  once(event: 'close', listener: () => void): unknown
}

export function createConnectionLimit<T extends Connection>(connectionsMax: number) {
  /** The connections, oldest first, with the id of the reader or the API key after authentication. */
  const connections = new Map<T, number | string | undefined>()

  function close(connection: T): void {
    connections.delete(connection)
    connection.destroy()
  }

  /** Returns undefined when every connection is the only one of its reader. */
  function connectionToClose(): T | undefined {
    const ofReader = new Map<number | string, T[]>()
    for (const [connection, readerId] of connections) {
      if (readerId === undefined) return connection
      ofReader.getOrInsertComputed(readerId, () => []).push(connection)
    }
    let most: T[] = []
    for (const own of ofReader.values()) if (own.length > most.length) most = own
    return most.length > 1 ? most[0] : undefined
  }

  return {
    /**
     * Admits a connection. Returns false and closes it when the limit is reached and no other connection can be closed.
     */
    admit(connection: T): boolean {
      const closing = connections.size < connectionsMax ? undefined : connectionToClose()
      if (closing) close(closing)
      const isAdmitted = connections.size < connectionsMax
      if (isAdmitted) {
        connections.set(connection, undefined)
        connection.once('close', () => connections.delete(connection))
      } else connection.destroy()
      return isAdmitted
    },

    /** Records the reader or the API key of an authenticated connection. */
    register(connection: T, readerId: number | string): void {
      if (connections.has(connection)) connections.set(connection, readerId)
    },

    clear(): void {
      for (const connection of connections.keys()) close(connection)
    },
  }
}
