import type { Sql } from 'postgres'
import { ofReader, silenceLimit } from './parameters'
import { noResponse, type Presence } from './presence'
import { createResponses, type Responses } from './responses'
import { createClient } from './session'

/** Number of connections for single statements. */
const connections = 4

/** Connections for single statements, on any of them. */
export interface Pool extends Pick<Responses, 'guard'> {
  /** The client. Throws while the database does not respond. */
  readonly sql: Sql
  /** Runs the statement of a template. */
  query<T extends readonly object[]>(text: TemplateStringsArray, ...values: readonly Value[]): Promise<T>
  close(): Promise<void>
}

type Value = string | number

/** Creates a pool, which connects when it is used first. When statements have no response, it opens other connections. */
export function createPool(url: string, presence: Presence): Pool {
  let client = createClient(url, { connection: ofReader.connection, max: connections })

  function renew(): void {
    const silent = client
    client = createClient(url, { connection: ofReader.connection, max: connections })
    responses.giveUp(noResponse())
    void silent.end({ timeout: 0 })
  }

  const responses = createResponses(silenceLimit, renew)
  presence.onAway(renew)

  return {
    get sql() {
      presence.require()
      return client
    },
    guard: (statement) => responses.guard(statement),
    async query<T extends readonly object[]>(text: TemplateStringsArray, ...values: readonly Value[]) {
      presence.require()
      return responses.guard(client(text, ...values)) as unknown as Promise<T>
    },
    async close() {
      responses.stop()
      await client.end({ timeout: 5 })
    },
  }
}
