import { BoundedMap } from '../../base/bounded-map'
import type { EventView } from '../event-log/schema'
import type { Reads } from '../../storage/core/store'

/** Placed assets by their keys. */
type KeyHolders = ReadonlyMap<string, number>

export type FindHolders = () => Promise<KeyHolders>

/** Maximum number of pages that are remembered. The subscribers of an organization read the same ones at about the same time. */
const pagesMax = 64

/**
 * Finds the assets that have the keys of the moves of a page, with one query for all subscribers, when it is needed. What is found
 * is at least as new as the page. It may be older than the call, because an event follows each later change of a key.
 */
export function createKeyHolders({ holdersOf }: Pick<Reads['mqttSessions'], 'holdersOf'>) {
  const pages = new BoundedMap<string, Promise<KeyHolders>>(pagesMax)

  function read(organizationId: number, events: readonly EventView[]): Promise<KeyHolders> {
    const moves = events.filter(({ move }) => move !== null)
    const page = JSON.stringify([organizationId, ...moves.map(({ sequence }) => sequence)])
    const known = pages.get(page)
    if (known) return known
    const keys = new Set(moves.map(({ asset_external_key: key }) => key).filter((key) => key !== null))
    const reading = holdersOf(organizationId, [...keys])
    pages.set(page, reading)
    reading.catch(() => pages.delete(page))
    return reading
  }

  /** Returns the function that finds those of a page. */
  return (organizationId: number, events: readonly EventView[]): FindHolders => {
    let reading: Promise<KeyHolders> | undefined
    return () => (reading ??= read(organizationId, events))
  }
}
