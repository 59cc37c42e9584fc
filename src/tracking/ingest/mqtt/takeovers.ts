import type { Instances } from '../../../storage/core/store'

/** Returns the name of a client. A new connection with a name ends the other ones. */
export const clientName = (owner: number | string, clientId: string): string => `${owner}:${clientId}`

/** Returns the announcement of a connection with a name. */
export const announcementOf = (connection: string, name: string): string => `${connection}\n${name}`

/** Returns the connection and the name of an announcement. A client id may contain line breaks. */
function announced(text: string): [connection: string, name: string] {
  const end = text.indexOf('\n')
  return [text.slice(0, end), text.slice(end + 1)]
}

/**
 * Decides which one of the connections with one name to several instances stays: the one that was announced last. The database sends
 * all announcements to all instances in one order, including the instance that made them. So all instances decide the same, even
 * when a client connects to two of them at once, or when an announcement arrives late.
 */
export class Takeovers {
  readonly #isShared: boolean
  /** The connections whose own announcement has not arrived, by name. An announcement of another instance is older. */
  readonly #unordered = new Map<string, string>()

  /** @param end ends the connection with a name */
  constructor(
    instances: Pick<Instances, 'isShared' | 'onAnnounced' | 'onReturned' | 'onMissed'>,
    end: (name: string) => void,
  ) {
    this.#isShared = instances.isShared
    instances.onAnnounced('client', (text) => {
      const [, name] = announced(text)
      if (!this.#unordered.has(name)) end(name)
    })
    instances.onReturned('client', (text) => {
      const [connection, name] = announced(text)
      if (this.#unordered.get(name) === connection) this.#unordered.delete(name)
    })
    // An own announcement may have been lost, too.
    instances.onMissed(() => this.#unordered.clear())
  }

  /** Notes a connection that is announced next. */
  expect(connection: string, name: string): void {
    if (this.#isShared) this.#unordered.set(name, connection)
  }
}
