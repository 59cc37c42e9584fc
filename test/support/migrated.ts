import { Database } from 'bun:sqlite'
import { afterAll, beforeAll } from 'bun:test'
import postgres from 'postgres'
import { type Migration, migrations } from '../../migrations'
import { postgresMigrations } from '../../migrations/postgres'
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server'

/** An empty database of each engine, for tests that apply the migrations one by one. */

interface Opened {
  readonly run: (text: string) => Promise<unknown>
  readonly values: (text: string) => Promise<string[]>
}

type Engines = Readonly<Record<string, [readonly Migration[], () => Opened]>>

/** Returns the engines. The hooks of the test file that calls it close them. */
export async function openEngines(): Promise<Engines> {
  const server: PostgresServer | undefined = await startPostgres()
  const sqlite = new Database(':memory:')
  let sql: ReturnType<typeof postgres>
  beforeAll(() => {
    if (server) sql = postgres(server.url, { max: 1, onnotice: () => {} })
  })
  afterAll(async () => {
    sqlite.close()
    await sql?.end()
    server?.stop()
  })

  return {
    SQLite: [
      migrations,
      () => ({
        run: async (text) => sqlite.run(text),
        values: async (text) => sqlite.query(text).values().flat() as string[],
      }),
    ],
    ...(server && {
      PostgreSQL: [
        postgresMigrations,
        () => ({
          run: (text: string) => sql.unsafe(text).simple(),
          values: async (text: string) =>
            (await sql.unsafe(text)).flatMap((row) => Object.values(row) as string[]),
        }),
      ] satisfies [readonly Migration[], () => Opened],
    }),
  }
}
