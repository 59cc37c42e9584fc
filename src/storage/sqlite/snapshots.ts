import type { Database } from 'bun:sqlite'

/**
 * The snapshots of the connection that reads on the serving thread. The reads of one turn of the event loop share a
 * snapshot, because beginning one takes longer than a read by id.
 */
export interface Snapshots {
  /** Begins a snapshot if there is none. It ends with this turn of the event loop. Called before each read. */
  readonly begin: () => void
  /** Begins a new snapshot, which remains until `release`. */
  readonly hold: () => void
  /** Ends the snapshot. The next read sees all commits. */
  readonly release: () => void
  close(): void
}

export function createSnapshots(reader: Database): Snapshots {
  const beginning = reader.prepare('begin')
  const ending = reader.prepare('commit')
  const taking = reader.prepare('select 1 from sqlite_schema limit 1')
  let isOpen = false
  let isHeld = false

  function release(): void {
    isHeld = false
    if (isOpen) ending.run()
    isOpen = false
  }

  function open(): void {
    beginning.run()
    isOpen = true
  }

  const endTurn = (): void => {
    if (!isHeld) release()
  }

  return {
    begin() {
      if (isOpen) return
      open()
      setImmediate(endTurn)
    },
    hold() {
      release()
      open()
      taking.get()
      isHeld = true
    },
    release,
    close() {
      release()
      for (const statement of [beginning, ending, taking]) statement.finalize()
    },
  }
}
