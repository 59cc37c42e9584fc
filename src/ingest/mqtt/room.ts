/**
 * Room for so many connections. When there is none left it is made: the stranger who has been here longest goes, else
 * the oldest connection of the reader that has most. So neither strangers who say nothing nor a reader that connects
 * again and again keep other readers out.
 */

export interface Guest {
  destroy(): unknown
  once(event: 'close', listener: () => void): unknown
}

export type Room<T extends Guest> = ReturnType<typeof createRoom<T>>

export function createRoom<T extends Guest>(guestsMax: number) {
  /** The oldest first; with the reader's id, once it is known. */
  const guests = new Map<T, number | undefined>()

  function dismiss(guest: T): void {
    guests.delete(guest)
    guest.destroy()
  }

  /** Undefined where every guest is the only one of its reader. */
  function leastMissed(): T | undefined {
    const ofReader = new Map<number, T[]>()
    for (const [guest, readerId] of guests) {
      if (readerId === undefined) return guest
      ofReader.getOrInsertComputed(readerId, () => []).push(guest)
    }
    let most: T[] = []
    for (const own of ofReader.values()) if (own.length > most.length) most = own
    return most.length > 1 ? most[0] : undefined
  }

  return {
    /** False, and the connection is closed, where nobody can be asked to go. */
    enter(guest: T): boolean {
      const leaving = guests.size < guestsMax ? undefined : leastMissed()
      if (leaving) dismiss(leaving)
      const hasRoom = guests.size < guestsMax
      if (hasRoom) {
        guests.set(guest, undefined)
        guest.once('close', () => guests.delete(guest))
      } else guest.destroy()
      return hasRoom
    },

    /** It is no stranger any more. */
    introduce(guest: T, readerId: number): void {
      if (guests.has(guest)) guests.set(guest, readerId)
    },

    clear(): void {
      for (const guest of guests.keys()) dismiss(guest)
    },
  }
}
